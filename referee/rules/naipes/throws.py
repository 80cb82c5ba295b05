"""A data recorded card by card: each step takes a `CardTable` and gives the next, or refuses.

What happened is recorded, right or wrong: a lift that no rule allows is refused only when its cards were not there.
"""

from functools import lru_cache
from typing import Final

from referee.rules.awards import beside
from referee.rules.deck_names import figured
from referee.rules.errors import RuleViolation
from referee.rules.jugadas import Arranche, Jugada, Levante, Reparto
from referee.rules.naipes.captures import REMEMBERED
from referee.rules.naipes.card_table import WORDS_OF_REPARTOS, CardTable, Throw
from referee.rules.naipes.deck import EQUALS, Cards, in_order, missing, without
from referee.rules.naipes.lifting import Lifting, lifting
from referee.rules.naipes.reading import capture_rules
from referee.rules.naipes.spoken import many, spoken
from referee.rules.naipes.verdicts import is_caida, word_of
from referee.rules.reglamento import Reglamento
from referee.rules.sides import Pair, side_of

STREAK: Final = 4
"""Caídas in a row that some rulebooks reward."""
NOTHING_LIFTED: Final = Lifting(None)


def throw(rules: Reglamento, state: CardTable, seat: str, card: str, lifted: Cards = ()) -> CardTable:
    """`seat` throws `card` and takes `lifted` from the table (without the card thrown, in any order).

    Raises RuleViolation when the data is over, it is not his turn, there is no such card left, or what he takes is
    not on the table. Where the Juez withdraws forgotten cards, that is done at once.
    """
    _check_throw(rules, state, seat, card)
    if lifted:
        return _lifted(rules, state, seat, card, lifted)
    thrown = (*state.thrown, card)
    closes = len(thrown) % state.block == 0
    after = CardTable(
        state.seats, state.dealer, state.first, state.block, state.repartos,
        thrown=thrown,
        table=laid(state.table, card),
        piles=state.piles,
        withdrawn=state.withdrawn,
        last=Throw(seat, card, (), NOTHING_LIFTED),
        rondas=state.rondas,
        streak=_streak(state.streak, side_of(seat), caida=False),
        leftovers_to_last=state.leftovers_to_last,
        lifted_last=state.lifted_last,
    )  # fmt: skip
    return _closed(after) if closes else after


def _lifted(rules: Reglamento, state: CardTable, seat: str, card: str, lifted: Cards) -> CardTable:
    lift = lifting(capture_rules(rules), state.table, card, in_order(lifted))
    if lift.fault == "no-esta-en-mesa":
        absent = missing(state.table, lifted)
        message = (
            f"{figured(rules, spoken(absent))} no {many(absent, 'está', 'están')} en la mesa: no se puede levantar"
        )
        raise RuleViolation("levante-imposible", message, rules.article("capture.matching"))
    caida = is_caida(rules, lift, card, state.previous, redealt=state.redealt)
    side = side_of(seat)
    streak = _streak(state.streak, side, caida=caida)
    last = Throw(seat, card, lifted, lift, caida)
    table, withdrawn, forgotten = lift.left, state.withdrawn, lift.forgotten
    implies = _claimed(rules, state, last, limpia=not table, streak=streak[side])
    if forgotten and rules.forgotten_cards_policy == "las-retira-el-juez":
        implies = (*implies, Arranche(len(forgotten)))
        table, withdrawn, forgotten = without(table, forgotten), withdrawn + forgotten, ()
    after = CardTable(
        state.seats, state.dealer, state.first, state.block, state.repartos,
        thrown=(*state.thrown, card),
        table=table,
        piles=_piled(state.piles, side, (card, *lifted)),
        withdrawn=withdrawn,
        forgotten=forgotten,
        last=last,
        rondas=state.rondas,
        streak=streak,
        implies=implies,
        leftovers_to_last=state.leftovers_to_last,
        lifted_last=side,
    )  # fmt: skip
    return _closed(after) if len(after.thrown) % after.block == 0 else after


@lru_cache(maxsize=REMEMBERED)
def laid(table: Cards, card: str) -> Cards:
    """A table in order with one card more."""
    return in_order((*table, card))


def _streak(streak: Pair, side: int, *, caida: bool) -> Pair:
    """How many throws in a row were caídas, begun again after the fourth."""
    if not caida and not streak[side]:
        return streak
    now = (streak[side] + 1) % STREAK if caida else 0
    return (now, streak[1]) if side == 0 else (streak[0], now)


def _check_throw(rules: Reglamento, state: CardTable, seat: str, card: str) -> None:
    thrown = state.thrown
    if len(thrown) == state.block * state.repartos:
        raise RuleViolation("data-jugada", "ya se lanzaron las cuarenta cartas", rules.article("count.invariant"))
    if seat != state.seats[(state.first + len(thrown)) % len(state.seats)]:
        raise RuleViolation("no-es-su-turno", f"le toca a {state.turn}", rules.article("deal.turn_direction"))
    if thrown.count(card) == EQUALS:
        message = f"ya se lanzaron las cuatro cartas {figured(rules, spoken((card,)))} de esta data"
        raise RuleViolation("quinta-carta", message, rules.article("deck.cards"))


