"""What the tablet is told about cards."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from referee.api.answers import Points
from referee.rules import RANKS, MesaState, RuleViolation, dump_jugada, label_of, preview
from referee.rules.bridge import capture_json, lift_json
from referee.rules.naipes import Capture, LiftVerdict, captures
from referee.rules.naipes.card_lines import CardEvent, Devuelve, Tira, Toma, dump_card_line, recorded
from referee.rules.naipes.card_table import CardTable
from referee.rules.naipes.deck import EQUALS
from referee.rules.previewing import estado_of
from referee.selectors.naipes import Cards, Implied


class CaptureAnswer(Struct, kw_only=True):
    """Cards that may be lifted: those that are equal or add up, the escalera after them, and if that is a limpia."""

    kind: str
    cards: list[str]
    escalera: list[str]
    limpia: bool


class FindingAnswer(Struct, kw_only=True):
    """A sentence for people; `code` is stable."""

    code: str
    message: str
    article: str


class LiftAnswer(Struct, kw_only=True):
    """`jugada`: the word of the notation for what the levante earns. `others`: what could be lifted besides."""

    right: bool
    caida: bool
    limpia: bool
    jugada: str | None
    returned: list[str]
    forgotten: list[str]
    others: list[CaptureAnswer]
    findings: list[FindingAnswer]


msgspec.json.Decoder(LiftAnswer)  # looked into by the one thread that imports, as in `bodies`


class CardKey(Struct, kw_only=True):
    """A card that may be thrown next: how many of it are still out, and what it could lift, most cards first."""

    rank: str
    left: int
    captures: list[CaptureAnswer]


class CardRowAnswer(Struct, kw_only=True):
    seq: int
    notation: str


class AskAnswer(Struct, kw_only=True):
    """What the log makes implausible of a jugada, and the line that says that it is right."""

    text: str
    line: str


class ProposalAnswer(Struct, kw_only=True):
    """A jugada that the last card comes to. `seq`: its row of the log, once it is there. `problem`: why not now. `ask`: what to ask first."""

    line: str
    label: str
    text: str
    subject: str | None
    points: Points | None
    closes: bool
    seq: int | None
    problem: FindingAnswer | None
    ask: AskAnswer | None = None


class Piles(Struct, kw_only=True):
    A: int
    B: int


class CardsAnswer(Struct, kw_only=True):
    """A data card by card. `seq`: rows of the whole mesa; `log_seq`: jugadas of the log this is true of.

    `turn` is null before the sorteo, after the last card, and while nothing may be thrown (`estado`). `offers` are
    other lines that may be recorded now: forgotten cards somebody may take, a wrong levante given back. `findings`
    say what was wrong with the last levante; empty where nothing was.
    """

    seq: int
    log_seq: int
    estado: str
    data: int
    reparto: int
    turn: str | None
    thrown: int
    deck: int
    table: list[str]
    piles: Piles
    withdrawn: list[str]
    keys: list[CardKey]
    rows: list[CardRowAnswer]
    proposals: list[ProposalAnswer]
    offers: list[str]
    findings: list[FindingAnswer]


def cards_answer(cards: Cards) -> CardsAnswer:
    state, table = cards.state, cards.table
    estado = estado_of(state.position)
    playing = table is not None and estado == "en-juego"
    return CardsAnswer(
        seq=cards.seq,
        log_seq=len(state.entries),
        estado=estado,
        data=state.position.data,
        reparto=table.reparto if table else 0,
        turn=table.turn if table and playing and not table.over else None,
        thrown=len(table.thrown) if table else 0,
        deck=state.reglamento.deck_cards,
        table=list(table.table) if table else [],
        piles=Piles(A=len(table.piles[0]), B=len(table.piles[1])) if table else Piles(A=0, B=0),
        withdrawn=list(table.withdrawn) if table else [],
        keys=[_key(state, table, rank) for rank in RANKS] if table else [],
        rows=[CardRowAnswer(seq=row.seq, notation=dump_card_line(row.event)) for row in cards.rows],
        proposals=[_proposal(state, implied) for implied in cards.implied],
        offers=[dump_card_line(event) for event in _offers(cards, table)] if table and playing else [],
        findings=_findings(cards.verdict) if cards.verdict and not cards.verdict.right else [],
    )


def _key(state: MesaState, table: CardTable, rank: str) -> CardKey:
    possible = captures(state.reglamento, table.table, rank)
    return CardKey(
        rank=rank, left=EQUALS - table.thrown.count(rank), captures=[capture_answer(capture) for capture in possible]
    )


def _proposal(state: MesaState, implied: Implied) -> ProposalAnswer:
    jugada = implied.jugada
    answer = ProposalAnswer(
        line=dump_jugada(jugada),
        label=label_of(state.reglamento, jugada),
        text=label_of(state.reglamento, jugada),
        subject=getattr(jugada, "subject", None),
        points=None,
        closes=False,
        seq=implied.seq,
        problem=None,
    )
    if implied.seq is None:
        try:
            shown = preview(state, jugada)
        except RuleViolation as error:
            answer.problem = FindingAnswer(code=error.code, message=error.message, article=error.article)
        else:
            answer.text, answer.closes = shown.text, shown.closes
            answer.points = Points(A=shown.points[0], B=shown.points[1])
            answer.ask = AskAnswer(text=shown.ask.text, line=shown.ask.line) if shown.ask else None
    return answer


def _offers(cards: Cards, table: CardTable) -> Iterator[CardEvent]:
    """What else the rules let happen with the cards now."""
    last, event = table.last, cards.rows[-1].event if cards.rows else None
    if last is None:
        return
    taken: list[CardEvent] = [Toma(seat, table.forgotten) for seat in table.seats] if table.forgotten else []
    for each in taken:
        try:
            recorded(cards.state.reglamento, table, each)
        except RuleViolation:
            continue
        yield each
    if isinstance(event, Tira) and last.lift.fault:
        # With nothing right in it, the card thrown stays on the table too (5.c).
        back = last.lift.returned if last.lift.kind else (*last.lift.returned, last.card)
        yield Devuelve(last.seat, back)


def _findings(verdict: LiftVerdict) -> list[FindingAnswer]:
    return lift_answer(verdict).findings


def lift_answer(verdict: LiftVerdict) -> LiftAnswer:
    return msgspec.convert(lift_json(verdict), LiftAnswer)


def capture_answer(capture: Capture) -> CaptureAnswer:
    return msgspec.convert(capture_json(capture), CaptureAnswer)
