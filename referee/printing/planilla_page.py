"""A kept Planilla de Juego as a page: all that its paper says, block by block, with the ink of a signature told in words."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from referee.printing.appeal import APPEALED, against_told, draw_resolutions, proven_told, text_told
from referee.printing.closing import INK_ON_PAPER, absent_told, answer_told, chica_told, draw_standing, explained
from referee.printing.datas import NONE, proclaimed, signed, worth
from referee.printing.flow import Writer, digest_told
from referee.printing.incidents import draw_incidents
from referee.printing.parejas import draw_identification, draw_sorteo
from referee.printing.planilla import caption_of, delivered_told, mark_of, version_told
from referee.printing.written import Written
from referee.selectors.papers.blank import appeal_blocks, delivery_blocks, pareja_table, partida_table
from referee.selectors.papers.values import Asked, Block, Column, Heading, Paper, Paragraph, Table, paper
from referee.selectors.planilla import by_hand
from referee.selectors.planilla.sheet import LABELS, DataLine, PlanillaSheet, SignatureBlock

NOTHING: Final = "—"
VOID: Final = "nula"
BEFORE: Final = ("Chica", "Data", "Reparte")
CARDS: Final = ("Cartas", "En la mesa", "Retiradas")
SIGNED: Final = (Column("Quién"), Column("Nombre", bold=True), Column("Respuesta"), Column("Cómo firmó"))


def planilla_document(asked: Asked, sheet: PlanillaSheet) -> Paper:
    """In the order of the paper; nothing that is not on it, and so no cédula."""
    heading = sheet.heading
    mark = mark_of(sheet)
    blocks: list[Block] = [
        *([Paragraph(mark, strong=True)] if mark else []),
        partida_table(heading, version_told(sheet)),
        Paragraph(by_hand.rules_told(heading)),
        *(pareja_table(heading, pareja.side, pareja) for pareja in sheet.parejas),
        *_before(sheet),
        *_datas(sheet),
        *_told(draw_incidents, sheet),
        *_closing(sheet),
        *_delivery(sheet),
        *_appeals(sheet),
        *appeal_blocks(heading),
        Paragraph(caption_of(sheet)),
        Paragraph(digest_told(sheet.digest)),
        *([Paragraph(sheet.log)] if sheet.log else []),
    ]
    place = heading.places.signatures
    form = f"Cuarenta · {place} del Reglamento" if place else "Cuarenta"
    return paper(asked, "Planilla de Juego", blocks, subtitle=form, url=sheet.verify_url, wide=True)


def _before(sheet: PlanillaSheet) -> list[Block]:
    written = Written()
    draw_identification(written, sheet.heading, seats=sheet.seats, identified=sheet.identified, began=sheet.began)
    draw_sorteo(written, sheet.heading, sheet.draws)
    return written.blocks


def _datas(sheet: PlanillaSheet) -> Iterator[Block]:
    """A table a chica, each closed by what was proclaimed."""
    yield Heading("Datas", worth(sheet.heading))
    if not sheet.datas:
        yield Paragraph(NONE)
    closed = {chica.number: chica for chica in sheet.chicas}
    heads = (*BEFORE, "Lado", *CARDS, *LABELS.values(), "Puntos")
    columns = tuple(Column(head, align="center", bold=head in ("Lado", "Puntos")) for head in heads)
    for number, datas in groupby(sheet.datas, key=lambda data: data.chica):
        rows = tuple(_line(data, side) for data in datas for side in (0, 1))
        yield Table(columns, rows, title=f"Datas de la chica {number}")
        if number in closed:
            yield Paragraph(proclaimed(closed[number]), strong=True)


def _line(data: DataLine, side: int) -> tuple[str, ...]:
    """What one side has of a data; the cards on the table and the withdrawn ones are the data's, and stand in both of its lines."""
    cards = (NOTHING,) * len(CARDS)
    if data.annulled:
        cards = (VOID, *cards[1:])
    elif data.cards is not None:
        cards = (str(data.cards[side]), str(data.table), str(data.withdrawn))
    points = (signed(pair[side]) if pair[side] else "" for pair in data.points)
    return (str(data.chica), str(data.data or "–"), data.dealer, "AB"[side], *cards, *points, str(data.score[side]))


def _told(draw: Callable[[Writer, PlanillaSheet], None], sheet: PlanillaSheet) -> list[Block]:
    """What a part of the paper writes."""
    written = Written()
    draw(written, sheet)
    return written.blocks


def _closing(sheet: PlanillaSheet) -> Iterator[Block]:
    yield Heading("Resultado", sheet.heading.places.result)
    told = [" · ".join(chica_told(chica)) for chica in sheet.chicas]
    told += [absent_told(sheet, number) or NOTHING for number in range(len(told) + 1, sheet.heading.chicas + 1)]
    yield Table(tuple(Column(f"Chica {number}") for number in range(1, len(told) + 1)), (tuple(told),))
    yield Paragraph(sheet.result, strong=True)
    yield from _told(draw_standing, sheet)
    yield Heading("Firmas", sheet.heading.places.signatures)
    yield _signatures(sheet.signatures)
    yield from (Paragraph(text) for block in sheet.signatures for text in explained(block))
    if sheet.seal:
        yield Paragraph(sheet.seal)


def _signatures(blocks: Sequence[SignatureBlock]) -> Table:
    rows = ((block.who, block.name or NOTHING, answer_told(block) or NOTHING, _ink(block)) for block in blocks)
    return Table(SIGNED, tuple(rows))


def _appellants(blocks: Sequence[SignatureBlock]) -> Table:
    """Who appeals gives no other answer than to sign."""
    who, name, _, how = SIGNED
    return Table((who, name, how), tuple((block.who, block.name, _ink(block)) for block in blocks))


def _ink(block: SignatureBlock) -> str:
    """Where the ink is, which a page does not show."""
    if block.on_paper and block.outcome != "no-firma":
        return INK_ON_PAPER
    if not block.ink:
        return NOTHING
    return f"firmó en la tablet a las {block.at:%H:%M}" if block.at else "firmó en la tablet"


def _delivery(sheet: PlanillaSheet) -> list[Block]:
    told = delivered_told(sheet)
    if not told:
        return delivery_blocks(sheet.heading)
    return [Heading(by_hand.DELIVERY, sheet.heading.places.signatures), Paragraph(told)]


def _appeals(sheet: PlanillaSheet) -> list[Block]:
    """Each appeal with its signatures and what was resolved, then the resolutions of doubts."""
    written = Written()
    for appeal in sheet.appeals:
        written.title(APPEALED, article=sheet.heading.places.appeal)
        written.paragraph(against_told(appeal), bold=True)
        written.paragraph(text_told(appeal))
        if inked := [block for block in appeal.signatures if block.ink]:
            written.blocks.append(_appellants(inked))
        for text in filter(None, (proven_told(appeal.signatures), *appeal.resolved)):
            written.paragraph(text)
    draw_resolutions(written, sheet.resolutions)
    return written.blocks
