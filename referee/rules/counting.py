"""The count of a data: what cards are worth (3.g, 10, 15.f–h)."""

from typing import NamedTuple

from referee.rules.reglamento import Reglamento
from referee.rules.sides import Pair


class CountPoints(NamedTuple):
    """Points of a count by cause; at most one of `cards`, `majority` and `tie` is paid."""

    cards: Pair = (0, 0)
    majority: Pair = (0, 0)
    tie: Pair = (0, 0)
    falla: Pair = (0, 0)

    @property
    def total(self) -> Pair:
        """All causes together."""
        return (
            self.cards[0] + self.majority[0] + self.tie[0] + self.falla[0],
            self.cards[1] + self.majority[1] + self.tie[1] + self.falla[1],
        )


def card_points(rules: Reglamento, cards: int) -> int:
    """Points of the majority pareja for 20 cards or more, rounded up to the step (3.g.4, 15.h).

    >>> from referee.rules.reglamentos import REGLAMENTOS
    >>> [card_points(REGLAMENTOS["riobamba"], cards) for cards in (20, 21, 22, 23, 40)]
    [6, 8, 8, 10, 26]
    """
    over = cards - rules.count_threshold
    points = rules.count_points_at_threshold + over * rules.count_per_card_over
    return points + points % rules.match_points_step


def count_points(rules: Reglamento, cards: Pair, next_dealer: int, falla: bool = False) -> CountPoints:  # noqa: FBT001, FBT002
    """What a count pays; `next_dealer` is the pareja that deals the next data (A-08)."""
    award = _falla(rules, cards) if falla else (0, 0)
    if cards[0] == cards[1]:
        return CountPoints(tie=only(next_dealer, rules.count_tie_points), falla=award)
    side = 0 if cards[0] > cards[1] else 1
    if cards[side] >= rules.count_threshold:
        return CountPoints(cards=only(side, card_points(rules, cards[side])), falla=award)
    entitled = cards[side] <= rules.count_majority_max_cards and (
        side == next_dealer or not rules.count_majority_requires_data
    )
    return CountPoints(majority=only(side, rules.count_majority_points if entitled else 0), falla=award)


def _falla(rules: Reglamento, cards: Pair) -> Pair:
    return only(0 if cards[0] else 1, rules.falla_points)


def only(side: int, points: int) -> Pair:
    """Points for one pareja alone.

    >>> only(1, 2)
    (0, 2)
    """
    return (points, 0) if side == 0 else (0, points)
