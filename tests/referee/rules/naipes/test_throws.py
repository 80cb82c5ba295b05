"""A data recorded card by card: whose turn it is, what lies where, and which jugadas it comes to."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import REGLAMENTOS, SEATS, Conteo, RuleViolation, dump_jugada, reglamento_get
from referee.rules.naipes import (
    DECK,
    announce,
    captures,
    deal,
    give_back,
    parse_card_line,
    recorded,
    replayed,
    take,
    throw,
)
from tests.referee.rules.naipes.rulebooks import ONLY_IGUAL, PARTNER_TAKES, RIOBAMBA, RIVALS_TAKE

SINGLES = ("A1", "B1")
PAYS_STREAKS = replace(RIOBAMBA, caida_streak_of_4_effect="chica")


def played(text, rules=RIOBAMBA, seats=SEATS, dealer="B2"):
    """The table after the lines of `text`; B2 dealt, so A1 begins."""
    lines = [line for line in text.split("\n") if line.strip()]
    return replayed(rules, deal(rules, seats, dealer), [parse_card_line(line) for line in lines])


def implied(state):
    return [dump_jugada(jugada) for jugada in state.implies]


def refusal(act, *arguments):
    with pytest.raises(RuleViolation) as refused:
        act(*arguments)
    return refused.value.code


def whole_data(seats=SEATS, dealer="B2", rules=RIOBAMBA, deck=DECK):
    """Every table of a data in which each lifts the most he can."""
    state = deal(rules, seats, dealer)
    yield state
    for card in deck:
        found = captures(rules, state.table, card)
        state = throw(rules, state, state.turn, card, found[0].lifted if found else ())
        yield state


def test_the_player_after_the_dealer_begins_and_the_dealer_throws_last():
    state = deal(RIOBAMBA, SEATS, "A1")
    turns = []
    for card in "A23J":
        turns.append(state.turn)
        state = throw(RIOBAMBA, state, state.turn, card)

    assert turns == ["B1", "A2", "B2", "A1"]
    assert state.turn == "B1"


def test_a_card_that_lifts_nothing_stays_on_the_table():
    state = played("tira A1 7\ntira B1 2")

    assert (state.table, state.piles, implied(state)) == (("2", "7"), ((), ()), [])


def test_a_card_that_lifts_goes_to_the_pile_with_what_it_lifted():
    state = played("tira A1 2\ntira B1 3\ntira A2 6\ntira B2 5 levanta 2 3 6")

    assert state.table == ()
    assert sorted(state.piles[1]) == ["2", "3", "5", "6"]
    assert implied(state) == ["limpia B2"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tira A1 5\ntira B1 5 levanta 5", ["caida-limpia B1"]),
        ("tira A1 3\ntira B1 5\ntira A2 5 levanta 5", ["caida A2"]),
        ("tira A1 5\ntira B1 3\ntira A2 5 levanta 5", []),
        ("tira A1 5\ntira B1 3\ntira A2 5 levanta 5\ntira B2 3 levanta 3", ["limpia B2"]),
        ("tira A1 5\ntira B1 6\ntira A2 5 levanta 5", ["arranche 1"]),
        ("tira A1 5\ntira B1 5", []),
    ],
)
def test_jugadas_that_a_throw_implies(text, expected):
    assert implied(played(text)) == expected


def test_forgotten_cards_are_withdrawn_by_the_juez_and_leave_no_limpia():
    state = played("tira A1 5\ntira B1 6\ntira A2 5 levanta 5")

    assert (state.table, state.withdrawn, state.forgotten) == ((), ("6",), ())


def test_rivals_may_take_what_was_forgotten_and_the_limpia_is_theirs():
    state = played("tira A1 5\ntira B1 6\ntira A2 5 levanta 5", RIVALS_TAKE)

    assert (implied(state), state.forgotten, state.withdrawn) == ([], ("6",), ())
    assert refusal(take, RIVALS_TAKE, state, "A1", ("6",)) == "no-le-toca"
    assert refusal(take, RIVALS_TAKE, state, "B1", ("7",)) == "no-olvidada"
    assert refusal(take, RIVALS_TAKE, state, "B1", ()) == "no-olvidada"

    taken = take(RIVALS_TAKE, state, "B2", ("6",))

    assert (taken.table, taken.piles[1], implied(taken)) == ((), ("6",), ["limpia B2"])


def test_the_partner_may_take_before_the_rivals_where_the_rulebook_says_so():
    state = played("tira A1 5\ntira B1 6\ntira A2 5 levanta 5", PARTNER_TAKES)

    assert refusal(take, PARTNER_TAKES, state, "A2", ("6",)) == "no-le-toca"
    assert take(PARTNER_TAKES, state, "A1", ("6",)).piles[0] == ("5", "5", "6")
    assert take(PARTNER_TAKES, state, "B1", ("6",)).piles[1] == ("6",)


def test_what_nobody_took_before_the_next_card_stays_on_the_table():
    state = played("tira A1 5\ntira B1 6\ntira A2 5 levanta 5\ntira B2 2", RIVALS_TAKE)

    assert (state.table, state.forgotten) == (("2", "6"), ())
    assert refusal(take, RIVALS_TAKE, state, "B2", ("6",)) == "no-olvidada"


def test_nobody_takes_what_the_juez_withdraws():
    state = played("tira A1 5\ntira B1 6\ntira A2 5 levanta 5")

    assert refusal(take, RIOBAMBA, state, "B1", ("6",)) == "no-se-arrancha"


def test_a_wrong_lift_is_recorded_as_it_happened_and_given_back_when_it_is_protested():
    state = played("tira A1 2\ntira B1 4\ntira A2 5 levanta 2 4")

    assert (state.last.lift.fault, state.table, implied(state)) == ("no-suma", (), ["limpia A2"])

    given = give_back(RIOBAMBA, state, "A2", ("2", "4", "5"))

    assert (given.table, given.piles[0]) == (("2", "4", "5"), ())
    assert refusal(give_back, RIOBAMBA, given, "A2", ("2",)) == "no-levantada"
    assert refusal(give_back, RIOBAMBA, state, "A2", ()) == "no-levantada"


def test_escalera_after_a_suma_is_wrong_where_it_only_follows_igual():
    state = played("tira A1 2\ntira B1 3\ntira A2 6\ntira B2 5 levanta 2 3 6", ONLY_IGUAL)

    assert state.last.lift.fault == "escalera-no-vale"


@pytest.mark.parametrize(
    ("text", "seat", "card", "lifted", "code"),
    [
        ("", "B1", "5", (), "no-es-su-turno"),
        ("tira A1 5", "A2", "5", (), "no-es-su-turno"),
        ("tira A1 5\ntira B1 5\ntira A2 5\ntira B2 5", "A1", "5", (), "quinta-carta"),
        ("tira A1 5", "B1", "5", ("5", "5"), "levante-imposible"),
        ("tira A1 5", "B1", "6", ("6",), "levante-imposible"),
    ],
)
def test_what_cannot_have_happened_is_refused(text, seat, card, lifted, code):
    assert refusal(throw, RIOBAMBA, played(text), seat, card, lifted) == code


def test_a_caida_chain_is_paid_where_the_rulebook_pays_four_in_a_row():
    chain = "\n".join(
        f"tira B{1 + n % 2} {card}\ntira A{2 - n % 2} {card} levanta {card}" for n, card in enumerate("2346")
    )
    lines = chain.split("\n")

    assert implied(played(chain, PAYS_STREAKS, dealer="A1")) == ["caida-limpia A1", "cuatro-caidas A1"]
    assert implied(played("\n".join(lines[:6]), PAYS_STREAKS, dealer="A1")) == ["caida-limpia A2"]
    assert implied(played(chain, dealer="A1")) == ["caida-limpia A1"]


def test_a_throw_that_is_no_caida_breaks_the_chain():
    text = """
