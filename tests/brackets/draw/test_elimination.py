from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brackets.draw.elimination import Conflict, draw
from brackets.draw.entries import Entry
from brackets.draw.verify import check
from tests.brackets.draw.strategies import entries, seeds


def first_round(drawn):
    return list(zip(drawn.slots[::2], drawn.slots[1::2], strict=True))


def all_seeded(count):
    return [Entry(key, seed=key) for key in range(1, count + 1)]


def test_twelve_seeded_parejas_meet_as_in_every_handbook():
    drawn = draw(all_seeded(12), "cuarenta")

    assert {frozenset(match) for match in first_round(drawn)} == {
        frozenset(match) for match in [(1, None), (2, None), (3, None), (4, None), (5, 12), (6, 11), (7, 10), (8, 9)]
    }
    assert drawn.slots[0] == 1
    assert drawn.slots[-1] == 2


@pytest.mark.parametrize("count", [2, 4, 8, 16, 64])
def test_a_full_seeded_bracket_pairs_the_best_with_the_worst(count):
    assert all(a + b == count + 1 for a, b in first_round(draw(all_seeded(count), "cuarenta")))


def test_three_parejas_one_bye():
    drawn = draw([Entry(3), Entry(2), Entry(1, seed=1)], "cuarenta")

    assert drawn.slots[:2] == (1, None)
    assert set(drawn.slots[2:]) == {2, 3}


def test_ninety_six_parejas_have_32_byes_eight_in_each_quarter():
    entered = [Entry(key, seed=key if key <= 8 else None) for key in range(1, 97)]

    drawn = draw(entered, "cuarenta")

    assert len(drawn.slots) == 128
    assert [drawn.slots[part : part + 32].count(None) for part in range(0, 128, 32)] == [8, 8, 8, 8]
    assert {1, 2, 3, 4, 5, 6, 7, 8} <= {a or b for a, b in first_round(drawn) if None in (a, b)}
    assert check(drawn, entered) == []


def test_four_best_in_four_quarters_eight_in_eight_eighths():
    entered = [Entry(key, seed=key if key <= 8 else None) for key in range(1, 65)]

    slots = draw(entered, "cuarenta").slots

    assert {slots.index(key) // 16 for key in (1, 2, 3, 4)} == {0, 1, 2, 3}
    assert {slots.index(key) // 8 for key in range(1, 9)} == set(range(8))


@given(entries(), seeds, st.booleans())
def test_every_draw_keeps_every_promise(entered, seed, apart):
    assert check(draw(entered, seed, apart=apart), entered) == []


@settings(max_examples=4)
@given(entries(smallest=1024, largest=1024), seeds)
def test_so_does_the_largest(entered, seed):
    assert check(draw(entered, seed), entered) == []


@pytest.mark.parametrize("count", range(2, 201))
def test_and_every_size(count):
    entered = [Entry(key, f"Club {key * key % 7}", key if key <= count // 4 else None) for key in range(1, count + 1)]

    assert check(draw(entered, "cuarenta"), entered) == []


@given(st.data(), entries(), seeds)
def test_the_order_in_which_parejas_are_given_does_not_matter(data, entered, seed):
    shuffled = data.draw(st.permutations(entered))

    assert draw(shuffled, seed) == draw(entered, seed)


def test_another_seed_gives_another_draw():
    entered = [Entry(key) for key in range(1, 33)]

    assert len({draw(entered, f"intento {n}").slots for n in range(200)}) == 200


def test_a_draw_never_changes():
    entered = [
        Entry(key, "Sol" if key % 2 else "Luna" if key % 4 else "", key if key <= 2 else None) for key in range(1, 13)
    ]

    together = draw(entered, "Cuarenta 3", apart=False)
    apart = draw(entered, "Cuarenta 3")

    assert together.slots == (1, None, 11, 3, 4, None, 6, 10, 12, 8, None, 5, 7, 9, None, 2)
    assert apart.slots == (1, None, 11, 10, 4, None, 6, 7, 3, 8, None, 5, 12, 9, None, 2)
    assert apart.unavoidable == ()


def test_without_seeds_or_clubs_everybody_is_as_likely_to_get_the_bye():
    entered = [Entry(key) for key in (4, 9, 17, 30, 31)]
    byes = Counter()
    for n in range(2_000):
        byes.update(a or b for a, b in first_round(draw(entered, f"intento {n}")) if None in (a, b))

    assert all(abs(times - 1_200) < 100 for times in byes.values())
    assert len(byes) == 5


def test_clubs_left_together_on_purpose_are_not_listed_as_unavoidable():
    entered = [Entry(1, "Sol"), Entry(2, "Sol")]

    assert draw(entered, "cuarenta", apart=False).unavoidable == ()
    assert draw(entered, "cuarenta").unavoidable in (
        (Conflict(0, "Sol", 1, 2),),
        (Conflict(0, "Sol", 2, 1),),
    )


def test_two_seeds_of_a_club_that_meet_are_listed():
    entered = [Entry(1, "Sol", 1), Entry(2, seed=2), Entry(3, seed=3), Entry(4, "Sol", 4)]

    assert draw(entered, "cuarenta").unavoidable == (Conflict(0, "Sol", 1, 4),)
