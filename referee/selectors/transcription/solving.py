"""From the columns of a row to jugadas: which ones, judged and folded by the rules, come to what the paper says.

No rule is written here: every jugada is tried with `decide`, and what it pays is what the fold pays. The paper does
not say in which order things happened, nor when the second five were dealt; of all orders that the rules accept, the
first that comes to the paper's points is taken.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from referee.rules import (
    ENDS_DATA,
    RANKS,
    REPARTOS,
    SIDES,
    Ajusta,
    Arranche,
    Conteo,
    JuegoYVeo,
    Jugada,
    Levante,
    MalPedido,
    MalReparto,
    MesaState,
    Reparto,
    RepiteData,
    Ronda,
    RuleViolation,
    apply,
    decide,
    ledger,
    side_of,
)
from referee.selectors.planilla.game import CAUSE_OF, points_by_cause
from referee.selectors.planilla.sheet import CAUSES, Pair
from referee.selectors.transcription.form import MISDEALT, NOTHING, REPEATED, PaperRow
from referee.selectors.transcription.tries import Tries

MOST_WITHDRAWN: Final = 9  # by one `arranche`: what is forgotten of one escalera
RULED: Final = "Consta en la Planilla de papel"
AWARDS: Final = ("caida", "limpia", "caida-limpia", "ronda", "doble-ronda", "juego-y-veo", "sanciones", "fallos")
LEVANTE_WORDS: Final = {
    cause: tuple(word for word, column in CAUSE_OF.items() if column == cause)
    for cause in ("caida", "limpia", "caida-limpia")
}
WORDS_OF_DEALS: Final = {number: word for word, number in REPARTOS.items()}


@dataclass(frozen=True, slots=True)
class Solved:
    """The jugadas of a row and the state they lead to; `refusal` is what the rules said to what could not be placed.

    `exact`: all of it was placed, and comes to the score of the paper.
    """

    state: MesaState
    jugadas: tuple[Jugada, ...]
    refusal: RuleViolation | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True)
class _Node:
    state: MesaState
    rest: Mapping[str, Pair]
    jugadas: tuple[Jugada, ...] = ()
    rondas: tuple[str, ...] = ()
    closed: bool = False  # counted, misdealt or dealt again: the data is over
    exact: bool = False

    @property
    def missing(self) -> int:
        return sum(abs(a) + abs(b) for a, b in self.rest.values())

    @property
    def key(self) -> object:
        p = self.state.position
        return (tuple(self.rest.values()), p.points, p.reparto, p.data, p.withdrawn, len(p.lifts), len(p.rondas))


def solve(state: MesaState, row: PaperRow, tries: Tries, *, closed_by_ruling: bool = False) -> Solved:
    """What happened in the data of `row`, after `state`; as much of it as the rules let be, if not all.

    Points that a ruling gave are put before the others, as if the chica was won in play, or after them if it was `closed_by_ruling`.
    """
    written = {cause: row.of(cause) for cause in (*AWARDS, MISDEALT)}
    if row.annulled == REPEATED:
        columns = [
            row.of(cause) for cause in CAUSES
        ]  # what the data brought is taken back in one of them: rulings are left
        written["fallos"] = sum(a for a, _ in columns), sum(b for _, b in columns)
    start = _Node(state, written, rondas=row.rondas)
    search = _Search(row, tries, closed_by_ruling=closed_by_ruling)
    search.run(start)
    found = search.found
    if found is None:  # perhaps somebody wrote only what was lacking to 40
        lenient = _Search(row, tries, closed_by_ruling=closed_by_ruling, lacking=True)
        lenient.run(start)
        found = lenient.found or search.fallback or lenient.fallback
    if found is not None:
        return Solved(found.state, found.jugadas, exact=found.exact)
    return search.forced(search.best or start)


class _Search:
    """Depth first, the usual order of things first; what leads to the same place is looked at once."""

    def __init__(self, row: PaperRow, tries: Tries, *, closed_by_ruling: bool, lacking: bool = False) -> None:
        self.row = row
        self.closed_by_ruling = closed_by_ruling
        self.tries, self.most, self.tried = tries, tries.allowed, 0
        self.lacking = lacking
        self.seen: set[object] = set()
        self.found: _Node | None = None
        self.fallback: _Node | None = None  # all is placed, but the score is another
        self.best: _Node | None = None

    @property
    def _is_over(self) -> bool:
        return self.found is not None or self.tried >= self.most

    def run(self, start: _Node) -> None:
        self.visit(start)
        self.tries.spend(self.tried)

    def visit(self, node: _Node) -> None:
        if self.found is not None or node.key in self.seen:
            return
        self.seen.add(node.key)
        if self.best is None or node.missing < self.best.missing:
            self.best = node
        if self._all_placed(node):
            self._keep(node)
            return
        for jugada in self._next(node):
            if self._is_over:
                return
            self.tried += 1
            after = _tried(node, jugada, lacking=self.lacking)
            if after is not None:
                self.visit(after)

    def forced(self, node: _Node) -> Solved:
        """The cards, or the end of the data, on what could be placed; and why something could not."""
        refusal = next((refused for jugada in self._awards(node) if (refused := _refused(node.state, jugada))), None)
        state, jugadas = node.state, node.jugadas
        for _ in range(2 + len(REPARTOS) + 5):
            jugada = None if node.closed else next(self._closing(node), None)
            if jugada is None:
                break
            refused = _refused(state, jugada)
            if refused:
                return Solved(state, jugadas, refused)
            state, jugadas = apply(state, jugada), (*jugadas, jugada)
            node = replace(node, state=state, jugadas=jugadas, closed=isinstance(jugada, ENDS_DATA))
        return Solved(state, jugadas, refusal)

    def _all_placed(self, node: _Node) -> bool:
        return node.missing == 0 and (node.closed or not self._closes)

    @property
    def _closes(self) -> bool:
        return self.row.cards is not None or bool(self.row.annulled) or self.row.of(MISDEALT) != NOTHING

    def _keep(self, node: _Node) -> None:
        target = node.state.reglamento.match_target_points
        points = node.state.position.points
        if all(min(own, target) == min(paper, target) for own, paper in zip(points, self.row.score, strict=True)):
            self.found = replace(node, exact=True)
        elif self.fallback is None:
            self.fallback = node

    def _next(self, node: _Node) -> Iterator[Jugada]:
        if node.closed:
            return
        yield from self._awards(node)
        if all(node.rest[cause] == NOTHING for cause in AWARDS):
            yield from self._closing(node)
        else:
            yield from _next_deal(node.state)

    def _awards(self, node: _Node) -> Iterator[Jugada]:
        rulings = [
            Ajusta(side, points, self.row.note or RULED)
            for side, points in zip(SIDES, node.rest["fallos"], strict=True)
            if points
        ]
        # Were points that a ruling gave the ones that reach forty, there would be no zapatería.
        first = [each for each in rulings if each.points > 0 and not self.closed_by_ruling]
        yield from first
        yield from _rewards(node)
        if node.rest["juego-y-veo"] != NOTHING:
            yield from _protests(node)
        if node.rest["sanciones"] != NOTHING:
            yield from (MalPedido(side) for side in SIDES)
        yield from (each for each in rulings if each not in first)

    def _closing(self, node: _Node) -> Iterator[Jugada]:
        """What ends the data; before the count, the cards that were withdrawn and the deals."""
        if node.rest.get(MISDEALT, NOTHING) != NOTHING or self.row.annulled == MISDEALT:
            yield MalReparto()
        elif self.row.annulled == REPEATED:
            if node.state.position.fresh:  # nothing was scored in it, but it was played
                yield from _next_deal(node.state)
            yield RepiteData(self.row.note or RULED, node.state.position.data)
        elif self.row.cards is not None:
            left = self.row.withdrawn - node.state.position.withdrawn
            if left > 0:
                yield Arranche(min(left, MOST_WITHDRAWN))
                return
            yield from self._count(node)

    def _count(self, node: _Node) -> Iterator[Jugada]:
        a, b = self.row.cards or NOTHING
        count = Conteo(a, b, self.row.table or 0, self.row.of("falla") != NOTHING)
        refused = _refused(node.state, count)
        deal = next(_next_deal(node.state), None)
        if refused is not None and refused.code == "falta-reparto" and deal is not None:
            yield deal
        else:
            yield count


def _tried(node: _Node, jugada: Jugada, *, lacking: bool) -> _Node | None:
    """What follows; None where the rules refuse it, or it pays what the paper does not say."""
    if _refused(node.state, jugada) is not None:
        return None
    after = apply(node.state, jugada)
    paid = points_by_cause(ledger(after, node.state)[-1])
    rest = dict(node.rest)
    for cause, points in paid.items():
        if cause in rest:
            left = tuple(
                _left(owed, own, closes=lacking and after.position.closer == side)
                for side, (owed, own) in enumerate(zip(rest[cause], points, strict=True))
            )
            if None in left:
                return None
            rest[cause] = left[0] or 0, left[1] or 0
    closed = isinstance(jugada, ENDS_DATA)
    following = replace(
        node, state=after, rest=rest, jugadas=(*node.jugadas, jugada), closed=closed,
        rondas=node.rondas[1:] if isinstance(jugada, Ronda) else node.rondas,
    )  # fmt: skip
    if closed:
        following = replace(following, rest={**rest, MISDEALT: NOTHING})
    moves = isinstance(jugada, Reparto | Arranche) or closed
    return following if moves or following.missing < node.missing else None


def _left(owed: int, paid: int, *, closes: bool) -> int | None:
    """What the paper still has to be explained; None where this pays what it does not say."""
    if paid == 0:
        return owed
    if owed * paid < 0 or owed == 0:
        return None
    if abs(paid) <= abs(owed):
        return owed - paid
    return 0 if closes else None  # people write what was lacking to 40


def _rewards(node: _Node) -> Iterator[Jugada]:
    """What may still be lacking of the rondas, which come first in a deal, and of the levantes."""
    for cause in ("ronda", "doble-ronda"):
        for side in _owed(node, cause):
            yield Ronda(cause, side, _rank(node))
    for cause, words in LEVANTE_WORDS.items():
        for side in _owed(node, cause):
            yield from (Levante(word, side) for word in words)


def _owed(node: _Node, cause: str) -> list[str]:
    return [side for side, points in zip(SIDES, node.rest[cause], strict=True) if points > 0]


def _rank(node: _Node) -> str:
    """As written, else the first that may still be."""
    if node.rondas:
        return node.rondas[0]
    gone = {ronda.rank for ronda in node.state.position.rondas}
    return next(rank for rank in RANKS if rank not in gone)


def _protests(node: _Node) -> Iterator[Jugada]:
    """What explains most of the column first: a levante whose points were taken back, then one that had none."""
    for caller in SIDES:
        for lift in node.state.position.lifts:
            if side_of(lift.subject) != side_of(caller) and not lift.taken_back:
                yield JuegoYVeo(caller, upheld=True, number=lift.number)
    yield from (JuegoYVeo(caller, upheld=True) for caller in SIDES)
    yield from (JuegoYVeo(caller, upheld=False) for caller in SIDES)


def _next_deal(state: MesaState) -> Iterator[Jugada]:
    word = WORDS_OF_DEALS.get(state.position.reparto + 1)
    if word is not None and _refused(state, Reparto(word)) is None:
        yield Reparto(word)


def _refused(state: MesaState, jugada: Jugada) -> RuleViolation | None:
    try:
        decide(state, jugada)
    except RuleViolation as refused:
        return refused.with_traceback(None)
    return None
