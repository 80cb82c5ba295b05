"""The tables that a Swiss stage had before one of its rounds, event by event: whether the round was paired on one of them.

Folding the events anew at each of them would cost their square, and an archive may come from anybody. Here each event changes what
hangs on it alone: a match, whether its two were put out, and the matches that they had still to play.
"""

from bisect import bisect, insort
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, Final, TypeVar

from brackets.draw.acta_rounds import standing_data
from brackets.draw.bracket import NOBODY, Key, Match, Result, Side, advancing
from brackets.draw.events import Decided, Departed, EnteredLate, Event, Noted, TakenBack, Unsettled, What, places
from brackets.draw.late import Late
from brackets.draw.league import swiss
from brackets.draw.leaving import Dates, Left, Rules
from brackets.draw.structure import NO_LINE, Planned
from brackets.draw.swiss import standings_of

_NOTHING: Final = TakenBack()
_PLACE: Final = itemgetter(0)
Of = TypeVar("Of")
MOST_WORK: Final = 10_000_000
"""Matches that are looked at for one table, in all a dozen seconds: more than ten times those of a thousand parejas, sixteen rounds
and as many corrections as results."""
_PLAYED: Final = 20
"""How much more it is to see who of a match is gone."""


class NotCompared(ValueError):
    """So much has happened that it would take too long to see whether a table was ever there."""

    def __init__(self, number: int) -> None:
        super().__init__(f"demasiados hechos: no se comparó la tabla con que se emparejó la ronda {number}")


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds before the one that is looked at: the drawn lines, who entered late up to now, who met, and the rules besides departures."""

    slots: Sequence[int | None]
    late: Sequence[Late]
    pairings: Sequence[Sequence[tuple[int, int | None]]]
    rules: Rules


def order_of(events: Sequence[Event]) -> dict[int, int]:
    """When each place takes effect, by its `seq`: later events come between, and change nothing in what comes first."""
    return {event.seq: order for order, event in enumerate(places(events), start=1)}


def was_table(
    table: Sequence[Mapping[str, Any]], rounds: Rounds, events: Sequence[Event], order: Mapping[int, int]
) -> bool:
    """Whether this is the table, as actas have it, after these rounds and all of the events, or the first so many of them; `order` is theirs.

    Who plays in a paired round stays on its line for good: a late entry is taken back only with the rounds that were paired with it.
    Errors of malformed values are raised as they come, and NotCompared where it cannot be said.
    """
    number = len(rounds.pairings) + 1
    used = max(
        (line + 1 for pairs in rounds.pairings for pair in pairs for line in pair if line is not None), default=0
    )
    late = rounds.late[: max(0, used - len(rounds.slots))]
    lines = (*rounds.slots, *(each.pareja for each in late))
    there, told = [line for line in lines if line is not None], [row["numero"] for row in table]
    if not _each_once(lines, rounds.pairings) or len({*told}) < len(told) or any(each.place > number for each in late):
        return False
    rows = dict(zip(told, table, strict=True))
    drawn = [pareja for pareja in there if pareja in rows]
    new = told[len(drawn) :]
    fresh = [standing_data(standing) for standing in standings_of(new, {}, ())]
    if told[: len(drawn)] != drawn or [rows[pareja] for pareja in new] != fresh:
        return False
    planned = swiss(len(lines), rounds.pairings).matches
    past = _Past(number, lines, [each.pareja for each in late], planned, rounds.rules, order)
    return any(past.is_table(rows, new) for _ in past.after_each(events))


def _each_once(lines: Sequence[int | None], pairings: Sequence[Sequence[tuple[int, int | None]]]) -> bool:
    """Whether nobody stands on two lines, and no line twice in a round, or is none of these."""
    there = [line for line in lines if line is not None]
    met = [[line for pair in pairs for line in pair if line is not None] for pairs in pairings]
    return all(len({*each}) == len(each) for each in (there, *met)) and all(
        0 <= line < len(lines) for each in met for line in each
    )


@dataclass(slots=True)
class _Past:
    """The stage after some of its events: `seated` are the late entries that the rounds were paired with.

    Each event is named by the `seq` of its place; `at` is the order of that among all places that there will be, which never
    changes. `several` counts the matches with two results and the parejas that left twice, `unfit` are results that do not fit:
    of these there is no table.
    """

    number: int
    lines: Sequence[int | None]
    seated: Sequence[int]
    planned: Sequence[Planned]
    rules: Rules
    at: Mapping[int, int]
    now: dict[int, What] = field(default_factory=dict)
    results: defaultdict[Key, dict[int, Result]] = field(default_factory=lambda: defaultdict(dict))
    unsettled: defaultdict[Key, list[tuple[int, frozenset[int]]]] = field(default_factory=lambda: defaultdict(list))
    left: defaultdict[int, dict[int, Left]] = field(default_factory=lambda: defaultdict(dict))
    late: list[tuple[int, Late]] = field(default_factory=list)
    out: dict[int, int] = field(default_factory=dict)
    several: int = 0
    unfit: set[Key] = field(default_factory=set)
    by_key: dict[Key, Planned] = field(init=False)
    own: defaultdict[int, list[Key]] = field(init=False)
    matches: dict[Key, Match] = field(default_factory=dict)
    drawn: frozenset[int] = field(init=False)
    unsure: set[int] = field(init=False)
    wrong: int | None = None
    work: int = 0
    as_seated: bool = field(init=False)

    def __post_init__(self) -> None:
        self.by_key = {planned.key: planned for planned in self.planned}
        self.own = defaultdict(list)
        for key in self.by_key:
            for side in self._sides(key):
                if isinstance(side, int):
                    self.own[side].append(key)
        self.as_seated = not self.seated
        self.drawn = frozenset(line for line in self.lines if line is not None)
        self.unsure = {*self.drawn}
        for key in self.by_key:
            self._play(key)

    def after_each(self, events: Sequence[Event]) -> Iterator[None]:
        """Let them happen one by one; a turn before all of them too."""
        first: dict[int, int] = {}
        yield
        for event in events:
            place = first[event.seq] = event.seq if event.corrects is None else first[event.corrects]
            self._change(place, self.now.get(place, _NOTHING), there=False)
            self._change(place, event.what, there=True)
            self.now[place] = event.what
            yield

    def is_table(self, rows: Mapping[int, Mapping[str, Any]], new: Sequence[int]) -> bool:
        """Whether those who play on stand as in these rows, and then those who have only entered, in this order.

        One of whom it is not so is enough, until something happens to that one.
        """
        if self.several or self.unfit or self.wrong is not None or not self.as_seated:
            return False
        while self.unsure:
            pareja = self.unsure.pop()
            if self._row(pareja) != rows.get(pareja):
                self.wrong = pareja
                return False
        entered = (each for _, each in self.late[len(self.seated) :] if each.place <= self.number)
        return [each.pareja for each in entered if not self._is_gone(each.pareja)] == new

    def _row(self, pareja: int) -> dict[str, Any] | None:
        """How it stands; None where it does not play on."""
        if self._is_gone(pareja):
            return None
        self._work(len(self.own[pareja]))
        (standing,) = standings_of([pareja], {key: self.matches[key] for key in self.own[pareja]}, ())
        return standing_data(standing)

    def _is_gone(self, pareja: int) -> bool:
        return bool(self.left.get(pareja)) or pareja in self.out

    def _change(self, place: int, what: What, *, there: bool) -> None:
        """Let this take effect in its place, or no longer."""
        order = self.at[place]
        match what:
            case Decided(key, result):
                self._count(self.results[key], place, replace(result, order=order) if there else None)
                self._decide(key)
            case Unsettled(key, gone):
                self._list(self.unsettled[key], order, gone if there else None)
                self._decide(key)
            case Departed(pareja, playing):
                self._count(self.left[pareja], place, Left(order, playing) if there else None)
                self._leave(pareja)
            case EnteredLate(late):
                self._list(self.late, order, late if there else None)
                self.as_seated = [each.pareja for _, each in self.late[: len(self.seated)]] == self.seated
            case Noted() | TakenBack():
                pass

    def _count(self, own: dict[int, Of], place: int, what: Of | None) -> None:
        """Of one match or one pareja, None where it goes: with more than one at a time there is no table."""
        self.several -= len(own) > 1
        if what is None:
            del own[place]
        else:
            own[place] = what
        self.several += len(own) > 1

    def _list(self, listed: list[tuple[int, Of]], order: int, what: Of | None) -> None:
        """In the order of effect."""
        if what is None:
            del listed[bisect(listed, order, key=_PLACE) - 1]
        else:
            insort(listed, (order, what), key=_PLACE)

    def _decide(self, key: Key) -> None:
        if key not in self.by_key:
            if key[0] < self.number:  # a result of no match; those of later rounds have no part in this table
                (self.unfit.add if self.results[key] else self.unfit.discard)(key)
            return
        for side in self._sides(key):
            if isinstance(side, int):
                was, now = self.out.pop(side, None), self._put_out(side)
                if now is not None:
                    self.out[side] = now
                if was != now:
                    self._leave(side)
        self._play(key)

    def _put_out(self, pareja: int) -> int | None:
        """When a result put it out of the stage, as `brackets.draw.structure` counts that of a table."""
        self._work(len(self.own[pareja]))
        defeats, times = 0, []
        for key in self.own[pareja]:
            result = self._result(key)
            if result is not None and result.winner != pareja:
                if self.rules.eliminated(result, pareja, defeats):
                    times.append(result.time)
                defeats += 1
        return min(times, default=None)

    def _leave(self, pareja: int) -> None:
        self._doubt(pareja)
        for key in self.own.get(pareja, ()):
            if self._result(key) is None:
                self._play(key)

    def _play(self, key: Key) -> None:
        """The match as it is now."""
        sides, result = self._sides(key), self._result(key)
        if result is None:
            sides = self._staying(key, sides)
        try:
            advancing(*sides, result)
            self.unfit.discard(key)
        except ValueError:
            self.unfit.add(key)
        was, self.matches[key] = self.matches.get(key), Match(*key, None, *sides, result)
        if was != self.matches[key]:
            for side in self._sides(key):
                if isinstance(side, int):
                    self._doubt(side)

    def _staying(self, key: Key, sides: tuple[Side, Side]) -> tuple[Side, Side]:
        """Of one that has no result: less who was gone before it was passed."""
        gone = [side for side in sides if isinstance(side, int) and self._is_gone(side)]
        if not gone:
            return sides
        self._work(_PLAYED)
        left = {pareja: each for pareja in gone for each in self.left.get(pareja, {}).values()}
        _, unsettled = self.unsettled[key][-1] if self.unsettled.get(key) else (0, frozenset[int]())
        dates = Dates(Rules(left=left, unsettled={key: unsettled}), {})
        for pareja in gone:
            if pareja in self.out:
                dates.put_out([pareja], self.out[pareja])
        return dates.staying(key, (self.by_key[key].a, self.by_key[key].b), sides, None)

    def _sides(self, key: Key) -> tuple[Side, Side]:
        planned = self.by_key[key]
        return self._on(planned.a.of[1]), self._on(planned.b.of[1])

    def _on(self, line: int) -> Side:
        pareja = None if line == NO_LINE else self.lines[line]
        return NOBODY if pareja is None else pareja

    def _result(self, key: Key) -> Result | None:
        return next(iter(self.results.get(key, {}).values()), None)

    def _work(self, matches: int) -> None:
        self.work += matches
        if self.work > MOST_WORK:
            raise NotCompared(self.number)

    def _doubt(self, pareja: int) -> None:
        """What is known of how it stands is no longer known."""
        if self.wrong == pareja:
            self.wrong = None
        if pareja in self.drawn:
            self.unsure.add(pareja)
