"""Which data a ruling repeats, who deals, whose sanction it is: the same from every place that says it (3.f–g, 4.c, 5, 11, 17)."""

import pytest

from referee.rules import (
    REGLAMENTOS,
    Measure,
    RuleViolation,
    dump_jugada,
    legal,
    parse_jugada,
    preview,
    replay,
    replayed_told,
    result,
    ruled,
    start,
)
from tests.referee.rules.mesas import SORTEO, after, further, mesa_at, offered, points, refusal

DATA = ("caida A1", "segundo-reparto", "conteo A=22 B=15 mesa=3")
REPEATED = 'repite-data "x"'


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


def test_a_chica_that_a_ruling_awarded_stays_awarded_when_its_data_is_played_again():
    awarded = after(SORTEO["A"], "caida A1", 'adjudica-chica A "x"')

    p = further(awarded, REPEATED).position

    assert (p.points[0], p.closer, p.award, p.earned[0]) == (40, 0, 0, 0)


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


@pytest.mark.parametrize(
    ("lines", "others"),
    [
        (("limpia A", 'adjudica-chica A "x"', 'adjudica-chica A "x"'), ["anula 4", "anula 3"]),
        (("limpia A", 'adjudica-chica A "x"', 'repite-data "x"'), ["anula 3"]),
        (('ajusta A +38 "x"', "caida A", 'adjudica-chica A "x"'), ["anula 4"]),
    ],
    ids=["awarded-again", "repeated", "won-in-play"],
)
def test_an_award_stands_until_it_is_annulled(lines, others):
    """Whatever the points are since; the Director's page annuls it and records the contrary one."""
    state = after(SORTEO["B"], *lines)

    assert refusal(state, 'adjudica-chica B "y"') == "fallo-contrario"
    assert refusal(state, 'adjudica-chica A "y"') is None
    assert offered(state, "adjudica-chica", "B").code == "fallo-contrario"
    done = [dump_jugada(jugada) for jugada in ruled(state, Measure("adjudica-chica", "B"), "y")]
    assert done == [*(f'{line} "y"' for line in others), 'adjudica-chica B "y"']
    assert refusal(further(state, done[0]), 'adjudica-chica B "y"') == (None if len(others) == 1 else "fallo-contrario")
    assert points(further(state, *done))[1] == 40


WON = ('ajusta A +38 "x"', "caida A", "proclama")


@pytest.mark.parametrize(
    ("lines", "annulled"),
    [
        (('adjudica-chica A "x"',), [5]),
        (('adjudica-chica A "x"', "proclama"), [6, 5]),
    ],
    ids=["to-be-proclaimed", "proclaimed"],
)
def test_a_chica_awarded_that_gives_the_mesa_is_against_an_award_of_the_mesa(lines, annulled):
    state = after(SORTEO["B"], *WON, *lines, zapateria_alcance="ninguna")

    assert refusal(state, 'adjudica-mesa B "y"') == "fallo-contrario"
    assert refusal(state, 'adjudica-mesa A "y"') is None
    done = [dump_jugada(jugada) for jugada in ruled(state, Measure("adjudica-mesa", "B"), "y")]
    assert done == [*(f'anula {number} "y"' for number in annulled), 'adjudica-mesa B "y"']
    assert further(state, *done).position.ended == ("B", "fallo")
    out = [dump_jugada(jugada) for jugada in ruled(state, Measure("descalifica", "A"), "y")]
    assert further(state, *out).position.ended == ("B", "descalificacion")


def test_a_chica_awarded_that_does_not_give_the_mesa_is_not_against_one():
    state = after(SORTEO["B"], 'adjudica-chica A "x"')

    assert refusal(state, 'adjudica-mesa B "y"') is None
    over = further(state, "proclama", *WON[:2], "proclama")  # the mesa is of A by a chica that was won in play
    assert refusal(over, 'adjudica-mesa B "y"') is None


