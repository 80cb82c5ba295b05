"""What the tables of a rehearsal play: real cards under every rulebook, in a time that people could need."""

from datetime import UTC, datetime
from random import Random

import pytest

from referee.management.rehearsal.options import Options, Rates
from referee.management.rehearsal.playing import mesa_played
from referee.rules import REGLAMENTOS, SEATS, apply, decide, reglamento_get, start

BUSY = Rates(protests=0.3, misdeals=0.1, wrong_claims=0.1, annulments=0.05, suspensions=1)
SKILLS = dict.fromkeys(SEATS, 0.5)


def options(key: str, **changed: object) -> Options:
    given = {"parejas": 2, "seed": "1", "start": datetime(2026, 12, 5, tzinfo=UTC), "tables": 1, "jueces": 1} | changed
    return Options(reglamento=key, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", REGLAMENTOS)
def test_whatever_happens_the_rulebook_accepts_it_until_the_mesa_is_over(key: str) -> None:
    rules = reglamento_get(key)
    for seed in range(3):
        state = start(rules, SEATS)
        for jugada, seconds, _ in mesa_played(rules, SKILLS, options(key, rates=BUSY), Random(seed)):
            decide(state, jugada)
            state = apply(state, jugada)
            assert seconds > 0
        assert state.position.ended is not None


def test_a_mesa_takes_longer_where_a_card_does() -> None:
    def minutes(seconds_a_card: float) -> float:
        rules, asked = reglamento_get("riobamba"), options("riobamba", seconds_a_card=seconds_a_card)
        return sum(seconds for _, seconds, _ in mesa_played(rules, SKILLS, asked, Random(4))) / 60

    assert 15 < minutes(5) < 120
    assert minutes(10) > minutes(5) + 10


def test_what_the_rulebook_does_not_grant_is_told_beside_what_happens() -> None:
    rules = reglamento_get("pagat")
    in_vain = [
        jugada
        for seed in range(20)
        for happened in mesa_played(rules, SKILLS, options("pagat"), Random(seed))
        for jugada in happened.in_vain
    ]

    assert in_vain
