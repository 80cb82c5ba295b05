"""The score sheet of a mesa as text, for people: one line a jugada, then the result."""

from collections.abc import Sequence

from referee.rules.ledger import LedgerRow, ledger
from referee.rules.previewing import estado_of, score
from referee.rules.reglamento import Reglamento, cite
from referee.rules.results import Refused, Warned
from referee.rules.sides import Pair
from referee.rules.state import MesaState, Outcome

REASONS = {
    "chicas": "por las chicas ganadas",
    "zapateria": "por zapatería",
    "abandono": "por abandono del rival",
    "descalificacion": "por descalificación del rival",
    "mal-reparto": "por mal reparto del rival",
    "fallo": "por fallo del Director",
}


CHICAS = {1: "por ganar la chica", 2: "por dos chicas"}


def reason_of(rules: Reglamento, ended: Outcome) -> str:
    """Why the mesa ended, as it is read after the name of the pareja that won it."""
    if ended.reason == "chicas":
        return CHICAS.get(rules.match_chicas_to_win_mesa, REASONS["chicas"])
    return REASONS[ended.reason]


def score_sheet(state: MesaState, refused: Sequence[Refused] = (), warned: Sequence[Warned] = ()) -> str:
    """The whole sheet, ending with a line break."""
    rules = state.reglamento
    lines = [f"Reglamento {rules.name} (versión {rules.version})"]
    lines += [f"  ajuste {key}: {value}" for key, value in rules.chosen.items()]
    lines.append(f"Turno: {' → '.join(state.seats)}")
    lines.append("")
    lines += [_row(row) for row in ledger(state)]
    lines.append("")
    lines += [
        f"Chica {number}: A {chica.points[0]} – B {chica.points[1]}, gana {chica.winner}"
        + (" (zapatería)" if chica.zapateria else "")
        for number, chica in enumerate(state.position.chicas, start=1)
    ]
    lines.append(_verdict(state))
    lines += [
        f"Línea {line.line} rechazada: «{line.text}»: {line.violation.message}"
        + (f" ({cite(line.violation.article)})" if line.violation.article else "")
        for line in refused
    ]
    lines += [
        f"Línea {line.line}, «{line.text}», ¿es correcta? {line.caution.message}"
        + (f" ({cite(line.caution.article)})" if line.caution.article else "")
        for line in warned
        if not getattr(line.jugada, "confirmed", False)
    ]
    return "\n".join(lines) + "\n"


def _row(row: LedgerRow) -> str:
    who = getattr(row.jugada, "subject", "") or ""
    mark = f"  [anulada por la {row.annulled_by}]" if row.annulled_by else ""
    where = f"ch{row.chica} d{row.data} r{row.reparto}" if row.data else "sorteo"
    return (
        f"{row.number:>4}  {where:<10} {who:<3} {row.label:<42.42} {_points(row.points):<14} "
        f"A {row.score[0]:>2}  B {row.score[1]:>2}{mark}"
    ).rstrip()


def _points(points: Pair) -> str:
    return " ".join(f"{side} {n:+d}" for side, n in zip("AB", points, strict=True) if n)


def _verdict(state: MesaState) -> str:
    ended = state.position.ended
    if ended:
        return f"Gana la mesa {ended.winner} {reason_of(state.reglamento, ended)}."
    a, b = score(state, state.position)
    words = {
        "por-sortear": "Falta sortear la data.",
        "en-juego": f"En juego: A {a} – B {b}.",
        "por-proclamar": f"Chica por proclamar: A {a} – B {b}.",
        "suspendida": f"Mesa suspendida: A {a} – B {b}.",
    }
    return words[estado_of(state.position)]
