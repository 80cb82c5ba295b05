"""The score from the cards is the score from the jugadas that they imply, in every rulebook.

`REHEARSE=full` plays ten thousand datas for each rulebook and number of players.
"""

import os
from dataclasses import replace
from random import Random

import pytest

from referee.rules import REGLAMENTOS, SEATS
from tests.referee.rules.simulation.agreement import disagreements
from tests.referee.rules.simulation.playing import TABLES

DATAS = 10_000 if os.environ.get("REHEARSE") == "full" else 150


@pytest.mark.parametrize(("key", "seats"), TABLES, ids=[f"{key}-{len(seats)}" for key, seats in TABLES])
def test_cards_and_log_agree(key, seats):
    found = disagreements(REGLAMENTOS[key], key, seats, chance=Random(f"{key} {len(seats)}"), datas=DATAS)

    assert next(found, None) is None


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("riobamba", {"caida_points": 4}),
        ("riobamba", {"limpia_points": 4}),
        ("riobamba", {"caida_y_limpia_total_points": 4}),
        ("riobamba", {"ronda_points": 4}),
        ("riobamba", {"count_threshold": 21}),
        ("riobamba", {"count_majority_points": 4}),
        ("riobamba", {"count_tie_points": 4}),
        ("riobamba", {"caida_allowed_on_first_card_after_redeal": True}),
        ("riobamba", {"forgotten_cards_policy": "companero-y-luego-rival"}),
        ("riobamba", {"rule38_enabled": True, "rule38_may_still_score": ("caida",)}),
        ("pagat", {"ronda_blocked_from": None}),
        ("pagat", {"caida_en_ronda_effect": None}),
        ("quito", {"rule38_may_still_score": ("caida", "caida-limpia", "limpia")}),
        ("rigor", {"caida_streak_of_4_effect": None}),
        ("juez-de-aguas", {"capture_sequence_after": ("igual", "suma")}),
    ],
    ids=str,
)
def test_a_rulebook_that_pays_otherwise_than_its_text_is_noticed(key, change):
    rules = replace(REGLAMENTOS[key], **change)

    assert next(disagreements(rules, key, SEATS, chance=Random(1), datas=4000), None)
