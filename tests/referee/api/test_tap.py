"""A tap that is answered without Django: the same answer, and Django's wherever anything is not as usual."""

import io
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import override_settings

from brackets.models import AuditEntry
from referee.api import tap
from referee.api.tablet import BODY_LIMIT
from referee.api.tap import TapApplication
from referee.models import Device
from referee.services.log import JugadaInput
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa, log_of
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db

Answer = tuple[str, dict[str, str], bytes]


@pytest.fixture(autouse=True)
def apart(db: None) -> Iterator[None]:
    """Nothing known of other tests' settings, and this test's connection stays open between requests."""
    tap._let_in.cache_clear()
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    yield
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)
    tap._let_in.cache_clear()


@pytest.fixture
def kept() -> Keeper:
    kept = kept_mesa(SORTEO)
    Device.objects.update(last_seen_at=kept.now + timedelta(days=3650))  # it need not be noted again
    return kept


class Site:
    """Stands behind the tap, and notes what reaches it."""

    def __init__(self, application: Callable[..., Iterable[bytes]] | None = None) -> None:
        self.asked: list[bytes] = []
        self._application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        sent = environ["wsgi.input"].read()
        self.asked.append(sent)
        if self._application:
            return self._application({**environ, "wsgi.input": io.BytesIO(sent)}, start_response)
        start_response("418 I'm a teapot", [])
        return []


