"""What each rulebook offers the tablet, and what it says beside it."""

import pytest

from referee.rules import REGLAMENTOS, SEATS, legal, parse_jugada, preview, reglamento_get, start
from tests.referee.rules.mesas import further, refusal

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


def test_what_is_recorded_beside_a_caida_is_no_card_that_closes_the_rondas():
    remembered = ("ronda A2 J", "caida B2", "segundo-reparto", "caida-en-ronda B2")

    assert refusal(in_play("pagat", *remembered), "ronda A1 4") is None
    assert refusal(in_play("pagat", *remembered, "caida B2"), "ronda A1 4") == "ronda-tarde"
    assert refusal(in_play("blog", "caida A1", caida_en_ronda="diez"), "ronda B2 7") == "ronda-tarde"
    assert refusal(in_play("blog", "caida-en-ronda A1", caida_en_ronda="diez"), "ronda B2 7") == "ronda-tarde"


@pytest.mark.parametrize(
    ("key", "lines", "notes"),
    [
        ("pagat", (), ("No vale con la primera carta: la mesa está vacía.", None)),
        ("quito", (), ("No vale con la primera carta: la mesa está vacía.",) * 2),
        ("pagat", ("caida B1", "segundo-reparto"), ("No vale con la primera carta después de este reparto.", None)),
        (
            "pagat",
            ("caida B1", "segundo-reparto", "caida-en-ronda B1"),
            ("No vale con la primera carta después de este reparto.", None),
        ),
        ("quito", ("segundo-reparto",), ("No vale con la primera carta después de este reparto.",) * 2),
        ("quito", ("caida-en-ronda B1",), (None, None)),
        ("quito", ("arranche 1",), (None, None)),
        (
            "quito",
            ("arranche 1", "segundo-reparto"),
            ("No vale con la primera carta después de este reparto.",) * 2,
        ),
        ("quito", ("segundo-reparto", "arranche 1"), (None, None)),
    ],
)
def test_the_note_of_the_first_card_is_of_what_that_card_cannot_be(key, lines, notes):
    state = in_play(key, *lines)

    assert (offered(state, "caida", "B").note, offered(state, "caida-en-ronda", "B").note) == notes
