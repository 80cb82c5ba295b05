"""The neutrality of what was and will be judged: who judged whom, how often, and what could not be kept."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from brackets.allocation.costs import tie
from brackets.allocation.values import Juez, Partida, Ties
from brackets.models import Fixture
from brackets.selectors.hall import Hall, ties_of
from brackets.selectors.wording import said


@dataclass(frozen=True, slots=True)
class Judged:
    """A partida with its Juez; `told` is what is not kept at it."""

    fixture: Fixture
    juez: str
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Load:
    juez: str
    count: int


@dataclass(frozen=True, eq=False)
class Neutrality:
    """With `named` False neither people nor clubs are named: jueces get numbers, parejas have theirs."""

    hall: Hall
    named: bool

    @cached_property
    def lines(self) -> tuple[Judged, ...]:
        """All that have a Juez, in order of play."""
        seen: dict[tuple[int, int], Fixture] = {}
        told: dict[int, tuple[str, ...]] = {}
        for fixture in sorted(self._judged, key=self._hour):
            told[fixture.pk] = tuple(self._told(fixture, seen))
            for pareja in (fixture.pareja_a_id, fixture.pareja_b_id):
                seen[fixture.juez_id or 0, pareja or 0] = fixture
        return tuple(Judged(fixture, self.called[fixture.juez_id or 0], told[fixture.pk]) for fixture in self._judged)

    @cached_property
    def loads(self) -> tuple[Load, ...]:
        """How many each has, the most first; whoever is a Juez here and has none is there too."""
        counts = {key: len(self.hall.kept.get(key, ())) for key in self.called}
        return tuple(Load(self.called[key], count) for key, count in sorted(counts.items(), key=lambda one: -one[1]))

    @property
    def most(self) -> int:
        return max((load.count for load in self.loads), default=0)

    @property
    def least(self) -> int:
        return min((load.count for load in self.loads), default=0)

    @cached_property
    def clashes(self) -> int:
        return sum(self._tied(fixture) is not None for fixture in self._judged)

    @cached_property
    def repeats(self) -> int:
        """Times that somebody judged a pareja again."""
        times = defaultdict[tuple[int, int], int](int)
        for fixture in self._judged:
            for pareja in (fixture.pareja_a_id, fixture.pareja_b_id):
                times[fixture.juez_id or 0, pareja or 0] += 1
        return sum(count - 1 for count in times.values())

    @cached_property
    def without(self) -> tuple[Fixture, ...]:
        """Played or to be played now without a Juez; what nobody played needs none."""
        idle = ("", Fixture.How.PLAYED)
        return tuple(
            fixture
            for fixture in self.hall.fixtures
            if not fixture.juez_id and fixture.status != Fixture.Status.WAITING and fixture.how in idle
        )

    @property
    def unkept(self) -> tuple[str, ...]:
        """Every sentence of what is not kept, with its partida."""
        return tuple(
            f"{line.fixture.name.capitalize()}, {line.juez}: {words}." for line in self.lines for words in line.told
        )

    @cached_property
    def called(self) -> Mapping[int, str]:
        """What each Juez is called on this page: by name, or by the number of his place among the names."""
        people = sorted(self.hall.people.values(), key=lambda user: str(user).casefold())
        return {user.pk: str(user) if self.named else f"Juez n.º {place}" for place, user in enumerate(people, 1)}

    def sides(self, fixture: Fixture) -> tuple[str, str]:
        a, b = (
            "" if side is None else str(side) if self.named else str(side.number)
            for side in (fixture.pareja_a, fixture.pareja_b)
        )
        return a, b

    @cached_property
    def _judged(self) -> tuple[Fixture, ...]:
        return tuple(fixture for fixture in self.hall.fixtures if fixture.juez_id)

    def _told(self, fixture: Fixture, seen: Mapping[tuple[int, int], Fixture]) -> list[str]:
        players, found = self.hall.championship.players_per_pareja, []
        if tied := self._tied(fixture):
            number, value = tied
            belongs = f"es de «{value}»" if self.named else "es del club, la institución o la familia"
            like = ", como" if self.named else " de"
            found.append(f"{belongs}{like} {said(players, 'la pareja')} {number}")
        for pareja in (fixture.pareja_a, fixture.pareja_b):
            earlier = seen.get((fixture.juez_id or 0, pareja.pk)) if pareja else None
            if pareja and earlier:
                found.append(f"ya dirigió {said(players, 'a la pareja')} {pareja.number} en la {earlier.name}")
        return found

    def _tied(self, fixture: Fixture) -> tuple[int, str] | None:
        profile = self.hall.profiles.get(fixture.juez_id or 0)
        juez = Juez(fixture.juez_id or 0, ties_of(profile) if profile else Ties())
        found = tie(Partida(fixture.pk, self.hall.sides(fixture)), juez)
        return (self.hall.parejas[found[0].pareja].number, found[2]) if found else None

    def _hour(self, fixture: Fixture) -> tuple[bool, datetime, int]:
        """Those that are over first, as they ended; then in order of play."""
        return fixture.decided_at is None, fixture.decided_at or self.hall.now, fixture.number or 0
