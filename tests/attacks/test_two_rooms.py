"""The tablets' scoring has a process that no stranger takes: as it is served, directly and behind Caddy."""

import json
import os
import signal
import sqlite3
import ssl
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings

from brackets.models import User
from brackets.services import known_devices
from cuarenta_torneo.serving.bodies import LONG_OF_ONE
from cuarenta_torneo.serving.lanes import WAITING
from cuarenta_torneo.serving.limits import MIB
from tests.deploy.running import ROOT, caddy, pages_process, running
from tests.factories.referee import SORTEO, Keeper, kept_mesa
from tests.faults.serving import environment
from tests.ports import free_port

pytestmark = pytest.mark.django_db(transaction=True)

SLOW = 40
"""Bodies that never end, and taps that wait: more than there ever were threads."""
PATIENCE = 8
SECRET_KEY = "k3J-" * 16
LONG = 200 * 1024 * 1024


Way = Callable[[], HTTPConnection]


class Site:
    """The product on this test's database, directly and through Caddy."""

    def __init__(self, port: int, https: int, authority: Path) -> None:
        self.port, self._https, self._authority = port, https, authority
        self.ways = (self.directly, self.through_caddy)

    def directly(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def through_caddy(self) -> HTTPConnection:
        context = ssl.create_default_context(cafile=str(self._authority))
        return HTTPSConnection("localhost", self._https, timeout=PATIENCE, context=context)

    def asks(self, way: Way, method: str, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
        told = {"Host": "localhost", "X-Forwarded-Proto": "https"}
        told |= {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(way()) as there:
            there.request(method, path, None if body is None else json.dumps(body), told)
            answer = there.getresponse()
            return answer.status, answer.read()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    port = free_port()
    env = environment(tmp_path) | {
        "PORT": str(port), "HOST": "127.0.0.1", "LIVE_PORT": "0", "DEBUG": "1", "HTTPS": "1", "TRUSTED_PROXY": "1",
        "SECRET_KEY": SECRET_KEY, "ALLOWED_HOSTS": "localhost",
    }  # fmt: skip
    says = {"SITE": "localhost", "GLOBAL": "local_certs\nskip_install_trust"}
    folder = tmp_path / "caddy"
    with (
        running([str(ROOT / "bin" / "serve")], port, env),
        caddy("own-domain.Caddyfile", folder, port, **says) as (_, https),
    ):
        yield Site(port, https, folder / "pki" / "authorities" / "local" / "root.crt")


@contextmanager
def slow_bodies(way: Way, count: int = SLOW, path: str = "/api/v1/devices", size: int = 10_000) -> Iterator[None]:
    """Each says so many bytes and sends four."""
    with ExitStack() as closing_all:
        for _ in range(count):
            there = closing_all.enter_context(closing(way()))
            there.connect()
            there.sock.sendall(
                f"POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n"
                f"Content-Type: application/json\r\nContent-Length: {size}\r\n\r\nslow".encode()
            )
        yield


def cookies_of(juez: User) -> tuple[str, str]:
    """Of his session, and of a browser in which he signed in before, as they are called over https."""
    who = Client()
    with override_settings(SECRET_KEY=SECRET_KEY):
        who.force_login(juez)
        before = known_devices._signer(juez).sign("x")
    session = who.cookies[settings.SESSION_COOKIE_NAME].value
    return f"__Host-sesion={session}", f"__Host-conocido-{juez.pk}={before}"


def tap(site: Site, kept: Keeper, way: Way, base: int) -> tuple[int, bytes]:
    body = {
        "lease_epoch": 1,
        "base_seq": base,
        "jugadas": [{"client_id": str(uuid4()), "notation": f"caida {'AB'[base % 2]}"}],
    }
    headers = {"Authorization": f"Device {kept.token}", "Content_Type": "application/json", "Prefer": "return=minimal"}
    return site.asks(way, "POST", f"/api/v1/mesas/{kept.mesa_id}/jugadas", body, **headers)


def sees(site: Site, kept: Keeper, way: Way) -> int:
    return site.asks(way, "GET", f"/api/v1/mesas/{kept.mesa_id}", Authorization=f"Device {kept.token}")[0]


def test_neither_strangers_nor_a_locked_database_stop_the_tablets(site: Site) -> None:
    kept = kept_mesa(SORTEO)

    for base, way in enumerate(site.ways, start=1):
        with slow_bodies(way):
            assert tap(site, kept, way, base)[0] == 200
            assert sees(site, kept, way) == 200
            assert site.asks(way, "GET", "/")[0] == 200

    known = cookies_of(kept.juez)
    with slow_bodies(site.directly, WAITING):
        found = [site.asks(site.directly, "POST", "/cuenta/salir/", {}, Cookie=each)[0] for each in ("", *known)]
        assert found == [503, 403, 403], "who is known comes as far as the form's own key"
    file = {"Content_Type": "multipart/form-data; boundary=x"}
    with slow_bodies(site.directly, LONG_OF_ONE, "/planilla/verificar/", MIB):
        refused = site.asks(site.directly, "POST", "/planilla/verificar/", Content_Length=str(MIB), **file)[0]
        found = [
            site.asks(site.directly, "POST", "/planilla/verificar/", "x" * MIB, Cookie=each, **file)[0]
            for each in known
        ]
        assert (refused, found) == (503, [403, 403])

    form = {"Content_Length": str(LONG), "Content_Type": "multipart/form-data; boundary=x"}
    assert site.asks(site.directly, "POST", "/planilla/verificar/", **form)[0] == 413

    if connection.vendor == "sqlite":  # PostgreSQL locks rows
        _with_a_locked_database(site, kept)


def test_tablets_go_on_while_no_page_is_made(site: Site) -> None:
    kept = kept_mesa(SORTEO)
    assert site.asks(site.directly, "GET", "/")[0] == 200
    pages = pages_process(site.port)

    os.kill(pages, signal.SIGSTOP)
    try:
        assert tap(site, kept, site.directly, 1)[0] == 200
        assert sees(site, kept, site.directly) == 200
        with pytest.raises(TimeoutError):
            site.asks(site.directly, "GET", "/")
    finally:
        os.kill(pages, signal.SIGCONT)

    os.kill(pages, signal.SIGKILL)
    begun = time.monotonic()
    while (status := site.asks(site.directly, "GET", "/")[0]) == 503 and time.monotonic() < begun + 2:
        time.sleep(0.05)
    assert status == 200
    assert pages_process(site.port) != pages


def _with_a_locked_database(site: Site, kept: Keeper) -> None:
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    with closing(other), ThreadPoolExecutor(SLOW) as pool:
        other.execute("BEGIN IMMEDIATE")
        waiting = [pool.submit(tap, site, kept, site.directly, 3) for _ in range(SLOW)]

        assert sees(site, kept, site.directly) == 200
        assert site.asks(site.directly, "GET", "/")[0] == 200

        other.execute("ROLLBACK")
        told = [each.result()[0] for each in waiting]
        assert told.count(200) == 1, "all are the third jugada"
        assert {*told} <= {200, 409}
