"""Whole mesas written by hand from the articles, each line of expectation held where it stands."""

import pytest

from tests.referee.rules.golden import ALWAYS, cited, expectations, golden_files, result_up_to

FILES = golden_files()


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def text(request: pytest.FixtureRequest) -> str:
    return request.param.read_text(encoding="utf-8")


def test_golden_mesa_comes_to_what_it_says(text):
    expected = list(expectations(text))

    found = [(line, key, result_up_to(text, line)[key]) for line, key, _ in expected]

    assert found == expected


def test_golden_mesa_says_how_it_ends_and_every_refusal(text):
    last_jugada = max(n for n, line in enumerate(text.splitlines(), start=1) if line and not line.startswith("#"))
    at_the_end = {key: value for line, key, value in expectations(text) if line > last_jugada}

    refused = result_up_to(text, len(text.splitlines()))["rechazadas"]

    assert at_the_end.keys() >= ALWAYS
    assert refused == at_the_end.get("rechazadas", [])


def test_golden_mesa_names_its_articles(text):
    assert text.startswith("# ")
    assert cited(text, "artículos")
