"""What a jugada would do, in numbers and in words, before it is recorded."""

import pytest

from referee.rules import RuleViolation, parse_jugada, preview
from tests.referee.rules.mesas import after, board, further, mesa_at


def seen(state, line):
    return preview(state, parse_jugada(line))


def test_count_is_read_out_as_on_paper():
    found = seen(after(*board(30, 20), "segundo-reparto"), "conteo A=23 B=15 mesa=2")

    assert found.as_json() == {
        "points": {"A": 10, "B": 0},
        "score": {"A": 40, "B": 20},
        "closes": True,
        "estado": "por-proclamar",
        "text": "A 23 cartas → 10 · B 15 cartas · mesa 2",
        "ask": None,
    }


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("conteo A=20 B=20 mesa=0", "A 20 cartas · B 20 cartas → 2 por darlas · mesa 0"),
        ("conteo A=18 B=17 mesa=5", "A 18 cartas → 2 por mayoría · B 17 cartas · mesa 5"),
        ("conteo A=0 B=38 mesa=2 falla", "A 0 cartas · B 38 cartas → 24 y 2 por falla · mesa 2"),
    ],
)
def test_causes_of_a_count_are_named(line, text):
    assert seen(after(*board(0, 0), "segundo-reparto"), line).text == text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("sorteo A1=A B1=K A2=7 B2=Q reparte=B2", "A suma 8 · B suma 20 · reparte B2"),
        ("sorteo A1=J B1=K A2=7 B2=7", "A suma 17 · B suma 17 · empate: se repite"),
    ],
)
def test_sorteo_says_the_sums(line, text):
    assert seen(after(), line).text == text


def test_undo_across_a_chica_moves_no_points_of_this_one():
    state = after(*board(38, 20), "caida A1", "proclama")

    found = seen(state, "anula 5")

    assert (found.points, found.score, found.estado) == ((0, 0), (40, 20), "por-proclamar")


def test_what_breaks_a_later_jugada_is_said_before():
    state = after(*board(0, 0), "limpia A1", "juego-y-veo B1 procede 2")

    with pytest.raises(RuleViolation) as refusal:
        seen(state, 'anula 2 "no era limpia"')

    assert refusal.value.code == "anula-rompe"
    assert "la 3 «juego-y-veo B1 procede 2»" in refusal.value.message


@pytest.mark.parametrize(
    ("key", "line", "text"),
    [
        ("blog", "conteo A=20 B=20 mesa=0", "A 20 cartas → 6 · B 20 cartas → 6 · mesa 0"),
        ("pagat", "conteo A=20 B=20 mesa=0", "A 20 cartas · B 20 cartas → 6 · mesa 0"),
        ("juez-de-aguas", "conteo A=40 B=0 mesa=0", "A 40 cartas → 26 y 2 por falla · B 0 cartas · mesa 0"),
    ],
)
def test_each_rulebook_names_the_causes_of_its_count(key, line, text):
    assert seen(further(mesa_at(key, 0, 0), "segundo-reparto"), line).text == text


def test_a_count_closed_to_a_pareja_says_why():
    at_38 = seen(further(mesa_at("quito", 38, 0), "segundo-reparto"), "conteo A=22 B=18 mesa=0")
    from_30 = seen(further(mesa_at("quito", 30, 0, conteo_desde_30="no"), "segundo-reparto"), "conteo A=22 B=18 mesa=0")

    assert at_38.text == "A 22 cartas (38 que no juega) · B 18 cartas · mesa 0"
    assert from_30.text == "A 22 cartas (desde 30 no cuenta) · B 18 cartas · mesa 0"
    falla = preview(
        further(mesa_at("riobamba", 30, 0, conteo_desde_30="no"), "segundo-reparto"),
        parse_jugada("conteo A=36 B=0 mesa=4 falla"),
    )
    twenties = preview(
        further(mesa_at("pagat", 0, 30, conteo_desde_30="no"), "segundo-reparto"),
        parse_jugada("conteo A=20 B=20 mesa=0"),
    )
    assert twenties.text == "A 20 cartas · B 20 cartas (desde 30 no cuenta) · mesa 0"
    assert falla.text == "A 36 cartas (desde 30 no cuenta) → 2 por falla · B 0 cartas · mesa 4"


def test_a_count_that_wins_the_chica_shows_what_it_gives():
    found = seen(further(mesa_at("blog", 10, 0, conteo_gana="desde-14"), "segundo-reparto"), "conteo A=27 B=13 mesa=0")

    assert (found.points, found.score, found.closes) == ((30, 0), (40, 0), True)
    assert found.text == "A 27 cartas → 30 · B 13 cartas · mesa 0"


def test_a_misdeal_that_loses_the_mesa_ends_it():
    found = seen(mesa_at("pagat", 30, 32), "mal-reparto")

    assert (found.points, found.score, found.closes, found.estado) == ((0, 0), (30, 32), False, "terminada")
