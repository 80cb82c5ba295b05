"""Which data a ruling repeats, who deals, whose sanction it is: the same from every place that says it (3.f–g, 4.c, 5, 11, 17)."""

import pytest

from referee.rules import (
    REGLAMENTOS,
    Measure,
    RuleViolation,
    cautions,
    dump_jugada,
    legal,
    parse_jugada,
    preview,
    question,
    replay,
    replayed_told,
    result,
    ruled,
    start,
)
from tests.referee.rules.mesas import SORTEO, after, further, mesa_at, points, refusal

DATA = ("caida A1", "segundo-reparto", "conteo A=22 B=15 mesa=3")
REPEATED = 'repite-data "x"'


def offered(state, word, subject=None, finding=None):
    return next(each for each in legal(state) if (each.jugada, each.subject, each.finding) == (word, subject, finding))


def three_datas():
    """A at 10, then B at 4 more, then a limpia: datas 1 and 2 counted, 3 in play."""
    return after(SORTEO["B"], *DATA, "limpia B2", "segundo-reparto", "conteo A=17 B=19 mesa=4", "limpia A1")


@pytest.mark.parametrize(
    ("line", "left", "dealer", "data", "annulled"),
    [
        ('repite-data "x"', (10, 4), "B2", 4, [3]),
        ('repite-data 3 "x"', (10, 4), "B2", 4, [3]),
        ('repite-data 2 "x"', (10, 0), "A2", 4, [2, 3]),
        ('repite-data 1 "x"', (0, 0), "B1", 4, [1, 2, 3]),
    ],
)
def test_a_data_and_those_after_it_are_played_again(line, left, dealer, data, annulled):
    state = further(three_datas(), line)

    p = state.position
    assert (p.points, p.dealer, p.data, p.reparto) == (left, dealer, data, 1)
    assert [each.data for each in p.datas if each.annulled] == annulled
    assert [each.data for each in p.datas] == [1, 2, 3]


def test_what_a_sanction_could_not_take_is_taken_back_with_its_data():
    state = further(after(SORTEO["B"]), "caida B", "mal-pedido A", 'repite-data "x"')

    assert (points(state), state.position.unpaid) == ((0, 0), (0, 0))
    assert further(state, "mal-pedido A").position.unpaid == (2, 0)


def test_what_was_adjusted_before_the_data_stands():
    state = further(mesa_at("riobamba", 20, 6), "caida A", 'repite-data "x"')

    assert points(state) == (20, 6)


@pytest.mark.parametrize(
    ("lines", "number", "left", "told"),
    [
        (("caida B1", 'ajusta A +4 "fallo"', "caida B2"), 1, (4, 0), "sus puntos se quitan: B -4 · queda A 4 – B 0"),
        ((*DATA, 'ajusta B +2 "x"', "limpia B2", 'ajusta A +2 "x"'), 1, (2, 2), "A -10, B -2 · queda A 2 – B 2"),
        ((*DATA, 'ajusta B +2 "x"', "limpia B2", 'ajusta A +2 "x"'), 2, (12, 2), "B -2 · queda A 12 – B 2"),
        ((*DATA, "mal-reparto", 'ajusta B +6 "x"'), 1, (0, 6), "A -10, B -10 · queda A 0 – B 6"),
        (("caida B1", 'ajusta B -4 "x"'), 1, (0, 0), "no hay puntos que quitar · queda A 0 – B 0"),
        (('ajusta A +6 "x"', "caida A1", 'ajusta A -4 "x"'), 1, (2, 0), "A -2 · queda A 2 – B 0"),
    ],
)
def test_a_ruling_is_of_no_data_and_stays_when_one_is_repeated(lines, number, left, told):
    state, line = after(SORTEO["B"], *lines), f'repite-data {number} "x"'

    assert points(further(state, line)) == left
    assert told in preview(state, parse_jugada(line)).text


@pytest.mark.parametrize("again", [REPEATED, "mal-reparto"])
def test_a_chica_that_a_ruling_awarded_stays_awarded_when_its_data_is_played_again(again):
    awarded = after(SORTEO["A"], "caida A1", 'adjudica-chica A "x"', "mal-pedido A", puntos_data_anulada="se-anulan")

    p = further(awarded, again).position

    assert (p.points[0], p.closer, p.awarded) == (40, 0, True)


def test_what_a_ruling_could_not_take_is_what_it_could_not_take_without_that_data():
    state = further(after(SORTEO["B"], "caida B1", 'ajusta B -4 "x"'), REPEATED)

    assert (points(state), state.position.unpaid) == ((0, 0), (0, 4))


def test_a_data_that_is_not_there_is_refused():
    assert refusal(three_datas(), 'repite-data 4 "x"') == "data-inexistente"


