"""Reading what people asked for at the page of inscription, and whether there is room for them."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db.models import Prefetch, QuerySet

from brackets.models import Category, Championship, Entry, EntryPerson, Inscription, Pareja, PersonalData, Stage
from brackets.people_keys import match_of
from brackets.selectors.single import single
from brackets.selectors.spelling import name_key

State = Entry.State
UNANSWERED: Final = (State.PENDING, State.WAITING)


class Window(StrEnum):
    """Whether the page takes requests now."""

    NONE = "none"
    DRAWN = "drawn"
    ENDED = "ended"
    HALTED = "halted"
    BEFORE = "before"
    AFTER = "after"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Room:
    """Places taken by parejas and by requests that wait for an answer; `None` left means without a limit."""

    capacity: int | None
    taken: int
    by_category: Mapping[str, int] = field(default_factory=dict)

    @property
    def left(self) -> int | None:
        return None if self.capacity is None else max(self.capacity - self.taken, 0)

    def left_in(self, category: Category | None) -> int | None:
        """What is left there and in the whole championship, the smaller of both."""
        own = None
        if category is not None and category.capacity is not None:
            own = max(category.capacity - self.by_category.get(name_key(category.name), 0), 0)
        limits = [each for each in (own, self.left) if each is not None]
        return min(limits) if limits else None

    def has_place(self, category: Category | None) -> bool:
        return self.left_in(category) != 0

    def with_one(self, category: Category | None) -> "Room":
        """The same with one more taken there."""
        own = name_key(category.name if category else "")
        return replace(self, taken=self.taken + 1, by_category=Counter(self.by_category) + Counter([own]))


def inscription_of(championship: Championship) -> Inscription | None:
    return single(Inscription.objects.filter(championship=championship))


def window_of(championship: Championship, inscription: Inscription | None, now: datetime) -> Window:
    """One query, to know whether the draw is public."""
    if inscription is None:
        return Window.NONE
    if championship.status == Championship.Status.CLOSED:
        return Window.ENDED
    if championship.stages.filter(status=Stage.Status.PUBLISHED).exists():
        return Window.DRAWN
    if inscription.closes_at and now >= inscription.closes_at:
        return Window.AFTER
    if not inscription.accepting:
        return Window.HALTED
    if inscription.opens_at and now < inscription.opens_at:
        return Window.BEFORE
    return Window.OPEN


def room_of(championship: Championship, inscription: Inscription | None) -> Room:
    """Two queries, whatever the number of categories."""
    names: list[str] = list(
        championship.parejas.filter(status=Pareja.Status.ACTIVE).order_by().values_list("category", flat=True)
    )
    asked = championship.entries.filter(state=State.PENDING).order_by().values_list("category__name", flat=True)
    names += [name or "" for name in asked]
    capacity = inscription.capacity if inscription else None
    return Room(capacity, len(names), Counter(name_key(name) for name in names))


def room_behind_line(championship: Championship, room: Room) -> Room:
    """What is left for who asks now: who waits already and has a place goes first. One query."""
    waiting = Entry.objects.filter(championship=championship, state=State.WAITING).select_related("category")
    for entry in waiting:
        if room.has_place(entry.category):
            room = room.with_one(entry.category)
    return room


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a cédula now: the pareja with this number, else the request with this key."""

    number: int | None = None
    entry: int | None = None

    @property
    def where(self) -> str:
        return f"en la solicitud {self.entry}" if self.number is None else f"en el número {self.number}"


