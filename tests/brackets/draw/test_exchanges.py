"""Two exchanged by hand: what it makes, and what it may not break."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.entries import Entry
from brackets.draw.exchanges import check_exchange, drawn_before, exchanged, moved
from brackets.draw.formats import Elimination, Series, Swiss
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import PROTECTED, Protection, Terms
from brackets.draw.refusal import DrawRefusal

SIX = [Entry(1, "Sol", 1), Entry(2, "Luna", 2), Entry(3, "Sol"), Entry(4, "Luna"), Entry(5, "Sol"), Entry(6)]


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=6))
def test_exchanges_are_undone_from_the_last_one_back(exchanges):
    drawn = lines_drawn(Terms(Elimination()), SIX, "cuarenta")

    assert drawn_before(exchanged(drawn, exchanges), exchanges) == drawn


def test_the_difference_to_the_draw_is_told_line_by_line():
    assert moved((1, None, 4, 3), (1, None, 3, 4)) == ((2, 4, 3), (3, 3, 4))


def test_two_unseeded_change_places_even_if_one_has_a_bye():
    entries = [Entry(n) for n in range(1, 6)]
    slots = lines_drawn(Terms(Elimination()), entries, "cuarenta")
    resting = next(slots[line ^ 1] for line, key in enumerate(slots) if key is None)
    playing = next(key for line, key in enumerate(slots) if key and slots[line ^ 1])

    after = check_exchange(Terms(Elimination()), slots, entries, (resting, playing))

    assert after[slots.index(resting)] == playing
    assert after.count(None) == 3


@pytest.mark.parametrize(
    ("exchange", "told"),
    [
        ((3, 3), "dos inscripciones distintas"),
        ((3, 99), "La 99 no está en este sorteo"),
        ((1, 3), "cabezas de serie"),  # a seed would lose its bye and its place
    ],
)
def test_an_exchange_that_breaks_the_draw_is_refused_with_a_reason(exchange, told):
    slots = lines_drawn(Terms(Elimination()), SIX, "cuarenta")

    with pytest.raises(DrawRefusal, match=told):
        check_exchange(Terms(Elimination()), slots, SIX, exchange)


def test_a_soft_protection_may_be_broken_by_hand_and_a_hard_one_not():
    entries = [Entry(1, "Sol"), Entry(2, "Sol"), Entry(3), Entry(4)]
    slots = (1, 3, 2, 4)

    assert check_exchange(Terms(Elimination()), slots, entries, (3, 2)) == (1, 2, 3, 4)
    hard = Terms(Elimination(), PROTECTED, protections=(Protection("club", 1, hard=True),))
    with pytest.raises(DrawRefusal, match="es obligatoria"):
        check_exchange(hard, slots, entries, (3, 2))


def test_the_seeds_stay_spread_over_the_series():
    entries = [Entry(1, seed=1), Entry(2, seed=2), Entry(3), Entry(4)]
    terms = Terms(Series(size=2))
    slots = lines_drawn(terms, entries, "cuarenta")
    mate = {slots[0]: slots[1], slots[1]: slots[0]}[1]

    with pytest.raises(DrawRefusal, match="repartidas por igual"):
        check_exchange(terms, slots, entries, (2, mate))


def test_a_swiss_stage_has_no_places_to_exchange():
    with pytest.raises(DrawRefusal, match="suizo"):
        check_exchange(Terms(Swiss(1)), (1, 2, 3, 4, 5, 6), SIX, (3, 4))
