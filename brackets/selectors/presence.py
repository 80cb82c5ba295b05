"""Who has come today: of each pareja, and of all."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from django.db.models import Exists, OuterRef, Q

from brackets.models import AT_A_TABLE, Championship, CheckIn, Fixture, Pareja, Player, Stage
from brackets.selectors.parejas import parejas_list

TO_PLAY: Final = (Fixture.Status.READY, *AT_A_TABLE)


class State(StrEnum):
    """How much of a pareja is there; one player alone goes from the first to the last two."""

    NOBODY = "no-llego"
    ONE = "uno"
    BOTH = "ambos"
    IDENTIFIED = "acreditados"


@dataclass(frozen=True, slots=True)
class Person:
    """A player and his check-in of the day, if he came."""

    player: Player
    check_in: CheckIn | None

    @property
    def identified(self) -> bool:
        return self.check_in is not None and bool(self.check_in.document)


@dataclass(frozen=True, slots=True)
class Presence:
    """Of one pareja on one day. `since`: when the last of its players came, once it is there."""

    pareja: Pareja
    people: tuple[Person, ...]

    @property
    def state(self) -> State:
        came = sum(person.check_in is not None for person in self.people)
        if came < len(self.people) or not came:
            return State.ONE if came else State.NOBODY
        return State.IDENTIFIED if all(person.identified for person in self.people) else State.BOTH

    @property
    def present(self) -> bool:
        """Whether all its players are there."""
        return self.state in (State.BOTH, State.IDENTIFIED)

    @property
    def since(self) -> datetime | None:
        hours = [person.check_in.at for person in self.people if person.check_in]
        return max(hours) if self.present else None

    @property
    def words(self) -> str:
        """The state as it is read; of a pareja of two, which one has come is told by `people`."""
        alone = len(self.people) == 1
        return {
            State.NOBODY: "Todavía no consta su llegada",
            State.ONE: "Llegó uno",
            State.BOTH: "Llegó, sin identificar" if alone else "Llegaron, falta identificar",
            State.IDENTIFIED: "Llegó, identificado" if alone else "Llegaron, identificados",
        }[self.state]


def presence_of(parejas: Iterable[Pareja], day: date) -> dict[int, Presence]:
    """By the key of each pareja: one query, one more where the players were not fetched with them."""
    given = list(parejas)
    came = {
        check_in.player_id: check_in
        for check_in in CheckIn.objects.filter(player__pareja__in=given, day=day).select_related("by", "identified_by")
    }
    players = _players_of(given)
    return {
        pareja.pk: Presence(pareja, tuple(Person(player, came.get(player.pk)) for player in players[pareja.pk]))
        for pareja in given
    }


def presence_of_all(championship: Championship, day: date) -> list[Presence]:
    """Of every pareja that is awaited in the championship, by number: three queries."""
    return list(presence_of(parejas_list(championship).filter(awaited()), day).values())


def awaited() -> Q:
    """Who is in its championship, or left it at a mesa that it plays to the end."""
    own = Q(pareja_a=OuterRef("pk")) | Q(pareja_b=OuterRef("pk"))
    playing = Fixture.objects.filter(own, stage__status=Stage.Status.PUBLISHED, status__in=TO_PLAY)
    return Q(status=Pareja.Status.ACTIVE) | Q(Exists(playing))


@dataclass(frozen=True, slots=True)
class Counts:
    """How many parejas are in each state, and how many players have come and have been identified."""

    parejas: Mapping[State, int]
    players: int
    came: int
    identified: int

    @property
    def all(self) -> int:
        return sum(self.parejas.values())

    @property
    def complete(self) -> int:
        """Parejas whose players are all there."""
        return self.parejas[State.BOTH] + self.parejas[State.IDENTIFIED]


def counts_of(everyone: Sequence[Presence]) -> Counts:
    people = [person for presence in everyone for person in presence.people]
    return Counts(
        Counter(presence.state for presence in everyone),
        len(people),
        sum(person.check_in is not None for person in people),
        sum(person.identified for person in people),
    )


def _players_of(parejas: Sequence[Pareja]) -> Mapping[int, Sequence[Player]]:
    missing = [pareja.pk for pareja in parejas if "players" not in getattr(pareja, "_prefetched_objects_cache", {})]
    found: defaultdict[int, list[Player]] = defaultdict(list)
    if missing:
        for player in Player.objects.filter(pareja__in=missing).order_by("position"):
            found[player.pareja_id].append(player)
    return {pareja.pk: found[pareja.pk] if pareja.pk in missing else list(pareja.players.all()) for pareja in parejas}
