"""Where the public seed of a draw comes from: named in its commitment, and proved by what its acta has of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from brackets.draw.shares import MINUTES, SharesWrong, shares_seed

DICE: Final = "dados"
SHARES: Final = "aportes"
SOURCES: Final[Mapping[str, str]] = {
    DICE: "Dados, o el número de una lotería, ante dos testigos",
    SHARES: "Aportes que quienes juegan prometen y después muestran",
}
OFFERED: Final[Mapping[str, str]] = SOURCES
"""Those that the pages of this site can bring about; shares only where parejas have private pages (`selectors.shares`)."""
WITNESSES: Final = 2


class Unproved(ValueError):
    """The proof is not one of its source, in a sentence for people."""


def source_data(kind: str) -> dict[str, Any]:
    """A source as commitments and actas name it."""
    return {"tipo": kind}


def shares_source(least: int, closes: str) -> dict[str, Any]:
    """Shares of the parejas as commitments and actas name them: how many must be shown at least, until when they are promised
    (`closes`, ISO 8601) unless the promises are closed earlier, and for how many minutes after that no one is left out."""
    return {**source_data(SHARES), "minimo": least, "cierre": closes, "plazo": MINUTES}


def shares_proof(shares: Sequence[Mapping[str, Any]], closed: str) -> dict[str, Any]:
    """The proof of a seed from shares: all that were promised, in order of pareja (`shares.share_data`), and when that ended."""
    return {"aportes": [dict(each) for each in shares], "cerrado": closed}


def dice_proof(text: str, witnesses: Sequence[str]) -> dict[str, Any]:
    """The proof of a seed that fell in public: as it was typed, and the two who saw it."""
    return {"texto": text, "testigos": list(witnesses)}


def public_seed_of(source: Mapping[str, Any], proof: Mapping[str, Any], commitment: str) -> str:
    """The public seed that follows from the proof of its source; Unproved where it is none. `commitment`: SHA-256 of the one that names the source.

    >>> public_seed_of(source_data(DICE), dice_proof("6 4 1", ("Rosa Luna", "Luz Sol")), "c0")
    '6 4 1'
    """
    if source["tipo"] == SHARES:
        try:
            return shares_seed(commitment, proof["aportes"], source["minimo"])
        except SharesWrong as wrong:
            raise Unproved(str(wrong)) from wrong
    if source["tipo"] != DICE:
        raise Unproved(f"No se conoce una semilla pública de «{source['tipo']}».")
    text, witnesses = str(proof["texto"]), [str(each).strip() for each in proof["testigos"]]
    if not text:
        raise Unproved("Falta lo que salió.")
    if len({each.casefold() for each in witnesses if each}) != WITNESSES or len(witnesses) != WITNESSES:
        raise Unproved("Hacen falta los nombres de dos testigos distintos.")
    return text
