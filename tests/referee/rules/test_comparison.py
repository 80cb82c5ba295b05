"""Rulebooks beside one another: every parameter has its name and its value in words."""

import pytest

from referee.rules import REGLAMENTOS
from referee.rules.comparison import compare
from referee.rules.parameters import DECLARATIONS, GROUPS, value_text

NAMES = [declared.name for group in GROUPS for declared in group.declared]


@pytest.mark.parametrize("rules", REGLAMENTOS.values(), ids=lambda rules: rules.key)
def test_every_parameter_has_one_name(rules):
    assert list(DECLARATIONS) == list(rules.parameters)
    assert len(DECLARATIONS) == len(NAMES)


def test_no_two_parameters_are_called_the_same():
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("rules", REGLAMENTOS.values(), ids=lambda rules: rules.key)
def test_every_value_reads_as_words(rules):
    values = {key: cited.value for key, cited in rules.parameters.items()}
    for setting in rules.settings:
        for choice in setting.choices:
            for key, value in (values | dict(choice.changes)).items():
                text = value_text(key, value)
                assert text
                assert not any(code in text for code in ("None", "True", "False", "_", "('"))
                assert " " in text or "-" not in text, text


def test_a_row_differs_where_the_values_do():
    parts = compare([REGLAMENTOS["quito"], REGLAMENTOS["rigor"]])

    differing = {row.name for part in parts for row in part.rows if row.differs}

    assert {"Caída y limpia, en total", "Doble ronda", "Caída en ronda", "Cuatro caídas seguidas"} <= differing
    assert {row.name for part in compare([REGLAMENTOS["quito"], REGLAMENTOS["rigor"]], only_differing=True)
            for row in part.rows} == differing  # fmt: skip


def test_a_rulebook_does_not_differ_from_itself():
    assert compare([REGLAMENTOS["blog"], REGLAMENTOS["blog"]], only_differing=True) == ()
