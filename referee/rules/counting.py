"""The count of a data: what cards are worth (3.g, 10, 15.f–h)."""

from typing import NamedTuple

from referee.rules.awards import at_38
from referee.rules.data_notion import whose_data
from referee.rules.reglamento import Reglamento
from referee.rules.sides import Pair


class CountPoints(NamedTuple):
    """Points of a count by cause, as (A, B): for cards, for the majority, «dos por darlas», and the falla.

    `darlas` is what goes with the data: a tie, and a majority that 3.g.5 gives by the data.
    """

    cards: Pair = (0, 0)
    majority: Pair = (0, 0)
    darlas: Pair = (0, 0)
    falla: Pair = (0, 0)

    @property
    def total(self) -> Pair:
        """All causes together."""
        return (
            self.cards[0] + self.majority[0] + self.darlas[0] + self.falla[0],
            self.cards[1] + self.majority[1] + self.darlas[1] + self.falla[1],
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


def count_points(
    rules: Reglamento,
    cards: Pair,
    next_dealer: int,
    falla: bool = False,  # noqa: FBT001, FBT002
    board: Pair = (0, 0),
) -> CountPoints:
    """What a count pays; `next_dealer` is the pareja that deals the next data (A-08), `board` the score before it."""
    award = _falla(rules, cards) if falla or (rules.falla_automatic and (cards[0] == 0) != (cards[1] == 0)) else (0, 0)
    paid = _most(rules, cards, next_dealer)._replace(falla=award)
    if rules.count_wins_chica_from is not None:
        paid = _won(rules, paid, board)
    for side in (0, 1):
        rival = 1 - side
        if _out_of_play(rules, board[side]):
            paid = CountPoints(*(only(rival, cause[rival]) for cause in paid))
        elif _uncounted(rules, board[side]):
            paid = paid._replace(cards=only(rival, paid.cards[rival]), majority=only(rival, paid.majority[rival]))
    return paid


def count_barred(rules: Reglamento, points: int) -> str | None:
    """Why a count pays nothing for its cards to a pareja with these points, in a few words, or None."""
    if _out_of_play(rules, points):
        return f"{points} que no juega"
    return f"desde {rules.count_blocked_from} no cuenta" if _uncounted(rules, points) else None


def _out_of_play(rules: Reglamento, points: int) -> bool:
    return at_38(rules, points) and "conteo" not in rules.rule38_may_still_score


def _uncounted(rules: Reglamento, points: int) -> bool:
    """«No se cuenta desde 30» is of the cards: of twenty of each too. The falla and «dos por darlas» are other articles."""
    return rules.count_blocked_from is not None and points >= rules.count_blocked_from


def _most(rules: Reglamento, cards: Pair, next_dealer: int) -> CountPoints:
    if cards[0] == cards[1]:
        return _tie(rules, cards[0], next_dealer)
    side = 0 if cards[0] > cards[1] else 1
    if cards[side] < rules.count_threshold:
        points = _majority(rules, cards[side], side, next_dealer)
        return CountPoints(darlas=points) if majority_by_data(rules) else CountPoints(majority=points)
    paid = CountPoints(cards=only(side, card_points(rules, cards[side])))
    return paid._replace(majority=only(side, rules.count_majority_points)) if rules.count_majority_always else paid


def majority_by_data(rules: Reglamento) -> bool:
    """Whether a majority below 20 cards is paid for the data, which «igualmente se llama dos por darlas» (3.g.5; A-07, A-20)."""
    return rules.count_majority_requires_data or rules.count_majority_to == "la-de-la-data"


def _majority(rules: Reglamento, cards: int, side: int, next_dealer: int) -> Pair:
    """Of most cards, fewer than 20 (3.g.5, 15.f; A-07)."""
    owner = whose_data(rules, next_dealer)
    if cards > rules.count_majority_max_cards or (rules.count_majority_requires_data and side != owner):
        return (0, 0)
    return only(owner if rules.count_majority_to == "la-de-la-data" else side, rules.count_majority_points)


def _tie(rules: Reglamento, cards: int, next_dealer: int) -> CountPoints:
    owner = whose_data(rules, next_dealer)
    if cards < rules.count_threshold:
        return CountPoints(darlas=only(owner, rules.count_tie_points))
    points = rules.count_tie_at_threshold_points
    paid = (points, points) if rules.count_tie_at_threshold_to == "ambas" else only(owner, points)
    return CountPoints(cards=paid) if rules.count_tie_at_threshold_for == "cartas" else CountPoints(darlas=paid)


def _won(rules: Reglamento, paid: CountPoints, board: Pair) -> CountPoints:
    """Cards worth enough win the chica outright: their points are those that the pareja lacks."""
    enough = rules.count_wins_chica_from or 0
    lacks = [rules.match_target_points - points for points in board]
    cards = [max(own, lack) if own >= enough else own for own, lack in zip(paid.cards, lacks, strict=True)]
    return paid._replace(cards=(cards[0], cards[1]))


def _falla(rules: Reglamento, cards: Pair) -> Pair:
    return only(0 if cards[0] else 1, rules.falla_points)


def only(side: int, points: int) -> Pair:
    """Points for one pareja alone.

    >>> only(1, 2)
    (0, 2)
    """
    return (points, 0) if side == 0 else (0, points)
