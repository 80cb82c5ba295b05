"""The parejas of a championship as a file that imports again as «sin cambios»."""

import csv
from collections.abc import Iterator
from io import BytesIO, StringIO

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from brackets.models import Championship
from brackets.selectors.parejas import parejas_with_cedulas
from brackets.selectors.wording import said
from brackets.services.inscription import SECRET, columns_of, labels_of, pareja_data
from brackets.spreadsheets.formulas import formula_neutralise
from brackets.spreadsheets.headers import TEXT, WIDTHS


def export_xlsx(championship: Championship, *, with_cedulas: bool) -> bytes:
    """An Excel book; the cédulas only for whoever may see them (`parejas.cedula`)."""
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet(said(championship.players_per_pareja, "Parejas"))
    sheet.freeze_panes = "A2"
    for place, field in enumerate(_fields(championship, with_cedulas=with_cedulas), start=1):
        sheet.column_dimensions[get_column_letter(place)].width = WIDTHS.get(field, 26)
    for number, row in enumerate(_rows(championship, with_cedulas=with_cedulas)):
        cells = [WriteOnlyCell(sheet, value=value) for value in row]
        for cell in cells:
            cell.number_format = TEXT
            cell.font = Font(bold=number == 0)
        sheet.append(cells)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def export_csv(championship: Championship, *, with_cedulas: bool) -> bytes:
    """The same as Excel in Ecuador opens it: UTF-8 with its mark, semicolons."""
    file = StringIO(newline="")
    csv.writer(file, delimiter=";").writerows(_rows(championship, with_cedulas=with_cedulas))
    return file.getvalue().encode("utf-8-sig")


def export_heads(championship: Championship, *, with_cedulas: bool) -> list[str]:
    """What such a file has of each pareja, as its first row says it."""
    labels = labels_of(championship.players_per_pareja)
    return [labels[field] for field in _fields(championship, with_cedulas=with_cedulas)]


def _fields(championship: Championship, *, with_cedulas: bool) -> list[str]:
    return [field for field in columns_of(championship.players_per_pareja) if with_cedulas or field not in SECRET]


def _rows(championship: Championship, *, with_cedulas: bool) -> Iterator[list[str]]:
    fields, players = _fields(championship, with_cedulas=with_cedulas), championship.players_per_pareja
    yield export_heads(championship, with_cedulas=with_cedulas)
    for pareja in parejas_with_cedulas(championship):
        data = pareja_data(pareja)
        texts = {field: str(getattr(data, field, "")) for field in fields} | {
            "number": str(pareja.number),
            "uniform": "sí" if data.uniform else "no",
            "finalist": "sí" if data.finalist else "no",
            "seed": str(data.seed or ""),
            "status": said(players, str(pareja.get_status_display())),
        }
        yield [formula_neutralise(texts[field]) for field in fields]
