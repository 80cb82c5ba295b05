"""(c) Planillas per second, beside plain reportlab, WeasyPrint and typst.

    python -m bench.planillas

All print the same mesas in turn. Ours lays each Planilla out and writes it. The peers are given the finished
layout, every string, line, stroke and QR with its place, and only write it:

* `reportlab`: as it is installed and with its defaults, a call for each string and line, the QR of segno with its
  defaults; in a process of its own, where rl_accel is not to be found. Its fonts are registered once, which is
  already more than a first version would do.
* `reportlab+rl_accel`: the same in our process, with the inner loops in C that we use.
* `weasyprint`: HTML with the same strings in boxes, the lines and the QR as SVG.
* `typst`: its compiler in our process, markup with the same strings, lines and strokes placed, the QR as SVG of segno; the two faces are
  read once and embedded, no other font is looked for.
"""

import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from importlib.metadata import version
from io import BytesIO
from itertools import pairwise
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import segno
import typst
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from referee.management.rehearsal.playing import mesa_jugadas
from referee.printing import sheet_pages, sheet_pdf
from referee.printing.page import HEIGHT, WIDTH, Page
from referee.printing.type import BOLD, FONTS, REGULAR, font
from referee.rules import dump_jugada, ledger, parse_jugada, reglamento_get, replay, result
from referee.selectors.planilla.game import chicas_of, datas_of, draws_of
from referee.selectors.planilla.names import Names
from referee.selectors.planilla.notes import corrections_of, result_of, rulings_of, sanctions_of, suspensions_of
from referee.selectors.planilla.sheet import PlanillaSheet
from tests.referee.printing.samples import ORDINARY, at

RESULT = Path(__file__).parent / "results" / "planillas.json"
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "7"))
MESAS = 20
SLOW = 2  # Planillas a round for WeasyPrint: it needs that long
LEAST = 1.8
FAMILY = "DejaVu Sans"  # of the two condensed faces, as typst calls it


def sheets(count: int) -> list[PlanillaSheet]:
    """Planillas of scripted mesas, no two alike, signed like the ordinary one of the tests."""
    rules = reglamento_get("riobamba")
    made = []
    for seed in range(count):
        lines = [dump_jugada(jugada) for jugada in mesa_jugadas(rules, Random(seed))]
        state = replay(rules, ("A1", "B1", "A2", "B2"), map(parse_jugada, lines))
        a, b = ORDINARY.parejas
        parejas = (replace(a, number=seed + 1, name=f"Pareja {seed}"), replace(b, number=seed + 101))
        rows, names = ledger(state), Names(parejas)
        hours = {row.number: at(19, row.number % 60) for row in rows}
        digest = f"{seed:08x}" * 8
        made.append(
            replace(
                ORDINARY,
                heading=replace(ORDINARY.heading, partida=str(seed + 1)),
                parejas=parejas,
                draws=draws_of(state, rows, names),
                datas=datas_of(state, rows),
                chicas=chicas_of(state),
                sanctions=sanctions_of(state, rows, names),
                suspensions=suspensions_of(rows, hours),
                corrections=corrections_of(rows, names, hours),
                rulings=rulings_of(rows, names),
                result=result_of(state, names, str(result(state)["estado"])),
                digest=digest,
                verify_url=ORDINARY.verify_url.replace("7F3A91C20D4E55B1", digest[:16].upper()),
            )
        )
    return made


def plain(pages: Sequence[Page]) -> bytes:
    """Write pages as reportlab's user guide does."""
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85, kept = 1, rl_config.useA85
    file = BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT))
    for page in pages:
        plain_page(canvas, page)
        canvas.showPage()
    canvas.save()
    rl_config.useA85 = kept
    return file.getvalue()


def plain_page(canvas: Any, page: Page) -> None:
    for thickness, lines in ((0.4, page.thin), (1.0, page.thick)):
        for line in lines:
            canvas.setLineWidth(thickness)
            canvas.line(*line)
    for stroke in page.strokes:
        for (x0, y0), (x1, y1) in pairwise(stroke):
            canvas.line(x0, y0, x1, y1)
    for code in page.codes:
        plain_code(canvas, code)
    for text in page.texts:
        canvas.setFont(text.face, text.size)
        canvas.drawString(text.x, text.y, text.text)


