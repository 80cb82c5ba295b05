"""What a side of a match gets from a drawn line or from an earlier match."""

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple

from brackets.draw.bracket import NOBODY, PENDING, Key, Match, Side, Status


class From(StrEnum):
    """What a side takes from a drawn line or from an earlier match.

    `first-defeat`: the loser of that match, or of the main match after it if it had no rival. `again`: the second final, played
    if the pareja with a defeat won the first, which it passes too where the other left; otherwise it is not needed and nobody comes to it.
    """

    LINE = "line"
    WINNER = "winner"
    LOSER = "loser"
    FIRST_DEFEAT = "first-defeat"
    AGAIN = "again"


class Source(NamedTuple):
    """`of` is the key of a match, or the number of a line from 0 in `(0, line)`; `side` is of `again`, 0 for a."""

    what: From
    of: Key
    side: int = 0


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
    if final.winner is not None and final.winner == final.b:
        return final.a, final.b
    missing = PENDING if final.advances is PENDING else NOBODY
    return missing, missing
