"""What the screen is told may be recorded now, for whom, for how much, and by which article not."""

import json

import pytest

from referee.rules import ledger, legal, parse_jugada
from tests.referee.rules.mesas import after, board, further

KEYS = {
    "jugada",
    "subject",
    "label",
    "line",
    "needs",
    "allowed",
    "points",
    "score",
    "closes",
    "ranks",
    "targets",
    "article",
}
EXTRA = {"ask", "subjects", "finding", "cards", "figures", "step", "last", "note", "cause", "code", "message"}
RULINGS = {"ajusta", "adjudica-chica", "adjudica-mesa", "repite-data"}


def choice(state, word, subject=None, finding=None):
    found = [c for c in legal(state) if (c.jugada, c.subject, c.finding) == (word, subject, finding)]
    assert len(found) == 1
    return found[0]


def allowed(state):
    return {each.jugada for each in legal(state) if each.allowed}


MOMENTS = {
    "before the sorteo": after(),
    "in play": after(*board(30, 20), "caida A1"),
    "second deal": after(*board(30, 20), "segundo-reparto"),
    "to be proclaimed": after(*board(38, 20), "caida A1"),
    "suspended": after(*board(0, 0), "segundo-reparto", 'suspension "sin luz"'),
    "suspended before its proclamation": after(*board(38, 20), "caida A1", 'suspension "sin luz"'),
    "over": after(*board(38, 0), "caida A1", "proclama"),
}
moments = pytest.mark.parametrize("state", MOMENTS.values(), ids=MOMENTS)


@moments
def test_json_has_the_shape_of_the_api(state):
    for each in legal(state):
        shown = each.as_json()
        assert KEYS <= shown.keys() <= KEYS | EXTRA
        assert json.loads(json.dumps(shown)).keys() == shown.keys()


@moments
def test_every_word_of_the_rulebook_appears_in_every_moment(state):
    words = [each.jugada for each in legal(state)]

    assert set(words) == {
        "sorteo", "ronda", "doble-ronda", "caida", "limpia", "caida-limpia", "segundo-reparto", "arranche",
        "juego-y-veo", "mal-reparto", "mal-pedido", "conteo", "recuento", "reparte", "proclama", "suspension", "reanudacion",
        "abandono", "descalificacion", "anula", *RULINGS,
    }  # fmt: skip
    assert [words.count(word) for word in ("caida", "juego-y-veo", "conteo")] == [2, 4, 1]


@moments
def test_what_is_refused_says_why_and_by_which_article(state):
    refused = [each for each in legal(state) if not each.allowed]

    assert refused
    for each in refused:
        assert each.code
        assert each.message
        assert each.article or each.jugada == "anula"
        assert (each.points, each.score, each.line, each.closes) == (None, None, None, False)


@moments
def test_what_is_offered_without_needs_is_a_line_of_notation(state):
    for each in legal(state):
        if each.allowed:
            assert (each.line is None) == bool(each.needs) or each.jugada == "anula"
            assert each.line is None or parse_jugada(each.line).word == each.jugada
            assert each.label
            assert each.code is None


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (
            "before the sorteo",
            {"sorteo", "suspension", "ajusta", "adjudica-chica", "adjudica-mesa", "abandono", "descalificacion"},
        ),
        ("to be proclaimed", {"proclama", "juego-y-veo", "mal-pedido", "suspension", "anula"} | RULINGS),
        ("suspended", {"reanudacion", "anula", "abandono", "descalificacion"} | RULINGS),
        ("suspended before its proclamation", {"reanudacion", "anula"} | RULINGS),
        ("over", {"adjudica-mesa", "anula"}),
    ],
)
def test_what_each_moment_allows(moment, words):
    assert allowed(MOMENTS[moment]) == words


