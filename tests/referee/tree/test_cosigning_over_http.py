"""A checkpoint is asked for, cosigned and sent back over a network; who answers is led nowhere else and says no more than fits."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from threading import Thread

import pytest
from django.core.management import call_command
from pytest_django.live_server_helper import LiveServer

from referee.models import Cosignature, FollowedLog
from referee.services.cosigners import cosigner_add
from referee.services.cosigning import cosigning_key
from referee.services.outgoing import LARGEST, http_ask, http_send
from referee.services.tree import tree_sweep
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import SORTEO, kept_mesa


@pytest.mark.django_db(transaction=True)
def test_one_installation_cosigns_what_the_other_serves(live_server: LiveServer) -> None:
    """Both lie in this database, each with its own tables."""
    kept = kept_mesa(SORTEO)
    tree_sweep(championship=kept.championship, now=NOW)
    vkey = cosigning_key(now=NOW).vkey
    cosigner_add(championship=kept.championship, vkey=vkey, user=director_of(kept.championship), now=NOW)
    told = StringIO()

    call_command("cofirmar", f"{live_server.url}/c/{kept.championship.slug}/punto/", stdout=told)

    assert "cofirmado hasta" in told.getvalue()
    assert FollowedLog.objects.get().delivered_at is not None
    assert FollowedLog.objects.get().line == Cosignature.objects.get().line
    assert (
        Cosignature.objects.get().line
        in (http_ask(f"{live_server.url}/c/{kept.championship.slug}/punto/") or b"").decode()
    )
    assert http_ask(f"{live_server.url}/c/no-hay-tal/punto/") is None


@contextmanager
def answering(status: int, body: bytes = b"", location: str = "", heard: list[str] | None = None) -> Iterator[str]:
    """A server of somebody else, at this address; `heard`: what it was told of caches."""
    heard = [] if heard is None else heard

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.headers.get("Cache-Control", ""))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if location:
                self.send_header("Location", location)
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_told: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def test_it_asks_past_the_caches_on_the_way() -> None:
    heard: list[str] = []
    with answering(200, b"aqui", heard=heard) as address:
        http_ask(address)
    assert heard == ["no-cache"]


def test_it_is_not_led_elsewhere_and_takes_no_more_than_fits() -> None:
    with answering(200, b"aqui") as inside, answering(302, location=inside) as outside:
        assert http_ask(inside) == b"aqui"
        with pytest.raises(OSError, match="302"):
            http_ask(outside)
        with pytest.raises(OSError, match="302"):
            http_send(outside, b"{}")
    with answering(200, b"x" * (LARGEST + 4096)) as long, pytest.raises(OSError, match="bytes"):
        http_ask(long)
    with answering(422) as refusing, pytest.raises(OSError, match="422"):
        http_send(refusing, b"{}")
    with answering(404) as unknown, pytest.raises(OSError, match="cofirmar --clave"):
        http_send(unknown, b"{}")
