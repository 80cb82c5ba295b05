"""What statistics count of a mesa, once it has ended."""

from collections import Counter
from typing import Final

from referee.rules.awards import caidas
from referee.rules.history import effective
from referee.rules.jugadas import Levante, Ronda
from referee.rules.sides import SIDES, side_of
from referee.rules.state import MesaState

LIMPIAS: Final = ("limpia", "caida-limpia")


def figures(state: MesaState) -> dict[str, object]:
    """How long the mesa was, and by side what it did; annulled jugadas count for nothing.

    `caidas` are all caídas and `limpias` all limpias, whatever else each was: a `caida-limpia` is in both, and the fourth of four
    in a row is one caída, and so is one that was remembered as a caída en ronda, as where caídas break a tie. Of a data that was annulled what was done in it stays done.
    """
    entries = effective(state.entries)
    words = _words(state)
    datas = sum(not data.annulled for data in state.position.datas)
    sides = {name: _side(state, words, side) for side, name in enumerate(SIDES)}
    return {"jugadas": len(entries), "datas": datas, "chicas": len(state.position.chicas), **sides}


def caidas_made(state: MesaState) -> tuple[int, int]:
    """How many caídas each side made, A's first, as `figures` counts them."""
    words = _words(state)
    return _caidas(state, words, 0), _caidas(state, words, 1)


def _words(state: MesaState) -> Counter[tuple[int, str]]:
    """How many levantes and rondas of each word each side has that were not annulled."""
    own = (entry.jugada for entry in effective(state.entries) if isinstance(entry.jugada, Levante | Ronda))
    return Counter((side_of(jugada.subject), jugada.word) for jugada in own)


def _caidas(state: MesaState, words: Counter[tuple[int, str]], side: int) -> int:
    return sum(words[side, word] for word in caidas(state.reglamento))


def _side(state: MesaState, words: Counter[tuple[int, str]], side: int) -> dict[str, int]:
    chicas = state.position.chicas
    return {
        "puntos": sum(chica.points[side] for chica in chicas),
        "chicas": state.position.won(side),
        "zapaterias": sum(chica.zapateria and chica.winner == SIDES[side] for chica in chicas),
        "caidas": _caidas(state, words, side),
        "limpias": sum(words[side, word] for word in LIMPIAS),
        "caidas_limpias": words[side, "caida-limpia"],
        "rondas": words[side, "ronda"],
        "dobles": words[side, "doble-ronda"],
    }
