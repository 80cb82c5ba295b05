"""Keeping parejas of one club apart in the first round, as far as that is possible."""

from collections.abc import Iterator, Sequence

from brackets.draw.entries import Entry
from brackets.draw.lots import shuffle

Ranked = list[Entry | None]


def separate(ranked: Sequence[Entry | None], seeded: int, seed: str) -> Ranked:
    """The ranking with unseeded parejas exchanged until as few as possible meet their own club.

    `ranked` goes from best to worst and ends with the byes (None); rank r meets rank size - 1 - r. Seeds and
    byes stay. Exchanging one of two clubmates with somebody of a match without their club removes that
    meeting and makes none. When no such match is left, each match that lots can change has somebody of that
    club, so no other draw has fewer meetings.
    """
    ranked = list(ranked)
    if not any(_meetings(ranked, seeded, range(len(ranked) // 2))):
        return ranked
    order = shuffle(range(len(ranked) // 2), seed)
    clashing: dict[str, list[int]] = {}
    for club, match in _meetings(ranked, seeded, order):
        clashing.setdefault(club, []).append(match)
    for club, matches in clashing.items():
        _part(ranked, seeded, order, club, matches)
    return ranked


def shared_club(a: Entry | None, b: Entry | None) -> str:
    """The club both belong to, or "".

    >>> shared_club(Entry(1, "Sol"), Entry(2, "Sol")), shared_club(Entry(1), Entry(2)), shared_club(Entry(1), None)
    ('Sol', '', '')
    """
    return a.club if a and b and a.club == b.club else ""


def _meetings(ranked: Ranked, seeded: int, matches: Sequence[int]) -> Iterator[tuple[str, int]]:
    """The matches of two clubmates of whom one, the worse ranked, can be exchanged."""
    changeable = len(ranked) - seeded
    for match in matches:
        if match < changeable and (club := shared_club(ranked[match], ranked[-1 - match])):
            yield club, match


def _part(ranked: Ranked, seeded: int, order: Sequence[int], club: str, matches: list[int]) -> None:
    """Exchange one pareja of each of the matches while there is a match without the club to exchange with."""
    strangers = _without(ranked, seeded, order, club)
    for match in matches:
        if shared_club(ranked[match], ranked[-1 - match]) != club:
            continue  # the exchange of another club has parted them
        rank = next(strangers, None)
        if rank is None:
            return
        ranked[-1 - match], ranked[rank] = ranked[rank], ranked[-1 - match]


def _without(ranked: Ranked, seeded: int, order: Sequence[int], club: str) -> Iterator[int]:
    """The rank that can leave, in each match where nobody is of the club. A match passed over stays useless."""
    for match in order:
        better, worse = ranked[match], ranked[-1 - match]
        rank = match if worse is None else len(ranked) - 1 - match
        if rank >= seeded and all(entry is None or entry.club != club for entry in (better, worse)):
            yield rank
