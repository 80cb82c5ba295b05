from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.lots import coins
from brackets.draw.places import bracket_size, places

sizes = st.integers(1, 10).map(lambda power: 2**power)


def places_by_the_book(size, seed):
    """Written from docs/sorteo.md, with the sub-trees as lists of ranks; no arithmetic on indices."""
    matches = size // 2
    levels = matches.bit_length() - 1
    tosses = iter(coins(levels * (matches // 2), seed))
    trees = [("", list(range(matches)))]
    for _ in range(levels):
        ups, downs = [], []
        for path, ranks in trees:
            up, down = [], []
            for first, second in zip(ranks[::2], ranks[1::2], strict=True):
                heads, tails = (second, first) if next(tosses) else (first, second)
                up.append(heads)
                down.append(tails)
            ups.append((path + "0", up))
            downs.append((path + "1", down))
        trees = ups + downs
    path_of = {rank: path for path, [rank] in trees}

    def flip(path, mask):
        return "".join("1" if a != b else "0" for a, b in zip(path, mask, strict=True))

    top = path_of[0]
    path_of = {rank: flip(path, top) for rank, path in path_of.items()}
    if matches > 1:
        bottom = flip(path_of[1], "1" * levels)
        path_of = {rank: flip(path, bottom) if path[0] == "1" else path for rank, path in path_of.items()}
    lines = {}
    for rank, path in path_of.items():
        outer, inner = (1, 0) if path.startswith("1") else (0, 1)
        lines[rank] = 2 * int(path or "0", 2) + outer
        lines[size - 1 - rank] = 2 * int(path or "0", 2) + inner
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
    ("rank", "part", "likely"),
    [(2, 8, {1, 2}), (3, 8, {1, 2}), (4, 4, {1, 2, 3, 4, 5, 6}), (7, 4, {1, 2, 3, 4, 5, 6})],
)
def test_places_of_one_level_are_given_by_lot(rank, part, likely):
    drawn = Counter(places(32, f"intento {n}")[rank] // part for n in range(600))

    assert set(drawn) == likely
    assert min(drawn.values()) > 40


def test_places_never_change():
    assert places(16, "cuarenta") == [0, 15, 11, 6, 2, 9, 13, 4, 5, 12, 8, 3, 7, 10, 14, 1]


@pytest.mark.parametrize(("entries", "size"), [(2, 2), (3, 4), (4, 4), (5, 8), (96, 128), (1000, 1024), (1024, 1024)])
def test_a_bracket_has_the_next_power_of_two_lines(entries, size):
    assert bracket_size(entries) == size
