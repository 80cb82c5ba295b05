"""A data recorded card by card: each step takes a `CardTable` and gives the next, or refuses.

What happened is recorded, right or wrong: a lift that no rule allows is refused only when its cards were not there.
"""

from referee.rules.errors import RuleViolation
from referee.rules.jugadas import Arranche, Jugada, Levante, Reparto
from referee.rules.naipes.card_table import WORDS_OF_REPARTOS, CardTable, Throw
from referee.rules.naipes.deck import EQUALS, Cards, in_order, missing, without
from referee.rules.naipes.lifting import Lifting, lifting
from referee.rules.naipes.reading import capture_rules
from referee.rules.naipes.spoken import many, spoken
from referee.rules.naipes.verdicts import is_caida, word_of
from referee.rules.reglamento import Reglamento
from referee.rules.sides import side_of

STREAK = 4
"""Caídas in a row that some rulebooks reward."""
WITH_THE_CAIDA = "con la caída"
"""The value of `caida_en_ronda.claim_deadline` where the reward is not one more, but in place of the caída's."""


def throw(rules: Reglamento, state: CardTable, seat: str, card: str, lifted: Cards = ()) -> CardTable:
    """`seat` throws `card` and takes `lifted` from the table (without the card thrown, in any order).

    Raises RuleViolation when the data is over, it is not his turn, there is no such card left, or what he takes is
    not on the table. Where the Juez withdraws forgotten cards, that is done at once.
    """
    _check_throw(rules, state, seat, card)
    lift = lifting(capture_rules(rules), state.table, card, in_order(lifted)) if lifted else Lifting(None)
    if lift.fault == "no-esta-en-mesa":
        absent = missing(state.table, lifted)
        message = f"{spoken(absent)} no {many(absent, 'está', 'están')} en la mesa: no se puede levantar"
        raise RuleViolation("levante-imposible", message, rules.article("capture.matching"))
    caida = is_caida(rules, lift, card, state.previous, redealt=state.redealt)
    side = side_of(seat)
    streak = state.streak[side] + 1 if caida else 0
    after = state._replace(
        thrown=(*state.thrown, card),
        table=lift.left if lifted else in_order((*state.table, card)),
        piles=_piled(state.piles, side, (card, *lifted)) if lifted else state.piles,
        forgotten=lift.forgotten,
        last=Throw(seat, card, lifted, lift, caida),
        streak=(streak % STREAK, state.streak[1]) if side == 0 else (state.streak[0], streak % STREAK),
    )
    implies = _claimed(rules, state, after) if lifted else ()
    if lift.forgotten and rules.forgotten_cards_policy == "las-retira-el-juez":
        implies = (*implies, Arranche(len(lift.forgotten)))
        after = after._replace(
            table=without(after.table, lift.forgotten), withdrawn=state.withdrawn + lift.forgotten, forgotten=()
        )
    return _closed(after._replace(implies=implies))


def _check_throw(rules: Reglamento, state: CardTable, seat: str, card: str) -> None:
    if state.over:
        raise RuleViolation("data-jugada", "ya se lanzaron las cuarenta cartas", rules.article("count.invariant"))
    if seat != state.turn:
        raise RuleViolation("no-es-su-turno", f"le toca a {state.turn}", rules.article("deal.turn_direction"))
    if state.thrown.count(card) == EQUALS:
        message = f"ya se lanzaron las cuatro cartas {spoken((card,))} de esta data"
        raise RuleViolation("quinta-carta", message, rules.article("deck.cards"))


def _piled(piles: tuple[Cards, Cards], side: int, cards: Cards) -> tuple[Cards, Cards]:
    return (piles[0] + cards, piles[1]) if side == 0 else (piles[0], piles[1] + cards)


def _claimed(rules: Reglamento, before: CardTable, after: CardTable) -> tuple[Jugada, ...]:
    """What the player may ask for with this lift, right or wrong, as long as nobody protests."""
    throw_ = after.last
    if throw_ is None:
        return ()
    seat = throw_.seat
    word = word_of(caida=throw_.caida, limpia=not after.table)
    if throw_.caida and before.last and (before.last.seat, throw_.card) in before.rondas:
        words = _in_ronda(rules, word)
    else:
        words = () if word is None else (word,)
    if throw_.caida and not after.streak[side_of(seat)] and rules.caida_streak_of_4_effect is not None:
        words = (*words, "cuatro-caidas")
    return tuple(Levante(word, seat) for word in words)


def _in_ronda(rules: Reglamento, word: str | None) -> tuple[str, ...]:
    """The words of a caída on a card of an announced ronda.

    Where the reward is asked for with the caída it stands for the whole lift; where it is asked for when the cards
    are played, the caída has been paid before.
    """
    lift = () if word is None else (word,)
    if rules.caida_en_ronda_effect is None:
        return lift
    with_the_caida = rules.parameters["caida_en_ronda.claim_deadline"].value == WITH_THE_CAIDA
    return ("caida-en-ronda",) if with_the_caida else (*lift, "caida-en-ronda")


def _closed(state: CardTable) -> CardTable:
    """With the deal or the count that follows when a block of cards, or all of them, is thrown."""
    if state.over:
        return state._replace(implies=(*state.implies, state.conteo()))
    if state.redealt:
        return state._replace(implies=(*state.implies, Reparto(WORDS_OF_REPARTOS[state.reparto])), rondas=())
    return state


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
        who = "la pareja rival" if policy == "las-toma-la-rival" else "el compañero o la pareja rival"
        raise RuleViolation("no-le-toca", f"las cartas olvidadas las toma {who}", article)
    after = state._replace(
        table=without(state.table, cards),
        forgotten=without(state.forgotten, cards),
        piles=_piled(state.piles, side_of(seat), in_order(cards)),
    )
    implies: tuple[Jugada, ...] = () if after.table else (Levante("limpia", seat),)
    return after._replace(implies=(*implies, after.conteo()) if after.over else implies)


def give_back(rules: Reglamento, state: CardTable, seat: str, cards: Cards) -> CardTable:
    """Cards that `seat` lifted wrongly go back to the table, after a protest was upheld (5.c).

    Raises RuleViolation when his pareja does not hold them.
    """
    pile = state.piles[side_of(seat)]
    absent = missing(pile, cards)
    if not cards or absent:
        message = f"la pareja {seat[0]} no tiene levantado {spoken(absent)}" if absent else "diga qué cartas vuelven"
        raise RuleViolation("no-levantada", message, rules.article("wrong_lift.offender_loses"))
    left = without(pile, cards)
    after = state._replace(
        table=in_order(state.table + cards),
        piles=(left, state.piles[1]) if side_of(seat) == 0 else (state.piles[0], left),
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
        message = f"{seat} no puede tener tres cartas {spoken((rank,))}: ya se lanzaron otras"
        raise RuleViolation("ronda-imposible", message, rules.article("deck.cards", "ronda.points"))
    return state._replace(rondas=(*state.rondas, (seat, rank)), implies=())
