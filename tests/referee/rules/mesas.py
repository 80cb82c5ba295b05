"""Mesas brought to where a test begins."""

from referee.rules import MesaState, apply, decide, parse_jugada, reglamento_get, start

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
