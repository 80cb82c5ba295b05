"""The resolution of an appeal on paper, for the Director to sign: what was asked, what he ruled, what it changed (17)."""

from typing import Final

from django.utils.timezone import localtime

from brackets.models import Championship
from brackets.selectors.wording import listed, said
from referee.printing.flow import Column, Flow, table
from referee.printing.page import LEFT, ROOM, TOP, Page
from referee.printing.pdf import pdf_bytes
from referee.printing.type import wrapped
from referee.rules import ledger
from referee.selectors.appeals import AppealTold, appeal_article
from referee.selectors.folding import state_of
from referee.selectors.resolution_words import NOTHING, changed, moved_told, ruling_told, stood, unchanged_told

HOUR: Final = "%d/%m/%Y %H:%M:%S"
SIGNATURE: Final = 50.0
NAME: Final = 7.5
LEADING: Final = 9.5


def resolution_pdf(told: AppealTold) -> bytes:
    """The resolution as PDF; the same appeal gives the same bytes."""
    title = f"Resolución de la apelación {told.appeal.number} · {told.appeal.championship}"
    return pdf_bytes(resolution_pages(told), title=title)


def resolution_pages(told: AppealTold, size: str = "a4") -> list[Page]:
    """Lay it out section by section."""
    appeal = told.appeal
    name = f"Resolución de la apelación {appeal.number}"

    def opened(page: Page, *, first: bool) -> float:
        return _open(appeal.championship, name, page, first=first)

    flow = Flow(opened, size=size)
    _asked(flow, told)
    _qualified(flow, told)
    if told.ruling is not None:
        _ruled(flow, told)
    _signatures(flow, told)
    return flow.closed(f"{appeal.championship} · {name}")


def _open(championship: Championship, name: str, page: Page, *, first: bool) -> float:
    if not first:
        page.text(LEFT, TOP - 9, ROOM, name.upper(), size=9, bold=True)
        page.rule(LEFT, TOP - 14, ROOM, thick=True)
        return TOP - 18
    y = TOP - 9
    where = f"{championship.place} · {championship.starts_on:%d/%m/%Y}"
    for line in wrapped(" · ".join(filter(None, (championship.organiser, where))), size=8, room=ROOM):
        page.text(LEFT, y, ROOM, line, size=8)
        y -= 10
    y += 10
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
    label = next((row.label for row in ledger(state_of(appeal.mesa)) if row.number == appeal.jugada), "")
    table_ = f", {fixture.table}" if fixture.table else ""
    for text in (
        f"{fixture.stage}, {fixture.name}{table_}: {appeal.mesa.pareja_a} (A) contra {appeal.mesa.pareja_b} (B)."
        + (f" Juez: {fixture.juez}." if fixture.juez else ""),
        f"Apela {said(players, 'la pareja')} {appeal.pareja}. "
        f"{'Firman' if len(appeal.signatures) > 1 else 'Firma'}: {listed(each['name'] for each in appeal.signatures)}.",
        f"{appeal.get_about_display()} {appeal.jugada} de la bitácora{f' ({label})' if label else ''}.",
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
    flow.paragraph(
        f"{word} por {done.by}, Director del Campeonato, el {localtime(done.at):{HOUR}}.",
        size=9,
        bold=True,
    )
    flow.paragraph(done.reason, size=9)


def _ruled(flow: Flow, told: AppealTold) -> None:
    ruling = told.ruling
    if ruling is None:
        return
    appeal, mesa = told.appeal, told.appeal.mesa
    flow.title("Fallo, final e inapelable", keep=40)
    resolved = ruling_told(ruling, mesa, appeal.championship.players_per_pareja)
    flow.paragraph(f"{resolved}.", size=11, bold=True)
    flow.paragraph(ruling.grounds, size=9)
    flow.paragraph(f"Dictado por {ruling.by} el {localtime(ruling.at):{HOUR}}.", size=9)
    flow.title("Lo que cambió", keep=40)
    if rows := changed(stood(ruling.before, mesa), stood(ruling.after, mesa)):
        columns = (Column("", 120), Column("Antes", (ROOM - 120) / 2), Column("Después", (ROOM - 120) / 2))
        table(flow, columns, rows)
    else:
        flow.paragraph(unchanged_told(ruling, NOTHING), size=9)
    for text in moved_told(ruling.after.get("moved", {})):
        flow.paragraph(text, size=9)
    flow.title("Cómo se cumple en la bitácora", keep=30)
    if ruling.jugadas:
        labels = {row.number: row.label for row in ledger(state_of(mesa))}
        written = [(str(number), labels.get(number, ""), line) for number, line in ruling.jugadas]
        table(flow, (Column("Jugada", 50, "right"), Column("Qué es", 150), Column("Anotación", ROOM - 200)), written)
    else:
        flow.paragraph("No se anota ninguna jugada.", size=9)
    version = f" Planilla versión {ruling.version}." if ruling.version else ""
    flow.paragraph(f"Bitácora hasta la jugada {ruling.head_seq}, huella {ruling.head_hash}.{version}", size=8)


def _signatures(flow: Flow, told: AppealTold) -> None:
    width = ROOM / 2
    by = told.ruling.by if told.ruling else told.qualification.by if told.qualification else ""
    signing = [
        (label, wrapped(name, size=NAME, room=width - 12))
        for label, name in (
            ("Director del Campeonato", str(by)),
            ("Notificado: quien apeló", str(told.appeal.pareja)),
        )
    ]
    height = SIGNATURE + LEADING * max(len(lines) for _, lines in signing)
    flow.need(height + 10)
    top = flow.take(height)
    for place, (label, lines) in enumerate(signing):
        x = LEFT + width * place + 6
        flow.page.rule(x, top - 36, width - 12)
        flow.page.text(x, top - 46, width - 12, label, size=8, align="center")
        for index, line in enumerate(lines, 1):
            flow.page.text(x, top - 46 - LEADING * index, width - 12, line, size=NAME, align="center")
