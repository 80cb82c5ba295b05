"""What a jugada would do, said before it is recorded."""

from collections.abc import Iterable
from typing import NamedTuple

from referee.rules.counting import CountPoints, count_barred, count_points
from referee.rules.data_notion import data_named
from referee.rules.engine import apply, decide
from referee.rules.judging import sorteo_sums
from referee.rules.jugadas import Conteo, Jugada, MalReparto, Proclama, RepiteData, Sorteo
from referee.rules.labels import label_of, word_label
from referee.rules.plausibility import Question, question
from referee.rules.plural import counted
from referee.rules.reglamento import Reglamento
from referee.rules.sides import SIDES, Pair, next_seat, side_of
from referee.rules.state import MesaState, Position, shown


class Preview(NamedTuple):
    """The change of both scores, the scores as shown afterwards, whether the chica would be closed, and the question to ask first."""

    points: Pair
    score: Pair
    closes: bool
    estado: str
    text: str
    ask: Question | None = None

    def as_json(self) -> dict[str, object]:
        """The shape the API gives."""
        return {
            "points": as_sides(self.points),
            "score": as_sides(self.score),
            "closes": self.closes,
            "estado": self.estado,
            "text": self.text,
            "ask": None if self.ask is None else self.ask.as_json(),
        }


def as_sides(pair: Pair) -> dict[str, int]:
    """A pair by pareja.

    >>> as_sides((2, 0))
    {'A': 2, 'B': 0}
    """
    return {"A": pair[0], "B": pair[1]}


def estado_of(position: Position) -> str:
    """The state word of the notation."""
    if position.ended is not None:
        return "terminada"
    if position.suspended:
        return "suspendida"
    if position.closer is not None:
        return "por-proclamar"
    return "por-sortear" if position.dealer is None else "en-juego"


def preview(state: MesaState, jugada: Jugada, before: Iterable[Jugada] = ()) -> Preview:
    """What `jugada` would do once `before` is recorded; raises RuleViolation when one of them is refused."""
    for each in before:
        decide(state, each)
        state = apply(state, each)
    decide(state, jugada)
    after = apply(state, jugada).position
    return Preview(
        points=change(state.position, after),
        score=score(state, after),
        closes=after.closer is not None and state.position.closer is None,
        estado=estado_of(after),
        text=_text(state, jugada, after),
        ask=question(state.reglamento, state.seats, state.position, jugada),
    )


def change(before: Position, after: Position) -> Pair:
    """Points that moved within one chica, as awarded and not as shown."""
    if len(before.chicas) != len(after.chicas):
        return (0, 0)
    return (after.points[0] - before.points[0], after.points[1] - before.points[1])


def score(state: MesaState, position: Position) -> Pair:
    """The board of this position."""
    return (shown(position.points[0], state.reglamento), shown(position.points[1], state.reglamento))


def _text(state: MesaState, jugada: Jugada, after: Position) -> str:
    if isinstance(jugada, Conteo):
        dealer = state.position.dealer or state.seats[0]
        following = side_of(next_seat(state.seats, dealer))
        board = state.position.points
        paid = count_points(state.reglamento, (jugada.a, jugada.b), following, jugada.falla, board)
        barred = [count_barred(state.reglamento, points) for points in board]
        a, b = _pareja("A", jugada.a, paid, barred[0]), _pareja("B", jugada.b, paid, barred[1])
        return f"{a} · {b} · mesa {jugada.table}"
    if isinstance(jugada, Sorteo):
        if not jugada.cards:
            return f"reparte {jugada.dealer}"
        sums = sorteo_sums(state.reglamento, jugada)
        who = "empate: se repite" if jugada.dealer is None else f"reparte {jugada.dealer}"
        return f"A suma {sums[0]} · B suma {sums[1]} · {who}"
    if isinstance(jugada, Proclama):
        return _proclaimed(state.reglamento, after)
    if isinstance(jugada, RepiteData):
        return _repeated(state, jugada, after)
    if isinstance(jugada, MalReparto) and after.dealer is not None and not after.ended:
        return f"{word_label(state.reglamento, jugada.word)}: la data {state.position.data} se anula · reparte {after.dealer}"
    return label_of(state.reglamento, jugada)


def _repeated(state: MesaState, jugada: RepiteData, after: Position) -> str:
    """The repeated data, what happens to its points, and the dealer."""
    number, before = data_named(state.position, jugada), state.position
    ended = number < before.data
    last = len(after.starts)
    moved = [f"{side} {points:+d}" for side, points in zip(SIDES, change(before, after), strict=True) if points]
    board = score(state, after)
    facts = [
        f"Se repite la data {number}, ya contada" if ended else f"Se repite la data {number}",
        f"se anulan las siguientes, hasta la {last}" if number < last else "",
        f"sus puntos se quitan: {', '.join(moved)}" if moved else "no hay puntos que quitar",
        f"queda A {board[0]} – B {board[1]}",
        f"reparte {after.dealer}",
    ]
    return " · ".join(filter(None, facts))


def _proclaimed(rules: Reglamento, after: Position) -> str:
    """Who won the chica, and what that means for the mesa, and in the championship where a zapateria eliminates."""
    chica = after.chicas[-1]
    facts = [f"Gana la chica {chica.winner}: A {chica.points[0]} – B {chica.points[1]}"]
    if chica.zapateria:
        facts.append("zapatería")
    won = f"A {after.won(0)} – B {after.won(1)}"
    facts.append(f"termina la mesa: gana {after.ended.winner}" if after.ended else f"la mesa sigue {won}")
    if after.ended and after.ended.reason == "zapateria" and rules.zapateria_tournament_effect == "elimina":
        facts.append(f"elimina del campeonato a {'B' if after.ended.winner == 'A' else 'A'}")
    return " · ".join(facts)


def _pareja(side: str, cards: int, paid: CountPoints, barred: str | None) -> str:
    index = SIDES.index(side)
    causes = (
        (paid.cards[index], ""),
        (paid.majority[index], " por mayoría"),
        (paid.darlas[index], " por darlas"),
        (paid.falla[index], " por falla"),
    )
    points = " y ".join(f"{points}{cause}" for points, cause in causes if points)
    taken = f"{side} {counted(cards, 'carta', 'cartas')}" + (f" ({barred})" if barred else "")
    return taken + (f" → {points}" if points else "")
