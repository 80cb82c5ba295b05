"""The tablet's two catalogues: what is said in Spanish is said in English, with the same blanks to fill in."""

import re
from pathlib import Path

import pytest

PROPER = {
    *("Chica", "Chicas", "chica", "data", "Data", "ronda"),
    *("Tablet", "English", "Español", "Director", "Inspector", "total", "art", "PIN"),
}
ENTRY = re.compile(r"^  (?:'([\w.-]+)'|(\w+)):\s+'((?:[^'\\]|\\.)*)',$", re.MULTILINE)


def catalogue(root: Path, language: str) -> dict[str, str]:
    source = (root / f"cuarenta_torneo/static/tablet/texts.{language}.js").read_text()
    body = source[source.index("export const TEXTS = {") :]
    entries = {quoted or bare: text for quoted, bare, text in ENTRY.findall(body)}
    assert len(entries) == len(re.findall(r"^  \S+?:(?= |$)", body, re.MULTILINE))
    return entries


@pytest.fixture(scope="module")
def spanish(project_root: Path) -> dict[str, str]:
    return catalogue(project_root, "es")


@pytest.fixture(scope="module")
def english(project_root: Path) -> dict[str, str]:
    return catalogue(project_root, "en")


def test_both_languages_have_the_same_texts(spanish: dict[str, str], english: dict[str, str]) -> None:
    assert len(spanish) > 250
    assert sorted(english) == sorted(spanish)


def test_both_languages_leave_the_same_blanks_and_offer_as_many_reasons(
    spanish: dict[str, str], english: dict[str, str]
) -> None:
    def shape(text: str) -> tuple[list[str], int]:
        return sorted(re.findall(r"\{\w+\}", text)), text.count("|")

    assert {key: shape(text) for key, text in english.items()} == {key: shape(text) for key, text in spanish.items()}


def test_no_text_was_left_in_the_other_language(spanish: dict[str, str], english: dict[str, str]) -> None:
    """The same in both: proper names of the game, signs, and the names of the languages themselves."""
    same = {key for key in spanish if spanish[key] == english[key]}
    words = {text for key in same for text in re.findall(r"[^\W\d_]{3,}", re.sub(r"\{\w+\}", "", spanish[key]))}

    assert words <= PROPER
    assert not [key for key, text in english.items() if re.search(r"[¿¡]|\b(el|la|los|del|una|que)\b", text)]
