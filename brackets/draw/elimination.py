"""The draw of a single elimination for any number of parejas (`docs/sorteo.md`)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import attrgetter

from brackets.draw.clubs import separate, shared_club
from brackets.draw.entries import Entry, by_seed, check_entries
from brackets.draw.lots import shuffle
from brackets.draw.places import bracket_size, places


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two parejas of one club, `a` above `b`, that meet in the first round, at `position`."""

    position: int
    club: str
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The lines of the bracket from top to bottom (None is a bye) and what they were drawn from.

    `unavoidable` lists all first-round meetings of a club; it is empty when clubs were not kept `apart`.
    """

    slots: tuple[int | None, ...]
    seed: str
    apart: bool
    unavoidable: tuple[Conflict, ...]


def draw(entries: Collection[Entry], seed: str, *, apart: bool = True) -> Draw:
    """The same for the same entries, in whatever order they come, and the same seed text.

    >>> draw([Entry(7, seed=1), Entry(12, "Sol"), Entry(15, "Sol")], "cuarenta").slots
    (7, None, 15, 12)
    """
    check_entries(entries)
    seeded = by_seed(entries)
    others = sorted((entry for entry in entries if entry.seed is None), key=attrgetter("key"))
    size = bracket_size(len(entries))
    byes = [None] * (size - len(entries))
    ranked: list[Entry | None] = [*seeded, *shuffle(others, f"{seed}|parejas"), *byes]
    if apart:
        ranked = separate(ranked, len(seeded))
    lines: list[Entry | None] = [None] * size
    for line, entry in zip(places(size, f"{seed}|cuadro"), ranked, strict=True):
        lines[line] = entry
    return Draw(
        slots=tuple([None if entry is None else entry.key for entry in lines]),
        seed=seed,
        apart=apart,
        unavoidable=club_meetings(lines) if apart else (),
    )


def club_meetings(lines: Sequence[Entry | None]) -> tuple[Conflict, ...]:
    """The first-round matches of two parejas of one club, from top to bottom."""
    return tuple(
        Conflict(position, club, a.key, b.key)
        for position, (a, b) in enumerate(zip(lines[::2], lines[1::2], strict=True))
        if a and b and (club := shared_club(a, b))
    )
