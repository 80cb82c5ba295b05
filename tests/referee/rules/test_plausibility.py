"""What the log makes implausible: asked, with the line that answers it, and refused never."""

import json
from random import Random

import pytest

from referee.rules import (
    QUIET,
    REGLAMENTOS,
    REGULAR,
    SEATS,
    Conteo,
    cautions,
    dump_jugada,
    legal,
    parse_game,
    parse_jugada,
    play,
    play_mesa,
    preview,
    question,
    result,
)
from referee.rules.simulation.log import Log
from tests.referee.rules.mesas import SORTEO, after, further, mesa_at, offered
from tests.referee.rules.walks import accepted


def codes(state, line):
    jugada = parse_jugada(line)
    return [each.code for each in cautions(state.reglamento, state.seats, state.position, jugada)]


def in_second(*lines):
    return after(SORTEO["B"], *lines, "segundo-reparto")


@pytest.mark.parametrize(
    ("lines", "count", "expected"),
    [
        (["caida A"], "conteo A=10 B=30 mesa=0", []),
        (["caida A"], "conteo A=0 B=40 mesa=0 falla", ["falla-con-levante"]),
        (["caida A"], "conteo A=0 B=40 mesa=0", ["cuenta-cambiada"]),
        (["caida A", "limpia A"], "conteo A=3 B=34 mesa=3", ["cuenta-cambiada"]),
        (["caida A", "limpia A", "caida B"], "conteo A=1 B=3 mesa=36", ["menos-cartas-que-levantes"]),
        (
            ["limpia A", "limpia B", "limpia B", "limpia A"],
            "conteo A=2 B=0 mesa=38 falla",
            ["menos-cartas-que-levantes", "falla-con-levante"],
        ),
        (["limpia A", "limpia B"], "conteo A=0 B=0 mesa=40", ["menos-cartas-que-levantes"] * 2),
        (["caida A", "limpia A", "caida-limpia A"], "conteo A=16 B=24 mesa=0", ["cuenta-cambiada"]),
        (["caida A", "limpia A"], "conteo A=16 B=24 mesa=0", []),
        (["caida A", "juego-y-veo B procede 2"], "conteo A=0 B=40 mesa=0 falla", []),
        ([], "conteo A=0 B=40 mesa=0 falla", []),
    ],
)
def test_a_count_against_the_levantes(lines, count, expected):
    assert codes(in_second(*lines), count) == expected


def test_everything_implausible_of_one_count_is_in_the_one_question_and_in_the_result():
    game = f"reglamento riobamba\n{SORTEO['B']}\nlimpia A1\nsegundo-reparto\nlimpia B1\nlimpia B2\ncaida-limpia A2\n"
    line = "conteo A=2 B=0 mesa=38 falla"
    state, _, _ = play(parse_game(game))
    words = (
        "A tiene 2 levantes en esta data, que son al menos 4 cartas, y aquí 2",
        "B tiene 2 levantes en esta data: no es falla",
    )

    asked = question(state.reglamento, state.seats, state.position, parse_jugada(line))
    assert asked is not None
    assert asked == preview(state, parse_jugada(line)).ask
    assert (asked.text, asked.line) == (f"{words[0]}. {words[1]}.", f"{line} confirmado")
    for each, confirmed in ((line, False), (asked.line, True)):
        warned = result(*play(parse_game(game + each)))["advertencias"]
        assert [(one["linea"], one["mensaje"], one["confirmada"]) for one in warned] == [
            (8, message, confirmed) for message in words
        ]


def test_a_count_that_is_not_what_the_juez_counted():
    state = further(in_second(), "recuento A2 A=22 B=17 mesa=1")

    assert codes(state, "conteo A=22 B=17 mesa=1") == []
    assert codes(state, "conteo A=23 B=16 mesa=1") == ["distinto-del-recuento"]
    assert codes(further(state, "conteo A=22 B=17 mesa=1", "segundo-reparto"), "conteo A=20 B=20 mesa=0") == []


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        ("conteo A=24 B=16 mesa=0", []),
        ("conteo A=22 B=18 mesa=0", []),
        ("conteo A=23 B=17 mesa=0", ["distinto-del-recuento"]),
    ],
)
def test_what_the_juez_found_on_the_table_is_counted_with_the_cards_of_who_lifted_last(count, expected):
    state = after(SORTEO["B"], "segundo-reparto", "recuento A A=22 B=16 mesa=2", sobrantes="de-quien-levanto")

    assert codes(state, count) == expected


def test_a_sixth_play_of_a_player_and_an_eleventh_of_a_pareja():
    five = after(SORTEO["B"], *["caida A1"] * 5)

    assert codes(five, "caida A1") == ["mas-de-cinco-jugadas"]
    assert codes(five, "caida A2") == []
    assert codes(further(five, "segundo-reparto"), "limpia A1") == []
    assert codes(further(five, "segundo-reparto", *["caida A"] * 5), "caida A1") == []


