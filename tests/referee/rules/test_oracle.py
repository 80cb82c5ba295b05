"""The engine against a second scorer that was written from the texts without it."""

from random import Random

import pytest

from referee.rules import REGLAMENTOS, dump_jugada, result, start
from tests.referee.rules.oracle import Oracle
from tests.referee.rules.strategies import SEATINGS
from tests.referee.rules.walks import walk

MESAS = 1_200


def reached(found, oracle):
    """What both know, in the words of the JSON result."""
    shown = {
        "marcador": {side: min(40, oracle.points[side]) for side in "AB"},
        "chicas": oracle.chicas,
        "reparte": oracle.dealer,
        "data": oracle.data,
        "impagos": oracle.unpaid,
        "ganador": oracle.ended[0],
        "motivo": oracle.ended[1],
    }
    return {key: found[key] for key in shown}, shown


@pytest.mark.parametrize("key", sorted(REGLAMENTOS))
def test_engine_and_oracle_agree_on_random_mesas(key):
    rng = Random(key)
    rules = REGLAMENTOS[key]

    for _ in range(MESAS // len(REGLAMENTOS)):
        seats = rng.choice(SEATINGS[key])
        state = walk(rng, start(rules, seats), rng.randint(10, 250))
        lines = [dump_jugada(entry.jugada) for entry in state.entries]
        found, expected = reached(result(state), Oracle(lines, seats, key))
        assert found == expected, "\n".join(lines)


ENDINGS = {
    "riobamba": {"zapateria"},
    "pagat": {"mal-reparto"},
    "blog": set(),
    "quito": {"zapateria"},
    "rigor": {"zapateria"},
    "juez-de-aguas": set(),
}


@pytest.mark.parametrize("key", sorted(REGLAMENTOS))
def test_random_mesas_reach_every_ending_and_undo_much(key):
    rng = Random(40)
    ends = [walk(rng, start(REGLAMENTOS[key]), 250) for _ in range(160)]

    reasons = {state.position.ended.reason for state in ends if state.position.ended}
    words = {entry.jugada.word for state in ends for entry in state.entries}

    assert reasons == {"chicas", "abandono", "descalificacion", "fallo"} | ENDINGS[key]
    assert {"anula", "conteo", "mal-reparto", "proclama", "doble-ronda", "repite-data"} <= words
    assert max(len(state.position.chicas) for state in ends) == 2 * REGLAMENTOS[key].match_chicas_to_win_mesa - 1
