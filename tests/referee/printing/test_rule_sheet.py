"""The rules of a championship on paper: everything is on it, on one or two pages."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from referee.printing.page import BOTTOM, LEFT, RIGHT
from referee.printing.rule_sheet import rule_sheet_pages, rule_sheet_pdf
from referee.rules import REGLAMENTOS, reglamento_get
from referee.rules.rule_sheet import LANGUAGES, Language, Terms, read_aloud
from referee.selectors.rule_sheet import RulePaper

TERMS = Terms(appeal_minutes=20, grace_minutes=10, identification="cédula o pasaporte")


def paper(key: str, language: Language = "es", *, all_decided: bool = False) -> RulePaper:
    chosen = {setting.key: setting.choices[-1].value for setting in REGLAMENTOS[key].settings} if all_decided else {}
    rules = reglamento_get(key, chosen)
    return RulePaper(
        organiser="Comité de Fiestas",
        championship="Campeonato de Cuarenta 12",
        where="Coliseo Central · 28/11/2026 – 04/12/2026",
        rulebook=f"{rules.name}, versión 1",
        source=rules.source,
        sheet=read_aloud(rules, TERMS, language),
        url="https://torneo.example/c/campeonato-de-cuarenta-12/reglamento/",
    )


def text_of(pdf: bytes) -> str:
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    return " ".join(text.split())


@pytest.mark.parametrize("key", sorted(REGLAMENTOS))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("decided", ["nothing", "everything"])
def test_it_is_at_most_two_pages_and_nothing_leaves_them(key: str, language: Language, decided: str) -> None:
    pages = rule_sheet_pages(paper(key, language, all_decided=decided == "everything"))

    assert len(pages) <= 2
    for page in pages:
        assert all(LEFT <= text.x <= RIGHT for text in page.texts)
        assert all(text.y >= BOTTOM or text.y == 33 for text in page.texts)
        assert [text.text for text in page.texts if text.text.endswith("…")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_and_its_place_are_text(language: Language) -> None:
    sheet = paper("riobamba", language)

    text = text_of(rule_sheet_pdf(sheet))

    for section in sheet.sheet.sections:
        assert section.title.upper() in text
        for sentence in section.sentences:
            assert all(word in text for word in sentence.text.split()), sentence.text
            assert sentence.source in text
    assert sheet.sheet.title.upper() in text
    assert sheet.source in text


def test_what_the_director_decided_is_marked_and_explained() -> None:
    plain, decided = (text_of(rule_sheet_pdf(paper("riobamba", all_decided=chosen))) for chosen in (False, True))

    assert "◆" not in plain
    assert decided.count("◆") > len(REGLAMENTOS["riobamba"].settings) / 2
    assert "Lectura que eligió el Director" in decided


def test_the_same_rules_give_the_same_bytes_in_their_language() -> None:
    spanish, english = paper("pagat"), paper("pagat", "en")

    assert rule_sheet_pdf(spanish) == rule_sheet_pdf(spanish)
    assert PdfReader(BytesIO(rule_sheet_pdf(spanish))).trailer["/Root"]["/Lang"] == "es-EC"
    assert PdfReader(BytesIO(rule_sheet_pdf(english))).trailer["/Root"]["/Lang"] == "en"
