"""What only some rulebooks reward or punish works in those, and does not exist in the others."""

import pytest

from referee.rules import REGLAMENTOS, legal, parse_jugada, preview, result, start
from tests.referee.rules.mesas import further, mesa_at, points, refusal

KEYS = tuple(REGLAMENTOS)
GONE = "no-existe-en-reglamento"
every_rulebook = pytest.mark.parametrize("key", KEYS)


def words(state):
    return {choice.jugada for choice in legal(state)}


# The word, and the score at 10-10 of each rulebook that has it.
WORDS = {
    "caida-en-ronda A": {"pagat": (20, 10), "quito": (14, 10), "rigor": (40, 10)},
    "cuatro-caidas A": {"rigor": (40, 10), "juez-de-aguas": (40, 10)},
    "mal-pedido A": {"riobamba": (8, 10), "blog": (10, 20)},
    "juego-y-veo A procede": {"riobamba": (12, 10), "juez-de-aguas": (12, 8)},
    "juego-y-veo A no-procede": {"riobamba": (8, 10), "juez-de-aguas": (8, 10)},
    "arranche 3": dict.fromkeys(("riobamba", "quito", "rigor"), (10, 10)),
}


@every_rulebook
@pytest.mark.parametrize("line", WORDS)
def test_a_word_works_where_it_is_known_and_is_not_even_offered_elsewhere(key, line):
    state, word = mesa_at(key, 10, 10), line.split()[0]

    if key in WORDS[line]:
        assert points(further(state, line)) == WORDS[line][key]
        assert word in words(state)
    else:
        assert refusal(state, line) == GONE
        assert word not in words(state)


@every_rulebook
def test_doble_ronda_wins_the_chica_in_some(key):
    won = {"riobamba": 14, "quito": 14}.get(key, 40)
    state = further(mesa_at(key, 10, 10), "doble-ronda A1 7")

    assert points(state) == (won, 10)
    assert result(state)["estado"] == ("por-proclamar" if won == 40 else "en-juego")


@every_rulebook
def test_a_misdeal_loses_the_mesa_in_pagat_alone(key):
    found = result(further(mesa_at(key, 0, 0), "mal-reparto"))

    if key == "pagat":
        assert (found["ganador"], found["motivo"], found["datas"]) == ("B", "mal-reparto", [])
    else:
        assert (found["ganador"], found["marcador"]) == (None, {"A": 0, "B": 10})


@every_rulebook
def test_38_does_not_play_but_in_riobamba(key):
    state = mesa_at(key, 38, 0)

    assert refusal(state, "caida A") is None
    assert refusal(state, "limpia B") is None
    assert refusal(state, "limpia A") == (None if key == "riobamba" else "38-no-juega")
    assert refusal(mesa_at(key, 36, 0), "limpia A") is None


@every_rulebook
def test_what_is_closed_at_38_is_offered_refused_with_its_reason(key):
    limpia = next(c for c in legal(mesa_at(key, 38, 0)) if (c.jugada, c.subject) == ("limpia", "A"))

    assert limpia.allowed == (key == "riobamba")
    if key != "riobamba":
        assert (limpia.code, bool(limpia.article)) == ("38-no-juega", True)
        assert "no juega" in limpia.message


@every_rulebook
def test_a_count_at_38_is_recorded_and_pays_in_two_rulebooks(key):
    state = further(mesa_at(key, 38, 0), "segundo-reparto")
    seen = preview(state, parse_jugada("conteo A=22 B=18 mesa=0"))

    pays = key in ("riobamba", "pagat")
    assert seen.points == ((8, 0) if pays else (0, 0))
    assert ("38 que no juega" in seen.text) == (not pays)


def test_a_count_at_38_still_pays_the_other_pareja():
    state = further(mesa_at("juez-de-aguas", 38, 38, dealer="A1"), "segundo-reparto")

    assert points(further(state, "conteo A=0 B=40 mesa=0")) == (38, 38)
    assert points(further(mesa_at("quito", 38, 10), "segundo-reparto", "conteo A=10 B=30 mesa=0")) == (38, 26)


SANCTIONS = {  # at 38-38, who gains, and the points where the gain does not close
    ("blog", "mal-reparto"): (38, 38),
    ("blog", "mal-pedido A"): (38, 38),
    ("quito", "mal-reparto"): (38, 38),
    ("rigor", "mal-reparto"): (38, 38),
    ("juez-de-aguas", "mal-reparto"): (38, 38),
    ("juez-de-aguas", "juego-y-veo B procede"): (36, 38),
}


