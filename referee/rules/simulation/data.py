"""One data played by players: forty cards, what they come to, and what goes wrong."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from referee.rules.jugadas import (
    LEVANTES,
    Conteo,
    JuegoYVeo,
    Jugada,
    Levante,
    MalPedido,
    MalReparto,
    Reanudacion,
    Reparto,
    Ronda,
    Suspension,
)
from referee.rules.naipes.card_lines import CardEvent, Devuelve, Tira, Toma
from referee.rules.naipes.card_table import CardTable, Throw, deal
from referee.rules.naipes.deck import Cards, without
from referee.rules.naipes.lifting import lifting
from referee.rules.naipes.reading import capture_rules
from referee.rules.naipes.throws import announce, give_back, take, throw
from referee.rules.reglamento import Reglamento
from referee.rules.sides import next_seat, side_of
from referee.rules.simulation.chance import Chance, shuffled
from referee.rules.simulation.log import Log
from referee.rules.simulation.planning import NEVER, NOTHING, plan
from referee.rules.simulation.players import Player
from referee.rules.simulation.rates import QUIET, Rates
from referee.rules.state import Position

CAUSES = ("corte de luz", "el Juez atiende una consulta", "se cambia el naipe")


class Step(NamedTuple):
    """One thing that happened: the line of the cards, if it was one, the jugadas that the log accepted, and both as they stand.

    `refused` are jugadas that were asked for and that the rulebook does not grant, each with the code of its refusal.
    """

    line: CardEvent | None
    jugadas: tuple[Jugada, ...]
    table: CardTable | None
    position: Position
    refused: tuple[tuple[Jugada, str], ...] = ()


def told(log: Log, line: CardEvent | None = None, table: CardTable | None = None) -> Step:
    """What the log has taken since it was last asked, as one step."""
    accepted, refused = log.taken()
    return Step(line, accepted, table, log.position, refused)


class Protest(NamedTuple):
    """A lift that will be protested: who calls, what was thrown, and the number of the jugada that claimed points."""

    caller: str
    throw: Throw
    number: int | None


@cache
def must_be_asked(rules: Reglamento) -> frozenset[str]:
    """The words of a lift whose points are only for those who ask."""
    asked = [word for word in LEVANTES if word != "limpia" and rules.caida_claim_required]
    return frozenset([*asked, *(["limpia"] if rules.limpia_claim_required else [])])


def play_data(log: Log, players: Mapping[str, Player], chance: Chance, rates: Rates = QUIET) -> Iterator[Step]:
    """Play the data that `log.position.dealer` deals until it is counted, annulled, or a chica is por proclamar.

    Raises ValueError before the sorteo is decided.
    """
    if log.position.dealer is None:
        raise ValueError("nobody deals yet")
    return _Data(log, players, chance, rates).play()


class _Data:
    def __init__(self, log: Log, players: Mapping[str, Player], chance: Chance, rates: Rates) -> None:
        self.log, self.players, self.chance = log, players, chance
        self.rules, self.seats = log.rules, log.seats
        self.capturing = capture_rules(log.rules)
        self.each = log.rules.deal_cards_per_block
        self.table = deal(log.rules, log.seats, log.position.dealer or log.seats[0])
        self.plan = plan(log.rules, self.table, chance, rates)
        self.hands: dict[str, Cards] = {}
        self.protest: Protest | None = None

    def step(self, line: CardEvent | None = None) -> Step:
        return told(self.log, line, self.table)

    def play(self) -> Iterator[Step]:
        deck = shuffled(self.chance)
        while not self.table.over:
            if self.plan.misdeal == len(self.table.thrown):
                self.log.record(MalReparto())
                yield self.step()
                return
            yield from self.reparto(deck)
            if self.log.stopped:
                return
        yield from self.count()

    def reparto(self, deck: list[str]) -> Iterator[Step]:
        """Five cards to each from the end of `deck`, the rondas among them, and the cards thrown."""
        for place in range(len(self.seats)):
            self.hands[self.seats[(self.table.first + place) % len(self.seats)]] = tuple(deck[-self.each :])
            del deck[-self.each :]
        rondas = self.rondas()
        yield from self.announced(rondas)
        for _ in range(self.table.block):
            if rondas:
                yield from self.announced(rondas, self.table.turn)
            if self.log.stopped:
                return
            line, before = self.thrown()
            if before or self.table.implies or self.table.forgotten or self.plan is not NOTHING:
                yield from self.followed(line, before)
            else:
                yield Step(line, (), self.table, self.log.position)

    def rondas(self) -> list[Ronda]:
        """What the hands just dealt hold: three equal cards are a ronda, four a doble ronda."""
        return [
            Ronda("doble-ronda" if hand.count(rank) > 3 else "ronda", seat, rank)
            for seat, hand in self.hands.items()
            for rank in set(hand)
            if hand.count(rank) > 2
        ]

    def announced(self, rondas: list[Ronda], turn: str | None = None) -> Iterator[Step]:
        """Who notices a ronda asks for it: before the first card, and again before his own where that is in time."""
        for ronda in tuple(rondas):
            if turn is not None and turn != ronda.subject:
                continue
            if turn is not None and (
                len(self.hands[turn]) < self.each or self.rules.ronda_claim_deadline == "primera-carta"
            ):
                rondas.remove(ronda)
            elif self.chance.random() < self.players[ronda.subject].notices and not self.log.stopped:
                rondas.remove(ronda)
                granted = self.log.record(ronda) is not None
                if granted:
                    self.table = announce(self.rules, self.table, ronda.subject, ronda.rank)
                yield self.step(ronda if granted else None)

    def thrown(self) -> tuple[Tira, Protest | None]:
        """One card thrown, and the protest that was only waiting for it."""
        before, self.protest = self.protest, None
        seat = self.table.turn
        hand = self.hands[seat]
        card, lifted = self.players[seat].throws(self.chance, self.capturing, self.table, hand)
        if lifted and self.plan is not NOTHING:
            lifted = self.spoiled(card, lifted)
        self.table = throw(self.rules, self.table, seat, card, lifted)
        place = hand.index(card)
        self.hands[seat] = hand[:place] + hand[place + 1 :]
        return Tira(seat, card, lifted), before

    def followed(self, line: Tira, before: Protest | None) -> Iterator[Step]:
        """The jugadas of a card thrown, those who take what was forgotten, and protests."""
        implied = self.table.implies
        closing: list[Jugada] = [jugada for jugada in implied if isinstance(jugada, Reparto)]
        asked: list[Jugada] = [
            jugada for jugada in implied if not isinstance(jugada, Reparto | Conteo) and self.asks(jugada)
        ]
        number = self.recorded(asked)
        yield self.step(line)
        if before:
            yield from self.protested(before)
        if self.table.forgotten:
            yield from self.taken()
        if line.lifted and self.plan.protest < len(self.table.thrown):
            yield from self.called(line, number)
        if not self.log.stopped:
            self.recorded(asked)
            self.recorded(closing)
            self.disturbed(line.seat)
            if self.log.accepted or self.log.refused:
                yield self.step()

    def asks(self, jugada: Jugada) -> bool:
        """Whether somebody of the pareja asks for what has to be asked for."""
        if not isinstance(jugada, Levante) or jugada.word not in must_be_asked(self.rules):
            return True
        return self.notices(side_of(jugada.subject))

    def notices(self, side: int) -> bool:
        """Whether one of the players of this pareja sees what concerns them."""
        return any(side_of(seat) == side and self.chance.random() < self.players[seat].notices for seat in self.seats)

    def recorded(self, jugadas: list[Jugada]) -> int | None:
        """Record in turn, as long as nothing stops play, taking them from the list; the number of the first levante."""
        number = None
        while jugadas and not self.log.stopped:
            jugada = jugadas.pop(0)
            row = self.log.record(jugada)
            if number is None and isinstance(jugada, Levante):
                number = row
        return number

    def taken(self) -> Iterator[Step]:
        """Who notices forgotten cards takes them, where the rulebook lets him."""
        last = self.table.last
        if last is None or self.log.stopped:
            return
        partners = [seat for seat in self.seats if side_of(seat) == side_of(last.seat) and seat != last.seat]
        rivals = [seat for seat in self.seats if side_of(seat) != side_of(last.seat)]
        first = partners if self.rules.forgotten_cards_policy == "companero-y-luego-rival" else []
        for seat in (*first, *rivals):
            if self.chance.random() < self.players[seat].notices:
                cards = self.table.forgotten
                self.table = take(self.rules, self.table, seat, cards)
                limpia: list[Jugada] = [jugada for jugada in self.table.implies if isinstance(jugada, Levante)]
                self.recorded(limpia)
                yield self.step(Toma(seat, cards))
                return

    def spoiled(self, card: str, lifted: Cards) -> Cards:
        """With a card too many, when a wrong lift is due and the table has one."""
        thrown = len(self.table.thrown)
        if not (self.plan.wrong_lift <= thrown or (self.plan.protest <= thrown and self.plan.upheld)):
            return lifted
        for more in without(self.table.table, lifted):
            wrong = tuple(sorted((*lifted, more)))
            if lifting(self.capturing, self.table.table, card, wrong).fault:
                self.plan = self.plan._replace(wrong_lift=NEVER)
                return wrong
        return lifted

    def called(self, line: Tira, number: int | None) -> Iterator[Step]:
        """The protest of this lift: where only the next player may call he throws first, when he still can (5.a–b)."""
        self.plan = self.plan._replace(protest=NEVER)
        last = self.table.last
        if last is None:
            return
        protest = Protest(next_seat(self.seats, line.seat), last, number)
        if self.rules.wrong_lift_who_may_call == "siguiente" and not (self.table.over or self.log.stopped):
            self.protest = protest
        else:
            yield from self.protested(protest)

    def protested(self, protest: Protest) -> Iterator[Step]:
        """The Juez checks: a wrong lift goes back to the table and its points are taken."""
        lift = protest.throw.lift
        upheld = lift.fault is not None
        self.log.record(JuegoYVeo(protest.caller, upheld, protest.number if upheld else None))
        if not upheld:
            yield self.step()
            return
        cards = lift.returned if lift.kind else (*lift.returned, protest.throw.card)
        self.table = give_back(self.rules, self.table, protest.throw.seat, cards)
        yield self.step(Devuelve(protest.throw.seat, cards))

    def disturbed(self, seat: str) -> None:
        """A wrong claim or a suspension, when it is due."""
        thrown = len(self.table.thrown)
        if self.plan.wrong_claim < thrown and not self.log.stopped:
            self.plan = self.plan._replace(wrong_claim=NEVER)
            self.log.record(MalPedido(seat))
        if self.plan.suspension < thrown and not self.log.stopped:
            self.plan = self.plan._replace(suspension=NEVER)
            self.log.record(Suspension(self.chance.choice(CAUSES)))
            self.log.record(Reanudacion())

    def count(self) -> Iterator[Step]:
        """The count, with the falla where a pareja has one to ask for and notices."""
        conteo = self.table.conteo()
        if (conteo.a == 0) != (conteo.b == 0):
            conteo = self.table.conteo(falla=self.notices(0 if conteo.a else 1))
        self.log.record(conteo)
        yield self.step()
