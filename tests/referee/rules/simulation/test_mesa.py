"""A mesa that players play: what it yields is a log that the rulebook accepts, with its cards."""

from collections import Counter
from itertools import takewhile
from random import Random

import pytest

from referee.rules import REGLAMENTOS, SEATS, Conteo, MesaState, apply, decide, play_mesa, reglamento_get, replay, start
from referee.rules.naipes import deal, dump_card_line, parse_card_line, recorded
from referee.rules.simulation import EXPERTO, NOVATO, REGULAR, Rates
from tests.referee.rules.simulation.playing import MIXED, SINGLES, TABLES, TROUBLED, data, jugadas, mesa

NOT_GRANTED = {"38-no-juega", "ronda-bloqueada", "caida-en-ronda-bloqueada", "doble-sancion"}
every_table = pytest.mark.parametrize(("key", "seats"), TABLES, ids=[f"{key}-{len(seats)}" for key, seats in TABLES])


@every_table
def test_every_jugada_is_accepted_and_the_mesa_comes_to_an_end(key, seats):
    steps = mesa(key, seats, seed=3, rates=TROUBLED)

    state: MesaState = start(REGLAMENTOS[key], seats)
    for jugada in jugadas(steps):
        decide(state, jugada)
        state = apply(state, jugada)

    assert state.position == steps[-1].position
    assert state.position.ended


@every_table
def test_what_is_not_granted_is_told_apart(key, seats):
    refused = {code for step in mesa(key, seats, seed=4, rates=TROUBLED) for _, code in step.refused}

    assert refused <= NOT_GRANTED


@every_table
def test_mesas_are_played_to_the_end_under_every_setting(key, seats):
    for setting in REGLAMENTOS[key].settings:
        for choice in setting.choices[1:]:
            rules = reglamento_get(key, {setting.key: choice.value})
            steps = list(play_mesa(rules, seats, dict(zip(seats, MIXED, strict=False)), Random(6), TROUBLED))
            assert replay(rules, seats, jugadas(steps)).position == steps[-1].position
            assert steps[-1].position.ended


def test_the_same_seed_plays_the_same_mesa():
    assert mesa(seed=7, rates=TROUBLED) == mesa(seed=7, rates=TROUBLED)
    assert mesa(seed=7) != mesa(seed=8)


@every_table
def test_the_lines_of_the_cards_lead_to_the_same_tables(key, seats):
    rules, chance = REGLAMENTOS[key], Random(5)
    for number in range(20):
        dealer = seats[number % len(seats)]
        table = deal(rules, seats, dealer)
        for step in data(rules, seats, chance, rates=TROUBLED, dealer=dealer):
            if step.line:
                table = recorded(rules, table, parse_card_line(dump_card_line(step.line)))
            assert table == step.table


@every_table
def test_the_cards_of_a_data_are_dealt_once_each(key, seats):
    steps = data(REGLAMENTOS[key], seats, Random(2))

    assert Counter(steps[-1].table.thrown) == dict.fromkeys("A234567JQK", 4)
    assert steps[-1].table.over
    assert isinstance(steps[-1].jugadas[-1], Conteo)


def test_with_the_sorteo_by_sum_the_pareja_of_the_higher_sum_deals_and_a_tie_is_drawn_again():
    tied = 0
    for seed in range(60):
        draws = list(takewhile(lambda step: step.table is None, mesa(seed=seed)))
        tied += len(draws) - 1
        assert draws[-1].position.dealer in SEATS
        assert all(step.position.dealer is None for step in draws[:-1])
    assert 0 < tied < 15


def test_the_more_skill_the_more_is_won():
    def chicas_won(one, other):
        wins = Counter()
        for seed in range(40):
            steps = mesa(seed=seed, players=(one, other, one, other))
            wins[steps[-1].position.ended.winner] += 1
        return wins["A"]

    assert chicas_won(EXPERTO, NOVATO) >= 36
    assert chicas_won(EXPERTO, REGULAR) >= 22
    assert chicas_won(NOVATO, REGULAR) <= 6


def test_who_has_little_skill_forgets_cards_of_the_escalera():
    def forgotten(player):
        chance = Random(1)
        steps = [step for _ in range(150) for step in data(REGLAMENTOS["riobamba"], SEATS, chance, (player,) * 4)]
        return sum(jugada.word == "arranche" for jugada in jugadas(steps))

    assert forgotten(NOVATO) > 2 * forgotten(REGULAR) > 4 * forgotten(EXPERTO)


def test_forgotten_cards_are_taken_where_the_rulebook_lets_somebody():
    def lines(key):
        chance = Random(1)
        steps = [step for _ in range(60) for step in data(REGLAMENTOS[key], SEATS, chance, (NOVATO,) * 4)]
        return Counter(type(step.line).__name__ for step in steps)

    assert lines("blog")["Toma"] > 5
    assert lines("juez-de-aguas")["Toma"] > 5
    assert lines("riobamba")["Toma"] == 0


@pytest.mark.parametrize(
    ("rate", "word"),
    [
        ("misdeal", "mal-reparto"),
        ("protest", "juego-y-veo"),
        ("wrong_claim", "mal-pedido"),
        ("suspension", "suspension"),
    ],
)
def test_what_goes_wrong_goes_wrong_at_its_rate(rate, word):
    chance = Random(1)
    rates = Rates(**{rate: 0.25})

    def happened(rules):
        steps = [step for _ in range(200) for step in data(rules, SEATS, chance, rates=rates)]
        return sum(jugada.word == word for jugada in jugadas(steps))

    assert 25 <= happened(REGLAMENTOS["riobamba"]) <= 75


def test_what_the_rulebook_does_not_know_does_not_happen():
    chance = Random(1)
    rates = Rates(protest=1, wrong_claim=1)
    steps = [step for _ in range(20) for step in data(REGLAMENTOS["quito"], SEATS, chance, rates=rates)]

    assert not {"juego-y-veo", "mal-pedido"} & {jugada.word for jugada in jugadas(steps)}
    assert not any(step.refused for step in steps)


@pytest.mark.parametrize("key", ["riobamba", "juez-de-aguas"])
def test_a_protest_is_upheld_exactly_when_the_lift_was_wrong(key):
    chance = Random(1)
    found = Counter()
    for _ in range(150):
        steps = data(REGLAMENTOS[key], SEATS, chance, rates=Rates(protest=1))
        wrong = any(step.table.last and step.table.last.lift.fault for step in steps)
        for jugada in jugadas(steps):
            if jugada.word == "juego-y-veo":
                found[jugada.upheld] += 1
                assert jugada.upheld == wrong
    assert min(found[True], found[False]) > 20


def test_four_deals_a_data_with_single_players():
    words = [jugada.word for jugada in jugadas(data(REGLAMENTOS["quito"], SINGLES, Random(1)))]

    assert [word for word in words if word.endswith("-reparto")] == [
        "segundo-reparto",
        "tercer-reparto",
        "cuarto-reparto",
    ]
