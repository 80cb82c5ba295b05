"""R8: CPython and the browser come to the same, byte for byte, on whatever is thrown at them.

Random logs of every rulebook and its settings, mostly of jugadas that are refused: what is compared is the result, every
row and what it did, and every refusal with its sentence and article. `make faults` compares a million.
"""

import os
from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

from referee.rules import MesaState, RuleViolation, apply, decide, dump_jugada
from referee.rules.bridge import checksum, refused_json
from tests.referee.rules.walks import any_jugada, draw_of_cards, new_mesa

pytestmark = [pytest.mark.browser, pytest.mark.faults]

FULL = os.environ.get("FAULTS") == "full"
LOGS = 1_000_000 if FULL else 4_000
BATCH = 500
MESAS = 400  # rulebooks with settings; each is kept by those who fold it
LONGEST = 10
ANSWER_TO_THE_LAST = """async (engine, games) => {
    const last = window.asked ?? [];
    window.asked = engine.checksums(games);
    return last;
}"""


@pytest.mark.long
def test_server_and_tablet_fold_random_logs_to_the_same_bytes(rulebook):
    rng = Random(8)
    mesas = [new_mesa(rng) for _ in range(MESAS)]
    compared, last = 0, []

    # While the browser folds one batch, the next one is made here.
    for played in chain(batches(rng, mesas), [[]]):
        answered = rulebook.run(ANSWER_TO_THE_LAST, [game for game, _ in played])
        assert [game for (game, here), there in zip(last, answered, strict=True) if here != there] == []
        compared, last = compared + len(answered), played

    assert compared == LOGS


def batches(rng: Random, mesas: list[MesaState]) -> Iterator[list[tuple[dict, str]]]:
    for _ in range(LOGS // BATCH):
        yield [log_of(rng, rng.choice(mesas)) for _ in range(BATCH)]


def log_of(rng: Random, state: MesaState) -> tuple[dict, str]:
    """A log as a tablet would send it, and what it comes to here."""
    rules, seats = state.reglamento, list(state.seats)
    lines, refused = [], []
    for _ in range(rng.randint(1, LONGEST)):
        drawing = state.position.dealer is None and rng.random() < 0.8
        jugada = draw_of_cards(rng, state) if drawing else any_jugada(rng, state)
        lines.append(dump_jugada(jugada))
        try:
            decide(state, jugada)
        except RuleViolation as error:
            refused.append(refused_json(error))
        else:
            state = apply(state, jugada)
    game = {"reglamento": rules.key, "settings": dict(rules.chosen), "seats": seats, "lines": lines}
    return game, checksum(state, refused)
