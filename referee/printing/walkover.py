"""The act of a W.O. on paper: who was called when and by whom, who came, who decided and why, and who signs it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.timezone import localtime

from brackets.selectors.called import called_title
from brackets.selectors.callups import ORDINALS, SIDES, Convocatoria, hour
from brackets.selectors.voided import VOIDED
from brackets.selectors.walkovers import Walkover
from brackets.selectors.wording import counted
from referee.printing.flow import Column, Flow, Writer, table
from referee.printing.page import LEFT, RIGHT, ROOM, TOP, Code, Page
from referee.printing.pdf import pdf_bytes
from referee.printing.type import wrapped
from referee.printing.written import Written
from referee.selectors.papers.values import Asked, Paper, Signatures
from referee.selectors.papers.values import paper as document

QR: Final = 72.0
BESIDE: Final = ROOM - QR - 12
SIGNATURE: Final = 70.0
BETWEEN: Final = 12.0
TITLE: Final = "Acta de W.O."
SIGNED: Final = "Firmas"
HOUR: Final = "%d/%m/%Y %H:%M:%S"


@dataclass(frozen=True, slots=True)
class WalkoverPaper:
    """A W.O. with what it rests on; `url` is the public page of the partida.

    `article` is where the rulebook says that parejas are called and identified, as it is cited; empty where it does not.
    """

    walkover: Walkover
    round_name: str
    url: str
    article: str = ""

    @property
    def convocatoria(self) -> Convocatoria:
        return self.walkover.convocatoria


def walkover_pdf_bytes(paper: WalkoverPaper) -> bytes:
    """The act as PDF; the same record gives the same bytes."""
    there = paper.convocatoria
    return pdf_bytes(walkover_pages(paper), title=f"Acta de W.O. · {there.championship} · {there.fixture}")


def walkover_pages(paper: WalkoverPaper, size: str = "a4") -> list[Page]:
    """Lay it out: what was decided first, the record that it rests on below."""
    flow = Flow(partial(_open, paper), size=size)
    _told(flow, paper)
    _signatures(flow, paper.walkover)
    return flow.closed(f"Acta de W.O. · {paper.convocatoria.fixture} · {paper.convocatoria.championship}")


def walkover_document(asked: Asked, paper: WalkoverPaper) -> Paper:
    """The same as a page, with lines to sign on where it is printed from there."""
    written = Written()
    _told(written, paper)
    written.title(SIGNED)
    signatures = Signatures(tuple((who, "") for who in _signers(paper.walkover)))
    where = " · ".join(filter(None, _where(paper)))
    return document(asked, TITLE, [*written.blocks, signatures], subtitle=where, url=paper.url)


def _told(flow: Writer, paper: WalkoverPaper) -> None:
    _decided(flow, paper)
    _sides(flow, paper.walkover)
    _record(flow, paper.walkover)
    _partner(flow, paper.convocatoria)


def _open(paper: WalkoverPaper, page: Page, *, first: bool) -> float:
    there = paper.convocatoria
    championship, fixture = there.championship, there.fixture
    title = TITLE.upper()
    if not first:
        page.text(LEFT, TOP - 9, 160, title, size=9, bold=True)
        page.text(LEFT + 90, TOP - 9, ROOM - 90, f"{fixture} · {championship}", size=8, align="right")
        page.rule(LEFT, TOP - 14, ROOM, thick=True)
        return TOP - 18
    y = _written(page, TOP, (championship.organiser, championship.place), size=8)
    y = _written(page, y - 2, (str(championship),), size=13, bold=True)
    page.text(LEFT, y - 21, BESIDE, title, size=16, bold=True)
    y = _written(page, y - 24, _where(paper), size=9)
    page.codes.append(Code(paper.url, RIGHT - QR, TOP - QR + 2, QR))
    return min(y - 6, TOP - QR - 2)


def _where(paper: WalkoverPaper) -> Iterable[str]:
    fixture = paper.convocatoria.fixture
    return (
        str(fixture), paper.round_name, str(fixture.table or ""), f"Juez: {fixture.juez}" if fixture.juez else "",
    )  # fmt: skip


def _written(page: Page, y: float, parts: Iterable[str], *, size: float, bold: bool = False) -> float:
    """What there is of these, over as many lines as it needs beside the QR; returns where the last one stands."""
    for line in wrapped(" · ".join(filter(None, parts)), size=size, room=BESIDE, bold=bold):
        y -= size * 1.2
        page.text(LEFT, y, BESIDE, line, size=size, bold=bold)
    return y


def _decided(flow: Writer, paper: WalkoverPaper) -> None:
    told, there = paper.walkover, paper.convocatoria
    flow.title("Lo que se decidió", article=paper.article.capitalize(), keep=40)
    flow.paragraph(f"{told.said}. {_by(told)}", size=10, bold=True)
    won = next((side for side in SIDES if there.fixture.winner and there.pareja_of(side) == there.fixture.winner), "")
    flow.paragraph(f"{VOIDED}." if told.voided else f"Gana {_named(told, won)}." if won else "No gana nadie.", size=10)
    if told.declared is None:
        flow.paragraph(_undeclared(told), size=9)
    elif told.reason:
        flow.paragraph(_ended(f"Motivo: {told.reason}"), size=9)
    championship, possible = there.championship, there.walkover_from
    if told.declared and possible:
        settled = "Cuánto se espera lo fija el organizador."
        if paper.article:
            settled = (
                f"El reglamento dice que se convoca ({paper.article}), no cuánto se espera: eso lo fija el organizador."
            )
        flow.paragraph(
            f"En este campeonato se espera {counted(championship.grace_minutes, 'minuto', 'minutos')} desde la {ORDINALS[championship.walkover_call]} "
            f"llamada: el W.O. era posible desde las {hour(possible)}. {settled} El reloj no decide nada: lo decide quien "
            "figura arriba.",
            size=8.5,
        )


def _by(told: Walkover) -> str:
    at = f" el {localtime(told.at):{HOUR}}" if told.at else ""
    if told.declared:
        return f"Lo declaró {told.by}{at}."
    return f"Lo registró {told.by}{at}." if told.by else f"Quedó registrado{at}; no consta quién lo hizo."


def _undeclared(told: Walkover) -> str:
    """Why there is no declaration of it, and what it was recorded for."""
    called = "No se declaró en la convocatoria" if told.convocatoria.turn else "No hubo convocatoria registrada"
    return _ended(f"{called}; motivo: {told.reason or 'no se anotó'}")


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _sides(flow: Writer, told: Walkover) -> None:
    there = told.convocatoria
    flow.title("Quiénes fueron convocados" if there.turn else "Quiénes debían presentarse", keep=30)
    rows = []
    for side in SIDES:
        pareja, called = there.pareja_of(side), told.called(side)
        came = "; ".join(f"{name}: {_came(told, side, place)}" for place, name in called.items())
        rows.append((side, str(pareja.number if pareja else ""), called_title(pareja, called) if pareja else "", came))
    columns = [
        Column("Lado", 30),
        Column("Número", 46, "right"),
        Column("Inscripción", 190),
        Column("Quién vino", ROOM - 266),
    ]
    table(flow, columns, rows)


def _came(told: Walkover, side: str, position: int) -> str:
    if position in told.convocatoria.present(side):
        return "presente"
    return "llegada sin anotar" if told.declared is None and told.came(side) else "ausente"


def _record(flow: Writer, told: Walkover) -> None:
    flow.title("Todo lo que se anotó, con su hora y quién", keep=30)
    rows = [
        (
            f"{localtime(line.event.at):%H:%M:%S}",
            f"{line.text}{' (anulado después)' if line.annulled else ''}",
            str(line.event.by),
        )
        for line in told.convocatoria.lines
    ]
    if told.recorded and told.declared is None:
        rows.append((f"{localtime(told.recorded.at):%H:%M:%S}", told.recorded.data["sentence"], str(told.by or "")))
    if rows:
        table(flow, [Column("Hora", 56), Column("Qué", ROOM - 216), Column("Quién lo anotó", 160)], rows)
    else:
        flow.paragraph("Nada más que el resultado.", size=8.5)


def _partner(flow: Writer, there: Convocatoria) -> None:
    """Whoever came without the partner is told the rule, which the Reglas Internacionales have in 3.a."""
    for side in SIDES:
        if there.is_alone(side):
            flow.paragraph(
                f"Del {there.number_of(side)} vino uno solo. Puede seguir únicamente con una nueva inscripción y otro "
                "compañero, con un número nuevo, si el Director lo admite y queda un lugar libre.",
                size=8.5,
            )


def _signatures(flow: Flow, told: Walkover) -> None:
    flow.title(SIGNED, keep=SIGNATURE)
    signing = _signers(told)
    top, width = flow.take(SIGNATURE), (ROOM - BETWEEN * (len(signing) - 1)) / len(signing)
    for index, who in enumerate(signing):
        x = LEFT + (width + BETWEEN) * index
        flow.page.rule(x, top - 50, width)
        flow.page.text(x, top - 60, width, who, size=8, align="center")


def _signers(told: Walkover) -> tuple[str, ...]:
    present = [told.convocatoria.number_of(side) for side in told.present]
    last = f"Por quien se presentó ({' y '.join(map(str, present))})" if present else "Un testigo"
    return "Juez", "Director del Campeonato", "Mesa de Control", last


def _named(told: Walkover, side: str) -> str:
    pareja = told.convocatoria.pareja_of(side)
    return f"{pareja.number} · {called_title(pareja, told.called(side))}" if pareja else ""