def _piled(piles: tuple[Cards, Cards], side: int, cards: Cards) -> tuple[Cards, Cards]:
    return (piles[0] + cards, piles[1]) if side == 0 else (piles[0], piles[1] + cards)


def _claimed(rules: Reglamento, before: CardTable, last: Throw, *, limpia: bool, streak: int) -> tuple[Jugada, ...]:
    """What the player may ask for with this lift, right or wrong, as long as nobody protests."""
    word = word_of(caida=last.caida, limpia=limpia)
    if word is None:
        return ()
    words: tuple[str, ...] = (word,)
    if last.caida and before.last and (before.last.seat, last.card) in before.rondas:
        words = _in_ronda(rules, word)
    if last.caida and streak == 0 and rules.caida_streak_of_4_effect is not None:
        words = (*words, "cuatro-caidas")
    return tuple(Levante(word, last.seat) for word in words)


def _in_ronda(rules: Reglamento, word: str) -> tuple[str, ...]:
    """The words of a caída on a card of an announced ronda.

    Where the reward is the caída itself it stands for the whole lift; where it is asked for when the cards are played, the caída has
    been paid before.
    """
    if rules.caida_en_ronda_effect is None:
        return (word,)
    return (word, "caida-en-ronda") if "caida-en-ronda" in beside(rules) else ("caida-en-ronda",)


def _closed(state: CardTable) -> CardTable:
    """With the count, or the deal, that follows when all cards, or those of a reparto, are thrown."""
    following: Jugada = state.conteo() if state.over else Reparto(WORDS_OF_REPARTOS[state.reparto])
    return state._replace(implies=(*state.implies, following), rondas=())


def take(rules: Reglamento, state: CardTable, seat: str, cards: Cards) -> CardTable:
    """`seat` takes forgotten cards of the escalera just lifted, before the next card is thrown.

    Raises RuleViolation where the rulebook gives them to nobody, gives them to others, or these were not forgotten.
    """
    policy, article = rules.forgotten_cards_policy, rules.article("forgotten_cards.policy")
    if policy == "las-retira-el-juez":
        message = f"en el reglamento {rules.name} nadie toma las cartas olvidadas: las retira el Juez"
        raise RuleViolation("no-se-arrancha", message, article)
    if not cards or missing(state.forgotten, cards) or state.last is None:
        message = "solo se toman las cartas que quedaron de la última escalera, antes de la siguiente carta"
        raise RuleViolation("no-olvidada", message, article)
    rival = side_of(seat) != side_of(state.last.seat)
    if not rival and (policy == "las-toma-la-rival" or seat == state.last.seat):
        who = "el rival" if policy == "las-toma-la-rival" else "el compañero o el rival"
        raise RuleViolation("no-le-toca", f"las cartas olvidadas las toma {who}", article)
    after = state._replace(
        table=without(state.table, cards),
        forgotten=without(state.forgotten, cards),
        piles=_piled(state.piles, side_of(seat), in_order(cards)),
        lifted_last=side_of(seat),
    )
    implies: tuple[Jugada, ...] = () if after.table else (Levante("limpia", seat),)
    return after._replace(implies=(*implies, after.conteo()) if after.over else implies)


def give_back(rules: Reglamento, state: CardTable, seat: str, cards: Cards) -> CardTable:
    """Cards that `seat` lifted wrongly go back to the table, after a protest was upheld (5.c); his caídas in a row end.

    Raises RuleViolation when his pareja does not hold them.
    """
    pile = state.piles[side_of(seat)]
    absent = missing(pile, cards)
    if not cards or absent:
        message = (
            f"{seat[0]} no tiene levantado {figured(rules, spoken(absent))}" if absent else "diga qué cartas vuelven"
        )
        raise RuleViolation("no-levantada", message, rules.article("wrong_lift.offender_loses"))
    left, side = without(pile, cards), side_of(seat)
    after = state._replace(
        table=in_order(state.table + cards),
        piles=(left, state.piles[1]) if side == 0 else (state.piles[0], left),
        streak=_streak(state.streak, side, caida=False),
    )
    return after._replace(implies=(after.conteo(),) if after.over else ())


def announce(rules: Reglamento, state: CardTable, seat: str, rank: str) -> CardTable:
    """`seat` has an announced ronda of `rank` in this reparto; a caída on such a card may be worth more.

    Raises RuleViolation when the cards thrown so far prove that he has no three of them.
    """
    earlier = state.thrown[: len(state.thrown) - len(state.thrown) % state.block]
    here = state.thrown[len(earlier) :]
    own = (state.seats.index(seat) - state.seats.index(state.dealer) - 1) % len(state.seats)
    others = [card for place, card in enumerate(here) if place % len(state.seats) != own]
    if earlier.count(rank) + others.count(rank) > EQUALS - 3:
        message = f"{seat} no puede tener tres cartas {figured(rules, spoken((rank,)))}: ya se lanzaron otras"
        raise RuleViolation("ronda-imposible", message, rules.article("deck.cards", "ronda.points"))
    return state._replace(rondas=(*state.rondas, (seat, rank)), implies=())
