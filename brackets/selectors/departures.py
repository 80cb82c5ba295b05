"""Departures from a championship: when, how and why, from the events of its stages."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from operator import itemgetter
from typing import Final

from django.db.models import Q

from brackets.draw.formats import Series, Swiss
from brackets.draw.sides import From
from brackets.draw.structure import NO_LINE
from brackets.models import UNDER_WAY, UNPLAYED, Championship, Fixture, Pareja, StageEvent
from brackets.selectors.events import OF_NO_STAGE, entries_of
from brackets.selectors.stages import drawn_of, entered_of, format_of, lines_in, results_of, roster_of

ACTIONS: Final[Mapping[str, str]] = {
    Pareja.Status.ACTIVE: "pareja-reincorporar",
    Pareja.Status.WITHDRAWN: "pareja-retirar",
    Pareja.Status.EXPELLED: "pareja-expulsar",
}
"""What the record calls it when a pareja comes to be so."""
ENTRY_UNDONE: Final = "pareja-deshacer-entrada"
"""What it calls it when it is withdrawn because its late entry was undone."""
STATUSES: Final[Mapping[str, Pareja.Status]] = {
    **{action: Pareja.Status(status) for status, action in ACTIONS.items()},
    ENTRY_UNDONE: Pareja.Status.WITHDRAWN,
}
"""What a pareja comes to be by each of these."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A pareja that left `at` an hour and has not come back, None where no event says so.

    Who withdrew and was expelled later left when it withdrew; `reason` has those of both.
    """

    pareja: Pareja
    at: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class LatePaper:
    """A match without a result that may have been played before `pareja` left `at` an hour: its `sides` by number.

    `fell`: it was one of them, and since then its rival has passed.
    """

    sides: tuple[int, int]
    pareja: int
    at: datetime
    fell: bool


def departures_of(championship: Championship, parejas: Iterable[Pareja]) -> list[Departure]:
    """Of these parejas those that have left, by number: two queries at most. One whose late entry was undone never was in."""
    gone = [pareja for pareja in parejas if pareja.status != Pareja.Status.ACTIVE]
    undone = entries_undone(gone)
    left = {pareja.number: pareja for pareja in gone if pareja.number not in undone}
    if not left:
        return []
    events = StageEvent.objects.filter(
        championship=championship, kind=StageEvent.Kind.DEPARTURE, pareja__in=left.keys()
    )
    by_pareja: dict[int | None, list[StageEvent]] = defaultdict(list)
    for event in events.order_by("id"):
        if event.corrects is None or not event.counts:  # what was before is over: it leaves anew, or is back
            by_pareja[event.pareja].clear()
        if event.counts:
            by_pareja[event.pareja].append(event)
    return [_departure(left[number], by_pareja[number]) for number in sorted(left)]


def entries_undone(parejas: Iterable[Pareja]) -> frozenset[int]:
    """Of these parejas of one championship the numbers of those that are out because their late entry was undone: one query at most.

    They count neither as inscribed nor as gone.
    """
    out = {pareja.number: pareja.championship_id for pareja in parejas if pareja.status != Pareja.Status.ACTIVE}
    if not out:
        return frozenset()
    events = StageEvent.objects.filter(
        Q(corrects=None) | Q(counts=False),  # another kind of departure is the same departure
        championship__in=set(out.values()), pareja__in=out.keys(), stage=OF_NO_STAGE, kind=StageEvent.Kind.DEPARTURE,
    )  # fmt: skip
    last = dict(events.order_by("seq").values_list("pareja", "action"))
    return frozenset(number for number in out if last.get(number) == ENTRY_UNDONE)


def _departure(pareja: Pareja, events: Sequence[StageEvent]) -> Departure:
    reasons = dict.fromkeys(event.data["reason"] for event in events)
    return Departure(pareja, _left_at(events[0]) if events else None, "; ".join(filter(None, reasons)))


def _left_at(event: StageEvent) -> datetime:
    """A stage that was reopened meanwhile is told of a departure later than it happened."""
    since = event.data.get("since")
    return datetime.fromisoformat(since) if since else event.at


def missing_at(fixture: Fixture) -> list[int]:
    """Who was drawn to play a mesa of a table and has left, by number; nobody of a mesa of a knock-out, to which one has to come first."""
    sides = (fixture.nobody_a, fixture.nobody_b)
    if not any(sides) or not isinstance(format_of(fixture.stage), Series | Swiss):
        return []
    lines = lines_in(drawn_of(fixture.stage), (fixture.round, fixture.position))
    return [number for number, nobody in zip(lines, sides, strict=True) if nobody and number is not None]


def fixtures_at(pareja: Pareja) -> list[Fixture]:
    """The mesas of a pareja that are called, in play, or played with a result that does not count yet: one query."""
    fixtures = Fixture.objects.filter(stage__championship=pareja.championship_id, status__in=UNDER_WAY)
    return list(fixtures.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja)).order_by("number"))


def unanswered(at: Sequence[Fixture]) -> list[str]:
    """Those of these mesas that people must be asked about, each in words."""
    called = [each for each in at if each.status != Fixture.Status.PROVISIONAL]
    return [f"la {each.name} ({each.get_status_display().lower()})" for each in called]


def gone_from(fixture: Fixture) -> list[int]:
    """Of its two, by number, who was not at this mesa when it left the stage, or was put out of it by another result."""
    stage, roster, key = fixture.stage, roster_of(fixture.stage.championship_id), (fixture.round, fixture.position)
    drawn, results = drawn_of(stage), results_of(stage.fixtures.all(), roster.ids)
    others = {other: result for other, result in results.items() if other != key}
    left = (pareja for pareja, departure in drawn.rules.left.items() if key not in departure.playing)
    gone = {*left, *drawn.after(others, stands=drawn.after(results).matches).out}
    return sorted(side.number for side in (fixture.pareja_a, fixture.pareja_b) if side and side.number in gone)


def late_paper(fixture: Fixture) -> LatePaper | None:
    """What has to be known of a paper of it that is typed now; None where nobody left since both sides were known, or it has a result.

    No query where nobody left the stage, else those of `sat_as_of`.
    """
    departures = sorted(fixture.stage.left, key=itemgetter("order"))
    if not departures or (fixture.how and fixture.how not in UNPLAYED):
        return None
    sat = sat_as_of(fixture)
    for last, departure in reversed([*pairwise([{"order": 0}, *departures])]):
        sides = sat(last["order"])
        if len(sides) == 2 and (departure["pareja"] in sides or not fixture.how):
            at = datetime.fromisoformat(departure["at"])
            return LatePaper((sides[0], sides[1]), departure["pareja"], at, fell=bool(fixture.how))
        if len(sides) == 2 or not fixture.how:
            return None
    return None


def possible_from(fixture: Fixture, now: datetime) -> datetime:
    """Before this hour nobody can have played it: its rivals were not known yet, or had not entered. Two queries.

    A mesa that was only typed may have ended long before its hour, which then says nothing of what followed it: nobody played on before it
    was called, or, where it never was, before its own rivals were known. Of a pass before it only who passed had to be known.
    An hour later than now was written by a clock that was ahead, and says nothing; where there is no other, it is the begin of the day of play.
    """
    stage, there = fixture.stage, entered_of(fixture.stage)
    earlier = {(each.round, each.position): each for each in stage.fixtures.filter(round__lt=fixture.round)}
    paired = [datetime.fromisoformat(each["at"]) for each in stage.paired_on if each["round"] == fixture.round]
    lines: list[int] = []
    seen: list[datetime | None] = []
    before = [fixture]
    while before:
        unknown = before.pop()
        planned = there.structure[unknown.round, unknown.position]
        for side, pareja in ((planned.a, unknown.pareja_a_id), (planned.b, unknown.pareja_b_id)):
            if unknown != fixture and unknown.how in UNPLAYED and pareja != unknown.winner_id:
                continue
            if side.what is From.LINE:
                lines.append(side.of[1])
                continue
            feeder = earlier[side.of]
            known = feeder.decided_at if feeder.started_at else feeder.called_at
            seen.append(known)
            if known is None:
                before.append(feeder)
    drawn = (there.slots[line] for line in lines if line != NO_LINE)
    entered = entries_of(stage, [pareja for pareja in drawn if pareja is not None]).values_list("at", flat=True)
    hours = (stage.published_at, *paired, *entered, *seen)
    days = stage.championship.play_days
    return max((hour for hour in hours if hour is not None and hour <= now), default=days.start(days.of(now)))


def sat_as_of(fixture: Fixture) -> Callable[[int], list[int]]:
    """By the number of a departure (0: none), who was known to play it before the next one.

    Two queries and those of `drawn_of`, none for each answer.
    """
    stage, roster = fixture.stage, roster_of(fixture.stage.championship_id)
    drawn, results = drawn_of(stage), results_of(stage.fixtures.all(), roster.ids)
    stands = drawn.after(results).matches  # a pass that a result follows may come later by now than that result

    def sat(order: int) -> list[int]:
        before = {key: result for key, result in results.items() if result.order <= order}
        match = drawn.as_of(order).after(before, stands=stands).matches[fixture.round, fixture.position]
        return [side for side in (match.a, match.b) if isinstance(side, int)]

    return sat
