"""docs/reglamentos.md is true: its tables are those of the registry, and each doubt of a rulebook has its row."""

import re
from pathlib import Path

import pytest

from referee.rules import REGLAMENTOS, Cited, Reglamento

TEXT = (Path(__file__).resolve().parent.parent / "docs" / "reglamentos.md").read_text(encoding="utf-8")
OTHERS = [rules for rules in REGLAMENTOS.values() if rules.key != "riobamba"]
every_other = pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: rules.key)


def section(rules: Reglamento) -> str:
    """What the page says of this rulebook."""
    return TEXT.partition(f"\n## `{rules.key}`\n")[2].partition("\n## ")[0]


def written(cited: Cited) -> str:
    """A value as the tables write it."""
    if isinstance(cited.value, tuple):
        return ", ".join(map(str, cited.value))
    words = {None: "–", True: "yes", False: "no"}
    return words[cited.value] if cited.value is None or isinstance(cited.value, bool) else str(cited.value)


def parameters_table(rules: Reglamento) -> str:
    """Every parameter that is in the text or that we add, with its source; for `rigor` what it does not share."""
    shared = REGLAMENTOS["quito"].parameters if rules.key == "rigor" else {}
    rows = [
        f"| `{key}` | {written(cited)} | {cited.basis} | {cited.article} |".replace("|  |", "| |")
        for key, cited in rules.parameters.items()
        if cited.basis != "N" and shared.get(key) != cited
    ]
    return "\n".join(["| parameter | value | | place |", "|---|---|---|---|", *rows])


def absent_keys(rules: Reglamento) -> list[str]:
    """The parameters of what this text does not know."""
    return [key for key, cited in rules.parameters.items() if cited.basis == "N"]


@every_other
def test_the_values_are_those_of_the_registry(rules):
    assert parameters_table(rules) in section(rules), "\n" + parameters_table(rules)


@every_other
def test_what_the_text_does_not_know_is_listed(rules):
    if rules.key == "rigor":
        assert absent_keys(rules) == [
            key for key in absent_keys(REGLAMENTOS["quito"]) if rules.parameters[key].basis == "N"
        ]
        return
    listed = re.search(r"^Not in this text: (.+?)\.$", section(rules), re.MULTILINE | re.DOTALL)

    assert listed
    assert re.findall(r"`([^`]+)`", listed[1]) == absent_keys(rules)


@every_other
def test_every_doubt_has_its_row_with_its_values_ours_first(rules):
    rows = [
        line.split(" | ") for line in section(rules).splitlines() if line.startswith("| `") and line.count("|") == 5
    ]
    settings = [re.findall(r"`([^`]+)`", row[0] + row[1]) for row in rows if "." not in row[0]]

    doubts = [setting for setting in rules.settings if setting.kind == "duda"]
    assert settings == [[setting.key, *(choice.value for choice in setting.choices)] for setting in doubts]


def test_every_variant_has_its_row_with_the_rulebooks_that_offer_it():
    offered: dict[str, list[str]] = {}
    for rules in REGLAMENTOS.values():
        for setting in rules.settings:
            if setting.kind == "variante":
                offered.setdefault(setting.key, []).append(rules.key)
    rows = TEXT.partition("\n## Variants\n")[2].splitlines()
    found = {}
    for row in rows:
        if row.startswith("| `"):
            cells = row.strip("|").split("|")
            found[cells[0].strip().strip("`")] = re.findall(r"`([^`]+)`", cells[-1])

    assert found == offered


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
