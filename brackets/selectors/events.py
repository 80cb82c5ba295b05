"""The events of a stage, as the draw folds them and as pages ask for them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import Max, QuerySet

from brackets.draw.bracket import NOBODY, How, Key, Match, Result, Status
from brackets.draw.events import (
    Decided,
    Departed,
    EnteredLate,
    Event,
    Noted,
    TakenBack,
    Unsettled,
    What,
    drawn_after,
    in_effect,
    places,
)
from brackets.draw.late import Late
from brackets.draw.structure import Drawn
from brackets.models import UNDER_WAY, UNPLAYED, Fixture, Stage, StageEvent
from brackets.selectors.stages import AWAITED, drawn_of, format_of, late_of, results_of, roster_of

Kind = StageEvent.Kind
OF_NO_STAGE: Final = 0
"""The stage number of events of none: what becomes of each pareja in the championship, and who is re-formed before any stage is published."""
CARRIED: Final = "llevar-a-cabo"
"""The action of what was left without effect, or let stand, on purpose."""
KEPT: Final = "mantener"
"""The action that says which rounds, or the draw, are kept on purpose from then on (`selectors.stages.kept_of`)."""
LOG_ENDED: Final = "log_ended"
"""In the data of a result: `log_ended_of`."""
SIDES: Final = "sides"
"""In what a result was before: who met there, by number. They stay as long as it counts."""


def log_ended_of(event: StageEvent) -> bool | None:
    """Whether the log of its mesa ended with this result, or goes on without one; None where the desk typed it, of which nothing is said or null."""
    ended = event.data.get(LOG_ENDED)
    return None if ended is None else bool(ended)


def told_of_log(events: QuerySet[StageEvent]) -> QuerySet[StageEvent]:
    """Those of which `log_ended_of` is not None."""
    return events.filter(data__has_key=LOG_ENDED).exclude(**{f"data__{LOG_ENDED}": None})


def events_of(stage: Stage) -> QuerySet[StageEvent]:
    """The events of its current draw, in the order of recording."""
    own = StageEvent.objects.filter(championship=stage.championship_id, stage=stage.number, seq__gt=stage.events_from)
    return own.order_by("seq")


def entries_of(stage: Stage, parejas: Collection[int]) -> QuerySet[StageEvent]:
    """The late entries of these, which are in it."""
    return events_of(stage).filter(kind=Kind.LATE_ENTRY, pareja__in=parejas, counts=True)


def events_at(fixture: Fixture) -> QuerySet[StageEvent]:
    """The events recorded of one match's result, the last one first."""
    own = events_of(fixture.stage).filter(kind=Kind.RESULT, round=fixture.round, position=fixture.position)
    return own.order_by("-seq")


def draw_events(events: Iterable[StageEvent]) -> tuple[Event, ...]:
    """These events as values of `brackets.draw.events`; ValueError for one that lacks its pareja or its match."""
    return tuple(Event(each.seq, _what(each), each.after, each.corrects) for each in events)


def _what(event: StageEvent) -> What:
    if event.kind in (Kind.SUBSTITUTION, Kind.REFORMED, Kind.OVERRIDE):
        return Noted(event.kind, event.pareja)
    if event.kind == Kind.RESULT:
        return _result(event)
    if not event.counts:
        return TakenBack()
    if event.pareja is None:
        raise ValueError(f"of no pareja: {event}")
    if event.kind == Kind.DEPARTURE:
        return Departed(event.pareja, frozenset((round_, position) for round_, position in event.data["playing"]))
    return EnteredLate(Late(**event.data["late"]))


def _result(event: StageEvent) -> What:
    if event.round is None or event.position is None:
        raise ValueError(f"of no match: {event}")
    key, after = (event.round, event.position), event.data["after"]
    if event.counts:
        return Decided(key, Result(after["winner"], How(after["how"]), after["by_zapateria"]))
    gone = event.data.get("gone")
    return Unsettled(key, frozenset(gone)) if gone else TakenBack()


def place_before(stage: Stage, departure: int) -> int:
    """The `seq` after which an event takes effect directly before this departure."""
    order = [each.seq for each in places(draw_events(events_of(stage)))]
    before = order[: order.index(departure)]
    return before[-1] if before else 0


def places_at(fixture: Fixture) -> QuerySet[StageEvent]:
    """The events that gave the result of one match a place of its own, the last one first: it has that of the first of them."""
    return events_at(fixture).filter(corrects=None)


def order_of(fixture: Fixture) -> int | None:
    """The departure before the place that its result has, or had when it was taken back (`Fixture.order`); None where it never had any."""
    place = places_at(fixture).first()
    if place is None:
        return None
    stage = fixture.stage
    order = [each.seq for each in places(draw_events(events_of(stage)))]
    before = order[: order.index(place.seq)]
    return max((each["order"] for each in stage.left if each["order"] in before), default=0)


def disagreements(stage: Stage) -> list[str]:
    """Differences between the stage with its fixtures and the fold of its events, in short; none for a stage never published."""
    roster = roster_of(stage.championship_id)
    return differing(stage, list(events_of(stage)), list(stage.fixtures.all()), roster.ids, drawn_of(stage))


