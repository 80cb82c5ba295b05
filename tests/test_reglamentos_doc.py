"""docs/reglamentos.md is true: each doubt of a rulebook has its row, and each place is one of its text."""

import re
from pathlib import Path

import pytest

from referee.rules import REGLAMENTOS, Reglamento

TEXT = (Path(__file__).resolve().parent.parent / "docs" / "reglamentos.md").read_text(encoding="utf-8")
OTHERS = [rules for rules in REGLAMENTOS.values() if rules.key != "riobamba"]
every_other = pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: rules.key)


def section(rules: Reglamento) -> str:
    """What the page says of this rulebook."""
    return TEXT.partition(f"\n## `{rules.key}`\n")[2].partition("\n## ")[0]


@every_other
def test_every_doubt_has_its_row_with_its_values_ours_first(rules):
    rows = [
        line.split(" | ") for line in section(rules).splitlines() if line.startswith("| `") and line.count("|") == 5
    ]
    settings = [re.findall(r"`([^`]+)`", row[0] + row[1]) for row in rows if "." not in row[0]]

    doubts = [setting for setting in rules.settings if setting.kind == "duda"]
    assert settings == [[setting.key, *(choice.value for choice in setting.choices)] for setting in doubts]


def test_places_are_of_their_text():
    places = {
        "pagat": r"párrafo (2[0-8]|1?\d)",
        "blog": r"«How to play» (2[0-3]|1?\d)|«Rules» [1-6]",
        "quito": r"párrafo (11|10|\d)|tabla de estilos",
        "rigor": r"párrafo (11|10|\d)|tabla de estilos",
        "juez-de-aguas": r"(1[0-6]|[1-9])(\.[A-C])?",
    }
    for rules in OTHERS:
        cited = [cited.article for cited in rules.parameters.values()] + [s.article for s in rules.settings]
        for place in {part for article in cited for part in article.split(", ") if part}:
            assert re.fullmatch(places[rules.key], place), (rules.key, place)