def test_points_and_score_of_each_button():
    state = after(*board(30, 20))

    shown = {(c.jugada, c.subject): (c.points, c.score) for c in legal(state) if c.allowed and c.points}

    assert shown[("caida", "A")] == ((2, 0), (32, 20))
    assert shown[("limpia", "B")] == ((0, 2), (30, 22))
    assert shown[("caida-limpia", "B")] == ((0, 2), (30, 22))
    assert shown[("ronda", "A")] == ((2, 0), (32, 20))
    assert shown[("doble-ronda", "B")] == ((0, 4), (30, 24))
    assert shown[("mal-pedido", "A")] == ((-2, 0), (28, 20))
    assert shown[("mal-reparto", None)] == ((0, 10), (30, 30))


def test_a_button_that_closes_the_chica_says_so():
    state = after(*board(38, 20))

    assert choice(state, "ronda", "A").closes
    assert choice(state, "ronda", "A").score == (40, 20)
    assert not choice(state, "ronda", "B").closes
    assert choice(after(*board(20, 30)), "mal-reparto").closes


def test_protest_names_what_it_would_take_back():
    state = after(*board(18, 20), "limpia A1", "caida B1")

    of_b, of_a = choice(state, "juego-y-veo", "B", "procede"), choice(state, "juego-y-veo", "A", "procede")

    assert [(t.number, t.line, t.points, t.score) for t in of_b.targets] == [
        (4, "juego-y-veo B procede 4", (-2, 2), (18, 24))
    ]
    assert [(t.number, t.subjects) for t in of_a.targets] == [(5, ("A", "A2"))]
    # Of a levante that claimed nothing, the caller's two points alone.
    assert (of_b.line, of_b.points) == ("juego-y-veo B procede", (0, 2))
    rejected = choice(state, "juego-y-veo", "B", "no-procede")
    assert (rejected.line, rejected.points, rejected.targets) == ("juego-y-veo B no-procede", (0, -2), ())


def test_protest_of_what_was_taken_back_is_no_longer_offered():
    state = after(*board(18, 20), "limpia A1", "juego-y-veo B1 procede 4")

    assert choice(state, "juego-y-veo", "B", "procede").targets == ()


def test_ronda_offers_the_ranks_and_players_that_can_have_one():
    # The sorteo made A1 the dealer, so that B1, A2, B2 and A1 throw in this order.
    state = after(*board(0, 0), "ronda B1 7", "doble-ronda B2 J", "ronda A1 Q")

    of_a, of_b = choice(state, "ronda", "A"), choice(state, "ronda", "B")

    assert of_a.ranks == ("A", "2", "3", "4", "5", "6", "K")
    assert of_a.subjects == ("A", "A2")
    assert (of_b.allowed, of_b.code, of_b.article) == (False, "ronda-repetida", "7.a, 15.a")


def test_ronda_after_the_dealers_first_card_is_refused_by_its_article():
    late = choice(after(*board(0, 0), "caida A1"), "ronda", "B")

    assert (late.allowed, late.code, late.article) == (False, "ronda-tarde", "3.e, 7.a, 7.b")
    assert choice(further(after(*board(0, 0), "caida A1"), "segundo-reparto"), "ronda", "B").allowed


def test_an_adjustment_knows_the_step_of_its_points():
    adjustment = choice(after(*board(2, 0)), "ajusta", "A")

    assert adjustment.as_json()["step"] == 2
    assert choice(further(after(*board(2, 0)), 'abandono B "se fue"'), "ajusta", "A").step is None
    assert "step" not in choice(after(*board(2, 0)), "caida", "A").as_json()


def test_count_and_arranche_know_the_cards_that_are_left():
    state = after(*board(0, 0), "segundo-reparto", "arranche 2", "arranche 1")

    assert choice(state, "conteo").cards == 37
    assert choice(state, "arranche").cards == 9
    assert choice(further(state, *["arranche 9"] * 4), "arranche").cards == 1


def test_count_waits_for_the_second_deal():
    early = choice(after(*board(0, 0)), "conteo")

    assert (early.allowed, early.code) == (False, "falta-reparto")
    assert choice(after(*board(0, 0)), "segundo-reparto").allowed
    assert choice(after(*board(0, 0), "segundo-reparto"), "segundo-reparto").code == "reparto-hecho"


