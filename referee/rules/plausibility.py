"""Questions about jugadas that the rules accept and the log makes implausible: asked once, never refused.

A levante takes at least two cards, the one thrown and one of the table (6, 9). The log does not hold every card, so nothing here
is a rule: the answer «Es correcto» adds `confirmado` to the end of the line.
"""

from dataclasses import replace
from typing import Final, NamedTuple

from referee.rules.awards import caidas, thrown_cards
from referee.rules.jugadas import Arranche, Conteo, JuegoYVeo, Jugada, Levante, MalPedido
from referee.rules.notation import dump_jugada
from referee.rules.plural import counted
from referee.rules.protest_window import protest_shut_by
from referee.rules.reglamento import Reglamento
from referee.rules.sanctions import maybe_sanctioned
from referee.rules.sides import SIDES, Pair, side_of
from referee.rules.state import Lift, Position

LEAST: Final = 2  # cards of a levante
BEFORE_THE_FOURTH: Final = 3
EXCHANGED: Final = 24
"""A count is asked about from this product on: the difference in levantes times the opposite difference in cards.

In 1,450 simulated datas of Riobamba one levante more meant 2.7 ± 7.8 cards more: from here on a count is eight times likelier
with A and B exchanged, and 0.7 % of the right ones are asked about.
"""


class Caution(NamedTuple):
    """Why a jugada is implausible; `message` is a whole sentence for people, without a full stop."""

    code: str
    message: str
    article: str


class Question(NamedTuple):
    """A question to ask before a jugada is recorded, and the line that confirms it."""

    text: str
    line: str

    def as_json(self) -> dict[str, str]:
        """The shape the API gives."""
        return self._asdict()


def question(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: Jugada) -> Question | None:
    """The question about `jugada` in position `p`; None without one, or if it is confirmed."""
    if not isinstance(jugada, Arranche | Conteo | JuegoYVeo | Levante | MalPedido) or jugada.confirmed:
        return None
    found = cautions(rules, seats, p, jugada)
    if not found:
        return None
    text = " ".join(f"{caution.message}{'' if caution.message.endswith('?') else '.'}" for caution in found)
    return Question(text, dump_jugada(replace(jugada, confirmed=True)))


def cautions(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: Jugada) -> tuple[Caution, ...]:
    """Why `jugada`, which the rules accept in position `p`, is implausible; the work is bounded by the cards of a data."""
    match jugada:
        case Levante(word="cuatro-caidas", subject=subject):
            found = [_too_few_caidas(rules, p, subject)]
        case Levante() if not p.withdrawn and len(p.lifts) < rules.deal_cards_per_block:
            return ()  # within every limit: nearly every tap
        case Levante(word=word, subject=subject) if word in thrown_cards(rules):
            found = [_too_many_plays(rules, seats, p, subject), _too_many_cards(rules, seats, p, levantes=1)]
        case Arranche(cards=cards):
            found = [_too_many_cards(rules, seats, p, withdrawn=cards)]
        case JuegoYVeo(upheld=True, number=number):
            found = [_late_protest(rules, seats, p, number), _sanctioned_twice(rules, seats, p, jugada)]
        case MalPedido():
            found = [_sanctioned_twice(rules, seats, p, jugada)]
        case Conteo():
            found = [*_cards_of_levantes(rules, p, jugada), _not_the_recount(rules, p, jugada)]
        case _:
            return ()
    return tuple(caution for caution in found if caution is not None)


def _too_few_caidas(rules: Reglamento, p: Position, subject: str) -> Caution | None:
    """Of four caídas in a row the pareja has three in this data before the one that is rewarded."""
    had = sum(
        side_of(lift.subject) == side_of(subject) and lift.word in caidas(rules) and not lift.taken_back
        for lift in ([] if p.fresh else p.lifts)
    )
    if had >= BEFORE_THE_FOURTH:
        return None
    made = counted(had, "caída", "caídas")
    message = f"{subject[0]} tiene {made} en esta data, y antes de la cuarta son tres"
    return Caution("faltan-caidas", message, rules.article("caida.streak_of_4_effect"))


def _levantes(rules: Reglamento, p: Position) -> list[Lift]:
    """The levantes of this data, each a card thrown."""
    return [] if p.fresh else [lift for lift in p.lifts if lift.word in thrown_cards(rules)]


def _taken(rules: Reglamento, p: Position) -> Pair:
    """How many levantes of each pareja were not taken back."""
    taken = [0, 0]
    for lift in _levantes(rules, p):
        taken[side_of(lift.subject)] += not lift.taken_back
    return taken[0], taken[1]