@pytest.mark.parametrize(
    "lines",
    [
        ('adjudica-chica A "x"',),
        ('ajusta A +40 "x"',),
        ('ajusta A +20 "x"', 'ajusta A +20 "x"'),
        ('ajusta A +36 "x"', "caida A", 'ajusta A +2 "x"'),
        ('ajusta A +38 "x"', "caida A", 'ajusta A -2 "x"', 'ajusta A +2 "x"'),
        ('ajusta A +38 "x"', "caida A", 'ajusta A -20 "x"', 'adjudica-chica A "x"'),
        ('ajusta A +38 "x"', "caida A", 'ajusta A -20 "x"', 'ajusta A +20 "x"'),
        ("limpia A", 'adjudica-chica A "x"', 'repite-data "x"'),
    ],
    ids=str,
)
@pytest.mark.parametrize("settings", [{}, {"zapateria_medida": "nunca-llego"}, {"sobre_cuarenta": "no"}], ids=str)
def test_a_ruling_that_brings_forty_makes_no_zapateria_whatever_follows(lines, settings):
    state = after(SORTEO["B"], 'ajusta B +8 "x"', *lines, "proclama", **settings)

    found = result(state)
    assert (found["chicas"][0]["zapateria"], found["estado"]) == (False, "en-juego")


@pytest.mark.parametrize(
    "lines",
    [
        ('ajusta A +38 "x"', "caida A"),
        ('ajusta A +38 "x"', "caida A", 'adjudica-chica A "x"'),
        ('ajusta A +38 "x"', "caida A", 'ajusta A +4 "x"', 'ajusta A -2 "x"'),
        ('ajusta A +38 "x"', "caida A", 'ajusta A -2 "x"', "caida A"),
        ('ajusta A +36 "x"', "limpia A", 'ajusta A -2 "x"', "caida A", "limpia A"),
        ('ajusta A +38 "x"', "caida A", "mal-pedido A", "limpia A"),
    ],
    ids=str,
)
def test_a_chica_won_in_play_is_a_zapateria_though_rulings_came_before_and_after(lines):
    state = after(SORTEO["B"], 'ajusta B +8 "x"', *lines, "proclama")

    assert result(state)["motivo"] == "zapateria"


@pytest.mark.parametrize("line", ["mal-pedido A", "juego-y-veo A no-procede", "caida B", "mal-reparto"])
def test_nothing_is_played_or_sanctioned_in_a_chica_that_a_ruling_awarded(line):
    state = further(mesa_at("riobamba", 0, 8), 'adjudica-chica A "x"')

    assert refusal(state, line) == "chica-adjudicada"
    assert {each.code for each in legal(state) if each.jugada == line.split()[0]} == {"chica-adjudicada"}


def test_no_adjustment_goes_against_an_award():
    state = further(mesa_at("riobamba", 0, 30), 'adjudica-chica A "x"')

    assert refusal(state, 'ajusta A -2 "x"') == "fallo-contrario"
    assert refusal(state, 'ajusta B +10 "x"') == "fallo-contrario"
    assert refusal(state, 'ajusta B +8 "x"') is None
    assert refusal(state, 'ajusta A +2 "x"') is None


def test_a_ronda_that_wins_the_chica_outright_earns_it_after_a_ruling_that_another_took_back():
    state = further(mesa_at("rigor", 0, 8), 'ajusta A +40 "x"', 'ajusta A -2 "x"', "doble-ronda A 7", "proclama")

    assert state.position.chicas[0].zapateria


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
    ("lines", "held"),
    [
        (("limpia B",), {"B"}),
        (("limpia B", *["limpia A1"] * 3), {"B"}),
        (("limpia B", "mal-pedido B"), set()),
        (("limpia B", "limpia B"), set()),
        (('ajusta A +38 "x"', "limpia B"), {"A", "B"}),
        (("limpia B", 'abandono B "x"'), set()),
    ],
    ids=["now", "its-time-is-over", "no-longer", "won", "both", "ended"],
)
def test_a_ronda_that_waits_holds_the_rivals_by_the_score_of_now(lines, held):
    """Also where no other could be asked for any more; what would reach forty by two of them does after the first."""
    state = further(mesa_at("riobamba", 0, 36), *lines)

    rondas = [each for each in legal(state) if each.jugada == "ronda"]
    assert {each.subject for each in rondas if each.hold} == held
    assert all(each.as_json().get("hold") == each.hold for each in rondas)


