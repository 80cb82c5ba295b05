"""Where the public seed of a draw comes from: named in its commitment, and proved by what its acta has of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

DICE: Final = "dados"
SOURCES: Final[Mapping[str, str]] = {DICE: "Dados, o el número de una lotería, ante dos testigos"}
WITNESSES: Final = 2


class Unproved(ValueError):
    """The proof is not one of its source, in a sentence for people."""


def source_data(kind: str) -> dict[str, Any]:
    """A source as commitments and actas name it."""
    return {"tipo": kind}


def dice_proof(text: str, witnesses: Sequence[str]) -> dict[str, Any]:
    """The proof of a seed that fell in public: as it was typed, and the two who saw it."""
    return {"texto": text, "testigos": list(witnesses)}


def public_seed_of(source: Mapping[str, Any], proof: Mapping[str, Any]) -> str:
    """The public seed that follows from the proof of its source; Unproved where it is none.

    >>> public_seed_of(source_data(DICE), dice_proof("6 4 1", ("Rosa Luna", "Luz Sol")))
    '6 4 1'
    """
    if source["tipo"] != DICE:
        raise Unproved(f"No se conoce una semilla pública de «{source['tipo']}».")
    text, witnesses = str(proof["texto"]), [str(each).strip() for each in proof["testigos"]]
    if not text:
        raise Unproved("Falta lo que salió.")
    if len({each.casefold() for each in witnesses if each}) != WITNESSES or len(witnesses) != WITNESSES:
        raise Unproved("Hacen falta los nombres de dos testigos distintos.")
    return text
