"""Repeating the draw of an acta that anybody brings or asks for, in a process that cannot take more than its share."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, ClassVar, Final

from django.core.cache import cache

from brackets.confined import answer_of
from brackets.draw.report import Report, Step
from brackets.selectors.acta_text import NoActa
from brackets.turns import STRANGERS

CPU_SECONDS: Final = 10
"""Twice what sixteen Swiss rounds of a thousand parejas take, four of which are matched as a whole."""
SECONDS: Final = 30
KEPT_FOR: Final = 60
"""Seconds that a published draw, once repeated, is not repeated again: all who are there may ask at once."""


class ActaUnread(Exception):
    """The draw was not repeated to its end, which the sentence tells why; nothing is said against the file. `http_status` for the page."""

    http_status: ClassVar[int] = 422


class ActaBusy(ActaUnread):
    """No turn came to repeat it, or none of the processor: the same may be asked again."""

    http_status: ClassVar[int] = 503

    def __init__(self) -> None:
        super().__init__("Se están verificando muchos archivos a la vez. Vuelva a intentarlo en un momento.")


def acta_checked(raw: bytes, *, known: bool = False) -> Report:
    """What `verify` reports on this file, which may be a PDF; NoActa where it is none.

    ActaBusy where no turn comes within a second, and at once where four others wait; whoever is `known` here waits for ten seconds. ActaUnread
    where it takes more than its share.
    """
    with _turn(known=known):
        return _answer(raw, "")


def draw_checked(acta: Mapping[str, Any], published: str, *, known: bool = False) -> Report:
    """The same of a published draw of this site, whose report is kept for a minute."""
    raw = json.dumps(acta).encode()
    key = f"sorteo-repetido:{sha256(raw).hexdigest()}:{published}"
    told: Report | None = cache.get(key)
    if told is None:
        with _turn(known=known):
            told = cache.get(key) or _answer(raw, published)
            cache.set(key, told, KEPT_FOR)
    return told


@contextmanager
def _turn(*, known: bool) -> Iterator[None]:
    with STRANGERS.one(known=known) as given:
        if not given:
            raise ActaBusy
        yield


def _answer(raw: bytes, published: str) -> Report:
    try:
        answer = answer_of("brackets.selectors.acta_apart", raw, str(CPU_SECONDS), published, seconds=SECONDS)
    except TimeoutError as error:
        raise ActaBusy from error
    if answer is None:
        raise ActaUnread(
            "Repetir este sorteo pide más trabajo del que esta página da a un archivo: no se terminó. "
            "Compruébelo en otra computadora con «manage.py verificar_sorteo»."
        )
    told = json.loads(answer)
    if "refused" in told:
        raise NoActa(told["refused"])
    return Report(tuple(Step(what, tuple(differs)) for what, differs in told["steps"]))
