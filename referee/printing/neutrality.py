"""The neutrality report on paper."""

from typing import Final

from django.utils.timezone import localtime

from brackets.selectors.neutrality import Judged, Neutrality
from brackets.selectors.wording import said
from referee.printing.flow import Column, Flow, table
from referee.printing.page import LEFT, ROOM, TOP, Page
from referee.printing.pdf import pdf_bytes

TITLE: Final = "INFORME DE NEUTRALIDAD"


def neutrality_pdf(report: Neutrality) -> bytes:
    """The report as PDF; the same hall gives the same bytes."""
    return pdf_bytes(neutrality_pages(report), title=f"Informe de neutralidad · {report.hall.championship}")


def neutrality_pages(report: Neutrality, size: str = "a4") -> list[Page]:
    """Lay it out: what is kept, what is not, the load of each, every partida."""
    flow = Flow(_Opener(report), size=size)
    _summary(flow, report)
    flow.title("Lo que no se pudo cumplir", keep=14)
    for sentence in report.unkept:
        flow.paragraph(sentence, size=8.5, gap=1)
    if not report.unkept:
        flow.paragraph("Nada: nadie dirigió a los suyos ni dos veces a los mismos.", size=8.5)
    if report.loads:
        flow.title("Partidas de cada Juez", keep=40)
        rows = [(load.juez, str(load.count)) for load in report.loads]
        table(flow, [Column("Juez", ROOM - 90), Column("Partidas", 90, "right")], rows)
    if report.lines:
        flow.title("Partida por partida", keep=40)
        _partidas(flow, report)
    return flow.closed(f"{report.hall.championship} · Informe de neutralidad")


def _summary(flow: Flow, report: Neutrality) -> None:
    again = said(report.hall.championship.players_per_pareja, "a la misma pareja")
    flow.title("En resumen", keep=60)
    for told in (
        f"Partidas con Juez: {len(report.lines)}. Sin Juez, jugadas o por jugar: {len(report.without)}.",
        f"Dirigidas por alguien del mismo club, institución o familia: {report.clashes}.",
        f"Veces que un Juez dirigió de nuevo {again}: {report.repeats}.",
        f"Partidas por Juez: de {report.least} a {report.most}.",
    ):
        flow.paragraph(told, size=9.5, gap=1)
    flow.y -= 4


def _partidas(flow: Flow, report: Neutrality) -> None:
    names = [said(report.hall.championship.players_per_pareja, "Pareja") + side for side in (" A", " B")]
    columns = [
        Column("Partida", 44, "right"),
        Column("Mesa", 36, "right"),
        Column("Juez", 110),
        Column(names[0], (ROOM - 310) / 2),
        Column(names[1], (ROOM - 310) / 2),
        Column("No se cumplió", 120),
    ]
    table(flow, columns, [_row(report, line) for line in report.lines])


def _row(report: Neutrality, line: Judged) -> tuple[str, ...]:
    fixture = line.fixture
    where = str(fixture.table.number) if fixture.table else ""
    return str(fixture.number), where, line.juez, *report.sides(fixture), "; ".join(line.told)


class _Opener:
    """The heading of each page: large on the first."""

    def __init__(self, report: Neutrality) -> None:
        self._report = report

    def __call__(self, page: Page, *, first: bool) -> float:
        championship = self._report.hall.championship
        if not first:
            page.text(LEFT, TOP - 9, 180, TITLE, size=9, bold=True)
            page.text(LEFT + 180, TOP - 9, ROOM - 180, str(championship), size=8, align="right")
            page.rule(LEFT, TOP - 14, ROOM, thick=True)
            return TOP - 18
        page.text(LEFT, TOP - 10, ROOM, str(championship), size=13, bold=True)
        page.text(LEFT, TOP - 30, ROOM, TITLE, size=16, bold=True)
        names = "" if self._report.named else " · sin nombres"
        hour = f"{localtime(self._report.hall.now):%d/%m/%Y %H:%M}"
        page.text(LEFT, TOP - 43, ROOM, f"{championship.place} · hecho el {hour}{names}", size=8.5)
        return TOP - 50