def differing(
    stage: Stage, events: Sequence[StageEvent], fixtures: Sequence[Fixture], ids: Mapping[int, int], drawn: Drawn
) -> list[str]:
    """As `disagreements`, for rows that need not be in a database; `ids` maps numbers of parejas to their keys."""
    told = draw_events(events)
    now, results = in_effect(told), results_of(fixtures, ids)
    pairings = [[(a, b) for a, b in pairs] for pairs in stage.pairings]
    again, _ = drawn_after(format_of(stage), stage.slots, told, drawn.rules, pairings, stage.first_number)
    left = drawn.rules.left
    pairs: dict[str, tuple[object, object]] = {
        "results": (dict(now.results), results),
        "late": (now.late, late_of(stage)),
        "left": (
            {pareja: each.playing for pareja, each in now.left.items()},
            {pareja: each.playing for pareja, each in left.items()},
        ),
        "unsettled": (now.unsettled, drawn.rules.unsettled),
    }
    if not (found := _unequal(pairs)):
        orders = [(each.order, left[pareja].order) for pareja, each in now.left.items()]
        before = {
            key: max((last for order, last in orders if order < result.order), default=0)
            for key, result in now.results.items()
        }
        matches, scores = again.after(now.results).matches, _scores(events)
        found = _unequal(
            {
                "sides": _sides(events, fixtures, ids),
                "order": (before, {key: result.order for key, result in results.items()}),
                "matches": (matches, drawn.after(results).matches),
                "fixtures": (
                    {key: _shown(match, ids, scores.get(key, {})) for key, match in matches.items()},
                    dict(map(_row, fixtures)),
                ),
            }
        )
    return found


def _sides(
    events: Iterable[StageEvent], fixtures: Iterable[Fixture], ids: Mapping[int, int]
) -> tuple[dict[Key, list[int | None]], dict[Key, list[int | None] | None]]:
    """Who met at each match with a result that counts, by the last event of it and by its fixture."""
    there = {(each.round, each.position): [each.pareja_a_id, each.pareja_b_id] for each in fixtures}
    last = _last_results(events).items()
    met = {key: [*map(ids.get, each.data["before"][SIDES])] for key, each in last if each.counts}
    return met, {key: there.get(key) for key in met}


def _unequal(pairs: Mapping[str, tuple[object, object]]) -> list[str]:
    return [f"{name}: {_unlike(folded, rows)}" for name, (folded, rows) in pairs.items() if folded != rows]


def _unlike(folded: object, rows: object) -> str:
    """Of two mappings only the keys that differ."""
    if isinstance(folded, dict) and isinstance(rows, dict):
        same = {key for key in folded if key in rows and folded[key] == rows[key]}
        folded, rows = ({key: each[key] for key in each if key not in same} for each in (folded, rows))
    return f"{folded!r} != {rows!r}"


def _scores(events: Iterable[StageEvent]) -> dict[Key, Mapping[str, Any]]:
    """Of each match that has a result which counts, what the last event of it says."""
    return {key: each.data["after"] for key, each in _last_results(events).items() if each.counts}


def _last_results(events: Iterable[StageEvent]) -> dict[Key, StageEvent]:
    return {
        (each.round, each.position): each
        for each in events
        if each.kind == Kind.RESULT and each.round is not None and each.position is not None
    }


class Shown(NamedTuple):
    """What a fixture says of its match; one under way is as one that is ready, without what was reported of it.

    Every column of a fixture that follows from the events is here, or is its key or its `order`; `OF_ITSELF` are the others.
    """

    number: int | None
    status: str
    parejas: tuple[int | None, int | None]
    nobody: tuple[bool, bool]
    how: str = ""
    winner: int | None = None
    chicas: Sequence[Sequence[int]] = ()
    by_zapateria: bool = False
    zapaterias: Sequence[str] = ()
    caidas: Sequence[int] = ()


OF_ITSELF: Final = frozenset({"table", "juez", "called_at", "started_at", "decided_at", "marks"})
"""The columns of a fixture that no event of its stage tells: where, by whom and when it is played, and what stands beside it."""
SCORES: Final = ("chicas", "by_zapateria", "zapaterias", "caidas")


def _shown(match: Match, ids: Mapping[int, int], after: Mapping[str, Any]) -> Shown:
    """`after` is what the last event says of its result; of one that went unplayed there is no score."""
    status = Fixture.Status.FINAL if match.status is Status.DECIDED else AWAITED[match.status]
    a, b = (ids[side] if isinstance(side, int) else None for side in (match.a, match.b))
    nobody, winner = (match.a is NOBODY, match.b is NOBODY), match.winner
    shown = Shown(match.number, status, (a, b), nobody, match.how or "", ids[winner] if winner else None)
    scored = shown.how not in ("", *UNPLAYED)
    return shown._replace(**{name: _still(after[name]) for name in SCORES}) if scored else shown


def _row(fixture: Fixture) -> tuple[Key, Shown]:
    sides = (fixture.pareja_a_id, fixture.pareja_b_id), (fixture.nobody_a, fixture.nobody_b)
    if fixture.status in UNDER_WAY:
        shown = Shown(fixture.number, Fixture.Status.READY, *sides)
    else:
        scores = (_still(getattr(fixture, name)) for name in SCORES)
        shown = Shown(fixture.number, fixture.status, *sides, fixture.how, fixture.winner_id, *scores)
    return (fixture.round, fixture.position), shown


def _still(value: Any) -> Any:
    """Lists as tuples, so that an empty one is as none."""
    return tuple(map(_still, value)) if isinstance(value, list) else value


def last_events(championship: int) -> dict[str, int]:
    """The number of the last event of each stage, of whatever draw, by the number of the stage as JSON has it."""
    events = StageEvent.objects.filter(championship=championship).order_by()
    return {str(stage): last for stage, last in events.values_list("stage").annotate(last=Max("seq"))}
