"""What follows from planned stages before anybody plays: entrants, partidas, rounds, and hours that nobody can undercut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.bracket import Status
from brackets.draw.elimination import draw
from brackets.draw.entries import Entry
from brackets.draw.formats import DoubleElimination, Elimination, Series, Swiss, matches_of, structure_of
from brackets.draw.plans import StagePlan, foresee, rounds_of, turns
from brackets.draw.qualification import Best, Everybody, Exempt, FromEach, Rest, WinnerOf
from brackets.draw.structure import outcome
from tests.brackets.draw.playing import result_of

KNOCK_OUTS = [Elimination(), Elimination(third_place=True, consolation=True), DoubleElimination()]
FORMATS = [*KNOCK_OUTS, DoubleElimination(second_final=False), Series(4), Series(0, turns=2), Swiss(3)]


def stage(form, *entry):
    return StagePlan(name="Etapa", format=form, entry=entry, criteria=("mesas", "sorteo"))


def turns_taken(form, entrants, tables):
    """A hall that calls whatever is ready, the matches that were drawn first before all others."""
    slots = draw([Entry(number) for number in range(1, entrants + 1)], "prueba").slots
    structure, results, taken = structure_of(form, len(slots)), {}, 0
    while True:
        matches = outcome(structure, slots, results).matches
        ready = [match for match in matches.values() if match.status is Status.READY][:tables]
        if not ready:
            return taken
        results |= {match.key: result_of(match) for match in ready}
        taken += 1


@given(st.sampled_from(KNOCK_OUTS), st.integers(2, 24), st.integers(1, 13))
def test_no_hall_is_done_sooner_than_foretold(form, entrants, tables):
    assert turns_taken(form, entrants, tables) >= turns(form, entrants, tables)


@given(st.sampled_from(FORMATS), st.integers(6, 90))
def test_with_one_table_every_partida_takes_its_turn_and_with_enough_tables_every_round(form, entrants):
    played = matches_of(form, entrants) - (form == DoubleElimination())  # the second final need not be played

    if form != Elimination(third_place=True, consolation=True):  # byes leave open who comes to the consolation
        assert turns(form, entrants, 1) == played
    assert turns(form, entrants, 1) <= played
    assert turns(form, entrants, entrants) == rounds_of(form, entrants)
    assert turns(form, entrants, 1) >= turns(form, entrants, 2) >= turns(form, entrants, 3)


def test_a_full_bracket_on_half_the_tables_it_could_use():
    """Eight partidas of the first round on four tables are two turns; then three rounds that need one each."""
    assert turns(Elimination(), 16, 4) == 5
    assert turns(Elimination(), 16, 8) == 4


def test_entrants_follow_from_the_rules():
    plans = [
        stage(Series(4), Everybody()),
        stage(Elimination(), Rest(1)),
        stage(DoubleElimination(), Exempt((7, 9)), FromEach(1, 1), Best(1, 2, place=2), FromEach(2)),
        stage(Elimination(), WinnerOf(3), WinnerOf(3, "perdedores")),
    ]

    assert [each.entrants for each in foresee(plans, 22)] == [20, 13, 10, 2]


def test_who_is_drawn_already_counts_as_drawn():
    plans = [stage(Series(4), Everybody()), stage(Elimination(), FromEach(1))]

    assert [each.entrants for each in foresee(plans, 22, known={1: 16})] == [16, 4]


def test_what_cannot_be_drawn_says_why():
    def problem(inscribed, *plans):
        return foresee(plans, inscribed)[-1].problem

    series = stage(Series(4), Everybody())
    assert "5 no se reparten en series de 4 y de 3" in problem(5, series)
    assert "series de 3 y" not in problem(15, series, stage(Elimination(), FromEach(1, 3)))
    assert "hay series de 3" in problem(15, series, stage(Elimination(), FromEach(1, 4)))
    assert "hay solo 4 en ese puesto" in problem(16, series, stage(Elimination(), Best(1, 5, place=2)))
    assert "de 1 a 4 rondas" in problem(8, stage(Swiss(5), Everybody()))
    assert foresee([series], 5)[0].turns(4) == 0


@pytest.mark.parametrize(("entrants", "matches"), [(2, 1), (3, 2), (4, 3), (8, 10)])
def test_no_consolation_is_counted_where_none_is_played(entrants, matches) -> None:
    assert matches_of(Elimination(consolation=True), entrants) == matches
