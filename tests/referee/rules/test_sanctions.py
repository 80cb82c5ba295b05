"""One play, one sanction: what is refused, what is asked about, and what is another play (5.a, 11)."""

import pytest

from referee.rules import (
    RuleViolation,
    cautions,
    parse_jugada,
    question,
)
from tests.referee.rules.mesas import SORTEO, after, further, offered, points, refusal

DATA = ("caida A1", "segundo-reparto", "conteo A=22 B=15 mesa=3")

CAIDA_OF_B1 = (SORTEO["A"], 'ajusta A +10 "x"', 'ajusta B +10 "x"', "caida B1")
"""B1 has jugada 4, and the board is 10–12."""
COUNT = "conteo A=20 B=20 mesa=0"
NO_PLAY = [
    ('suspension "x"', "reanudacion"),
    ('ajusta A +2 "x"',),
    ("recuento juez A=20 B=20 mesa=0",),
    ('suspension "x"', 'ajusta B +2 "x"', "reanudacion", "recuento juez A=40 B=0 mesa=0"),
]


def warned(state, line):
    """What the log makes implausible of a line that the rules accept; the window of a protest is another matter."""
    assert refusal(state, line) is None
    found = cautions(state.reglamento, state.seats, state.position, parse_jugada(line))
    return [each.code for each in found if each.code != "protesta-tarde"]


@pytest.mark.parametrize("between", [(), *NO_PLAY])
@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("mal-pedido A2", "juego-y-veo B procede 3", "ya-sancionada"),
        ("mal-pedido A2", "juego-y-veo B2 procede 3", "ya-sancionada"),
        ("juego-y-veo B procede 3", "mal-pedido A2", "doble-sancion"),
        ("juego-y-veo B procede 3", "juego-y-veo B2 procede 3", "ya-protestada"),
    ],
)
def test_a_second_sanction_of_one_levante_is_refused(first, between, second, code):
    """In either order; what stands between is neither a play nor a deal."""
    played = after(SORTEO["B"], "segundo-reparto", "limpia A2", first, *between)

    assert refusal(played, second) == code


@pytest.mark.parametrize("play", ["segundo-reparto", "limpia B1", "ronda B1 7", "arranche 1", "limpia A2"])
def test_a_levante_whose_player_was_sanctioned_for_it_is_not_protested_whatever_is_played(play):
    assert refusal(after(SORTEO["B"], "limpia A2", "mal-pedido A2", play), "juego-y-veo B procede 2") == "ya-sancionada"


@pytest.mark.parametrize(
    ("lines", "second"),
    [
        (["juego-y-veo A procede 4"], "juego-y-veo A procede"),  # cards that nobody records, then a lift that claims nothing
        (["juego-y-veo A2 procede"], "juego-y-veo A2 procede 4"),
        (["juego-y-veo A2 procede 4"], "juego-y-veo A2 procede"),
        (["juego-y-veo A2 procede"], "juego-y-veo A1 procede"),
        (["caida B2", "juego-y-veo A procede 5"], "juego-y-veo A procede 4"),
        (["caida B2", "juego-y-veo A procede 4"], "juego-y-veo A procede"),
        (["caida B2", "mal-pedido B"], "juego-y-veo A procede 4"),
        (["caida B2", "mal-pedido B2"], "mal-pedido B1"),
        (["caida B1", "juego-y-veo A procede 4"], "mal-pedido B1"),
        (["mal-pedido B2"], "juego-y-veo A2 procede"),
        (["mal-pedido B2"], "juego-y-veo A procede 4"),
        (["mal-pedido B1"], "mal-pedido B2"),
        (["ronda B1 7", "mal-pedido B1"], "mal-pedido B1"),  # two claims that were not granted
        (["ronda B1 7", "mal-pedido B1"], "juego-y-veo A procede 4"),
        (["ronda B 7", "mal-pedido B"], "juego-y-veo A procede 4"),
        (["juego-y-veo A procede 4", "juego-y-veo A no-procede"], "mal-pedido B1"),
        (["mal-pedido B1", "juego-y-veo A no-procede"], "juego-y-veo A procede"),
    ],
)  # fmt: skip
def test_two_levantes_or_two_players_are_two_plays(lines, second):
    """A protest without a number is of a play that claimed nothing, so of no levante that is recorded."""
    assert warned(after(*CAIDA_OF_B1, *lines), second) == []


