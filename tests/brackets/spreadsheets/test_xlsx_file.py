"""What a book is told by the process that the product starts; most other tests have it told by `tests.quick_examinations`."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest
from openpyxl.xml.functions import fromstring, tostring

from brackets import confined
from brackets.spreadsheets import xlsx_file, xlsx_read
from brackets.spreadsheets.reading import SheetError, read_parejas
from tests.brackets.spreadsheets.books import with_changed, with_sheet, with_texts, xlsx

TITLES = (
    "<x:row><x:c t='inlineStr'><x:is><x:t>Jugador 1</x:t></x:is></x:c>"
    "<x:c t='inlineStr'><x:is><x:t>Jugador 2</x:t></x:is></x:c></x:row>"
)


FORMAT = "<numFmt numFmtId='{}' formatCode='{}'/>"


@pytest.fixture
def as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "subprocess", subprocess)
    monkeypatch.setattr(xlsx_file, "SECONDS", 600)  # it comes last, after other tests


def with_formats(code: str) -> bytes:
    """A book with a hundred formats of numbers, each of which a cell may have."""
    formats, uses = ("".join(of.format(200 + n, code) for n in range(100)) for of in (FORMAT, "<xf numFmtId='{}'/>"))
    begun = re.compile("<numFmts[^>]*>")
    return with_changed(
        {
            "xl/styles.xml": lambda text: begun.sub(f"<numFmts>{formats}</numFmts>", text).replace(
                "</cellXfs>", f"{uses}</cellXfs>"
            )
        }
    )


def with_names(xml: str) -> bytes:
    names = f"<definedNames>{xml}</definedNames>"
    return with_changed({"xl/workbook.xml": lambda text: text.replace("<definedNames/>", names)})


def refused(content: bytes) -> str:
    with pytest.raises(SheetError) as error:
        read_parejas(content)
    return error.value.code


def test_two_thousand_inscriptions_of_35_columns_are_read(as_served: None) -> None:
    titles = ["Jugador 1", "Jugador 2", *(f"Columna {place}" for place in range(33))]
    texts = [*titles, *(f"Ñandú Nombre {place}" for place in range(70_000))]
    cells = [f"<x:c t='s'><x:v>{place}</x:v></x:c>" for place in range(len(texts))]
    lines = ("".join(cells[begin : begin + 35]) for begin in range(0, len(cells), 35))
    listed = "".join(f"<x:si><x:t>{text}</x:t></x:si>" for text in texts)

    rows = read_parejas(with_texts(listed, "".join(f"<x:row>{line}</x:row>" for line in lines))).rows

    assert (len(rows), rows[-1].values["player_2"]) == (2000, "Ñandú Nombre 69966")


def test_the_first_empty_rows_and_cells_keep_their_place(as_served: None) -> None:
    book = xlsx([(), ("", "Jugador 2", "Jugador 1"), (), (None, "Luz", "Ana", None), ("", "", "=1+1")])

    rows = read_parejas(book).rows

    assert [(row.number, row.cells["player_1"], row.values["player_1"]) for row in rows] == [
        (4, "C4", "Ana"),
        (5, "C5", ""),
    ]
    assert [problem.cell for problem in rows[1].problems] == ["C5"]


SHARED = f"<x:row><x:c r='A2'><x:f t='shared' ref='A2:A2000' si='0'>{'A1+' * 10_000}1</x:f></x:c></x:row>"
USES = "<x:row><x:c r='B7'><x:f t='shared' si='0'/></x:c></x:row>"
BIG = f"<x:c><x:v>{'9' * 4300}</x:v></x:c>"


@pytest.mark.parametrize(
    "book",
    [
        lambda: with_sheet(TITLES + SHARED + USES * 1_900),
        lambda: with_sheet(TITLES + f"<x:row>{BIG * 60}</x:row>" * 200),
        lambda: with_sheet(f"<x:row>{'<x:c/>' * 2_000_000}</x:row>"),
        lambda: with_texts("<x:si><x:t>" + "\n" * 40_000_000 + "</x:t></x:si>"),
        lambda: with_formats("[" * 30_000),
        lambda: with_names(f"<definedName name='_xlnm.Print_Area' localSheetId='0'>{chr(39) * 120_000}</definedName>"),
    ],
    ids=["formulas", "numbers", "cells", "lines", "formats", "names"],
)
def test_a_book_made_to_take_for_ever_ends_within_its_share(
    book: Callable[[], bytes], as_served: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx_file, "CPU_SECONDS", 1)
    content, before = book(), getrusage(RUSAGE_CHILDREN)

    code = refused(content)

    after = getrusage(RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2
    assert code == "demasiado-grande"


def test_that_no_processor_is_free_is_not_said_to_be_the_book_s_fault(
    as_served: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx_file, "SECONDS", 0.01)

    assert refused(xlsx([("Jugador 1", "Jugador 2")])) == "ocupado"


def test_who_comes_while_another_is_read_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brackets.turns.LONG_PATIENCE", 0.01)

    with xlsx_file.TURNS.one(), pytest.raises(SheetError) as refused:
        read_parejas(xlsx([("Jugador 1", "Jugador 2")]))

    assert (refused.value.code, refused.value.http_status) == ("ocupado", 503)


@pytest.mark.parametrize("within", [True, False])
def test_nothing_outside_a_book_is_read_into_it(tmp_path: Path, *, within: bool) -> None:
    """Where what is declared stands in the book itself it is read, so that the place is one."""
    (tmp_path / "a").write_text("secreto")
    declared = "'secreto'" if within else f"SYSTEM '{(tmp_path / 'a').as_uri()}'"
    before = f"<!DOCTYPE x [<!ENTITY z {declared}>]>"
    cell = "<x:row><x:c t='s'><x:v>0</x:v></x:c></x:row>"

    assert ("secreto" in xlsx_read.told(with_texts("<x:si><x:t>&z;</x:t></x:si>", cell, before=before))) is within


def test_nothing_outside_a_book_is_read_of_what_its_parts_are_called(tmp_path: Path) -> None:
    """Those are read by another library, which leaves what was declared as it stands."""
    (tmp_path / "a").write_text("secreto")
    before = f"<!DOCTYPE x [<!ENTITY z SYSTEM '{(tmp_path / 'a').as_uri()}'>]>"

    assert tostring(fromstring(f"{before}<x>&z;</x>".encode())).endswith(b"<x>&z;</x>")


def test_no_secret_of_the_server_is_in_the_process(as_served: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "secreto")

    answer = confined.answer_of("tests.brackets.spreadsheets.environment", b"", seconds=30)

    assert answer is not None
    assert b"SECRET_KEY" not in answer
    assert b"LC_ALL" in answer


def test_what_an_entity_stands_for_may_not_grow() -> None:
    grown = "".join(f"<!ENTITY {b} '{f'&{a};' * 100}'>" for a, b in pairwise("abcdz"))
    declared = f"<!DOCTYPE x [<!ENTITY a '{'a' * 100}'>{grown}]>"

    assert refused(with_texts("<x:si><x:t>&z;</x:t></x:si>", before=declared)) in ("formato", "demasiado-grande")


def test_an_answer_is_of_bounded_size(monkeypatch: pytest.MonkeyPatch) -> None:
    book = xlsx([("Jugador 1", "Jugador 2"), *[("Ana", "Luz")] * 10])
    answer = xlsx_read.told(book)
    monkeypatch.setattr(xlsx_read, "MOST", len(answer))
    assert xlsx_read.told(book) == answer

    monkeypatch.setattr(xlsx_read, "MOST", len(answer) - 1)

    assert json.loads(xlsx_read.told(book))["code"] == "demasiado-grande"


def test_what_would_be_compared_with_titles_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter may stand for eighteen, and only the first rows of a sheet count."""
    book = xlsx([("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 10,)] * 20 + [("a" * 100,)] * 20)
    monkeypatch.setattr(xlsx_read, "MOST_TITLES", 20 * (180 + xlsx_read.A_TITLE))
    assert len(xlsx_read.told(book).splitlines()) == 40

    monkeypatch.setattr(xlsx_read, "MOST_TITLES", 20 * (180 + xlsx_read.A_TITLE) - 1)

    assert json.loads(xlsx_read.told(book))["code"] == "demasiado-grande"


def test_the_process_loads_neither_django_nor_numpy() -> None:
    told = "import sys; import brackets.spreadsheets.xlsx_apart; print([*filter(sys.modules.get, ('django', 'numpy'))])"

    assert subprocess.check_output([sys.executable, "-c", told], cwd=confined.ROOT) == b"[]\n"
