"""Who enters the next stage: each place by a rule that is data, and the sentence that explains it."""

from dataclasses import replace

import pytest

from brackets.draw.bracket import How, Result, Status
from brackets.draw.formats import DoubleElimination, Elimination, Series, structure_of
from brackets.draw.qualification import (
    Before,
    Best,
    Everybody,
    Exempt,
    FromEach,
    Rest,
    WinnerOf,
    qualify,
    rule_data,
    rule_from,
    said,
)
from brackets.draw.ranking import Exits, Ranking, rank_knock_out, rank_table, score_of, winner_of
from brackets.draw.standings import Score
from brackets.draw.structure import Rules, Section, Zapateria, outcome
from brackets.draw.taken import taken_by_others

CRITERIA = ["mesas", "directo", "chicas", "puntos", "zapaterias", "sorteo"]


def series(sizes, *, left_out=(), unplayed=()):
    """Series of 1, 2, 3, … where the smaller number always wins 2–0, by two points more the better it is."""
    structure = structure_of(Series(size=max(sizes)), sum(sizes))
    slots = tuple(range(1, sum(sizes) + 1))
    fixed = outcome(structure, slots, {})
    results = {
        key: Result(min(match.a, match.b))
        for key, match in fixed.matches.items()
        if min(match.a, match.b) not in unplayed
    }
    scores = [
        Score(match.a, match.b, result.winner, _chicas(match, result.winner))
        for key, result in results.items()
        for match in [fixed.matches[key]]
    ]
    stage = outcome(structure, slots, results)
    ranking = rank_table(structure, slots, stage, scores, CRITERIA, seed="sol", exits=Exits(left_out))
    return Before("Series", ranking, {})


def _chicas(match, winner):
    lost = 2 * min(19, winner)
    return ((40, lost), (40, lost)) if winner == match.a else ((lost, 40), (lost, 40))


def places(ranking):
    return [(each.pareja, each.place) for each in ranking.overall]


def who(spots):
    return [spot.pareja for spot in spots]


def test_nine_winners_and_the_three_best_of_the_others() -> None:
    """The Mundial's semifinals: twelve of nine series of four."""
    spots = qualify([FromEach(1), Best(1, 3)], {1: series((4,) * 9)})

    assert sorted(who(spots)[:9]) == [1, 5, 9, 13, 17, 21, 25, 29, 33]
    assert who(spots)[9:] == [2, 6, 10]  # seconds of the series whose games were the clearest
    assert len(set(who(spots))) == 12
    assert all(spot.settled for spot in spots)
    assert spots[0].why == "Primera de la serie 1 de «Series»."
    assert spots[9].why == "1.ª mejor de las no clasificadas de «Series»: 10.ª entre todas."


def test_the_two_first_of_each_are_the_first_ones_and_then_the_second_ones() -> None:
    spots = qualify([FromEach(1, places=2)], {1: series((4, 4))})

    assert who(spots) == [1, 5, 2, 6]
    assert [spot.series for spot in spots] == [((1, 0),), ((1, 1),), ((1, 0),), ((1, 1),)]


def test_the_best_seconds_take_no_third_place_however_good() -> None:
    spots = qualify([Best(1, 2, place=2)], {1: series((4, 4, 4))})

    assert who(spots) == [2, 6]


@pytest.mark.parametrize("seed", ["sol", "luna", "mar", "rio"])
def test_whom_only_lots_part_stand_in_one_order_in_their_series_and_among_all(seed: str) -> None:
    structure, slots = structure_of(Series(size=3), 6), (1, 2, 3, 4, 5, 6)
    stage = outcome(structure, slots, {})

    ranking = rank_table(structure, slots, stage, [], ("mesas", "sorteo"), seed=seed)

    overall = [each.pareja for each in ranking.overall]
    for group in ranking.groups:
        assert [each.pareja for each in group] == sorted((each.pareja for each in group), key=overall.index)


def test_series_of_unequal_size_are_compared_by_averages_and_it_is_said() -> None:
    before = series((4, 4, 3))
    spots = qualify([Best(1, 3, place=2)], {1: before})

    assert before.ranking.averages
    # The second of the series of three won one of two mesas, those of four two of three.
    assert who(spots) == [2, 6, 10]
    assert spots[2].why.endswith("por promedios.")


def test_while_a_stage_runs_it_says_who_would_enter_today() -> None:
    spots = qualify([FromEach(1)], {1: series((4, 4), unplayed={1})})

    assert who(spots) == [2, 5] or who(spots) == [5, 2]
    assert not any(spot.settled for spot in spots)


