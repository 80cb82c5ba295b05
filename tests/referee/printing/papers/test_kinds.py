"""Every kind of document: nothing over an edge or out of its room, whatever the names; the same bytes for the same data."""

from io import BytesIO
from os import environ

import pytest
from pypdf import PdfReader

from brackets.models import Championship, Player, User
from referee.printing.page import BOTTOM, HALF, HEIGHT, WIDTH, Page
from referee.printing.papers import KINDS, Asked, Kind, Where, kind_pages, kind_papers, kind_write
from referee.printing.type import typeset
from tests.factories.brackets import NOW, ChampionshipFactory, published_stage
from tests.referee.printing.papers.worlds import LONG_CHAMPIONSHIP, LONG_PERSON, WORLDS, long_names

pytestmark = pytest.mark.django_db

BASE = "https://torneo-de-cuarenta.example"
SIZES = [(kind.key, size) for kind in KINDS.values() for size in kind.sizes]
FORMS = {kind.key for kind in KINDS.values() if kind.pages} - {"credenciales", "enlaces"}
"""Forms with boxes for names: what does not fit there in 7 points is cut, and stands whole elsewhere (`brackets.draw.names`)."""

FLOWING = FORMS - {"llave"}
TIMES = int(environ.get("LAW_TIMES", "1"))
SHORT = ("empty", "long", "finished", "contested", "many")
"""The worlds of the short form: nothing, the longest names, an end with certificates, every paper of the law, several pages. LAW_TIMES=2 walks them all."""
WRAPPED = {"acta-wo", "resolucion"}
"""Forms without boxes: every name in them goes on in another line."""


def asked(championship: Championship, where: Where | None = None) -> Asked:
    return Asked(championship, NOW, BASE, where or Where())


def overflowing(page: Page) -> list[str]:
    """The texts of a page that leave their room or the paper."""
    width, height = page.size
    found = []
    for text in page.texts:
        bold = text.face.endswith("Bold")
        long = typeset(text.text, bold=bold).unit * text.size
        inside = text.x >= 0 and text.x + long <= width + 0.01 and 0 <= text.y <= height - text.size * 0.7
        if long > text.room + 0.01 or not inside or text.size < 6.99:
            found.append(text.text)
    return found


def in_the_foot(page: Page) -> list[str]:
    """What flowed below where a page ends: of its texts only those of its foot stand there."""
    return [text.text for text in page.texts if 36 <= text.y < BOTTOM]


def lines_outside(page: Page) -> list[tuple[float, ...]]:
    width, height = page.size
    return [
        line
        for line in (*page.thin, *page.thick)
        if min(line) < -0.01 or max(line[0], line[2]) > width + 0.01 or max(line[1], line[3]) > height + 0.01
    ]


def printed(kind: Kind, championship: Championship, size: str = "a4") -> bytes:
    file = BytesIO()
    kind_write(file, kind, asked(championship), size)
    return file.getvalue()


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


@pytest.mark.parametrize("world", WORLDS if TIMES > 1 else SHORT)
def test_nothing_overflows_or_lies_over_another_text_in_any_size(world: str) -> None:
    championship = WORLDS[world]()
    User.objects.update(display_name=LONG_PERSON.format("Ñ")[:60])

    for key, size in SIZES:
        pages = list(kind_pages(KINDS[key], asked(championship), size))

        assert pages, (key, size)
        for number, page in enumerate(pages, 1):
            assert overflowing(page) == [], (key, size, number)
            assert lines_outside(page) == [], (key, size, number)
            assert covered(page) == [], (key, size, number)
            if key not in FORMS:
                assert overlapping(page) == [], (key, size, number)
            codes = [code for code in page.codes if code.x < 0 or code.y < 0 or code.x + code.side > page.size[0]]
            assert codes == [], (key, size, number)
            if key not in FORMS or key in WRAPPED:
                assert [text.text for text in page.texts if text.text.endswith("…")] == [], (key, size, number)
            if key in FLOWING:
                assert in_the_foot(page) == [], (key, size, number)
                assert sorted(page.size) == ([HALF, WIDTH] if size == "a5" else [WIDTH, HEIGHT])


def test_a_world_has_every_paper_of_what_was_contested() -> None:
    """So that what is asserted of all kinds in all worlds is asserted of these too."""
    championship = WORLDS["contested"]()

    acts, resolution, planilla = (
        text_of(printed(KINDS[key], championship)) for key in ("acta-wo", "resolucion", "planillas")
    )

    for text in (acts, resolution, planilla):
        assert "Todavía no" not in text
    assert acts.count("ACTA DE W.O. ") >= 2
    assert "Lo declaró" in acts
    assert "No hubo convocatoria registrada; motivo: Avisaron por teléfono" in acts
    assert "FALLO, FINAL E INAPELABLE" in resolution
    assert "Suma 12 puntos" in resolution


