"""The control: the server one writes in an afternoon. It numbers what comes and keeps it, as often as it comes."""

import json
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import connection

_one_at_a_time = Lock()


def prepare() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE faults_naive (mesa VARCHAR(36), seq INTEGER, client_id VARCHAR(36), line VARCHAR(400))"
        )


def drop() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE faults_naive")


def stored() -> dict[UUID, list[tuple[int, UUID, str]]]:
    logs: dict[UUID, list[tuple[int, UUID, str]]] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT mesa, seq, client_id, line FROM faults_naive ORDER BY seq")
        for mesa, seq, client_id, line in cursor.fetchall():
            logs.setdefault(UUID(mesa), []).append((seq, UUID(client_id), line))
    return logs


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    mesa = environ["PATH_INFO"].split("/")[-2]
    if environ["REQUEST_METHOD"] != "POST":
        return _answer(start_response, "401 Unauthorized", {})
    try:
        body = json.loads(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
    except ValueError:
        return _answer(start_response, "400 Bad Request", {})
    with _one_at_a_time, connection.cursor() as cursor:
        for jugada in body["jugadas"]:
            cursor.execute("SELECT COUNT(*) FROM faults_naive WHERE mesa = %s", [mesa])
            seq = cursor.fetchone()[0] + 1
            row = [mesa, seq, jugada["client_id"], jugada["notation"]]
            cursor.execute("INSERT INTO faults_naive VALUES (%s, %s, %s, %s)", row)
    return _answer(start_response, "200 OK", {"acked": body["base_seq"] + len(body["jugadas"])})


def _answer(start_response: Callable[..., Any], status: str, body: dict[str, Any]) -> list[bytes]:
    content = json.dumps(body).encode()
    start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(content)))])
    return [content]