@pytest.mark.parametrize(
    ("lines", "stand"),
    [
        ((), ()),
        (('ajusta A +2 "x"', 'suspension "x"'), ()),
        (("juego-y-veo A no-procede",), ()),
        (("mal-reparto",), ()),
        (("caida A1", "mal-reparto"), ()),
        (("caida A1", REPEATED), ()),
        (("segundo-reparto",), (1,)),
        (("reparte A1",), (1,)),
        (DATA, (1,)),
        ((*DATA, 'ajusta B +2 "x"', "juego-y-veo B procede 2"), (1,)),
        ((*DATA, "mal-reparto"), (1,)),
        ((*DATA, "limpia B2", "mal-reparto"), (1,)),
        ((*DATA, "limpia B2", REPEATED), (1,)),
        ((*DATA, REPEATED), ()),
        ((*DATA, "limpia B2", 'repite-data 1 "x"'), ()),
        ((*DATA, "limpia B2"), (2, 1)),
        ((*DATA, "limpia B2", "mal-reparto", "limpia A1"), (3, 1)),
        (('adjudica-chica A "x"',), ()),
        ((*DATA, 'adjudica-chica A "x"'), (1,)),
        ((*DATA, 'adjudica-chica A "x"', "proclama"), ()),
    ],
)
def test_a_data_is_repeated_that_was_played_and_stands(lines, stand):
    """The line, the fold, what is offered and what is said before name the same datas; by default the last of them."""
    state = after(SORTEO["B"], *lines, zapateria_alcance="ninguna")

    named = {number: refusal(state, f'repite-data {number} "x"') for number in range(1, 6)}
    assert named == {number: None if number in stand else "data-inexistente" for number in range(1, 6)}
    last = f'repite-data {stand[0]} "x"' if stand else REPEATED
    assert refusal(state, REPEATED) == refusal(state, last)
    if stand:
        told, done = preview(state, parse_jugada(REPEATED)), further(state, REPEATED).position
        assert told == preview(state, parse_jugada(last))
        assert told.text.startswith(f"Se repite la data {stand[0]}")
        assert done == further(state, last).position
    choice = offered(state, "repite-data")
    assert choice.allowed is bool(stand)
    assert tuple(target.number for target in choice.targets) == stand


def test_before_the_sorteo_no_data_is_repeated():
    suspended = further(start(REGLAMENTOS["riobamba"]), 'suspension "x"')

    assert refusal(suspended, REPEATED) == "data-inexistente"


def test_the_page_refuses_a_data_that_was_not_played_and_says_so():
    state = further(after(SORTEO["B"], *DATA), 'ajusta B +2 "x"')

    with pytest.raises(RuleViolation, match="la data 2 de esta chica no se jugó") as refused:
        ruled(state, Measure("repite-data", numbers=(5,)), "fallo")
    assert refused.value.code == "data-inexistente"


def test_the_page_says_the_same_line_as_the_notation():
    state = three_datas()
    limpia_of_2 = next(entry.number for entry in state.entries if entry.jugada == parse_jugada("limpia B2"))

    measure = Measure("repite-data", numbers=(limpia_of_2,))

    (again,) = ruled(state, measure, "fallo")
    assert again == parse_jugada('repite-data 2 "fallo"')
    told = replayed_told(state, measure, "fallo")
    assert told == preview(state, again).text
    assert told == (
        "Se repite la data 2, ya contada · se anulan las siguientes, hasta la 3 · sus puntos se quitan: A -2, B -4"
        " · queda A 10 – B 0 · reparte A2"
    )


def test_a_data_of_a_chica_that_was_proclaimed():
    state = further(mesa_at("riobamba", 36, 20), "caida A", "limpia A", "proclama", "caida B", 'suspension "x"')

    done = ruled(state, Measure("repite-data", numbers=(4,)), "fallo")

    lines = [type(jugada).__name__ for jugada in done]
    assert lines == ["Reanudacion", "Anula", "Anula", "RepiteData"]
    after_it = replay(state.reglamento, state.seats, [entry.jugada for entry in state.entries] + list(done))
    assert (points(after_it), after_it.position.chicas) == ((36, 20), ())


def test_the_tablet_offers_the_datas_that_stand():
    targets = offered(three_datas(), "repite-data").targets

    assert [(target.label, target.line) for target in targets] == [
        ("Data 3", "repite-data 3"),
        ("Data 2, ya contada", "repite-data 2"),
        ("Data 1, ya contada", "repite-data 1"),
    ]
    assert [target.number for target in offered(after(SORTEO["B"], *DATA), "repite-data").targets] == [1]


def test_an_award_is_no_zapateria_and_a_contrary_one_is_refused():
    state = further(after(SORTEO["B"]), 'adjudica-chica A "x"')

    assert refusal(state, 'adjudica-chica B "x"') == "fallo-contrario"
    assert refusal(state, 'adjudica-chica A2 "x"') is None
    over = further(after(SORTEO["B"]), 'adjudica-mesa A "x"')
    assert refusal(over, 'adjudica-mesa B "x"') == "fallo-contrario"
    for found, kind in ((state, "adjudica-chica"), (over, "adjudica-mesa")):  # the Director's page annuls the first
        assert [dump_jugada(jugada) for jugada in ruled(found, Measure(kind, "B"), "y")] == [
            'anula 2 "y"',
            f'{kind} B "y"',
        ]


