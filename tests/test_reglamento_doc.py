"""docs/reglamento.md is true: each article has its row, and each row points to what exists."""

import re
from functools import cache
from pathlib import Path

import pytest

from brackets.models import Championship, Pareja
from referee.models import Mesa, Planilla
from referee.rules import REGLAMENTOS, WORDS, parse_game
from tests.referee.rules.golden import GAMES, cited, golden_files

ROOT = Path(__file__).resolve().parent.parent
TABLET = ROOT / "cuarenta_torneo" / "static" / "tablet"
RIOBAMBA = REGLAMENTOS["riobamba"]
OTHER_RULEBOOKS = {"caida-en-ronda", "cuatro-caidas", "tercer-reparto", "cuarto-reparto"}

# Every article, letter and number of the text; what article 16 orders without letters, by its subject.
ARTICLES = [
    "1.a", "1.b", "2", "3", "3.a", "3.b", "3.c", "3.d", "3.e", "3.f", "3.g", "3.g.1", "3.g.2", "3.g.3", "3.g.4",
    "3.g.5", "3.g.6", "3.g.7", "4", "4.a", "4.b", "4.c", "5", "5.a", "5.b", "5.c", "6", "7", "7.a", "7.b", "8", "9",
    "9.a", "9.b", "10", "11", "12", "13", "14.a", "14.b", "14.c", "14.d", "14.e", "15.a", "15.b", "15.c", "15.d",
    "15.e", "15.f", "15.g", "15.h", "15 (final)", "16 § authority", "16 § proclamation", "16 § shuffling",
    "16 § Planilla", "16 § arranche", "17 § request", "17 § ruling", "18",
]  # fmt: skip
READINGS = [f"A-{number:02}" for number in range(1, 38)]


@cache
def tables() -> dict[str, list[list[str]]]:
    """The rows of each table by the heading above it, without the two lines of its head."""
    found: dict[str, list[list[str]]] = {}
    heading = ""
    for line in (ROOT / "docs" / "reglamento.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif line.startswith("| ") and heading:
            found.setdefault(heading, []).append([cell.strip() for cell in line.strip("|").split("|")])
    return {heading: rows[1:] for heading, rows in found.items()}


ROWS = [(row[0], row[-2], row[-1]) for name in ("Articles", "Doubtful points") for row in tables()[name]]
rows = pytest.mark.parametrize(("label", "became", "shown"), ROWS, ids=[row[0] for row in ROWS])


def code(text):
    return re.findall(r"`([^`]+)`", text)


def fields(model):
    return {field.name for field in model._meta.get_fields()}


@cache
def planilla_fields():
    """The fields P1 to P18 that the Planilla's modules say they fill, ranges written out."""
    found = set()
    for folder in ("referee/printing", "referee/selectors/planilla"):
        for path in (ROOT / folder).rglob("*.py"):
            for first, last in re.findall(r"\bP(\d+)(?:–P(\d+))?", path.read_text(encoding="utf-8")):
                found |= {f"P{number}" for number in range(int(first), int(last or first) + 1)}
    return found


KINDS = {
    "parameter": RIOBAMBA.parameters.keys,
    "setting": lambda: {setting.key for setting in RIOBAMBA.settings},
    "jugada": lambda: set(WORDS) - OTHER_RULEBOOKS,
    "screen": lambda: {path.relative_to(TABLET).as_posix() for path in TABLET.rglob("*.js")},
    "page": lambda: {path.relative_to(ROOT / "templates").as_posix() for path in ROOT.glob("templates/**/*.html")},
    "championship": lambda: fields(Championship),
    "pareja": lambda: fields(Pareja),
    "mesa": lambda: fields(Mesa),
    "planilla": lambda: fields(Planilla),
}


def test_every_article_has_its_row():
    assert [row[0] for row in tables()["Articles"]] == ARTICLES


def test_every_reading_has_its_row():
    assert [row[0] for row in tables()["Doubtful points"]] == READINGS


@rows
def test_a_row_points_to_what_exists(label, became, shown):
    for part in became.split("; "):
        kind, _, rest = part.partition(" ")
        if kind == "Planilla":
            assert set(re.findall(r"P\d+", rest)) <= planilla_fields(), label
        elif kind == "table":
            assert rest, label
        else:
            assert code(rest), label
            assert set(code(rest)) <= set(KINDS[kind]()), label


@rows
def test_a_row_is_shown_by_tests_that_exist(label, became, shown):
    assert code(shown), label
    for test in code(shown):
        if test.endswith(".cuarenta"):
            named = cited((GAMES / test).read_text(encoding="utf-8"), "lecturas" if label in READINGS else "artículos")
            assert label.partition(" §")[0] in named, f"{test} does not name {label}"
        else:
            path, _, function = test.partition("::")
            assert f"\ndef {function}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), test


def test_every_parameter_setting_and_jugada_is_in_a_row():
    named = {name for _, became, _ in ROWS for name in code(became)}
    named |= {name for row in tables()["Settings"] for name in code(row[0] + row[4])}

    assert RIOBAMBA.parameters.keys() <= named
    assert {setting.key for setting in RIOBAMBA.settings} <= named
    assert set(WORDS) - OTHER_RULEBOOKS <= named


def test_every_golden_mesa_of_riobamba_is_in_the_document_and_cites_what_exists():
    text = (ROOT / "docs" / "reglamento.md").read_text(encoding="utf-8")
    articles = {article.partition(" §")[0] for article in ARTICLES}

    for path in golden_files():
        golden = path.read_text(encoding="utf-8")
        if parse_game(golden).reglamento != RIOBAMBA.key:
            continue
        assert f"`{path.name}`" in text or path.stem == "ejemplo-de-la-notacion", path.name
        assert cited(golden, "artículos") <= articles, path.name
        assert cited(golden, "lecturas") <= set(READINGS), path.name


@pytest.mark.parametrize("setting", RIOBAMBA.settings, ids=lambda setting: setting.key)
def test_a_setting_has_its_reading_and_a_golden_mesa(setting):
    (listed,) = [row for row in tables()["Settings"] if code(row[0]) == [setting.key]]

    assert setting.reading in READINGS
    assert code(listed[-1]), "no golden mesa is played with it"


def test_articles_of_parameters_are_articles_of_the_text():
    known = {article.partition(" ")[0] for article in ARTICLES} | set(READINGS)

    for key, cited_ in RIOBAMBA.parameters.items():
        assert {part.strip() for part in cited_.article.split(",")} - {""} <= known, key
