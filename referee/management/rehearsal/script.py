"""A script that plays a mesa: it proposes what could happen at a table, and the rules say what may be recorded."""

from collections.abc import Iterator
from random import Random

from referee.rules import (
    RANKS,
    SIDES,
    Arranche,
    Conteo,
    JuegoYVeo,
    Jugada,
    Levante,
    MalPedido,
    MalReparto,
    MesaState,
    Proclama,
    Reglamento,
    Reparto,
    Ronda,
    RuleViolation,
    Sorteo,
    apply,
    decide,
    side_of,
    start,
)


def played_mesa(reglamento: Reglamento, random: Random) -> Iterator[tuple[Jugada, MesaState]]:
    """The jugadas of a whole mesa with the state after each, until the mesa is over."""
    state = start(reglamento)
    while state.position.ended is None:
        for jugada in _next(state, random):
            try:
                decide(state, jugada)
            except RuleViolation:
                continue
            state = apply(state, jugada)
            yield jugada, state


def _next(state: MesaState, random: Random) -> Iterator[Jugada]:
    p = state.position
    if p.closer is not None:
        yield Proclama()
    elif p.dealer is None:
        yield _sorteo(state, random)
    else:
        yield from _reparto(state, random)
        yield Reparto("segundo-reparto") if p.reparto == 1 else _conteo(state, random)


def _sorteo(state: MesaState, random: Random) -> Sorteo:
    """Drawn cards; the rules refuse a dealer of the wrong pareja, so that a few tries find the right one."""
    cards = tuple((seat, random.choice(RANKS)) for seat in state.seats)
    dealer = random.choice((*state.seats, None))
    return Sorteo(cards, dealer)


def _reparto(state: MesaState, random: Random) -> Iterator[Jugada]:
    """What may be claimed in one deal of five: now and then a ronda, a few levantes, rarely something wrong."""
    seats = state.seats
    if random.random() < 0.12:
        word = "doble-ronda" if random.random() < 0.1 else "ronda"
        yield Ronda(word, random.choice(seats), random.choice(RANKS))
    if random.random() < 0.015:
        yield MalReparto()
    for _ in range(random.choice((0, 1, 1, 2, 2, 3))):
        word = random.choices(("caida", "limpia", "caida-limpia"), (6, 2, 2))[0]
        yield Levante(word, random.choice(seats))
        if random.random() < 0.03:
            yield _protest(state, random)
    if random.random() < 0.03:
        yield MalPedido(random.choice(seats))
    if random.random() < 0.06:
        yield Arranche(random.choice((1, 1, 2)))


def _protest(state: MesaState, random: Random) -> JuegoYVeo:
    """A protest of the newest levante, in favour of either side."""
    lifts = state.position.lifts
    if lifts and random.random() < 0.5:
        rival = SIDES[1 - side_of(lifts[-1].subject)]
        return JuegoYVeo(rival, upheld=True, number=lifts[-1].number)
    return JuegoYVeo(random.choice(SIDES), upheld=False)


def _conteo(state: MesaState, random: Random) -> Conteo:
    cards = state.reglamento.deck_cards - state.position.withdrawn
    table = random.choice((0, 0, 1, 2, 3, 4, 5))
    a = round(random.gauss((cards - table) / 2, 5))
    a = min(max(a, 0), cards - table)
    return Conteo(a, cards - table - a, table)
