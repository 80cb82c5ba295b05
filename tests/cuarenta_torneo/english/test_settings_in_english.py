"""Whatever a Director is asked about the rules has its English: question, reason and each answer."""

import pytest

from cuarenta_torneo.english.books import BOOKS
from referee.rules import REGLAMENTOS
from referee.rules.english import Phrasebook

BOOK = Phrasebook(*BOOKS)


@pytest.mark.parametrize("rules", REGLAMENTOS.values(), ids=lambda rules: rules.key)
def test_every_setting_is_asked_in_english(rules) -> None:
    asked = [
        phrase
        for setting in rules.settings
        for phrase in (setting.question, setting.reason, *(choice.label for choice in setting.choices))
    ]

    assert [phrase for phrase in asked if BOOK.find(phrase) is None] == []
