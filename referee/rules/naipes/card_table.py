"""The cards of one data as they lie: what was thrown, what is on the table, in the piles, and withdrawn."""

from typing import NamedTuple

from referee.rules.jugadas import REPARTOS, Conteo, Jugada
from referee.rules.naipes.deck import Cards
from referee.rules.naipes.lifting import Lifting
from referee.rules.reglamento import Reglamento

WORDS_OF_REPARTOS = {number: word for word, number in REPARTOS.items()}


class Throw(NamedTuple):
    """A card thrown and what it lifted; `caida`: with an igual to the card that the player before left."""

    seat: str
    card: str
    lifted: Cards
    lift: Lifting
    caida: bool = False


class CardTable(NamedTuple):
    """A data, card by card, without knowing the hands.

    `first` is the place in `seats` of who throws first, `block` the cards of one reparto of all players, `repartos` how many
    there are. `thrown` are all cards thrown in this data, in order; `table`, in the order of the ranks, what lies open. `piles`
    are what the parejas A and B hold, the cards thrown to lift included. `withdrawn` were taken out by the Juez. `forgotten` are
    cards of the last lift that somebody may still take. `rondas` are those announced in this reparto as (player, rank); `streak`
    is how many throws in a row of each pareja were caídas. `implies` are the jugadas that follow from the last record, in order:
    claims, granted or not. `lifted_last` is the pareja of the last lift, which gets the remaining cards with `leftovers_to_last`.
    """

    seats: tuple[str, ...]
    dealer: str
    first: int
    block: int
    repartos: int
    thrown: Cards = ()
    table: Cards = ()
    piles: tuple[Cards, Cards] = ((), ())
    withdrawn: Cards = ()
    forgotten: Cards = ()
    last: Throw | None = None
    rondas: tuple[tuple[str, str], ...] = ()
    streak: tuple[int, int] = (0, 0)
    implies: tuple[Jugada, ...] = ()
    leftovers_to_last: bool = False
    lifted_last: int | None = None

    @property
    def turn(self) -> str:
        """Who throws next: first the player after the dealer, the dealer last."""
        return self.seats[(self.first + len(self.thrown)) % len(self.seats)]

    @property
    def reparto(self) -> int:
        """The deal being played, from 1; once its cards are thrown, the next one."""
        return min(1 + len(self.thrown) // self.block, self.repartos)

    @property
    def over(self) -> bool:
        """Whether all cards are thrown."""
        return len(self.thrown) == self.block * self.repartos

    @property
    def redealt(self) -> bool:
        """Whether the next card is the first after a deal that is not the data's first."""
        return bool(self.thrown) and len(self.thrown) % self.block == 0

    @property
    def previous(self) -> str | None:
        """The card that the player before has just thrown and that still lies there."""
        last = self.last
        return last.card if last is not None and not last.lifted else None

    def conteo(self, *, falla: bool = False) -> Conteo:
        """The count of the data from the cards; the remaining ones go to the pareja that lifted last where the rules say so."""
        cards, left = [len(pile) for pile in self.piles], len(self.table)
        if self.leftovers_to_last and self.lifted_last is not None:
            cards[self.lifted_last] += left
            left = 0
        return Conteo(a=cards[0], b=cards[1], table=left, falla=falla)


def deal(rules: Reglamento, seats: tuple[str, ...], dealer: str) -> CardTable:
    """A data before its first card."""
    block = rules.deal_cards_per_block * len(seats)
    first = (seats.index(dealer) + 1) % len(seats)
    return CardTable(
        seats, dealer, first, block, rules.deck_cards // block, leftovers_to_last=rules.count_leftovers_to_last_lift
    )
