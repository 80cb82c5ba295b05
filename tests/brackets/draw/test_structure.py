"""Elimination with third place and consolation, and double elimination: who plays, who is out, who is champion."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.bracket import NOBODY, How, Result, Status, fold
from brackets.draw.elimination import draw
from brackets.draw.knockout import double_elimination, single_elimination
from brackets.draw.league import series
from brackets.draw.leaving import Left
from brackets.draw.structure import Drawn, From, Rules, Section, Zapateria, outcome
from tests.brackets.draw.strategies import entries, played_out, seeds

HOWS = (How.PLAYED, How.WALKOVER, How.RETIREMENT)
sizes = st.sampled_from((2, 4, 8, 16, 32, 64))


def played(structure, slots, rng, double_absences=0.0):
    """Results for all that can be played, entered in any order."""
    results = {}
    while ready := [
        match for match in outcome(structure, slots, results).matches.values() if match.status is Status.READY
    ]:
        for match in rng.sample(ready, rng.randint(1, len(ready))):
            absent = rng.random() < double_absences
            result = (
                Result(None, How.DOUBLE_NO_SHOW) if absent else Result(rng.choice((match.a, match.b)), rng.choice(HOWS))
            )
            results[match.key] = result
    return results


def defeats(stage):
    return Counter(match.loser for match in stage.matches.values() if match.loser is not None)


@given(entries(largest=40), seeds, st.randoms(use_true_random=True), st.floats(0, 0.4))
def test_the_plain_elimination_is_what_fold_makes_of_it(entered, seed, rng, absent) -> None:
    slots = draw(entered, seed).slots
    results = played_out(slots, rng, absent)

    general = outcome(
        single_elimination(len(slots)), slots, results, Rules(left={0: Left(1)})
    )  # nobody has that number
    stage = outcome(single_elimination(len(slots)), slots, results)

    assert tuple(general.matches.values()) == tuple(fold(slots, results))
    assert stage == general
    assert stage.champion == fold(slots, results).champion


@given(entries(smallest=3, largest=40), seeds, st.randoms(use_true_random=True))
def test_the_beaten_semifinalists_play_for_the_third_place(entered, seed, rng) -> None:
    slots = draw(entered, seed).slots
    structure = single_elimination(len(slots), third_place=True)
    stage = outcome(structure, slots, played(structure, slots, rng))

    third = stage.matches[structure.last[0], 1]
    semifinals = [match for match in stage.matches.values() if match.round == structure.last[0] - 1]
    beaten = {match.loser for match in semifinals} - {None}
    assert {third.a, third.b} - {NOBODY} == beaten


@given(entries(smallest=5, largest=60), seeds, st.randoms(use_true_random=True))
def test_whoever_loses_the_first_match_that_he_plays_goes_to_the_consolation_and_nobody_else(
    entered, seed, rng
) -> None:
    slots = draw(entered, seed).slots
    structure = single_elimination(len(slots), consolation=True)
    stage = outcome(structure, slots, played(structure, slots, rng))
    section = {planned.key: planned.section for planned in structure.matches}

    there = {
        pareja
        for key, match in stage.matches.items()
        for pareja in (match.a, match.b)
        if section[key] is Section.CONSOLATION and pareja is not NOBODY
    }
    won_some = {match.winner for match in stage.matches.values() if match.result and section[match.key] is Section.MAIN}
    lost = {match.loser for match in stage.matches.values() if section[match.key] is Section.MAIN} - {None}
    assert there == lost - won_some


@given(entries(largest=70), seeds, st.randoms(use_true_random=True))
def test_with_a_second_final_everybody_but_the_champion_is_beaten_twice(entered, seed, rng) -> None:
    slots = draw(entered, seed).slots
    structure = double_elimination(len(slots))
    stage = outcome(structure, slots, played(structure, slots, rng))

    beaten = defeats(stage)
    assert stage.champion is not None
    assert beaten[stage.champion] <= 1
    assert {entry.key: 2 for entry in entered if entry.key != stage.champion} == {
        pareja: times for pareja, times in beaten.items() if pareja != stage.champion
    }


@given(entries(largest=70), seeds, st.randoms(use_true_random=True))
def test_with_one_final_only_its_loser_may_be_out_with_one_defeat(entered, seed, rng) -> None:
    slots = draw(entered, seed).slots
    structure = double_elimination(len(slots), second_final=False)
    stage = outcome(structure, slots, played(structure, slots, rng))

    final = stage.matches[structure.last]
    others = {entry.key for entry in entered} - {stage.champion, final.loser}
    beaten = defeats(stage)
    assert all(beaten[pareja] == 2 for pareja in others)
    assert stage.champion == final.winner


@given(entries(largest=40), seeds, st.randoms(use_true_random=True), st.floats(0, 0.5))
def test_nobody_plays_on_after_being_out_whoever_is_absent(entered, seed, rng, absent) -> None:
    slots = draw(entered, seed).slots
    structure = double_elimination(len(slots))
    stage = outcome(structure, slots, played(structure, slots, rng, absent))

    lost: Counter[int] = Counter()
    for match in stage.matches.values():
        if match.result is None:
            continue
        assert lost[match.a] < 2
        assert lost[match.b] < 2
        for pareja in (match.a, match.b):
            lost[pareja] += (match.result.winner != pareja) * (2 if match.result.winner is None else 1)


def test_a_disqualified_pareja_does_not_fall_into_the_other_half() -> None:
    structure = double_elimination(4)
    results = {(1, 0): Result(1, How.DISQUALIFICATION), (1, 1): Result(3)}

    stage = outcome(structure, (1, 2, 3, 4), results)

    (losers,) = [
        stage.matches[planned.key]
        for planned in structure.matches
        if planned.key[0] == 2 and planned.section is Section.LOSERS
    ]
    assert (losers.a, losers.b) == (NOBODY, 4)
    assert losers.status is Status.BYE


@given(sizes, st.randoms(use_true_random=True))
def test_a_round_holds_nobody_twice(size, rng) -> None:
    slots = tuple(range(1, size + 1))
    structure = double_elimination(size)
    stage = outcome(structure, slots, played(structure, slots, rng))

    for number in {match.round for match in stage.matches.values()}:
        playing = [
            pareja
            for match in stage.matches.values()
            if match.round == number and match.result
            for pareja in (match.a, match.b)
        ]
        assert len(playing) == len(set(playing))


@pytest.mark.parametrize(("size", "matches"), [(2, 3), (4, 7), (8, 15), (64, 127), (1024, 2047)])
def test_a_double_elimination_has_two_matches_a_line_and_one_less(size, matches) -> None:
    structure = double_elimination(size)

    assert len(structure.matches) == matches
    assert [planned.key for planned in structure.matches] == sorted(planned.key for planned in structure.matches)


def ways(structure):
    """Where a match's loser falls to, where its winner goes to in the main part, and where in the losers' part."""
    falls, wins, goes = {}, {}, {}
    for planned in structure.matches:
        for source in (planned.a, planned.b):
            main = planned.section is Section.MAIN
            way = falls if source.what is From.LOSER else wins if main else goes
            way[source.of] = planned.key
    return falls, wins, goes


def along(way, key):
    while key:
        yield key
        key = way.get(key)


@pytest.mark.parametrize(("size", "earliest"), [(8, 4), (16, 5), (32, 6), (64, 8), (128, 9), (1024, 9)])
def test_who_met_in_the_main_part_meets_late_in_the_other(size, earliest) -> None:
    """Of all orders, turned over or moved by half, none does better up to 128 lines."""
    falls, wins, goes = ways(double_elimination(size, second_final=False))

    def meeting(one, other):
        after = set(along(goes, falls[one]))
        return next(key for key in along(goes, falls[other]) if key in after)

    # Who won there may lose in any match of the main part after it.
    again = [meeting(beaten, later) for beaten in falls for later in along(wins, wins.get(beaten))]
    assert min(again)[0] == earliest


@pytest.mark.parametrize("results", [{(9, 9): Result(1)}, {(2, 0): Result(1)}, {(1, 0): Result(9)}])
def test_a_result_that_fits_no_match_is_an_error(results) -> None:
    with pytest.raises(ValueError, match=r"no such match|without two parejas|does not play"):
        outcome(single_elimination(4), (1, 2, 3, 4), results)


def test_only_what_can_be_played_is_numbered() -> None:
    stage = outcome(double_elimination(4), (1, None, 3, 4), {})

    assert {key: match.number for key, match in stage.matches.items()} == {
        (1, 0): None,
        (1, 1): 1,
        (2, 0): 2,
        (2, 1): None,
        (3, 0): 3,
        (4, 0): 4,
        (5, 0): 5,
    }


@given(
    st.lists(st.integers(2, 5), min_size=1, max_size=5),
    st.integers(1, 2),
    st.randoms(use_true_random=True),
)
def test_a_series_alone_is_what_it_is_in_the_whole(sizes, turns, rng) -> None:
    structure = series(sizes, turns=turns)
    slots = tuple(None if rng.random() < 0.1 else number for number in range(1, structure.size + 1))
    present = [slot for slot in slots if slot is not None]
    left = {pareja: Left(rng.choice((0, 1))) for pareja in rng.sample(present, min(len(present), 1))}
    rules = Rules(left=left, zapateria=Zapateria.IF_DEFEATED)
    results = {}
    for match in outcome(structure, slots, {}, rules).matches.values():
        if match.status is Status.READY and rng.random() < 0.7:
            how = rng.choice((*HOWS, How.DISQUALIFICATION))
            results[match.key] = Result(rng.choice((match.a, match.b)), how, zapateria=rng.random() < 0.3)
    whole = Drawn(structure, slots, rules)

    stage = whole.after(results)
    for planned in structure.matches:
        part = whole.part(planned.key)
        own = part.after({key: result for key, result in results.items() if key in part.structure.by_key})
        assert planned.key in own.matches
        assert own.matches == {key: stage.matches[key] for key in own.matches}
        assert own.out == {slots[line] for line in structure.groups[planned.group]} & stage.out
    assert {
        key for planned in structure.matches for key in whole.part(planned.key).structure.by_key
    } == stage.matches.keys()
