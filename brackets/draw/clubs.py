"""Keeping parejas of one club apart in the first round, as far as that is possible."""

from collections.abc import Iterator, Sequence

from brackets.draw.entries import Entry

Ranked = list[Entry | None]


def separate(ranked: Sequence[Entry | None], seeded: int) -> Ranked:
    """The ranking with unseeded parejas exchanged until as few as possible meet their own club.

    `ranked` goes from best to worst and ends with the byes (None); rank r meets rank size - 1 - r. Seeds and
    byes stay. Exchanging one of two clubmates with somebody of a match without their club removes that
    meeting and makes none. When no such match is left, each match that lots can change has somebody of that
    club, so no other draw has fewer meetings. The ranks were drawn by lot, so no lots are needed here; who
    was drawn a bye is touched last.
    """
    ranked = list(ranked)
    changeable = _changeable(len(ranked), seeded, ranked.count(None))
    clashing: dict[str, list[int]] = {}
    for match in changeable:
        better, worse = ranked[match], ranked[-1 - match]
        if worse and better and worse.club == better.club and (club := worse.club):
            clashing.setdefault(club, []).append(match)
    for club, matches in clashing.items():
        strangers = _without(ranked, changeable, club)
        for match in matches:
            if shared_club(ranked[match], ranked[-1 - match]) != club:
                continue  # the exchange of another club has parted them
            rank = next(strangers, None)
            if rank is None:
                break
            ranked[-1 - match], ranked[rank] = ranked[rank], ranked[-1 - match]
    return ranked


def shared_club(a: Entry | None, b: Entry | None) -> str:
    """The club both belong to, or "".

    >>> shared_club(Entry(1, "Sol"), Entry(2, "Sol")), shared_club(Entry(1), Entry(2)), shared_club(Entry(1), None)
    ('Sol', '', '')
    """
    return a.club if a and b and a.club == b.club else ""


def _changeable(size: int, seeded: int, byes: int) -> list[int]:
    """The matches with somebody unseeded, by their better rank: those without a bye first, worst first."""
    played = range(byes, min(size // 2, size - seeded))
    not_played = range(seeded, byes)
    return [*reversed(played), *reversed(not_played)]


def _without(ranked: Ranked, changeable: Sequence[int], club: str) -> Iterator[int]:
    """The rank to exchange in each match where nobody is of the club. A match passed over stays useless."""
    for match in changeable:
        better, worse = ranked[match], ranked[-1 - match]
        if all(entry is None or entry.club != club for entry in (better, worse)):
            yield match if worse is None else len(ranked) - 1 - match