def plain_code(canvas: Any, code: Any) -> None:
    matrix = segno.make(code.content, error="m", micro=False).matrix
    module = code.side / (len(matrix) + 8)
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            if dark:
                left, low = code.x + (x + 4) * module, code.y + code.side - (y + 5) * module
                canvas.rect(left, low, module, module, stroke=0, fill=1)


def without_accelerator(connection: Connection, laid_out: Sequence[Sequence[Page]]) -> None:
    """Print when asked and answer the seconds: the life of the peer's process."""
    sys.modules["_rl_accel"] = None  # type: ignore[assignment]  # as if it were not installed
    for face in (REGULAR, BOLD):
        font(face)
    while connection.recv():
        connection.send(seconds(lambda n: plain(laid_out[n]), len(laid_out)))


@contextmanager
def own_process(laid_out: Sequence[Sequence[Page]]) -> Iterator[Callable[[], float]]:
    """Yield what lets the peer print everything once and answers the seconds."""
    ours, theirs = Pipe()
    process = get_context("spawn").Process(target=without_accelerator, args=(theirs, laid_out))
    process.start()

    def run() -> float:
        ours.send("print")
        return float(ours.recv())

    yield run
    ours.send("")
    process.join()


def seconds(make: Callable[[int], object], count: int) -> float:
    start = time.perf_counter()
    for n in range(count):
        make(n)
    return time.perf_counter() - start


def html_of(pages: Sequence[Page]) -> str:
    faces = "".join(
        f"@font-face {{ font-family: {face}; src: url({(FONTS / f'{face}.ttf').as_uri()}) }}"
        for face in (REGULAR, BOLD)
    )
    style = f"{faces} @page {{ size: {WIDTH}pt {HEIGHT}pt; margin: 0 }} section {{ position: relative; height: {HEIGHT}pt; overflow: hidden; break-after: page }} span, svg {{ position: absolute; white-space: pre; line-height: 1 }}"
    return f"<style>{style}</style>" + "".join(map(section_of, pages))


def section_of(page: Page) -> str:
    lines = "".join(
        f'<path d="{" ".join(f"M{x0} {HEIGHT - y0}L{x1} {HEIGHT - y1}" for x0, y0, x1, y1 in those)}" stroke="black" stroke-width="{thickness}"/>'
        for thickness, those in ((0.4, page.thin), (1.0, page.thick))
        if those
    )
    ink = "".join(
        f'<polyline points="{" ".join(f"{x},{HEIGHT - y}" for x, y in stroke)}" fill="none" stroke="black"/>'
        for stroke in page.strokes
    )
    drawing = (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" style="left:0;top:0;width:{WIDTH}pt;height:{HEIGHT}pt">{lines}{ink}</svg>'
    )
    codes = "".join(
        f'<div style="position:absolute;left:{code.x}pt;top:{HEIGHT - code.y - code.side}pt;width:{code.side}pt">'
        f"{segno.make(code.content, error='m', micro=False).svg_inline(scale=2)}</div>"
        for code in page.codes
    )
    texts = "".join(
        f'<span style="left:{t.x}pt;top:{HEIGHT - t.y - t.size * 0.8}pt;font:{t.size}pt {t.face}">{escape(t.text)}</span>'
        for t in page.texts
    )
    return f"<section>{drawing}{codes}{texts}</section>"


def typst_of(pages: Sequence[Page]) -> bytes:
    head = (
        f"#set page(width: {WIDTH}pt, height: {HEIGHT}pt, margin: 0pt)\n"
        '#set text(top-edge: "baseline", bottom-edge: "baseline")\n'
        "#let t(x, y, f, s, b) = place(dx: x * 1pt, dy: y * 1pt, text(font: f.first(), weight: f.last(), size: s * 1pt, b))\n"
        "#let l(w, x, y, u, v) = place(line(start: (x * 1pt, y * 1pt), end: (u * 1pt, v * 1pt), stroke: w * 1pt))\n"
        f"#let r = ({literal(FAMILY)}, 400)\n#let b = ({literal(FAMILY)}, 700)\n"
    )
    return (head + "\n#pagebreak()\n".join(map(markup_of, pages))).encode()