@pytest.mark.parametrize("play", ["segundo-reparto", "limpia B2", "ronda B1 7", "arranche 1"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("mal-pedido B1", "mal-pedido B1"),
        ("juego-y-veo A procede", "juego-y-veo A procede"),
        ("mal-pedido B1", "juego-y-veo A procede"),
        ("juego-y-veo A procede", "mal-pedido B1"),
        ("juego-y-veo A procede 4", "mal-pedido B1"),
    ],
)
def test_what_is_recorded_between_two_sanctions_makes_it_another_play(first, play, second):
    assert warned(after(*CAIDA_OF_B1, first, play), second) == []


@pytest.mark.parametrize(
    ("lines", "second"),
    [
        (["juego-y-veo A procede"], "juego-y-veo A procede"),
        (["juego-y-veo A2 procede"], "juego-y-veo A2 procede"),  # B1 erred twice in a reparto
        (["juego-y-veo A2 procede"], "juego-y-veo A procede"),
        (["juego-y-veo A procede"], "mal-pedido B"),
        (["juego-y-veo A procede 4", "juego-y-veo A procede"], "mal-pedido B"),
        (["juego-y-veo A procede", "mal-pedido A1"], "mal-pedido B1"),
        (["mal-pedido B1"], "juego-y-veo A procede"),
        (["mal-pedido B1"], "mal-pedido B1"),
        (["mal-pedido B"], "mal-pedido B1"),
        (["mal-pedido B1", "juego-y-veo B procede"], "mal-pedido B1"),
        (["juego-y-veo A procede 4"], "mal-pedido B"),  # of B1 or of B2
        (["juego-y-veo A procede 4", "mal-pedido B2"], "mal-pedido B1"),
        (["juego-y-veo A procede 4", "juego-y-veo B no-procede"], "mal-pedido B1"),
        (["limpia B", "juego-y-veo A procede 5"], "mal-pedido B1"),
        (["mal-pedido B"], "juego-y-veo A procede 4"),
        (["mal-pedido B", "segundo-reparto"], "juego-y-veo A procede 4"),
        (["limpia B", "mal-pedido B1"], "juego-y-veo A procede 5"),
    ],
)  # fmt: skip
def test_what_may_be_of_one_play_is_asked_about_and_never_refused(lines, second):
    """The log does not hold every card (A-24)."""
    state = after(*CAIDA_OF_B1, *lines)

    assert warned(state, second) == ["quiza-ya-sancionada"]
    asked = question(state.reglamento, state.seats, state.position, parse_jugada(second))
    assert asked.line == f"{second} confirmado"
    assert question(state.reglamento, state.seats, state.position, parse_jugada(asked.line)) is None
    assert further(state, asked.line).position == further(state, second).position


def test_the_question_names_the_last_sanction_that_may_be_of_that_play():
    state = after(*CAIDA_OF_B1, "juego-y-veo A procede", "mal-pedido B")

    (found,) = cautions(state.reglamento, state.seats, state.position, parse_jugada("juego-y-veo A procede"))

    assert found.message == "La jugada 6 pudo sancionar esta misma jugada, y por una misma se sanciona una sola vez"
    assert found.article == "5.c, 11, 15.c"


