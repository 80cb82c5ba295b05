"""Everything that happens to a stage, as an append-only list of events that folds into its state.

Events are recorded in the order of `seq`, and take effect in another order: each after everything recorded before it, unless
`after` names the event that it directly follows (0: before all others). One that `corrects` another takes its place, for good: what
was wrong is as if it had been right from the start. Events that correct a correction take the place of the first. A result that is
entered anew after it was taken back is another event, with a place of its own: others may have played since.

Three numbers say when something happened:

- `seq`, from 1 in the order of recording, names an event: `after` and `corrects` are such numbers. It says nothing of when an event
  takes effect.
- The order of effect counts from 1 those in effect: `order` of a `Left` and of a `Result` as `in_effect` gives them.
- Rows of a database keep no order of effect, which changes with each event that is placed before others. A departure is never placed
  before another, so departures take effect in the order of their `seq`; and a result is compared with departures alone. So the rows
  have the `seq` of the departure (`Stage.left`), and of the last departure before the place of a result (`Fixture.order`; 0: none), for
  `order` of the same two classes.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from brackets.draw.bracket import Key, Result
from brackets.draw.formats import Format, Pairings
from brackets.draw.late import Late, entered
from brackets.draw.leaving import PLAIN, Left, Rules
from brackets.draw.structure import Drawn, Outcome


@dataclass(frozen=True, slots=True)
class Decided:
    """The result of a match, which replaces any earlier one: played, a walkover, or awarded by a ruling."""

    key: Key
    result: Result


@dataclass(frozen=True, slots=True)
class Unsettled:
    """The result of a match counts no longer, and is decided anew; `gone` of its two left or were put out after they had played it."""

    key: Key
    gone: frozenset[int]


@dataclass(frozen=True, slots=True)
class Departed:
    """A pareja left the championship; `playing` are its matches in progress, which are played to their end."""

    pareja: int
    playing: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class EnteredLate:
    """A pareja entered in a place that the draw left open."""

    late: Late


@dataclass(frozen=True, slots=True)
class Noted:
    """An event that changes no match: a substitution, a pareja re-formed from another, an override by the Director."""

    what: str
    pareja: int | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Cancels the event that it corrects: a result, a departure or a late entry."""


What: TypeAlias = Decided | Unsettled | Departed | EnteredLate | Noted | TakenBack


@dataclass(frozen=True, slots=True)
class Event:
    """`seq` counts from 1; `after` and `corrects` refer to events recorded earlier."""

    seq: int
    what: What
    after: int | None = None
    corrects: int | None = None


@dataclass(frozen=True, slots=True)
class InEffect:
    """What a list of events comes to: the results by match, who left, and who entered late, each with its place in the order of effect.

    `unsettled` are the matches that are decided anew, by those of their two who are gone.
    """

    results: Mapping[Key, Result]
    left: Mapping[int, Left]
    late: tuple[Late, ...]
    unsettled: Mapping[Key, frozenset[int]]


def in_order_of_effect(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events in effect, in the order of effect; a correction has the `seq` of the event that it replaces.

    ValueError when an event refers to one not recorded before it, or has both `corrects` and `after`.

    >>> told = [Event(1, Noted("a")), Event(2, Noted("b")), Event(3, Noted("c"), after=1), Event(4, Noted("B"), corrects=2)]
    >>> [(event.seq, event.what.what) for event in in_order_of_effect(told)]
    [(1, 'a'), (3, 'c'), (2, 'B')]
    """
    return tuple(event for event in places(events) if not isinstance(event.what, TakenBack))


def places(events: Iterable[Event]) -> tuple[Event, ...]:
    """The same with what was taken back, which keeps its place: each event with its first `seq` and its latest `what`, without
    `after` and `corrects`.
    """
    order: list[int] = []
    first: dict[int, int] = {}
    latest: dict[int, What] = {}
    follows: dict[int, int | None] = {}
    for event in events:
        named = [seq for seq in (event.corrects, event.after or None) if seq is not None]
        if len(named) > 1 or any(seq not in first for seq in named) or event.seq in first:
            raise ValueError(f"no such place: {event}")
        if event.corrects is not None:
            first[event.seq] = first[event.corrects]
            latest[first[event.seq]] = event.what
            continue
        first[event.seq], latest[event.seq] = event.seq, event.what
        follows[event.seq] = event.after and first[event.after]
        place = len(order)
        if event.after is not None:
            place = order.index(first[event.after]) + 1 if event.after else 0
            while place < len(order) and follows[order[place]] == follows[event.seq]:
                place += 1
        order.insert(place, event.seq)
    return tuple(Event(seq, latest[seq]) for seq in order)


def in_effect(events: Iterable[Event]) -> InEffect:
    """Fold the events; ValueError when a match has two results, or a pareja leaves twice."""
    results: dict[Key, Result] = {}
    left: dict[int, Left] = {}
    late: list[Late] = []
    unsettled: dict[Key, frozenset[int]] = {}
    for order, event in enumerate(in_order_of_effect(events), start=1):
        match event.what:
            case Decided(key, result):
                _require_first(key, results, event)
                results[key] = replace(result, order=order)
            case Unsettled(key, gone):
                unsettled[key] = gone
            case Departed(pareja, playing):
                _require_first(pareja, left, event)
                left[pareja] = Left(order, playing)
            case EnteredLate(entry):
                late.append(entry)
            case Noted() | TakenBack():
                pass
    return InEffect(results, left, tuple(late), unsettled)


def _require_first(of: object, there: Collection[object], event: Event) -> None:
    if of in there:
        raise ValueError(f"a second one: {event}")


def drawn_after(
    form: Format,
    slots: Sequence[int | None],
    events: Iterable[Event],
    rules: Rules = PLAIN,
    pairings: Pairings = (),
    first: int = 1,
) -> tuple[Drawn, Mapping[Key, Result]]:
    """The stage as it is played after these events, and the results that count; `rules` without those that left and without what is unsettled.

    Matches are numbered from `first`.
    """
    now = in_effect(events)
    there = entered(form, slots, now.late, pairings, first)
    rules = replace(rules, left=now.left, unsettled=now.unsettled)
    return Drawn(there.structure, there.slots, rules, there.numbers, first), now.results


def stage_after(
    form: Format, slots: Sequence[int | None], events: Iterable[Event], rules: Rules = PLAIN, pairings: Pairings = ()
) -> Outcome:
    """The outcome of a stage with these drawn lines after these events.

    Number 5 passes free, wins and leaves: its match stays, and its next rival passes.

    >>> from brackets.draw.formats import Elimination
    >>> events = [
    ...     Event(1, Decided((1, 1), Result(3))), Event(2, Decided((2, 0), Result(5))), Event(3, Departed(5)),
    ... ]
    >>> stage = stage_after(Elimination(), (5, None, 3, 4, 1, None, 2, None), events)
    >>> [(match.a, match.b) for match in stage.matches.values() if match.round > 1]
    [(5, 3), (1, 2), (<Absent.NOBODY: 'nobody'>, <Absent.PENDING: 'pending'>)]
    """
    drawn, results = drawn_after(form, slots, events, rules, pairings)
    return drawn.after(results)