def markup_of(page: Page) -> str:
    marks = [
        f"#l({thickness}, {x0:.2f}, {HEIGHT - y0:.2f}, {x1:.2f}, {HEIGHT - y1:.2f})"
        for thickness, lines in ((0.4, page.thin), (1.0, page.thick))
        for x0, y0, x1, y1 in lines
    ]
    for (x, y), *rest in page.strokes:
        parts = [f"curve.move(({x:.2f}pt, {HEIGHT - y:.2f}pt))"]
        parts += [f"curve.line(({a:.2f}pt, {HEIGHT - b:.2f}pt))" for a, b in rest]
        marks.append(f"#place(curve(stroke: 1pt, {', '.join(parts)}))")
    for code in page.codes:
        svg = BytesIO()
        segno.make(code.content, error="m", micro=False).save(svg, kind="svg", scale=2, xmldecl=False)
        drawn = literal(svg.getvalue().decode())
        place = f"dx: {code.x}pt, dy: {HEIGHT - code.y - code.side}pt"
        marks.append(f'#place({place}, image(bytes({drawn}), format: "svg", width: {code.side}pt))')
    marks += [
        f"#t({text.x:.2f}, {HEIGHT - text.y:.2f}, {'b' if text.face == BOLD else 'r'}, {text.size:.2f}, {literal(text.text)})"
        for text in page.texts
    ]
    return "\n".join(marks)


def literal(text: str) -> str:
    """A string as typst writes it, which is nearly as JSON does."""
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    kept = sheets(MESAS)
    laid_out = [sheet_pages(sheet) for sheet in kept]
    for face in (REGULAR, BOLD):
        font(face)
    configuration = FontConfiguration()

    compiler = typst.Compiler(font_paths=[FONTS], ignore_system_fonts=True)

    def page_by_typst(n: int) -> object:
        return compiler.compile(input=typst_of(laid_out[n]), format="pdf")

    def page_by_html(n: int) -> object:
        return HTML(string=html_of(laid_out[n])).write_pdf(font_config=configuration)

    seen: dict[str, list[float]] = {}
    with own_process(laid_out) as plain_apart:
        for turn in range(ROUNDS + 1):  # the first is thrown away
            rates = {
                "ours": MESAS / seconds(lambda n: sheet_pdf(kept[n]), MESAS),
                "reportlab": MESAS / plain_apart(),
                "reportlab+rl_accel": MESAS / seconds(lambda n: plain(laid_out[n]), MESAS),
                "weasyprint": SLOW / seconds(page_by_html, SLOW),
                "typst": MESAS / seconds(page_by_typst, MESAS),
            }
            for name, rate in rates.items() if turn else ():
                seen.setdefault(name, []).append(rate)
    report({name: median(rates) for name, rates in seen.items()}, laid_out)


def report(rates: dict[str, float], laid_out: Sequence[Sequence[Page]]) -> None:
    ratios = {name: round(rates["ours"] / rate, 2) for name, rate in rates.items()}
    print("                    Planillas/s   ours is")
    for name, rate in rates.items():
        print(f"{name:18}  {rate:11.1f}   {ratios[name]:6.2f}x")
    outcome = {
        "rounds": ROUNDS,
        "pages": round(sum(map(len, laid_out)) / len(laid_out), 2),
        "planillas_per_second": {name: round(rate, 1) for name, rate in rates.items()},
        "ratios": ratios,
        "required": {"reportlab": LEAST},
        "met": ratios["reportlab"] >= LEAST,
        "versions": {name: version(name) for name in ("reportlab", "rl_accel", "segno", "weasyprint", "typst")}
        | {"python": platform.python_version()},
        "machine": {"cores": os.cpu_count(), "system": f"{platform.system()} {platform.machine()}"},
    }
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps(outcome, indent=2) + "\n")
    if not outcome["met"]:
        raise SystemExit("less than 1.8 times as quick as an untuned reportlab page")


if __name__ == "__main__":
    main()
