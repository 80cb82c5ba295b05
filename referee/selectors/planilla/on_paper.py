"""What of a version was written by hand: who brought it into the log, and what the columns and the log have no place for."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.timezone import localtime

from referee.models import Mesa, Transcription
from referee.selectors.planilla.paper_ending import PaperEnding, ending_of
from referee.selectors.planilla.sheet import DataLine

TICKED: Final = {True: "marcada por el Juez en el papel", False: "sin marcar en el papel", None: "no consta"}


def transcription_of(mesa: Mesa, version: int) -> Transcription | None:
    """That of this version, or of the one that it amends."""
    made = (planilla for planilla in mesa.planillas.all() if planilla.version <= version)
    return next((each for planilla in made if (each := getattr(planilla, "transcription", None))), None)


def ending_on(paper: Transcription | None) -> PaperEnding:
    return ending_of(paper.ending if paper else {})


def transcribed_told(paper: Transcription | None) -> str:
    """Who brought it from the paper into the log."""
    if paper is None or paper.confirmed_at is None:
        return ""
    told = (
        f"la digitó {paper.typed_by}, la confirmó {paper.confirmed_by}, {localtime(paper.confirmed_at):%d/%m/%Y %H:%M}"
    )
    if paper.base_seq == paper.last_seq:
        return f"Firmas transcritas del papel: {told}."
    since = f" desde la jugada {paper.base_seq + 1}" if paper.base_seq else ""
    return f"Transcrita del papel{since}: {told}."


def written_on(paper: Transcription | None, datas: Sequence[DataLine]) -> tuple[str, ...]:
    """Its words as they stand there: beside the rows, why it ended, and what was to be said besides the points."""
    return tuple(_written(paper, datas)) if paper else ()


def _written(paper: Transcription, datas: Sequence[DataLine]) -> Iterable[str]:
    whole = paper.base_seq in (0, paper.last_seq)  # then the rows are those of the Planilla, from its first
    for number, row in enumerate(paper.rows, 1):
        if row["note"]:
            data = datas[number - 1] if whole and number <= len(datas) else None
            place = f" (chica {data.chica}, data {data.data})" if data else ""
            yield f"Escrito en el papel, fila {number}{place}: «{row['note']}»"
    ending = ending_on(paper)
    if ending.reason_apart:
        yield f"Escrito en el papel, motivo del final: «{ending.reason_apart}»"
    if ending.remarks:
        yield f"Escrito en el papel: «{ending.remarks}»"
