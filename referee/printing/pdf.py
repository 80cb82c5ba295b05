"""Pages written as PDF: same pages, same bytes, and quickly.

The PDF library is slow to import and is imported only here and in `referee.printing.type`, inside functions. What
makes it quick: no ASCII85, one text object and one path of lines a page, fonts registered once in a process, a QR with
its mask given, lines formatted here.
"""

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import IO, Any, Final

import segno

from referee.printing.page import HEIGHT, WIDTH, Chart, Code, Page
from referee.printing.pdf_stream import PageStream
from referee.printing.type import BOLD, typeset

THIN: Final = 0.4
THICK: Final = 1.0
INK: Final = 1.1
ACROSS: Final = 0.87  # of the diagonal, for a letter of the mark as broad as it is high
QUIET: Final = 4  # modules of white around a QR
MASK: Final = 4  # any of the eight is valid; looking for the best one takes longer than the rest of the page


def pdf_bytes(pages: Iterable[Page], *, title: str, lang: str = "es-EC", subject: str = "") -> bytes:
    """Write `pages` as one PDF; `subject` stands in it as it is, for programs."""
    file = BytesIO()
    pdf_write(file, pages, title=title, lang=lang, subject=subject)
    return file.getvalue()


def pdf_write(file: IO[bytes], pages: Iterable[Page], *, title: str, lang: str = "es-EC", subject: str = "") -> None:
    """Write `pages` into `file`, which need not be seekable, taking them one by one and keeping none of them."""
    canvas = _canvas(file, title, lang)
    if subject:
        canvas.setSubject(subject)
    stream = PageStream(canvas, file)
    for page in pages:
        canvas.setPageSize(page.size)
        _draw(canvas, page)
        canvas.showPage()
        stream.flush()
    stream.close()


def _canvas(file: IO[bytes], title: str, lang: str) -> Any:
    canvas = _library().Canvas(file, pagesize=(WIDTH, HEIGHT), pageCompression=1, invariant=1, lang=lang)
    canvas.setTitle(title)
    return canvas


@cache
def _library() -> Any:
    from reportlab import rl_config
    from reportlab.pdfgen import canvas

    rl_config.useA85 = 0
    return canvas


def _draw(canvas: Any, page: Page) -> None:
    if page.mark:
        _mark(canvas, page)
    for width, lines in ((THIN, page.thin), (THICK, page.thick)):
        if lines:
            canvas.setLineWidth(width)
            canvas.addLiteral(" ".join([f"{a:.2f} {b:.2f} m {c:.2f} {d:.2f} l" for a, b, c, d in lines] + ["S"]))
    for code in page.codes:
        _code(canvas, code)
    for chart in page.charts:
        _chart(canvas, chart)
    _ink(canvas, page)
    text = canvas.beginText()
    font: tuple[str, float] | None = None
    for face, size, x, y, words, _room in page.texts:
        if font != (face, size):
            text.setFont(face, size)
            font = (face, size)
        text.setTextOrigin(x, y)
        text.textOut(words)
    canvas.drawText(text)


def _mark(canvas: Any, page: Page) -> None:
    """Write the mark from corner to corner in outline: seen on any printer, and nothing under it is hidden."""
    text = typeset(page.mark, bold=True).text
    width, height = page.size
    size = ACROSS * hypot(width, height) / len(text)
    canvas.saveState()
    canvas.setLineWidth(0.5)
    canvas.translate(width / 2, height / 2)
    canvas.rotate(degrees(atan2(height, width)))
    words = canvas.beginText()
    words.setFont(BOLD, size)
    words.setTextRenderMode(1)
    words.setTextOrigin(-typeset(text, bold=True).unit * size / 2, -size / 3)
    words.textOut(text)
    canvas.drawText(words)
    canvas.restoreState()


def _code(canvas: Any, code: Code) -> None:
    """Draw a QR as one filled path in units of modules, a rectangle for each run of dark ones."""
    matrix = segno.make(code.content, error="m", mask=MASK, boost_error=False, micro=False).matrix
    module = code.side / (len(matrix) + 2 * QUIET)
    canvas.saveState()
    canvas.translate(code.x + QUIET * module, code.y + code.side - QUIET * module)
    canvas.scale(module, -module)
    runs = []
    for row, modules in enumerate(matrix):
        edges = [column for column, (a, b) in enumerate(pairwise((0, *modules, 0))) if a != b]
        runs += [f"{start} {row} {end - start} 1 re" for start, end in zip(edges[::2], edges[1::2], strict=True)]
    canvas.addLiteral(" ".join((*runs, "f")))
    canvas.restoreState()


def _chart(canvas: Any, chart: Chart) -> None:
    from reportlab.graphics import renderPDF

    renderPDF.draw(chart.drawing, canvas, chart.x, chart.y)


def _ink(canvas: Any, page: Page) -> None:
    if not page.strokes:
        return
    canvas.setLineWidth(INK)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    drawn = []
    for (x0, y0), *rest in page.strokes:
        drawn.append(f"{x0:.2f} {y0:.2f} m")
        drawn += [f"{x:.2f} {y:.2f} l" for x, y in rest or ((x0, y0),)]
    canvas.addLiteral(" ".join((*drawn, "S")))
