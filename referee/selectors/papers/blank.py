"""The Planilla that is kept by hand, as a page: what is known of its partida, and the boxes for the rest."""

from collections.abc import Iterator, Sequence
from typing import Final

from referee.selectors.papers.partidas import partidas_asked
from referee.selectors.papers.values import (
    TICK,
    Asked,
    Block,
    Column,
    Paper,
    Paragraph,
    Signatures,
    Table,
    paper,
)
from referee.selectors.papers.values import Heading as Title
from referee.selectors.planilla import by_hand
from referee.selectors.planilla.blank import blank_sheets, empty_sheet
from referee.selectors.planilla.sheet import LABELS, BlankSheet, Heading, ParejaBlock

DATAS: Final = 17
"""Room for datas: the two faces of the paper have as much."""
ALONE: Final = 1


def blank_fixtures(asked: Asked) -> list[int]:
    """The partidas with both sides that are still to be played, in the order of the competition; one asked for by itself in any case."""
    both = partidas_asked(asked).filter(pareja_a__isnull=False, pareja_b__isnull=False)
    if asked.where.partida is None:
        both = both.filter(how="")
    return list(both.order_by("stage__number", "round", "position").values_list("pk", flat=True))


def blank_papers(asked: Asked) -> Iterator[Paper]:
    """One for each of these partidas."""
    for sheet in blank_sheets(blank_fixtures(asked), base_url=asked.base_url):
        yield _paper(asked, sheet)


def empty_papers(asked: Asked) -> Iterator[Paper]:
    """One for whatever partida."""
    yield _paper(asked, empty_sheet(asked.championship))


def _paper(asked: Asked, sheet: BlankSheet) -> Paper:
    heading = sheet.heading
    place = heading.places.signatures
    blocks: list[Block] = [
        partida_table(heading, by_hand.ON_PAPER),
        Paragraph(by_hand.rules_told(heading)),
        *(pareja_table(heading, side, pareja) for side, pareja in zip("AB", sheet.parejas, strict=True)),
        Table((TICK, Column("Antes de empezar", 3), Column(by_hand.STARTED, 1, fill="line")), (("", by_hand.identified(heading), ""),)),
        Title("Sorteo de la data", heading.places.sorteo),
        _empty(by_hand.sorteo_boxes(heading), by_hand.sorteos(heading)),
        Title("Datas", " · ".join(filter(None, ("puntos por causa", heading.places.datas)))),
        _datas(),
        Title(by_hand.INCIDENTS, heading.places.incidents),
        _empty(("Data", "Qué pasó"), by_hand.INCIDENT_LINES, weights=(1, 9)),
        *_closing(heading),
        *delivery_blocks(heading),
        *appeal_blocks(heading),
    ]  # fmt: skip
    form = f"Cuarenta · {place} del Reglamento" if place else "Cuarenta"
    return paper(asked, "Planilla de Juego", blocks, subtitle=form, url=sheet.page_url, wide=True)


def partida_table(heading: Heading, version: str) -> Table:
    """Which partida; what is not known is left to be written."""
    known = (
        ("Ronda", heading.round),
        ("Partida", heading.partida),
        ("Mesa", heading.table),
        ("Juez", heading.juez),
        ("Fecha", heading.day),
        ("Versión", version),
    )
    columns = tuple(Column(label, 1, fill="" if value else "line", bold=True) for label, value in known)
    return Table(columns, (tuple(value for _, value in known),), tall=True)


def pareja_table(heading: Heading, side: str, pareja: ParejaBlock | None) -> Table:
    """Its players by the keys of the notation; who is not known is written, and his representative ticked."""
    alone = heading.players == ALONE
    told = (
        " · ".join(filter(None, (str(pareja.number), pareja.title, pareja.club)))
        if pareja
        else f"n.º ________ {by_hand.unnamed(heading)} ________________"
    )
    keys = [f"{side}{number}" for number in range(1, heading.players + 1)]
    names = [seat.name for seat in pareja.players] if pareja else []
    names += [""] * (len(keys) - len(names))
    mark = () if alone else (Column("Representante", align="center", fill="" if pareja else "tick"),)
    marks = [() if alone else (_mark(pareja, number),) for number in range(len(keys))]
    columns = (Column("", bold=True), Column("Nombre", 4, fill="" if pareja else "line"), *mark)
    rows = tuple((key, name, *marked) for key, name, marked in zip(keys, names, marks, strict=True))
    return Table(columns, rows, title=f"{side} · {heading.who} {told}", tall=pareja is None)


def _mark(pareja: ParejaBlock | None, number: int) -> str:
    if pareja is None:
        return ""
    return "sí" if number < len(pareja.players) and pareja.players[number].representative else "—"


def _empty(labels: Sequence[str], rows: int, *, weights: Sequence[float] = ()) -> Table:
    """Boxes below these labels, to be written into."""
    each = weights or [1.0] * len(labels)
    columns = tuple(Column(label, weight, fill="line") for label, weight in zip(labels, each, strict=True))
    return Table(columns, (("",) * len(labels),) * rows, tall=True)


def _datas() -> Table:
    """Two lines a data, one for each side."""
    before = ("Chica", "Data", "Reparte")
    after = ("Cartas", "En la mesa", "Retiradas", *LABELS.values(), "Puntos")
    columns = (
        *(Column(label, fill="line") for label in before),
        Column("Lado", bold=True, align="center"),
        *(Column(label, 1, fill="line") for label in after),
    )
    lines = tuple((*("" for _ in before), side, *("" for _ in after)) for side in "AB")
    return Table(columns, lines * DATAS, tall=True)


def _closing(heading: Heading) -> list[Block]:
    chicas = [f"Chica {number}" for number in range(1, heading.chicas + 1)]
    causes = tuple(("", cause) for cause in by_hand.endings(heading))
    return [
        Title("Resultado y firmas", heading.places.result),
        _empty(chicas, 1),
        Table((TICK, Column(by_hand.winner_line(heading), 1)), causes),
        Signatures(tuple((f"{who} · nombre y hora", "") for _, who in by_hand.signers(heading))),
        Table((TICK, Column(f"Firma {by_hand.PROTESTED}", 1)), tuple(("", who) for _, who in by_hand.signers(heading)[:2])),
    ]  # fmt: skip


def delivery_blocks(heading: Heading) -> list[Block]:
    """Room for whoever receives it."""
    lines = tuple((label, "") for label in by_hand.DELIVERED)
    return [Title(by_hand.DELIVERY, heading.places.signatures), Signatures(lines)]


def appeal_blocks(heading: Heading) -> list[Block]:
    """Room for an appeal and for what the Director decides on it."""
    signed, at = by_hand.RULED
    decided = tuple(("", told) for told in by_hand.ADMITTED)
    return [
        Title(by_hand.APPEAL, heading.places.appeal),
        _empty((by_hand.appeal_by(heading),), 2),
        Signatures(tuple((label, "") for label in (*by_hand.appellants(heading), by_hand.APPEALED_AT) if label)),
        Table((TICK, Column(by_hand.DIRECTOR, 1)), decided),
        _empty((by_hand.RULING,), 2),
        Signatures(((signed, ""), (at, ""))),
    ]