def test_a_chica_that_was_won_in_play_is_zapateria_though_a_ruling_awards_it_too():
    won = further(mesa_at("riobamba", 38, 8), "caida A")

    state = further(won, 'adjudica-chica A "x"', "proclama")

    assert result(state)["motivo"] == "zapateria"


def test_an_award_that_a_protest_took_back_leaves_no_trace():
    state = further(mesa_at("riobamba", 4, 8), "caida A", 'adjudica-chica A "x"', "mal-pedido A", 'ajusta A +2 "x"')

    assert state.position.awarded is False


CAIDA_OF_B1 = (SORTEO["A"], 'ajusta A +10 "x"', 'ajusta B +10 "x"', "caida B1")
"""B1 has jugada 4, and the board is 10–12."""
COUNT = "conteo A=20 B=20 mesa=0"
NO_PLAY = [
    ('suspension "x"', "reanudacion"),
    ('ajusta A +2 "x"',),
    ('adjudica-chica B "x"',),
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


def test_the_pareja_says_who_deals_after_a_misdeal():
    state = after(SORTEO["B"])

    assert further(state, "mal-reparto").position.dealer == "A2"
    assert further(state, "mal-reparto reparte=A1").position.dealer == "A1"
    assert refusal(state, "mal-reparto reparte=B2") == "reparte-equivocado"
    assert offered(state, "mal-reparto").subjects == ("A2", "A1")
    assert refusal(mesa_at("pagat", 0, 0), "mal-reparto reparte=B1") == "reparte-equivocado"
    by_turn = after(SORTEO["B"], mal_reparto_reparte="siguiente")
    assert refusal(by_turn, "mal-reparto reparte=A1") == "reparte-equivocado"
    assert further(by_turn, "mal-reparto").position.dealer == "A2"
    singles = mesa_at("quito", 0, 0, seats=("A1", "B1"))
    assert offered(singles, "mal-reparto").line == "mal-reparto"


def test_a_data_dealt_by_who_was_not_due_is_noted_and_repeated_by_who_was():
    state = further(after(SORTEO["B"], "reparte A1"), "caida B1")

    assert state.position.dealer == "A1"
    assert refusal(state, "reparte A1") == "reparte-igual"
    assert further(state, "segundo-reparto", "conteo A=20 B=20 mesa=0").position.dealer == "B1"
    assert further(state, 'repite-data "x"').position.dealer == "B1"


def test_a_recount_needs_the_data_played_out_and_its_forty_cards():
    assert refusal(after(SORTEO["B"]), "recuento juez A=20 B=20 mesa=0") == "falta-reparto"
    state = after(SORTEO["B"], "segundo-reparto")
    assert refusal(state, "recuento A A=20 B=19 mesa=0") == "conteo-no-suma-40"
    assert points(further(state, "recuento A A=40 B=0 mesa=0")) == (0, 0)
    assert offered(state, "recuento").subjects[:3] == ("juez", "A", "B")


def test_the_note_about_the_first_card_is_for_the_pareja_that_throws_it():
    state = after(SORTEO["B"])  # B1 deals, A2 throws first
    notes = {(each.jugada, each.subject): each.note for each in legal(state) if each.note}

    assert set(notes) == {("caida", "A"), ("limpia", "A"), ("caida-limpia", "A")}
    redealt = {
        (each.jugada, each.subject) for each in legal(further(state, "limpia B", "segundo-reparto")) if each.note
    }
    assert redealt == {("caida", "A"), ("caida-limpia", "A")}
    assert not [each for each in legal(further(state, "limpia B")) if each.note]


def test_a_ronda_that_reaches_forty_holds_the_rivals_hands():
    notes = {each.subject: each.note for each in legal(mesa_at("riobamba", 38, 34)) if each.jugada == "ronda"}

    assert notes == {"A": "No lanzan los rivales hasta que el Juez verifique.", "B": None}


@pytest.mark.parametrize(
    "between", ["juego-y-veo B procede", "juego-y-veo B no-procede", "juego-y-veo B procede 2", "mal-pedido A"]
)
@pytest.mark.parametrize("later", [(), ("caida B1",)])
def test_what_was_recorded_between_two_datas_names_the_one_just_counted(between, later):
    state = further(after(SORTEO["B"], *DATA, between), *later)

    jugadas = ruled(state, Measure("repite-data", numbers=(5,)), "x")

    assert dump_jugada(jugadas[-1]) == 'repite-data 1 "x"'


@pytest.mark.parametrize("end", ['abandono A "f"', 'descalificacion A "f"', 'adjudica-mesa B "f"'])
@pytest.mark.parametrize("measure", [Measure("adjudica-chica", "B"), Measure("ajusta", "A", points=2)], ids=str)
def test_a_mesa_that_ended_while_it_was_suspended_goes_on_before_its_ruling(end, measure):
    state = after(SORTEO["B"], "caida A", 'suspension "s"', end)

    jugadas = ruled(state, measure, "x")

    assert [dump_jugada(each).split()[0] for each in jugadas[:2]] == ["anula", "reanudacion"]
    for each in jugadas:
        state = further(state, dump_jugada(each))
    assert not state.position.suspended
