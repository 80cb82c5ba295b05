from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.bracket import NOBODY, PENDING, How, Result, Status, fold
from brackets.draw.elimination import draw
from brackets.draw.entries import Entry
from brackets.draw.knockout import double_elimination, single_elimination
from brackets.draw.league import series, swiss
from brackets.draw.names import match_name, part_name, round_name
from tests.brackets.draw.strategies import entries, played_out, seeds

NO_SHOW = Result(None, How.DOUBLE_NO_SHOW)
FIVE = (1, None, 4, 5, None, 3, None, 2)
FOUR = (1, 4, 3, 2)


def sides(bracket, key):
    return bracket[key].a, bracket[key].b


def test_before_any_result_byes_have_passed_and_the_rest_is_pending():
    bracket = fold(FIVE, {})

    assert [match.status for match in bracket] == [
        Status.BYE, Status.READY, Status.BYE, Status.BYE, Status.WAITING, Status.READY, Status.WAITING,
    ]  # fmt: skip
    assert sides(bracket, (2, 0)) == (1, PENDING)
    assert sides(bracket, (2, 1)) == (3, 2)
    assert sides(bracket, (3, 0)) == (PENDING, PENDING)
    assert [match.how for match in bracket.rounds[0]] == [How.BYE, None, How.BYE, How.BYE]
    assert bracket.champion is None


def test_the_winner_takes_the_side_its_match_feeds():
    bracket = fold(FOUR, {(1, 0): Result(4), (1, 1): Result(2, How.RETIREMENT)})

    assert sides(bracket, (2, 0)) == (4, 2)
    assert bracket[1, 0].loser == 1
    assert bracket[1, 1].how is How.RETIREMENT
    assert bracket[2, 0].status is Status.READY
    assert bracket[2, 0].loser is None


def test_the_winner_of_the_last_match_is_champion():
    bracket = fold(FOUR, {(1, 0): Result(4), (1, 1): Result(2), (2, 0): Result(2, How.WALKOVER)})

    assert bracket.champion == 2
    assert bracket.final.loser == 4


def test_the_rival_of_a_double_no_show_passes():
    bracket = fold(FOUR, {(1, 0): NO_SHOW, (1, 1): Result(3)})

    assert sides(bracket, (2, 0)) == (NOBODY, 3)
    assert bracket[1, 0].loser is None
    assert bracket[2, 0].status is Status.BYE
    assert bracket[2, 0].how is How.PASS
    assert bracket.champion == 3


def test_the_rival_of_a_double_no_show_waits_until_it_is_known():
    bracket = fold(FOUR, {(1, 0): NO_SHOW})

    assert sides(bracket, (2, 0)) == (NOBODY, PENDING)
    assert bracket[2, 0].status is Status.WAITING


def test_nobody_against_nobody_gives_nobody():
    bracket = fold(FOUR, {(1, 0): NO_SHOW, (1, 1): Result(None, How.DISQUALIFICATION)})

    assert bracket[2, 0].status is Status.BYE
    assert bracket[2, 0].advances is NOBODY
    assert bracket.champion is None


@pytest.mark.parametrize(
    ("winner", "how"),
    [
        (None, How.PLAYED),
        (None, How.WALKOVER),
        (None, How.RETIREMENT),
        (3, How.DOUBLE_NO_SHOW),
        (3, How.BYE),
        (3, How.PASS),
    ],
)
def test_a_result_says_who_advances_and_how(winner, how):
    with pytest.raises(ValueError, match=r"needs a winner|nobody wins|not a result"):
        Result(winner, how)


@pytest.mark.parametrize(
    ("results", "why"),
    [
        ({(1, 0): Result(3)}, "3 does not play 1 against 4"),
        ({(2, 0): Result(3)}, "without two parejas"),
        ({(3, 0): Result(3)}, "no such match"),
        ({(1, 2): Result(3)}, "no such match"),
        ({(1, 0): NO_SHOW, (1, 1): Result(3), (2, 0): Result(3)}, "without two parejas"),
    ],
)
def test_results_that_cannot_be_are_an_error(results, why):
    with pytest.raises(ValueError, match=why):
        fold(FOUR, results)


@pytest.mark.parametrize("slots", [(), (1,), (1, 2, 3), (1, 2, 3, 4, 5, 6)])
def test_a_bracket_has_a_power_of_two_lines(slots):
    with pytest.raises(ValueError, match="lines"):
        fold(slots, {})


