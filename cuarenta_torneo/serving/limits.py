"""How much of a body is read, and for how long: decided before any of it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

KIB: Final = 1024
MIB: Final = 1024 * KIB
FORM: Final = 128 * KIB
"""Bytes of a form without files. A file, or a text as long as one, comes in parts that cost as much as copying them."""
ENCODED: Final = "application/x-www-form-urlencoded"
READS: Final = frozenset(("GET", "HEAD", "OPTIONS"))
API: Final = "/api/"
API_BODY: Final = 64 * KIB
"""Of one byte less than a tablet's body may have: the API says itself what is too long by a little."""
FILE: Final = 10 * MIB + 256 * KIB
"""The largest file that anyone may hand in, a signed PDF, with the form around it."""
CHAMPIONSHIP: Final = 257 * MIB
CHAMPIONSHIPS: Final = "/importar/"
"""Where a whole championship is handed in, by who is signed in."""
PATIENCE_SECONDS: Final = 10
SLOWEST: Final = 64 * KIB
"""Bytes a second of what is longer: a telephone's worst network."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """At most so many bytes of a body; `account`: only of who is signed in."""

    size: int
    account: bool = False


_API, _FORM, _FILE = Allowance(API_BODY + 1), Allowance(FORM), Allowance(FILE)
_CHAMPIONSHIP = Allowance(CHAMPIONSHIP, account=True)


def allowance(environ: Mapping[str, Any]) -> Allowance:
    """What this request may send, by its address and its type."""
    path = environ["PATH_INFO"]
    if path.startswith(API):
        return _API
    if ENCODED in environ.get("CONTENT_TYPE", "").lower():
        return _FORM
    if path == CHAMPIONSHIPS:
        return _CHAMPIONSHIP
    return _FILE


def announced(environ: Mapping[str, Any]) -> int | None:
    """Bytes by `Content-Length`; None where it says none or no number."""
    said = environ.get("CONTENT_LENGTH") or ""
    return int(said[:20]) if said.isdecimal() and said.isascii() else None


def may_come(environ: Mapping[str, Any]) -> bool:
    """Whether a body may come that does not say how long it is: under HTTP/2 nothing but its end tells."""
    if "HTTP_TRANSFER_ENCODING" in environ or environ.get("CONTENT_LENGTH"):
        return True
    return environ["SERVER_PROTOCOL"] == "HTTP/2" and environ["REQUEST_METHOD"] not in READS


def patience(size: int) -> float:
    """Seconds until a body of so many bytes must have come."""
    return PATIENCE_SECONDS + size / SLOWEST