@pytest.mark.parametrize(("key", "line"), SANCTIONS, ids=" ".join)
def test_a_mistake_of_the_rival_does_not_close_from_38(key, line):
    assert points(further(mesa_at(key, 38, 38), line)) == SANCTIONS[key, line]
    closing = further(mesa_at(key, 38, 38, sanciones_desde_38="si"), line)
    assert result(closing)["estado"] == "por-proclamar"
    assert closing.position.closer == 1


def test_in_riobamba_a_mistake_of_the_rival_closes():
    assert further(mesa_at("riobamba", 38, 38), "mal-reparto").position.closer == 1


def test_who_pays_at_38_plays_again():
    state = further(mesa_at("juez-de-aguas", 38, 20), "juego-y-veo A no-procede")

    assert points(state) == (36, 20)
    assert refusal(state, "limpia A") is None


BLOCKED = {"pagat": 30, "juez-de-aguas": 32}


@every_rulebook
@pytest.mark.parametrize("score", [28, 30, 32, 34])
def test_ronda_is_closed_from_a_score_in_two_rulebooks(key, score):
    closed = score >= BLOCKED.get(key, 99)

    assert refusal(mesa_at(key, score, 0), "ronda A1 7") == ("ronda-bloqueada" if closed else None)


@pytest.mark.parametrize(
    ("score", "code"), [(28, None), (30, "ronda-bloqueada"), (36, "ronda-bloqueada"), (38, "38-no-juega")]
)
def test_in_pagat_a_doble_ronda_is_a_ronda(score, code):
    assert refusal(mesa_at("pagat", score, 0), "doble-ronda A1 7") == code
    if score < 38:
        assert refusal(mesa_at("pagat", score, 0, doble_ronda_desde_30="si"), "doble-ronda A1 7") is None


@pytest.mark.parametrize(
    ("key", "code"), [("rigor", None), ("juez-de-aguas", None), ("quito", "38-no-juega"), ("blog", "38-no-juega")]
)
def test_four_equal_cards_at_38(key, code):
    assert refusal(mesa_at(key, 38, 0), "doble-ronda A1 7") == code
    if code is None:
        assert refusal(mesa_at(key, 38, 0, cuatro_iguales_en_38="no"), "doble-ronda A1 7") == "38-no-juega"


def test_in_pagat_a_caida_en_ronda_is_only_for_a_pareja_under_30():
    assert refusal(mesa_at("pagat", 30, 28), "caida-en-ronda A1") == "caida-en-ronda-bloqueada"
    assert refusal(mesa_at("pagat", 30, 28), "caida-en-ronda B1") is None
    assert refusal(mesa_at("pagat", 30, 30), "caida-en-ronda A1") == "caida-en-ronda-bloqueada"
    assert refusal(further(mesa_at("pagat", 24, 20), "ronda A1 7"), "caida-en-ronda A1") is None


def test_in_pagat_a_caida_en_ronda_from_30_may_need_an_unannounced_ronda_of_rivals_with_less():
    other = {"caida_en_ronda_desde_30": "ronda-callada"}

    assert refusal(mesa_at("pagat", 30, 28, **other), "caida-en-ronda A1") is None
    assert refusal(mesa_at("pagat", 30, 30, **other), "caida-en-ronda A1") == "caida-en-ronda-bloqueada"
    announced = further(mesa_at("pagat", 30, 20, **other), "ronda B1 7")
    assert refusal(announced, "caida-en-ronda A1") == "caida-en-ronda-bloqueada"


FALLA = {"riobamba": (2, 0), "juez-de-aguas": (2, 2)}  # more than the cards: claimed, and unasked


@every_rulebook
def test_a_falla_is_claimed_automatic_or_unknown(key):
    state = further(mesa_at(key, 0, 0), "segundo-reparto")
    claimed, unasked = FALLA.get(key, (0, 0))

    assert points(further(state, "conteo A=40 B=0 mesa=0 falla")) == (26 + claimed, 0)
    assert points(further(state, "conteo A=40 B=0 mesa=0")) == (26 + unasked, 0)
    assert refusal(state, "conteo A=39 B=1 mesa=0 falla") == "falla-no-procede"


@every_rulebook
def test_both_parejas_are_paid_at_20_20_in_the_blog_alone(key):
    state = further(mesa_at(key, 0, 0), "segundo-reparto", "conteo A=20 B=20 mesa=0")

    assert points(state) == {"blog": (6, 6), "pagat": (0, 6)}.get(key, (0, 2))


