"""What each rulebook offers the tablet, and what it says beside it."""

import pytest

from referee.rules import REGLAMENTOS, SEATS, legal, parse_jugada, preview, reglamento_get, start
from tests.referee.rules.mesas import further

AWARDS = {"caida", "limpia", "caida-limpia", "caida-en-ronda", "cuatro-caidas", "ronda", "doble-ronda"}
OFFERED = {
    "riobamba": {"caida", "limpia", "caida-limpia", "ronda", "doble-ronda", "juego-y-veo", "mal-pedido", "arranche"},
    "pagat": {"caida", "limpia", "caida-limpia", "caida-en-ronda", "ronda", "doble-ronda"},
    "blog": {"caida", "limpia", "caida-limpia", "ronda", "doble-ronda", "mal-pedido"},
    "quito": {"caida", "limpia", "caida-limpia", "caida-en-ronda", "ronda", "doble-ronda", "arranche"},
    "rigor": {*AWARDS, "arranche"},
    "juez-de-aguas": {"caida", "limpia", "caida-limpia", "cuatro-caidas", "ronda", "doble-ronda", "juego-y-veo"},
}
ONLY = {
    "pagat": "caída, caída y limpia, caída en ronda o conteo",
    "blog": "caída o caída y limpia",
    "quito": "caída, caída y limpia o caída en ronda",
    "rigor": "caída, caída y limpia, caída en ronda, cuatro caídas o doble ronda",
    "juez-de-aguas": "caída, caída y limpia, cuatro caídas o doble ronda",
}
KEYS = pytest.mark.parametrize("key", REGLAMENTOS)


def in_play(key, *lines, seats=SEATS, **settings):
    chosen = {name.replace("_", "-"): value for name, value in settings.items()}
    state = start(reglamento_get(key, chosen), seats)
    drawn = " ".join(f"{seat}={rank}" for seat, rank in zip(seats, "7253", strict=False))
    by_sum = state.reglamento.deal_first_dealer_method == "suma-de-cartas"
    return further(state, f"sorteo {drawn} reparte=A1" if by_sum else "sorteo reparte=A1", *lines)


def offered(state, jugada, subject=None):
    return next(each for each in legal(state) if (each.jugada, each.subject) == (jugada, subject))


@KEYS
def test_only_what_the_rulebook_knows_is_offered(key):
    found = {each.jugada for each in legal(in_play(key))}

    assert found & {*AWARDS, "juego-y-veo", "mal-pedido", "arranche"} == OFFERED[key]


@KEYS
def test_a_sorteo_asks_for_cards_or_just_for_the_dealer_and_says_how_he_is_found(key):
    sorteo = offered(start(reglamento_get(key)), "sorteo")

    how = {
        "pagat": "Quién reparte: quien recibe el primer brillo (diamante).",
        "blog": "Quién reparte: de común acuerdo.",
    }
    assert (sorteo.needs, sorteo.note) == ((("dealer",) if key in how else ("cards",)), how.get(key))
    assert sorteo.subjects == (SEATS if key in how else ())


@KEYS
def test_what_wins_the_chica_says_so(key):
    state = in_play(key)

    said = {each.jugada for each in legal(state) if each.note == "Gana la chica."}

    assert said == {
        "pagat": {"doble-ronda"},
        "blog": {"doble-ronda"},
        "rigor": {"doble-ronda", "caida-en-ronda", "cuatro-caidas"},
        "juez-de-aguas": {"doble-ronda", "cuatro-caidas"},
    }.get(key, set())
    for each in legal(state):
        if each.note == "Gana la chica.":
            assert (each.closes, each.points[0 if each.subject == "A" else 1]) == (True, 40)


@KEYS
def test_a_falla_is_asked_about_only_where_asking_for_it_pays(key):
    conteo = offered(in_play(key, "segundo-reparto"), "conteo")

    assert conteo.needs == (("conteo", "falla") if key == "riobamba" else ("conteo",))


@pytest.mark.parametrize(("key", "label"), [("riobamba", "Juego y veo"), ("juez-de-aguas", "Veo y juego")])
def test_a_protest_is_called_by_its_own_cry(key, label):
    assert offered(in_play(key), "juego-y-veo", "A").label == label


def test_two_players_have_four_deals():
    words = [each.jugada for each in legal(in_play("quito", seats=("A1", "B1"))) if each.jugada.endswith("reparto")]

    assert words == ["segundo-reparto", "tercer-reparto", "cuarto-reparto", "mal-reparto"]


@pytest.mark.parametrize("key", [key for key, rules in REGLAMENTOS.items() if rules.rule38_enabled])
def test_at_38_what_is_refused_says_so_and_only_to_that_pareja(key):
    falla = 2 if REGLAMENTOS[key].falla_automatic else 0
    state = in_play(key, "segundo-reparto", "conteo A=40 B=0 mesa=0", f'ajusta A +{12 - falla} "marcador del caso"')

    refused = {(each.jugada, each.subject) for each in legal(state) if each.code == "38-no-juega"}

    assert {("limpia", "A"), ("ronda", "A")} <= refused
    assert offered(state, "caida", "A").allowed
    assert {subject for _, subject in refused} == {"A"}
    said = {(each.note, each.message) for each in legal(state) if each.code == "38-no-juega"}
    assert said == {("38 que no juega", f"A está en 38, que no juega: solo {ONLY[key]}")}


@pytest.mark.parametrize(("choice", "ends"), [("elimina", " · elimina del campeonato a B"), ("ninguno", "")])
def test_a_proclamation_says_whom_a_zapateria_eliminates(choice, ends):
    state = in_play("quito", 'ajusta A +38 "marcador del caso"', "caida A1", zapateria_torneo=choice)

    text = preview(state, parse_jugada("proclama")).text

    assert text == f"Gana la chica A: A 40 – B 0 · zapatería · termina la mesa: gana A{ends}"
