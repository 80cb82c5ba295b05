"""Where the convocatoria of a fixture stands: who was called and came, at what hour and by whom it was noted."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime

from brackets.hours.pauses import ends_at
from brackets.hours.play_days import PlayDays
from brackets.models import CallUp, Championship, Fixture, HallStop, Pareja, StageEvent
from brackets.selectors.called import called_at, changes_in
from brackets.selectors.presence import Presence, presence_of
from brackets.selectors.wording import said

Kind = CallUp.Kind
SIDES: Final = ("A", "B")
ABSENCES: Final = (Fixture.How.WALKOVER, Fixture.How.DOUBLE_NO_SHOW)
"""How a partida ends that somebody did not come to."""
CALLS: Final = 3
ORDINALS: Final = ("", "primera", "segunda", "tercera")
COUNTED_FROM: Final = ((1, "la primera llamada"), (2, "la segunda llamada"), (3, "la tercera llamada"))
COUNTED_HELP: Final = "Antes de esa hora nadie puede declarar un W.O.; después lo decide una persona, nunca el reloj."
ARRIVED: Final = "presentes-"
BETWEEN_CALLS: Final = timedelta(minutes=1)
"""No reglamento says how long to wait between calls: within a minute it is a double tap (ours)."""


class Step(NamedTuple):
    """One thing to be done next: its code, and what its button says."""

    code: str
    label: str


def rivals_of(sides: Sequence[Pareja | None]) -> str:
    """How a page says whom it shows as rivals when it sends what was done: both numbers, A first."""
    return "-".join(str(pareja.number) if pareja else "" for pareja in sides)


@dataclass(frozen=True, eq=False)
class Convocatoria:
    """The last one of a fixture, if it is of the two who meet there now: `events` that stand, in order; `noted` also those annulled, and what annulled them.

    `stops` are those of the whole hall, in order, `changes` the substitutions and corrections of its stage. `in_hall` are the
    sides whose players all checked in today, where that was asked (`with_presence`): it notes nobody's arrival at the table.
    """

    fixture: Fixture
    championship: Championship
    noted: tuple[CallUp, ...]
    stops: tuple[HallStop, ...] = ()
    changes: tuple[StageEvent, ...] = ()
    in_hall: frozenset[str] = frozenset()

    @cached_property
    def events(self) -> tuple[CallUp, ...]:
        annulled = {event.annuls_id for event in self.noted}
        return tuple(event for event in self.noted if event.kind != Kind.ANNULLED and event.pk not in annulled)

    @cached_property
    def annulled(self) -> frozenset[int]:
        return frozenset(event.annuls_id for event in self.noted if event.annuls_id)

    @property
    def turn(self) -> int:
        """Which convocatoria of the fixture it is; 0 where these two were not called."""
        return self.noted[0].turn if self.noted else 0

    @cached_property
    def calls(self) -> Mapping[int, CallUp]:
        return {event.number: event for event in self.events if event.kind == Kind.CALL}

    @cached_property
    def is_running(self) -> bool:
        """Whether parejas are awaited by it at this moment."""
        first = self.calls.get(1)
        return self.fixture.status == Fixture.Status.CALLED and first is not None and first.at == self.fixture.called_at

    @cached_property
    def last(self) -> CallUp | None:
        """What can be undone: only ever the last one."""
        return self.events[-1] if self.events else None

    def present(self, side: str) -> frozenset[int]:
        """The places of the players of that side who came."""
        came = [event for event in self.events if event.kind == Kind.PRESENT and event.side == side]
        everybody = frozenset(range(1, self.championship.players_per_pareja + 1))
        if any(event.position is None for event in came):
            return everybody
        return frozenset(event.position for event in came if event.position) & everybody

    def is_complete(self, side: str) -> bool:
        return len(self.present(side)) == self.championship.players_per_pareja

    def is_alone(self, side: str) -> bool:
        """Whether one came and the partner did not."""
        return bool(self.present(side)) and not self.is_complete(side)

    def identified(self, side: str) -> CallUp | None:
        return self._one(Kind.IDENTIFIED, side)

    @property
    def seated(self) -> CallUp | None:
        return self._one(Kind.SEATED)

    @property
    def walkover(self) -> CallUp | None:
        return self._one(Kind.WALKOVER)

    @property
    def absent(self) -> str:
        """The sides that are not complete: whom a W.O. would be declared on."""
        return "".join(side for side in SIDES if not self.is_complete(side))

    @property
    def walkover_from(self) -> datetime | None:
        """From when a person may declare a W.O.; None while the call it is counted from was not made, or the hall stands still.

        Article 3.a says that parejas are called, not how long they are awaited: minutes and call are the championship's. While
        the hall is suspended (16) that time does not run.
        """
        call = self.calls.get(self.championship.walkover_call)
        pauses = [(stop.at, stop.ended_at) for stop in self.stops]
        return ends_at(call.at, timedelta(minutes=self.championship.grace_minutes), pauses) if call else None

    @property
    def stop(self) -> HallStop | None:
        """What keeps the whole hall suspended now: nobody is called and no W.O. declared."""
        return next((stop for stop in self.stops if stop.ended_at is None), None)

    @property
    def put_off(self) -> bool:
        """Whether the hour of the W.O. is a later one because the hall stood still."""
        call, until = self.calls.get(self.championship.walkover_call), self.walkover_from
        return bool(call and until and until > call.at + timedelta(minutes=self.championship.grace_minutes))

    def next_call(self) -> int | None:
        """Which call is next; None after the third."""
        number = len(self.calls) + 1
        return number if number <= CALLS else None

    def call_from(self) -> datetime | None:
        """From when the next call can be made: a minute after the last."""
        return self.calls[len(self.calls)].at + BETWEEN_CALLS if self.calls else None

    def walkover_open(self, now: datetime) -> bool:
        """Whether somebody may decide it now; deciding stays with a person."""
        hour = self.walkover_from
        return self.is_running and self.stop is None and bool(self.absent) and hour is not None and now >= hour

    def step(self, now: datetime) -> Step | None:
        """The one obvious next thing to do, or None where one only waits."""
        if not self.is_running or self.seated:
            return None
        if not self.absent:
            missing = next((side for side in SIDES if not self.identified(side)), None)
            if missing:
                told = said(self.championship.players_per_pareja, "Identificada la {}")
                return Step(f"identificada-{missing}", told.format(self.number_of(missing)))
            return Step("sentadas", said(self.championship.players_per_pareja, "Están sentadas"))
        if self.walkover_open(now):
            return Step("decidir", "Decidir el W.O.")
        if came := "".join(side for side in self.absent if side in self.in_hall):
            numbers = " y ".join(str(self.number_of(side)) for side in came)
            many = "n" if len(came) > 1 else ""
            return Step(f"{ARRIVED}{came}", f"Ya consta{many} en el salón {numbers}: anotar su llegada")
        return self.call_step(now)

    def call_step(self, now: datetime) -> Step | None:
        """The next call, where it can be made."""
        if not self.is_running or not self.absent or self.stop:
            return None
        number, hour = self.next_call(), self.call_from()
        if number and (hour is None or now >= hour):
            return Step(f"llamada-{number}", f"{ORDINALS[number].capitalize()} llamada")
        return None

    def pareja_of(self, side: str) -> Pareja | None:
        return self.fixture.pareja_a if side == "A" else self.fixture.pareja_b if side == "B" else None

    @property
    def rivals(self) -> str:
        """Who meets there, as its buttons send it."""
        return rivals_of((self.fixture.pareja_a, self.fixture.pareja_b))

    def number_of(self, side: str) -> int | None:
        pareja = self.pareja_of(side)
        return pareja.number if pareja else None

    def called(self, side: str, at: datetime | None) -> dict[int, str]:
        """By place, who played for that side at an hour; a substitute who came later is not among them."""
        pareja = self.pareja_of(side)
        return called_at(pareja, self.fixture.stage, self.changes, at) if pareja else {}

    def arrived(self, side: str) -> list[str]:
        """Those of that side who came each by themselves, by their names of then."""
        came = [event for event in self.events if event.kind == Kind.PRESENT and event.side == side and event.position]
        return [self.called(side, event.at).get(event.position or 0, "uno") for event in came]

    @cached_property
    def lines(self) -> list["Line"]:
        """Everything noted, with what it says in words."""
        return [Line(event, self.said(event), event.pk in self.annulled) for event in self.noted]

    def said(self, event: CallUp) -> str:
        """One event as a sentence of the record: numbers and names are those of then, for both may have changed since."""
        numbers = dict(zip(SIDES, event.parejas, strict=False))
        who = " y ".join(str(numbers.get(side, "")) for side in event.side)
        match event.kind:
            case Kind.CALL:
                where = f", a la mesa {event.table_number}" if event.table_number else ""
                return f"{ORDINALS[event.number].capitalize()} llamada{where}"
            case Kind.PRESENT:
                return f"Llegó {self._player(event) or f'completa la {who}' if self._pair else f'el {who}'}"
            case Kind.IDENTIFIED:
                return f"Identificación de {'la' if self._pair else 'el'} {who}".replace("de el ", "del ")
            case Kind.SEATED:
                return "Sentadas las dos" if self._pair else "Sentados los dos"
            case Kind.WALKOVER:
                return absence_told([numbers.get(side) for side in event.side], pair=self._pair)
            case Kind.RELEASED:
                return "Convocatoria sin efecto"
            case _:
                annulled = next((each for each in self.noted if each.pk == event.annuls_id), None)
                return f"Se anuló: {self.said(annulled)}" if annulled else "Se anuló lo anterior"

    @property
    def _pair(self) -> bool:
        return self.championship.players_per_pareja > 1

    def _player(self, event: CallUp) -> str:
        if event.position is None:
            return ""
        number = dict(zip(SIDES, event.parejas, strict=False)).get(event.side, "")
        return f"{self.called(event.side, event.at).get(event.position, 'un jugador')}, de la {number}"

    def _one(self, kind: str, side: str | None = None) -> CallUp | None:
        return next((each for each in self.events if each.kind == kind and side in (None, each.side)), None)


class Line(NamedTuple):
    """An event as it is shown; struck through where it was annulled."""

    event: CallUp
    text: str
    annulled: bool


def callups_of(
    fixtures: Iterable[Fixture],
    championship: Championship,
    changes: Mapping[int, tuple[StageEvent, ...]] | None = None,
) -> dict[int, Convocatoria]:
    """The last convocatoria of each of these fixtures, empty where those who meet there were not called: two queries for all of them.

    Their parejas are at hand. A third for `changes`, who was substituted since (`changes_in`), where somebody came alone and is named; unless they are given. For
    the names of players the parejas must have theirs at hand (`attach_parejas`).
    """
    by_key = {fixture.pk: fixture for fixture in fixtures}
    noted: dict[int, list[CallUp]] = defaultdict(list)
    for event in CallUp.objects.filter(fixture__in=by_key).select_related("by").order_by("pk"):
        noted[event.fixture_id].append(event)
    stops = tuple(HallStop.objects.filter(championship=championship)) if noted else ()
    if changes is None:
        stages = [by_key[pk].stage for pk, events in noted.items() if any(event.position for event in events)]
        changes = changes_in(championship, stages) if stages else {}
    return {
        pk: Convocatoria(
            fixture,
            championship,
            _last(noted[pk], fixture),
            stops,
            changes.get(fixture.stage.number, ()) if changes else (),
        )
        for pk, fixture in by_key.items()
    }


def with_presence(found: Mapping[int, Convocatoria], now: datetime) -> dict[int, Convocatoria]:
    """With who checked in today: none more queries where nobody is awaited, else those of `presence_of`."""
    awaited = {pk: (each.fixture.pareja_a, each.fixture.pareja_b) for pk, each in found.items() if each.is_running}
    parejas = {one.pk: one for both in awaited.values() for one in both if one is not None}
    day = next((each.championship.play_days.of(now) for each in found.values()), None)
    there = presence_of(parejas.values(), day) if parejas and day else {}
    return {
        pk: replace(each, in_hall=_in_hall(awaited[pk], there)) if pk in awaited else each for pk, each in found.items()
    }


def _in_hall(both: Sequence[Pareja | None], there: Mapping[int, Presence]) -> frozenset[str]:
    return frozenset(side for side, one in zip(SIDES, both, strict=True) if one is not None and there[one.pk].present)


def convocatoria_of(fixture: Fixture, championship: Championship) -> Convocatoria:
    return callups_of([fixture], championship)[fixture.pk]


def walkovers_of(championship: Championship) -> QuerySet[Fixture]:
    """The partidas decided by a W.O., declared on their convocatoria or recorded without one, the latest first."""
    there = Fixture.objects.filter(stage__championship=championship, how__in=ABSENCES)
    return there.order_by("-decided_at").select_related("pareja_a", "pareja_b", "winner", "stage")


def absence_told(numbers: Sequence[int | None], *, pair: bool) -> str:
    """Who did not come, as a sentence without its stop.

    >>> absence_told([12], pair=True), absence_told([12, 7], pair=False)
    ('W.O.: no se presentó la 12', 'W.O.: no se presentaron los jugadores 7 y 12')
    """
    told = " y ".join(map(str, sorted(number for number in numbers if number)))
    if len(numbers) > 1:
        return f"W.O.: no se presentaron {'las parejas' if pair else 'los jugadores'} {told}"
    return f"W.O.: no se presentó {'la' if pair else 'el'} {told}"


def hour(moment: datetime) -> str:
    """As people read it in a sentence: the hour of the hall."""
    return f"{localtime(moment):%H:%M}"


def day_and_hour(moment: datetime, days: PlayDays) -> str:
    """As people read it in a sentence, where it may be of another day of play: «el domingo 29, a las 09:00»."""
    return date_format(days.dated(moment), r"\e\l l j, \a \l\a\s H:i")


def _last(events: Sequence[CallUp], fixture: Fixture) -> tuple[CallUp, ...]:
    """Of the last convocatoria, where it was of those who meet there now: others called none of them."""
    if not events:
        return ()
    last = tuple(event for event in events if event.turn == events[-1].turn)
    there = [pareja.number if pareja else None for pareja in (fixture.pareja_a, fixture.pareja_b)]
    return last if last[0].parejas == there else ()