SUMMED = ("riobamba", "quito", "rigor", "juez-de-aguas")


@every_rulebook
def test_the_first_dealer_is_drawn_or_just_named(key):
    before = start(REGLAMENTOS[key])
    drawn = "sorteo A1=7 B1=2 A2=5 B2=3 reparte=A1"

    assert refusal(before, drawn) == (None if key in SUMMED else "sorteo-sin-cartas")
    assert refusal(before, "sorteo reparte=B2") == ("sorteo-incompleto" if key in SUMMED else None)
    offered = next(choice for choice in legal(before) if choice.jugada == "sorteo")
    assert offered.needs == (("cards",) if key in SUMMED else ("dealer",))
    if key not in SUMMED:
        assert offered.subjects == before.seats
        assert refusal(before, "sorteo") == "falta-reparte"
        assert preview(before, parse_jugada("sorteo reparte=B2")).text == "reparte B2"


@every_rulebook
def test_two_single_players_have_four_repartos_where_the_rulebook_knows_them(key):
    seats = ("A1", "B1")
    if 1 not in REGLAMENTOS[key].match_players_per_pair:
        with pytest.raises(ValueError, match="asientos"):
            start(REGLAMENTOS[key], seats)
        return
    state = mesa_at(key, 0, 0, seats=seats)

    assert refusal(state, "caida A2") == "no-sentado"
    assert refusal(further(state, "segundo-reparto", "tercer-reparto"), "conteo A=20 B=20 mesa=0") == "falta-reparto"
    counted = further(state, "segundo-reparto", "tercer-reparto", "cuarto-reparto", "conteo A=18 B=17 mesa=5")
    assert (points(counted), counted.position.dealer) == ((2, 0), "B1")
    assert refusal(further(state, "ronda A1 7"), "ronda A 6") == "ronda-repetida"


LABELS = {
    ("blog", "mal-pedido"): "Mal pedido u otro error",
    ("riobamba", "mal-pedido"): "Mal pedido",
    ("juez-de-aguas", "juego-y-veo"): "Veo y juego",
    ("riobamba", "juego-y-veo"): "Juego y veo",
    ("pagat", "mal-reparto"): "Mal reparto: pierde la mesa",
    ("quito", "mal-reparto"): "Mal reparto",
}


@pytest.mark.parametrize(("key", "word"), LABELS, ids=" ".join)
def test_each_rulebook_calls_things_by_its_own_name(key, word):
    assert {c.label for c in legal(mesa_at(key, 0, 0)) if c.jugada == word} == {LABELS[key, word]}


@pytest.mark.parametrize(("key", "who"), [("riobamba", "no-es-su-turno"), ("juez-de-aguas", None)])
def test_who_may_protest(key, who):
    state = further(mesa_at(key, 0, 0), "limpia A1")

    assert refusal(state, "juego-y-veo B2 procede 2") == who
    assert refusal(state, "juego-y-veo B1 procede 2") is None
    assert refusal(state, "juego-y-veo A2 procede 2") == "protesta-propia"


def test_what_won_the_chica_outright_can_be_protested_back():
    state = further(mesa_at("juez-de-aguas", 10, 10), "cuatro-caidas A1", "juego-y-veo B1 procede 4")

    assert points(state) == (38, 12)  # two points for the offence; what the lift won stands in this rulebook
    riobamba = further(
        mesa_at("riobamba", 10, 10, cuatro_caidas="chica"), "cuatro-caidas A1", "juego-y-veo B1 procede 4"
    )
    assert points(riobamba) == (10, 12)


@pytest.mark.parametrize(
    ("deadline", "late"),
    [("primera-carta", True), ("propia-primera-carta", False), ("cuarta-primera-carta", False)],
)
def test_after_the_first_card_a_ronda_depends_on_the_deadline(deadline, late):
    # A1 deals: B1 throws first, and lifts.
    state = further(mesa_at("blog", 0, 0, ronda_plazo=deadline), "limpia B1")

    assert refusal(state, "ronda A1 7") == ("ronda-tarde" if late else None)
    assert refusal(state, "ronda B1 7") == (None if deadline == "cuarta-primera-carta" else "ronda-tarde")


def test_after_the_first_card_of_the_first_reparto_a_ronda_of_the_second_is_in_time():
    state = further(mesa_at("pagat", 0, 0), "limpia B1", "segundo-reparto")

    assert refusal(state, "ronda A1 7") is None
