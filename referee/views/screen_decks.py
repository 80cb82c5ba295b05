"""What each kind of screen shows, page by page: as much on one as is read from the back of a hall."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from brackets.draw.sheet_parts import parts
from brackets.models import Championship, Fixture, Stage
from brackets.selectors.access import is_public
from brackets.selectors.announced import day_told
from brackets.selectors.callups import hour
from brackets.selectors.commitments import witnesses_of
from brackets.selectors.course import Course, Run, course_of
from brackets.selectors.draw_lines import Group, groups_of
from brackets.selectors.queue import next_to_call
from brackets.selectors.sheet import NOT_PAIRED, stage_sheet
from brackets.selectors.standings import Share, Table, comparison_of, tables_of
from brackets.selectors.to_play import round_hour
from brackets.views.ceremony import shown_of
from brackets.views.fitting import BOLD, fitted, width_of
from brackets.views.sheet import is_open_part, picture_of, whole_sheet
from brackets.views.sheet_boxes import WALL, cards_by_key
from referee.models import Screen
from referee.selectors.live import LiveMesa, live_of
from referee.selectors.screens.found import revealed_of
from referee.selectors.screens.honours import honours_of
from referee.selectors.screens.table import fixture_at, fixture_shown, fixtures_playing
from referee.views.log_code import log_code
from referee.views.screen_columns import Block, columns_of
from referee.views.table_pages import halves_of, mesa_of

Kind = Screen.Kind
CARDS: Final = 6
DRAWN: Final = (4, 2)
"""Rows and columns of boxes of a bracket."""
LINES: Final = 10
MOST_LINES: Final = 50
"""Who stands lower looks for himself on the page of the standings."""
NEXT: Final = 12
ROOMS: Final = (20.5, 28, 23.5, 19.2)
"""For a name in the standings, in em, beside so many columns of figures; beside none stands how far the pareja came."""
LATEST_REVEALED: Final = 8
HONOURED: Final = 8


@dataclass(frozen=True)
class Wall:
    """What the pages are made from; the course is read once, when the first of them asks."""

    championship: Championship
    now: datetime
    stage_number: int | None = None
    table_number: int | None = None
    fixture_id: int | None = None
    text: str = ""

    @cached_property
    def course(self) -> Course:
        return course_of(self.championship)

    @property
    def run(self) -> Run | None:
        """The stage that was chosen, else the one that is being played."""
        return self.course.run(self.stage_number) if self.stage_number else self.course.current


@dataclass(frozen=True, slots=True)
class Deck:
    """`pages` are shown one at a time by `template`; where there are none, `nothing` says why. `note` stands beside the title."""

    title: str
    template: str
    pages: Sequence[Any]
    nothing: str = ""
    note: str = ""
    make: Callable[[Any], Mapping[str, Any]] = field(default=lambda page: {"page": page})


def cover(wall: Wall) -> Deck:
    code = log_code(wall.championship) if is_public(wall.championship) else ""
    return Deck("", "cover", ("",), make=lambda page: {"log_code": code})


def message(wall: Wall) -> Deck:
    return Deck("", "message", (wall.text,) if wall.text else (), "Todavía no hay un mensaje.")


def playing(wall: Wall) -> Deck:
    """By table; who waits for signatures is still there."""
    cards = [(mesa, "") for _, mesa in _lives(fixtures_playing(wall.championship))]
    return Deck("Ahora se juega", "partidas", _split(cards, CARDS), "Ahora no se juega ninguna partida.")


def calls(wall: Wall) -> Deck:
    """Who is called, with table; then who will be, in the order in which the desk calls."""
    order = wall.course.in_order_of_play
    called = sorted((each for each in order if each.status == Fixture.Status.CALLED), key=_by_table)
    announced = day_told(wall.course, wall.championship, wall.now)
    following = next_to_call(order)[:NEXT]

    def told(fixture: Fixture) -> str:
        if fixture.status == Fixture.Status.CALLED:
            return f"desde las {hour(fixture.called_at)}" if fixture.called_at else ""
        planned = announced.at(fixture.pk) or round_hour(fixture)
        return f"a las {hour(planned)}" if planned else ""

    at_the_table = {fixture.pk for fixture in called}
    cards = [(fixture.pk in at_the_table, (mesa, told(fixture))) for fixture, mesa in _lives([*called, *following])]
    pages = [("A la mesa", page) for page in _split([card for there, card in cards if there], CARDS)]
    pages += [("Después, en este orden", page) for page in _split([card for there, card in cards if not there], CARDS)]
    return Deck(
        "Próximas llamadas",
        "partidas",
        pages,
        "No queda ninguna partida por llamar.",
        make=lambda page: {"page_note": page[0], "page": page[1]},
    )


def bracket(wall: Wall) -> Deck:
    """A stage drawn, part by part; as long as some are being played, those that have ended are passed over."""
    run = wall.run
    if run is None:
        return Deck("Llave", "bracket", (), "La llave todavía no está publicada.")
    run.stage.championship = wall.championship
    drawn = stage_sheet(run.stage)
    cards = cards_by_key(drawn)
    split = parts(drawn.structure, *DRAWN) or whole_sheet(drawn)
    numbered = list(enumerate(split, start=1))
    pages = [each for each in numbered if is_open_part(drawn, each[1])] or numbered

    def made(page: Any) -> Mapping[str, Any]:
        picture = picture_of(drawn, page[1], page[0], cards, (), WALL)
        return {"picture": picture, "foot": picture.title}

    return Deck("Llave", "bracket", pages if drawn.fixtures else (), NOT_PAIRED, run.stage.name, made)


def series(wall: Wall) -> Deck:
    run = wall.run
    if not wall.stage_number and (run is None or len(run.ranking.groups) < 2):
        run = next((each for each in reversed(wall.course.runs) if len(each.ranking.groups) > 1), None)
    if run is None or len(run.ranking.groups) < 2:
        return Deck("Series", "columns", (), "Este campeonato no tiene series publicadas.")
    tables = tables_of(wall.course, run, Share(range(len(run.ranking.groups)), 1, ()))
    blocks = [Block(table.title, table.lines) for table in tables]
    first = tables[0].criteria[0].label if tables[0].criteria else ""
    return Deck(
        "Series", "columns", columns_of(blocks), note=run.stage.name, make=lambda page: {"page": page, "first": first}
    )


def standings(wall: Wall) -> Deck:
    run = wall.run
    if run is None:
        return Deck("Posiciones", "standings", (), "Todavía no hay posiciones.")
    table = _table_of(wall.course, run)
    criteria = table.criteria[: len(ROOMS) - 1]
    room = ROOMS[len(criteria)]
    lines = [(line, _beside(line.pareja.title, line.note, room)) for line in table.lines[:MOST_LINES]]
    more = len(table.lines) - len(lines)
    return Deck(
        "Posiciones",
        "standings",
        _split(lines, LINES),
        "Todavía no hay posiciones.",
        note=run.stage.name,
        make=lambda page: {"page": page, "criteria": criteria, "more": more, "all": len(table.lines)},
    )


def draw(wall: Wall) -> Deck:
    """One by one as the desk reveals it; all of it once it is published and nothing is being revealed."""
    revealed = revealed_of(wall.championship, wall.stage_number)
    if revealed is not None:
        stage, step = revealed
        entrants = sum(slot is not None for slot in stage.slots)
        if stage.status != Stage.Status.PUBLISHED or step < entrants:
            return Deck("Sorteo", "reveal", (step,), note=stage.name, make=lambda page: _revealed(wall, stage, page))
    run = wall.run
    if run is None:
        return Deck("Sorteo", "columns", (), "El sorteo todavía no está publicado.")
    groups = groups_of(run.stage, wall.course.parejas)
    blocks = [Block(group.title, [line for line in group.lines if line.pareja]) for group in groups]
    return Deck("Sorteo", "columns", columns_of(blocks), note=run.stage.name)


def honours(wall: Wall) -> Deck:
    """From the zapateros up to the champion, one page at a time."""
    found = honours_of(wall.course)
    pages: list[tuple[str, Sequence[Any]]] = [("titulo", ())]
    pages += [("zapateros", page) for page in _split(found.zapateros, HONOURED)]
    if found.champion:
        pages += [("tercero", found.third)] if found.third else []
        pages += [("finalista", found.second)] if found.second else []
        pages += [("campeon", (found.champion,)), ("podio", ())]
    return Deck("Ceremonia", "honours", pages, make=lambda page: {"what": page[0], "who": page[1], "honours": found})


def table(wall: Wall) -> Deck:
    if wall.fixture_id:
        fixture = fixture_shown(wall.championship, wall.fixture_id)
    else:
        fixture = fixture_at(wall.championship, wall.table_number) if wall.table_number else None
    nothing = f"La Mesa {wall.table_number} no tiene ninguna partida." if wall.table_number else "Falta elegir la mesa."
    mesa = mesa_of(fixture) if fixture else None
    pages = ((fixture, mesa),) if fixture and mesa else ()
    return Deck(f"Mesa {wall.table_number or ''}", "table", pages, nothing, make=_mesa)


def overlay(wall: Wall) -> Deck:
    """Where there is nothing to show, an empty page on its ground: it lies over a video that goes on."""
    there = table(wall) if is_public(wall.championship) else None
    pages = there.pages if there else ()
    return Deck("", "overlay", pages or (None,), make=lambda page: _mesa(page) if page else {})


DECKS: Final[Mapping[str, Callable[[Wall], Deck]]] = {
    Kind.COVER: cover,
    Kind.MESSAGE: message,
    Kind.PLAYING: playing,
    Kind.CALLS: calls,
    Kind.BRACKET: bracket,
    Kind.SERIES: series,
    Kind.STANDINGS: standings,
    Kind.DRAW: draw,
    Kind.HONOURS: honours,
    Kind.TABLE: table,
    Kind.OVERLAY: overlay,
}


def _revealed(wall: Wall, stage: Stage, step: int) -> Mapping[str, Any]:
    """What is seen of a draw at this step: nothing that comes after it leaves the server."""
    groups: Sequence[Group] = groups_of(stage, wall.course.parejas)
    seeds = {entrant["number"]: entrant["seed"] for entrant in stage.entrants}
    reveals = sorted((each for group in shown_of(groups, seeds) for each in group.reveals), key=lambda each: each.step)
    seen = reveals[:step]
    return {
        "seed": stage.public_seed,
        "witnesses": witnesses_of(stage),
        "last": seen[-1] if seen else None,
        "seen": list(reversed(seen[:-1]))[:LATEST_REVEALED],
        "step": step,
        "entrants": len(reveals),
    }


def _lives(fixtures: Sequence[Fixture]) -> list[tuple[Fixture, LiveMesa]]:
    """In the order given, as far as the public may know them now: some may have been taken back since they were found."""
    found = live_of([fixture.pk for fixture in fixtures], version=0) if fixtures else {}
    return [(fixture, found[fixture.pk]) for fixture in fixtures if fixture.pk in found]


def _mesa(page: tuple[Fixture, LiveMesa]) -> Mapping[str, Any]:
    fixture, mesa = page
    return {"fixture": fixture, "mesa": mesa, "halves": halves_of(fixture, mesa)}


def _table_of(course: Course, run: Run) -> Table:
    """Several series against one another, else the only table there is."""
    return comparison_of(course, run) or tables_of(course, run, Share(range(1), 1, ()))[0]


def _beside(title: str, note: str, room: float) -> str:
    """The title in what room of a line its note leaves."""
    return fitted(title, size=BOLD, room=room - (width_of(f" ({note})") * BOLD if note else 0))


def _by_table(fixture: Fixture) -> tuple[int, int]:
    return (fixture.table.number if fixture.table else 9999), fixture.number or 0


def _split(rows: Sequence[Any], many: int) -> list[Sequence[Any]]:
    return [rows[at : at + many] for at in range(0, len(rows), many)]