@pytest.mark.parametrize(
    ("lines", "second", "code"),
    [
        (["mal-pedido A2"], "juego-y-veo B procede 3", "ya-sancionada"),
        (["mal-pedido A1"], "juego-y-veo B procede 3", None),
        (["juego-y-veo B procede 3"], "mal-pedido A2", "doble-sancion"),
        (["juego-y-veo B procede 3", "segundo-reparto"], "mal-pedido A2", None),
    ],
)
def test_between_datas_a_wrong_claim_is_of_the_last_levante_of_the_data_just_counted(lines, second, code):
    counted = after(SORTEO["B"], "segundo-reparto", "limpia A2", COUNT)

    assert refusal(further(counted, *lines), second) == code


@pytest.mark.parametrize(("ronda", "claim"), [("ronda B 7", "mal-pedido B"), ("ronda B1 7", "mal-pedido B1")])
@pytest.mark.parametrize("count", [(), (COUNT,)])
def test_a_wrong_claim_is_of_a_ronda_that_came_after_the_levante_also_once_the_data_is_counted(ronda, claim, count):
    state = after(*CAIDA_OF_B1, "segundo-reparto", ronda, *count, claim)

    assert warned(state, "juego-y-veo A procede 4") == []


def test_a_ronda_of_the_data_just_counted_is_none_of_the_next():
    state = after(*CAIDA_OF_B1, "segundo-reparto", "ronda B1 7", COUNT)

    assert refusal(state, "ronda B1 7") is None


def test_a_wrong_claim_before_the_count_is_of_that_levante_after_it_too():
    counted = after(SORTEO["B"], "segundo-reparto", "limpia A2", "mal-pedido A2", COUNT)

    assert refusal(counted, "juego-y-veo B procede 3") == "ya-sancionada"


def test_what_is_claimed_after_the_count_is_no_levante_that_was_protested_before_it():
    claimed = after(SORTEO["B"], "segundo-reparto", "limpia A2", "juego-y-veo B procede 3", COUNT, "mal-pedido A2")

    assert not claimed.position.lifts[-1].sanctioned


def test_another_levante_can_be_protested_after_a_wrong_claim():
    state = after(SORTEO["B"], "limpia A1", "limpia A2", "mal-pedido A2")

    choice = offered(state, "juego-y-veo", "B", "procede")
    assert (choice.allowed, choice.line, choice.needs) == (True, "juego-y-veo B procede", ())
    assert [target.number for target in choice.targets] == [2]
    assert refusal(state, "juego-y-veo B procede 2") is None


def test_a_sanction_that_may_be_the_second_is_offered_with_its_question():
    state = after(*CAIDA_OF_B1, "juego-y-veo A procede 4", "juego-y-veo A procede")

    assert offered(state, "juego-y-veo", "A", "procede").ask.line == "juego-y-veo A procede confirmado"
    assert offered(state, "mal-pedido", "B").ask.line == "mal-pedido B confirmado"
    assert offered(state, "mal-pedido", "A").ask is None
    claimed = after(*CAIDA_OF_B1, "mal-pedido B")
    assert [each.ask.line for each in offered(claimed, "juego-y-veo", "A", "procede").targets] == [
        "juego-y-veo A procede 4 confirmado"
    ]


def test_what_was_asked_for_and_never_recorded_is_a_claim_of_its_own_each_time():
    asked = after(SORTEO["A"], 'ajusta B +10 "x"', "mal-pedido B1")

    assert points(further(asked, "mal-pedido B1", "mal-pedido B")) == (0, 4)
    assert points(further(asked, "ronda B1 7", "mal-pedido B1", "mal-pedido B1")) == (0, 6)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (
            "mal-pedido B1",
            "juego-y-veo A procede 4",
            "por esa misma jugada ya se sancionó un mal pedido (jugada 5): no se sanciona dos veces; "
            "si fue por otra jugada, anúlelo y anótelo a la pareja, no al jugador",
        ),
        (
            "juego-y-veo A procede 4",
            "mal-pedido B1",
            "por esa misma jugada ya procedió el juego y veo (jugada 5): no se sanciona dos veces; "
            "si pidió mal en otra jugada, anote el mal pedido a la pareja, no al jugador",
        ),
    ],
)
def test_the_refusal_names_the_first_sanction_and_the_way_that_loses_none(first, second, message):
    with pytest.raises(RuleViolation) as refused:
        further(after(*CAIDA_OF_B1, first), second)

    assert refused.value.message == message
    assert refused.value.article == "5.c, 11, 15.c"