def test_who_is_left_out_qualifies_for_nothing_and_the_next_moves_up() -> None:
    spots = qualify([FromEach(1), Best(1, 1)], {1: series((4, 4), left_out={1, 2})})

    assert [(spot.pareja, spot.why) for spot in spots] == [
        (5, "Primera de la serie 2 de «Series»."),
        (3, "Primera de las que quedan en la serie 1 de «Series»."),
        (6, "1.ª mejor de las no clasificadas que quedan de «Series»: 4.ª entre todas."),
    ]


def test_a_place_that_the_next_one_takes_is_told_of_those_who_are_left() -> None:
    """Left with nothing more to play, so that their places are those of their results."""
    whole = series((4, 4))
    gone = replace(whole, ranking=replace(whole.ranking, away={2, 5}))
    alone = series((4,))

    spots = qualify([FromEach(1), Best(1, 2, place=2), Best(1, 1)], {1: gone})
    (first,) = qualify([FromEach(1)], {1: replace(alone, ranking=replace(alone.ranking, away={1}))})
    everybody = replace(whole, ranking=replace(whole.ranking, away=frozenset(range(1, 9))))

    assert first.why == "Primera de las que quedan en «Series»."
    assert [(spot.pareja, spot.why) for spot in spots] == [
        (1, "Primera de la serie 1 de «Series»."),
        (6, "Primera de las que quedan en la serie 2 de «Series»."),
        (7, "1.ª mejor de las segundas que quedan de «Series»: 5.ª entre todas."),
        (3, "2.ª mejor de las segundas que quedan de «Series»: 6.ª entre todas."),
        (8, "1.ª mejor de las no clasificadas que quedan de «Series»: 7.ª entre todas."),
    ]
    assert [(spot.pareja, spot.why) for spot in qualify([FromEach(1)], {1: everybody})] == [
        (None, "Primera de las que quedan en la serie 1 de «Series»."),
        (None, "Primera de las que quedan en la serie 2 de «Series»."),
    ]


def test_a_repechaje_is_played_by_those_whom_no_other_stage_takes() -> None:
    first = series((3, 3))
    winners = who(qualify([FromEach(1)], {1: first}))

    assert sorted(who(qualify([Rest(1)], {1: first}, taken={1: winners}))) == [2, 3, 5, 6]


def test_who_comes_by_one_stage_leaves_its_place_in_another_to_the_next_one() -> None:
    """The winner of the first left after the repechaje was drawn: the first one that stays may have won that too."""
    first, repechaje = series((4,), left_out=[1]), series((4,), left_out=[1])

    spots = qualify([FromEach(1), FromEach(2, 2)], {1: first, 2: repechaje})

    assert who(spots) == [2, 3, 4]


def test_the_next_one_is_left_for_no_other_stage() -> None:
    before = {number: series((4,), left_out=[1]) for number in (1, 2)}
    entries = {2: [Rest(1)], 3: [FromEach(1), FromEach(2)], 4: [Rest(2)]}

    assert taken_by_others(4, entries, before)[2] == {2, 3}


def test_who_won_a_half_comes_by_it_once() -> None:
    first = series((4,))
    half = Before("Dos derrotas", series((4,)).ranking, {"ganadores": 1, "perdedores": 2})

    spots = qualify([FromEach(1), WinnerOf(2, "ganadores"), WinnerOf(2, "perdedores")], {1: first, 2: half})

    assert who(spots) == [1, None, 2]
    assert spots[1].vacant


def test_exempt_ones_enter_besides_and_nobody_enters_twice() -> None:
    assert who(qualify([Exempt((40, 41)), FromEach(1)], {1: series((3, 3))}))[:2] == [40, 41]
    assert who(qualify([Exempt((1,)), FromEach(1)], {1: series((3, 3))})) == [1, 4, 2]
    assert who(qualify([FromEach(1), Exempt((1, 40))], {1: series((3, 3))})) == [1, 4, 40]
    assert who(qualify([FromEach(1), FromEach(1)], {1: series((4,))})) == [1, 2]


def test_the_first_stage_is_of_all_that_are_inscribed() -> None:
    assert who(qualify([Everybody()], {}, inscribed=[3, 4, 9])) == [3, 4, 9]


def test_a_place_that_nobody_fills_stays_open() -> None:
    assert who(qualify([Best(1, 9)], {1: series((3, 3))}))[6:] == [None, None, None]


def played(form, slots, winners):
    structure = structure_of(form, len(slots))
    results = {}
    for key in [planned.key for planned in structure.matches]:
        match = outcome(structure, slots, results).matches[key]
        if isinstance(match.a, int) and isinstance(match.b, int):
            results[key] = Result(winners(match))
    return structure, outcome(structure, slots, results)


