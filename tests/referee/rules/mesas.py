"""Mesas brought to where a test begins."""

from referee.rules import (
    BY_SUM,
    SEATS,
    MesaState,
    RuleViolation,
    apply,
    decide,
    legal,
    parse_jugada,
    reglamento_get,
    start,
)

SORTEO = {"A": "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1", "B": "sorteo A1=2 B1=7 A2=3 B2=7 reparte=B1"}


def after(*lines: str, **settings: str) -> MesaState:
    """A mesa after these jugadas, all of them accepted; settings with `_` for `-`."""
    chosen = {key.replace("_", "-"): value for key, value in settings.items()}
    return further(start(reglamento_get("riobamba", chosen)), *lines)


def further(state: MesaState, *lines: str) -> MesaState:
    """`state` after more jugadas, all of them accepted."""
    for line in lines:
        jugada = parse_jugada(line)
        decide(state, jugada)
        state = apply(state, jugada)
    return state


def board(a: int, b: int, dealer: str = "A") -> tuple[str, ...]:
    """Jugadas that lead to this score at the start of a data that `dealer` deals."""
    rulings = [f'ajusta {side} +{points} "marcador del caso"' for side, points in (("A", a), ("B", b)) if points]
    return (SORTEO[dealer], *rulings)


def mesa_at(key: str, a: int, b: int, dealer: str = "A1", seats: tuple[str, ...] = SEATS, **settings: str) -> MesaState:
    """A mesa of this rulebook with this score, at the start of a data that `dealer` deals."""
    rules = reglamento_get(key, {name.replace("_", "-"): value for name, value in settings.items()})
    drawn = "".join(f"{seat}={7 if seat[0] == dealer[0] else 2} " for seat in seats)
    sorteo = f"sorteo {drawn if rules.deal_first_dealer_method == BY_SUM else ''}reparte={dealer}"
    return further(start(rules, seats), sorteo, *board(a, b)[1:])


def refusal(state: MesaState, line: str) -> str | None:
    """The code with which this line is refused, None where it is accepted."""
    try:
        decide(state, parse_jugada(line))
    except RuleViolation as violation:
        return violation.code
    return None


def points(state: MesaState) -> tuple[int, int]:
    """The points of both parejas, as awarded."""
    return state.position.points


def offered(state, word, subject=None, finding=None):
    """What the tablet is offered of this word."""
    return next(each for each in legal(state) if (each.jugada, each.subject, each.finding) == (word, subject, finding))