def covered(page: Page) -> list[str]:
    """The texts that stand on a QR, which then cannot be read; its white edge is a tenth of it."""
    return [
        told
        for code in page.codes
        for x, y, right, top, told in boxes_of(page)
        if x < code.x + 0.9 * code.side
        and right > code.x + 0.1 * code.side
        and y < code.y + 0.9 * code.side
        and top > code.y + 0.1 * code.side
    ]


def boxes_of(page: Page) -> list[tuple[float, float, float, float, str]]:
    """Each text with its edges; a little less than its height is taken, since lines stand close."""
    return [
        (
            text.x,
            text.y,
            text.x + typeset(text.text, bold=text.face.endswith("Bold")).unit * text.size,
            text.y + text.size * 0.7,
            text.text,
        )
        for text in page.texts
    ]


def overlapping(page: Page) -> list[tuple[str, str]]:
    """Pairs of texts whose letters meet."""
    boxes = sorted(boxes_of(page), key=lambda box: box[1])
    found = []
    for index, (x, y, right, top, told) in enumerate(boxes):
        for x2, y2, right2, _top2, told2 in boxes[index + 1 :]:
            if y2 >= top - 0.2:
                break
            if x < right2 - 0.2 and x2 < right - 0.2 and y2 > y - 0.2:
                found.append((told, told2))
    return found


@pytest.mark.parametrize("key", sorted(KINDS))
def test_the_same_data_give_the_same_bytes(key: str) -> None:
    championship = published_stage(5, tables=2, jueces=2).championship

    assert printed(KINDS[key], championship) == printed(KINDS[key], championship)


@pytest.mark.parametrize("key", sorted(KINDS))
def test_an_empty_championship_says_what_is_not_ready(key: str) -> None:
    championship = ChampionshipFactory(name="Vacío", organiser="Club")

    text = text_of(printed(KINDS[key], championship))

    if key not in ("planilla-vacia", "reglas", "neutralidad"):
        assert any(words in text for words in ("no hay", "no tiene", "no se ha")), text


def test_the_longest_names_are_read_back_whole() -> None:
    championship = long_names(4)
    papers = [
        kind for kind in KINDS.values() if kind.papers and kind.key in ("posiciones", "convocatoria", "horario-dia")
    ]

    for kind in papers:
        text = text_of(printed(kind, championship, "a5")).replace(" ", "")
        assert LONG_CHAMPIONSHIP.replace(" ", "") in text, kind.key
        for pareja in championship.parejas.all():
            assert pareja.title.replace(" ", "") in text, (kind.key, pareja)


def test_names_of_sixty_broad_letters_are_not_cut() -> None:
    championship = published_stage(4, tables=1).championship
    Player.objects.update(name="W" * 60)
    User.objects.update(display_name="W" * 60)

    for key in ("credenciales", "enlaces", "acta-final"):
        for size in KINDS[key].sizes:
            for page in kind_pages(KINDS[key], asked(championship), size):
                assert [text.text for text in page.texts if "…" in text.text] == [], (key, size)
                assert overflowing(page) == [], (key, size)
                assert covered(page) == [], (key, size)
                assert overlapping(page) == [], (key, size)


def test_a_table_card_has_the_whole_name_of_its_championship() -> None:
    championship = published_stage(4, tables=1, championship=ChampionshipFactory(name="W" * 100)).championship

    for size in ("a4", "a5"):
        (page,) = kind_pages(KINDS["tarjetas-mesa"], asked(championship), size)
        told = [text.text for text in page.texts if text.size > 8 and set(text.text) <= {"W", "…"}]
        assert "".join(told) == "W" * 100, size
        assert covered(page) == [], size


def test_each_page_has_number_and_hour() -> None:
    championship = published_stage(40).championship

    pages = list(kind_pages(KINDS["posiciones"], asked(championship), "a5"))

    assert len(pages) > 1
    for number, page in enumerate(pages, 1):
        told = {text.text for text in page.texts}
        assert f"Página {number} de {len(pages)}" in told
        assert "Hecho el 28/11/2026 14:00" in told
        assert str(championship) in told


def test_what_is_asked_narrows_it() -> None:
    championship = published_stage(8, tables=2).championship

    first = asked(championship, Where(stage=1, round=1))
    second = asked(championship, Where(stage=1, round=2))

    (called,) = (list(kind_papers(KINDS["convocatoria"], where)) for where in (first,))
    assert len(called[0].tables[0].rows) == 4
    (later,) = kind_papers(KINDS["convocatoria"], second)
    assert later.tables == []
