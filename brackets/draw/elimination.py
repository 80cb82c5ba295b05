"""The draw of a single elimination for any number of parejas (`docs/sorteo.md`)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import attrgetter

from brackets.draw.clubs import separate, shared_club
from brackets.draw.entries import Entry, by_seed, check_entries
from brackets.draw.lots import shuffle
from brackets.draw.places import bracket_size, first_mesas, places


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two parejas of one club, `a` above `b`, whose first mesa is against each other: in `round`, at `position`."""

    position: int
    club: str
    a: int
    b: int
    round: int = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """The lines of the bracket from top to bottom (None is a bye) and what they were drawn from.

    `unavoidable` lists all meetings of a club in the first mesa of both; it is empty when clubs were not kept `apart`.
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
    line_of = places(size, f"{seed}|cuadro")
    if apart:
        ranked = separate(ranked, len(seeded), _meeting_byes(line_of, len(byes)))
    lines: list[Entry | None] = [None] * size
    for line, entry in zip(line_of, ranked, strict=True):
        lines[line] = entry
    return Draw(
        slots=tuple([None if entry is None else entry.key for entry in lines]),
        seed=seed,
        apart=apart,
        unavoidable=club_meetings(lines) if apart else (),
    )


def _meeting_byes(line_of: Sequence[int], byes: int) -> dict[int, int]:
    """Map each rank with a bye to the rank of its first rival, if that rival has a bye too."""
    matches = {line_of[rank] // 2: rank for rank in range(byes)}
    return {rank: matches[match ^ 1] for match, rank in matches.items() if match ^ 1 in matches}


def club_meetings(lines: Sequence[Entry | None]) -> tuple[Conflict, ...]:
    """The mesas of two parejas of one club that are the first of both, from top to bottom."""
    found = []
    for mesa in first_mesas(lines):
        a, b = lines[mesa[0]], lines[mesa[-1]]
        if len(mesa) > 1 and a and b and (club := shared_club(a, b)):
            round_ = (mesa[0] ^ mesa[1]).bit_length()
            found.append(Conflict(mesa[0] >> round_, club, a.key, b.key, round_))
    return tuple(found)
