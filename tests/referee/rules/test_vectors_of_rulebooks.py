"""The worked cases of the rulebooks beside Riobamba, computed by hand from their texts.

What no log can see stands here as in `test_vectors`: a caida claimed too late (V19) is one that is taken back, a
falla that nobody claims (V20) a count without the word. V13 asks for a claim that takes points from a pareja, which
only Riobamba does. A card that the rivals take themselves (V18) leaves no line: the arranche is refused.
"""

import pytest

from referee.rules import parse_jugada, preview, result
from referee.rules.counting import card_points
from tests.referee.rules.mesas import further, mesa_at, points, refusal

KEYS = ("pagat", "blog", "quito", "rigor", "juez-de-aguas")
REPARTOS = ("segundo-reparto",)
COUNTS = [  # cards of A and B, on the table, who deals next, points: pagat, blog, quito and rigor, juez-de-aguas
    (20, 20, 0, "A", (6, 0), (6, 6), (2, 0), (2, 0)),
    (20, 20, 0, "B", (0, 6), (6, 6), (0, 2), (0, 2)),
    (20, 19, 1, "B", (6, 0), (6, 0), (6, 0), (6, 0)),
    (21, 19, 0, "B", (8, 0), (8, 0), (8, 0), (8, 0)),
    (22, 18, 0, "A", (8, 0), (8, 0), (8, 0), (8, 0)),
    (23, 17, 0, "A", (10, 0), (10, 0), (10, 0), (10, 0)),
    (30, 10, 0, "B", (16, 0), (16, 0), (16, 0), (16, 0)),
    (40, 0, 0, "A", (26, 0), (26, 0), (26, 0), (28, 0)),
    (19, 18, 3, "A", (2, 0), (4, 0), (2, 0), (0, 0)),
    (19, 18, 3, "B", (2, 0), (4, 0), (2, 0), (0, 0)),
    (18, 16, 6, "A", (2, 0), (4, 0), (2, 0), (0, 0)),
    (18, 16, 6, "B", (2, 0), (4, 0), (2, 0), (0, 0)),
    (19, 19, 2, "A", (2, 0), (0, 0), (2, 0), (2, 0)),
    (18, 18, 4, "B", (0, 2), (0, 0), (0, 2), (0, 2)),
]
COLUMN = {"pagat": 4, "blog": 5, "quito": 6, "rigor": 6, "juez-de-aguas": 7}
SCALE = {20: 6} | {cards: 2 * ((cards - 13) // 2) for cards in range(21, 41)}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("row", COUNTS, ids=lambda row: "-".join(map(str, row[:4])))
def test_count(key, row):
    a, b, table, next_dealer = row[:4]
    state = further(mesa_at(key, 0, 0, dealer="B1" if next_dealer == "A" else "A1"), *REPARTOS)

    assert preview(state, parse_jugada(f"conteo A={a} B={b} mesa={table}")).points == row[COLUMN[key]]


@pytest.mark.parametrize("key", KEYS)
def test_the_scale_is_one_everywhere(key):
    rules = mesa_at(key, 0, 0).reglamento

    assert {cards: card_points(rules, cards) for cards in SCALE} == SCALE


def chica(a, b, winner, *, zapateria=False):
    return {"A": a, "B": b, "ganador": winner, "zapateria": zapateria}


ENDED = {"estado": "terminada"}
OPEN = {"estado": "en-juego"}
WON = {"estado": "por-proclamar"}
# Score before, events, and for each rulebook the code of the last event's refusal or what the result then says.
CASES = {
    "V1 limpia at 38": (38, 20, ["limpia A1"], dict.fromkeys(KEYS, "38-no-juega")),
    "V2 caida at 38": (38, 20, ["caida A1"], dict.fromkeys(KEYS, WON | {"marcador": {"A": 40, "B": 20}})),
    "V3 count at 38": (
        38,
        20,
        [*REPARTOS, "conteo A=22 B=18 mesa=0"],
        dict.fromkeys(KEYS, OPEN | {"marcador": {"A": 38, "B": 20}})
        | {"pagat": WON | {"marcador": {"A": 40, "B": 20}}},
    ),
    "V4 ronda at 38": (38, 20, ["ronda A1 7"], dict.fromkeys(KEYS, "38-no-juega")),
    "V5 caida y limpia at 36": (
        36,
        20,
        ["caida-limpia A1"],
        dict.fromkeys(("pagat", "blog", "rigor"), WON | {"marcador": {"A": 40, "B": 20}})
        | dict.fromkeys(("quito", "juez-de-aguas"), OPEN | {"marcador": {"A": 38, "B": 20}}),
    ),
    "V6 ronda at 30": (
        30,
        20,
        ["ronda A1 7"],
        {key: {"marcador": {"A": 32, "B": 20}} for key in ("quito", "rigor", "juez-de-aguas")}
        | {"pagat": "ronda-bloqueada", "blog": {"marcador": {"A": 34, "B": 20}}},
    ),
    "V7 ronda at 32": (
        32,
        20,
        ["ronda A1 7"],
        {key: {"marcador": {"A": 34, "B": 20}} for key in ("quito", "rigor")}
        | dict.fromkeys(("pagat", "juez-de-aguas"), "ronda-bloqueada")
        | {"blog": {"marcador": {"A": 36, "B": 20}}},
    ),
    "V8 misdeal at 30-32": (
        30,
        32,
        ["mal-reparto"],
        dict.fromkeys(KEYS, WON | {"marcador": {"A": 30, "B": 40}})
        | {"pagat": ENDED | {"ganador": "B", "motivo": "mal-reparto", "chicas": [], "marcador": {"A": 30, "B": 32}}},
    ),
    "V9 caida at 38-8": (
        38,
        8,
        ["caida A1", "proclama"],
        {
            "pagat": ENDED | {"chicas": [chica(40, 8, "A")], "ganador": "A", "motivo": "chicas"},
            "blog": OPEN | {"chicas": [chica(40, 8, "A")], "ganadas": {"A": 1, "B": 0}},
            "juez-de-aguas": OPEN | {"chicas": [chica(40, 8, "A", zapateria=True)]},
        }
        | dict.fromkeys(
            ("quito", "rigor"), ENDED | {"chicas": [chica(40, 8, "A", zapateria=True)], "motivo": "zapateria"}
        ),
    ),
    "V10 caida at 38-10": (
        38,
        10,
        ["caida A1", "proclama"],
        dict.fromkeys(KEYS, OPEN | {"chicas": [chica(40, 10, "A")], "ganadas": {"A": 1, "B": 0}})
        | {"pagat": ENDED | {"motivo": "chicas"}},
    ),
    "V11 zapateria in the second chica": (
        12,
        40,
        ["proclama", 'ajusta B +6 "marcador del caso"', 'ajusta A +38 "marcador del caso"', "caida A1", "proclama"],
        dict.fromkeys(
            ("quito", "rigor", "juez-de-aguas"),
            OPEN | {"chicas": [chica(12, 40, "B"), chica(40, 6, "A", zapateria=True)]},
        )
        | {"blog": OPEN | {"chicas": [chica(12, 40, "B"), chica(40, 6, "A")]}},
    ),
    "V12 wrong claim at 0": (
        0,
        6,
        ["mal-pedido A"],
        dict.fromkeys(KEYS, "no-existe-en-reglamento")
        | {"blog": {"marcador": {"A": 0, "B": 16}, "impagos": {"A": 0, "B": 0}}},
    ),
    "V14 protest upheld, limpia claimed": (
        18,
        20,
        ["limpia A1", "juego-y-veo B1 procede 4"],
        dict.fromkeys(KEYS, "no-existe-en-reglamento") | {"juez-de-aguas": {"marcador": {"A": 18, "B": 22}}},
    ),
    "V15 protest upheld, nothing claimed": (
        20,
        20,
        ["juego-y-veo B1 procede"],
        dict.fromkeys(KEYS, "no-existe-en-reglamento") | {"juez-de-aguas": {"marcador": {"A": 18, "B": 22}}},
    ),
    "V16 protest rejected": (
        20,
        20,
        ["juego-y-veo B1 no-procede"],
        dict.fromkeys(KEYS, "no-existe-en-reglamento") | {"juez-de-aguas": {"marcador": {"A": 20, "B": 18}}},
    ),
    "V17 four equal cards": (
        10,
        10,
        ["doble-ronda A1 7"],
        dict.fromkeys(KEYS, WON | {"marcador": {"A": 40, "B": 10}})
        | {"quito": OPEN | {"marcador": {"A": 14, "B": 10}}},
    ),
    "V18 forgotten card": (
        0,
        0,
        ["arranche 1"],
        dict.fromkeys(("pagat", "blog", "juez-de-aguas"), "no-existe-en-reglamento")
        | dict.fromkeys(("quito", "rigor"), OPEN | {"marcador": {"A": 0, "B": 0}}),
    ),
    "V18 forgotten card withdrawn": (
        0,
        0,
        ["arranche 1", *REPARTOS, "conteo A=17 B=18 mesa=4"],
        {key: {"marcador": {"A": 0, "B": 2}} for key in ("quito", "rigor")},
    ),
    "V19 caida claimed too late": (
        0,
        0,
        ["caida A1", "anula 2"],
        {key: {"marcador": {"A": 0, "B": 0}} for key in KEYS},
    ),
    "V20 falla that nobody claims": (
        0,
        0,
        [*REPARTOS, "conteo A=40 B=0 mesa=0"],
        {key: {"marcador": {"A": 26, "B": 0}} for key in KEYS} | {"juez-de-aguas": {"marcador": {"A": 28, "B": 0}}},
    ),
}
ROWS = [
    pytest.param(key, a, b, events, expected, id=f"{name} {key}")
    for name, (a, b, events, by_rulebook) in CASES.items()
    for key, expected in by_rulebook.items()
]


@pytest.mark.parametrize(("key", "a", "b", "events", "expected"), ROWS)
def test_closing_and_sanctions(key, a, b, events, expected):
    *before, last = events
    state = further(mesa_at(key, a, b), *before)

    if isinstance(expected, str):
        assert refusal(state, last) == expected
    else:
        found = result(further(state, last))
        assert {name: found[name] for name in expected} == expected


def test_a_misdeal_in_the_blog_leaves_the_deal_where_it_was():
    state = further(mesa_at("blog", 0, 0), "mal-reparto")

    assert (points(state), state.position.dealer) == ((0, 10), "A1")
    assert further(mesa_at("quito", 0, 0), "mal-reparto").position.dealer == "B1"


@pytest.mark.parametrize("first", ["A", "B"])
def test_when_both_are_paid_who_deals_next_reaches_forty_first(first):
    dealer = "B1" if first == "A" else "A1"
    state = further(mesa_at("blog", 34, 36, dealer=dealer), *REPARTOS, "conteo A=20 B=20 mesa=0")

    assert points(state) == (40, 42)
    assert further(state, "proclama").position.chicas[0].winner == first
