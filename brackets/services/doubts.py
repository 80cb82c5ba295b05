"""Warnings before a name is entered: rules of the category, capacity, equal names, letters that papers cannot print.

The page of inscription asks what the rules need and refuses. The desk sees people and documents and keeps no sex or birth date:
it is warned, and may go on.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from brackets.models import Category, Championship, Entry, EntryPerson, Pareja, Player
from brackets.selectors.inscription import UNANSWERED, Room, inscription_of, room_of
from brackets.selectors.letters import printed
from brackets.selectors.spelling import name_key
from brackets.selectors.wording import counted, numbered
from brackets.services.eligibility import Person, require_eligible
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.inscription import TEXTS, ParejaData
from brackets.services.names import unprinted_letters

Who = Category.Who
NEEDS: Final = {Who.LADIES: "solo de mujeres", Who.GENTLEMEN: "solo de hombres", Who.MIXED: "de una mujer y un hombre"}
IN_SHORT: Final = {
    "otra-categoria": "categoría",
    "regla-de-categoria": "regla de la categoría",
    "sin-lugar": "sin lugar libre",
    "mismo-nombre": "mismo nombre",
    "letra-sin-imprimir": "letras que el papel no tiene",
}
"""Short names of the doubts, for the audit."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """`field` names what it is about as `ParejaData` does."""

    code: str
    message: str
    field: str


class Doubtful(BracketError):
    """Plausible but needs confirmation: resubmit the same data with `told` set to `seal` to proceed."""

    def __init__(self, doubts: Collection[Doubt]) -> None:
        super().__init__("por-comprobar", " ".join(doubt.message for doubt in doubts))
        self.doubts = tuple(doubts)
        self.seal = seal_of([doubt.message for doubt in doubts])


def seal_of(messages: Collection[str]) -> str:
    """A token for exactly these messages; empty without any."""
    return sha256("\n".join(messages).encode()).hexdigest()[:16] if messages else ""


def require_told(doubts: Collection[Doubt], told: str) -> None:
    """Raise Doubtful unless `told` is the seal of exactly these doubts."""
    doubtful = Doubtful(doubts)
    if doubts and told != doubtful.seal:
        raise doubtful


def told_doubts(
    championship: Championship, data: ParejaData, told: str | None, *, before: ParejaData | None = None, number: int = 0
) -> list[Doubt]:
    """The confirmed doubts about a pareja; none are looked for if `told` is None."""
    if told is None:
        return []
    doubts = Desk.of(championship).doubts_of(data, before=before, where=place_of(number))
    require_told(doubts, told)
    return doubts


def place_of(number: int) -> str:
    """How messages name the place of an inscribed pareja."""
    return f"el número {number}"


def in_short(doubts: Collection[Doubt]) -> str:
    """What the audit adds to its sentence."""
    codes = dict.fromkeys(doubt.code for doubt in doubts)
    return f" Sabiendo: {', '.join(IN_SHORT[code] for code in codes)}." if codes else ""


def letters_of(data: ParejaData, *, before: ParejaData | None = None) -> list[Doubt]:
    """One doubt for each new or changed text of a pareja with letters that our papers cannot print."""
    texts = TEXTS[2 if data.player_2 else 1]
    asked = [(name, label, getattr(data, name)) for name, label, _ in texts]
    return unprinted((name, label, text) for name, label, text in asked if text != getattr(before, name, None))


def unprinted(texts: Iterable[tuple[str, str, str]]) -> list[Doubt]:
    """One doubt for each text (field, label, value) with letters that our papers cannot print."""
    found = []
    for name, label, text in texts:
        if letters := unprinted_letters(text):
            message = (
                f"{label} tiene {letters}, que los papeles no pueden imprimir: en ellos sale «{printed(text)}». "
                "Escríbalo con letras latinas (el de una persona, como en su documento), o siga si debe quedar así."
            )
            found.append(Doubt("letra-sin-imprimir", message, name))
    return found


@dataclass(slots=True)
class Desk:
    """What the doubts of a pareja are judged by, as it is now; `take` lays over it what a sheet inscribes before."""

    categories: dict[str, Category]
    room: Room
    waiting: int
    asked: dict[str, EntryPerson]
    called: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    @classmethod
    def of(cls, championship: Championship) -> "Desk":
        """Seven queries, whatever the number of parejas."""
        people = list(
            # What was typed of somebody who takes part elsewhere is no knowledge of him.
            EntryPerson.objects.select_related("personal")
            .filter(championship=championship, erased_at__isnull=True)
            .exclude(active=False, entry__state__in=(*UNANSWERED, Entry.State.JOINED))
        )
        desk = cls(
            categories={name_key(each.name): each for each in championship.categories.all()},
            room=room_of(championship, inscription_of(championship)),
            waiting=championship.entries.filter(state=Entry.State.WAITING).count(),
            asked={person.cedula: person for person in people if person.cedula},
        )
        players = Player.objects.filter(championship=championship, pareja__status=Pareja.Status.ACTIVE)
        for player in players.select_related("personal", "pareja"):
            desk._call(player.name, player.cedula, place_of(player.pareja.number))
        for person in people:
            if person.active:
                desk._call(person.name, person.cedula, f"la solicitud {person.entry_id}")
        return desk

    def leave(self, where: str) -> None:
        """Whoever is called there is judged by what the sheet says of that place."""
        for known in self.called.values():
            known[:] = [each for each in known if each[0] != where]

    def take(self, data: ParejaData, where: str, *, room: bool) -> None:
        """From now on these play too, in a place of their own where they need `room`."""
        for name, cedula in _players(data):
            self._call(name, cedula, where)
        if room:
            counted = Counter(self.room.by_category)
            counted[name_key(data.category)] += 1
            self.room = Room(self.room.capacity, self.room.taken + 1, counted)

    def doubts_of(self, data: ParejaData, *, before: ParejaData | None = None, where: str = "") -> list[Doubt]:
        """Of a new one, or of what changes in the one that is inscribed at `where`."""
        other = before is None or name_key(before.category) != name_key(data.category)
        news = [each for each in _players(data) if before is None or _is_new(*each, before)]
        found: list[Doubt] = []
        category = self.categories.get(name_key(data.category))
        if other and category is None and self.categories:
            found.append(self._no_category(data.category))
        if category is not None and (other or news):
            found += self._rule(category, data)
        if other:
            found += self._full(category, is_new=before is None)
        for name, cedula in news:
            found += self._same_name(name, cedula, data, where)
        return [*found, *letters_of(data, before=before)]

    def _call(self, name: str, cedula: str, where: str) -> None:
        self.called.setdefault(name_key(name), []).append((where, cedula))

    def _no_category(self, name: str) -> Doubt:
        there = ", ".join(category.name for category in self.categories.values())
        told = f"La categoría «{name}» no es de este campeonato" if name else "No dice en qué categoría juega"
        return Doubt("otra-categoria", f"{told}: tiene {there}.", "category")

    def _rule(self, category: Category, data: ParejaData) -> Iterator[Doubt]:
        if not (category.asks_sex or category.asks_birth):
            return
        people = [self.asked.get(cedula) for _, cedula in _players(data)]
        known = [each for each in people if each is not None]
        if len(known) == len(people) and all(_is_known(each, category) for each in known):
            asked = [Person(name=each.name, birth_date=each.birth_date, sex=each.sex) for each in known]
            try:
                require_eligible(category, asked, day=category.championship.starts_on)
            except InvalidValue as broken:
                yield Doubt("regla-de-categoria", broken.message, "category")
            return
        needs = [NEEDS[Who(category.who)]] if category.asks_sex else []
        if category.asks_birth:
            needs.append(
                f"desde {counted(category.minimum_age or 0, 'año cumplido', 'años cumplidos')} el primer día del campeonato"
            )
        message = f"La categoría {category} es {' y '.join(needs)}: compruébelo con el documento."
        yield Doubt("regla-de-categoria", message, "category")

    def _full(self, category: Category | None, *, is_new: bool) -> Iterator[Doubt]:
        left = self.room.left_in(category) if is_new else self._left_of_its_own(category)
        where = f" en {category}" if category else ""
        line = f" En la lista de espera hay {self.waiting}." if self.waiting else ""
        if left == 0:
            yield Doubt("sin-lugar", f"No queda ningún lugar{where}: el cupo está lleno.{line}", "category")
        elif line and is_new:
            yield Doubt("sin-lugar", f"{line.strip()} Van antes que quien llega ahora.", "category")

    def _left_of_its_own(self, category: Category | None) -> int | None:
        """Who changes the category has a place in the championship already."""
        return Room(None, 0, self.room.by_category).left_in(category)

    def _same_name(self, name: str, cedula: str, data: ParejaData, own: str) -> Iterator[Doubt]:
        there = [
            where
            for where, other in self.called.get(name_key(name), ())
            if where != own and not (cedula and other and cedula != other)
        ]
        if there:
            place = 1 if name == data.player_1 else 2
            who = numbered(there, "quien está en {}", "quienes están en {}")
            told = f"{name} se llama como {who}. Sin las dos cédulas no se sabe si es otra persona."
            yield Doubt("mismo-nombre", told, f"player_{place}")


def _players(data: ParejaData) -> list[tuple[str, str]]:
    both = ((data.player_1, data.cedula_1), (data.player_2, data.cedula_2))
    return [(name, cedula) for name, cedula in both if name]


def _is_new(name: str, cedula: str, before: ParejaData) -> bool:
    """Another person, as `persons.players_rewrite` sees it; a corrected name or cédula is the same one."""
    return name_key(name) not in before.people and (not cedula or cedula not in before.cedulas)


def _is_known(person: EntryPerson, category: Category) -> bool:
    return bool((person.sex or not category.asks_sex) and (person.birth_date or not category.asks_birth))
