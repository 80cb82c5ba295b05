"""What hangs in the hall and lies on the tables: who is called where, the schedule, and the cards of the tables."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format

from brackets.models import Fixture
from brackets.selectors.course import Course, course_of
from brackets.selectors.team import jueces_named
from brackets.selectors.to_play import OVER
from brackets.selectors.wording import counted, said
from referee.selectors.live import Estados, estados_in
from referee.selectors.papers.partidas import (
    UNTIL,
    UNTOLD,
    Slot,
    address,
    chicas_told,
    marks_told,
    place_told,
    sides_told,
    slots_of,
    winner_told,
)
from referee.selectors.papers.values import Asked, Block, Card, Cards, Column, Heading, Paper, Paragraph, Table, paper

NOBODY_CALLED: Final = (
    "Todavía no hay a quién convocar: faltan partidas con sus dos lados definidos que no se hayan jugado."
)
NO_HOURS: Final = "Ninguna partida tiene hora ese día todavía: fije la hora de sus rondas en «Horas», o imprima la convocatoria sin día."
NO_DAY: Final = "Sin día todavía"
ORDINAL: Final = ("", "primera", "segunda", "tercera")
EXPECTED: Final = "«≈»: hora y mesa son las previstas con lo que hoy duran las partidas, y pueden moverse."
TO_COME: Final = f"«{UNTOLD}»: la hora se anuncia en la página del campeonato cuando se sabe."
ENDED: Final = f"«{UNTIL}»: a esa hora terminó; cuándo empezó no se anotó."
Days = list[tuple[date | None, list[Slot]]]


def callup_papers(asked: Asked) -> Iterator[Paper]:
    """Who is to be at which table at what hour (3.a): of a round, of a day, or all that is known; for the wall.

    A table for each day. An hour nobody knows is not guessed from that of printing.
    """
    course = course_of(asked.championship)
    callable_ = [slot for slot in slots_of(course, asked) if _is_callable(slot.fixture)]
    days = _by_day(_of_day(callable_, asked.where.day))
    if not days:
        blocks: list[Block] = [Paragraph(NO_HOURS if callable_ else NOBODY_CALLED)]
    else:
        blocks = [_called(course, slots, day_title(day) if len(days) > 1 else "") for day, slots in days]
        blocks += [*_terms(asked, days), Heading("Por número"), _by_number(asked, days)]
    subtitle = _subtitle(course, asked, days)
    url = address(asked, "brackets:championship")
    yield paper(asked, "Convocatoria", blocks, subtitle=subtitle, url=url, wide=True, large=True)


def day_papers(asked: Asked) -> Iterator[Paper]:
    """The partidas of each day of the championship, or of the one asked for."""
    course, estados = course_of(asked.championship), estados_in(asked.championship)
    days = _by_day(_of_day(slots_of(course, asked), asked.where.day))
    for day, slots in days:
        yield _schedule(asked, course, "Horario del día", day_told(day) if day else NO_DAY, slots, estados)
    if not days:
        told = day_told(asked.where.day) if asked.where.day else ""
        yield _schedule(asked, course, "Horario del día", told, (), estados)


def table_papers(asked: Asked) -> Iterator[Paper]:
    """What is played at each table, one sheet for each."""
    course, estados = course_of(asked.championship), estados_in(asked.championship)
    found: defaultdict[int, list[Slot]] = defaultdict(list)
    for slot in _of_day(slots_of(course, asked), asked.where.day):
        if slot.table is not None:
            found[slot.table].append(slot)
    tables = [table.number for table in asked.championship.tables.all() if asked.where.table in (None, table.number)]
    for number in tables:
        told, several = _over_days(asked, found[number])
        subtitle = " · ".join(filter(None, ("Horario de la mesa", told)))
        yield _schedule(asked, course, f"Mesa {number}", subtitle, found[number], estados, day=several, table=False)
    if not tables:
        yield paper(asked, "Horario por mesa", [Paragraph("El salón no tiene mesas todavía. Fíjelas en «Mesas».")])


def juez_papers(asked: Asked) -> Iterator[Paper]:
    """What each Juez keeps, one sheet for each."""
    course, estados = course_of(asked.championship), estados_in(asked.championship)
    found: defaultdict[int, list[Slot]] = defaultdict(list)
    for slot in _of_day(slots_of(course, asked), asked.where.day):
        if slot.fixture.juez_id is not None:
            found[slot.fixture.juez_id].append(slot)
    named = (each for each in jueces_named(asked.championship) if each.is_active or each.pk in found)
    people = [each for each in named if asked.where.juez in (None, each.pk)]
    for each in people:
        told, several = _over_days(asked, found[each.pk])
        subtitle = " · ".join(filter(None, ("Horario del Juez", told)))
        yield _schedule(asked, course, f"Juez: {each}", subtitle, found[each.pk], estados, day=several, juez=False)
    if not people:
        told = "Todavía no hay jueces en este campeonato. Nómbrelos en «Equipo»."
        yield paper(asked, "Horario por Juez", [Paragraph(told)])


def table_card_papers(asked: Asked) -> Iterator[Paper]:
    """A card for the cloth of each table: its number from afar, and the QR that opens on a tablet what is played there."""
    tablet = asked.base_url + reverse("referee:tablet")
    cards = tuple(
        Card(
            big=str(table.number),
            above=str(asked.championship),
            lines=(f"Mesa {table.number}", "Con la cámara de la tablet: lo que se juega aquí."),
            url=f"{tablet}#mesa={table.number}",
        )
        for table in asked.championship.tables.all()
        if asked.where.table in (None, table.number)
    )
    empty = "El salón no tiene mesas todavía. Fíjelas en «Mesas»."
    yield paper(asked, "Tarjetas de mesa", [Cards(cards, empty)])


def day_told(day: date) -> str:
    """`sábado 28 de noviembre de 2026`."""
    return date_format(day, "l j \\d\\e F \\d\\e Y")


def date_told(day: date) -> str:
    """`28 de noviembre de 2026`."""
    return date_format(day, "j \\d\\e F \\d\\e Y")


def day_brief(day: date | None) -> str:
    """`28/11`, in a column."""
    return f"{day:%d/%m}" if day else "—"


def day_title(day: date | None) -> str:
    """The same over a table."""
    told = day_told(day) if day else NO_DAY
    return f"{told[0].upper()}{told[1:]}"


def _of_day(slots: Iterable[Slot], day: date | None) -> list[Slot]:
    return [slot for slot in slots if day is None or slot.day == day]


def _by_day(slots: Iterable[Slot]) -> Days:
    """In the order of the days, what has none last."""
    days: defaultdict[date | None, list[Slot]] = defaultdict(list)
    for slot in slots:
        days[slot.day].append(slot)
    return sorted(days.items(), key=lambda item: (item[0] is None, item[0] or date.min))


def _over_days(asked: Asked, slots: Sequence[Slot]) -> tuple[str, bool]:
    """The one day of all of these, or the one asked for; and whether each line has to say its own."""
    days = {slot.day for slot in slots}
    one = asked.where.day or (next(iter(days)) if len(days) == 1 else None)
    return (day_told(one) if one else "", len(days) > 1)


def _is_callable(fixture: Fixture) -> bool:
    return fixture.status not in OVER and fixture.pareja_a is not None and fixture.pareja_b is not None


def _subtitle(course: Course, asked: Asked, days: Days) -> str:
    where, told = asked.where, []
    run = course.run(where.stage) if where.stage else None
    if run and where.round:
        titles = {each.number: each.name for each in run.rounds}
        told.append(f"{run.stage} · {titles.get(where.round, f'Ronda {where.round}')}")
    elif run:
        told.append(str(run.stage))
    one = where.day or (days[0][0] if len(days) == 1 else None)
    if one or len(days) == 1:
        told.append(day_told(one) if one else NO_DAY)
    return " · ".join(told)


def _called(course: Course, slots: Iterable[Slot], title: str) -> Table:
    columns = (
        Column("Hora", bold=True),
        Column("Mesa", align="right", bold=True),
        Column("A", 3),
        Column("B", 3),
        Column("Juez", 1.6),
        Column("Partida", align="right"),
        Column("Ronda", 1.3),
    )
    rows = tuple(
        (
            slot.hour,
            slot.table_told,
            *sides_told(course, slot.fixture),
            str(slot.fixture.juez or "Por asignar"),
            str(slot.fixture.number),
            place_told(course, slot.fixture),
        )
        for slot in slots
    )
    return Table(columns, rows, title=title)


def _terms(asked: Asked, days: Days) -> list[Block]:
    championship = asked.championship
    waited = (
        f"Se espera {counted(championship.grace_minutes, 'minuto', 'minutos')} desde la {ORDINAL[championship.walkover_call]} llamada; después, la "
        f"ausencia puede declararse W.O. Traiga su documento: {championship.identification}."
    )
    return [Paragraph(waited), *_about_hours([slot for _, slots in days for slot in slots])]


def _about_hours(slots: Sequence[Slot]) -> list[Block]:
    """What the signs in the columns of hours and tables mean, where they stand."""
    expected = any("≈" in slot.hour or "≈" in slot.table_told for slot in slots)
    untold = any(slot.at is None for slot in slots)
    ended = any(slot.ended and slot.at for slot in slots)
    signs = ((expected, EXPECTED), (untold, TO_COME), (ended, ENDED))
    return [Paragraph(told) for stands, told in signs if stands]


def _by_number(asked: Asked, days: Days) -> Table:
    """So that one finds oneself without reading all of it: the next partida of each."""
    found: dict[int, tuple[str, ...]] = {}
    several = len(days) > 1
    for day, slots in days:
        for slot in slots:
            for pareja in (slot.fixture.pareja_a, slot.fixture.pareja_b):
                if pareja:
                    when = (day_brief(day), slot.hour) if several else (slot.hour,)
                    told = (str(pareja.number), pareja.title, *when, slot.table_told, str(slot.fixture.number))
                    found.setdefault(pareja.number, told)
    columns = (
        Column("N.º", align="right", bold=True),
        Column(said(asked.players, "Pareja"), 3),
        *((Column("Día", bold=True),) if several else ()),
        Column("Hora", bold=True),
        Column("Mesa", align="right", bold=True),
        Column("Partida", align="right"),
    )
    return Table(columns, tuple(told for _, told in sorted(found.items())))


def _schedule(
    asked: Asked,
    course: Course,
    title: str,
    subtitle: str,
    slots: Sequence[Slot],
    estados: Estados,
    *,
    day: bool = False,
    table: bool = True,
    juez: bool = True,
) -> Paper:
    """`day`, `table` and `juez`: whether they are told line by line, since it is not the schedule of one of them."""
    columns = [Column("Día", bold=True)] if day else []
    columns += [Column("Hora", bold=True), *([Column("Mesa", align="right", bold=True)] if table else [])]
    columns += [Column("Partida", align="right"), Column("A", 3), Column("B", 3)]
    columns += [Column("Juez", 1.5)] if juez else []
    columns += [Column("Ronda", 1.3), Column("Resultado", 1.5), Column("Gana", align="right")]
    rows = tuple(_line(course, slot, estados, day=day, table=table, juez=juez) for slot in slots)
    empty = "Todavía no hay partidas con hora aquí."
    blocks: list[Block] = [Table(tuple(columns), rows, empty=empty), *_about_hours(slots)]
    blocks += marks_told(slot.fixture for slot in slots)
    url = address(asked, "brackets:championship")
    return paper(asked, title, blocks, subtitle=subtitle, url=url, wide=True)


def _line(course: Course, slot: Slot, estados: Estados, *, day: bool, table: bool, juez: bool) -> tuple[str, ...]:
    fixture = slot.fixture
    return (
        *([day_brief(slot.day)] if day else []),
        slot.hour,
        *([slot.table_told] if table else []),
        str(fixture.number),
        *sides_told(course, fixture),
        *([str(fixture.juez or "Por asignar")] if juez else []),
        place_told(course, fixture),
        chicas_told(course, fixture, estados),
        winner_told(course, fixture),
    )
