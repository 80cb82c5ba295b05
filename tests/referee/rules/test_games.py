"""Whole mesas written by hand from the articles, each line of expectation held where it stands."""

import pytest

from referee.rules import REGLAMENTOS, parse_game
from tests.referee.rules.golden import ALWAYS, cited, expectations, golden_files, result_up_to

FILES = golden_files()


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def text(request: pytest.FixtureRequest) -> str:
    return request.param.read_text(encoding="utf-8")


def test_golden_mesa_comes_to_what_it_says(text):
    expected = list(expectations(text))

    found = [(line, key, result_up_to(text, line)[key]) for line, key, _ in expected]

    assert found == expected


def test_golden_mesa_says_how_it_ends_and_every_refusal_and_warning(text):
    last_jugada = max(n for n, line in enumerate(text.splitlines(), start=1) if line and not line.startswith("#"))
    at_the_end = {key: value for line, key, value in expectations(text) if line > last_jugada}

    found = result_up_to(text, len(text.splitlines()))

    assert at_the_end.keys() >= ALWAYS
    assert found["rechazadas"] == at_the_end.get("rechazadas", [])
    assert found["advertencias"] == at_the_end.get("advertencias", [])


def test_golden_mesa_names_its_articles(text):
    assert text.startswith("# ")
    assert cited(text, "artículos")


def places(key):
    """Every place of its text that a rulebook names."""
    rules = REGLAMENTOS[key]
    sources = [cited_.article for cited_ in rules.parameters.values()] + [each.article for each in rules.settings]
    return {part.strip() for source in sources for part in source.split(",")}


# Of Riobamba, docs/reglamento.md names every article, and a test of its own.
@pytest.mark.parametrize("key", sorted(REGLAMENTOS.keys() - {"riobamba"}))
def test_every_rulebook_has_its_mesas_and_they_cite_its_text(key):
    mesas = [path for path in FILES if parse_game(path.read_text(encoding="utf-8")).reglamento == key]
    named = {path.stem: cited(path.read_text(encoding="utf-8"), "artículos") - places(key) for path in mesas}

    assert len(mesas) >= 8
    assert all(path.stem.startswith(f"{key}-") for path in mesas)
    assert {stem: unknown for stem, unknown in named.items() if unknown} == {}
