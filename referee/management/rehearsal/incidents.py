"""What happens at a table besides the game: a Juez who mistypes and corrects himself, a suspension, a pareja that leaves."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from referee.management.rehearsal.options import Rates
from referee.rules import (
    SIDES,
    Anula,
    Exit,
    JuegoYVeo,
    Jugada,
    Levante,
    MalPedido,
    MesaState,
    Reanudacion,
    Reglamento,
    RuleViolation,
    Suspension,
    apply,
    decide,
    start,
)

USUAL_JUGADAS: Final = 60
"""About how many a mesa has: what happens once in a mesa happens at one of them."""
CAUSES: Final = ("Se fue la luz en la sala", "Se rompió una baraja", "Consulta al Director", "Un jugador se sintió mal")
LEAVING: Final = ("Se retiró de la sala", "Problema de salud", "Debe viajar")


class Happened(NamedTuple):
    """A jugada, how many seconds after the one before, and what was asked for in vain since then."""

    jugada: Jugada
    seconds: float
    in_vain: tuple[Jugada, ...] = ()


def with_incidents(
    game: Iterator[Happened], rules: Reglamento, seats: tuple[str, ...], rates: Rates, random: Random
) -> Iterator[Happened]:
    """The game with incidents in between, numbered as the log will be; it ends early where a pareja leaves."""
    state = start(rules, seats)
    numbers: list[int] = []
    for jugada, seconds, in_vain in game:
        for incident in _incidents(state, rates, random):
            state = apply(state, incident.jugada)
            yield incident
        if state.position.ended is not None:
            return
        renumbered = _renumbered(jugada, numbers)
        numbers.append(state.next_number)
        state = apply(state, renumbered)
        yield Happened(renumbered, seconds, in_vain)


def _renumbered(jugada: Jugada, numbers: list[int]) -> Jugada:
    """The jugada speaking of rows as the log numbers them, not as the game did."""
    match jugada:
        case JuegoYVeo(number=int(number)):
            return replace(jugada, number=numbers[number - 1])
        case Anula(number=number):
            return replace(jugada, number=numbers[number - 1])
        case _:
            return jugada


def _incidents(state: MesaState, rates: Rates, random: Random) -> Iterator[Happened]:
    """What comes before the next jugada: mostly nothing."""
    if random.random() < rates.annulments:
        yield from _mistyped(state, random)
    if random.random() < rates.suspensions / USUAL_JUGADAS:
        suspension = Suspension(random.choice(CAUSES))
        if _allowed(state, suspension):
            yield Happened(suspension, random.uniform(10, 40))
            yield Happened(Reanudacion(), random.uniform(120, 900))
    if random.random() < rates.retirements / USUAL_JUGADAS:
        leaving = Exit("abandono", random.choice(SIDES), random.choice(LEAVING))
        if _allowed(state, leaving):
            yield Happened(leaving, random.uniform(10, 60))


def _mistyped(state: MesaState, random: Random) -> Iterator[Happened]:
    """Something that did not happen, and its annulment; what a proclama would settle is not touched."""
    wrong = random.choice((Levante("limpia", random.choice(SIDES)), MalPedido(random.choice(SIDES))))
    if state.position.closer is not None or not _allowed(state, wrong):
        return
    yield Happened(wrong, random.uniform(2, 10))
    yield Happened(Anula(state.next_number, "El Juez la anotó por error"), random.uniform(5, 20))


def _allowed(state: MesaState, jugada: Jugada) -> bool:
    try:
        decide(state, jugada)
    except RuleViolation:
        return False
    return True
