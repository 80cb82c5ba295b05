"""What the cards take for granted holds in every rulebook and under every setting."""

import pytest

from referee.rules import RANKS, REGLAMENTOS, captures, lift_verdict, reglamento_get
from referee.rules.naipes.saying import FORGOTTEN

SETTLED = [
    pytest.param(reglamento_get(key, {setting.key: choice.value}), id=f"{key}-{setting.key}-{choice.value}")
    for key, rules in REGLAMENTOS.items()
    for setting in rules.settings
    for choice in setting.choices
]
by_rulebook = pytest.mark.parametrize("rules", REGLAMENTOS.values(), ids=REGLAMENTOS)


@pytest.mark.parametrize("rules", SETTLED)
def test_no_rulebook_captures_in_a_way_that_the_cards_do_not_know(rules):
    assert not rules.capture_figures_add
    assert rules.capture_sequence_order == " ".join(RANKS)
    assert set(rules.capture_sequence_after) <= {"igual", "suma"}
    assert rules.forgotten_cards_policy in FORGOTTEN


@by_rulebook
def test_the_example_of_the_notation_in_every_rulebook(rules):
    found = captures(rules, ("2", "3", "6", "7", "J"), "5")

    follows = "suma" in rules.capture_sequence_after
    assert [c.as_line() for c in found] == ["suma 2 3, escalera 6 7 J, limpia" if follows else "suma 2 3"]


@by_rulebook
def test_every_capture_is_right_and_every_verdict_speaks(rules):
    table = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
    for card in table:
        for capture in captures(rules, table, card):
            verdict = lift_verdict(rules, table, card, capture.lifted, card)
            assert verdict.right
            assert all(finding.message for finding in verdict.findings)
        everything = lift_verdict(rules, table, card, table, card)
        assert everything.right == (card == "A")  # an escalera from the ace to the king


@by_rulebook
def test_caida_and_limpia_pay_what_the_rulebook_says(rules):
    both = lift_verdict(rules, ("5",), "5", ("5",), "5")

    assert (both.word, both.points) == ("caida-limpia", rules.caida_y_limpia_total_points)
