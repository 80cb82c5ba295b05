"""What a side of a match gets from an earlier match, besides its winner."""

from collections.abc import Collection

from brackets.draw.bracket import NOBODY, PENDING, Match, Side, Status


def without(side: Side, left: Collection[int]) -> Side:
    return NOBODY if side in left else side


def beaten(match: Match) -> Side:
    """Who goes on from here with a defeat."""
    if match.result is None:
        return NOBODY if NOBODY in (match.a, match.b) else PENDING
    return NOBODY if match.loser is None else match.loser


def first_defeat(match: Match, then: Match) -> Side:
    if match.status is not Status.BYE:
        return beaten(match)
    fallen = beaten(then)
    return fallen if fallen is PENDING or fallen == match.winner else NOBODY


def again(final: Match) -> tuple[Side, Side]:
    if final.result is not None and final.winner == final.b:
        return final.a, final.b
    return final.advances, PENDING if final.advances is PENDING else NOBODY


def unplayed_by(match: Match, out: Collection[int]) -> Match:
    """The match, where it is still to be played without these: a rival passes."""
    if match.status is not Status.READY:
        return match
    return match._replace(a=without(match.a, out), b=without(match.b, out))
