"""The signatures of a PDF that somebody brings, looked at in a process that cannot take more than its share."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings

from brackets.confined import answer_of
from brackets.turns import STRANGERS

LARGEST: Final = 10 * 1024 * 1024
SECONDS: Final = 30
BUSY: Final = "ocupado"
TOO_HARD: Final = "demasiado"


@dataclass(frozen=True, slots=True)
class SignatureFound:
    """One signature. `intact`: what it covers is as it was signed. `fits`: nothing but signatures came after it.

    `whole`: it covers all of the file. `end`: where what it covers ends. `trusted` is None where nobody said whom to trust.
    `share`: how much of a page it may cover where it is seen, from 0 to 1.
    """

    name: str
    issuer: str
    fingerprint: str
    at: datetime | None
    reason: str
    end: int
    share: float
    intact: bool
    whole: bool
    fits: bool
    trusted: bool | None


@dataclass(frozen=True, slots=True)
class Examined:
    """The signatures in the order in which they were added; `problem` where the file cannot be read, in one word.

    `beside`: something else than these is laid over a page.
    """

    signatures: tuple[SignatureFound, ...] = ()
    problem: str = ""
    beside: bool = False


def examination(data: bytes, *, known: bool = False) -> Examined:
    """Look at all signatures of a file; see `apart` for the problems BUSY and TOO_HARD."""
    told = apart("examine", data, settings.TRUST_ROOTS, known=known)
    return Examined(tuple(map(_found, told.get("signatures", ()))), told["problem"], told.get("beside", False))


def apart(module: str, data: bytes, *given: str, known: bool = False) -> dict[str, Any]:
    """What a module beside this one answers on a file; one file at a time, for half a minute within `limits`.

    The `problem` is BUSY where no turn comes within a second, and at once where four others wait: anybody may ask. Whoever is `known`
    here waits for ten seconds, however many strangers there are. It is TOO_HARD where the process came to no end.
    """
    with STRANGERS.one(known=known) as turn:
        return _answer(module, data, given) if turn else {"problem": BUSY}


def _answer(module: str, data: bytes, given: tuple[str, ...]) -> dict[str, Any]:
    try:
        answer = answer_of(f"referee.selectors.sealed.{module}", data, *given, seconds=SECONDS)
    except TimeoutError:
        answer = None
    if answer is None:
        return {"problem": TOO_HARD}
    told: dict[str, Any] = json.loads(answer)
    return told


def _found(told: dict[str, Any]) -> SignatureFound:
    at = told.pop("at")
    return SignatureFound(**told, at=datetime.fromisoformat(at) if at else None)
