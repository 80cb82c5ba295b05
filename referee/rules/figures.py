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
    words = Counter(
        (side_of(entry.jugada.subject), entry.jugada.word)
        for entry in entries
        if isinstance(entry.jugada, Levante | Ronda)
    )
    datas = sum(not data.annulled for data in state.position.datas)
    sides = {name: _side(state, words, side) for side, name in enumerate(SIDES)}
    return {"jugadas": len(entries), "datas": datas, "chicas": len(state.position.chicas), **sides}


def _side(state: MesaState, words: Counter[tuple[int, str]], side: int) -> dict[str, int]:
    chicas = state.position.chicas
    return {
        "puntos": sum(chica.points[side] for chica in chicas),
        "chicas": state.position.won(side),
        "zapaterias": sum(chica.zapateria and chica.winner == SIDES[side] for chica in chicas),
        "caidas": sum(words[side, word] for word in caidas(state.reglamento)),
        "limpias": sum(words[side, word] for word in LIMPIAS),
        "caidas_limpias": words[side, "caida-limpia"],
        "rondas": words[side, "ronda"],
        "dobles": words[side, "doble-ronda"],
    }
