"""What the Planilla tells in words: sanctions, protests, suspensions, corrections, rulings, the result."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from referee.rules import (
    Adjudica,
    Ajusta,
    Anula,
    Exit,
    FueraDeTurno,
    JuegoYVeo,
    Jugada,
    LedgerRow,
    MalPedido,
    MalReparto,
    MesaState,
    Reanudacion,
    Recuento,
    Reparte,
    RepiteData,
    Suspension,
    outcome,
    word_label,
)
from referee.rules.parameters import value_text
from referee.selectors.planilla.names import Names
from referee.selectors.planilla.sheet import Hour, Note

SANCTIONS: Final = (MalReparto, MalPedido, FueraDeTurno, JuegoYVeo, Exit, Recuento, Reparte)
RULINGS: Final = (Ajusta, Adjudica, RepiteData)
WORDS: Final = ("cero", "una", "dos", "tres")
UNDECIDED: Final = {
    "por-sortear": "La mesa no ha empezado: falta sortear la data.",
    "en-juego": "La mesa está en juego.",
    "por-proclamar": "La mesa está en juego: falta proclamar la chica.",
    "suspendida": "La mesa está suspendida.",
}

Hours = Mapping[int, Hour]
Measures = Mapping[int, Sequence[tuple[str, str]]]
"""By the number of its suspension, each measure: the hour and what was decided."""
NO_MEASURES: Final[Measures] = MappingProxyType({})


def sanctions_of(state: MesaState, rows: Sequence[LedgerRow], names: Names) -> tuple[Note, ...]:
    """Misdeals, false claims and protests that count (P8, P9), departures and dismissals from the table, deals out of turn, and recounts."""
    return tuple(
        Note(row.number, _place(row), sanction_told(state, rows, row, names), row.article, row.points)
        for row in rows
        if row.effective and isinstance(row.jugada, SANCTIONS)
    )


def suspensions_of(rows: Sequence[LedgerRow], hours: Hours, measures: Measures = NO_MEASURES) -> tuple[Note, ...]:
    """Each suspension with its cause and hour, what was decided while it stood, and the hour of its end (P14)."""
    notes = []
    for index, row in enumerate(rows):
        if row.effective and isinstance(row.jugada, Suspension):
            later = (r for r in rows[index:] if r.effective and isinstance(r.jugada, Reanudacion))
            end = next(later, None)
            told = f"Se reanuda {hours[end.number].sentence}." if end else "No se ha reanudado."
            decided = "".join(f"Medida ({at}): {text.rstrip('.')}. " for at, text in measures.get(row.number, ()))
            text = f"Suspensión: «{row.jugada.reason}». {decided}{told}"
            notes.append(Note(row.number, _place(row), text, row.article, None, hours[row.number]))
    return tuple(notes)


def corrections_of(rows: Sequence[LedgerRow], names: Names, hours: Hours) -> tuple[Note, ...]:
    """Every annulment, those that were themselves annulled too."""
    by_number = {row.number: row for row in rows}
    notes = []
    for row in rows:
        if isinstance(row.jugada, Anula):
            target = by_number[row.jugada.number]
            text = f"Anula la jugada {target.number} ({described(target, names)})"
            text += f": «{row.jugada.reason}»." if row.jugada.reason else "."
            if row.annulled_by:
                text += f" Sin efecto por la {row.annulled_by}."
            notes.append(Note(row.number, _place(row), text, "", None, hours[row.number]))
    return tuple(notes)


def rulings_of(rows: Sequence[LedgerRow], names: Names) -> tuple[Note, ...]:
    """What carries out a decision of the Director (P16, P17)."""
    notes = []
    for row in rows:
        if row.effective and isinstance(row.jugada, RULINGS):
            text = f"{_to(row.label, row.jugada, names)}: «{row.jugada.reason}»."
            notes.append(Note(row.number, _place(row), text, row.article, row.points))
    return tuple(notes)


def described(row: LedgerRow, names: Names) -> str:
    """A jugada in a few words with whose it is: `Caída, A2 Ángel Güilcapi`."""
    subject = getattr(row.jugada, "subject", "")
    return f"{row.label}, {names.subject(subject)}" if subject else row.label


def result_of(state: MesaState, names: Names, estado: str) -> str:
    """How the mesa ended, as the Juez proclaims it, or how it stands (P10, P11)."""
    ended = outcome(state)
    if ended is None:
        return UNDECIDED[estado]
    chicas = state.position.chicas
    scores = ", ".join(f"{a}–{b}" for a, b in (chica.points for chica in chicas))
    lost = sum(chica.winner != ended.winner for chica in chicas)
    won, of_rival = len(chicas) - lost, names.of("B" if ended.winner == "A" else "A")
    how = {
        "chicas": f"por {WORDS[won]} {'chica' if won == 1 else 'chicas'} a {WORDS[lost]}",
        "zapateria": "por zapatería",
        "abandono": f"por abandono {of_rival}",
        "descalificacion": f"por descalificación {of_rival}",
        "mal-reparto": f"por mal reparto {of_rival}",
        "fallo": "por fallo del Director del Campeonato",
    }[ended.reason]
    return f"Gana la mesa {names.titled(ended.winner)}, {how}" + (f" ({scores})." if scores else ".")


def _place(row: LedgerRow) -> str:
    return f"Chica {row.chica}, data {row.data}" if row.data else "Sorteo"


def sanction_told(state: MesaState, rows: Sequence[LedgerRow], row: LedgerRow, names: Names) -> str:
    """A row of one of the `SANCTIONS`, as a Planilla says it; TypeError for any other."""
    match row.jugada:
        case MalReparto():
            told = _misdeal(state, rows, row, names)
        case JuegoYVeo(subject=caller, upheld=upheld, number=number):
            rules = state.reglamento
            told = _protest(rows, names, caller, number, upheld=upheld, taken=rules.wrong_lift_takes_back)
            told = f"{word_label(rules, row.jugada.word)} {told}"
        case MalPedido(subject=subject) | FueraDeTurno(subject=subject):
            told = f"{word_label(state.reglamento, row.jugada.word)} {names.of(subject)}."
        case Exit(subject=subject, reason=reason):
            told = f"{row.label} {names.of(subject)}: «{reason}»."
        case Recuento() | Reparte():
            told = f"{row.label}."
        case _:
            raise TypeError(row.jugada.word)
    unpaid = max(row.unpaid)
    return f"{told} No se pudieron restar {unpaid} puntos: no los tenía." if unpaid else told


def _misdeal(state: MesaState, rows: Sequence[LedgerRow], row: LedgerRow, names: Names) -> str:
    offender = row.dealer or "A1"
    later = (r.dealer for r in rows if r.number > row.number and r.dealer and r.effective)
    following = next(later, state.position.dealer)
    told = f"Mal reparto de {names.player(offender)}, {names.pareja(offender)}: "
    if (lost := state.reglamento.misdeal_offender_loses) != "nada":
        return f"{told}pierde {value_text('misdeal.offender_loses', lost)}."
    told += "la data se anula"
    return f"{told} y reparte {names.player(following)}." if following else f"{told}."


def _protest(
    rows: Sequence[LedgerRow], names: Names, caller: str, number: int | None, *, upheld: bool, taken: bool
) -> str:
    play = next((f" (jugada {r.number}: {described(r, names)})" for r in rows if r.number == number), "")
    told = f"{names.of(caller)} contra {names.rival(caller)}{play}"
    if not upheld:
        return f"{told}: no procede."
    return f"{told}: procede" + (" y se le quitan los puntos de esa jugada." if number and taken else ".")


def _to(label: str, jugada: Jugada, names: Names) -> str:
    subject = getattr(jugada, "subject", "")
    return f"{label}, {names.pareja(subject)}" if subject else label
