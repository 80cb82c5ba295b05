"""What a mesa has come to, in the shape that `notation.md` fixes, and a result that was kept on paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from referee.rules.errors import RuleViolation
from referee.rules.folding import proclaimed, step
from referee.rules.jugadas import Jugada, MalReparto
from referee.rules.plausibility import Caution
from referee.rules.previewing import as_sides, estado_of, score
from referee.rules.reglamento import Reglamento
from referee.rules.sides import SEATS, SIDES, Pair
from referee.rules.state import Board, ChicaScore, DataStart, MesaState, Outcome, Position, unpaid

NONE_TIED: Final[Mapping[int, str]] = MappingProxyType({})
LATER: Final = (DataStart("", Board(), counted=True), DataStart("", Board()))
"""No paper says in which data a chica was won: with these it was not its first."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A line of a file that the rulebook refused."""

    line: int
    text: str
    violation: RuleViolation

    def as_json(self) -> dict[str, object]:
        """The shape of `rechazadas`."""
        return {
            "linea": self.line,
            "jugada": self.text,
            "codigo": self.violation.code,
            "mensaje": self.violation.message,
            "articulo": self.violation.article,
        }


@dataclass(frozen=True, slots=True)
class Warned:
    """A line of a file that counts and is implausible, and why; it may be confirmed in the file."""

    line: int
    text: str
    caution: Caution
    jugada: Jugada

    def as_json(self) -> dict[str, object]:
        """The shape of `advertencias`."""
        return {
            "linea": self.line,
            "jugada": self.text,
            "codigo": self.caution.code,
            "mensaje": self.caution.message,
            "articulo": self.caution.article,
            "confirmada": getattr(self.jugada, "confirmed", False),
        }


def result(
    state: MesaState, refused: Sequence[Refused] = (), warned: Sequence[Warned] | None = None
) -> dict[str, object]:
    """The JSON object of `arbitrar --json`; the keys and their order are the contract of the notation.

    Without `warned`, as for a mesa in play, there are no `advertencias`.
    """
    p = state.position
    told: dict[str, object] = {
        "reglamento": state.reglamento.key,
        "estado": estado_of(p),
        "marcador": as_sides(score(state, p)),
        "chicas": [
            {**as_sides(chica.points), "ganador": chica.winner, "zapateria": chica.zapateria} for chica in p.chicas
        ],
        "ganadas": as_sides((p.won(0), p.won(1))),
        "data": p.data,
        "reparto": p.reparto,
        "reparte": p.dealer,
        "ganador": p.ended.winner if p.ended else None,
        "motivo": p.ended.reason if p.ended else None,
        "datas": [
            {
                "chica": data.chica,
                "data": data.data,
                "reparte": data.dealer,
                "anulada": data.annulled,
                "cartas": as_sides(data.cards),
                "mesa": data.table,
                "retiradas": data.withdrawn,
            }
            for data in p.datas
        ],
        "impagos": as_sides(unpaid(p)),
        "rechazadas": [line.as_json() for line in refused],
    }
    return told if warned is None else told | {"advertencias": [line.as_json() for line in warned]}


@dataclass(frozen=True, slots=True)
class PaperResult:
    """What the chicas written on paper come to."""

    outcome: Outcome
    chicas: tuple[ChicaScore, ...]


def check_chicas(
    rules: Reglamento, chicas: Sequence[Pair], *, misdealt: str | None = None, tied: Mapping[int, str] = NONE_TIED
) -> PaperResult:
    """Judge the chica scores of a mesa kept on paper, by the same proclamation as a mesa on the tablet.

    `misdealt` is the side that lost the mesa by a misdeal after those chicas; `tied` says who won a chica that a
    protest left at 40–40 (ADR 11). Raises RuleViolation for scores that no mesa can have: nobody at 40, both
    without a winner, an odd score, a chica after the mesa was over, or a mesa that is not over.

    >>> from referee.rules.reglamentos import REGLAMENTOS
    >>> check_chicas(REGLAMENTOS["riobamba"], [(40, 22), (18, 40), (40, 36)]).outcome
    Outcome(winner='A', reason='chicas')
    """
    position = Position(dealer=SEATS[0])
    for number, points in enumerate(chicas, start=1):
        if position.ended is not None:
            message = f"la mesa terminó en la chica {number - 1}: sobra la chica {number}"
            raise RuleViolation("chica-de-mas", message, rules.article("match.chicas_to_win_mesa"))
        closer = _closer(rules, number, points, tied.get(number))
        won = position._replace(points=points, closer=closer, peak=points, earned=points, fresh=True, starts=LATER)
        position = proclaimed(rules, SEATS, won)
    if misdealt is not None:
        position = _misdealt(rules, position, misdealt)
    if position.ended is None:
        message = "con estas chicas la mesa no ha terminado"
        raise RuleViolation("faltan-chicas", message, rules.article("match.chicas_to_win_mesa"))
    return PaperResult(position.ended, position.chicas)


def _misdealt(rules: Reglamento, position: Position, offender: str) -> Position:
    """The mesa as a misdeal of `offender` ends it."""
    article = rules.article("misdeal.offender_loses")
    if position.ended is not None:
        raise RuleViolation(
            "mesa-terminada", "con estas chicas la mesa ya había terminado: nadie más repartió", article
        )
    ended = step(rules, SEATS, position._replace(dealer=f"{offender}1"), 1, MalReparto())
    if ended.ended is None:
        raise RuleViolation("no-existe-en-reglamento", "aquí un mal reparto no hace perder la mesa", article)
    return ended


def _closer(rules: Reglamento, number: int, points: Pair, winner: str | None) -> int:
    target = rules.match_target_points
    if any(p < 0 or p > target or p % rules.match_points_step for p in points):
        message = f"chica {number}: cada puntaje es par, de 0 a {target}"
        raise RuleViolation("puntaje-imposible", message, rules.article("match.points_step"))
    if points == (target, target):
        if winner is None:
            message = f"chica {number}: si por una protesta los dos quedaron con {target}, diga quién la ganó"
            raise RuleViolation("chica-sin-ganador", message, rules.article("match.target_points"))
        return SIDES.index(winner)
    if target not in points:
        message = f"chica {number}: quien la gana llega a {target}"
        raise RuleViolation("chica-sin-ganador", message, rules.article("match.target_points"))
    return 0 if points[0] == target else 1
