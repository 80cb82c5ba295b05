"""The results of a day for the press: a short text to copy, and the table of all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime

from brackets.hours.play_days import ONE
from brackets.models import Fixture
from brackets.selectors.course import Course, Run, course_of
from brackets.selectors.wording import counted, said
from referee.selectors.live import Estados, estados_in
from referee.selectors.papers.hall import day_told
from referee.selectors.papers.partidas import (
    address,
    chicas_told,
    is_played,
    marks_told,
    pareja_told,
    place_told,
    sides_told,
    winner_told,
)
from referee.selectors.papers.values import Asked, Block, Column, Paper, Paragraph, Table, paper
from referee.selectors.zapateros import great_of, zapateros_of


def press_papers(asked: Asked) -> Iterator[Paper]:
    """Of the day asked for, else of the last one on which anything was decided; as things stood when it ended."""
    course = course_of(asked.championship)
    played = sorted(
        (each for each in course.in_order_of_play if is_played(each) and each.decided_at),
        key=lambda each: (each.decided_at or asked.now, each.number or 0),
    )
    days = asked.championship.play_days
    last = days.of(played[-1].decided_at if played and played[-1].decided_at else asked.now)
    day = asked.where.day or last
    of_day = [each for each in played if each.decided_at and days.of(each.decided_at) == day]
    blocks = (
        _told(asked, course, of_day, day) if of_day else [Paragraph(f"Todavía no hay resultados del {day_told(day)}.")]
    )
    url = address(asked, "brackets:championship")
    yield paper(asked, "Resultados del día", blocks, subtitle=day_told(day), url=url, wide=True)


def _told(asked: Asked, course: Course, fixtures: Sequence[Fixture], day: date) -> list[Block]:
    counting = [each for each in fixtures if not course.voided.has(each)]
    absent = sum(each.how in (Fixture.How.WALKOVER, Fixture.How.DOUBLE_NO_SHOW) for each in counting)
    many = len(counting) - absent
    where = f"{asked.championship.place}, {day_told(day)}."
    count = f"En «{asked.championship}» se {'jugó 1 partida' if many == 1 else f'jugaron {many} partidas'}"
    without = f"; {absent} se {'decidió' if absent == 1 else 'decidieron'} por ausencia (W.O.)" if absent else ""
    blocks: list[Block] = [Paragraph(where, strong=True), Paragraph(f"{count}{without}.")]
    blocks += [
        Paragraph(sentence)
        for sentence in (
            *_outcome(asked, _until(course, asked.championship.play_days.start(day + ONE))),
            *_zapateros(asked, course, fixtures),
        )
    ]
    return [*blocks, _table(course, fixtures, estados_in(asked.championship)), *marks_told(fixtures)]


def _until(course: Course, end: datetime) -> Course:
    """The course at the end of the day, of stages published by then. Parejas that have left since are out of it too."""
    runs = (
        replace(run, fixtures=tuple(_before(run, end)))
        for run in course.runs
        if not _is_from(run.stage.published_at, end)
    )
    return replace(course, runs=tuple(runs))


def _before(run: Run, end: datetime) -> Iterator[Fixture]:
    """What was decided by then, and rests on nothing later: a paper may have an earlier hour than what its parejas come from."""
    late: set[tuple[int, int]] = set()
    for planned in run.structure.matches:
        fixture = run.by_key.get(planned.key)
        if {planned.a.of, planned.b.of} & late or (fixture and _is_from(fixture.decided_at, end)):
            late.add(planned.key)
        elif fixture:
            yield fixture


def _is_from(moment: datetime | None, end: datetime) -> bool:
    return moment is not None and moment >= end


def _outcome(asked: Asked, course: Course) -> list[str]:
    if course.champion:
        return [f"{said(asked.players, 'Pareja campeona')}: {pareja_told(course.champion)}."]
    current = course.current
    if current is None:
        return []
    left = len(current.still_in)
    who = said(asked.players, "parejas")
    return [f"En «{current.stage}» siguen en juego {left} {who}."] if left > 1 else []


def _zapateros(asked: Asked, course: Course, fixtures: Sequence[Fixture]) -> list[str]:
    found = zapateros_of(asked.championship, fixtures, course.voided)
    great = great_of(found)
    if great is None:
        return []
    names = "; ".join(dict.fromkeys(f"{pareja_told(each.loser)} ({each.points[0]}–{each.few})" for each in found))
    return [
        f"Zapateros del día: {names}.",
        f"Gran zapatero: {pareja_told(great.loser)}, con {counted(great.few, 'punto', 'puntos')} ante {pareja_told(great.winner)}.",
    ]


def _table(course: Course, fixtures: Sequence[Fixture], estados: Estados) -> Table:
    columns = (
        Column("Partida", align="right"),
        Column("Ronda", 1.4),
        Column("A", 3),
        Column("B", 3),
        Column("Resultado", 1.8),
        Column("Gana", align="right", bold=True),
    )
    rows = tuple(
        (
            str(each.number),
            place_told(course, each),
            *sides_told(course, each),
            chicas_told(course, each, estados),
            winner_told(course, each) or "Nadie",
        )
        for each in fixtures
    )
    return Table(columns, rows, title="Todos los resultados")