def _too_many_plays(rules: Reglamento, seats: tuple[str, ...], p: Position, subject: str) -> Caution | None:
    """Each player throws five cards in a reparto (3.d)."""
    here = [lift.subject for lift in _levantes(rules, p) if lift.reparto == p.reparto]
    for who in dict.fromkeys((subject, subject[0])):
        players = sum(seat.startswith(who) for seat in seats)
        cards = rules.deal_cards_per_block * players
        had = sum(each.startswith(who) for each in here)
        if had >= cards:
            message = f"{who} ya tiene {had} levantes en este reparto y solo jugó {cards} cartas"
            return Caution("mas-de-cinco-jugadas", message, rules.article("deal.cards_per_block"))
    return None


def _too_many_cards(
    rules: Reglamento, seats: tuple[str, ...], p: Position, levantes: int = 0, withdrawn: int = 0
) -> Caution | None:
    """Cards captured or withdrawn were dealt before; withdrawn ones are left of an escalera, which took at least two."""
    dealt = rules.deal_cards_per_block * len(seats) * p.reparto
    gone = withdrawn + (0 if p.fresh else p.withdrawn)
    taken = max(sum(_taken(rules, p)) + levantes, 1 if gone else 0)
    if LEAST * taken + gone <= dealt:
        return None
    away = counted(gone, "retirada", "retiradas")
    message = f"Son al menos {LEAST * taken} cartas levantadas y {away}, y se han repartido {dealt}"
    return Caution("mas-cartas-que-repartidas", message, rules.article("deal.cards_per_block", "count.invariant"))


def _late_protest(rules: Reglamento, seats: tuple[str, ...], p: Position, number: int | None) -> Caution | None:
    lift = next((lift for lift in p.lifts if lift.number == number), None)
    proof = None if lift is None else protest_shut_by(rules, seats, p, lift)
    if proof is None:
        return None
    message = f"La jugada {number} se protesta antes de lanzar la carta siguiente, y {proof}"
    return Caution("protesta-tarde", message, rules.article("wrong_lift.when"))


def _sanctioned_twice(
    rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: JuegoYVeo | MalPedido
) -> Caution | None:
    """One play, one sanction; the log does not have the plays that claimed nothing, or were not granted what they claimed."""
    first = maybe_sanctioned(seats, p, jugada)
    if first is None:
        return None
    message = f"La jugada {first.number} pudo sancionar esta misma jugada, y por una misma se sanciona una sola vez"
    article = rules.article("wrong_lift.offender_loses", "wrong_claim.offender_points")
    return Caution("quiza-ya-sancionada", message, article)


def _cards_of_levantes(rules: Reglamento, p: Position, count: Conteo) -> list[Caution]:
    """Compare cards with levantes: fewer than these took, or likelier with A and B exchanged.

    Each pareja is told of. A falla that is paid stands for its cards, which are none; A and B exchanged are asked about only where that
    explains the cards of both, so that nothing else of them is left to ask.
    """
    levantes, cards = _taken(rules, p), (count.a, count.b)
    lacking = [side for side in (0, 1) if cards[side] < LEAST * levantes[side]]
    exchanged = all(cards[1 - side] >= LEAST * levantes[side] for side in (0, 1))
    article, found = rules.article("count.invariant"), []
    for side in lacking:
        had = counted(levantes[side], "levante", "levantes")
        if cards[side] == 0 and (count.falla or (rules.falla_automatic and cards[1 - side])):
            message = f"{SIDES[side]} tiene {had} en esta data: no es falla"
            found.append(Caution("falla-con-levante", message, rules.article("falla.points")))
            continue
        message = f"{SIDES[side]} tiene {had} en esta data, que son al menos {LEAST * levantes[side]} cartas, y aquí {cards[side]}"
        if exchanged:
            found.append(Caution("cuenta-cambiada", f"{message}: ¿no será {_other_way(count)}?", article))
        else:
            found.append(Caution("menos-cartas-que-levantes", message, article))
    if not lacking and exchanged and (levantes[1] - levantes[0]) * (cards[0] - cards[1]) >= EXCHANGED:
        had = f"A tiene {counted(levantes[0], 'levante', 'levantes')} en esta data y B {levantes[1]}"
        found.append(Caution("cuenta-cambiada", f"{had}: ¿no será {_other_way(count)}?", article))
    return found


def _other_way(count: Conteo) -> str:
    return f"A {count.b} y B {count.a}"


def _not_the_recount(rules: Reglamento, p: Position, count: Conteo) -> Caution | None:
    """The Juez counts the cards and then gives the bonus (3.g)."""
    if p.recount is None:
        return None
    a, b, table = p.recount
    owned = [(a + table, b, 0), (a, b + table, 0)] if rules.count_leftovers_to_last_lift else []
    if (count.a, count.b, count.table) in (p.recount, *owned):
        return None
    message = f"El recuento dio A {a}, B {b} y {table} en la mesa"
    return Caution("distinto-del-recuento", message, rules.article("count.invariant"))
