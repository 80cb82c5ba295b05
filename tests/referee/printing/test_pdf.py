import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
import segno
from pypdf import PdfReader

from referee.printing import sheet_pdf, sheets_write
from referee.printing.pdf import MASK
from tests.referee.printing import samples


def read(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf))


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in read(pdf).pages)


@pytest.mark.parametrize("name", ["ORDINARY", "EVENTFUL", "EXTREME", "DRAFT", "BLANK"])
def test_the_same_planilla_gives_the_same_bytes(name: str) -> None:
    sheet = getattr(samples, name)

    assert sheet_pdf(sheet) == sheet_pdf(sheet)


def test_another_planilla_in_between_changes_no_byte() -> None:
    before = sheet_pdf(samples.ORDINARY)
    sheet_pdf(samples.EXTREME)

    assert sheet_pdf(samples.ORDINARY) == before


@pytest.fixture
def threads_that_change_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("threads_that_change_often")
def test_planillas_printed_at_once_have_the_bytes_of_each_alone() -> None:
    """The PDF library reads the letters of a font with one cursor for all documents."""
    alone = sheet_pdf(samples.ORDINARY)

    with ThreadPoolExecutor(4) as at_once:
        assert set(at_once.map(sheet_pdf, [samples.ORDINARY] * 24)) == {alone}


def test_the_pdf_reads_as_a4_in_spanish() -> None:
    reader = read(sheet_pdf(samples.ORDINARY))

    assert {(round(p.mediabox.width), round(p.mediabox.height)) for p in reader.pages} == {(595, 842)}
    assert reader.metadata is not None
    assert reader.metadata.title == "Planilla de Juego, partida 57"
    assert reader.trailer["/Root"]["/Lang"] == "es-EC"


def test_scores_names_articles_and_fingerprint_are_text() -> None:
    text = text_of(sheet_pdf(samples.EVENTFUL))

    for expected in (
        "Campeonato de Cuarenta 12.ª edición",
        "Rosa Ñahuatza Cují",
        "Luz María Yáñez",
        "Segundo Guamán",
        "Chica 1: A 40 – B 16. Gana A.",
        "con zapatería",
        "Gana la mesa la pareja 12, Los Chullas, por dos chicas a una (40–16, 8–40, 40–10).",
        "4, 15.e",
        "5, 15.b",
        "17, 18",
        "empate: se repite",
        "Firma bajo protesta · 28/11/2026 20:15",
        "Jugadas que impugna: 31",
        "(servidor)",
        "19:54 20:01",
        "Representante de la pareja 85: respondió a las 20:15 (tablet), 21:40 (servidor).",
        "Sin las jugadas impugnadas, el resultado sería el mismo.",
        "Se fue la luz en el coliseo",
        "La pidió después",
        "Entregada el 28/11/2026 a las 20:21. Recibe: Carmen Inguillay.",
        "Huella 7F3A-91C2-0D4E-55B1",
        samples.DIGEST,
        "Página 1 de 2",
    ):
        assert expected in text, expected


def test_who_does_not_sign_is_named_with_reason_and_witness() -> None:
    text = text_of(sheet_pdf(samples.REFUSED))

    assert "No firma · 28/11/2026 20:15" in text
    assert "Representante de la pareja 85: no firma. Motivo: Se retiró de la sala. Testigo: Inés Orozco." in text


def test_signatures_and_qr_are_vectors() -> None:
    for page in read(sheet_pdf(samples.ORDINARY)).pages:
        assert not page.images
        assert b"BI" not in page.get_contents().get_data().split()


def test_the_qr_holds_the_address() -> None:
    data = read(sheet_pdf(samples.ORDINARY)).pages[0].get_contents().get_data()
    runs = [tuple(map(int, line.split()[i : i + 4])) for line in data.splitlines() if line.endswith(b" re f")
            for i in range(0, len(line.split()) - 1, 5)]  # fmt: skip
    matrix = segno.make(samples.URL, error="m", mask=MASK, boost_error=False, micro=False).matrix

    dark = {(row, x) for start, row, length, _ in runs for x in range(start, start + length)}

    assert dark == {(y, x) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}


def test_a_draft_is_marked_across_the_page() -> None:
    assert text_of(sheet_pdf(samples.DRAFT)).count("BORRADOR · sin sellar") >= 4


def test_markup_in_a_name_is_only_text() -> None:
    name = "<b>Ana</b> & (Luis) \\ %s"
    a, b = samples.ORDINARY.parejas
    sheet = samples.replace(samples.ORDINARY, parejas=(samples.replace(a, name=name), b))

    assert name in text_of(sheet_pdf(sheet))


def test_many_planillas_make_one_pdf_with_each_fonts_once() -> None:
    file = BytesIO()

    sheets_write(file, [samples.ORDINARY] * 5 + [samples.BLANK], title="Octavos de final")

    reader = read(file.getvalue())
    assert len(reader.pages) == 12
    assert (
        sum("/FontFile2" in str(o.get_object()) for o in map(reader.get_object, range(1, reader.trailer["/Size"]))) <= 4
    )