def test_a_knock_out_ranks_by_the_round_in_which_one_was_out() -> None:
    ranking = rank_knock_out(*played(Elimination(), (1, 8, 5, 4, 3, 6, 7, 2), lambda match: min(match.a, match.b)))

    assert [(each.place, each.pareja) for each in ranking.overall] == [
        (1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6), (5, 7), (5, 8),
    ]  # fmt: skip
    assert ranking.complete


def test_the_match_for_the_third_place_parts_third_and_fourth() -> None:
    form = Elimination(third_place=True)
    ranking = rank_knock_out(*played(form, (1, 8, 5, 4, 3, 6, 7, 2), lambda match: min(match.a, match.b)))

    assert [each.place for each in ranking.overall] == [1, 2, 3, 4, 5, 5, 5, 5]


def test_winners_of_both_brackets_of_a_double_elimination() -> None:
    structure, stage = played(DoubleElimination(), (1, 4, 3, 2), lambda match: min(match.a, match.b))
    before = Before("Dos derrotas", rank_knock_out(structure, stage), {
        "ganadores": winner_of(structure, stage, Section.MAIN),
        "perdedores": winner_of(structure, stage, Section.LOSERS),
    })  # fmt: skip

    assert who(qualify([WinnerOf(1), WinnerOf(1, "perdedores")], {1: before})) == [1, 2]
    assert [each.pareja for each in before.ranking.overall] == [1, 2, 3, 4]


def test_the_winner_of_a_bracket_who_was_put_out_or_has_left_does_not_go_on() -> None:
    ranking = Ranking((), (), complete=True, left_out={2})
    before = Before("Llaves", ranking, {"ganadores": 1, "perdedores": 2})

    spots = qualify([WinnerOf(1), WinnerOf(1, "perdedores")], {1: before})

    assert [(spot.pareja, spot.settled) for spot in spots] == [(1, True), (None, True)]


def test_a_bracket_that_nobody_won_is_settled_when_its_stage_is() -> None:
    before = Before("Llaves", Ranking((), (), complete=True), {"ganadores": None, "perdedores": 2})

    assert [(spot.pareja, spot.settled) for spot in qualify([WinnerOf(1)], {1: before})] == [(None, True)]


def test_who_is_disqualified_is_last() -> None:
    structure = structure_of(Elimination(), 4)
    results = {(1, 0): Result(1), (1, 1): Result(3), (2, 0): Result(1, How.DISQUALIFICATION)}
    stage = outcome(structure, (1, 2, 3, 4), results)
    ranking = rank_knock_out(structure, stage, Exits(stage.out))

    assert [each.pareja for each in ranking.overall] == [1, 2, 4, 3]


@pytest.mark.parametrize(
    "rules", [Rules(zapateria=Zapateria.IF_DEFEATED, defeated=(4,)), Rules(zapateria=Zapateria.ELIMINATES)]
)
def test_who_loses_the_final_by_zapateria_is_second(rules) -> None:
    structure = structure_of(Elimination(third_place=True), 4)
    results = {(1, 0): Result(4), (1, 1): Result(3), (2, 1): Result(6), (2, 0): Result(3)}
    plain, by_zapateria = (
        outcome(structure, (6, 4, 13, 3), {**results, (2, 0): last}, rules)
        for last in (Result(3), Result(3, zapateria=True))
    )

    rankings = [rank_knock_out(structure, stage, Exits(stage.out)) for stage in (plain, by_zapateria)]

    assert places(rankings[0]) == places(rankings[1]) == [(3, 1), (4, 2), (6, 3), (13, 4)]
    assert rankings[1].unfit == {4}


def test_who_is_put_out_with_the_third_place_still_to_play_is_last() -> None:
    structure = structure_of(Elimination(third_place=True), 8)
    results = {(1, each): Result(2 * each + 1) for each in range(4)} | {
        (2, 0): Result(1, zapateria=True),
        (2, 1): Result(5),
        (3, 0): Result(1),
    }
    stage = outcome(structure, tuple(range(1, 9)), results, Rules(zapateria=Zapateria.ELIMINATES))

    ranking = rank_knock_out(structure, stage, Exits(stage.out))

    assert places(ranking)[:3] == [(1, 1), (5, 2), (7, 3)]
    assert places(ranking)[-1] == (3, 8)


def test_who_loses_for_the_third_place_by_zapateria_is_fourth() -> None:
    structure = structure_of(Elimination(third_place=True), 8)
    results = {(1, each): Result(2 * each + 1) for each in range(4)} | {(2, 0): Result(1), (2, 1): Result(5)}
    results |= {(3, 0): Result(1), (3, 1): Result(3, zapateria=True)}
    stage = outcome(structure, tuple(range(1, 9)), results, Rules(zapateria=Zapateria.ELIMINATES))

    assert places(rank_knock_out(structure, stage, Exits(stage.out)))[:4] == [(1, 1), (5, 2), (3, 3), (7, 4)]


