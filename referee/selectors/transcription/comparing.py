"""The paper beside the log of the tablet: data by data, and how it ended."""

from collections.abc import Iterable, Sequence

from referee.rules import SIDES, MesaState, ledger, outcome
from referee.selectors.planilla.game import datas_of
from referee.selectors.planilla.paper_ending import PaperEnding
from referee.selectors.planilla.sheet import CAUSES, LABELS, DataLine, Pair
from referee.selectors.transcription.checking import Difference
from referee.selectors.transcription.form import COUNTED, MISDEALT, NOTHING, PaperRow
from referee.selectors.transcription.reading import REASONS

NOT_COUNTED = "sin contar"
Compared = tuple[str, str, str]  # what, on the paper, in the log


def beside(rows: Sequence[PaperRow], ending: PaperEnding, tablet: MesaState) -> tuple[Difference, ...]:
    """Where the paper does not say what the log says; what the paper leaves out of the count is not compared."""
    lines = datas_of(tablet, ledger(tablet))
    found: list[Difference] = []
    for number, (row, line) in enumerate(zip(rows, lines, strict=False), 1):
        where = f"Fila {number} (chica {line.chica}, data {line.data})"
        found += _row(where, row, line, target=tablet.reglamento.match_target_points)
    if len(rows) != len(lines):
        found.append(Difference("Datas", "Cuántas hay", str(len(rows)), str(len(lines))))
    return (*found, *_ending(ending, tablet))


def _row(where: str, row: PaperRow, line: DataLine, *, target: int) -> Iterable[Difference]:
    for what, paper, log in (*_counts(row, line), *_causes(row, line), *_scores(row, line, target)):
        if paper != log:
            yield Difference(where, what, paper, log)


def _counts(row: PaperRow, line: DataLine) -> Iterable[Compared]:
    annulled = bool(row.annulled) or row.of(MISDEALT) != NOTHING
    yield "Reparte", row.dealer or line.dealer, line.dealer
    yield "Data anulada", "sí" if annulled else "no", "sí" if line.annulled else "no"
    for side, name in enumerate(SIDES):
        yield f"Cartas de {name}", _cards(row.cards, side), _cards(line.cards, side)
    if row.cards and line.cards:
        yield "En la mesa", str(row.table or 0), str(line.table or 0)
        yield "Retiradas", str(row.withdrawn), str(line.withdrawn or 0)


def _causes(row: PaperRow, line: DataLine) -> Iterable[Compared]:
    for cause, points in zip(CAUSES, line.points, strict=True):
        paper = row.of(cause)
        if cause not in COUNTED or paper != NOTHING:
            for side, name in enumerate(SIDES):
                yield f"{LABELS[cause]} de {name}", str(paper[side]), str(points[side])


def _scores(row: PaperRow, line: DataLine, target: int) -> Iterable[Compared]:
    for side, name in enumerate(SIDES):
        yield f"Puntos de {name}", str(min(row.score[side], target)), str(line.score[side])


def _ending(ending: PaperEnding, tablet: MesaState) -> Iterable[Difference]:
    ended = outcome(tablet)
    log = (ended.winner, ended.reason) if ended else ("", "")
    if (ending.winner, ending.cause) != log:
        yield Difference("Final", "Resultado", told(ending.winner, ending.cause), told(*log))


def told(winner: str, cause: str) -> str:
    return f"gana {winner} {REASONS[cause]}" if winner else "no ha terminado"


def _cards(cards: Pair | None, side: int) -> str:
    return NOT_COUNTED if cards is None else str(cards[side])
