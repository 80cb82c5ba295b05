"""Tables with more columns than a sheet is broad: every head is read whole, and the names have room."""

import pytest

from brackets.models import Pareja, Player
from referee.printing.layout.documents import papers_pages
from referee.printing.layout.sheets import sheet_for
from referee.printing.layout.tables import BROADEST, HEAD, _lines, laid_out
from referee.printing.papers import KINDS, kind_papers
from referee.printing.type import typeset
from referee.selectors.papers.values import Column, Paper, Table
from tests.factories.brackets import NOW
from tests.factories.tournaments import ready, tournament, win
from tests.referee.printing.papers.test_kinds import asked

STANDINGS = ("posiciones", "series", "series-en-blanco", "acta-final")
NAMED = 80.0
"""What a column of names has at least, in points: three lines and a bit for one of sixty letters."""


@pytest.mark.django_db
@pytest.mark.parametrize("size", ["a4", "a5"])
def test_the_heads_of_a_swiss_table_are_read_whole(size: str) -> None:
    championship = tournament("suizo", 12)
    win(ready(championship)[:4])
    Player.objects.update(name="Maximiliana Wenceslada Hermenegilda Chiriboga Villavicencio")
    Pareja.objects.update(name="Los Inolvidables Caballeros y Damas del Cuarenta de Guano AA")

    for key in STANDINGS:
        for paper in kind_papers(KINDS[key], asked(championship)):
            sheet = sheet_for(paper, size)
            for each in (each for table in paper.tables if table.rows for each in laid_out(table, sheet)):
                told = each.column.short if each.is_short else each.column.head
                assert " ".join(each.head) == told, (key, each.head)
                if each.column.head in ("Pareja", "A", "B"):
                    assert each.width > NAMED, (key, each)
            for page in papers_pages([paper], size):
                heads = [text for text in page.texts if text.size == HEAD and text.face.endswith("Bold")]
                assert not [text.text for text in heads if "…" in text.text], key


def crowded(columns: int) -> Paper:
    table = Table(
        (Column("Pareja", 3), *(Column("Fortalecimiento", align="right", short=f"F{n}.") for n in range(columns))),
        (("1 · Rosa Luna / Eva Paz", *["7"] * columns),),
    )
    return Paper("Posiciones", "Copa", "Club", "Quito", NOW, (table,), wide=True)


def test_short_heads_stand_only_where_whole_ones_leave_no_room_and_are_explained_once() -> None:
    few, many = crowded(3), crowded(8)
    twice = Paper("Posiciones", "Copa", "Club", "Quito", NOW, many.blocks * 2, wide=True)

    told = [[text.text for page in papers_pages([paper], "a4") for text in page.texts] for paper in (few, many, twice)]

    assert "Fortalecimiento" in told[0]
    assert "F1." not in told[0]
    assert "F1." in told[1]
    assert " ".join(told[1]).count("F1.: Fortalecimiento") == 1
    assert " ".join(told[2]).count("F1.: Fortalecimiento") == 1


def test_a_table_of_many_columns_lies_on_its_side_in_a4_too() -> None:
    assert sheet_for(crowded(9), "a4").room < sheet_for(crowded(10), "a4").room


def broken(paper: Paper, size: str) -> set[str]:
    """The words of its tables that go on in another line, but for those that no column holds."""
    sheet = sheet_for(paper, size)
    found: set[str] = set()
    for table in paper.tables:
        placed = laid_out(table, sheet) if table.rows else []
        for row in table.rows:
            for text, each, lines in zip(row, placed, _lines(row, placed, sheet.cell), strict=True):
                whole, bold = set(typeset(text).text.split()), each.column.bold
                halves = {word for line in lines for word in line.split()} - whole
                narrow = (word for word in whole if typeset(word, bold=bold).unit * sheet.cell < sheet.room * BROADEST)
                found |= {word for word in narrow if any(half in word for half in halves)}
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("size", ["a4", "a5"])
def test_a_word_is_broken_in_no_table_of_any_paper(size: str) -> None:
    championship = tournament("mundial", 12)
    championship.stages.filter(number=1).update(name="Eliminatorias")
    win(ready(championship)[:4])
    for key, kind in KINDS.items():
        if kind.pages is None and size in kind.sizes:
            assert not set().union(*(broken(each, size) for each in kind_papers(kind, asked(championship)))), key


def test_a_column_with_a_weight_holds_its_longest_word() -> None:
    columns = (
        Column("Hora"),
        Column("A", 3),
        Column("B", 3),
        Column("Juez", 1.5),
        Column("Ronda", 1.3),
        Column("R", 9),
    )
    rows = (
        (
            "≈ 19:30",
            "1 · Rosa Luna / Eva Paz",
            "2 · Ana Ñato / Inés Paz",
            "Por asignar",
            "Eliminatorias · Serie 1",
            "40–2",
        ),
    )

    for size in ("a4", "a5"):
        assert not broken(Paper("Horario", "Copa", "Club", "Quito", NOW, (Table(columns, rows),), wide=True), size)
