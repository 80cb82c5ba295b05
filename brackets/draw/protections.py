"""Who is to be kept apart in a draw, and for how long: data, and what a finished draw did not keep."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, groupby
from typing import Any, Final

from brackets.draw.entries import Entry
from brackets.draw.formats import Format, Series, Swiss, sizes_of
from brackets.draw.refusal import DrawRefusal

CLUBS_APART: Final = "clubes-1"
"""Clubs apart in the first round, or in no way: `brackets.draw.placing.place`."""
PROTECTED: Final = "protecciones-1"
"""Any protections: `brackets.draw.protected.protect`."""
PROCEDURES: Final = (CLUBS_APART, PROTECTED)

ATTRIBUTES: Final[Mapping[str, str]] = {
    "club": "el mismo club",
    "institucion": "la misma institución",
    "familia": "la misma familia",
    "provincia": "la misma provincia",
    "finalista": "finalistas de la edición anterior",
    "serie": "la misma serie de la etapa anterior",
}
"""What parejas may have in common, and how people read it."""
MOST_ROUNDS: Final = 3
"""Whoever wants more takes as late as possible."""


@dataclass(frozen=True, slots=True)
class Protection:
    """Those with the same value of `attribute` do not meet in the first `rounds` rounds; 0 is as late as possible.

    In a stage of series they are not in one series, whatever the rounds. A `hard` one is kept or nothing is drawn. In a Swiss
    stage it is looked at when a round is paired, 0 being all rounds, and cannot be hard.
    """

    attribute: str
    rounds: int = 1
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Unkept:
    """Two with the same value that may meet in `round`, too early; 0 is a series, which `place` (from 0) says."""

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

    @property
    def kept(self) -> tuple[Protection, ...]:
        """All that it protects, whichever procedure keeps it."""
        if self.procedure == PROTECTED:
            return self.protections
        return (Protection("club"),) if self.apart else ()

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
    rounds = "la primera ronda" if protection.rounds == 1 else f"las {protection.rounds} primeras rondas"
    return f"{name}: en {rounds}, {must}"


def unwanted_in(terms: Terms, entries: Sequence[Entry], number: int) -> Callable[[int, int], bool] | None:
    """Which two should not meet in round `number` of a Swiss stage; None where nobody is kept apart in it.

    >>> together = unwanted_in(Terms(Swiss(3)), [Entry(1, "Sol"), Entry(2, "Sol"), Entry(3)], 1)
    >>> together(1, 2), together(1, 3), unwanted_in(Terms(Swiss(3)), [], 2)
    (True, False, None)
    """
    due = [protection.attribute for protection in terms.kept if protection.rounds < 1 or number <= protection.rounds]
    values = {entry.key: {(each, value) for each in due if (value := entry.value(each))} for entry in entries}
    return (lambda a, b: not values.get(a, set()).isdisjoint(values.get(b, set()))) if due else None


class Ground:
    """Where the lines of a format stand: at each level, lines of one block meet there at the latest.

    In a bracket the level is the round and a block has 2^level lines; series have one level.
    """

    def __init__(self, form: Format, lines: int) -> None:
        self.lines = lines
        self.series = isinstance(form, Series)
        if isinstance(form, Series):
            self._blocks = [[number for number, size in enumerate(sizes_of(form, lines)) for _ in range(size)]]
        else:
            self._blocks = [[line >> level for line in range(lines)] for level in range(1, lines.bit_length())]

    @property
    def levels(self) -> int:
        return len(self._blocks)

    def blocks(self, level: int) -> list[int]:
        """The block of each line at a level, from 1."""
        return self._blocks[level - 1]

    def count(self, level: int) -> int:
        """How many blocks there are."""
        return self._blocks[level - 1][-1] + 1

    def depth(self, protection: Protection) -> int:
        """The last level at which it may be broken."""
        return self.levels if protection.rounds < 1 else min(protection.rounds, self.levels)

    def due(self, protection: Protection, parejas: int) -> int:
        """Up to which level so many of one value can be expected not to meet.

        As late as possible: as long as there are as many blocks as parejas.
        """
        if protection.rounds > 0:
            return self.depth(protection)
        return max((level for level in range(1, self.levels + 1) if self.count(level) >= parejas), default=0)


def unkept(terms: Terms, slots: Sequence[int | None], entries: Sequence[Entry]) -> tuple[Unkept, ...]:
    """What these lines do not keep of the protections: in their order, by round, from top to bottom."""
    if isinstance(terms.form, Swiss):
        return ()
    ground = Ground(terms.form, len(slots))
    of = {entry.key: entry for entry in entries}
    return tuple(found for protection in terms.kept for found in _unkept(protection, ground, slots, of))


def _unkept(
    protection: Protection, ground: Ground, slots: Sequence[int | None], of: Mapping[int, Entry]
) -> Iterator[Unkept]:
    lines: dict[str, list[int]] = defaultdict(list)
    for line, key in enumerate(slots):
        if key is not None and (value := of[key].value(protection.attribute)):
            lines[value].append(line)
    found = []
    for value, stand in lines.items():
        due = ground.due(protection, len(stand))
        for a, b in _close(ground, due, stand):
            level = next(level for level in range(1, due + 1) if ground.blocks(level)[a] == ground.blocks(level)[b])
            found.append((level, a, b, value))
    for level, a, b, value in sorted(found):
        first, second = slots[a], slots[b]
        assert first is not None and second is not None  # noqa: S101, PT018 (they were read from there)
        place = ground.blocks(level)[a]
        yield Unkept(protection.attribute, value, first, second, 0 if ground.series else level, place)


def _close(ground: Ground, level: int, lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The pairs of these lines that are of one block at the level; none at level 0."""
    if level:
        for _, together in groupby(lines, key=lambda line: ground.blocks(level)[line]):
            yield from combinations(together, 2)