def test_more_cards_than_were_dealt():
    ten = after(SORTEO["B"], *["caida A1", "limpia B1"] * 5)

    assert codes(ten, "caida A2") == ["mas-cartas-que-repartidas"]
    assert codes(ten, "arranche 1") == ["mas-cartas-que-repartidas"]
    assert codes(further(ten, "segundo-reparto"), "arranche 9") == []
    assert codes(after(SORTEO["B"], "arranche 9", "arranche 9"), "arranche 1") == ["mas-cartas-que-repartidas"]


@pytest.mark.parametrize(
    ("lines", "protest", "late"),
    [
        (["caida A1"], "juego-y-veo B procede 2", False),
        (["caida A1", "caida B1"], "juego-y-veo B1 procede 2", False),  # his own card, thrown before the Juez looks
        (["caida A1", "caida B2"], "juego-y-veo B procede 2", True),
        (["caida A", "caida B"], "juego-y-veo B procede 2", False),
        (["caida A", "caida B", "caida B"], "juego-y-veo B procede 2", True),
        (["caida A1", "limpia A2"], "juego-y-veo B procede 2", True),
        (["caida A1", "limpia A2"], "juego-y-veo B procede 3", False),
        (["caida A1", "ronda B 7"], "juego-y-veo B procede 2", False),
        (["caida A1", "segundo-reparto"], "juego-y-veo B procede 2", True),
        (["caida B1", "segundo-reparto"], "juego-y-veo A procede 2", False),  # the dealer throws the last card
        (["caida B2", "segundo-reparto"], "juego-y-veo A procede 2", True),
        (["caida B", "segundo-reparto", "caida A"], "juego-y-veo A procede 2", False),
        (["caida B", "segundo-reparto", "caida A", "limpia A"], "juego-y-veo A procede 2", True),
        (["segundo-reparto", "caida B1", "conteo A=20 B=20 mesa=0"], "juego-y-veo A procede 3", False),
        (["segundo-reparto", "caida A", "conteo A=20 B=20 mesa=0"], "juego-y-veo B procede 3", True),
        (["caida B1", "segundo-reparto", "conteo A=20 B=20 mesa=0"], "juego-y-veo A procede 2", True),
    ],
)
def test_the_window_of_a_protest(lines, protest, late):
    state = after("sorteo A1=2 B1=7 A2=3 B2=7 reparte=B1", *lines)

    assert codes(state, protest) == (["protesta-tarde"] if late else [])


def test_only_the_last_play_of_the_rivals_can_be_protested_in_time_and_the_list_begins_with_it():
    plays = [f"{word} {who}" for word in ("caida", "limpia") for who in ("A", "A1", "A2", "B", "B1", "B2")]
    chance, in_time = Random(5), 0
    for _ in range(200):
        log = chance.choices(plays, k=chance.randint(1, 4))
        if chance.random() < 0.5:
            log.insert(chance.randint(0, len(log)), "segundo-reparto")
        state = after("sorteo A1=2 B1=7 A2=3 B2=7 reparte=B1", *log)
        for choice in legal(state):
            if (choice.jugada, choice.finding) == ("juego-y-veo", "procede"):
                late = ["protesta-tarde" in codes(state, target.line) for target in choice.targets]
                assert all(late[1:]), (log, choice.subject)
                in_time += late[:1] == [False]

    assert in_time > 50


def test_what_is_answered_is_in_the_line_and_asked_no_more():
    state = in_second("caida A2")
    count = parse_jugada("conteo A=0 B=40 mesa=0 falla")

    asked = preview(state, count).ask

    assert asked is not None
    assert asked.text == "A tiene 1 levante en esta data: no es falla."
    assert asked.line == "conteo A=0 B=40 mesa=0 falla confirmado"
    answered = parse_jugada(asked.line)
    assert question(state.reglamento, state.seats, state.position, answered) is None
    assert dump_jugada(answered) == asked.line
    assert accepted(state, answered).position == accepted(state, count).position


def test_what_may_be_tapped_says_its_question():
    state = after(SORTEO["B"], *["caida A1", "limpia B1"] * 5)
    offered = {(each.jugada, each.subject, each.finding): each for each in legal(state)}

    caida = offered["caida", "A", None]
    assert caida.ask is not None
    assert caida.ask.line == "caida A confirmado"
    assert caida.as_json()["ask"] == {"text": caida.ask.text, "line": caida.ask.line}
    targets = offered["juego-y-veo", "A", "procede"].targets
    assert [target.number for target in targets if target.ask is None] == [11]
    assert json.dumps([target.as_json() for target in targets])


