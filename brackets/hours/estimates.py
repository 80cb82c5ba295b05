"""Hours with a range: the day played through many times, each mesa as long as mesas of its kind were."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from brackets.hours.chance import unit
from brackets.hours.durations import Durations
from brackets.hours.schedule import Hall, Job, Slot, schedule

TRIALS: Final = 60
LOW, MIDDLE, HIGH = 0.1, 0.5, 0.9


class Range(NamedTuple):
    """Minutes from now: one in ten earlier than `low`, half before `middle`, nine in ten before `high`."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """When a mesa begins and ends, in the trials in which it is played. `table` is where it begins in most trials."""

    start: Range
    end: Range
    table: int | None


@dataclass(frozen=True, slots=True)
class Day:
    """All mesas by number, and when the last of them ends; `unplayable` have no table or no Juez to be played with."""

    mesas: Mapping[int, Estimate]
    end: Range | None
    unplayable: tuple[int, ...]


def estimate(
    jobs: Sequence[Job],
    hall: Hall,
    durations: Mapping[Any, Durations],
    gathering: float = 0.0,
    *,
    trials: int = TRIALS,
) -> Day:
    """The same jobs, hall and durations give the same day. `durations` has every kind; `gathering` minutes go before each."""
    played = [_trial(jobs, hall, durations, gathering, trial) for trial in range(trials)]
    slots = {job.number: [day[job.number] for day in played if job.number in day] for job in jobs}
    mesas = {number: _estimate(there) for number, there in slots.items() if there}
    ends = [max(slot.end for slot in day.values()) for day in played if day]
    missing = tuple(job.number for job in jobs if job.number not in mesas)
    return Day(mesas, quantiles(ends) if ends else None, missing)


def _trial(
    jobs: Sequence[Job], hall: Hall, durations: Mapping[Any, Durations], gathering: float, trial: int
) -> dict[int, Slot]:
    """The day played through once: what may not be played is there in as many trials as it is likely."""
    there = [job for job in jobs if job.chance >= 1 or unit(trial, ~job.number) < job.chance]
    return schedule(there, hall, minutes_of(there, durations, gathering, trial))


def minutes_of(
    jobs: Sequence[Job], durations: Mapping[Any, Durations], gathering: float, trial: int
) -> dict[int, float]:
    """How long each holds its table in one trial: until it is decided, or what is left of that."""
    found = {}
    for job in jobs:
        share, of_kind = unit(trial, job.number), durations[job.kind]
        if job.playing is not None:
            found[job.number] = of_kind.left(job.playing, share)
        else:
            found[job.number] = max(0.0, gathering - (job.called or 0.0)) + of_kind.at(share)
    return found


def quantiles(values: Sequence[float]) -> Range:
    """
    >>> quantiles([5.0]), quantiles([float(n) for n in range(11)])
    (Range(low=5.0, middle=5.0, high=5.0), Range(low=1.0, middle=5.0, high=9.0))
    """
    there = Durations(tuple(sorted(values)))
    return Range(there.at(LOW), there.at(MIDDLE), there.at(HIGH))


def _estimate(slots: Sequence[Slot]) -> Estimate:
    tables = [slot.table for slot in slots]
    return Estimate(
        quantiles([slot.start for slot in slots]),
        quantiles([slot.end for slot in slots]),
        max(tables, key=lambda table: (tables.count(table), -(table or 0))),
    )
