"""Small files for the tests."""

from collections.abc import Sequence
from io import BytesIO

from openpyxl import Workbook, load_workbook

Rows = Sequence[Sequence[object]]


def xlsx(rows: Rows, *, title: str = "Hoja1") -> bytes:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def csv(rows: Rows, *, separator: str = ";", encoding: str = "utf-8") -> bytes:
    return "\r\n".join(separator.join(map(str, row)) for row in rows).encode(encoding)


def texts(content: bytes) -> list[list[object]]:
    """What is in the first sheet of a book."""
    sheet = load_workbook(BytesIO(content)).worksheets[0]
    return [list(row) for row in sheet.iter_rows(values_only=True)]
