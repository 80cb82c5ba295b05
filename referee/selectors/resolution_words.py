"""The ruling on an appeal in words: what the Director resolved, and the mesa before and after it (17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from brackets.draw.plural import numbered
from brackets.selectors.wording import said
from referee.models import AppealRuling, Mesa
from referee.rules import Measure, Outcome, RepiteData, parse_jugada, reason_of, reglamento_get

STANDS: Final[Mapping[str, str]] = {
    "por-sortear": "Por sortear",
    "en-juego": "En juego",
    "por-proclamar": "Chica por proclamar",
    "suspendida": "Suspendida",
    "terminada": "Terminada",
}
SAME: Final = "Igual"
CONFIRMED: Final = "La mesa queda como la resolvió el Juez."
NOTHING: Final = "Nada: la mesa queda como la resolvió el Juez."
"""The same where it answers a heading that asks what changed."""
STILL: Final = "El fallo se cumplió, y el marcador y el resultado son los mismos que antes."


@dataclass(frozen=True, slots=True)
class Stood:
    """A mesa as a ruling found it or left it: how it stands, the score, its chicas, and who won it and why."""

    mesa: str
    score: str
    chicas: str
    winner: str

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("La mesa", self.mesa),
            ("Marcador A–B", self.score),
            ("Chicas A–B", self.chicas or "Ninguna"),
            ("Quién gana", self.winner or "Nadie todavía"),
        )


def measure_of(ruling: AppealRuling) -> Measure:
    return Measure(ruling.kind, ruling.side, ruling.points or 0, tuple(ruling.numbers))


def ruling_told(ruling: AppealRuling, mesa: Mesa, players: int) -> str:
    """The resolution as `measure_told` words it; a repeated data by its number."""
    told = measure_told(measure_of(ruling), mesa, players)
    jugadas = (parse_jugada(line) for _, line in ruling.jugadas)
    data = next((jugada.data for jugada in jugadas if isinstance(jugada, RepiteData)), None)
    return told if data is None else told.replace("Se repite la data de", f"Se repite la data {data}, la de")


def measure_told(measure: Measure, mesa: Mesa, players: int) -> str:
    """What is resolved, as one says it, without a full stop; `players` of a pareja."""
    kinds = AppealRuling.Kind
    pareja = mesa.pareja_b if measure.side == "B" else mesa.pareja_a
    whom = f"{said(players, 'a la pareja')} {pareja} ({measure.side})" if measure.side else ""
    one = "punto" if abs(measure.points) == 1 else "puntos"
    numbers = numbered(sorted(set(measure.numbers)) or ("",), "la jugada {}", "las jugadas {}")
    told: Mapping[str, str] = {
        kinds.CONFIRM: "Confirma lo resuelto por el Juez",
        kinds.ADJUST: f"{'Resta' if measure.points < 0 else 'Suma'} {abs(measure.points)} {one} {whom}",
        kinds.ANNUL: f"Anula {numbers}",
        kinds.REPLAY_DATA: f"Se repite la data de {numbers}",
        kinds.REPLAY_CHICA: f"Se repite la chica de {numbers}",
        kinds.REPLAY_MESA: "Se repite la mesa",
        kinds.AWARD_CHICA: f"Adjudica la chica {whom}",
        kinds.AWARD_MESA: f"Adjudica la mesa {whom}",
        kinds.DISQUALIFY: f"Descalifica {whom}",
    }
    return told[measure.kind]


def stood(board: Mapping[str, Any], mesa: Mesa) -> Stood:
    """A board as it was kept."""
    a, b = board["marcador"]
    winner = board["ganador"]
    rules = reglamento_get(mesa.reglamento, mesa.rule_settings)
    return Stood(
        mesa=STANDS[board["estado"]],
        score=f"{a}–{b}",
        chicas="; ".join(f"{one}–{other}, la gana {side}" for one, other, side in board["chicas"]),
        winner=f"Gana {winner}, {reason_of(rules, Outcome(winner, board['motivo']))}" if winner else "",
    )


def changed(before: Stood, after: Stood) -> list[tuple[str, str, str]]:
    """What it was, before and after, each named; empty where the ruling left the mesa as it was."""
    if before == after:
        return []
    pairs = zip(before.facts, after.facts, strict=True)
    return [(name, was, SAME if now == was else now) for (name, was), (_, now) in pairs]


def unchanged_told(ruling: AppealRuling, confirmed: str = CONFIRMED) -> str:
    """Where neither the score nor the result is another; `confirmed` is what stands where the Juez had resolved so."""
    return confirmed if ruling.kind == AppealRuling.Kind.CONFIRM else STILL


def moved_told(moved: Mapping[str, Sequence[Any]]) -> list[str]:
    """What it moved in the bracket, in words."""
    told = []
    if uncalled := moved.get("uncalled"):
        told.append(
            numbered(uncalled, "Ya no está convocada la partida {}.", "Ya no están convocadas las partidas {}.")
        )
    if fallen := moved.get("fallen"):
        told.append(numbered(fallen, "Se deshizo {}.", "Se deshicieron {}."))
    if marked := moved.get("marked"):
        told.append(numbered(marked, "Queda señalada la partida {}.", "Quedan señaladas las partidas {}."))
    return told
