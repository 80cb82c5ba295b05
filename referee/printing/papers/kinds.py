"""Every kind of document that can be printed: what it is called, what it is asked by, in which formats there is it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import IO, Final, Literal

from referee.printing.attached import pdf_with_file
from referee.printing.layout.documents import papers_pages
from referee.printing.page import Page
from referee.printing.papers import forms
from referee.printing.pdf import pdf_write
from referee.selectors.championship_chain import CHAIN_FILE, championship_chain
from referee.selectors.papers import acta, blank, cards, certificates, hall, people, press, stages
from referee.selectors.papers.values import Asked, Paper, Paragraph, paper

Taken = Literal["stage", "round", "day", "table", "juez", "pareja", "partida", "appeal", "everybody", "numbers"]
Group = Literal["Partidas", "Salón", "Competencia", "Personas", "Después"]
BOTH: Final = ("a4", "a5")
NO_CHAMPION: Final = "Todavía no hay campeón: cuando termine la última etapa se podrán imprimir"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of document, in the championship as a whole or narrowed by what it `takes` of `Where`.

    Most are built as `papers`, which are a page too, and of those with `tables` a spreadsheet. A form of its own draws its
    `pages`; then its `papers` are the page alone, or `shown` is the address of a page that shows the same. `whole` is the file
    of what is more than its pages where it stands alone. `action` is what one must be allowed to do. `fields` are what it has of each
    person, besides the heads of its tables; one without `papers` says `whom` it names, players or accounts.
    """

    key: str
    name: str
    group: Group
    takes: tuple[Taken, ...] = ()
    action: str = "print"
    sizes: tuple[str, ...] = BOTH
    papers: Callable[[Asked], Iterable[Paper]] | None = None
    tables: bool = True
    pages: Callable[[Asked, str], Iterator[Page]] | None = None
    whole: Callable[[Asked, str], bytes | None] | None = None
    shown: Callable[[Asked], str] | None = None
    nothing: str = "Todavía no hay nada que imprimir."
    fields: tuple[str, ...] = ("nombre",)
    whom: tuple[Literal["player", "account"], ...] = ()

    @property
    def formats(self) -> tuple[str, ...]:
        """The endings of its addresses."""
        tables = ("xlsx", "csv") if self.papers is not None and self.tables else ()
        return ("pdf", "html", *tables)


def kind_size(kind: Kind, size: str) -> str:
    """The nearest size that the kind has."""
    return size if size in kind.sizes else kind.sizes[0]


def kind_papers(kind: Kind, asked: Asked) -> Iterable[Paper]:
    """The documents of a kind that has them as values; one that says so where there is nothing."""
    found = False
    for each in kind.papers(asked) if kind.papers else ():
        found = True
        yield each
    if not found:
        yield paper(asked, kind.name, [Paragraph(kind.nothing)])


def kind_pages(kind: Kind, asked: Asked, size: str = "a4") -> Iterator[Page]:
    """The pages of what is asked for, one by one, on the nearest size that the kind has."""
    size = kind_size(kind, size)
    if kind.pages is None:
        yield from papers_pages(kind_papers(kind, asked), size)
        return
    found = False
    for page in kind.pages(asked, size):
        found = True
        yield page
    if not found:
        yield from papers_pages(kind_papers(kind, asked), size if size in BOTH else BOTH[0])


def kind_write(file: IO[bytes], kind: Kind, asked: Asked, size: str = "a4") -> None:
    """Write them as one PDF, a page at a time; the same data at the same hour give the same bytes."""
    whole = kind.whole(asked, kind_size(kind, size)) if kind.whole else None
    if whole is not None:
        file.write(whole)
    else:
        pdf_write(file, kind_pages(kind, asked, size), title=f"{kind.name} · {asked.championship}")


def final_acta_whole(asked: Asked, size: str) -> bytes:
    """The final acta with the heads that it prints attached, so that whoever has it can have them checked."""
    chain, printed = championship_chain(asked.championship), BytesIO()
    papers = acta.final_acta_papers(asked, chain)
    pdf_write(printed, papers_pages(papers, size), title=f"Acta final del campeonato · {asked.championship}")
    return pdf_with_file(printed.getvalue(), CHAIN_FILE, json.dumps(chain.as_json()).encode())


