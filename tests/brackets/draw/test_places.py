from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.lots import coins
from brackets.draw.places import bracket_size, places

sizes = st.integers(1, 10).map(lambda power: 2**power)


def places_by_the_book(size, seed):
    """Written from docs/sorteo.md: rank by rank, reading its binary digits."""
    matches = size // 2
    tossed = coins(matches, seed)

    def path(rank):
        steps, rest = "", matches + rank
        while rest > 1:
            digit, rest = rest % 2, rest // 2
            steps += "1" if digit != tossed[rest] else "0"
        return steps

    def against(steps, other):
        return "".join("1" if a != b else "0" for a, b in zip(steps, other, strict=True))

    lines = {}
    for rank in range(matches):
        line = against(path(rank), path(0)) + "0"
        if line[0] == "1":
            line = "1" + against(line[1:], "1" * len(line[1:]))
        lines[rank] = int(line, 2)
        lines[size - 1 - rank] = lines[rank] + 1 if line[-1] == "0" else lines[rank] - 1
    return [lines[rank] for rank in range(size)]


@given(sizes, st.text("abc", max_size=5))
def test_places_are_those_of_the_document(size, seed):
    assert places(size, seed) == places_by_the_book(size, seed)


@given(sizes, st.text("abc", max_size=5))
def test_every_rank_has_its_own_line(size, seed):
    assert sorted(places(size, seed)) == list(range(size))


@given(sizes, st.text("abc", max_size=5))
def test_the_best_is_on_the_first_line_and_the_second_on_the_last(size, seed):
    lines = places(size, seed)

    assert lines[0] == 0
    assert lines[1] == size - 1


@given(sizes, st.text("abc", max_size=5))
def test_rank_r_meets_rank_size_minus_one_minus_r(size, seed):
    lines = places(size, seed)

    assert all(lines[rank] ^ 1 == lines[size - 1 - rank] for rank in range(size))


@given(st.integers(1, 7).map(lambda power: 2**power), st.text("abc", max_size=5))
def test_every_leading_group_is_spread_evenly_over_all_sub_trees(size, seed):
    lines = places(size, seed)

    for leading in range(size // 2 + 1):
        part = size
        while part > 2:
            part //= 2
            held = Counter(line // part for line in lines[:leading])
            assert all(abs(held[tree] - held[tree + 1]) <= 1 for tree in range(0, size // part, 2))


@pytest.mark.parametrize(
    ("ranks", "lines"),
    [
        (range(2, 4), {8, 23}),
        (range(4, 8), {4, 12, 19, 27}),
        (range(8, 16), {2, 6, 10, 14, 17, 21, 25, 29}),
    ],
)
def test_the_lines_of_a_level_are_equally_likely_for_each_of_its_ranks(ranks, lines):
    draws = [places(32, f"intento {n}") for n in range(800)]

    for rank in ranks:
        drawn = Counter(lots[rank] for lots in draws)
        assert set(drawn) == lines
        assert all(0.7 < times * len(lines) / len(draws) < 1.3 for times in drawn.values())


def test_places_never_change():
    assert places(16, "cuarenta") == [0, 15, 11, 4, 6, 9, 2, 13, 12, 3, 8, 7, 5, 10, 14, 1]


@pytest.mark.parametrize(("entries", "size"), [(2, 2), (3, 4), (4, 4), (5, 8), (96, 128), (1000, 1024), (1024, 1024)])
def test_a_bracket_has_the_next_power_of_two_lines(entries, size):
    assert bracket_size(entries) == size
