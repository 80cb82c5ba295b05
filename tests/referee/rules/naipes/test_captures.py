"""What a card may lift: the examples of the rule texts, and every table against the slow way."""

import pytest
from hypothesis import given

from referee.rules.naipes import DECK, captures
from tests.referee.rules.naipes.bruteforce import every_capture
from tests.referee.rules.naipes.rulebooks import ONLY_IGUAL, RIOBAMBA, TWO_ADD, TWO_OR_CLEAN
from tests.referee.rules.naipes.tables import tables


def lines(table, card, rules=RIOBAMBA):
    return [capture.as_line() for capture in captures(rules, tuple(table.split()), card)]


@pytest.mark.parametrize(
    ("table", "card", "expected"),
    [
        ("2 3 6 7 J", "5", ["suma 2 3, escalera 6 7 J, limpia"]),
        ("3 4 J Q K", "7", ["suma 3 4, escalera J Q K, limpia"]),
        ("A 2 3 4", "4", ["suma A 3", "igual 4"]),
        ("A 2 3 4", "5", ["suma A 4", "suma 2 3"]),
        ("A 2 4", "7", ["suma A 2 4, limpia"]),
        ("2 4", "6", ["suma 2 4, limpia"]),
        ("3 4", "7", ["suma 3 4, limpia"]),
        ("3 4 5 6 7 J", "3", ["igual 3, escalera 4 5 6 7 J, limpia"]),
        ("2 3 6 7 J Q", "5", ["suma 2 3, escalera 6 7 J Q, limpia"]),
        ("2 3 4", "2", ["igual 2, escalera 3 4, limpia"]),
        ("7", "7", ["igual 7, limpia"]),
        ("5", "4", []),
        ("A K", "K", ["igual K"]),
        ("J Q", "K", []),
        ("", "A", []),
    ],
)
def test_examples_of_the_rule_texts(table, card, expected):
    assert lines(table, card) == expected


def test_escalera_passes_from_seven_to_the_figures_and_ends_at_the_king():
    assert lines("6 7 J Q K A 2", "6") == ["igual 6, escalera 7 J Q K"]


def test_escalera_stops_at_a_gap():
    assert lines("5 6 J", "5") == ["igual 5, escalera 6"]


def test_escalera_only_after_igual_where_the_rulebook_says_so():
    assert lines("2 3 6", "5", ONLY_IGUAL) == ["suma 2 3"]
    assert lines("3 4 5", "3", ONLY_IGUAL) == ["igual 3, escalera 4 5, limpia"]


def test_no_more_cards_add_up_than_the_rulebook_says():
    assert lines("A 2 4", "7", TWO_ADD) == []
    assert lines("A A 2 5", "7", TWO_ADD) == ["suma 2 5"]


def test_more_cards_add_up_where_the_table_is_then_clean():
    assert lines("A 2 4", "7", TWO_OR_CLEAN) == ["suma A 2 4, limpia"]
    assert lines("A 2 4 J Q", "7", TWO_OR_CLEAN) == ["suma A 2 4, escalera J Q, limpia"]
    assert lines("A 2 4 K", "7", TWO_OR_CLEAN) == []
    assert lines("A 2 4 5", "7", TWO_OR_CLEAN) == ["suma 2 5"]


def test_equal_cards_on_the_table_are_one_choice():
    assert lines("2 2 3", "5") == ["suma 2 3"]
    assert lines("5 5 6 6", "5") == ["igual 5, escalera 6"]
    assert lines("A A A A", "2") == ["suma A A"]


def test_the_order_in_which_the_cards_lie_does_not_matter():
    assert lines("J 7 3 6 2", "5") == lines("2 3 6 7 J", "5")


def test_of_as_many_cards_the_igual_comes_first():
    assert lines("A 4 5 6", "5") == ["suma A 4, escalera 6", "igual 5, escalera 6"]
    assert lines("A 2 3 4 6", "6") == ["suma A 2 3", "suma 2 4", "igual 6"]


def test_deck_has_forty_cards_four_of_each():
    assert len(DECK) == 40
    assert {DECK.count(rank) for rank in DECK} == {4}


@pytest.mark.parametrize(
    ("rules", "most", "after"),
    [(RIOBAMBA, None, ("igual", "suma")), (ONLY_IGUAL, None, ("igual",)), (TWO_ADD, 2, ("igual", "suma"))],
)
@given(dealt=tables())
def test_exactly_the_captures_of_the_slow_way(rules, most, after, dealt):
    table, card = dealt

    found = captures(rules, table, card)

    assert {(c.kind, c.cards, c.escalera) for c in found} == every_capture(table, card, most=most, after=after)
    assert len(set(found)) == len(found)
    assert [c.limpia for c in found] == [len(c.lifted) == len(table) for c in found]
    sizes = [len(c.lifted) for c in found]
    assert sizes == sorted(sizes, reverse=True)


@given(dealt=tables())
def test_longer_sums_are_those_that_leave_the_table_clean(dealt):
    table, card = dealt

    found = captures(TWO_OR_CLEAN, table, card)

    all_of_them = captures(RIOBAMBA, table, card)
    assert found == tuple(c for c in all_of_them if len(c.cards) <= 2 or c.limpia)