def test_the_ways_that_the_refusals_name_are_open():
    assert points(further(after(*CAIDA_OF_B1, "juego-y-veo A procede 4"), "mal-pedido B confirmado")) == (12, 8)
    claimed = after(*CAIDA_OF_B1, "mal-pedido B1", "anula 5", "mal-pedido B", "juego-y-veo A procede 4 confirmado")
    assert points(claimed) == (12, 8)


def test_a_wrong_claim_that_is_refused_to_a_player_is_offered_to_the_others():
    state = after(*CAIDA_OF_B1, "juego-y-veo A2 procede 4")

    choice = offered(state, "mal-pedido", "B")
    assert (choice.allowed, choice.subjects) == (True, ("B", "B2"))
    assert offered(state, "juego-y-veo", "A", "procede").subjects == ("A", "A1", "A2")


@pytest.mark.parametrize("protest", ["juego-y-veo B procede", "juego-y-veo B no-procede"])
def test_between_datas_a_protest_without_a_number_begins_nothing(protest):
    state = further(after(SORTEO["B"], "segundo-reparto", "caida A1", "limpia A2", COUNT), protest)

    assert state.position.fresh
    assert refusal(state, "juego-y-veo B procede 3") is None


FOURTH = ("caida B1", "limpia A1", "caida-limpia B1", "caida B2", "caida B1", "cuatro-caidas B1")
"""Of four caídas in a row, jugada 6 is the fourth and jugada 7 what it wins."""


@pytest.mark.parametrize(("first", "second"), [(6, 7), (7, 6), (6, 6)])
def test_a_caida_and_what_is_recorded_beside_it_are_one_play(first, second):
    state = after(SORTEO["A"], *FOURTH, cuatro_caidas="chica")
    upheld = further(state, f"juego-y-veo A2 procede {first}")

    assert points(state) == (2, 40)
    assert points(upheld) == (4, 6)
    assert refusal(upheld, f"juego-y-veo A2 procede {second}") == "ya-protestada"
    assert refusal(upheld, "mal-pedido B1") == "doble-sancion"


@pytest.mark.parametrize("line", [6, 7])
def test_a_wrong_claim_of_four_caidas_is_of_the_fourth(line):
    state = after(SORTEO["A"], *FOURTH, "mal-pedido B1", cuatro_caidas="chica")

    assert refusal(state, f"juego-y-veo A2 procede {line}") == "ya-sancionada"
    assert refusal(state, "juego-y-veo A procede 5") is None


@pytest.mark.parametrize("order", [("cuatro-caidas B1", "mal-pedido B1"), ("mal-pedido B1", "cuatro-caidas B1")])
def test_what_is_recorded_beside_a_sanctioned_caida_is_sanctioned_with_it(order):
    state = after(SORTEO["A"], *FOURTH[:-1], *order, cuatro_caidas="chica")
    beside = 7 + order.index("cuatro-caidas B1")

    assert refusal(state, f"juego-y-veo A2 procede {beside}") == "ya-sancionada"
    assert warned(state, "mal-pedido B1") == ["quiza-ya-sancionada"]


def test_four_caidas_after_the_fourth_was_taken_back_are_of_no_play_that_is_recorded():
    state = after(SORTEO["A"], "caida B1", "juego-y-veo A2 procede 2", "cuatro-caidas B1", cuatro_caidas="chica")

    assert points(further(state, "juego-y-veo A2 procede 4")) == (4, 0)
