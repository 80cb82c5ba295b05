"""The act of a W.O. on paper: who was called when and by whom, who came, who decided, and who signs it."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.timezone import localtime

from brackets.models import Pareja
from brackets.selectors.callups import ORDINALS, SIDES, Convocatoria, hour
from referee.printing.flow import Column, Flow, table
from referee.printing.page import LEFT, RIGHT, ROOM, TOP, Code, Page
from referee.printing.pdf import pdf_bytes
from referee.printing.type import wrapped

QR: Final = 72.0
SIGNATURE: Final = 70.0
HOUR: Final = "%d/%m/%Y %H:%M:%S"


@dataclass(frozen=True, slots=True)
class WalkoverPaper:
    """A convocatoria that ended in a W.O.; `url` is the public page of the partida."""

    convocatoria: Convocatoria
    round_name: str
    url: str


def walkover_pdf_bytes(paper: WalkoverPaper) -> bytes:
    """The act as PDF; the same record gives the same bytes."""
    there = paper.convocatoria
    return pdf_bytes(walkover_pages(paper), title=f"Acta de W.O. · {there.championship} · {there.fixture}")


def walkover_pages(paper: WalkoverPaper) -> list[Page]:
    """Lay it out: what was decided first, the record that it rests on below."""
    flow = Flow(partial(_open, paper))
    _decided(flow, paper.convocatoria)
    _sides(flow, paper.convocatoria)
    _record(flow, paper.convocatoria)
    _partner(flow, paper.convocatoria)
    _signatures(flow, paper.convocatoria)
    for number, page in enumerate(flow.pages, 1):
        page.rule(LEFT, 42, ROOM)
        page.text(
            LEFT,
            33,
            ROOM - 90,
            f"{paper.convocatoria.championship} · Acta de W.O. · {paper.convocatoria.fixture}",
            size=7,
        )
        page.text(RIGHT - 86, 33, 86, f"Página {number} de {len(flow.pages)}", size=8, bold=True, align="right")
    return flow.pages


def _open(paper: WalkoverPaper, page: Page, *, first: bool) -> float:
    there = paper.convocatoria
    championship, fixture = there.championship, there.fixture
    if not first:
        page.text(LEFT, TOP - 9, 160, "ACTA DE W.O.", size=9, bold=True)
        page.text(LEFT + 160, TOP - 9, ROOM - 160, f"{championship} · {fixture}", size=8, align="right")
        page.rule(LEFT, TOP - 14, ROOM, thick=True)
        return TOP - 18
    room, y = ROOM - QR - 12, TOP - 9
    page.text(LEFT, y, room, " · ".join(filter(None, (championship.organiser, championship.place))), size=8)
    for line in wrapped(str(championship), size=13, room=room, bold=True, most=2):
        y -= 15
        page.text(LEFT, y, room, line, size=13, bold=True)
    page.text(LEFT, y - 20, room, "ACTA DE W.O.", size=16, bold=True)
    where = [str(fixture), paper.round_name, str(fixture.table or ""), f"Juez: {fixture.juez}" if fixture.juez else ""]
    page.text(LEFT, y - 32, room, " · ".join(filter(None, where)), size=9)
    page.codes.append(Code(paper.url, RIGHT - QR, TOP - QR + 2, QR))
    return min(y - 38, TOP - QR - 2)


def _decided(flow: Flow, there: Convocatoria) -> None:
    event, championship, possible = there.walkover, there.championship, there.walkover_from
    flow.title("Lo que se decidió", article="Art. 3.a", keep=40)
    if event is None:
        return
    flow.paragraph(f"{there.said(event)}. Lo declaró {event.by} el {localtime(event.at):{HOUR}}.", size=10, bold=True)
    winner = there.fixture.winner
    flow.paragraph(f"Gana {_named(winner)}." if winner else "No gana nadie.", size=10)
    if possible:
        flow.paragraph(
            f"En este campeonato se espera {championship.grace_minutes} minutos desde la {ORDINALS[championship.walkover_call]} "
            f"llamada: el W.O. era posible desde las {hour(possible)}. El reglamento dice que se convoca (3.a), no cuánto "
            "se espera: eso lo fija el organizador. El reloj no decide nada: lo decide quien figura arriba.",
            size=8.5,
        )


def _sides(flow: Flow, there: Convocatoria) -> None:
    flow.title("Quiénes fueron convocados", keep=30)
    rows = []
    for side in SIDES:
        pareja = there.fixture.pareja_a if side == "A" else there.fixture.pareja_b
        came = there.present(side)
        names = list(pareja.players.all()) if pareja else []
        told = [f"{player.name}: {'presente' if player.position in came else 'ausente'}" for player in names]
        rows.append((side, str(pareja.number if pareja else ""), pareja.title if pareja else "", "; ".join(told)))
    columns = [
        Column("Lado", 30),
        Column("Número", 46, "right"),
        Column("Inscripción", 190),
        Column("Quién vino", ROOM - 266),
    ]
    table(flow, columns, rows)


def _record(flow: Flow, there: Convocatoria) -> None:
    flow.title("Todo lo que se anotó, con su hora y quién", keep=30)
    rows = [
        (
            f"{localtime(line.event.at):%H:%M:%S}",
            f"{line.text}{' (anulado después)' if line.annulled else ''}",
            str(line.event.by),
        )
        for line in there.lines
    ]
    table(flow, [Column("Hora", 56), Column("Qué", ROOM - 216), Column("Quién lo anotó", 160)], rows)


def _partner(flow: Flow, there: Convocatoria) -> None:
    """Whoever came without the partner is told the rule, which the Reglas Internacionales have in 3.a."""
    for side in SIDES:
        if there.is_alone(side):
            flow.paragraph(
                f"Del {there.number_of(side)} vino uno solo. Puede seguir únicamente con una nueva inscripción y otro "
                "compañero, con un número nuevo, si el Director lo admite y queda un lugar libre.",
                size=8.5,
            )


def _signatures(flow: Flow, there: Convocatoria) -> None:
    flow.title("Firmas", keep=SIGNATURE)
    present = [there.number_of(side) for side in SIDES if there.present(side)]
    last = f"Por quien se presentó ({' y '.join(map(str, present))})" if present else "Un testigo"
    top, width = flow.take(SIGNATURE), (ROOM - 24) / 3
    for index, who in enumerate(("Juez", "Mesa de Control", last)):
        x = LEFT + (width + 12) * index
        flow.page.rule(x, top - 50, width)
        flow.page.text(x, top - 60, width, who, size=8, align="center")


def _named(pareja: Pareja) -> str:
    return f"{pareja.number} · {pareja.title}"
