"""Any jugada that the notation can say, and any file of them."""

from itertools import permutations

from hypothesis import strategies as st

from referee.rules import (
    LEVANTES,
    RANKS,
    REGLAMENTOS,
    REPARTOS,
    RONDAS,
    Adjudica,
    Ajusta,
    Anula,
    Arranche,
    Conteo,
    Exit,
    FueraDeTurno,
    Game,
    JuegoYVeo,
    Levante,
    Line,
    MalPedido,
    MalReparto,
    Proclama,
    Reanudacion,
    Recuento,
    Reparte,
    Reparto,
    RepiteData,
    Ronda,
    Sorteo,
    Suspension,
    dump_jugada,
)

PLAYERS = ("A1", "A2", "B1", "B2")
SETTINGS = {
    key: {setting.key: [choice.value for choice in setting.choices] for setting in rules.settings}
    for key, rules in REGLAMENTOS.items()
}

subjects = st.sampled_from(["A", "B", *PLAYERS])
ranks = st.sampled_from(RANKS)
numbers = st.integers(1, 999_999)
cards = st.integers(0, 999)
# A line holds 400 characters and a quoted character may take two.
reasons = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], include_characters="\x80\x9f"), max_size=180
) | st.sampled_from(
    ["", " ", '"', "\\", '\\"', 'dijo "juego y veo"', "C:\\naipes\\", "ñandú, año y güiro", "🂡 caída 😀", "  dos  "]
)

JUGADAS = {
    Sorteo: st.builds(
        Sorteo,
        st.lists(st.tuples(st.sampled_from(PLAYERS), ranks), max_size=6).map(tuple),
        st.none() | st.sampled_from(PLAYERS),
    ),
    Ronda: st.builds(Ronda, st.sampled_from(RONDAS), subjects, ranks),
    Levante: st.builds(Levante, st.sampled_from(LEVANTES), subjects, st.booleans()),
    Reparte: st.builds(Reparte, st.sampled_from(PLAYERS)),
    Reparto: st.builds(Reparto, st.sampled_from(sorted(REPARTOS))),
    Arranche: st.builds(Arranche, st.integers(1, 99), st.booleans()),
    JuegoYVeo: st.builds(JuegoYVeo, subjects, st.just(True), st.none() | numbers, st.booleans())  # noqa: FBT003
    | st.builds(JuegoYVeo, subjects, st.just(False)),  # noqa: FBT003
    MalReparto: st.builds(MalReparto, st.none() | st.sampled_from(PLAYERS)),
    MalPedido: st.builds(MalPedido, subjects, st.booleans()),
    FueraDeTurno: st.builds(FueraDeTurno, subjects),
    Conteo: st.builds(Conteo, cards, cards, cards, st.booleans(), st.booleans()),
    Recuento: st.builds(Recuento, subjects | st.just("juez"), cards, cards, cards),
    Proclama: st.just(Proclama()),
    Suspension: st.builds(Suspension, reasons),
    Reanudacion: st.just(Reanudacion()),
    Exit: st.builds(Exit, st.sampled_from(["abandono", "descalificacion"]), subjects, reasons),
    Ajusta: st.builds(Ajusta, subjects, st.integers(-999, 999), reasons),
    Adjudica: st.builds(Adjudica, st.sampled_from(["adjudica-chica", "adjudica-mesa"]), subjects, reasons),
    RepiteData: st.builds(RepiteData, reasons, st.none() | numbers),
    Anula: st.builds(Anula, numbers, st.none() | reasons),
}

jugadas = st.sampled_from(sorted(JUGADAS, key=lambda kind: kind.__name__)).flatmap(JUGADAS.__getitem__)

ORDERS = [order for order in permutations(PLAYERS) if all(order[i][0] != order[i - 1][0] for i in range(4))]
SINGLES = [("A1", "B1"), ("B1", "A1")]
SEATINGS = {
    key: [*ORDERS, *(SINGLES if 1 in rules.match_players_per_pair else [])] for key, rules in REGLAMENTOS.items()
}


@st.composite
def settings_of_a_championship(draw, key):
    """Settings that differ from the preset or repeat it, in any order."""
    keys = draw(st.permutations(sorted(SETTINGS[key])))
    return {name: draw(st.sampled_from(SETTINGS[key][name])) for name in keys[: draw(st.integers(0, len(keys)))]}


@st.composite
def games(draw):
    """A file: its jugadas need not be possible, only well written."""
    found = draw(st.lists(jugadas, max_size=20))
    lines = tuple(Line(number, dump_jugada(jugada), jugada) for number, jugada in enumerate(found, start=1))
    key = draw(st.sampled_from(sorted(REGLAMENTOS)))
    return Game(key, draw(settings_of_a_championship(key)), draw(st.sampled_from(SEATINGS[key])), lines)
