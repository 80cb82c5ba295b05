"""The acta of a draw on paper: with what it was drawn, what came out, how to repeat it, and who saw it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final

from django.utils.timezone import localtime

from brackets.draw.acta_seal import title_of
from brackets.draw.commitment import secret_of
from brackets.draw.formats import from_data
from brackets.draw.protections import ATTRIBUTES, Terms
from brackets.draw.sources import SOURCES
from brackets.models import Championship, Stage
from brackets.selectors.acta_text import ACTA_NAME
from brackets.selectors.draw_acta import acta_file, acta_of
from brackets.selectors.draw_changes import Later, changes_since
from brackets.selectors.draw_lines import Group, Named, drawn_by_number, groups_of, parejas_by_number
from brackets.selectors.draw_review import Kept, unkept_of
from brackets.selectors.draws import criteria_of, drawn_lines, terms_of
from brackets.selectors.draws_made import draws_told
from referee.printing.attached import pdf_with_file
from referee.printing.draw_acta_rounds import rounds_printed
from referee.printing.flow import Column, Flow, table
from referee.printing.page import LEFT, RIGHT, ROOM, TOP, Code, Page
from referee.printing.pdf import pdf_bytes
from referee.printing.type import wrapped

QR: Final = 72.0
SIGNATURE: Final = 64.0
SIGN: Final = ("Director del campeonato", "Primer testigo", "Segundo testigo")
HOUR: Final = "%d/%m/%Y %H:%M"
ATTACHED: Final = (
    f"manage.py verificar_sorteo acta.pdf. Este PDF lleva adjunto el archivo del acta, {ACTA_NAME}, que también se puede "
    "verificar solo."
)
ELSEWHERE: Final = (
    "baje de esa página el archivo del acta y escriba manage.py verificar_sorteo y el nombre del archivo."
)


@dataclass(frozen=True, slots=True)
class ActaPaper:
    """What is printed; `url` is where the acta's file is and where anybody verifies it."""

    championship: Championship
    stage: Stage
    terms: Terms
    acta: Mapping[str, Any]
    groups: Sequence[Group]
    unkept: Sequence[Kept]
    later: Sequence[Later]
    url: str


def acta_paper(stage: Stage, championship: Championship, url: str) -> ActaPaper:
    """What is printed of a drawn stage; `url` without its query, which names the stage."""
    there = parejas_by_number(stage)
    parejas: dict[int, Named] = {**there, **drawn_by_number(stage)}  # who entered late has the name of today
    return ActaPaper(
        championship=championship,
        stage=stage,
        terms=terms_of(stage),
        acta=acta_of(stage),
        groups=groups_of(stage, parejas, drawn_lines(stage)),
        unkept=unkept_of(stage, parejas),
        later=changes_since(stage, there),
        url=f"{url}?etapa={stage.number}",
    )


def acta_pdf(paper: ActaPaper, size: str = "a4") -> bytes:
    """The acta as PDF with its file attached; the same draw gives the same bytes."""
    pages = acta_pages(paper, size, has_file=True)
    printed = pdf_bytes(pages, title=f"Acta del sorteo · {paper.championship} · {paper.stage}")
    return pdf_with_file(printed, ACTA_NAME, acta_file(paper.acta).encode())


def acta_pages(paper: ActaPaper, size: str = "a4", *, has_file: bool = False) -> list[Page]:
    """Lay it out section by section. `has_file`: the PDF that it becomes has the acta's file attached."""
    flow = Flow(partial(_open, paper), size=size)
    _how(flow, paper)
    _result(flow, paper)
    _earlier(flow, paper)
    rounds_printed(flow, paper.acta)
    _entrants(flow, paper)
    _later(flow, paper)
    _repeat(flow, paper, has_file=has_file)
    _signatures(flow, paper)
    return flow.closed(f"{paper.championship} · Acta del sorteo · {paper.stage}")


def _open(paper: ActaPaper, page: Page, *, first: bool) -> float:
    if not first:
        page.text(LEFT, TOP - 9, 160, "ACTA DEL SORTEO", size=9, bold=True)
        page.text(LEFT + 160, TOP - 9, ROOM - 160, f"{paper.championship} · {paper.stage}", size=8, align="right")
        page.rule(LEFT, TOP - 14, ROOM, thick=True)
        return TOP - 18
    room, y = ROOM - QR - 12, TOP
    where = f"{paper.championship.place} · {paper.championship.starts_on:%d/%m/%Y}"
    for line in wrapped(" · ".join(filter(None, (paper.championship.organiser, where))), size=8, room=room, most=4):
        y -= 9
        page.text(LEFT, y, room, line, size=8)
    for line in wrapped(str(paper.championship), size=13, room=room, bold=True, most=2):
        y -= 15
        page.text(LEFT, y, room, line, size=13, bold=True)
    page.text(LEFT, y - 20, room, "ACTA DEL SORTEO", size=16, bold=True)
    page.text(LEFT, y - 32, room, f"{paper.stage} · sorteo número {paper.stage.draw_number}", size=9)
    page.codes.append(Code(paper.url, RIGHT - QR, TOP - QR + 2, QR))
    return min(y - 38, TOP - QR - 2)


