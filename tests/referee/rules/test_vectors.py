"""The worked cases of the Riobamba reglamento, computed by hand from its articles.

Two of them concern what no log can see, so the nearest thing that is recorded stands for them. V19, a caida
claimed after the rival's next play: the Juez grants nothing, and one recorded by mistake is taken back. V20, a
falla that only the infringing pareja mentions: the count goes without the word `falla`.
"""

import pytest

from referee.rules import parse_jugada, preview, reglamento_get, result
from referee.rules.counting import card_points
from tests.referee.rules.mesas import after, board, further

COUNTS = [  # cards of A and B, on the table, who deals next, points as adopted (R1), points by 3.g.5 literally (R2)
    (20, 20, 0, "A", (2, 0), (2, 0)),
    (20, 20, 0, "B", (0, 2), (0, 2)),
    (20, 19, 1, "B", (6, 0), (6, 0)),
    (21, 19, 0, "B", (8, 0), (8, 0)),
    (22, 18, 0, "A", (8, 0), (8, 0)),
    (23, 17, 0, "A", (10, 0), (10, 0)),
    (30, 10, 0, "B", (16, 0), (16, 0)),
    (40, 0, 0, "A", (26, 0), (26, 0)),
    (19, 18, 3, "A", (2, 0), (0, 0)),
    (19, 18, 3, "B", (2, 0), (0, 0)),
    (18, 16, 6, "A", (2, 0), (2, 0)),
    (18, 16, 6, "B", (2, 0), (0, 0)),
    (19, 19, 2, "A", (2, 0), (2, 0)),
    (18, 18, 4, "B", (0, 2), (0, 2)),
]
RIVAL = {"A": "B", "B": "A"}


def counted(line, next_dealer, **settings):
    state = after(*board(0, 0, dealer=RIVAL[next_dealer]), "segundo-reparto", **settings)
    return preview(state, parse_jugada(line)).points


@pytest.mark.parametrize(("a", "b", "table", "next_dealer", "adopted", "_literal"), COUNTS)
def test_count_as_adopted(a, b, table, next_dealer, adopted, _literal):
    assert counted(f"conteo A={a} B={b} mesa={table}", next_dealer) == adopted


@pytest.mark.parametrize(("a", "b", "table", "next_dealer", "_adopted", "literal"), COUNTS)
def test_count_by_the_letter_of_3_g_5(a, b, table, next_dealer, _adopted, literal):
    assert counted(f"conteo A={a} B={b} mesa={table}", next_dealer, mayoria_bajo_20="literal") == literal


@pytest.mark.parametrize("next_dealer", ["A", "B"])
@pytest.mark.parametrize(("a", "b", "points"), [(40, 0, (28, 0)), (0, 40, (0, 28))])
def test_falla_adds_two_to_the_count(a, b, points, next_dealer):
    assert counted(f"conteo A={a} B={b} mesa=0 falla", next_dealer) == points


SCALE = {20: 6, 21: 8, 23: 10, 25: 12, 27: 14, 29: 16, 31: 18, 33: 20, 35: 22, 37: 24, 39: 26}
SCALE |= {cards + 1: points for cards, points in SCALE.items() if cards > 20}


@pytest.mark.parametrize(("cards", "points"), sorted(SCALE.items()))
def test_scale_of_the_majority(cards, points):
    assert card_points(reglamento_get("riobamba"), cards) == points


def test_scale_is_whole():
    assert sorted(SCALE) == list(range(20, 41))


def chica(a, b, winner, *, zapateria=False):
    return {"A": a, "B": b, "ganador": winner, "zapateria": zapateria}


