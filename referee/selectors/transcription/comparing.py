"""The paper beside what the tablet has: its head, the sorteo, data by data, how it ended and who signed.

What the paper leaves empty is a difference where its form asks for it and the tablet has it: the sorteo, the tick of the
identification, a signature. Hours, reasons and words are not compared. A name is the same in any spelling of it.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import zip_longest
from typing import Final

from brackets.selectors.spelling import name_key
from referee.models import Signature
from referee.rules import SIDES, MesaState, Reglamento, card_name, ledger, outcome
from referee.selectors.planilla.game import datas_of
from referee.selectors.planilla.paper_ending import PaperEnding, Signed
from referee.selectors.planilla.sheet import CAUSES, LABELS, DataLine, Pair
from referee.selectors.transcription.checking import Difference
from referee.selectors.transcription.form import COUNTED, MISDEALT, NOTHING, PaperDraw, PaperRow
from referee.selectors.transcription.reading import REASONS
from referee.selectors.transcription.tablet import PARTIES, Kept

NOT_COUNTED: Final = "sin contar"
UNWRITTEN: Final = "nada escrito"
UNANSWERED: Final = "sin respuesta"
MARGIN: Final = timedelta(days=1)
Compared = tuple[str, str, str]  # what, on the paper, in the log


def beside(
    draws: Sequence[PaperDraw], rows: Sequence[PaperRow], ending: PaperEnding, tablet: MesaState, kept: Kept
) -> tuple[Difference, ...]:
    """Where the paper does not say what the tablet says; what the paper leaves out of the count is not compared."""
    lines = datas_of(tablet, ledger(tablet))
    found = [*_head(ending, kept), *_draws(draws, kept, tablet.reglamento)]
    for number, (row, line) in enumerate(zip(rows, lines, strict=False), 1):
        where = f"Fila {number} (chica {line.chica}, data {line.data})"
        found += _row(where, row, line, target=tablet.reglamento.match_target_points)
    if len(rows) != len(lines):
        found.append(Difference("Datas", "Cuántas hay", str(len(rows)), str(len(lines))))
    return (*found, *_ending(ending, tablet), *_signatures(ending, kept))


def _head(ending: PaperEnding, kept: Kept) -> Iterable[Difference]:
    first, last = kept.days
    day = ending.played_on
    if day is not None and not first - MARGIN <= day <= last + MARGIN:
        there = f"{first:%d/%m/%Y}" if first == last else f"{first:%d/%m/%Y} a {last:%d/%m/%Y}"
        yield Difference("Cabecera", "Fecha", f"{day:%d/%m/%Y}", there)
    if ending.identified is not None and ending.identified != kept.identified:
        paper = "marcada" if ending.identified else "sin marcar"
        yield Difference(
            "Cabecera", "Identificación de los jugadores", paper, "realizada" if kept.identified else "no consta"
        )


def _draws(draws: Sequence[PaperDraw], kept: Kept, rules: Reglamento) -> Iterable[Difference]:
    """From the last one back, which decides who deals: ties are left out more easily."""
    pairs = list(zip_longest(reversed(draws), reversed(kept.draws)))
    for number, (paper, tablet) in enumerate(reversed(pairs), 1):
        where = f"Sorteo {number}" if len(pairs) > 1 else "Sorteo"
        if paper is None or tablet is None:
            yield Difference(where, "Cartas y quién reparte", _drawn(paper, rules), _drawn(tablet, rules))
            continue
        if dict(paper.cards) != dict(tablet.cards):
            yield Difference(where, "Cartas", _drawn_cards(paper, rules), _drawn_cards(tablet, rules))
        if paper.dealer != tablet.dealer:
            yield Difference(where, "Reparte", _dealer(paper), _dealer(tablet))


def _drawn(draw: PaperDraw | None, rules: Reglamento) -> str:
    if draw is None:
        return UNWRITTEN
    who = f"reparte {draw.dealer}" if draw.dealer else _dealer(draw)
    return f"{_drawn_cards(draw, rules)}; {who}" if draw.cards else who


def _drawn_cards(draw: PaperDraw, rules: Reglamento) -> str:
    return " · ".join(f"{seat} {card_name(rules, rank)}" for seat, rank in draw.cards) or UNWRITTEN


def _dealer(draw: PaperDraw) -> str:
    return draw.dealer or ("empate" if draw.cards else "nadie")


def _signatures(ending: PaperEnding, kept: Kept) -> Iterable[Difference]:
    for party in kept.parties:
        paper, tablet = ending.signers.get(party, Signed()), kept.signed.get(party, Signed())
        named = paper.name and tablet.name and name_key(paper.name) != name_key(tablet.name)
        if paper.outcome != tablet.outcome or named:
            yield Difference("Firmas", f"Firma {PARTIES[party]}", _answer(paper), _answer(tablet))


def _answer(signed: Signed) -> str:
    if not signed.outcome:
        return UNANSWERED
    return ": ".join(filter(None, (Signature.Outcome(signed.outcome).label.lower(), signed.name)))


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