def _how(flow: Flow, paper: ActaPaper) -> None:
    stage, promised = paper.stage, paper.acta["compromiso"]
    flow.title("Con qué se sorteó")
    told = [
        f"Formato: {from_data(stage.format).label}. Entraron {len(stage.entrants)}.",
        f"Procedimiento: «{stage.procedure}», descrito en docs/sorteo.md.",
        "Protecciones: " + ("; ".join(paper.terms.told) or "ninguna") + ".",
    ]
    if criteria := criteria_of(stage):
        told.append(f"Desempates de la tabla: {', '.join(criteria).lower()}.")
    if stage.drawn_at and stage.published_at:
        told.append(
            f"Hecho el {localtime(stage.drawn_at):{HOUR}} y publicado el {localtime(stage.published_at):{HOUR}}."
        )
    if promised:
        told += [
            f"Compromiso publicado antes (SHA-256): {promised['sha256']}",
            f"Secreto comprometido: {secret_of(promised['documento'])}",
            f"De dónde sale la semilla pública: {SOURCES[promised['fuente']['tipo']]}.",
            f"Semilla pública, como salió después: {promised['semilla_publica']}",
            *_origin(promised["prueba"], paper.acta),
        ]
    for text in told:
        flow.paragraph(text, size=9, gap=1)
    flow.paragraph(f"Semilla del sorteo: {stage.lots_seed}", size=9, bold=True)
    made = {each["compromiso"]: each["numero"] for each in paper.acta["sorteos_anteriores"]}
    for each in paper.acta["compromisos_anulados"]:
        number = made.get(each["sha256"])
        what = f"Compromiso del sorteo {number}, que ya no vale" if number else "Compromiso anulado"
        flow.paragraph(f"{what}: {each['sha256']}. Motivo: {each['motivo']}", size=8)


def _origin(proof: Mapping[str, Any], acta: Mapping[str, Any]) -> Iterator[str]:
    """Who saw the public seed fall, or whose shares it comes from and whose are not in it."""
    if "aportes" not in proof:
        yield f"Testigos: {', '.join(proof.get('testigos', ()))}"
    if "cerrado" in proof:
        yield f"Las promesas de aportes se cerraron el {localtime(datetime.fromisoformat(proof['cerrado'])):{HOUR}}."
    names = {each["numero"]: title_of(each) for each in acta["inscritas"]}
    for each in proof.get("aportes", ()):
        shown = f"aporte {each['aporte']}" if each["aporte"] else "no mostró su aporte a tiempo y quedó sin él"
        yield f"{each['pareja']} · {names.get(each['pareja'], '')}: prometió {each['promesa']}; {shown}."


def _result(flow: Flow, paper: ActaPaper) -> None:
    flow.title("Lo que salió", keep=40)
    rows = [
        (group.title, str(line.number), _who(line.pareja), _who(line.drawn) if line.is_exchanged else "")
        for group in paper.groups
        for line in group.lines
    ]
    columns = [Column("", 92), Column("Lugar", 40, "right"), Column("Inscripción", ROOM - 132)]
    if any(drawn for *_, drawn in rows):
        columns[2:] = [Column("Inscripción", ROOM - 272), Column("Salió en el sorteo", 140)]
    table(flow, columns, [row[: len(columns)] for row in rows])
    flow.title("Intercambios a mano", keep=12)
    for each in paper.acta["intercambios"]:
        told = f"La {each['a']} con la {each['b']}: {each['motivo']} ({each['por']}, {_hour(each['hecho'])})."
        flow.paragraph(told, size=8, gap=1)
    if not paper.acta["intercambios"]:
        flow.paragraph("Ninguno.", size=8)
    flow.title("Protecciones que no se pudieron cumplir", keep=12)
    for kept in paper.unkept:
        flow.paragraph(f"{kept.what}: {kept.a} y {kept.b}, {kept.where}.", size=8, gap=1)
    if not paper.unkept:
        flow.paragraph("Ninguna." if paper.terms.kept else "No se protegió nada.", size=8)


