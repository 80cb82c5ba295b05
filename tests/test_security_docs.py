"""What the pages about security name is there, and the list of OWASP is whole: nothing is shown by a test that is gone."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ASVS = ROOT / "docs" / "asvs.md"
PAGES = (ASVS, ROOT / "docs" / "seguridad.md")
LEVELS = ROOT / "tests" / "asvs_levels.txt"
"""Of ASVS 5.0.0 (github.com/OWASP/ASVS): a section, and the level of each of its requirements in order, one digit each."""
CLAIMED = ("1", "2")
CODE = re.compile(r"`([^`\n]+)`")
PLACE = re.compile(r"[\w.\-]+(?:/[\w.\-]+)+(?:::\w+)?")
TOP = {path.name for path in ROOT.iterdir() if path.is_dir()} - {"var"}
VERDICTS = {"met": "met", "**partly**": "partly", "**not met**": "not met", "not applicable": "do not apply"}


@cache
def functions(path: Path) -> set[str]:
    return {each.name for each in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(each, ast.FunctionDef)}


def places(page: Path) -> list[str]:
    """Files of the project that a page names, and tests as `path::name`."""
    named = CODE.findall(page.read_text(encoding="utf-8"))
    return [each for each in named if PLACE.fullmatch(each) and each.split("/")[0] in TOP]


def is_there(place: str) -> bool:
    file, _, name = place.partition("::")
    path = ROOT / file
    return path.exists() and (not name or name in functions(path))


def rows() -> list[list[str]]:
    """The cells of each requirement's row."""
    lines = ASVS.read_text(encoding="utf-8").splitlines()
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| \d+\.\d+\.\d+ L", line)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_test_and_file_that_is_named_is_there(page: Path) -> None:
    named = places(page)

    assert len(named) > 20
    assert [each for each in named if not is_there(each)] == []
    assert [each for each in CODE.findall(page.read_text(encoding="utf-8")) if "::" in each and each not in named] == []


def test_a_name_that_is_not_there_would_be_missed() -> None:
    assert not is_there("tests/test_security_docs.py::test_of_nothing")
    assert not is_there("tests/attacks/test_nothing.py::test_of_nothing")
    assert is_there("tests/test_security_docs.py::test_every_requirement_is_there_once_with_its_level")


def test_every_requirement_is_there_once_with_its_level() -> None:
    sections = (line.split() for line in LEVELS.read_text(encoding="utf-8").splitlines())
    wanted = [
        f"{section}.{number} L{level}"
        for section, levels in sections
        for number, level in enumerate(levels, start=1)
        if level in CLAIMED
    ]

    assert len(wanted) == 253
    assert sorted(each for row in rows() for each in row[0].split(", ")) == sorted(wanted)


def test_every_requirement_has_a_verdict_and_they_are_counted() -> None:
    counted = Counter(VERDICTS[row[2]] for row in rows() for _ in row[0].split(", "))

    said = dict(
        re.findall(r"\*\*(\d+)\*\* (?:are )?(met|partly|not met|do not apply)", ASVS.read_text(encoding="utf-8"))
    )
    assert {verdict: int(number) for number, verdict in said.items()} == counted
    assert [row for row in rows() if len(row) != 4 or not row[3]] == []
