import pytest

from brackets.draw import correction
from brackets.draw.bracket import How, Result, fold
from brackets.draw.knockout import single_elimination
from brackets.draw.leaving import Left, Rules
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Drawn

NO_SHOW = Result(None, How.DOUBLE_NO_SHOW)
EIGHT = (1, 8, 5, 4, 3, 6, 7, 2)
FIVE = (1, None, 4, 5, None, 3, None, 2)
QUARTERS = {(1, 0): Result(1), (1, 1): Result(4), (1, 2): Result(3), (1, 3): Result(2)}
SEMIFINALS = QUARTERS | {(2, 0): Result(1), (2, 1): Result(2)}
ALL = SEMIFINALS | {(3, 0): Result(1)}


def check_change(slots, results, locked, key, new):
    correction.check_change(Drawn(single_elimination(len(slots)), slots), results, locked, key, new)


def refused(results, key, new, *, slots=EIGHT, locked=()):
    with pytest.raises(DrawRefusal) as refusal:
        check_change(slots, results, locked, key, new)
    return refusal.value


def test_a_ready_match_takes_its_result():
    check_change(EIGHT, {}, (), (1, 0), Result(8, How.WALKOVER))


def test_a_match_in_play_takes_its_own_result():
    check_change(EIGHT, QUARTERS, {(2, 0)}, (2, 0), Result(4))


def test_the_winner_can_be_corrected_while_nobody_has_played_on():
    check_change(EIGHT, QUARTERS, (), (1, 0), Result(8))
    check_change(EIGHT, QUARTERS, (), (1, 0), None)
    check_change(EIGHT, QUARTERS, (), (1, 0), NO_SHOW)
    check_change(EIGHT, ALL, (), (3, 0), Result(2))


def test_a_winner_whose_next_match_is_decided_stays():
    refusal = refused(QUARTERS | {(2, 0): Result(4)}, (1, 0), Result(8))

    assert refusal.code == "in-the-way"
    assert refusal.blocking == ((2, 0),)
    assert refusal.http_status == 409
    assert refusal.message == (
        "No se puede cambiar el resultado de Cuartos de final, partida 1: cambiarían los rivales de "
        "Semifinal, partida 5 (ya tiene resultado). Deje primero sin efecto esa partida."
    )


def test_every_later_match_that_stands_on_it_is_named():
    refusal = refused(ALL, (1, 3), None)

    assert refusal.blocking == ((2, 1), (3, 0))
    assert refusal.message == (
        "No se puede cambiar el resultado de Cuartos de final, partida 4: cambiarían los rivales de "
        "Semifinal, partida 6 (ya tiene resultado) y Final, partida 7 (ya tiene resultado). "
        "Deje primero sin efecto esas partidas, empezando por la última."
    )


def test_a_long_chain_is_listed_as_spanish_lists_are():
    slots = tuple(range(1, 17))
    results = {(1, 0): Result(1), (1, 1): Result(3), (1, 2): Result(5), (1, 3): Result(7)}
    results |= {(1, 4): Result(9), (1, 5): Result(11), (1, 6): Result(13), (1, 7): Result(15)}
    results |= {(2, 0): Result(1), (2, 1): Result(5), (2, 2): Result(9), (2, 3): Result(13)}
    results |= {(3, 0): Result(1), (3, 1): Result(9)}

    refusal = refused(results, (1, 0), None, slots=slots, locked={(4, 0)})

    assert (
        "Cuartos de final, partida 9 (ya tiene resultado), Semifinal, partida 13 (ya tiene resultado) "
        "y Final, partida 15 (está en juego, o espera firmas o un fallo)."
    ) in refusal.message


def test_the_loser_of_a_later_match_holds_it_too():
    assert refused(ALL, (1, 1), Result(5)).blocking == ((2, 0), (3, 0))


def test_a_match_that_is_in_play_keeps_its_parejas_and_is_waited_for():
    refusal = refused(QUARTERS, (1, 0), Result(8), locked={(2, 0)})

    assert refusal.blocking == ((2, 0),)
    assert refusal.message.endswith(
        "Semifinal, partida 5 (está en juego, o espera firmas o un fallo). Cuando termine y se resuelva, "
        "deje primero sin efecto esa partida."
    )


def test_another_match_being_called_is_no_obstacle():
    check_change(EIGHT, QUARTERS, {(2, 1)}, (1, 0), Result(8))