@pytest.mark.parametrize(("key", "held"), [("riobamba", True), ("quito", False), ("pagat", False)])
def test_a_ronda_that_counts_no_longer_holds_nobody(key, held):
    assert bool(offered(mesa_at(key, 38, 0), "ronda", "A").hold) is held


@pytest.mark.parametrize(
    ("key", "held"),
    [
        ("riobamba", True),
        ("juez-de-aguas", True),
        ("pagat", False),
        ("blog", False),
        ("quito", False),
        ("rigor", False),
    ],
)
def test_nobody_waits_for_the_juez_where_no_text_has_a_ronda_verified(key, held):
    assert bool(offered(mesa_at(key, 36 if key in ("riobamba", "quito") else 10, 0), "doble-ronda", "A").hold) is held


@pytest.mark.parametrize(
    "between", ["juego-y-veo B procede", "juego-y-veo B no-procede", "juego-y-veo B procede 2", "mal-pedido A"]
)
@pytest.mark.parametrize("later", [(), ("caida B1",)])
def test_what_was_recorded_between_two_datas_names_the_one_just_counted(between, later):
    state = further(after(SORTEO["B"], *DATA, between), *later)

    jugadas = ruled(state, Measure("repite-data", numbers=(5,)), "x")

    assert dump_jugada(jugadas[-1]) == 'repite-data 1 "x"'


@pytest.mark.parametrize(
    ("lines", "named", "again"),
    [
        (("limpia B2", "mal-reparto"), 6, None),
        (("mal-reparto",), 5, None),
        (("limpia B2", 'anula 5 "x"'), 5, None),
        (("limpia B2", 'anula 5 "x"', "caida B1"), 5, 2),
        (("juego-y-veo B no-procede", 'anula 5 "x"'), 5, None),
        (("juego-y-veo B no-procede", 'anula 5 "x"'), 6, None),
        (("limpia B2", 'anula 5 "x"', "caida B1"), 6, 2),
        (("limpia B2", "juego-y-veo B no-procede"), 6, 2),
        (("reparte B1",), 5, 2),
        (('suspension "s"',), 5, 1),
    ],
)
def test_a_play_and_what_is_annulled_name_their_own_data_and_no_other(lines, named, again):
    state, measure = after(SORTEO["B"], *DATA, *lines), Measure("repite-data", numbers=(named,))

    if again is None:
        with pytest.raises(RuleViolation) as refused:
            ruled(state, measure, "x")
        assert refused.value.code == "data-inexistente"
    else:
        assert dump_jugada(ruled(state, measure, "x")[-1]) == f'repite-data {again} "x"'


@pytest.mark.parametrize("end", ['abandono A "f"', 'descalificacion A "f"', 'adjudica-mesa B "f"'])
@pytest.mark.parametrize(
    "measure",
    [
        Measure("adjudica-chica", "B"),
        Measure("ajusta", "A", points=2),
        Measure("repite-chica", numbers=(2,)),
        Measure("repite-mesa"),
        Measure("anula", numbers=(2,)),
        Measure("repite-data", numbers=(2,)),
    ],
    ids=str,
)
def test_a_mesa_that_ended_while_it_was_suspended_goes_on_before_its_ruling(end, measure):
    state = after(SORTEO["B"], "caida A", 'suspension "s"', end)

    jugadas = ruled(state, measure, "x")

    assert [dump_jugada(each).split()[0] for each in jugadas[:2]] == ["anula", "reanudacion"]
    for each in jugadas:
        state = further(state, dump_jugada(each))
    assert not state.position.suspended
