"""One day played through: who plays where and when if every mesa takes a given time.

List scheduling in the true order of play: whenever a table and a Juez are free, the mesa is called that can be played and whose
pareja has waited longest; a mesa that has its table already keeps it. Every mesa waits on those it takes its parejas from
and on those that its parejas play before, and a pareja rests between two.

As every list schedule with precedences it can end *later* with one table more (Graham's anomaly): a free table takes a mesa that
would better have waited. Where no mesa waits on another, as in any one round, that cannot be.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any, Final, NamedTuple

REST: Final = 2.0
"""Minutes from the end of a mesa to the next of the same pareja, to get up and find the table (ours)."""
NEVER: Final = -1e6
"""Since when somebody waits who has not played: longest of all."""


@dataclass(frozen=True, slots=True)
class Job:
    """A mesa to be decided. `number` is unique, its place in the order of play.

    `after` are the numbers of those to be decided before; `sides` the known parejas; `table` where it is or will be;
    `called` the minutes since it was called there, `playing` those since both sat down. `not_before` is its planned hour, in
    minutes from now. `chance` is how likely it is played at all: a second final may not be.
    """

    number: int
    sides: tuple[Hashable, ...] = ()
    after: tuple[int, ...] = ()
    kind: Hashable = None
    table: int | None = None
    called: float | None = None
    playing: float | None = None
    not_before: float = 0.0
    chance: float = 1.0

    @property
    def at_a_table(self) -> bool:
        return self.called is not None or self.playing is not None


class Slot(NamedTuple):
    """From when to when in minutes from now, at which table (None: a mesa that plays at none of the tables there are)."""

    start: float
    end: float
    table: int | None


@dataclass(frozen=True, slots=True)
class Hall:
    """The tables by number, how many jueces (None: as many as tables), and since when each pareja waits (below 0).

    A table is there from the minute in `opens`, and begins nothing from the one in `closes` on.
    """

    tables: tuple[int, ...]
    jueces: int | None = None
    since: Mapping[Any, float] = field(default_factory=dict)
    opens: Mapping[int, float] = field(default_factory=dict)
    closes: Mapping[int, float] = field(default_factory=dict)


def schedule(jobs: Sequence[Job], hall: Hall, minutes: Mapping[int, float]) -> dict[int, Slot]:
    """Where and when each is played that can be, each as long as `minutes` says; of those playing that is what is left.

    >>> hall = Hall((1, 2))
    >>> jobs = [Job(1, ("a", "b")), Job(2, ("c", "d")), Job(3, after=(1, 2))]
    >>> schedule(jobs, hall, {1: 30.0, 2: 20.0, 3: 25.0})[3]
    Slot(start=32.0, end=57.0, table=1)
    """
    day = _Day(jobs, hall, minutes)
    day.play()
    return day.slots


class _Day:
    def __init__(self, jobs: Sequence[Job], hall: Hall, minutes: Mapping[int, float]) -> None:
        self.minutes, self.hall = minutes, hall
        self.slots: dict[int, Slot] = {}
        self.since: dict[Hashable, float] = dict(hall.since)
        self.free: list[tuple[float, int]] = []
        self.idle: list[tuple[float, int]] = []
        self.coming: list[tuple[float, float, int]] = []  # ready, waits since, number
        self.ready: list[tuple[float, int]] = []  # waits since, number
        self.kept: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)  # number of the table: ready, number
        self.jobs = {job.number: job for job in jobs}
        self.missing = {job.number: set(job.after) & self.jobs.keys() for job in jobs if not job.at_a_table}
        self.then: defaultdict[int, list[int]] = defaultdict(list)
        for number, after in self.missing.items():
            for each in after:
                self.then[each].append(number)
        self._sit([job for job in jobs if job.at_a_table])
        for number, after in self.missing.items():
            if not after and number not in self.slots:
                self._come(self.jobs[number])

    def _sit(self, playing: Sequence[Job]) -> None:
        """Those who play already hold their tables and their jueces."""
        ends = {}
        for job in playing:
            ends[job.table] = self.minutes[job.number]
            self._take(job, 0.0, job.table if job.table in self.hall.tables else None)
        count = len(self.hall.tables) if self.hall.jueces is None else self.hall.jueces
        held = sorted(self.minutes[job.number] for job in playing)
        self.jueces = held + [0.0] * (count - len(held))
        opens = self.hall.opens
        self.free = [(max(ends.get(table, 0.0), opens.get(table, 0.0)), table) for table in self.hall.tables]
        heapify(self.jueces)
        heapify(self.free)

    def play(self) -> None:
        while self.free:
            at, table = heappop(self.free)
            if not self.jueces:
                return
            if at >= self.hall.closes.get(table, inf):
                continue
            if self.jueces[0] > at and (self.ready or self.coming or self.kept[table]):
                heappush(self.free, (self.jueces[0], table))
                continue
            start, job = self._choice(at, table)
            if job is None:
                self.idle.append((at, table))
            elif start > at:
                heappush(self.free, (start, table))
            else:
                self._begin(job, at, table)

    def _choice(self, at: float, table: int) -> tuple[float, Job | None]:
        """What this table has next, and from when it could be; what it keeps goes before all else."""
        if kept := self.kept[table]:
            ready, number = kept[0]
            return max(at, ready), self.jobs[number]
        while self.coming and self.coming[0][0] <= at:
            _, since, number = heappop(self.coming)
            heappush(self.ready, (since, number))
        if self.ready:
            return at, self.jobs[self.ready[0][1]]
        return (self.coming[0][0], self.jobs[self.coming[0][2]]) if self.coming else (at, None)

    def _begin(self, job: Job, at: float, table: int) -> None:
        heappop(self.kept[table] or self.ready)
        end = at + self.minutes[job.number]
        heappop(self.jueces)
        heappush(self.jueces, end)
        heappush(self.free, (end, table))
        self._take(job, at, table)

    def _take(self, job: Job, start: float, table: int | None) -> None:
        end = start + self.minutes[job.number]
        self.slots[job.number] = Slot(start, end, table)
        self.since.update(dict.fromkeys(job.sides, end))
        for number in self.then[job.number]:
            self.missing[number].discard(job.number)
            if not self.missing[number] and self.free:
                self._come(self.jobs[number])

    def _come(self, job: Job) -> None:
        """All that it waits on is known: from when it can be played, and since when somebody of it waits."""
        ends = [self.slots[each].end for each in job.after if each in self.slots]
        waits = [self.since.get(side, NEVER) for side in job.sides]
        ready = max([0.0, job.not_before, *(end + REST for end in (*ends, *waits))])
        if job.table in self.hall.tables:
            heappush(self.kept[job.table], (ready, job.number))
        else:
            heappush(self.coming, (ready, min([*ends, *waits], default=NEVER), job.number))
        for table in self.idle:
            heappush(self.free, table)
        self.idle.clear()
