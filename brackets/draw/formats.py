"""The formats of a stage as data, and the structure each one has for so many entries.

A format is what the Director chooses; it is stored as a plain mapping (`as_data`, `from_data`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeAlias

from brackets.draw.entries import check_size
from brackets.draw.knockout import double_elimination, single_elimination
from brackets.draw.league import series, swiss
from brackets.draw.places import bracket_size
from brackets.draw.refusal import DrawRefusal
from brackets.draw.round_robin import series_sizes
from brackets.draw.structure import Structure
from brackets.draw.swiss import check_rounds

Pairings: TypeAlias = Sequence[Sequence[tuple[int, int | None]]]
"""By Swiss round, the lines that meet; None where a line rests."""


@dataclass(frozen=True, slots=True)
class Elimination:
    """One defeat and out, but for the match for the third place and the consolation, where there are any."""

    kind: ClassVar[str] = "eliminatoria"
    label: ClassVar[str] = "Eliminatoria directa"
    third_place: bool = False
    consolation: bool = False


@dataclass(frozen=True, slots=True)
class DoubleElimination:
    """Two defeats and out; without a second final the pareja that comes to it unbeaten may lose the title with one."""

    kind: ClassVar[str] = "doble-eliminatoria"
    label: ClassVar[str] = "Eliminatoria a dos derrotas"
    second_final: bool = True


@dataclass(frozen=True, slots=True)
class Series:
    """All against all in series of `size` and of one less where they do not come out even; 0 is one series of all."""

    kind: ClassVar[str] = "series"
    label: ClassVar[str] = "Series"
    size: int = 4
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Swiss:
    """So many rounds among equals, each paired when the one before it has ended."""

    kind: ClassVar[str] = "suizo"
    label: ClassVar[str] = "Suizo"
    rounds: int = 5


Format: TypeAlias = Elimination | DoubleElimination | Series | Swiss
FORMATS: Final[tuple[type[Format], ...]] = (Elimination, DoubleElimination, Series, Swiss)
LARGEST_LEAGUE: Final = 64
"""Parejas in one series: each plays all others, 2,016 mesas."""


def as_data(chosen: Format) -> dict[str, Any]:
    """Ready for JSON.

    >>> as_data(Series(size=4))
    {'kind': 'series', 'size': 4, 'turns': 1}
    """
    return {"kind": chosen.kind, **asdict(chosen)}


def from_data(data: Mapping[str, Any]) -> Format:
    """The inverse of `as_data`; KeyError or TypeError for what it never gave."""
    kinds = {each.kind: each for each in FORMATS}
    chosen = kinds[data["kind"]](**{name: value for name, value in data.items() if name != "kind"})
    if as_data(chosen).keys() != data.keys() or any(type(data[each.name]) is not each.type for each in fields(chosen)):
        raise TypeError(f"no format has {data}")
    return chosen


def check_format(chosen: Format, entries: int) -> None:
    """Refuse a format that so many entries cannot play."""
    check_size(entries)
    if isinstance(chosen, Swiss):
        check_rounds(entries, chosen.rounds)
    elif isinstance(chosen, Series):
        largest = max(sizes_of(chosen, entries))
        if largest > LARGEST_LEAGUE:
            raise DrawRefusal(
                "series-too-large",
                f"Todos contra todos con {largest} son {largest * (largest - 1) // 2} mesas; "
                f"una serie tiene hasta {LARGEST_LEAGUE}. Haga series más pequeñas, o un suizo.",
            )


def sizes_of(chosen: Series, entries: int) -> tuple[int, ...]:
    """How many are in each series, larger ones first."""
    return series_sizes(entries, chosen.size) if chosen.size else (entries,)


def lines_of(chosen: Format, entries: int) -> int:
    """How many lines so many entries need; those of a knock-out that are left are byes."""
    return bracket_size(entries) if isinstance(chosen, Elimination | DoubleElimination) else entries


def structure_of(chosen: Format, lines: int, pairings: Pairings = ()) -> Structure:
    """All matches for so many lines, those of a Swiss stage as far as its rounds are paired."""
    if isinstance(chosen, Swiss):
        return _paired(lines, tuple(map(tuple, pairings)))
    return _fixed(chosen, lines)


@lru_cache(maxsize=16)
def _paired(lines: int, pairings: Pairings) -> Structure:
    return swiss(lines, pairings)


@lru_cache(maxsize=64)
def _fixed(chosen: Format, lines: int) -> Structure:
    if isinstance(chosen, Elimination):
        return single_elimination(lines, third_place=chosen.third_place, consolation=chosen.consolation)
    if isinstance(chosen, DoubleElimination):
        return double_elimination(lines, second_final=chosen.second_final)
    if isinstance(chosen, Series):
        return series(sizes_of(chosen, lines), turns=chosen.turns)
    raise TypeError(chosen)


def matches_of(chosen: Format, entries: int) -> int:
    """How many mesas are played at most: absences and the second final may save some, byes are not counted.

    >>> [matches_of(each, 96) for each in (Elimination(), DoubleElimination(), Series(4), Swiss(7))]
    [95, 191, 144, 336]
    """
    if isinstance(chosen, Swiss):
        return chosen.rounds * (entries // 2)
    if isinstance(chosen, Series):
        return sum(size * (size - 1) // 2 for size in sizes_of(chosen, entries)) * chosen.turns
    if isinstance(chosen, DoubleElimination):
        return 2 * (entries - 1) + chosen.second_final
    consolation = bracket_size(entries) // 2 - 1 if chosen.consolation and entries > 4 else 0
    return entries - 1 + (chosen.third_place and entries > 3) + consolation
