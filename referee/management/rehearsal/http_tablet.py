"""A tablet of the rehearsal that speaks the API of a running server, as often as it takes to be answered."""

import http.client
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from brackets.models import Championship, User
from referee.management.rehearsal.options import BadOption
from referee.management.rehearsal.tablets import Answer, Opened, Opening, Refused
from referee.services.log import JugadaInput

API: Final = "/api/v1"
PATIENCE: Final = 8.0  # seconds for one answer, as the tablet's own
TRIES: Final = 12
AGAIN: Final = frozenset({429, 502, 503, 504})
KNOWS_NOBODY: Final = frozenset({"not_authenticated", "equipo-desconocido"})
UNANSWERED: Final = (OSError, http.client.HTTPException)


class Unreachable(Exception):
    """The server does not answer, or is not one of ours."""


class Wire:
    """Requests to one server; `retries` counts those that had to be sent again."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadOption(f"--http «{url}»: escriba una dirección como http://127.0.0.1:8000.")
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, _port(parts.netloc, url)
        self._path = parts.path.rstrip("/")
        self.retries = 0

    def check(self) -> None:
        """Raise Unreachable unless the API answers there."""
        try:
            self.call("GET", "/mesas")
        except Refused as refused:
            if refused.code in KNOWS_NOBODY:
                return
            raise Unreachable(f"la API no contesta como se espera: {refused}") from refused

    def call(self, method: str, path: str, token: str = "", body: object = None, **headers: str) -> dict[str, Any]:
        """The answer, or Refused; sent again while there is none. Every request of a tablet may be repeated."""
        sent = b"" if body is None else json.dumps(body).encode()
        given = {"Content-Type": "application/json", "Content-Length": str(len(sent)), "Connection": "close", **headers}
        if token:
            given["Authorization"] = f"Device {token}"
        for attempt in range(TRIES):
            if attempt:
                self.retries += 1
                time.sleep(min(0.02 * 2**attempt, 2))
            try:
                status, content = self._once(method, f"{self._path}{API}{path}", sent, given)
            except UNANSWERED:
                continue
            if status not in AGAIN:
                return _told(status, content)
        raise Unreachable(f"el servidor {self._host}:{self._port} no contesta {method} {API}{path}")

    def _once(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        with closing(kind(self._host, self._port, timeout=PATIENCE)) as connection:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            return answer.status, answer.read()


class HttpTablet:
    """A tablet signed in through the API; the server's clock counts, the simulated one goes with each jugada."""

    def __init__(self, wire: Wire, *, juez: User, password: str, name: str, championship: Championship) -> None:
        self.name = name
        self._wire = wire
        body = {"username": juez.username, "password": password, "name": name, "championship": championship.slug}
        try:
            self._token = str(wire.call("POST", "/devices", body=body)["token"])
        except Refused as refused:
            message = f"el servidor no deja entrar a {juez.username} ({refused.code}): ¿sirve esta misma base?"
            raise Unreachable(message) from refused

    def open(self, opening: Opening, now: datetime) -> Opened:
        body = {
            "fixture": opening.fixture,
            "seats": opening.seats,
            "representatives": dict(opening.representatives),
            "identified": True,
        }
        return _opened(self._call("POST", "/mesas", body))

    def take(self, mesa: UUID, now: datetime) -> Opened:
        return _opened(self._call("POST", f"/mesas/{mesa}/lease", {}))

    def record(self, kept: Opened, base_seq: int, jugadas: Sequence[JugadaInput], now: datetime) -> int:
        body = {
            "lease_epoch": kept.epoch,
            "base_seq": base_seq,
            "jugadas": [
                {
                    "client_id": str(sent.client_id),
                    "notation": sent.notation,
                    "device_ts": sent.device_ts.isoformat() if sent.device_ts else None,
                }
                for sent in jugadas
            ],
        }
        return int(self._call("POST", f"/mesas/{kept.mesa}/jugadas", body, Prefer="return=minimal")["acked"])

    def freeze(self, mesa: UUID, now: datetime) -> None:
        self._call("POST", f"/mesas/{mesa}/freeze", {})

    def reopen(self, mesa: UUID, now: datetime) -> None:
        self._call("POST", f"/mesas/{mesa}/reopen", {})

    def sign(self, mesa: UUID, answer: Answer, now: datetime) -> None:
        body = {
            "client_id": str(answer.client_id),
            "party": answer.party,
            "outcome": answer.outcome,
            "name": answer.name,
            "ink": answer.ink,
            "reason": answer.reason,
            "witness": answer.witness,
        }
        self._call("POST", f"/mesas/{mesa}/signatures", body)

    def _call(self, method: str, path: str, body: object = None, **headers: str) -> dict[str, Any]:
        return self._wire.call(method, path, self._token, body, **headers)


def _told(status: int, content: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(content)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise Unreachable(f"contestó {status} y no es la API de este sistema")
    if status >= 400:
        raise Refused(str(answer.get("code", status)), str(answer.get("message", "")))
    return answer


def _opened(answer: Mapping[str, Any]) -> Opened:
    return Opened(UUID(answer["id"]), int(answer["lease_epoch"]))


def _port(netloc: str, url: str) -> int | None:
    try:
        return urlsplit(f"//{netloc}").port
    except ValueError as error:
        raise BadOption(f"--http «{url}»: el puerto no es un número de 1 a 65535.") from error
