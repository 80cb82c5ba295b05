"""Who is to be kept apart in a draw, and for how long: data, and what a finished draw did not keep."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate, combinations, groupby
from typing import Any, Final

from brackets.draw.entries import Entry
from brackets.draw.formats import Format, Series, Swiss, sizes_of
from brackets.draw.places import first_mesas
from brackets.draw.refusal import DrawRefusal

CLUBS_APART: Final = "clubes-1"
"""Keeps clubs apart in their first mesa, or does not: `brackets.draw.placing.place`."""
PROTECTED: Final = "protecciones-1"
"""Any protections: `brackets.draw.protected.protect`."""

ATTRIBUTES: Final[Mapping[str, str]] = {
    "club": "el mismo club",
    "institucion": "la misma institución",
    "familia": "la misma familia",
    "provincia": "la misma provincia",
    "finalista": "finalistas de la edición anterior",
    "serie": "la misma serie de una etapa anterior",
}
"""What parejas may have in common, and how people read it."""
MOST_ROUNDS: Final = 3
"""Whoever wants more takes as late as possible."""
NOBODY_BEHIND: Final[Mapping[int, int]] = {}


@dataclass(frozen=True, slots=True)
class Protection:
    """Parejas with a value of `attribute` in common do not meet in their first mesa (`rounds` 1), in the first `rounds` rounds, or
    meet as late as possible (0).

    In a stage of series they are in different series, whatever `rounds`. If a `hard` protection cannot be kept, nothing is drawn.
    A Swiss stage applies it when a round is paired, 0 meaning all rounds, and cannot have a hard one.
    """

    attribute: str
    rounds: int = 1
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Unkept:
    """Two with the same value, the first of several, that may meet in `round`, too early; 0 is a series, which `place` (from 0) says."""

    attribute: str
    value: str
    a: int
    b: int
    round: int
    place: int


@dataclass(frozen=True, slots=True)
class Terms:
    """What a draw is made under, besides who enters and the seed text."""

    form: Format
    procedure: str = CLUBS_APART
    apart: bool = True
    protections: tuple[Protection, ...] = ()

    def with_series_apart(self) -> "Terms":
        """The same, with parejas that played in one series of any stage before kept apart in their first mesa before anything else, unless it
        protects series already.
        """
        if any(protection.attribute == "serie" for protection in self.protections):
            return self
        return Terms(self.form, PROTECTED, apart=False, protections=(Protection("serie"), *self.kept))

    @property
    def kept(self) -> tuple[Protection, ...]:
        """All that it protects, whichever procedure keeps it."""
        if self.procedure == PROTECTED:
            return self.protections
        return (Protection("club"),) if self.apart else ()

    @property
    def clubs_apart(self) -> bool:
        """Whether clubs are kept apart, whichever procedure does it."""
        return any(protection.attribute == "club" for protection in self.kept)

    @property
    def told(self) -> tuple[str, ...]:
        """The same in sentences."""
        return tuple(words(protection, self.form) for protection in self.kept)


def protection_data(protection: Protection) -> dict[str, Any]:
    """Ready for JSON.

    >>> protection_data(Protection("familia", 2))
    {'attribute': 'familia', 'rounds': 2, 'hard': False}
    """
    return asdict(protection)


def protection_from(data: Mapping[str, Any]) -> Protection:
    """The inverse of `protection_data`; KeyError or TypeError for what it never gave."""
    attribute, rounds, hard = data["attribute"], data["rounds"], data["hard"]
    if (
        attribute not in ATTRIBUTES
        or type(rounds) is not int
        or type(hard) is not bool
        or not 0 <= rounds <= MOST_ROUNDS
    ):
        raise KeyError(f"no protection: {attribute!r}, {rounds!r}, {hard!r}")
    return Protection(attribute, rounds, hard)


def check_protections(protections: Sequence[Protection], form: Format) -> None:
    """Refuse what cannot be meant: an attribute twice, a promise without an end that must be kept, one of a Swiss stage."""
    if isinstance(form, Swiss) and any(protection.hard for protection in protections):
        raise DrawRefusal(
            "hard-in-swiss",
            "En un suizo los rivales salen de los resultados, ronda por ronda: nada puede ser obligatorio. "
            "Elija que se cumpla si se puede.",
        )
    attributes = [protection.attribute for protection in protections]
    if len(set(attributes)) < len(attributes):
        raise DrawRefusal("protection-twice", "Cada protección se pone una sola vez. Deje una de cada clase.")
    for protection in protections:
        if protection.hard and protection.rounds < 1:
            raise DrawRefusal(
                "protection-without-end",
                "Lo más lejos posible no puede ser obligatorio. Diga cuántas rondas, o deje que se cumpla si se puede.",
            )


def words(protection: Protection, form: Format) -> str:
    """The protection in a sentence.

    >>> from brackets.draw.formats import Elimination
    >>> words(Protection("familia", 0), Elimination()), words(Protection("provincia", 2, hard=True), Elimination())
    ('la misma familia: lo más lejos posible', 'la misma provincia: en las 2 primeras rondas, obligatorio')
    >>> words(Protection("club"), Series())
    'el mismo club: en series distintas, si se puede'
    """
    name = ATTRIBUTES[protection.attribute]
    must = "obligatorio" if protection.hard else "si se puede"
    if isinstance(form, Series):
        return f"{name}: en series distintas, {must}"
    if protection.rounds < 1:
        return (
            f"{name}: en todas las rondas, si se puede" if isinstance(form, Swiss) else f"{name}: lo más lejos posible"
        )
    rounds = "su primera mesa" if protection.rounds == 1 else f"las {protection.rounds} primeras rondas"
    return f"{name}: en {rounds}, {must}"


def unwanted_in(
    terms: Terms, entries: Sequence[Entry], number: int, met: Mapping[int, int] = NOBODY_BEHIND
) -> Callable[[int, int], bool] | None:
    """A test for pairs that should not meet in round `number` of a Swiss stage; None where no protection applies.

    `met` says of parejas how many mesas with a rival they have had; of the others one for each round before. Who rested, passed or
    entered late has had fewer, and is kept apart for as many rounds more.

    >>> together = unwanted_in(Terms(Swiss(3)), [Entry(1, "Sol"), Entry(2, "Sol"), Entry(3)], 1)
    >>> together(1, 2), together(1, 3), unwanted_in(Terms(Swiss(3)), [], 2)
    (True, False, None)
    >>> later = unwanted_in(Terms(Swiss(3)), [Entry(n, "Sol") for n in (1, 2, 3)], 2, {1: 0})
    >>> later(1, 2), later(2, 3)
    (True, False)
    """

    def due(mesa: int) -> list[str]:
        return [each.attribute for each in terms.kept if each.rounds < 1 or mesa <= each.rounds]

    def values(mesa: int) -> dict[int, set[tuple[str, str]]]:
        attributes = due(mesa)
        return {entry.key: {(each, value) for each in attributes for value in entry.values(each)} for entry in entries}

    by = {mesa: values(mesa) for mesa in {number, *(each + 1 for each in met.values())}}
    if not due(min(by)):
        return None

    def unwanted(a: int, b: int) -> bool:
        due_now = by[min(met.get(each, number - 1) for each in (a, b)) + 1]
        return not due_now.get(a, set()).isdisjoint(due_now.get(b, set()))

    return unwanted


@dataclass(frozen=True, slots=True)
class Level:
    """Lines by block: two of one block meet in `round` (from 1) at the latest.

    `possible`: it is the first mesa of one of them only if the other wins first, so that avoiding it is not promised.
    """

    round: int
    blocks: Sequence[int]
    possible: bool = False

    @property
    def count(self) -> int:
        """How many blocks there are."""
        return self.blocks[-1] + 1


class Ground:
    """Where the lines of a format are: the levels at which two may meet too early, each holding the one before it.

    Series have one level, the series. In a bracket the first is the first mesa of both: of round 1, or of round 2 where both
    have a bye; then, where there are byes, the first mesa of one of the two; then the rounds from the second on, in which a
    block has 2^round lines.
    """

    def __init__(self, form: Format, slots: Sequence[int | None]) -> None:
        self.lines = len(slots)
        self.series = isinstance(form, Series)
        if isinstance(form, Series):
            sizes = sizes_of(form, self.lines)
            self.levels = [Level(1, [number for number, size in enumerate(sizes) for _ in range(size)])]
            return
        self.levels = [Level(1, _blocks(first_mesas(slots), self.lines))]
        if None in slots and self.lines > 2:
            self.levels.append(Level(1, _blocks(_beside_byes(slots), self.lines), possible=True))
        rounds = range(2, self.lines.bit_length())
        self.levels += [Level(round_, [line >> round_ for line in range(self.lines)]) for round_ in rounds]

    def kept_in(self, protection: Protection) -> list[Level]:
        """The levels that it covers."""
        return [level for level in self.levels if protection.rounds < 1 or level.round <= protection.rounds]

    def due(self, protection: Protection, parejas: int) -> Level | None:
        """The last level at which so many of one value can be expected not to meet.

        As late as possible: as long as there are as many blocks as parejas.
        """
        levels = [level for level in self.kept_in(protection) if not level.possible]
        if protection.rounds < 1:
            levels = [level for level in levels if level.count >= parejas]
        return levels[-1] if levels else None


def _blocks(mesas: Iterable[Sequence[int]], lines: int) -> list[int]:
    """The number of each line's block; a line of none is counted to the block before it, which changes nothing."""
    blocks = [0] * lines
    for number, mesa in enumerate(mesas):
        for line in mesa:
            blocks[line] = number
    return list(accumulate(blocks, max))