def holders_of(championship: Championship, cedulas: Collection[str], *, but: Entry | None = None) -> dict[str, Holder]:
    """By cédula who has it, as a player or in a request that waits, `but` itself: two queries, whatever is found."""
    wanted = {match_of("cedula", cedula): cedula for cedula in cedulas if cedula}
    held = PersonalData.objects.filter(championship=championship, held=True, cedula_match__in=wanted)
    asked = held.filter(asked__isnull=False).exclude(asked__entry=but).values_list("cedula_match", "asked__entry")
    plays = held.filter(player__isnull=False).values_list("cedula_match", "player__pareja__number")
    return {wanted[match]: Holder(entry=entry) for match, entry in asked} | {
        wanted[match]: Holder(number=number) for match, number in plays
    }


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody of a request who takes part elsewhere; `stops` its being confirmed, unless that was asked for after this one."""

    name: str
    holders: tuple[Holder, ...]
    stops: bool

    @property
    def where(self) -> str:
        return " y ".join(holder.where for holder in self.holders)

    def __str__(self) -> str:
        return f"{self.name}, {self.where}"


def known_elsewhere(championship: Championship) -> dict[int, list[Known]]:
    """By entry that waits for an answer: who of its people takes part already or asked elsewhere, and where, without cédulas.

    For the desk alone; two queries, whatever the number of requests.
    """
    waits = EntryPerson.objects.filter(championship=championship, entry__state__in=UNANSWERED)
    waits = waits.filter(personal__isnull=False).exclude(personal__cedula_match="").order_by("entry", "position")
    people = list(waits.values_list("entry", "name", "personal__cedula_match", "active"))
    first = {match: entry for entry, _, match, active in people if active}
    players = PersonalData.objects.filter(championship=championship, held=True, player__isnull=False)
    plays = players.filter(cedula_match__in={match for _, _, match, _ in people})
    numbers = dict(plays.values_list("cedula_match", "player__pareja__number"))
    requests: dict[str, list[int]] = {}
    for entry, _, match, _ in people:
        requests.setdefault(match, []).append(entry)
    found: dict[int, list[Known]] = {}
    for entry, name, match, _ in people:
        holders = [Holder(number=numbers[match])] if match in numbers else []
        holders += [Holder(entry=other) for other in requests[match] if other != entry]
        if holders:
            found.setdefault(entry, []).append(
                Known(name, tuple(holders), match in numbers or first.get(match, entry) != entry)
            )
    return found


def entries_list(championship: Championship) -> QuerySet[Entry]:
    """All with their people, by how long they wait: two queries. The people come without their cédulas and birth dates."""
    people = EntryPerson.objects.defer("birth_date")
    entries = Entry.objects.filter(championship=championship).select_related("category", "paid_by", "pareja")
    return entries.prefetch_related(Prefetch("people", people))


def entries_whole(championship: Championship) -> QuerySet[Entry]:
    """The same with everything that is known of its people, for those who may see it."""
    entries = Entry.objects.filter(championship=championship).select_related("category", "consent", "paid_by", "pareja")
    return entries.prefetch_related(people_with_data())


def people_with_data() -> "Prefetch[Any]":
    """People of requests with what is enciphered of them, to prefetch: one query."""
    return Prefetch("people", EntryPerson.objects.select_related("personal"))


def place_in_line(entry: Entry) -> int:
    """Which place it has in the waiting list of its category, from 1."""
    ahead = Entry.objects.filter(championship=entry.championship_id, category=entry.category_id, state=State.WAITING)
    return sum((each.queued_at, each.pk) <= (entry.queued_at, entry.pk) for each in ahead.only("queued_at"))


def next_in_line(championship: Championship, room: Room) -> Entry | None:
    """Who has waited longest of those for whom there is room."""
    waiting = Entry.objects.filter(championship=championship, state=State.WAITING).select_related("category")
    return next((entry for entry in waiting if room.has_place(entry.category)), None)


def alike(championship: Championship, people: Iterable[EntryPerson], *, but: Entry) -> list[str]:
    """Who is called like one of these people, for whoever confirms to look at: two queries."""
    keys = {name_key(person.name) for person in people if person.name}
    parejas = Pareja.objects.filter(championship=championship, status=Pareja.Status.ACTIVE).prefetch_related("players")
    found = [
        f"{player.name}, en el número {pareja.number}"
        for pareja in parejas
        if pareja.pk != but.pareja_id
        for player in pareja.players.all()
        if name_key(player.name) in keys
    ]
    others = EntryPerson.objects.filter(championship=championship, active=True).exclude(entry=but)
    return found + [
        f"{each.name}, en la solicitud {each.entry_id}"
        for each in others.only("name", "entry_id")
        if name_key(each.name) in keys
    ]


def asked_for(championship: Championship, cedula: str) -> int | None:
    """The request that waits for an answer with this person."""
    people = PersonalData.objects.filter(championship=championship, held=True, cedula_match=match_of("cedula", cedula))
    return people.filter(asked__isnull=False).values_list("asked__entry", flat=True).first()
