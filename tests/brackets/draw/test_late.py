"""Late entries beside a draw: what was drawn keeps its matches and numbers, and a series stays all against all."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.elimination import draw
from brackets.draw.entries import Entry
from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.late import Entered, Late, entered, open_places
from brackets.draw.ranking import rank_table
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import outcome

KNOCK_OUTS = st.sampled_from(
    [
        Elimination(),
        Elimination(third_place=True, consolation=True),
        DoubleElimination(),
        DoubleElimination(second_final=False),
    ]
)
MORE = st.lists(st.integers(0, 30), max_size=4)


def fill(form: Format, slots: list[int | None], choices: list[int]) -> tuple[list[Late], Entered]:
    """As many as there are places for, up to those chosen; each gets the numbers after all others."""
    late: list[Late] = []
    for each in choices:
        places = open_places(form, slots, late)
        if places:
            last = max(filter(None, (match.number for match in folded(entered(form, slots, late)))), default=0)
            late.append(Late(900 + len(late), places[each % len(places)], last + 1))
    return late, entered(form, slots, late)


def folded(there: Entered) -> list:
    return list(outcome(there.structure, there.slots, {}, numbers=there.numbers).matches.values())


@given(form=KNOCK_OUTS, entries=st.integers(3, 12), choices=MORE)
def test_in_a_knock_out_no_number_changes_and_none_is_given_twice(
    form: Format, entries: int, choices: list[int]
) -> None:
    slots = draw([Entry(number) for number in range(1, entries + 1)], "tardías").slots
    before = {match.key: match.number for match in folded(entered(form, slots, [])) if match.number}

    late, there = fill(form, slots, choices)

    after = {match.key: match.number for match in folded(there) if match.number}
    assert before.items() <= after.items()
    assert len(set(after.values())) == len(after)
    assert {each.pareja for each in late} <= set(there.slots)
    full = outcome(there.structure, there.slots, {})  # as if all had been drawn
    assert after.keys() == {match.key for match in full.matches.values() if match.number}


@given(size=st.integers(3, 6), smaller=st.integers(0, 3), turns=st.integers(1, 2), choices=MORE)
def test_in_a_series_all_meet_all_once_a_turn_and_nobody_plays_twice_in_a_round(
    size: int, smaller: int, turns: int, choices: list[int]
) -> None:
    form = Series(size=size, turns=turns)
    slots: list[int | None] = list(range(1, size + smaller * (size - 1) + 1))
    before = {match.key: (match.number, match.a, match.b) for match in folded(entered(form, slots, []))}

    _, there = fill(form, slots, choices)

    matches = folded(there)
    after = {match.key: (match.number, match.a, match.b) for match in matches}
    assert before.items() <= after.items()
    assert Counter(frozenset((match.a, match.b)) for match in matches) == {
        frozenset((there.slots[a], there.slots[b])): turns
        for lines in there.structure.groups
        for a, b in combinations(lines, 2)
    }
    for number in {match.round for match in matches}:
        playing = [side for match in matches if match.round == number for side in (match.a, match.b)]
        assert len(playing) == len(set(playing))
    assert [planned.key for planned in there.structure.matches] == sorted(after)


def test_in_a_swiss_stage_one_enters_the_next_round_while_there_is_one() -> None:
    assert [open_places(Swiss(rounds=2), [1, 2, 3, 4], [], rounds=paired) for paired in (0, 1, 2)] == [(1,), (2,), ()]


def test_a_line_that_is_taken_is_refused() -> None:
    with pytest.raises(DrawRefusal) as refused:
        entered(Elimination(), (7, None, 4, 9), [Late(12, 0, 4)])
    assert refused.value.code == "place-taken"


@given(entries=st.integers(6, 14), choices=MORE, seed=st.sampled_from(["sol", "luna", "mar", "río"]))
@pytest.mark.parametrize("form", [Series(4), Series(0), Swiss(3)], ids=["series", "all against all", "Swiss"])
def test_who_enters_late_changes_no_order_that_lots_gave(
    form: Format, entries: int, choices: list[int], seed: str
) -> None:
    """Nobody has played, so that lots alone part them: in its series and among all everybody stays before whom it was before."""
    slots = list(range(1, entries + 1))
    _, there = fill(form, slots, choices)

    before, after = (
        rank_table(
            each.structure, each.slots, outcome(each.structure, each.slots, {}), [], ["mesas", "sorteo"], seed=seed
        )
        for each in (entered(form, slots, []), there)
    )

    assert [row.pareja for row in after.overall if row.pareja in slots] == [row.pareja for row in before.overall]
    for then, now in zip(before.groups, after.groups, strict=True):
        assert [row.pareja for row in now if row.pareja in slots] == [row.pareja for row in then]
