"""States in memory: the last used, and never one out of date."""

import pytest

from referee.rules import reglamento_get, start
from referee.selectors.folding import StateCache, state_at, state_of, states
from tests.factories.referee import SORTEO, kept_mesa


def test_the_states_least_used_are_let_go() -> None:
    cache, state = StateCache(2), start(reglamento_get("riobamba"))
    cache.put("a", state)
    cache.put("b", state)
    cache.get("a")

    cache.put("c", state)

    assert [cache.get(name) for name in "abc"] == [state, None, state]


@pytest.mark.django_db
def test_a_state_that_is_not_in_memory_is_folded_from_the_log() -> None:
    kept = kept_mesa(SORTEO, "caida A", "caida B")
    warm = state_of(kept.mesa)
    states.clear()

    assert state_of(kept.mesa) == warm
    assert state_at(kept.mesa, 2).position.points == (2, 0)
    assert state_at(kept.mesa, 0).entries == ()
