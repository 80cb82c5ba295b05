"""Random mesas: any jugada at all, and what `legal` offers with its arguments filled in.

Chance is a `random.Random`, which hypothesis can also be, so that the same walks are shrunk or run by thousands.
"""

from dataclasses import replace
from random import Random

from referee.rules import (
    BY_SUM,
    RANKS,
    REGLAMENTOS,
    REPARTOS,
    Adjudica,
    Ajusta,
    Anula,
    Arranche,
    Choice,
    Conteo,
    Exit,
    FueraDeTurno,
    JuegoYVeo,
    Jugada,
    Levante,
    MalPedido,
    MalReparto,
    MesaState,
    Proclama,
    Reanudacion,
    Recuento,
    Reglamento,
    Reparte,
    Reparto,
    RepiteData,
    Ronda,
    RuleViolation,
    Sorteo,
    Suspension,
    apply,
    decide,
    reglamento_get,
    side_of,
    start,
)
from tests.referee.rules.strategies import SEATINGS, SETTINGS

# How often each kind is proposed, so that mesas come to an end and everything still happens.
WEIGHTS = {
    Conteo: 40,
    Reparto: 40,
    Levante: 25,
    Proclama: 30,
    Ronda: 18,
    JuegoYVeo: 25,
    Sorteo: 12,
    Reanudacion: 8,
    Anula: 5,
    Arranche: 3,
    MalPedido: 20,
    FueraDeTurno: 2,
    MalReparto: 3,
    Recuento: 2,
    Reparte: 2,
    Ajusta: 3,
    Suspension: 2,
    RepiteData: 3,
    Exit: 1,
    Adjudica: 1,
}
KINDS = [kind for kind, weight in WEIGHTS.items() for _ in range(weight)]
FACES = {"A": 1, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 8)}


def new_mesa(rng: Random, key: str | None = None, **settings: str) -> MesaState:
    """A mesa that has not begun, of any rulebook, settings and seats unless they are named."""
    key = key or rng.choice(sorted(REGLAMENTOS))
    chosen = {name: settings.get(name.replace("-", "_"), rng.choice(values)) for name, values in SETTINGS[key].items()}
    return start(reglamento_get(key, chosen), rng.choice(SEATINGS[key]))


def any_jugada(rng: Random, state: MesaState) -> Jugada:  # noqa: C901 (one line a kind of jugada)
    """A jugada of any kind for anybody, likely or not to be refused."""
    kind = rng.choice(KINDS)
    subject = rng.choice(["A", "B", "A1", "A2", "B1", "B2"])
    number = rng.randint(1, state.next_number)
    if kind is Sorteo:
        return draw_of_cards(rng, state)
    if kind is Ronda:
        return Ronda(rng.choice(["ronda", "doble-ronda"]), subject, rng.choice(RANKS))
    if kind is Levante:
        return Levante(
            rng.choice(["caida", "limpia", "caida-limpia", "caida-en-ronda", "cuatro-caidas"]),
            subject,
            rng.random() < 0.1,
        )
    if kind is Reparte:
        return Reparte(rng.choice(["A1", "A2", "B1", "B2"]))
    if kind is MalReparto:
        return MalReparto(rng.choice([None, None, "A1", "A2", "B1", "B2"]))
    if kind is RepiteData:
        return RepiteData("motivo", rng.choice([None, 1, rng.randint(1, 9)]))
    if kind is Reparto:
        following = [word for word, number in REPARTOS.items() if number == state.position.reparto + 1]
        return Reparto(rng.choice(following * 8 + list(REPARTOS)))
    if kind is Arranche:
        return Arranche(rng.randint(1, 12))
    if kind is JuegoYVeo:
        lifts = [lift.number for lift in state.position.lifts]
        upheld = rng.choice([True, True, False])
        return JuegoYVeo(subject, upheld, rng.choice([None, number, *lifts, *lifts]) if upheld else None)
    if kind is MalPedido:
        return kind(rng.choice([subject, *(lift.subject for lift in state.position.lifts[-1:] * 3)]))
    if kind is FueraDeTurno:
        return kind(subject)
    if kind is Recuento:
        count = count_of_cards(rng, 40 - state.position.withdrawn, state.reglamento)
        return Recuento(rng.choice([subject, "juez"]), count.a, count.b, count.table)
    if kind is Conteo:
        rules = rng.choice([state.reglamento, state.reglamento, state.reglamento, REGLAMENTOS["riobamba"]])
        count = count_of_cards(rng, 40 - state.position.withdrawn + rng.choice([0, 0, 0, 0, 1]), rules)
        return replace(count, falla=rng.choice([count.falla, count.falla, count.falla, True]))
    if kind is Exit:
        return Exit(rng.choice(["abandono", "descalificacion"]), subject, "motivo")
    if kind is Ajusta:
        return Ajusta(subject, rng.choice([-10, rng.randint(-44, 44)]), "motivo")
    if kind is Adjudica:
        return Adjudica(rng.choice(["adjudica-chica", "adjudica-mesa"]), subject, "motivo")
    if kind is Anula:
        return Anula(number, rng.choice([None, "motivo"]))
    return kind("motivo") if kind is Suspension else kind()