def test_caida_after_the_second_deal_is_offered_with_its_reading():
    state = after(*board(0, 0), "caida A1", "segundo-reparto")

    assert choice(state, "caida", "B").note
    assert choice(state, "caida-limpia", "B").note
    assert choice(state, "limpia", "B").note is None
    assert choice(further(state, "limpia B1"), "caida", "B").note is None


@pytest.mark.parametrize(
    ("lines", "owners", "note"),
    [
        (["caida A1", "limpia B2"], ("B", "A"), "; el último levante anotado es de B."),
        (["limpia B", "caida A", "juego-y-veo B procede 3"], ("B", "A"), "; el último levante anotado es de B."),
        ([], ("A", "B"), "."),
    ],
)
def test_a_count_asks_whose_the_cards_left_are_and_names_who_lifted_last_in_the_log(lines, owners, note):
    state = after(*board(0, 0), *lines, "segundo-reparto", sobrantes="de-quien-levanto")

    count = choice(state, "conteo")

    assert count.needs == ("conteo", "falla", "leftovers")
    assert count.as_json()["subjects"] == owners
    assert count.note == f"Lo que queda en la mesa es de quien levantó último{note}"


def test_a_count_asks_for_no_owner_of_the_cards_left_where_they_have_none():
    count = choice(after(*board(0, 0), "caida A1", "segundo-reparto"), "conteo")

    assert (count.needs, count.note) == (("conteo", "falla"), None)


@pytest.mark.parametrize("lines", [board(0, 0), (*board(0, 0), "limpia A1")])
def test_caida_in_the_first_deal_needs_no_warning(lines):
    assert choice(after(*lines), "caida", "A").note is None


def test_caida_after_the_second_deal_where_the_director_allows_it_needs_no_warning():
    state = after(*board(0, 0), "segundo-reparto", caida_tras_segundo_reparto="si")

    assert choice(state, "caida", "B").note is None


def test_undo_is_of_the_last_row_that_counts():
    state = after(*board(0, 0), "caida A1", "limpia B1", "anula 3")

    undo = choice(state, "anula")

    assert (undo.last, undo.line) == (2, "anula 2")
    nothing = choice(after(), "anula")
    assert (nothing.allowed, nothing.code, nothing.message) == (
        False,
        "nada-que-deshacer",
        "todavía no hay ninguna jugada que deshacer",
    )


def test_the_second_sanction_of_one_play_is_not_offered_and_what_may_be_one_is_asked_about():
    state = after(*board(20, 20), "limpia A1", "juego-y-veo B1 procede 4")

    twice = choice(state, "mal-pedido", "A")

    assert (twice.allowed, twice.subjects) == (True, ("A", "A2"))
    assert twice.ask.text.startswith("La jugada 5 pudo sancionar")
    assert choice(state, "mal-pedido", "B").ask is None


def test_the_resumption_tells_why_the_mesa_is_suspended() -> None:
    def cause(*lines: str) -> object:
        return (
            next(each for each in legal(after(*board(0, 0), *lines)) if each.jugada == "reanudacion")
            .as_json()
            .get("cause")
        )

    assert cause('suspension "sin luz"') == "sin luz"
    assert cause('suspension "sin luz"', "reanudacion") is None
    assert cause('suspension "sin luz"', "reanudacion", 'suspension "incendio"') == "incendio"


def test_the_sorteo_says_what_the_deck_calls_its_figures():
    assert choice(after(baraja="espanola"), "sorteo").as_json()["figures"] == {"J": "sota", "Q": "caballo", "K": "rey"}
    assert "figures" not in choice(after(), "sorteo").as_json()


def test_a_ronda_is_recorded_by_its_letter_and_called_as_the_deck_calls_it():
    state = after(*board(0, 0), "ronda A1 J", baraja="espanola")

    assert [(row.line, row.label) for row in ledger(state)][-1] == ("ronda A1 J", "Ronda de sota")


def test_out_of_turn_is_offered_only_where_it_costs_points():
    assert not [each for each in legal(after(*board(4, 0))) if each.jugada == "fuera-de-turno"]
    assert choice(after(*board(4, 0), fuera_de_turno="resta"), "fuera-de-turno", "A").points == (-2, 0)
