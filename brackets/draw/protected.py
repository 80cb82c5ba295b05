"""The drawing that keeps any protections (`protecciones-1`, `docs/sorteo.md`): lots first, then exchanges that only gain."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from math import comb
from operator import attrgetter
from typing import Final, TypeAlias

from brackets.draw.entries import Entry
from brackets.draw.formats import Format
from brackets.draw.lots import shuffle
from brackets.draw.placing import place
from brackets.draw.protections import ATTRIBUTES, Ground, Level, Protection
from brackets.draw.refusal import DrawRefusal

MOST: Final = 64
LEAST: Final = 2
TOGETHER: Final = 2048
"""Attempts: so many lines in all, but at least and at most so many attempts."""
LOOKS: Final = 2**20
"""Lines looked at for an exchange, in all attempts together and shared among the protections: it keeps a draw to seconds."""

Cost: TypeAlias = list[int]


def protect(
    form: Format, entries: Collection[Entry], seed: str, protections: Sequence[Protection]
) -> tuple[int | None, ...]:
    """The lines; hard protections first, then round by round and in their order.

    DrawRefusal `protection-not-kept` where a hard one stays broken, saying whether none can keep it.

    >>> from brackets.draw.formats import Series
    >>> four = [Entry(1, "Sol"), Entry(2, "Sol"), Entry(3), Entry(4)]
    >>> sorted(sorted(each) for each in zip(*[iter(protect(Series(2), four, "cuarenta", [Protection("club")]))] * 2))
    [[1, 3], [2, 4]]
    """
    drawn = place(form, entries, seed, apart=False).slots
    ground = Ground(form, drawn)
    best, least, looks = None, None, LOOKS // max(1, len(protections))
    for start in _starts(drawn, entries, seed):
        board = Board(ground, start, entries, protections)
        looks = board.improve(looks)
        if least is None or board.cost < least:
            best, least = board, board.cost
        if least == board.floor or looks <= 0:
            break
    assert best is not None  # noqa: S101 (there is at least one attempt)
    if broken := best.broken():
        raise DrawRefusal("protection-not-kept", _refused(broken, ground, entries))
    return tuple(best.slots)


def _starts(drawn: Sequence[int | None], entries: Collection[Entry], seed: str) -> Iterator[Sequence[int | None]]:
    """The lines as they are drawn without protections, then with the unseeded shuffled anew: they alone are moved."""
    yield drawn
    free = sorted((entry for entry in entries if entry.seed is None), key=attrgetter("key"))
    keys = {entry.key for entry in free}
    for attempt in range(1, min(MOST, max(LEAST, TOGETHER // len(drawn)))):
        others = iter(shuffle([entry.key for entry in free], f"{seed}|intento-{attempt}"))
        yield [next(others) if key in keys else key for key in drawn]


class Board:
    """Lines, and how many of each value stand in each block, kept up to date while parejas are exchanged."""

    def __init__(
        self,
        ground: Ground,
        slots: Sequence[int | None],
        entries: Collection[Entry],
        protections: Sequence[Protection],
    ) -> None:
        self.slots = list(slots)
        of = {entry.key: entry for entry in entries}
        self.free = [line for line, key in enumerate(slots) if key is not None and of[key].seed is None]
        self.levels = _components(ground, protections)
        self.values: list[list[tuple[str, ...]]] = []
        self.blocks: list[Sequence[int]] = []
        self.counts: list[Counter[tuple[int, str]]] = []
        self.cost: Cost = []
        self.pairs: list[Counter[str]] = []
        self.fewest: list[Mapping[str, int]] = []
        for level, protection in self.levels:
            values = [() if key is None else of[key].values(protection.attribute) for key in slots]
            counts = Counter((block, value) for block, each in zip(level.blocks, values, strict=True) for value in each)
            pairs: Counter[str] = Counter()
            for (_, value), number in counts.items():
                pairs[value] += comb(number, 2)
            self.values.append(values)
            self.blocks.append(level.blocks)
            self.counts.append(counts)
            self.pairs.append(pairs)
            self.cost.append(pairs.total())
            members = Counter(chain.from_iterable(values))
            self.fewest.append({value: _fewest(number, level.count) for value, number in members.items()})

    @property
    def floor(self) -> Cost:
        """Less than this no lines at all can cost."""
        return [sum(fewest.values()) for fewest in self.fewest]

    def broken(self) -> list[tuple[Protection, str, Level]]:
        """The hard protections that are not kept: value, and the level where it is not."""
        return [
            (protection, value, level)
            for (level, protection), pairs in zip(self.levels, self.pairs, strict=True)
            if protection.hard and not level.possible
            for value, number in sorted(pairs.items())
            if number
        ]

    def improve(self, looks: int) -> int:
        """Exchange two unseeded parejas as long as that gains: see `docs/sorteo.md` for the order.

        Each search for a partner looks at all lines of the unseeded. Answers how many `looks` are left; with none, it ends.
        """
        moved = True
        while moved:
            moved = False
            for component in range(len(self.levels)):
                for line in self.free:
                    if not self._unhappy(component, line):
                        continue
                    if looks <= 0:
                        return 0
                    looks -= len(self.free)
                    if (other := self._partner(line)) is not None:
                        self._exchange(line, other)
                        moved = True
        return looks

    def _unhappy(self, component: int, line: int) -> bool:
        counts, block = self.counts[component], self.blocks[component][line]
        pairs, fewest = self.pairs[component], self.fewest[component]
        return any(counts[block, value] > 1 and pairs[value] > fewest[value] for value in self.values[component][line])

    def _partner(self, line: int) -> int | None:
        """The first line with which most is gained."""
        best: Cost = [0] * len(self.levels)
        chosen = None
        for other in self.free:
            change = self._change(line, other, best)
            if change is not None:
                best, chosen = change, other
        return chosen

    def _change(self, line: int, other: int, best: Cost) -> Cost | None:
        """How the cost changes with the exchange; None unless that is less than `best`."""
        change: Cost = []
        less = False
        for component, values in enumerate(self.values):
            here, there = self.blocks[component][line], self.blocks[component][other]
            mine, its = values[line], values[other]
            gained = 0
            if here != there and mine != its:
                counts = self.counts[component]
                for value in mine:
                    if value not in its:
                        gained += counts[there, value] - counts[here, value] + 1
                for value in its:
                    if value not in mine:
                        gained += counts[here, value] - counts[there, value] + 1
            if not less and gained > best[component]:
                return None
            less = less or gained < best[component]
            change.append(gained)
        return change if less else None

    def _exchange(self, line: int, other: int) -> None:
        self.slots[line], self.slots[other] = self.slots[other], self.slots[line]
        for component, values in enumerate(self.values):
            here, there = self.blocks[component][line], self.blocks[component][other]
            mine, its = values[line], values[other]
            values[line], values[other] = its, mine
            if here != there and mine != its:
                for value in mine:
                    if value not in its:
                        self._move(component, value, here, there)
                for value in its:
                    if value not in mine:
                        self._move(component, value, there, here)

    def _move(self, component: int, value: str, source: int, goal: int) -> None:
        counts = self.counts[component]
        change = counts[goal, value] - counts[source, value] + 1
        counts[source, value] -= 1
        counts[goal, value] += 1
        self.pairs[component][value] += change
        self.cost[component] += change


def _components(ground: Ground, protections: Sequence[Protection]) -> list[tuple[Level, Protection]]:
    """Hard before soft; then level by level; then in the order given."""
    ordered = [
        (level.possible or not protection.hard, step, number)
        for number, protection in enumerate(protections)
        for step, level in enumerate(ground.kept_in(protection))
    ]
    return [(ground.levels[step], protections[number]) for _, step, number in sorted(ordered)]


def _fewest(parejas: int, blocks: int) -> int:
    """Pairs in one block when so many are spread evenly.

    >>> _fewest(3, 4), _fewest(5, 4), _fewest(9, 4)
    (0, 1, 6)
    """
    each, more = divmod(parejas, blocks)
    return more * comb(each + 1, 2) + (blocks - more) * comb(each, 2)


def _refused(broken: Sequence[tuple[Protection, str, Level]], ground: Ground, entries: Collection[Entry]) -> str:
    protection, value, level = broken[0]
    parejas = sum(value in entry.values(protection.attribute) for entry in entries)
    name, blocks = ATTRIBUTES[protection.attribute], level.count
    where = "series" if ground.series else "partes de la llave que se separan hasta ahí"
    if parejas > blocks:
        why = f"hay {parejas} de «{value}» y solo {blocks} {where}"
    else:
        why = f"ningún intento logró separar a los {parejas} de «{value}»; las cabezas de serie no se mueven"
    return (
        f"No se puede cumplir la protección obligatoria ({name}): {why}. "
        "Póngala para menos rondas, o que se cumpla si se puede, y sortee de nuevo."
    )
