"""What is said where no thread is given: in both languages, without a template."""

import json
from enum import Enum
from http import HTTPStatus

from cuarenta_torneo.serving.environ import Environ
from cuarenta_torneo.serving.limits import API
from cuarenta_torneo.serving.protocol import Exchange

HEADERS = [
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]
AGAIN_SECONDS = 5


class Refused(Enum):
    """Status, code, Spanish, English."""

    LATE = (
        408,
        "peticion-lenta",
        "La petición no terminó de llegar. Nada se guardó: inténtelo otra vez.",
        "The request did not arrive in time. Nothing was saved: try again.",
    )
    UNMEASURED = (
        411,
        "sin-largo",
        "La petición no dice cuánto mide. Nada se guardó.",
        "The request does not say how long it is. Nothing was saved.",
    )
    LONG = (
        413,
        "cuerpo-grande",
        "Lo que se envió es demasiado grande, o para enviarlo hay que entrar antes. Nada se guardó.",
        "What was sent is too large, or needs an account that is signed in. Nothing was saved.",
    )
    BUSY = (
        503,
        "ocupado",
        "El servidor está ocupado. Nada se guardó: inténtelo otra vez en unos segundos.",
        "The server is busy. Nothing was saved: try again in a few seconds.",
    )
    INTERRUPTED = (
        503,
        "interrumpido",
        "El servidor se interrumpió mientras respondía. Mire si quedó guardado, y vuelva a intentar en unos segundos.",
        "The server was interrupted while it answered. See whether it was saved, and try again in a few seconds.",
    )


def refuse(exchange: Exchange, environ: Environ, why: Refused) -> None:
    status, code, spanish, english = why.value
    if environ["PATH_INFO"].startswith(API):
        kind, body = "application/json", json.dumps({"code": code, "message": spanish, "article": None})
    else:
        kind, body = "text/plain; charset=utf-8", f"{spanish}\n{english}\n"
    headers = [*HEADERS, ("Content-Type", kind)]
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append(("Retry-After", str(AGAIN_SECONDS)))
    exchange.response_bytes(status, headers, body.encode())
