"""The report of a rehearsal as PDF: all of it, in its room, the same bytes."""

from io import BytesIO

from pypdf import PdfReader

from referee.printing.page import BOTTOM, LEFT, RIGHT
from referee.printing.rehearsal import RehearsalSheet, Section, rehearsal_pages, rehearsal_pdf
from referee.printing.type import font

SHEET = RehearsalSheet(
    title="Ensayo general: 96 parejas",
    subtitle="Riobamba · semilla 7 · personas y partidas inventadas",
    sections=(
        Section("Resultado", ("Campeón: pareja 5, Etelvina Yánez / Úrsula Zambrano.", "Huella: " + "ab" * 32)),
        Section("Por ronda", (), ("Ronda", "Mesas", "W.O.", "Minutos"), (("Final", "1", "0", "44"),) * 70),
        Section("Acciones rehusadas", (), ("Código", "Veces"), (("planilla-sellada", "12"),)),
    ),
)


def test_the_report_has_every_sentence_and_row_on_numbered_pages() -> None:
    pages = PdfReader(BytesIO(rehearsal_pdf(SHEET))).pages
    text = "\n".join(page.extract_text() for page in pages)

    assert len(pages) == 2
    assert "Página 2 de 2" in text
    assert text.count("Final") == 70
    for told in ("Ensayo general: 96 parejas", "Úrsula Zambrano", "planilla-sellada", "semilla 7"):
        assert told in text


def test_everything_stays_within_the_margins() -> None:
    for page in rehearsal_pages(SHEET):
        for text in page.texts:
            width = font(text.face).stringWidth(text.text, text.size)
            assert width <= text.room + 0.01
            assert LEFT - 0.1 <= text.x <= text.x + width <= RIGHT + 0.1
            assert text.y >= BOTTOM or text.y < 40


def test_the_same_report_gives_the_same_bytes() -> None:
    assert rehearsal_pdf(SHEET) == rehearsal_pdf(SHEET)