def test_details_never_meet_an_obstacle():
    check_change(EIGHT, ALL, {(2, 0), (3, 0)}, (1, 0), Result(1, How.RETIREMENT))


def test_the_same_result_again_is_accepted():
    check_change(EIGHT, ALL, {(2, 0), (3, 0)}, (1, 0), Result(1))
    check_change(EIGHT, {}, (), (2, 0), None)


def test_a_match_without_both_parejas_has_no_result():
    refusal = refused({(1, 0): Result(1)}, (2, 0), Result(1))

    assert refusal.code == "not-ready"
    assert refusal.message == (
        "Semifinal, partida 5 todavía no tiene sus dos rivales. "
        "Registre primero los resultados de las partidas anteriores."
    )


def test_a_bye_and_a_pass_have_no_result():
    assert refused({}, (1, 0), Result(1), slots=FIVE).code == "not-ready"
    assert "no se juega" in refused({(1, 1): NO_SHOW}, (2, 0), Result(1), slots=FIVE).message


def test_a_pareja_that_does_not_play_cannot_win():
    refusal = refused({}, (1, 0), Result(7))

    assert refusal.code == "not-a-participant"
    assert refusal.message == (
        "El número 7 no juega Cuartos de final, partida 1: la juegan el 1 y el 8. Elija uno de los dos."
    )


def test_a_match_that_is_not_there_is_a_key_error():
    with pytest.raises(KeyError):
        check_change(EIGHT, {}, (), (4, 0), Result(1))


def test_a_double_no_show_reaches_through_the_match_it_empties():
    passed = {(1, 0): NO_SHOW, (1, 1): Result(4), (1, 2): Result(3), (1, 3): Result(2), (2, 1): Result(2)}
    assert fold(EIGHT, passed)[3, 0].a == 4

    check_change(EIGHT, passed, (), (1, 0), Result(1))
    refusal = refused(passed | {(3, 0): Result(4)}, (1, 0), Result(1))

    assert refusal.blocking == ((3, 0),)
    assert "Final, partida 7" in refusal.message


def test_what_stands_on_a_result_is_named_even_when_it_would_end_the_same():
    # Without rivals 4 would pass to the final all the same, but its semifinal has to be undone first.
    called = {(1, 0): Result(1), (1, 1): Result(4), (1, 2): Result(3), (1, 3): Result(2)}
    called |= {(2, 0): Result(4), (2, 1): Result(2)}

    assert refused(called, (1, 0), NO_SHOW, locked={(3, 0)}).blocking == ((2, 0), (3, 0))


def test_a_match_nobody_plays_is_no_obstacle_even_when_marked():
    passed = {(1, 0): NO_SHOW, (1, 1): Result(4)}

    check_change(EIGHT, passed, {(2, 0)}, (1, 0), Result(1))


def test_nothing_given_is_changed():
    results = dict(ALL)
    locked = {(3, 0)}

    refused(results, (1, 0), Result(8), locked=locked)
    check_change(EIGHT, results, locked, (3, 0), Result(2))

    assert results == ALL
    assert locked == {(3, 0)}


PASSED = (1, 2, 3, None, 5, None, 6, None)
"""The 3 goes on against the winner of 1 and 2, and the final is 3 against 5."""


def without(pareja, order=1):
    return Drawn(single_elimination(8), PASSED, Rules(left={pareja: Left(order)}))


def test_what_is_given_back_to_who_has_left_is_not_in_the_way_of_what_stays_as_it_is():
    """The 1 lost its semifinal to the 3 and left: without that result the 3 passes, and plays the same final."""
    played = {(1, 0): Result(1), (2, 1): Result(5), (3, 0): Result(3)}

    correction.check_change(without(1), played, (), (2, 0), Result(3), again=True)


def test_what_was_played_stands_on_a_pass_though_that_comes_later_by_a_correction():
    """Nobody came for the 1 and 2, and the 3 won the final; that the 1 had won, who has left since, gives it the same pass."""
    played = {(1, 0): NO_SHOW, (2, 1): Result(5), (3, 0): Result(3)}
    drawn = without(1)

    correction.check_change(drawn, played, (), (1, 0), Result(1))
    corrected = played | {(1, 0): Result(1)}
    assert drawn.after(corrected).champion == 3
    correction.check_change(drawn, corrected, (), (1, 0), NO_SHOW)
    correction.check_change(drawn, corrected, (), (3, 0), Result(5))