def test_a_file_lists_what_it_warns_of_and_whether_it_was_confirmed():
    head = f"reglamento riobamba\n{SORTEO['B']}\ncaida A2\nsegundo-reparto\n"

    for line, confirmed in (("conteo A=0 B=40 mesa=0 falla", False), ("conteo A=0 B=40 mesa=0 falla confirmado", True)):
        found = result(*play(parse_game(head + line)))

        assert found["rechazadas"] == []
        assert found["advertencias"] == [
            {
                "linea": 5,
                "jugada": line,
                "codigo": "falla-con-levante",
                "mensaje": "A tiene 1 levante en esta data: no es falla",
                "articulo": "10, 15.a",
                "confirmada": confirmed,
            }
        ]


@pytest.mark.parametrize(
    ("annulled", "warned"),
    [
        ([], ["caida B2"]),
        (['anula 7 "x"'], []),
        (['anula 2 "x"'], []),
        (['anula 2 "x"', "anula 8"], ["caida B2"]),
        (['anula 7 "x"', "anula 8"], ["caida B2"]),
        (['anula 2 "x"', "caida B2"], ["caida B2"]),
    ],
)
def test_a_file_warns_of_what_counts_once_all_is_annulled(annulled, warned):
    lines = ["reglamento riobamba", SORTEO["B"], *["caida B2"] * 6, *annulled]

    found = result(*play(parse_game("\n".join(lines))))

    assert (found["rechazadas"], [each["jugada"] for each in found["advertencias"]]) == ([], warned)


def test_a_mesa_that_is_played_by_the_rules_is_hardly_ever_asked_about():
    """The players of the simulation make no slips: only a count that looks exchanged may be asked about, one in a hundred."""
    rules, asked, counts = REGLAMENTOS["riobamba"], [], 0
    for seed in range(12):
        log = Log(rules, SEATS)
        steps = play_mesa(rules, SEATS, dict.fromkeys(SEATS, REGULAR), Random(seed), QUIET)
        for jugada in (jugada for step in steps for jugada in step.jugadas):
            asked += cautions(rules, SEATS, log.position, jugada)
            counts += isinstance(jugada, Conteo)
            log.record(jugada)

    assert counts > 40
    assert {each.code for each in asked} <= {"cuenta-cambiada"}
    assert len(asked) <= counts / 25


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ((), "A tiene 0 caídas en esta data, y antes de la cuarta son tres."),
        (("caida A1",), "A tiene 1 caída en esta data, y antes de la cuarta son tres."),
        (
            ("caida A1", "limpia A2", "caida B1", "caida A2"),
            "A tiene 2 caídas en esta data, y antes de la cuarta son tres.",
        ),
        (("caida A1", "caida A2", "caida-limpia A1"), None),
        (("caida A1", "caida A2", "segundo-reparto", "caida A"), None),
        (
            ("caida A1",) * 3 + ("segundo-reparto", "conteo A=20 B=20 mesa=0"),
            "A tiene 0 caídas en esta data, y antes de la cuarta son tres.",
        ),
    ],
)
@pytest.mark.parametrize(
    ("key", "settings"), [("rigor", {}), ("juez-de-aguas", {}), ("riobamba", {"cuatro_caidas": "chica"})]
)
def test_four_caidas_of_a_pareja_that_has_not_had_three(key, settings, lines, asked):
    state = further(mesa_at(key, 0, 0, **settings), *lines)

    ask = offered(state, "cuatro-caidas", "A").ask
    assert (ask and ask.text) == asked
    assert preview(state, parse_jugada("cuatro-caidas A2")).ask == (
        ask and ask._replace(line="cuatro-caidas A2 confirmado")
    )
    assert preview(state, parse_jugada("cuatro-caidas A confirmado")).ask is None


@pytest.mark.parametrize("word", ["caida", "caida-en-ronda"])
def test_where_a_caida_en_ronda_is_the_caida_it_is_a_levante_as_any_other(word):
    quito = mesa_at("quito", 0, 0)
    lost = further(quito, "ronda A1 5", f"{word} B1", "segundo-reparto")
    riobamba = further(mesa_at("riobamba", 0, 0, caida_en_ronda="diez"), "caida B1")

    assert codes(lost, "conteo A=40 B=0 mesa=0 falla") == ["falla-con-levante"]
    assert codes(further(quito, *(f"{word} A1",) * 5), f"{word} A1") == ["mas-de-cinco-jugadas"]
    assert codes(further(riobamba, f"{word} B2"), "juego-y-veo A procede 2") == ["protesta-tarde"]


def test_what_is_recorded_beside_a_caida_is_no_levante_of_its_own():
    pagat = further(mesa_at("pagat", 0, 0), *("caida A1", "caida-en-ronda A1") * 2, "segundo-reparto")

    assert codes(pagat, "conteo A=4 B=4 mesa=32") == []
    assert codes(pagat, "conteo A=3 B=3 mesa=34") == ["menos-cartas-que-levantes"]
    assert codes(pagat, "caida-en-ronda A1") == []
