"""The rules of a championship on paper: sentences to be read aloud, each with its place in the rulebook beside it."""

from functools import partial
from typing import Final

from referee.printing.flow import PAD, Flow
from referee.printing.page import LEFT, RIGHT, ROOM, TOP, Code, Page
from referee.printing.pdf import pdf_bytes
from referee.printing.type import wrapped
from referee.rules import Sentence
from referee.selectors.rule_sheet import RulePaper

SIZE: Final = 10.0
LEADING: Final = 12.3
SMALL: Final = 7.0
SOURCE: Final = 100.0
GAP: Final = 3.2
QR: Final = 62.0
MARK: Final = "◆"
WORDS: Final = {
    "es": (
        "Reglamento",
        "Página",
        "de",
        f"{MARK} Lectura que eligió el Director, distinta de la que adopta este sistema.",
        "«costumbre»: el texto calla y así se juega; «organizador»: lo fija este campeonato.",
    ),
    "en": (
        "Rulebook",
        "Page",
        "of",
        f"{MARK} A reading chosen by the Director, other than the one this system adopts.",
        "«custom»: the text is silent and this is how it is played; «organiser»: settled by this championship.",
    ),
}
LANG: Final = {"es": "es-EC", "en": "en"}


def rule_sheet_pdf(paper: RulePaper) -> bytes:
    """The sheet as PDF; the same rules give the same bytes."""
    title = f"{paper.sheet.title} · {paper.championship}"
    return pdf_bytes(rule_sheet_pages(paper), title=title, lang=LANG[paper.sheet.language])


def rule_sheet_pages(paper: RulePaper, size: str = "a4") -> list[Page]:
    """Lay out the sections one below the other."""
    flow = Flow(partial(_open, paper), size=size)
    for section in paper.sheet.sections:
        flow.title(section.title, keep=_set(section.sentences[0])[2] + 1)
        flow.y -= 1
        for sentence in section.sentences:
            _sentence(flow, sentence)
        flow.y -= 3
    _, page_word, of, decided, explained = WORDS[paper.sheet.language]
    flow.paragraph(f"{decided} {explained}" if paper.sheet.decided else explained, size=7)
    return flow.closed(f"{paper.championship} · {paper.sheet.title}", words=(page_word, of))


def _open(paper: RulePaper, page: Page, *, first: bool) -> float:
    title = paper.sheet.title.upper()
    if not first:
        page.text(LEFT, TOP - 9, 220, title, size=9, bold=True)
        page.text(LEFT + 220, TOP - 9, ROOM - 220, paper.championship, size=8, align="right")
        page.rule(LEFT, TOP - 14, ROOM, thick=True)
        return TOP - 18
    room = ROOM - (QR + 12 if paper.url else 0)
    y = TOP
    for line in wrapped(" · ".join(filter(None, (paper.organiser, paper.where))), size=8, room=room, most=3):
        y -= 9
        page.text(LEFT, y, room, line, size=8)
    for line in wrapped(paper.championship, size=13, room=room, bold=True, most=2):
        y -= 15
        page.text(LEFT, y, room, line, size=13, bold=True)
    y -= 19
    page.text(LEFT, y, room, title, size=16, bold=True)
    told = f"{WORDS[paper.sheet.language][0]} {paper.rulebook}: {paper.source}."
    y -= 2
    for line in wrapped(told, size=8, room=room, most=3):
        y -= 10
        page.text(LEFT, y, room, line, size=8)
    if paper.url:
        page.codes.append(Code(paper.url, RIGHT - QR, TOP - QR + 2, QR))
        y = min(y, TOP - QR + 2)
    return y - 6


def _set(sentence: Sentence) -> tuple[tuple[str, ...], tuple[str, ...], float]:
    """Its lines, those of where it stands, and the height of both."""
    text = f"{MARK} {sentence.text}" if sentence.decided else sentence.text
    lines = wrapped(text, size=SIZE, room=ROOM - SOURCE - PAD)
    cited = wrapped(sentence.source, size=SMALL, room=SOURCE - PAD)
    return lines, cited, max(len(lines) * LEADING, len(cited) * (SMALL + 1)) + GAP


def _sentence(flow: Flow, sentence: Sentence) -> None:
    """A sentence and, at the right, where it stands; kept together on a page."""
    lines, cited, height = _set(sentence)
    flow.need(height)
    top = flow.take(height)
    for index, line in enumerate(lines):
        flow.page.text(LEFT, top - SIZE - LEADING * index, ROOM - SOURCE - PAD, line, size=SIZE, least=SIZE)
    for index, line in enumerate(cited):
        y = top - SIZE - (SMALL + 1) * index
        flow.page.text(RIGHT - SOURCE + PAD, y, SOURCE - PAD, line, size=SMALL, least=SMALL, align="right")
