"""The resolution of an appeal on paper, for the Director to sign: what was asked, what he ruled, what it changed (17)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.timezone import localtime

from brackets.models import Championship
from brackets.selectors.wording import said
from referee.printing.flow import Column, Flow, table
from referee.printing.page import LEFT, RIGHT, ROOM, TOP, Page
from referee.printing.pdf import pdf_bytes
from referee.printing.type import wrapped
from referee.selectors.appeals import AppealTold, appeal_article

HOUR: Final = "%d/%m/%Y %H:%M:%S"
SIGNATURE: Final = 58.0


def resolution_pdf(told: AppealTold) -> bytes:
    """The resolution as PDF; the same appeal gives the same bytes."""
    title = f"Resolución de la apelación {told.appeal.number} · {told.appeal.championship}"
    return pdf_bytes(resolution_pages(told), title=title)


def resolution_pages(told: AppealTold) -> list[Page]:
    """Lay it out section by section."""
    appeal = told.appeal
    name = f"Resolución de la apelación {appeal.number}"

    def opened(page: Page, *, first: bool) -> float:
        return _open(appeal.championship, name, page, first=first)

    flow = Flow(opened)
    _asked(flow, told)
    _qualified(flow, told)
    if told.ruling is not None:
        _ruled(flow, told)
    _signatures(flow, told)
    for number, page in enumerate(flow.pages, 1):
        page.rule(LEFT, 42, ROOM)
        page.text(LEFT, 33, ROOM - 90, f"{appeal.championship} · {name}", size=7)
        page.text(RIGHT - 86, 33, 86, f"Página {number} de {len(flow.pages)}", size=8, bold=True, align="right")
    return flow.pages


def _open(championship: Championship, name: str, page: Page, *, first: bool) -> float:
    if not first:
        page.text(LEFT, TOP - 9, ROOM, name.upper(), size=9, bold=True)
        page.rule(LEFT, TOP - 14, ROOM, thick=True)
        return TOP - 18
    y = TOP - 9
    where = f"{championship.place} · {championship.starts_on:%d/%m/%Y}"
    page.text(LEFT, y, ROOM, " · ".join(filter(None, (championship.organiser, where))), size=8)
    for line in wrapped(str(championship), size=13, room=ROOM, bold=True, most=2):
        y -= 15
        page.text(LEFT, y, ROOM, line, size=13, bold=True)
    page.text(LEFT, y - 20, ROOM, name.upper(), size=14, bold=True)
    page.rule(LEFT, y - 28, ROOM, thick=True)
    return y - 32


def _asked(flow: Flow, told: AppealTold) -> None:
    appeal, fixture = told.appeal, told.appeal.mesa.fixture
    players = appeal.championship.players_per_pareja
    flow.title(
        "Lo que se apela", article=f"Art. {appeal_article(appeal.mesa)}" if appeal_article(appeal.mesa) else "", keep=60
    )
    table_ = f", {fixture.table}" if fixture.table else ""
    for text in (
        f"{fixture.stage}, {fixture.name}{table_}: {fixture.pareja_a} contra {fixture.pareja_b}."
        + (f" Juez: {fixture.juez}." if fixture.juez else ""),
        f"Apela {said(players, 'la pareja')} {appeal.pareja}. "
        f"Firman: {' y '.join(each['name'] for each in appeal.signatures)}.",
        f"{appeal.get_about_display()} (jugada {appeal.jugada} de la bitácora).",
        f"Decisión del Juez: {localtime(appeal.decided_at):{HOUR}}. Presentación: {localtime(appeal.filed_at):{HOUR}}. "
        f"El plazo terminaba: {localtime(told.until):{HOUR}}.",
    ):
        flow.paragraph(text, size=9)
    flow.paragraph(f"«{appeal.text}»", size=9)


def _qualified(flow: Flow, told: AppealTold) -> None:
    done = told.qualification
    if done is None:
        return
    flow.title("Calificación", keep=30)
    word = "ADMITIDA" if done.admitted else "RECHAZADA"
    flow.paragraph(f"{word} por {done.by}, Director del Campeonato, el {localtime(done.at):{HOUR}}.", size=9, bold=True)
    flow.paragraph(done.reason, size=9)


def _ruled(flow: Flow, told: AppealTold) -> None:
    ruling = told.ruling
    if ruling is None:
        return
    side = f" ({ruling.side})" if ruling.side else ""
    points = f", {ruling.points:+d} puntos" if ruling.points else ""
    flow.title("Fallo, final e inapelable", keep=40)
    flow.paragraph(f"{ruling.get_kind_display()}{side}{points}.", size=11, bold=True)
    flow.paragraph(ruling.grounds, size=9)
    flow.paragraph(f"Dictado por {ruling.by} el {localtime(ruling.at):{HOUR}}.", size=9)
    flow.title("Lo que cambió", keep=40)
    columns = (Column("", 120), Column("Antes", (ROOM - 120) / 2), Column("Después", (ROOM - 120) / 2))
    before, after = facts_of(ruling.before), facts_of(ruling.after)
    table(flow, columns, [(label, before[label], after[label]) for label in before])
    for text in moved_told(ruling.after.get("moved", {})):
        flow.paragraph(text, size=9)
    flow.title("Cómo se cumple en la bitácora", keep=30)
    if ruling.jugadas:
        rows = [(str(number), line) for number, line in ruling.jugadas]
        table(flow, (Column("Jugada", 50, "right"), Column("Anotación", ROOM - 50)), rows)
    else:
        flow.paragraph("No cambia ninguna jugada.", size=9)
    version = f" Planilla versión {ruling.version}." if ruling.version else ""
    flow.paragraph(f"Bitácora hasta la jugada {ruling.head_seq}, huella {ruling.head_hash}.{version}", size=8)


def facts_of(board: Mapping[str, Any]) -> dict[str, str]:
    """A board as it was kept, in words."""
    a, b = board["marcador"]
    chicas = "; ".join(f"{one}–{other} ({winner})" for one, other, winner in board["chicas"])
    return {
        "Estado": board["estado"].replace("-", " "),
        "Marcador A–B": f"{a}–{b}",
        "Chicas": chicas or "ninguna",
        "Gana": f"{board['ganador']} ({board['motivo']})" if board["ganador"] else "nadie todavía",
    }


def moved_told(moved: Mapping[str, Sequence[Any]]) -> list[str]:
    """What it moved in the bracket, in words."""
    told = []
    if numbers := [str(number) for number in moved.get("uncalled", ())]:
        told.append(f"Convocatorias sin efecto: partidas {', '.join(numbers)}.")
    if moved.get("fallen"):
        told.append(f"Se deshizo: {', '.join(moved['fallen'])}.")
    if numbers := [str(number) for number in moved.get("marked", ())]:
        told.append(f"Quedaron señaladas las partidas {', '.join(numbers)}.")
    return told


def _signatures(flow: Flow, told: AppealTold) -> None:
    flow.need(SIGNATURE + 10)
    top = flow.take(SIGNATURE)
    width = ROOM / 2
    by = told.ruling.by if told.ruling else told.qualification.by if told.qualification else ""
    for place, (label, name) in enumerate(
        (("Director del Campeonato", str(by)), ("Notificado: quien apeló", str(told.appeal.pareja)))
    ):
        x = LEFT + width * place
        flow.page.rule(x + 6, top - 36, width - 12)
        flow.page.text(x + 6, top - 46, width - 12, label, size=8, align="center")
        flow.page.text(x + 6, top - 56, width - 12, name, size=7.5, align="center")
