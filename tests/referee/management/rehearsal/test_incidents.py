"""What happens besides the game leaves the game as it was, under the numbers that the log gives."""

from collections.abc import Iterator
from random import Random

from referee.management.rehearsal.incidents import Happened, with_incidents
from referee.management.rehearsal.options import Rates
from referee.rules import SEATS, Anula, JuegoYVeo, Jugada, apply, decide, parse_jugada, reglamento_get, start

RULES = reglamento_get("riobamba")
GAME = (
    "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1", "caida B1", "juego-y-veo A procede 2", "limpia A1", "segundo-reparto",
    "conteo A=24 B=16 mesa=0",
)  # fmt: skip
OFTEN = Rates(annulments=1, suspensions=60)


def game() -> Iterator[Happened]:
    return (Happened(parse_jugada(line), 10) for line in GAME)


def played(rates: Rates) -> list[Jugada]:
    """Every jugada, each accepted by the rules."""
    state, jugadas = start(RULES, SEATS), []
    for jugada, seconds, _ in with_incidents(game(), RULES, SEATS, rates, Random(1)):
        assert seconds > 0
        decide(state, jugada)
        state = apply(state, jugada)
        jugadas.append(jugada)
    return jugadas


def test_without_incidents_the_game_is_as_it_was() -> None:
    nothing = Rates(annulments=0, suspensions=0, retirements=0)

    assert played(nothing) == [parse_jugada(line) for line in GAME]


def test_a_protest_speaks_of_the_row_that_the_log_has() -> None:
    jugadas = played(OFTEN)
    protest = next(jugada for jugada in jugadas if isinstance(jugada, JuegoYVeo))

    assert protest.number is not None
    assert protest.number > 2
    assert jugadas[protest.number - 1] == parse_jugada("caida B1")


def test_what_was_mistyped_is_annulled_and_the_score_is_the_same() -> None:
    states = []
    for rates in (Rates(annulments=0, suspensions=0, retirements=0), OFTEN):
        state = start(RULES, SEATS)
        for jugada, _, _ in with_incidents(game(), RULES, SEATS, rates, Random(2)):
            state = apply(state, jugada)
        states.append(state)

    plain, eventful = states
    assert sum(isinstance(entry.jugada, Anula) for entry in eventful.entries) > 2
    assert plain.position.points == eventful.position.points


def test_a_pareja_that_leaves_ends_the_mesa() -> None:
    assert played(Rates(annulments=0, suspensions=0, retirements=60))[-1].word == "abandono"