def call(application: Callable[..., Iterable[bytes]], kept: Keeper, sent: bytes, **changed: str) -> Answer:
    """POST `sent` as a tablet does, but for what is `changed` in the environment."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": f"/api/v1/mesas/{kept.mesa_id}/jugadas",
        "SCRIPT_NAME": "",
        "QUERY_STRING": "",
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "testserver",
        "HTTP_AUTHORIZATION": f"Device {kept.token}",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(sent)),
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.input": io.BytesIO(sent),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
        **changed,
    }
    said: list[Any] = []
    body = b"".join(application(environ, lambda status, headers, _exc=None: said.extend((status, dict(headers)))))
    return said[0], said[1], body


def jugadas(*lines: str, base: int = 1, epoch: int = 1, client_id: str = "") -> bytes:
    each = [{"client_id": client_id or str(uuid4()), "notation": line, "device_ts": None} for line in lines]
    return json.dumps({"lease_epoch": epoch, "base_seq": base, "jugadas": each}).encode()


@pytest.mark.parametrize("prefer", ["", "return=minimal"])
def test_the_answer_is_the_one_that_django_gives_to_the_same_request_again(kept: Keeper, prefer: str) -> None:
    site, sent = Site(), jugadas("caida A1", "limpia B2")

    status, headers, body = call(TapApplication(site), kept, sent, HTTP_PREFER=prefer)
    again = call(get_wsgi_application(), kept, sent, HTTP_PREFER=prefer)

    assert site.asked == []
    assert (status, json.loads(body)) == (again[0], json.loads(again[2]))
    assert headers == {name: value for name, value in again[1].items() if name != "Allow"}
    assert log_of(kept.mesa) == [SORTEO, "caida A1", "limpia B2"]
    assert_projection_equals_replay(kept.mesa)


@pytest.mark.parametrize(
    ("sent", "changed"),
    [
        (jugadas("caida A1"), {"HTTP_AUTHORIZATION": "Device nobody"}),
        (jugadas("caida A1"), {"HTTP_AUTHORIZATION": "Basic nobody"}),
        (jugadas("caida A1"), {"HTTP_AUTHORIZATION": ""}),
        (jugadas("caida A1"), {"PATH_INFO": f"/api/v1/mesas/{uuid4()}/jugadas"}),
        (jugadas("caida A1"), {"PATH_INFO": "/api/v1/mesas"}),
        (jugadas("caida A1"), {"REQUEST_METHOD": "PUT"}),
        (jugadas("caida A1"), {"CONTENT_TYPE": "text/plain"}),
        (jugadas("caida A1"), {"CONTENT_LENGTH": ""}),
        (jugadas("caida A1"), {"HTTP_HOST": "an evil host"}),
        (jugadas("caida A1"), {"HTTP_ACCEPT_LANGUAGE": "en"}),
        (jugadas("caida A1", epoch=7), {}),
        (jugadas("caida A1", base=4), {}),
        (jugadas("caida A1", "proclama"), {}),
        (jugadas("casi nada"), {}),
        (b"[]", {}),
        (b"\xff", {}),
        (b" " * (BODY_LIMIT + 1), {}),
    ],
)
def test_whatever_is_not_as_usual_goes_to_django_and_leaves_no_trace(
    kept: Keeper, sent: bytes, changed: dict[str, str]
) -> None:
    site = Site()

    status, _, _ = call(TapApplication(site), kept, sent, **changed)

    assert status.startswith("418")
    assert site.asked == [sent]
    assert log_of(kept.mesa) == [SORTEO]
    assert_projection_equals_replay(kept.mesa)


def test_django_records_what_precedes_a_refusal_and_says_why(kept: Keeper) -> None:
    status, _, body = call(TapApplication(get_wsgi_application()), kept, jugadas("caida A1", "proclama"))

    assert status.startswith("422")
    assert json.loads(body)["seq"] == 3
    assert log_of(kept.mesa) == [SORTEO, "caida A1"]


def test_the_same_tap_again_is_recorded_once(kept: Keeper) -> None:
    application, sent = TapApplication(Site(get_wsgi_application())), jugadas("caida A1")

    first, second = call(application, kept, sent), call(application, kept, sent)

    assert (first[0], first[2]) == (second[0], second[2])
    assert log_of(kept.mesa) == [SORTEO, "caida A1"]


def test_an_identifier_that_is_known_from_another_mesa_is_refused(kept: Keeper) -> None:
    other = kept_mesa(SORTEO)
    known = uuid4()
    other.send(JugadaInput(known, "caida A"))

    status, _, body = call(TapApplication(get_wsgi_application()), kept, jugadas("caida A1", client_id=str(known)))

    assert (status[:3], json.loads(body)["code"]) == ("422", "client-id-repetido")
    assert log_of(kept.mesa) == [SORTEO]


def test_behind_a_proxy_only_what_came_by_tls_is_answered(kept: Keeper) -> None:
    behind = {"SECURE_SSL_REDIRECT": True, "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https")}
    with override_settings(**behind, SECURE_HSTS_SECONDS=60):
        application = TapApplication(Site())
        bare, *_ = call(application, kept, jugadas("caida A1"))
        said, headers, _ = call(application, kept, jugadas("caida A1"), HTTP_X_FORWARDED_PROTO="https")

    assert bare.startswith("418")
    assert said == "200 OK"
    assert headers["Strict-Transport-Security"] == "max-age=60"


def test_that_a_tablet_was_seen_is_noted_by_django(kept: Keeper) -> None:
    Device.objects.update(last_seen_at=None)

    call(TapApplication(get_wsgi_application()), kept, jugadas("caida A1"))

    assert Device.objects.get(pk=kept.device.pk).last_seen_at is not None
    assert log_of(kept.mesa) == [SORTEO, "caida A1"]


def test_what_a_tap_brings_about_is_on_record_as_done_on_its_tablet() -> None:
    *before, last = ZAPATERIA
    kept = kept_mesa(*before)
    Device.objects.update(last_seen_at=kept.now + timedelta(days=3650))
    known = set(AuditEntry.objects.values_list("pk", flat=True))
    sent = json.dumps({
        "lease_epoch": kept.mesa.lease_epoch, "base_seq": len(before),
        "jugadas": [{"client_id": str(uuid4()), "notation": last}],
    }).encode()  # fmt: skip

    site = Site()
    status, *_ = call(TapApplication(site), kept, sent, REMOTE_ADDR="10.0.0.3")

    told = AuditEntry.objects.exclude(pk__in=known)
    assert (status, site.asked) == ("200 OK", [])
    assert {(each.via, each.device, each.origin.address) for each in told} == {("tablet", kept.device.name, "10.0.0.3")}