def _earlier(flow: Flow, paper: ActaPaper) -> None:
    """All draws of the stage that were made before this one, and those of stages that are not public; of the first that it is the only one."""
    flow.title("Todos los sorteos de esta etapa", keep=12)
    for each in draws_told(paper.acta):
        told = [f"Sorteo {each.number}, del {localtime(each.at):{HOUR}}, hecho por {each.by}. Semilla: {each.seed}."]
        told += [f"Semilla pública: {each.public_seed}."] if each.public_seed else []
        told += [each.end, *(f"Estuvo publicado desde el {localtime(hour):{HOUR}}." for hour in each.published)]
        told += [f"Motivo: {each.why}"] if each.why else []
        flow.paragraph(" ".join(told), size=8, gap=1)
    for each in paper.acta["sorteos_de_otras_etapas"]:
        flow.paragraph(
            f"Sorteo {each['numero']} de la etapa {each['etapa']}, que no es pública, del {_hour(each['hecho'])}, hecho por {each['por']}. "
            f"Semilla: {each['semilla']}. Semilla pública: {each['semilla_publica']}.",
            size=8,
            gap=1,
        )
    number = paper.acta["sorteo"]["numero"]
    is_only = number == 1 and not paper.acta["sorteos_de_otras_etapas"]
    flow.paragraph(
        f"Sorteo {number}: {'el de esta acta, el único que se hizo' if is_only else 'el de esta acta'}.", size=8
    )


def _entrants(flow: Flow, paper: ActaPaper) -> None:
    """Exactly as they were compared, so that they can be typed again."""
    flow.title("Quiénes entraron, como los comparó el sorteo", keep=30)
    rows = [
        (str(each["numero"]), str(each["cabeza"] or ""), each["club"], "; ".join(_marks(each)), _called(each))
        for each in paper.acta["inscritas"]
    ]
    columns = [
        Column("Número", 42, "right"),
        Column("Cabeza", 42, "right"),
        Column("Club", 120),
        Column("Otros datos protegidos", 130),
        Column("Nombre", ROOM - 334),
    ]
    table(flow, columns, rows)


def _later(flow: Flow, paper: ActaPaper) -> None:
    """The changes of parejas since the draw, and who entered since; nothing without any."""
    if not paper.later:
        return
    flow.title("Lo que cambió después del sorteo", keep=12)
    for each in paper.later:
        hour = f"{localtime(each.at):{HOUR}}: " if each.at else ""
        flow.paragraph(f"{hour}{each.sentence}", size=8, gap=1)


def _called(entrant: Mapping[str, Any]) -> str:
    """The name of a pareja and those of its players, as they were drawn."""
    players = title_of({**entrant, "nombre": ""})
    return f"{entrant['nombre']}: {players}" if entrant["nombre"] else players


def _repeat(flow: Flow, paper: ActaPaper, *, has_file: bool) -> None:
    """Bound with other documents it says where the file is, since it cannot carry it."""
    flow.title("Cómo repetirlo", keep=60)
    file = sha256(acta_file(paper.acta).encode()).hexdigest()
    told = [
        f"Con un teléfono: {paper.url} (el código QR). «Verificar ahora» lo repite; ahí está también el archivo del acta.",
        f"Huella del sorteo, que no cambia más: {paper.stage.drawn_digest}",
        f"Con otra computadora: {ATTACHED if has_file else ELSEWHERE} SHA-256 del archivo: {file}",
        "A mano: docs/sorteo.md dice cada paso; todo el azar son huellas SHA-256 de la semilla, por ejemplo "
        f"printf '{paper.stage.lots_seed}|parejas|0' | sha256sum",
    ]
    if paper.acta["compromiso"]:
        told.append("La semilla del sorteo es: printf '%s' 'SECRETO|SEMILLA PÚBLICA' | sha256sum")
    for text in told:
        flow.paragraph(text, size=8.5, gap=2)


def _signatures(flow: Flow, paper: ActaPaper) -> None:
    """With what they sign, since they may come to stand on a page of their own."""
    flow.title("Firmas", keep=SIGNATURE + 12)
    flow.paragraph(f"Del sorteo de huella {paper.stage.drawn_digest}", size=8.5, gap=2)
    top, width = flow.take(SIGNATURE), (ROOM - 24) / 3
    proof = (paper.acta["compromiso"] or {}).get("prueba") or {}
    names = ("", *proof.get("testigos", ()))
    for index, (who, name) in enumerate(zip_longest(SIGN, names, fillvalue="")):
        x = LEFT + (width + 12) * index
        flow.page.rule(x, top - 40, width)
        flow.page.text(x, top - 50, width, who, size=8, align="center")
        flow.page.text(x, top - 60, width, name, size=8, align="center")


def _who(pareja: object) -> str:
    return "Pase libre" if pareja is None else str(pareja)


def _hour(iso: str) -> str:
    return f"{localtime(datetime.fromisoformat(iso)):{HOUR}}"


def _marks(entry: Mapping[str, Any]) -> list[str]:
    return [f"{name}: {entry[name]}" for name in ATTRIBUTES if name != "club" and entry.get(name)]
