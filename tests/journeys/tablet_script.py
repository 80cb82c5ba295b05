"""A mesa of sixty awards written beforehand, with the rulebook itself saying when a chica is over."""

from referee.rules import SEATS, MesaState, apply, decide, parse_jugada, reglamento_get, start

SORTEO = "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1"
AWARDS, LEVANTES = 60, 9
KINDS = ("caida", "limpia", "caida-limpia")
NO_AWARDS = ("sorteo", "segundo-reparto", "proclama")


def is_award(line: str) -> bool:
    return line.split(maxsplit=1)[0] not in NO_AWARDS


def sixty_awards() -> list[str]:
    """Datas of nine levantes for whoever is behind, a ronda in every third, each closed by its count."""
    state = _after(start(reglamento_get("riobamba", {}), SEATS), SORTEO)
    lines, data, levantes = [SORTEO], 0, 0
    while sum(map(is_award, lines)) < AWARDS:
        side = _behind(state)
        if state.position.closer is not None:
            turn = ["proclama"]
            data, levantes = data + 1, 0
        elif levantes == 0 and data % 3 == 0:
            turn = [f"ronda {side} 5", f"caida {side}"]
            levantes = 1
        elif levantes < LEVANTES:
            turn = [f"{KINDS[levantes % len(KINDS)]} {side}"]
            levantes += 1
        else:
            cards = 21 if side == "A" else 19
            turn = ["segundo-reparto", f"conteo A={cards} B={40 - cards} mesa=0"]
            data, levantes = data + 1, 0
        for line in turn:
            state = _after(state, line)
            lines.append(line)
    return lines


def _after(state: MesaState, line: str) -> MesaState:
    jugada = parse_jugada(line)
    decide(state, jugada)
    return apply(state, jugada)


def _behind(state: MesaState) -> str:
    """Who gets the next award; at a tie A, in the second chica B, which makes three chicas of it."""
    a, b = state.position.points
    if a == b:
        return "B" if len(state.position.chicas) == 1 else "A"
    return "A" if a < b else "B"
