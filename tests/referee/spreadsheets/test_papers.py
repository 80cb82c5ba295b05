"""The tables of documents in a spreadsheet: what belongs together in one table, numbers as numbers, no formulas."""

import csv
from io import BytesIO, StringIO
from typing import Any

from openpyxl import load_workbook

from referee.selectors.papers.values import Block, Column, Heading, Paper, Paragraph, Table
from referee.spreadsheets.papers import papers_csv, papers_xlsx
from tests.factories.brackets import NOW

HEADS = (Column("N.º"), Column("Pareja"))


def paper(*blocks: Block, title: str = "Hoja", subtitle: str = "") -> Paper:
    return Paper(title, "Copa", "Club", "Coliseo", NOW, blocks, subtitle=subtitle)


def sheets(*papers: Paper) -> dict[str, list[tuple[Any, ...]]]:
    book = load_workbook(BytesIO(papers_xlsx(papers)))
    return {sheet.title: [tuple(cell.value for cell in row) for row in sheet.iter_rows()] for sheet in book.worksheets}


def lines(*papers: Paper) -> list[list[str]]:
    return list(csv.reader(StringIO(papers_csv(papers).decode("utf-8-sig")), delimiter=";"))


def test_what_would_run_as_a_formula_is_text() -> None:
    bad = ("=1+1", "+593 99", "-2+3", "@SUM(A1)", "'=x")
    table = Table(HEADS, tuple(("1", text) for text in bad))

    (rows,) = sheets(paper(table)).values()
    written = [line[1] for line in lines(paper(table))[1:]]

    assert [row[1] for row in rows[1:]] == [f"'{text}" for text in bad]
    assert written == [f"'{text}" for text in bad]


def test_a_formula_is_never_a_formula_cell() -> None:
    book = load_workbook(BytesIO(papers_xlsx([paper(Table(HEADS, (("=1+1", "=cmd|' /C calc'!A0"),)))])))

    assert {cell.data_type for row in book.worksheets[0].iter_rows() for cell in row} == {"s"}


def test_numbers_are_numbers_and_codes_are_not() -> None:
    table = Table(HEADS, (("12", "1,67"), ("−2", "007"), ("12-1", "1.º")))

    (rows,) = sheets(paper(table)).values()

    assert rows[1:] == [(12, 1.67), (-2, "007"), ("12-1", "1.º")]


def test_a_number_below_nought_is_one_in_csv_too() -> None:
    table = Table(HEADS, (("−8", "−36,00"), ("-8", "1,67"), ("−8 puntos", "-8+1")))

    written = lines(paper(table))[1:]

    assert written == [["-8", "-36,00"], ["-8", "1,67"], ["−8 puntos", "'-8+1"]]


def test_tables_with_the_same_heads_are_one_that_can_be_sorted() -> None:
    one, two = (Table(HEADS, ((str(n), f"Pareja {n}"),), title=f"Serie {n}") for n in (1, 2))

    found = sheets(paper(one, two))

    assert list(found.values()) == [
        [(None, "N.º", "Pareja"), ("Hoja · Serie 1", 1, "Pareja 1"), ("Hoja · Serie 2", 2, "Pareja 2")]
    ]


def test_other_tables_have_a_sheet_of_their_own_with_a_name_excel_takes() -> None:
    other = Table(
        (Column("Hora"),), (("19:00",),), title="Mesa [1]: a/b? una que es mucho más larga que un nombre de hoja"
    )
    again = Table(
        (Column("Juez"),), (("Ana",),), title="Mesa [1]: a/b? una que es mucho más larga que un nombre de hoja"
    )

    names = list(sheets(paper(Table(HEADS, (("1", "Ana"),)), other, again)))

    assert names[0] == "Hoja"
    assert len(set(names)) == 3
    assert all(len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in names)


def one_row(head: str, *, title: str = "") -> Table:
    return Table((Column(head),), (("1",),), title=title)


def test_a_sheet_is_named_by_its_table_or_by_the_heading_above_it() -> None:
    found = sheets(
        paper(
            one_row("Hora"),
            Heading("Todas las partidas"),
            Paragraph("Las que tienen resultado."),
            one_row("Partida"),
            Heading("Campeón y podio"),
            one_row("Puesto", title="El podio"),
            Heading("Ausencias (W.O.)", "art. 3.a"),
            one_row("Quién"),
        )
    )

    assert list(found) == ["Hoja", "Todas las partidas", "El podio", "Ausencias (W.O.)"]


def test_a_sheet_of_several_tables_is_named_by_what_they_share() -> None:
    series = [one_row("Puesto", title=f"Serie {number}") for number in (1, 2)]
    people = [paper(one_row("Club", title="Parejas"), subtitle=f"Serie {number}") for number in (1, 2)]

    assert list(sheets(paper(Heading("Posiciones finales"), *series))) == ["Posiciones finales"]
    assert list(sheets(paper(*series))) == ["Hoja"]
    assert list(sheets(*people)) == ["Parejas"]
    assert list(sheets(*(paper(one_row("Hora"), title=f"Mesa {number}") for number in (1, 2, 12)))) == ["Mesa"]


def test_tables_below_different_headings_tell_which_they_are_of() -> None:
    found = sheets(paper(Heading("A «Final»"), one_row("Lugar"), Heading("A «Consuelo»"), one_row("Lugar")))

    assert [row[0] for row in found["Hoja"]] == [None, "Hoja · A «Final»", "Hoja · A «Consuelo»"]


def test_a_document_without_tables_is_an_empty_book() -> None:
    assert list(sheets(paper())) == ["Vacío"]
    assert papers_csv([paper()]) == b"\xef\xbb\xbf"


def test_control_characters_break_no_file() -> None:
    (rows,) = sheets(paper(Table(HEADS, (("1", "Ana\x0bPaz\x00"),)))).values()

    assert rows[1] == (1, "Ana Paz ")
