"""The notions of «la data», each defined once: every article that uses one follows its setting.

The data is the hand of forty cards (3.f, 10; A-01). What it brought is all that was scored from its first play until the next one's:
rewards, sanctions and its count, but no ruling. Of one that is annulled before it is counted, or repeated, that falls.
"""

from referee.rules.jugadas import RepiteData
from referee.rules.reglamento import Reglamento
from referee.rules.sides import next_seat
from referee.rules.state import Board, Position


def whose_data(rules: Reglamento, next_dealer: int) -> int:
    """The pareja «a la que le corresponde la data» when cards are counted (3.g.3, 3.g.5, 15.g; A-08).

    `next_dealer` is the pareja that deals the next data.
    """
    return next_dealer if rules.deal_data_belongs_to == "quien-reparte" else 1 - next_dealer


def dealer_after_misdeal(rules: Reglamento, seats: tuple[str, ...], dealer: str) -> str:
    """The dealer after `dealer` misdealt, unless the pareja names another of its players (4.c; A-21)."""
    return dealer if rules.misdeal_deal_passes_to_opponents is False else next_seat(seats, dealer)


def board_annulled(rules: Reglamento, p: Position) -> Board | None:
    """The board that is left when the data in play is annulled (4.c; A-21); None where its points stay, or it has none yet."""
    return p.starts[-1].board if rules.misdeal_points_already_scored_stand is False and not p.fresh else None


def in_first_data(p: Position) -> bool:
    """Whether no data of this chica has begun since its first one was counted (3.g.6, 12; A-02).

    A data that is annulled before is dealt again as the first; a protest or a ruling between two datas is of the one just counted.
    """
    return not any(start.counted for start in p.starts[:-1])


def repeatable(p: Position) -> tuple[int, ...]:
    """The datas of this chica that a ruling may repeat, the last one first: played, and not annulled (17, 18).

    The one in play is played once a jugada of it is recorded.
    """
    played = reversed(list(enumerate(p.starts, start=1)))
    return tuple(number for number, start in played if start.counted or number == p.data)


def data_named(p: Position, jugada: RepiteData) -> int:
    """The data of this chica that a `repite-data` names, by default the last that may be repeated."""
    return jugada.data or repeatable(p)[0]