tira B1 2\ntira A2 2 levanta 2\ntira B2 3\ntira A1 3 levanta 3
tira B1 4\ntira A2 J\ntira B2 6\ntira A1 6 levanta 6\ntira B1 A\ntira A2 A levanta A
"""
    assert implied(played(text, PAYS_STREAKS, dealer="A1")) == ["caida A2"]


def test_a_caida_on_a_card_of_an_announced_ronda():
    text = "ronda A1 5\ntira A1 5\ntira B1 5 levanta 5"

    assert implied(played(text)) == ["caida-limpia B1"]
    assert implied(played(text, REGLAMENTOS["pagat"])) == ["caida-limpia B1", "caida-en-ronda B1"]
    assert implied(played("tira A1 5\ntira B1 5 levanta 5", REGLAMENTOS["pagat"])) == ["caida-limpia B1"]


@pytest.mark.parametrize(
    ("key", "value"), [("quito", "reglamento"), ("rigor", "reglamento"), ("riobamba", "diez"), ("blog", "chica")]
)
def test_where_a_caida_en_ronda_is_the_caida_itself_it_is_one_line(key, value):
    text = "ronda A1 5\ntira A1 5\ntira B1 5 levanta 5"

    assert implied(played(text, reglamento_get(key, {"caida-en-ronda": value}))) == ["caida-en-ronda B1"]


def test_a_ronda_is_of_its_reparto_alone():
    state = announce(RIOBAMBA, deal(RIOBAMBA, SEATS, "B2"), "A1", "A")
    for card in sorted(DECK)[:20]:
        assert state.rondas == (("A1", "A"),)
        state = throw(RIOBAMBA, state, state.turn, card)

    assert state.rondas == ()


def test_a_ronda_that_the_cards_disprove_is_refused():
    state = played("tira A1 5\ntira B1 5\ntira A2 2")

    assert refusal(announce, RIOBAMBA, state, "A2", "5") == "ronda-imposible"
    assert announce(RIOBAMBA, state, "A1", "5").rondas == (("A1", "5"),)


@pytest.mark.parametrize(
    ("seats", "repartos"),
    [
        (SEATS, {20: "segundo-reparto"}),
        (SINGLES, {10: "segundo-reparto", 20: "tercer-reparto", 30: "cuarto-reparto"}),
    ],
    ids=["parejas", "singles"],
)
def test_deals_and_the_count_follow_by_themselves(seats, repartos):
    states = list(whole_data(seats, seats[-1]))

    for thrown, state in enumerate(states):
        words = [jugada.word for jugada in state.implies]
        assert [word for word in words if word.endswith("-reparto")] == [
            *([repartos[thrown]] if thrown in repartos else [])
        ]
        assert ("conteo" in words) == (thrown == 40)
        assert state.turn == seats[thrown % len(seats)]
    end = states[-1]
    assert end.over
    assert end.implies[-1] == Conteo(a=len(end.piles[0]), b=len(end.piles[1]), table=len(end.table))
    assert refusal(throw, RIOBAMBA, states[-1], states[-1].turn, "A") == "data-jugada"


def test_no_caida_on_the_first_card_after_a_deal():
    before = list(whole_data(deck=sorted(DECK)))[19]
    state = throw(RIOBAMBA, before, before.turn, "K")

    after = throw(RIOBAMBA, state, state.turn, "K", ("K",))

    assert not after.last.caida
    allowed = replace(RIOBAMBA, caida_allowed_on_first_card_after_redeal=True)
    assert throw(allowed, state, state.turn, "K", ("K",)).last.caida


@given(chance=st.randoms(use_true_random=True))
def test_the_forty_cards_are_always_somewhere(chance):
    state = deal(RIVALS_TAKE, SEATS, "A1")
    for card in chance.sample(DECK, len(DECK)):
        there = sorted(set(state.table))
        state = throw(RIVALS_TAKE, state, state.turn, card, tuple(chance.sample(there, chance.randint(0, len(there)))))
        if state.forgotten and chance.random() < 0.5:
            state = take(RIVALS_TAKE, state, state.turn, state.forgotten)

        everywhere = [*state.table, *state.piles[0], *state.piles[1], *state.withdrawn]
        assert sorted(everywhere) == sorted(state.thrown)
        assert list(state.table) == sorted(state.table, key="A234567JQK".index)
    conteo = state.implies[-1]
    assert conteo.a + conteo.b + conteo.table == 40


def test_lines_of_cards_say_what_is_wrong_with_them():
    for text in ("tirar A1 5", "tira A1 8", "tira A1 5 levanta", "toma B1", "tira A3 5", ""):
        with pytest.raises(ValueError, match=r"existe|espera"):
            parse_card_line(text)


def test_a_line_is_recorded_as_its_step():
    state = deal(RIOBAMBA, SEATS, "B2")

    assert recorded(RIOBAMBA, state, parse_card_line("tira   A1  5")) == throw(RIOBAMBA, state, "A1", "5")
