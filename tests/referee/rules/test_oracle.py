"""The engine against a second scorer that was written from the articles without it."""

from random import Random

import pytest

from referee.rules import dump_jugada, reglamento_get, result, start
from tests.referee.rules.oracle import Oracle
from tests.referee.rules.strategies import ORDERS
from tests.referee.rules.walks import walk

MESAS = 3_000


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


@pytest.mark.parametrize("part", range(4))
def test_engine_and_oracle_agree_on_random_mesas(part):
    rng = Random(part)
    rules = reglamento_get("riobamba")

    for _ in range(MESAS // 4):
        seats = rng.choice(ORDERS)
        state = walk(rng, start(rules, seats), rng.randint(10, 250))
        lines = [dump_jugada(entry.jugada) for entry in state.entries]
        found, expected = reached(result(state), Oracle(lines, seats))
        assert found == expected, "\n".join(lines)


def test_random_mesas_reach_every_ending_and_undo_much():
    rng = Random(40)
    ends = [walk(rng, start(reglamento_get("riobamba")), 250) for _ in range(400)]

    reasons = {state.position.ended.reason for state in ends if state.position.ended}
    words = {entry.jugada.word for state in ends for entry in state.entries}

    assert reasons == {"chicas", "zapateria", "abandono", "descalificacion", "fallo"}
    assert {"anula", "conteo", "juego-y-veo", "mal-reparto", "proclama", "doble-ronda", "repite-data"} <= words
    assert max(len(state.position.chicas) for state in ends) == 3
