"""Of the final acta: what the Director ruled and resolved, and the sanctions that are final."""

from typing import Final

from django.utils.timezone import localtime

from brackets.selectors.bracket import part_of
from referee.selectors.appeals import AppealTold, appeals_of, told_of
from referee.selectors.conduct import final_of, offence
from referee.selectors.consultas import in_force, precedents_of
from referee.selectors.papers.partidas import pareja_told
from referee.selectors.papers.values import Asked, Block, Heading, Paragraph
from referee.selectors.resolution_words import ruling_told

HOUR: Final = "%d/%m/%Y %H:%M"


def law_blocks(asked: Asked) -> list[Block]:
    """What the Director ruled, what he resolved, and the incidents that are final; of those nothing but what the public reads."""
    blocks: list[Block] = [Heading("Fallos sobre apelaciones")]
    over = [told for told in told_of(appeals_of(asked.championship)) if not told.waits]
    blocks += [Paragraph(_ruled(told, asked.players)) for told in over] or [Paragraph("Ninguno.")]
    blocks.append(Heading("Precedentes: lo que el reglamento no decía"))
    precedents = in_force(precedents_of(asked.championship))
    for each in sorted(precedents, key=lambda told: told.consulta.number):
        place = f" ({each.place.article})" if each.place else ""
        answer = each.end.text if each.end else ""
        blocks.append(
            Paragraph(f"Consulta {each.consulta.number}{place}: {each.consulta.question} Resolución: {answer}")
        )
    blocks += [] if precedents else [Paragraph("Ninguno.")]
    blocks.append(Heading("Sanciones firmes"))
    final = final_of(asked.championship)
    blocks += [
        Paragraph(f"{localtime(each.at):%d/%m/%Y}: {pareja_told(each.pareja)}. {offence(each)}.")
        for each in reversed(final)
    ]
    return blocks if final else [*blocks, Paragraph("Ninguna.")]


def _ruled(told: AppealTold, players: int) -> str:
    appeal = told.appeal
    fixture = appeal.mesa.fixture
    asked = f"Apelación {appeal.number}, {fixture.name}, {part_of(fixture).lower()}: de {pareja_told(appeal.pareja)}."
    if told.ruling is None:
        return f"{asked} Rechazada: {told.qualification.reason if told.qualification else ''}"
    measure = ruling_told(told.ruling, appeal.mesa, players)
    version = f" Planilla versión {told.ruling.version}." if told.ruling.version else ""
    return f"{asked} {measure}. {told.ruling.grounds} ({told.ruling.by}, {localtime(told.ruling.at):{HOUR}}).{version}"
