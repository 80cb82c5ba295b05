"""What the rules make of a typed Planilla, row by row, and where the paper says something else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.rules import (
    SIDES,
    Adjudica,
    Conteo,
    Exit,
    Jugada,
    LedgerRow,
    MalReparto,
    MesaState,
    NotationError,
    Proclama,
    Reanudacion,
    RuleViolation,
    Sorteo,
    apply,
    cite,
    decide,
    ledger,
    parse_jugada,
    question,
)
from referee.selectors.planilla.paper_ending import LEFT, RULED, PaperEnding
from referee.selectors.planilla.sheet import Pair
from referee.selectors.transcription.checking import (
    Difference,
    assumed_of,
    causes_differ,
    dealer_differs,
    is_left_open,
    refused_as,
)
from referee.selectors.transcription.form import MISDEALT, NOTHING, PaperDraw, PaperRow
from referee.selectors.transcription.solving import Solved, solve
from referee.selectors.transcription.tries import Tries

REASONS: Final = {
    "chicas": "por chicas",
    "zapateria": "por zapatería",
    "abandono": "por abandono",
    "descalificacion": "por descalificación",
    "mal-reparto": "por mal reparto",
    "fallo": "por fallo",
}
ZAPATERIA: Final = "zapateria"
ON_PAPER: Final = "Consta en la Planilla de papel"


@dataclass(frozen=True, slots=True)
class RowReading:
    """A row with what it became: its place in the mesa, its jugadas, the score of the rules, and what does not fit.

    `assumed`: what the log needs and the paper does not say; `asked`: implausible values not yet confirmed.
    """

    row: PaperRow
    number: int
    chica: int
    data: int
    dealer: str
    score: Pair
    jugadas: tuple[Jugada, ...]
    differences: tuple[Difference, ...]
    assumed: tuple[str, ...]
    asked: tuple[str, ...]
    closes: bool

    @property
    def place(self) -> str:
        return f"Chica {self.chica}, data {self.data}" if self.data else "Antes del sorteo"


@dataclass(frozen=True, slots=True)
class Reading:
    """The whole transcription folded on `before`; `draws` and `ending` are what did not fit there."""

    before: MesaState
    state: MesaState
    jugadas: tuple[Jugada, ...]
    rows: tuple[RowReading, ...]
    draws: tuple[Difference, ...]
    ending: tuple[Difference, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        return (*self.draws, *(each for row in self.rows for each in row.differences), *self.ending)


def read(before: MesaState, draws: Sequence[PaperDraw], rows: Sequence[PaperRow], ending: PaperEnding) -> Reading:
    """Fold what was typed after `before`: the log as it was when the paper went on from it, or its beginning."""
    fold = _Fold(before, draws, Tries(len(rows)))
    fold.deal()
    last = len(rows)
    read_rows = tuple(
        fold.row(
            row,
            number,
            open_end=number == last and ending.cause in (*LEFT, RULED, MISDEALT),
            goes_on=number < last or bool(ending.winner and ending.cause not in (ZAPATERIA, RULED)),
        )
        for number, row in enumerate(rows, 1)
    )
    ended = fold.end(ending) if ending.winner else ()
    return Reading(before, fold.state, tuple(fold.jugadas), read_rows, tuple(fold.undealt), ended)


class _Fold:
    def __init__(self, state: MesaState, draws: Sequence[PaperDraw], tries: Tries) -> None:
        self.state = state
        self.tries = tries
        self.draws = list(draws)
        self.undealt: list[Difference] = []
        self.jugadas: list[Jugada] = []
        self.paper = _score(state)  # the score that the paper had last, in this chica
        self.chica = len(state.position.chicas)

    def deal(self) -> None:
        """The sorteos that come now: at the beginning, and where the rulebook draws for each chica."""
        while self.draws and self.state.position.dealer is None:
            draw = self.draws.pop(0)
            if refused := self._add([Sorteo(draw.cards, draw.dealer or None)]):
                self.undealt.append(refused_as("Sorteo", refused))

    def row(self, row: PaperRow, number: int, *, open_end: bool, goes_on: bool) -> RowReading:
        """`goes_on`: the paper says that no zapatería ended the mesa here."""
        if self.state.position.suspended:
            self._add([Reanudacion()])
        self.tries.next_row()
        start = self._begun(row)
        if len(start.position.chicas) != self.chica:
            self.chica, self.paper = len(start.position.chicas), NOTHING
        where = f"Fila {number}"
        solved, wrong = self._solved(start, row, where)
        if goes_on and not row.lines and max(row.of("fallos")) > 0 and _ends_by_zapateria(solved.state):
            ruled = solve(start, row, self.tries, closed_by_ruling=True)
            solved = ruled if ruled.exact and not _ends_by_zapateria(ruled.state) else solved
        solved, asked = _asked(start, row, solved)
        told = ledger(solved.state, start)
        self._keep(start, solved)
        place = start.position
        score = told[-1].score if told else _score(solved.state)
        differences = [
            *wrong,
            *causes_differ(where, row, told, solved.state.reglamento),
            *self._sums(where, row, told, _score(start)),
            *dealer_differs(where, row, place.dealer or ""),
        ]
        if solved.refusal is not None:
            differences.append(refused_as(where, solved.refusal))
        elif not open_end and is_left_open(solved, row):
            message = "faltan las cartas: la data no está contada y nadie llegó a ganar la chica"
            article = cite(solved.state.reglamento.article("count.invariant"))
            differences.append(Difference(where, "Cartas", "sin cartas", message, article))
        self.paper = row.score
        return RowReading(
            row=row, number=number, chica=len(place.chicas) + 1, data=place.data, dealer=place.dealer or "",
            score=score, jugadas=solved.jugadas, differences=tuple(differences), assumed=tuple(assumed_of(row, solved)),
            asked=asked, closes=solved.state.position.closer is not None,
        )  # fmt: skip

    def end(self, ending: PaperEnding) -> tuple[Difference, ...]:
        loser = SIDES[1 - SIDES.index(ending.winner)]
        reason = ending.reason or ON_PAPER
        if self.state.position.closer is not None and ending.cause != RULED:
            self._add([Proclama()])
        refused = None
        if self.state.position.ended is None and ending.cause in LEFT:
            refused = self._add([Exit(ending.cause, loser, reason)])
        elif self.state.position.ended is None and ending.cause == MISDEALT:
            refused = self._add([MalReparto()])
        elif ending.cause == RULED and (
            self.state.position.ended is None or self.state.position.ended.winner != ending.winner
        ):
            refused = self._add([Adjudica("adjudica-mesa", ending.winner, reason)])
        if refused:
            return (refused_as("Final", refused),)
        return tuple(self._result(ending))

    def _result(self, ending: PaperEnding) -> Iterable[Difference]:
        ended, rules = self.state.position.ended, self.state.reglamento
        article = cite(rules.article("match.chicas_to_win_mesa"))
        paper = f"gana {ending.winner} {REASONS[ending.cause]}"
        if ended is None:
            won = self.state.position
            told = f"la mesa no ha terminado: chicas A {won.won(0)} – B {won.won(1)}"
            yield Difference("Final", "Resultado", paper, told, article)
        elif (ended.winner, ended.reason) != (ending.winner, ending.cause):
            told = f"gana {ended.winner} {REASONS[ended.reason]}"
            yield Difference("Final", "Resultado", paper, told, article)

    def _begun(self, row: PaperRow) -> MesaState:
        """Where the row begins: a chica that was won is proclaimed first, unless the row takes it back."""
        if self.state.position.closer is None:
            return self.state
        if any(row.of(cause) != NOTHING for cause in ("juego-y-veo", "sanciones", "fallos")):
            there = solve(self.state, row, self.tries)
            if there.exact:
                return self.state
        self._add([Proclama()])
        self.deal()
        return self.state

    def _solved(self, start: MesaState, row: PaperRow, where: str) -> tuple[Solved, list[Difference]]:
        if not row.lines:
            return solve(start, row, self.tries), []
        state, jugadas, wrong = start, [], []
        for line in row.lines:
            try:
                jugada = parse_jugada(line)
                decide(state, jugada)
            except NotationError as error:
                wrong.append(Difference(where, f"«{line}»", line, str(error.message)))
                break
            except RuleViolation as refused:
                wrong.append(replace(refused_as(where, refused), what=f"«{line}»"))
                break
            state = apply(state, jugada)
            jugadas.append(jugada)
        return Solved(state, tuple(jugadas)), wrong

    def _keep(self, start: MesaState, solved: Solved) -> None:
        self.jugadas += solved.jugadas
        self.state = solved.state

    def _add(self, jugadas: Sequence[Jugada]) -> RuleViolation | None:
        for jugada in jugadas:
            try:
                decide(self.state, jugada)
            except RuleViolation as refused:
                return refused.with_traceback(None)
            self.state = apply(self.state, jugada)
            self.jugadas.append(jugada)
        return None

    def _sums(self, where: str, row: PaperRow, told: Sequence[LedgerRow], before: Pair) -> Iterable[Difference]:
        """Whether the paper's points grew by what the rules give: a slip is told once, where it was made."""
        rules, rightly = self.state.reglamento, self.paper == before
        target, floor = rules.match_target_points, rules.match_score_floor
        after = told[-1].score if told else before
        for side, name in enumerate(SIDES):
            gave = sum(each.points[side] for each in told)
            due = after[side] if rightly else min(max(self.paper[side] + gave, 0 if floor is None else floor), target)
            if min(row.score[side], target) != due:
                article = cite(rules.article("match.target_points"))
                yield Difference(where, f"Puntos de {name}", str(row.score[side]), str(due), article)


def _asked(start: MesaState, row: PaperRow, solved: Solved) -> tuple[Solved, tuple[str, ...]]:
    """The row with its implausible jugadas confirmed, or the question about them.

    The columns do not tell the order of play, so only the count is asked about there.
    """
    state, jugadas, asked = start, [], []
    for jugada in solved.jugadas:
        found = None
        if row.lines or isinstance(jugada, Conteo):
            found = question(state.reglamento, state.seats, state.position, jugada)
        if found is not None and not row.confirmed:
            asked.append(found.text)
        jugadas.append(parse_jugada(found.line) if found is not None and row.confirmed else jugada)
        state = apply(state, jugadas[-1])
    return replace(solved, state=state, jugadas=tuple(jugadas)), tuple(asked)


def _ends_by_zapateria(state: MesaState) -> bool:
    """Whether the chica that is won here ends the mesa by a zapatería."""
    if state.position.closer is None:
        return False
    ended = apply(state, Proclama()).position.ended
    return ended is not None and ended.reason == ZAPATERIA


def _score(state: MesaState) -> Pair:
    target = state.reglamento.match_target_points
    a, b = state.position.points
    return min(a, target), min(b, target)
