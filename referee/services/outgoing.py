"""What this installation asks others: bounded in bytes and in seconds, and never led elsewhere."""

from time import monotonic
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

PATIENCE: Final = 10  # seconds, from the asking to the last byte
LARGEST: Final = 256 * 1024
PIECE: Final = 4096
NOT_FOUND: Final = 404
UNKNOWN: Final = (
    "la firma no se recibió: su Director todavía no anotó la clave que muestra «manage.py cofirmar --clave», o allí ya no "
    "hay ese punto de control"
)


class _NoRedirects(HTTPRedirectHandler):
    """A person named one server: an answer that leads to another is an error."""

    def redirect_request(self, *_told: Any) -> None:
        return None


_OPENER: Final = build_opener(_NoRedirects)


def http_ask(address: str) -> bytes | None:
    """What is at this address now, past the caches on the way that heed it; None where nothing is. Raises OSError."""
    try:
        return _answered(Request(address, headers={"Cache-Control": "no-cache"}))  # noqa: S310 (http or https: `cosigning.place_of`)
    except HTTPError as refused:
        if refused.code == NOT_FOUND:
            return None
        raise


def http_send(address: str, body: bytes) -> None:
    """Send JSON there. Raises OSError where it was not taken."""
    try:
        _answered(Request(address, data=body, headers={"Content-Type": "application/json"}, method="POST"))  # noqa: S310 (the same)
    except HTTPError as refused:
        if refused.code == NOT_FOUND:
            raise OSError(UNKNOWN) from refused
        raise


def _answered(asked: Request) -> bytes:
    """A socket's own timeout begins anew with each byte, so the hour is looked at between them."""
    until, told = monotonic() + PATIENCE, b""
    try:
        with _OPENER.open(asked, timeout=PATIENCE) as answer:
            while piece := answer.read1(PIECE):
                told += piece
                if len(told) > LARGEST:
                    raise OSError(f"more than {LARGEST} bytes")
                if monotonic() > until:
                    raise TimeoutError
    except HTTPError as refused:
        refused.close()
        raise
    return told
