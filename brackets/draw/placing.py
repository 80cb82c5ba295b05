"""Who stands on which line of a stage, whatever its format: the same for the same entries and seed text.

A knock-out is drawn by `elimination.draw`. Into series the seeds are dealt forth and back and the others by lot, and then as
few parejas of a club as possible stand in one series. The lines of a Swiss stage mean nothing: each round is paired.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import attrgetter

from brackets.draw.elimination import draw
from brackets.draw.entries import Entry, by_seed, check_entries
from brackets.draw.formats import Format, Series, Swiss, check_format, sizes_of
from brackets.draw.lots import shuffle
from brackets.draw.round_robin import split


@dataclass(frozen=True, slots=True)
class Together:
    """Parejas of one club that could not be kept apart: in match `place` of `round` (knock-out) or series `place`, from 0."""

    place: int
    club: str
    parejas: tuple[int, ...]
    round: int = 1


@dataclass(frozen=True, slots=True)
class Placed:
    """The lines (None is a bye) and what could not be kept; nothing where clubs were not kept apart."""

    slots: tuple[int | None, ...]
    together: tuple[Together, ...]


def place(form: Format, entries: Collection[Entry], seed: str, *, apart: bool = True) -> Placed:
    """Draw the lines; DrawRefusal where so many entries cannot play this format.

    >>> place(Series(size=2), [Entry(1, "Sol", seed=1), Entry(2, seed=2), Entry(3, "Sol"), Entry(4)], "cuarenta").slots
    (1, 4, 2, 3)
    """
    check_entries(entries)
    check_format(form, len(entries))
    if isinstance(form, Swiss):
        return Placed(tuple(sorted(entry.key for entry in entries)), ())
    if isinstance(form, Series):
        series = _series(form, entries, seed, apart=apart)
        together = clubs_together(series) if apart else ()
        return Placed(tuple(entry.key for each in series for entry in each), together)
    drawn = draw(entries, seed, apart=apart)
    met = tuple(Together(each.position, each.club, (each.a, each.b), each.round) for each in drawn.unavoidable)
    return Placed(drawn.slots, met)


def clubs_together(series: Sequence[Sequence[Entry]]) -> tuple[Together, ...]:
    """The clubs with several parejas in one series, series by series."""
    return tuple(
        Together(number, club, tuple(entry.key for entry in entries if entry.club == club))
        for number, entries in enumerate(series)
        for club in sorted(club for club, count in _clubs(entries).items() if count > 1)
    )


def _series(form: Series, entries: Collection[Entry], seed: str, *, apart: bool) -> list[list[Entry]]:
    seeded = by_seed(entries)
    others = sorted((entry for entry in entries if entry.seed is None), key=attrgetter("key"))
    ranked = [*seeded, *shuffle(others, f"{seed}|parejas")]
    series = [list(each) for each in split(ranked, sizes_of(form, len(entries)))]
    return _apart(series) if apart else series


def _apart(series: list[list[Entry]]) -> list[list[Entry]]:
    """Exchange unseeded parejas of different series while that leaves fewer meetings of a club.

    The one exchanged is the first, in the order of the series, that has a clubmate there; the other is the first of those with
    whom most is gained. Every exchange gains, so it ends.
    """
    counts = [_clubs(each) for each in series]
    moved = True
    while moved:
        moved = False
        for number, entries in enumerate(series):
            for place_, entry in enumerate(entries):
                if entry.seed is None and entry.club and counts[number][entry.club] > 1:
                    moved = _exchange(series, counts, number, place_) or moved
    return series


def _exchange(series: list[list[Entry]], counts: list[Counter[str]], number: int, place_: int) -> bool:
    entry, best, chosen = series[number][place_], 0, None
    for other_number, others in enumerate(series):
        if other_number == number:
            continue
        for other_place, other in enumerate(others):
            if other.seed is None and other.club != entry.club:
                gained = _gain(entry, other, counts[number], counts[other_number])
                if gained > best:
                    best, chosen = gained, (other_number, other_place)
    if chosen is None:
        return False
    other_number, other_place = chosen
    other = series[other_number][other_place]
    series[number][place_], series[other_number][other_place] = other, entry
    counts[number], counts[other_number] = _clubs(series[number]), _clubs(series[other_number])
    return True


def _gain(entry: Entry, other: Entry, here: Counter[str], there: Counter[str]) -> int:
    """How many meetings of a club fewer there are when these two change places."""
    gained = (here[entry.club] - 1) - there[entry.club] if entry.club else 0
    gained += (there[other.club] - 1) - here[other.club] if other.club else 0
    return gained


def _clubs(entries: Sequence[Entry]) -> Counter[str]:
    return Counter(entry.club for entry in entries if entry.club)