_ALL: Final = (
    Kind(
        "planillas",
        "Planillas de Juego",
        "Partidas",
        ("stage", "round", "partida"),
        papers=forms.planilla_papers,
        fields=("nombre", "firma"),
        tables=False,
        pages=forms.planilla_forms,
        nothing="Todavía no hay Planillas selladas.",
    ),
    Kind(
        "planillas-en-blanco",
        "Planillas en blanco",
        "Partidas",
        ("stage", "round", "partida"),
        papers=blank.blank_papers,
        tables=False,
        pages=forms.blank_forms,
        nothing="Ahora no hay partidas por jugar con sus dos lados definidos.",
    ),
    Kind(
        "planilla-vacia",
        "Planilla vacía, para cualquier partida",
        "Partidas",
        papers=blank.empty_papers,
        tables=False,
        pages=forms.empty_form,
    ),
    Kind(
        "acta-wo",
        "Acta de W.O.",
        "Partidas",
        ("stage", "round", "partida"),
        papers=forms.walkover_papers,
        tables=False,
        pages=forms.walkover_forms,
        nothing="Todavía no se ha declarado ningún W.O.",
    ),
    Kind(
        "resolucion",
        "Resolución de una apelación",
        "Partidas",
        ("appeal",),
        action="appeals.see",
        fields=("nombre", "fundamento", "fallo"),
        whom=("player",),
        pages=forms.resolution_forms,
        shown=forms.appeals_shown,
        nothing="Todavía no hay apelaciones resueltas.",
    ),
    Kind(
        "convocatoria",
        "Convocatoria",
        "Salón",
        ("stage", "round", "day"),
        papers=hall.callup_papers,
    ),
    Kind("horario-dia", "Horario por día", "Salón", ("stage", "round", "day"), papers=hall.day_papers),
    Kind("horario-mesa", "Horario por mesa", "Salón", ("day", "table"), papers=hall.table_papers),
    Kind("horario-juez", "Horario por Juez", "Salón", ("day", "juez"), papers=hall.juez_papers),
    Kind(
        "tarjetas-mesa",
        "Tarjetas de mesa con QR",
        "Salón",
        ("table",),
        action="devices.edit",
        papers=hall.table_card_papers,
        tables=False,
    ),
    Kind(
        "acta-sorteo",
        "Acta del sorteo",
        "Competencia",
        ("stage",),
        whom=("player",),
        pages=forms.draw_forms,
        whole=forms.draw_whole,
        shown=forms.draw_shown,
        nothing="Todavía no hay sorteos publicados.",
    ),
    Kind(
        "llave",
        "Llave para la pared, en varias hojas",
        "Competencia",
        ("stage",),
        sizes=("a4", "a3", "a5"),
        whom=("player",),
        pages=forms.bracket_forms,
        shown=forms.bracket_shown,
        nothing="Todavía no hay etapas publicadas.",
    ),
    Kind("series", "Hojas de serie con resultados", "Competencia", ("stage",), papers=stages.series_papers),
    Kind(
        "series-en-blanco", "Hojas de serie para llenar", "Competencia", ("stage",), papers=stages.blank_series_papers
    ),
    Kind("posiciones", "Posiciones y desempates", "Competencia", ("stage",), papers=stages.standings_papers),
    Kind(
        "reglas",
        "Reglas para leer en voz alta",
        "Competencia",
        pages=forms.rule_forms,
        shown=forms.rules_shown,
    ),
    Kind(
        "neutralidad",
        "Informe de neutralidad",
        "Después",
        action="floor.edit",
        fields=("nombre", "club", "partidas que juzgó"),
        whom=("account",),
        pages=forms.neutrality_forms,
        shown=forms.neutrality_shown,
    ),
    Kind(
        "lista-presencia",
        "Lista de presencia",
        "Personas",
        ("day", "everybody", "numbers"),
        action="presence.edit",
        papers=people.check_in_papers,
    ),
    Kind("prensa", "Resultados del día para la prensa", "Después", ("day",), papers=press.press_papers),
    Kind(
        "acta-final",
        "Acta final del campeonato",
        "Después",
        papers=acta.final_acta_papers,
        whole=final_acta_whole,
    ),
    Kind(
        "certificado-campeon",
        "Certificados del campeón",
        "Después",
        papers=certificates.champion_papers,
        tables=False,
        nothing=f"{NO_CHAMPION} sus certificados.",
    ),
    Kind(
        "certificado-finalistas",
        "Certificados de los finalistas",
        "Después",
        papers=certificates.finalist_papers,
        tables=False,
        nothing=f"{NO_CHAMPION} los del segundo y del tercer puesto.",
    ),
    Kind(
        "certificado-participacion",
        "Certificados de participación",
        "Después",
        ("pareja", "numbers"),
        papers=certificates.participation_papers,
        tables=False,
        nothing="Todavía no hay nadie inscrito a quien dar un certificado.",
    ),
    Kind(
        "certificado-juez",
        "Certificados de los jueces",
        "Después",
        ("juez",),
        papers=certificates.juez_certificate_papers,
        tables=False,
        nothing="Todavía no hay jueces en este campeonato. Nómbrelos en «Equipo».",
    ),
    Kind(
        "certificado-zapatero",
        "Diplomas de Zapatero",
        "Después",
        ("day",),
        papers=certificates.zapatero_papers,
        tables=False,
        nothing="Todavía no hay zapateros: nadie perdió una chica con menos puntos de los que pide el reglamento.",
    ),
    Kind(
        "credenciales",
        "Credenciales",
        "Personas",
        ("numbers",),
        action="presence.edit",
        papers=cards.credential_papers,
        tables=False,
        pages=forms.credential_forms,
        nothing="Todavía no hay nadie inscrito.",
    ),
    Kind(
        "enlaces",
        "Enlaces privados, para recortar",
        "Personas",
        ("numbers",),
        action="presence.edit",
        papers=cards.slip_papers,
        fields=("nombre", "dirección de su página privada"),
        tables=False,
        pages=forms.slip_forms,
        nothing="Todavía no hay páginas privadas abiertas.",
    ),
)
KINDS: Final[Mapping[str, Kind]] = {kind.key: kind for kind in _ALL}
