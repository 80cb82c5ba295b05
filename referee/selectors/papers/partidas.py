"""How a partida is told on paper: who meets, when, where, and how it ended."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse

from brackets.hours.play_days import PlayDays
from brackets.models import AT_A_TABLE, UNPLAYED, Fixture, Pareja
from brackets.selectors.announced import under_way
from brackets.selectors.bracket import part_of, within
from brackets.selectors.callups import hour
from brackets.selectors.course import Course, Run
from brackets.selectors.estimated import minute_of
from brackets.selectors.hours import Hours, hours_of
from brackets.selectors.known_hours import Known, estimates_until, hours_known
from brackets.selectors.sheet import PENDING, ended_brief, nobody_told
from brackets.selectors.to_play import OVER, round_hour
from referee.selectors.live.estado import ANNULLED, FINAL, Estados
from referee.selectors.papers.values import Asked, Paragraph, Where

UNTOLD: Final = "Sin hora todavía"
UNTIL: Final = "hasta las"
ABSENT: Final = (Fixture.How.WALKOVER, Fixture.How.DOUBLE_NO_SHOW)


class Slot(NamedTuple):
    """A partida in time. `at` is when it was called or began, else when it is expected, if that is known; `sure` in the first case.

    Of one that is over and that nobody saw begin it is when it `ended`. `table` is the one it has, `likely` the one where
    it is expected while it has none.
    """

    fixture: Fixture
    at: datetime | None
    table: int | None
    sure: bool
    likely: int | None = None
    ended: bool = False

    @property
    def day(self) -> date | None:
        """Without an hour only where the championship has no more than one day."""
        championship = self.fixture.stage.championship
        whole = championship.starts_on if championship.starts_on == championship.ends_on else None
        return championship.play_days.of(self.at) if self.at else whole

    @property
    def hour(self) -> str:
        """`19:40`, `≈ 19:40` where it is only expected, or `hasta las 19:40`."""
        if self.at is None:
            return UNTOLD
        if self.ended:
            return f"{UNTIL} {hour(self.at)}"
        return hour(self.at) if self.sure else f"≈ {hour(self.at)}"

    @property
    def table_told(self) -> str:
        if self.table is not None:
            return str(self.table)
        return f"≈ {self.likely}" if self.likely else "—"


def partidas_asked(asked: Asked) -> QuerySet[Fixture]:
    """The partidas of the stage, the round or the partida that is asked for."""
    where = asked.where
    fixtures = Fixture.objects.filter(stage__championship=asked.championship)
    for field, value in (("stage__number", where.stage), ("round", where.round), ("pk", where.partida)):
        if value is not None:
            fixtures = fixtures.filter(**{field: value})
    return fixtures


def pareja_told(pareja: Pareja | None, missing: str = PENDING) -> str:
    """`12 · Rosa Luna / Eva Paz`."""
    return f"{pareja.number} · {pareja.title}" if pareja else missing


def sides_told(course: Course, fixture: Fixture) -> tuple[str, str]:
    run = course.run(fixture.stage.number)
    left = run.left[fixture.round, fixture.position] if run else (None, None)
    return (
        pareja_told(fixture.pareja_a, nobody_told(left[0]) if fixture.nobody_a else PENDING),
        pareja_told(fixture.pareja_b, nobody_told(left[1]) if fixture.nobody_b else PENDING),
    )


def chicas_told(course: Course, fixture: Fixture, estados: Estados) -> str:
    """`40–22, 18–40, 40–8 (zapatería)`, A's points first; how it ended where it was not played through.

    Until it is settled it says how it stands, in the word of its board; where it counts for nobody, that; and whether it is marked.
    """
    voided = course.voided.has(fixture)
    estado, chicas = estados.of(fixture, voided=voided), ", ".join(f"{a}–{b}" for a, b in fixture.chicas)
    how = ended_brief(fixture)
    zapateria = "zapatería" if fixture.zapaterias else ""
    unsettled = estado.label.lower() if fixture.how and estado not in (FINAL, ANNULLED) else ""
    void = ANNULLED.label.lower() if voided else ""
    marked = "señalada" if fixture.how and fixture.mark else ""
    aside = ", ".join(filter(None, (how if chicas else "", zapateria, unsettled, void, marked)))
    return f"{chicas or how}{f' ({aside})' if aside else ''}"


def marks_told(fixtures: Iterable[Fixture]) -> list[Paragraph]:
    """What stands beside those of these that have a result, `señalada` in `chicas_told`: below their table."""
    return [Paragraph(f"Partida {each.number}, señalada: {each.mark}") for each in fixtures if each.how and each.mark]


def winner_told(course: Course, fixture: Fixture) -> str:
    """The number of who won it; nobody where it counts for nobody."""
    return str(fixture.winner.number) if fixture.winner and not course.voided.has(fixture) else ""


def place_told(course: Course, fixture: Fixture) -> str:
    """Its round, with the stage where there are several."""
    part = part_of(fixture)
    return within(fixture.stage, part) if len(course.stages) > 1 else part


def is_played(fixture: Fixture) -> bool:
    """Whether it has a final result that somebody had to play for, or not come to."""
    return fixture.status == Fixture.Status.FINAL and fixture.how not in UNPLAYED and fixture.number is not None


def is_passed(fixture: Fixture) -> bool:
    """Whether a partida of the structure, with its number, was passed for want of a rival, or was not needed."""
    passed = fixture.how == Fixture.How.PASS and fixture.winner is not None
    return (passed or fixture.how == Fixture.How.UNNEEDED) and fixture.number is not None


def runs_of(course: Course, where: Where) -> list[Run]:
    """The published stages that are asked for."""
    return [run for run in course.runs if where.stage in (None, run.stage.number)]


def fixtures_asked(course: Course, where: Where) -> list[Fixture]:
    """What is played of them, in order: of one round or one pareja where that is said."""
    return [
        fixture
        for run in runs_of(course, where)
        for fixture in run.fixtures
        if fixture.number is not None
        and where.round in (None, fixture.round)
        and where.partida in (None, fixture.pk)
        and (where.pareja is None or where.pareja in _numbers(fixture))
    ]


@dataclass(frozen=True, slots=True)
class _Opening:
    """The days of which it is known that there is play, none before the first of the championship, each with its `first` hour.

    Those for which a round is planned, and today: from now on, or from the hour planned for it while nobody has begun. Estimates
    run on from now `until` an hour that may be past the end of the day; None while nobody has begun.
    """

    days: PlayDays
    first: Mapping[date, datetime]
    until: datetime | None

    def holds(self, at: datetime) -> bool:
        """Whether there is play at that hour, as far as anybody knows."""
        first = self.first.get(self.days.of(at))
        return (first is not None and at >= first) or (self.until is not None and at < self.until)


def slots_of(course: Course, asked: Asked) -> list[Slot]:
    """Every partida that somebody plays with its hour, the earliest first and what has none last: four queries besides those of the course."""
    day = hours_of(course, asked.championship, now=asked.now)
    expected = day.by_fixture
    opening = _opening(course, asked)
    known = hours_known(course, asked.championship, now=asked.now, day=day) if opening.until else None
    asked_for = fixtures_asked(course, asked.where)
    fixtures = [each for each in asked_for if not each.goes_unplayed]
    slots = [_slot(fixture, expected.get(fixture.pk), opening, known) for fixture in fixtures]
    return sorted(slots, key=lambda slot: (slot.at is None, slot.at or asked.now, slot.fixture.number or 0))


def address(asked: Asked, name: str, *args: object, query: str = "") -> str:
    """The page of the championship that a QR leads to."""
    return asked.base_url + reverse(name, args=(asked.championship.slug, *args)) + query


def _opening(course: Course, asked: Asked) -> _Opening:
    planned = [datetime.fromisoformat(at) for run in course.runs for at in run.stage.planned_hours.values()]
    days = asked.championship.play_days
    first = {days.of(at): at for at in sorted(planned, reverse=True)}
    today, playing = days.of(asked.now), under_way(course, asked.now, days)
    if today not in first or playing:
        first[today] = minute_of(asked.now)
    first = {day: at for day, at in first.items() if day >= asked.championship.starts_on}
    return _Opening(days, first, estimates_until(asked.now, days) if playing else None)


def _slot(fixture: Fixture, expected: Hours | None, opening: _Opening, known: Mapping[int, Known] | None) -> Slot:
    """Its hour is the one that everybody is told once there is play; before, when the public pages tell no estimate, a programme has them all."""
    table = fixture.table.number if fixture.table else None
    began = fixture.called_at or fixture.started_at
    if fixture.status in OVER:
        return Slot(fixture, began or fixture.decided_at, table, sure=True, ended=began is None)
    if fixture.status in AT_A_TABLE:
        return Slot(fixture, began, table, sure=True)
    likely = expected.table if expected else None
    if known is not None:
        told = known.get(fixture.pk)
        return Slot(fixture, told.at if told else None, table, sure=False, likely=likely if told else None)
    at = expected.start.middle if expected else round_hour(fixture)
    if at is None or not opening.holds(at):
        return Slot(fixture, None, table, sure=False)
    return Slot(fixture, at, table, sure=False, likely=likely)


def _numbers(fixture: Fixture) -> Iterable[int]:
    return (pareja.number for pareja in (fixture.pareja_a, fixture.pareja_b) if pareja)
