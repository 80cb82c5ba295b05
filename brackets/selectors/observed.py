"""How long what was played today lasted, and how long people took to sit down to it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from brackets.hours.durations import PRIOR, Durations, durations_from, gathering_from
from brackets.hours.play_days import PlayDays
from brackets.models import Fixture


@dataclass(frozen=True, eq=False)
class Observed:
    """What was decided today at a table. A mesa lasts from when both sat down to it until its result.

    Where nobody noted when they sat down, from the usual time after the call. One that is played again counts once it has been.
    """

    fixtures: Sequence[Fixture]

    @cached_property
    def gathering(self) -> float:
        """Minutes from being called to being seated."""
        seated = (each for each in self.fixtures if each.called_at and each.started_at)
        return gathering_from(minutes_in(each.started_at - each.called_at) for each in seated)  # type: ignore[operator]

    @cached_property
    def by_stage(self) -> dict[int, list[float]]:
        found: defaultdict[int, list[float]] = defaultdict(list)
        for fixture in self.fixtures:
            if (minutes := self._lasted(fixture)) is not None:
                found[fixture.stage_id].append(minutes)
        return found

    @cached_property
    def everything(self) -> Durations:
        return durations_from(minutes for own in self.by_stage.values() for minutes in own)

    def of(self, stage: int) -> Durations:
        """A stage by itself says how long its mesas are as soon as it has as many as what was expected counts for."""
        own = self.by_stage.get(stage, [])
        return durations_from(own) if len(own) >= len(PRIOR) else self.everything

    def __len__(self) -> int:
        return sum(map(len, self.by_stage.values()))

    def _lasted(self, fixture: Fixture) -> float | None:
        if fixture.decided_at is None:
            return None
        if fixture.started_at is not None:
            return minutes_in(fixture.decided_at - fixture.started_at)
        if fixture.called_at is None:
            return None
        lasted = minutes_in(fixture.decided_at - fixture.called_at) - self.gathering
        return lasted if lasted > 0 else None


def observed_in(fixtures: Iterable[Fixture], now: datetime, days: PlayDays) -> Observed:
    """Those played and decided on the day of play of `now`."""
    played = (each for each in fixtures if each.how == Fixture.How.PLAYED)
    return Observed([each for each in played if each.decided_at and days.same(each.decided_at, now)])


def minutes_in(length: timedelta) -> float:
    return length / timedelta(minutes=1)
