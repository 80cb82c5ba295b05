"""Small files for the tests."""

import re
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.xml.constants import SHARED_STRINGS

Rows = Sequence[Sequence[object]]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET = "xl/worksheets/sheet1.xml"


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


def with_changed(changes: Mapping[str, Callable[[str], str]], compression: int = ZIP_DEFLATED) -> bytes:
    """A book of the one word «Sol», with some of its files changed."""
    written = BytesIO()
    with ZipFile(BytesIO(xlsx([("Sol",)]))) as before, ZipFile(written, "w", compression) as after:
        own = {name: before.read(name) for name in before.namelist()}
        for name, change in changes.items():
            own[name] = change(own.get(name, b"").decode()).encode()
        for name, content in own.items():
            after.writestr(name, content)
    return written.getvalue()


def with_sheet(xml: str) -> bytes:
    """A book whose one sheet has these rows, in the namespace `x`."""
    sheet = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{xml}</x:sheetData></x:worksheet>'
    return with_changed({SHEET: lambda _: sheet})


def with_texts(xml: str, rows: str = "<x:row><x:c t='s'><x:v>0</x:v></x:c></x:row>", before: str = "") -> bytes:
    """A book that lists these texts, as Excel does, in the namespace `x`."""
    texts = f'{before}<x:sst xmlns:x="{MAIN}">{xml}</x:sst>'
    sheet = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{rows}</x:sheetData></x:worksheet>'
    listed = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{SHARED_STRINGS}"/></Types>'
    return with_changed(
        {
            "xl/sharedStrings.xml": lambda _: texts,
            SHEET: lambda _: sheet,
            "[Content_Types].xml": lambda text: text.replace("</Types>", listed),
        }
    )


def with_sheets(many: int) -> bytes:
    """A book that lists its one sheet so many times."""
    one = re.compile(r"<(?:\w+:)?sheet [^>]*/>")
    return with_changed({"xl/workbook.xml": lambda text: one.sub(lambda found: found[0] * many, text)})


def with_part(name: str, xml: str, times: int = 1) -> bytes:
    """A book with other files besides, each with this in it."""
    file = BytesIO()
    Workbook().save(file)
    with ZipFile(file, "a", ZIP_DEFLATED) as book:
        for place in range(times):
            book.writestr(f"{place}/{name}", xml)
    return file.getvalue()