def _beside_byes(slots: Sequence[int | None]) -> Iterator[Sequence[int]]:
    """Four lines with a bye among them as one block, the matches of others each as its own."""
    for top in range(0, len(slots), 4):
        four = range(top, top + 4)
        yield from [four] if None in slots[top : top + 4] else [four[:2], four[2:]]


def unkept(terms: Terms, slots: Sequence[int | None], entries: Sequence[Entry]) -> tuple[Unkept, ...]:
    """What these lines do not keep of the protections: in their order, by round, from top to bottom."""
    if isinstance(terms.form, Swiss):
        return ()
    ground = Ground(terms.form, slots)
    of = {entry.key: entry for entry in entries}
    return tuple(found for protection in terms.kept for found in _unkept(protection, ground, slots, of))


def _unkept(
    protection: Protection, ground: Ground, slots: Sequence[int | None], of: Mapping[int, Entry]
) -> Iterator[Unkept]:
    lines: dict[str, list[int]] = defaultdict(list)
    for line, key in enumerate(slots):
        for value in of[key].values(protection.attribute) if key is not None else ():
            lines[value].append(line)
    found: dict[tuple[int, int, int], tuple[str, int]] = {}
    for value, members in sorted(lines.items()):
        due = ground.due(protection, len(members))
        for a, b in _close(due, members):
            round_ = 0 if ground.series else (a ^ b).bit_length()
            place = ground.levels[0].blocks[a] if ground.series else a >> round_
            found.setdefault((round_, a, b), (value, place))
    for (round_, a, b), (value, place) in sorted(found.items()):
        first, second = slots[a], slots[b]
        assert first is not None and second is not None  # noqa: S101, PT018 (they were read from there)
        yield Unkept(protection.attribute, value, first, second, round_, place)


def _close(level: Level | None, lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The pairs of these lines that are of one block at the level; none without one."""
    if level:
        for _, together in groupby(lines, key=lambda line: level.blocks[line]):
            yield from combinations(together, 2)
