"""Keeping parejas of one club apart in their first mesa, as far as that is possible."""

from collections.abc import Iterator, Mapping, Sequence

from brackets.draw.entries import Entry

Ranked = list[Entry | None]
Mesa = tuple[int, ...]
"""The one or two ranks whose first mesa this is, the better first."""


def separate(ranked: Sequence[Entry | None], seeded: int, byes: Mapping[int, int]) -> Ranked:
    """The ranking with unseeded parejas exchanged until as few as possible meet their own club in the first mesa of both.

    `ranked` goes from best to worst and ends with the byes (None); rank r meets rank size - 1 - r. `byes` says of a rank
    with a bye, either way, the other one that it meets in the second round. Seeds and byes stay. Exchanging one of two
    clubmates with somebody of a match without their club removes that meeting and makes none. When no such match is left,
    each match that lots can change has somebody of that club, so no other draw has fewer meetings. The ranks were drawn by
    lot, so no lots are needed here; who was drawn a bye is touched last.
    """
    ranked = list(ranked)
    changeable = _changeable(len(ranked), seeded, ranked.count(None), byes)
    clashing: dict[str, list[Mesa]] = {}
    for mesa in changeable:
        if club := _shared(ranked, mesa):
            clashing.setdefault(club, []).append(mesa)
    for club, mesas in clashing.items():
        strangers = _without(ranked, changeable, club)
        for mesa in mesas:
            if _shared(ranked, mesa) != club:
                continue  # the exchange of another club has parted them
            rank = next(strangers, None)
            if rank is None:
                break
            ranked[mesa[-1]], ranked[rank] = ranked[rank], ranked[mesa[-1]]
    return ranked


def _shared(ranked: Ranked, mesa: Mesa) -> str:
    return shared_club(ranked[mesa[0]], ranked[mesa[1]]) if len(mesa) > 1 else ""


def shared_club(a: Entry | None, b: Entry | None) -> str:
    """The club both belong to, or "".

    >>> shared_club(Entry(1, "Sol"), Entry(2, "Sol")), shared_club(Entry(1), Entry(2)), shared_club(Entry(1), None)
    ('Sol', '', '')
    """
    return a.club if a and b and a.club == b.club else ""


def _changeable(size: int, seeded: int, byes: int, meeting: Mapping[int, int]) -> list[Mesa]:
    """First mesas whose worse rank is not seeded: round 1 before round 2, the worst ranks first."""
    played = range(byes, min(size // 2, size - seeded))
    resting = ((rank, meeting.get(rank, size)) for rank in range(seeded, byes))
    return [
        *((match, size - 1 - match) for match in reversed(played)),
        *reversed([(rank,) if other == size else (other, rank) for rank, other in resting if not rank < other < size]),
    ]


def _without(ranked: Ranked, changeable: Sequence[Mesa], club: str) -> Iterator[int]:
    """The rank to swap in each mesa without a pareja of the club. A mesa skipped once stays useless."""
    for mesa in changeable:
        if all((entry := ranked[rank]) is None or entry.club != club for rank in mesa):
            yield mesa[-1]
