"""What happened besides the points: sanctions and protests, suspensions, corrections, rulings (P8, P9, P14, P17)."""

from collections.abc import Sequence
from typing import Final

from referee.printing.datas import signed
from referee.printing.flow import Column, Writer, table
from referee.printing.page import ROOM
from referee.selectors.planilla.sheet import Note, PlanillaSheet

PLACED: Final = (Column("N.º", 26, "right"), Column("Chica y data", 66))
SCORED: Final = (Column("Artículo", 58), Column("A", 28, "right"), Column("B", 28, "right"))
COLUMNS: Final = (*PLACED, Column("Qué pasó y qué se resolvió", ROOM - 206), *SCORED)
TIMED: Final = (*PLACED, Column("Qué pasó", ROOM - 142), Column("Hora", 50, "right"))
CLOCKS: Final = (Column("Hora (tablet)", 56, "right"), Column("(servidor)", 56, "right"))
RULINGS: Final = "fallos"
TIMED_TWICE: Final = (*PLACED, Column("Qué pasó", ROOM - 204), *CLOCKS)


def draw_incidents(flow: Writer, sheet: PlanillaSheet) -> None:
    """Draw a table for each kind of note, and say which kinds there were none of, or what a paper says in its own words.

    What is written by hand may be about any kind: nothing is then said not to have been. A ruling that confirms what was played is
    no jugada, and is told with its appeal.
    """
    kinds = (
        ("Sanciones y protestas", sheet.sanctions, "sanciones ni protestas"),
        ("Suspensiones", sheet.suspensions, "suspensiones"),
        ("Correcciones del registro", sheet.corrections, "correcciones"),
        ("Fallos y resoluciones del Director", sheet.rulings, RULINGS),
    )
    for title, notes, _ in kinds:
        if notes:
            flow.title(title, keep=34)
            _notes(flow, notes)
    elsewhere = {RULINGS} if sheet.amends or sheet.appeals else set[str]()
    none = [absent for _, notes, absent in kinds if not notes and absent not in elsewhere]
    words = sheet.written or ([" ".join(f"Sin {absent}." for absent in none)] if none else [])
    if words:
        flow.title("Otras incidencias" if len(none) < len(kinds) else "Incidencias", keep=14)
    for paragraph in words:
        flow.paragraph(paragraph)


def _notes(flow: Writer, notes: Sequence[Note]) -> None:
    if any(note.points is not None for note in notes):
        table(flow, COLUMNS, [(str(n.number), n.place, n.text, n.article, *_points(n)) for n in notes])
    else:
        both = any(note.at and note.at.tablet for note in notes)
        rows = [(str(n.number), n.place, n.text, *(n.at.shown if n.at else ("", ""))) for n in notes]
        table(flow, TIMED_TWICE if both else TIMED, rows if both else [(*row[:3], row[4]) for row in rows])


def _points(note: Note) -> tuple[str, str]:
    a, b = note.points or (0, 0)
    return signed(a) if a else "", signed(b) if b else ""