def draw_of_cards(rng: Random, state: MesaState) -> Sorteo:
    """A sorteo, mostly with the dealer that its cards ask for, or with a dealer alone where they do not matter."""
    if state.reglamento.deal_first_dealer_method != BY_SUM and rng.random() < 0.8:
        return Sorteo((), rng.choice([*state.seats, "A2", None]))
    cards = tuple((seat, rng.choice(RANKS)) for seat in state.seats)
    sums = {side: sum(FACES[rank] for seat, rank in cards if seat[0] == side) for side in "AB"}
    best = max(sums, key=lambda side: sums[side])
    right = None if sums["A"] == sums["B"] else best + rng.choice("12"[: len(state.seats) // 2])
    return Sorteo(cards, rng.choice([right, right, right, "A1", "B1", None]))


def count_of_cards(rng: Random, cards: int, rules: Reglamento) -> Conteo:
    """A count of so many cards; a falla may be claimed wherever one pareja has none."""
    a = rng.choice([0, cards, rng.randint(0, cards)])
    b = rng.choice([cards - a, rng.randint(0, cards - a)])
    b = cards - a if rules.count_leftovers_to_last_lift else b
    return Conteo(a, b, cards - a - b, rng.choice([False, (a == 0) != (b == 0)]))


def accepted(state: MesaState, jugada: Jugada) -> MesaState | None:
    """The state after `jugada`, or None where it is refused."""
    try:
        decide(state, jugada)
    except RuleViolation:
        return None
    return apply(state, jugada)


def walk(rng: Random, state: MesaState, steps: int) -> MesaState:
    """`state` after what was accepted of so many jugadas of any kind."""
    for _ in range(steps):
        state = accepted(state, any_jugada(rng, state)) or state
    return state


def filled(rng: Random, choice: Choice, state: MesaState) -> list[Jugada]:  # noqa: C901 (one case a kind)
    """Jugadas that a choice covers: every subject or target, the other arguments by chance."""
    word, subjects = choice.jugada, choice.subjects
    match word:
        case "ronda" | "doble-ronda":
            return [Ronda(word, subject, rank) for subject in subjects for rank in choice.ranks]
        case "caida" | "limpia" | "caida-limpia" | "caida-en-ronda" | "cuatro-caidas":
            return [Levante(word, subject) for subject in subjects]
        case "juego-y-veo":
            upheld = choice.finding == "procede"
            named = [JuegoYVeo(s, upheld=True, number=t.number) for t in choice.targets for s in t.subjects]
            return [*named, *(JuegoYVeo(subject, upheld) for subject in subjects)]
        case "mal-pedido" | "fuera-de-turno":
            kind = MalPedido if word == "mal-pedido" else FueraDeTurno
            return [kind(subject) for subject in subjects]
        case "ajusta":
            award, points = state.position.award, rng.choice([p for p in range(-40, 41, 2) if p not in (0, -10)])
            kept = [points if award is None else 2 if side_of(subject) == award else -2 for subject in subjects]
            return [Ajusta(subject, each, "motivo") for subject, each in zip(subjects, kept, strict=True)]
        case "adjudica-chica" | "adjudica-mesa":
            return [Adjudica(word, subject, "motivo") for subject in subjects]
        case "abandono" | "descalificacion":
            return [Exit(word, subject, "motivo") for subject in subjects]
        case "sorteo" if "dealer" in choice.needs:
            return [Sorteo((), seat) for seat in subjects]
        case "sorteo":
            drawn = (draw_of_cards(rng, state) for _ in range(50))
            return [sorteo for sorteo in drawn if fits(sorteo)][:2]
        case "arranche":
            return [Arranche(n) for n in range(1, (choice.cards or 0) + 1)]
        case "conteo":
            return [count_of_cards(rng, choice.cards or 0, state.reglamento)]
        case "anula":
            return [] if choice.last is None else [Anula(choice.last)]
        case "suspension":
            return [Suspension("motivo")]
        case "repite-data":
            return [RepiteData("motivo"), *(RepiteData("motivo", target.number) for target in choice.targets)]
        case "mal-reparto":
            return [MalReparto(), *map(MalReparto, subjects)]
        case "reparte":
            return [Reparte(subject) for subject in subjects]
        case "recuento":
            count = count_of_cards(rng, choice.cards or 0, state.reglamento)
            return [Recuento(subject, count.a, count.b, count.table) for subject in subjects]
        case _:
            simple = {"proclama": Proclama(), "reanudacion": Reanudacion()}
            return [simple.get(word) or Reparto(word)]


def fits(sorteo: Sorteo) -> bool:
    """Whether the dealer is of the pareja with the higher sum, and absent on a tie (3.c)."""
    sums = {side: sum(FACES[rank] for seat, rank in sorteo.cards if seat[0] == side) for side in "AB"}
    if sums["A"] == sums["B"]:
        return sorteo.dealer is None
    return sorteo.dealer is not None and sums[sorteo.dealer[0]] == max(sums.values())
