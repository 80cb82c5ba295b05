"""All draws of a stage made before the one of an acta: their digests, and the list checked from the acta alone."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from brackets.draw.entries import Entry, entry_data
from brackets.draw.plural import counted
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import Terms
from brackets.draw.report import Step

REPLACED: Final = "reemplazado"
UNDONE: Final = "deshecho"
ENDS: Final = (REPLACED, UNDONE)
"""What became of an earlier draw: drawn again while it was there, or gone with the plan or the entrants of its stage."""
MOST_DRAWS: Final = 500


def entrants_digest(entries: Sequence[Entry]) -> str:
    """The SHA-256 of who entered, as actas and commitments have them."""
    return _digest([entry_data(entry) for entry in entries])


def lines_digest(lines: Sequence[int | None]) -> str:
    """The SHA-256 of lines as they were drawn.

    >>> lines_digest((3, None, 8))[:16]  # printf '[3,null,8]' | sha256sum
    '8d1defc5987af61a'
    """
    return _digest(list(lines))


def exchanges_digest(exchanges: Sequence[Mapping[str, Any]]) -> str:
    """The SHA-256 of what was exchanged by hand since: by whom, when and why too.

    >>> exchanges_digest([])[:16]  # printf '[]' | sha256sum
    '4f53cda18c2baa0c'
    """
    return _digest([*exchanges])


def draws_verified(
    acta: Mapping[str, Any], entries: Sequence[Entry], terms_from: Callable[[Mapping[str, Any]], Terms], *, repeat: bool
) -> Iterator[Step]:
    """Check that the list has every earlier draw in its order; `repeat` makes those of the same entrants again."""
    listed, number = acta["sorteos_anteriores"], acta["sorteo"]["numero"]
    if len(listed) > MOST_DRAWS or type(number) is not int:
        raise ValueError(f"{len(listed)} draws before number {number!r}")
    wrong = []
    if [*[each["numero"] for each in listed], number] != [*range(1, len(listed) + 2)]:
        wrong.append(
            f"Es el sorteo {number}: tiene que haber {counted(number - 1, 'anterior', 'anteriores')}, cada uno una vez y en orden."
        )
    hours = [datetime.fromisoformat(each["hecho"]) for each in (*listed, acta["sorteo"])]
    if hours != sorted(hours):
        wrong.append("Las horas de los sorteos no van en orden.")
    wrong += [f"Del sorteo {each['numero']} no se dice qué fue de él." for each in listed if each["fin"] not in ENDS]
    yield Step(f"Se revisó la lista de todos los sorteos de la etapa: {number}.", tuple(wrong))
    same = [each for each in listed if each["inscritas"] == entrants_digest(entries)] if repeat else []
    if same:
        others = tuple(
            f"El sorteo {each['numero']} no es el que sale de su semilla."
            for each in same
            if lines_digest(lines_drawn(terms_from(each), entries, str(each["semilla"]))) != each["lineas"]
        )
        yield Step(f"Se repitieron los sorteos anteriores de las mismas inscripciones: {len(same)}.", others)


def _digest(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
