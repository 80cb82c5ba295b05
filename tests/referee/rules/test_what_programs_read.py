"""No rule hangs on words that people read: what a program reads is a number, a yes or a no, or a code."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.rules import BY_SUM, REGLAMENTOS, legal, start
from referee.rules.awards import beside
from referee.rules.parameters import DECLARATIONS, field_name
from tests.referee.rules.mesas import further

ROOT = Path(__file__).resolve().parents[3]
every_rulebook = pytest.mark.parametrize("rules", list(REGLAMENTOS.values()), ids=lambda rules: rules.key)
PROGRAMS = [
    path
    for feature in ("referee", "brackets", "bench")
    for path in sorted((ROOT / feature).rglob("*.py"))
    if "rule_sheet" not in path.parts
]
QUOTED = {"wrong_lift.call", "capture.sequence_order"}
"""What is said at the table, and the ranks in their order: shown and read as they are, and compared with nothing."""
OTHERS_WORDS = {"deck.figures", "rule38.may_still_score"}
"""Cards and jugadas, which have their codes and texts elsewhere."""
FIELDS = {field_name(key): declared for key, declared in DECLARATIONS.items() if declared.engine}


def texts(value: object) -> list[str]:
    return [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str)]


def parameters_read(source: str) -> Iterator[str]:
    """The names of attributes, and what is taken as the value of a parameter by its key."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(
                attr="value",
                value=ast.Subscript(value=ast.Attribute(attr="parameters"), slice=ast.Constant(value=str(key))),
            ):
                yield field_name(key)
            case ast.Attribute(attr=name):
                yield name


def compared(source: str) -> Iterator[tuple[str, str]]:
    """Each parameter that is compared with a text, and the text."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=ast.Attribute(attr=name), comparators=[other]) if name in FIELDS:
                for each in other.elts if isinstance(other, ast.Tuple) else [other]:
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        yield name, each.value


def test_a_program_compares_only_with_codes_that_are_declared():
    sources = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "referee").rglob("*.py"))]

    found = {pair for source in sources for pair in compared(source)}

    assert len(found) > 10
    assert {(name, text) for name, text in found if text not in FIELDS[name].words} == set()


def test_what_only_people_read_is_read_by_no_program():
    notes = {field_name(declared.key) for declared in DECLARATIONS.values() if not declared.engine}

    found = {path.name: notes & set(parameters_read(path.read_text(encoding="utf-8"))) for path in PROGRAMS}

    assert {name: read for name, read in found.items() if read} == {}


@every_rulebook
def test_what_a_program_reads_is_a_code_that_people_read_in_other_words(rules):
    values = [
        (key, text)
        for key, declared in DECLARATIONS.items()
        if declared.engine and key not in QUOTED
        for text in texts(rules.parameters[key].value)
    ]
    values += [
        (key, text)
        for setting in rules.settings
        for choice in setting.choices
        for key, value in choice.changes.items()
        if DECLARATIONS[key].engine
        for text in texts(value)
    ]

    assert [each for each in values if not re.fullmatch(r"[a-z0-9-]+|[A-Z]", each[1])] == []
    assert [
        (key, text) for key, text in values if key not in OTHERS_WORDS and text not in DECLARATIONS[key].words
    ] == []


@every_rulebook
def test_other_words_for_people_change_no_play_and_no_button(rules):
    notes = [key for key, declared in DECLARATIONS.items() if not declared.engine]
    reworded = replace(
        rules, **{field_name(key): "con otras palabras" for key in notes if texts(rules.parameters[key].value)}
    )
    drawn = "A1=7 B1=2 A2=7 B2=3 " if rules.deal_first_dealer_method == BY_SUM else ""
    lines = (f"sorteo {drawn}reparte=A1", 'ajusta A +36 "caso"', 'ajusta B +36 "caso"')

    assert beside(reworded) == beside(rules)
    assert legal(further(start(reworded), *lines)) == legal(further(start(rules), *lines))