@pytest.mark.parametrize("key", [(0, 0), (3, 0), (1, 2), (1, -1)])
def test_a_match_that_is_not_there_is_a_key_error(key):
    bracket = fold(FOUR, {})

    assert key not in bracket
    with pytest.raises(KeyError):
        bracket[key]


def test_rounds_have_their_spanish_names():
    assert [round_name(10, number) for number in range(1, 11)] == [
        "Ronda de 1024",
        "Ronda de 512",
        "Ronda de 256",
        "Ronda de 128",
        "Treintaidosavos de final",
        "Dieciseisavos de final",
        "Octavos de final",
        "Cuartos de final",
        "Semifinal",
        "Final",
    ]


@pytest.mark.parametrize("number", [0, 4])
def test_a_round_that_is_not_there_has_no_name(number):
    with pytest.raises(ValueError, match="no round"):
        round_name(3, number)


def test_matches_are_named_by_round_and_number():
    structure, bracket = single_elimination(8), fold(FIVE, {})

    assert match_name(structure, bracket[1, 1]) == "Cuartos de final, partida 1"
    assert match_name(structure, bracket[1, 2]) == "Cuartos de final, lugar 3"
    assert match_name(structure, bracket[3, 0]) == "Final, partida 4"


@pytest.mark.parametrize(
    ("structure", "names"),
    [
        (series((3, 3)), {"Serie 1, ronda 1", "Serie 2, ronda 3"}),
        (series((4,)), {"Ronda 1", "Ronda 3"}),
        (swiss(4, [[(0, 1), (2, 3)]]), {"Ronda 1"}),
        (single_elimination(8, third_place=True, consolation=True), {"Tercer puesto", "Consuelo, semifinal", "Final"}),
        (double_elimination(8), {"Ganadores, cuartos de final", "Segunda oportunidad, ronda 4", "Segunda final"}),
    ],
)
def test_each_part_of_a_stage_has_its_name(structure, names):
    assert names <= {part_name(structure, planned) for planned in structure.matches}


def test_numbers_stay_whatever_happens():
    slots = draw_of(96)
    before = [(match.key, match.number) for match in fold(slots, {})]

    results = played_out(slots, Random(40), no_shows=0.3)
    after = [(match.key, match.number) for match in fold(slots, results)]

    assert after == before


def draw_of(count):
    return draw([Entry(key) for key in range(1, count + 1)], "cuarenta").slots


@given(entries(), seeds, st.randoms(use_true_random=True))
def test_n_parejas_play_n_minus_one_matches_for_one_champion(entered, seed, rng):
    slots = draw(entered, seed).slots
    results = played_out(slots, rng)

    bracket = fold(slots, results)

    assert len(results) == len(entered) - 1
    assert [match.number for match in bracket if match.number] == list(range(1, len(entered)))
    assert all(match.status is Status.DECIDED for match in bracket if match.number)
    losers = [match.loser for match in bracket if match.status is Status.DECIDED]
    assert sorted([*losers, bracket.champion]) == sorted(entry.key for entry in entered)


@given(entries(largest=64), seeds, st.randoms(use_true_random=True))
def test_with_absences_nobody_plays_after_being_out_and_the_bracket_ends(entered, seed, rng):
    slots = draw(entered, seed).slots

    bracket = fold(slots, played_out(slots, rng, no_shows=0.3))

    assert {match.status for match in bracket} <= {Status.DECIDED, Status.BYE}
    for match in bracket:
        present = {side for side in (match.a, match.b) if isinstance(side, int)}
        earlier = {other.winner for other in bracket if other.round == match.round - 1}
        assert match.round == 1 or present <= earlier
    if bracket.champion is not None:
        assert all(bracket.champion != match.loser for match in bracket)


@given(entries(largest=64), seeds, st.randoms(use_true_random=True))
def test_nobody_is_in_two_matches_of_a_round(entered, seed, rng):
    slots = draw(entered, seed).slots

    for matches in fold(slots, played_out(slots, rng, no_shows=0.2)).rounds:
        present = [side for match in matches for side in (match.a, match.b) if isinstance(side, int)]
        assert len(present) == len(set(present))


def test_1024_parejas_play_1023_matches():
    slots = draw_of(1024)
    results = played_out(slots, Random(40))

    bracket = fold(slots, results)

    assert len(results) == 1023
    assert bracket.champion is not None
    assert sum(match.loser is not None for match in bracket) == 1023
