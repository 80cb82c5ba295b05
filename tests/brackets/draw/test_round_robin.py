"""All against all, and how a field is split into series."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.refusal import DrawRefusal
from brackets.draw.round_robin import rounds, series_sizes, split


@given(st.integers(2, 60), st.sampled_from((1, 2)))
def test_each_meets_each_once_a_turn_and_is_in_each_round_once(size, turns) -> None:
    played = rounds(size, turns=turns)

    pairs = Counter(frozenset((m.a, m.b)) for each in played for m in each if m.b is not None)
    assert pairs == Counter({frozenset(pair): turns for pair in combinations(range(size), 2)})
    for each in played:
        present = [place for meeting in each for place in meeting if place is not None]
        assert sorted(present) == list(range(size))
    rests = Counter(m.a for each in played for m in each if m.b is None)
    assert rests == (Counter(dict.fromkeys(range(size), turns)) if size % 2 else Counter())


@given(st.integers(2, 60))
def test_with_two_turns_each_pair_is_named_both_ways(size) -> None:
    named = {(m.a, m.b) for each in rounds(size, turns=2) for m in each if m.b is not None}

    assert len(named) == size * (size - 1)


@given(st.integers(2, 40))
def test_the_ones_named_first_are_spread(size) -> None:
    first = Counter(m.a for each in rounds(size) for m in each if m.b is not None)

    assert max(first.values()) - min(first[place] for place in range(size)) <= 3


@given(st.integers(2, 1024), st.integers(2, 12))
def test_series_are_of_two_neighbouring_sizes_or_refused(entries, size) -> None:
    missing = -(-entries // size) * size - entries
    if missing > -(-entries // size) or (missing and size == 2):
        with pytest.raises(DrawRefusal, match="Elija otro tamaño"):
            series_sizes(entries, size)
        return
    sizes = series_sizes(entries, size)
    assert sum(sizes) == entries
    assert set(sizes) <= {size, size - 1}
    assert list(sizes) == sorted(sizes, reverse=True)
    assert min(sizes) >= 2


@given(st.lists(st.integers(2, 9), min_size=1, max_size=20))
def test_the_best_of_each_series_are_the_first_and_all_are_dealt_out(sizes) -> None:
    ranked = range(sum(sizes))

    series = split(ranked, sizes)

    assert [len(each) for each in series] == sizes
    assert sorted(entry for each in series for entry in each) == list(ranked)
    assert [each[0] for each in series] == list(range(len(sizes)))
    assert all(list(each) == sorted(each) for each in series)


@pytest.mark.parametrize(("entries", "size"), [(5, 4), (3, 2), (1, 4)])
def test_what_cannot_be_split_says_so(entries, size) -> None:
    with pytest.raises(DrawRefusal, match="Elija otro tamaño"):
        series_sizes(entries, size)


def test_a_series_of_one_plays_nobody() -> None:
    with pytest.raises(DrawRefusal, match="Ponga al menos dos"):
        rounds(1)