LOST_12_40 = (*board(12, 40), "proclama")
CASES = {
    "V1 limpia at 38": (board(38, 20), ["limpia A1", "proclama"], {"chicas": [chica(40, 20, "A")]}),
    "V2 caida at 38": (board(38, 20), ["caida A1", "proclama"], {"chicas": [chica(40, 20, "A")]}),
    "V3 count at 38": (
        board(38, 20),
        ["segundo-reparto", "conteo A=22 B=18 mesa=0"],
        {"estado": "por-proclamar", "marcador": {"A": 40, "B": 20}},
    ),
    "V4 ronda at 38": (board(38, 20), ["ronda A1 7", "proclama"], {"chicas": [chica(40, 20, "A")]}),
    "V5 caida y limpia at 36": (
        board(36, 20),
        ["caida-limpia A1"],
        {"estado": "en-juego", "marcador": {"A": 38, "B": 20}},
    ),
    "V6 ronda at 30": (board(30, 20), ["ronda A1 7"], {"marcador": {"A": 32, "B": 20}}),
    "V7 ronda at 32": (board(32, 20), ["ronda A1 7"], {"marcador": {"A": 34, "B": 20}}),
    "V8 misdeal at 30-32": (
        board(30, 32, dealer="A"),
        ["mal-reparto", "proclama"],
        {"chicas": [chica(30, 40, "B")], "estado": "en-juego", "reparte": "B1"},
    ),
    "V9 caida at 38-8": (
        board(38, 8),
        ["caida A1", "proclama"],
        {"chicas": [chica(40, 8, "A", zapateria=True)], "estado": "terminada", "ganador": "A", "motivo": "zapateria"},
    ),
    "V10 caida at 38-10": (
        board(38, 10),
        ["caida A1", "proclama"],
        {"chicas": [chica(40, 10, "A")], "estado": "en-juego", "ganadas": {"A": 1, "B": 0}},
    ),
    "V11 zapateria in the second chica": (
        LOST_12_40,
        ['ajusta B +6 "marcador del caso"', 'ajusta A +38 "marcador del caso"', "caida A1", "proclama"],
        {
            "chicas": [chica(12, 40, "B"), chica(40, 6, "A", zapateria=True)],
            "estado": "en-juego",
            "ganadas": {"A": 1, "B": 1},
        },
    ),
    "V12 wrong claim at 0": (
        board(0, 6),
        ["mal-pedido A"],
        {"marcador": {"A": 0, "B": 6}, "impagos": {"A": 2, "B": 0}},
    ),
    "V13 wrong claim from 10 to 8": (
        board(10, 38),
        ["mal-pedido A", "limpia B1", "proclama"],
        {"chicas": [chica(8, 40, "B", zapateria=True)], "estado": "terminada", "motivo": "zapateria"},
    ),
    "V14 protest upheld, limpia claimed": (
        (*board(18, 20), "limpia A1"),
        ["juego-y-veo B1 procede 4"],
        {"marcador": {"A": 18, "B": 22}},
    ),
    "V15 protest upheld, nothing claimed": (
        board(20, 20),
        ["juego-y-veo B1 procede"],
        {"marcador": {"A": 20, "B": 22}},
    ),
    "V16 protest rejected": (board(20, 20), ["juego-y-veo B1 no-procede"], {"marcador": {"A": 20, "B": 18}}),
    "V17 four equal cards": (board(10, 10), ["doble-ronda A1 7"], {"marcador": {"A": 14, "B": 10}}),
    "V18 forgotten card withdrawn": (
        (*board(0, 0), "arranche 1", "segundo-reparto"),
        ["conteo A=17 B=18 mesa=4"],
        {"marcador": {"A": 0, "B": 2}},
    ),
    "V19 caida claimed too late": (board(0, 0), ["caida A1", "anula 2"], {"marcador": {"A": 0, "B": 0}}),
    "V20 falla mentioned by the infringing pareja": (
        (*board(0, 0), "segundo-reparto"),
        ["conteo A=40 B=0 mesa=0"],
        {"marcador": {"A": 26, "B": 0}},
    ),
}


@pytest.mark.parametrize(("before", "event", "expected"), CASES.values(), ids=CASES)
def test_closing_and_sanctions(before, event, expected):
    found = result(further(after(*before), *event))

    assert {key: found[key] for key in expected} == expected