@pytest.mark.parametrize("consolation", [True, False])
def test_who_is_put_out_in_the_first_round_had_only_the_consolation_to_play(consolation) -> None:
    structure = structure_of(Elimination(consolation=consolation), 8)
    results = {(1, each): Result(2 * each + 1) for each in range(4)} | {(1, 0): Result(1, zapateria=True)}
    stage = outcome(structure, tuple(range(1, 9)), results, Rules(zapateria=Zapateria.ELIMINATES))

    ranking = rank_knock_out(structure, stage, Exits(stage.out))

    assert (2 in ranking.left_out) is consolation


@pytest.mark.parametrize("second", [True, False])
def test_with_two_defeats_who_loses_the_last_match_by_zapateria_is_second(second) -> None:
    structure = structure_of(DoubleElimination(second_final=second), 4)
    rules, results = Rules(zapateria=Zapateria.ELIMINATES), {}
    stage = outcome(structure, (1, 2, 3, 4), results, rules)
    while ready := [match for match in stage.matches.values() if match.status is Status.READY]:
        match = ready[0]
        first_final = structure[match.key].section is Section.FINAL and second and match.key != structure.last
        winner = max(match.a, match.b) if first_final else min(match.a, match.b)
        results[match.key] = Result(winner, zapateria=match.key == structure.last)
        stage = outcome(structure, (1, 2, 3, 4), results, rules)

    assert stage.out == {places(rank_knock_out(structure, stage))[1][0]}
    assert places(rank_knock_out(structure, stage, Exits(stage.out))) == places(rank_knock_out(structure, stage))


def test_who_is_put_out_of_the_first_of_two_finals_had_the_second_to_play() -> None:
    structure = structure_of(DoubleElimination(), 4)
    rules, results = Rules(zapateria=Zapateria.ELIMINATES), {}
    stage = outcome(structure, (1, 2, 3, 4), results, rules)
    while ready := [match for match in stage.matches.values() if match.status is Status.READY]:
        match = ready[0]
        final = structure[match.key].section is Section.FINAL
        results[match.key] = Result(match.b if final else min(match.a, match.b), zapateria=final)
        stage = outcome(structure, (1, 2, 3, 4), results, rules)

    ranking = rank_knock_out(structure, stage, Exits(stage.out))

    assert stage.champion == ranking.overall[0].pareja
    assert ranking.left_out == stage.out == {1}


@pytest.mark.parametrize("first", [True, False])
def test_who_is_put_out_of_a_table_is_last_whichever_of_its_mesas_did_it(first) -> None:
    """In a table no other defeat puts anybody out: who is, is behind all who were not."""
    structure = structure_of(Series(0), 4)
    stage = outcome(structure, (1, 2, 3, 4), {})
    own = [key for key, match in stage.matches.items() if 1 in (match.a, match.b)]
    put_out = own[0] if first else own[-1]
    results = {
        key: Result(max(match.a, match.b) if key == put_out else min(match.a, match.b), zapateria=key == put_out)
        for key, match in stage.matches.items()
        if not (first and key in own[1:])
    }
    stage = outcome(structure, (1, 2, 3, 4), results, Rules(zapateria=Zapateria.ELIMINATES))
    lines = {planned.key: (planned.a.of[1] + 1, planned.b.of[1] + 1) for planned in structure.matches}
    scores = [score for key, match in stage.matches.items() if (score := score_of(match, lines[key]))]

    ranking = rank_table(structure, (1, 2, 3, 4), stage, scores, CRITERIA, seed="sol", exits=Exits(stage.out))

    assert (ranking.left_out, ranking.overall[-1].pareja) == ({1}, 1)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (Everybody(), "Todas las inscritas que no están exentas."),
        (FromEach(1), "La primera de cada serie de «Series»."),
        (FromEach(1, 2), "Las 2 primeras de cada serie de «Series»."),
        (Best(1, 12, place=2), "Las 12 mejores segundas de «Series»."),
        (Best(1, 1, place=2), "La mejor segunda de «Series»."),
        (Best(1, 3), "Las 3 mejores de las que no clasificaron de «Series»."),
        (Best(1, 1), "La mejor de las que no clasificaron de «Series»."),
        (Rest(1), "Las de «Series» que no clasificaron."),
        (WinnerOf(1, "perdedores"), "La ganadora de la llave de perdedores de «Series»."),
        (Exempt((4, 7)), "Exentas de las etapas anteriores: 4, 7."),
    ],
)
def test_each_rule_is_data_and_a_sentence(rule, sentence) -> None:
    assert rule_from(rule_data(rule)) == rule
    assert said(rule, {1: "Series"}) == sentence
