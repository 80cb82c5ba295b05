"""Who is left for a stage when others go on without it, or leave."""

import pytest

from brackets.draw.formats import Elimination, Series
from brackets.draw.qualification import Best, Everybody, Exempt, FromEach, Rest, Rule
from brackets.selectors.stages import spots_of
from brackets.services.departures import pareja_leave
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import SERIES, TABLE, Night
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db


def knock_out(name: str, *entry: Rule) -> StagePlan:
    return StagePlan(name=name, format=Elimination(), entry=entry, criteria=TABLE)


def played(parejas: int, *plans: StagePlan) -> Night:
    """The first stage is over; in every series the smaller number has won."""
    return Night.played(parejas, *plans)


def enter(night: Night, number: int) -> set[int | None]:
    return {spot.pareja for spot in spots_of(night.stage(number)) if spot.stage == 1}


def test_the_best_of_those_left_are_none_of_those_whom_a_later_stage_takes() -> None:
    night = played(
        8, SERIES, knock_out("Repechaje", Best(1, 4)), knock_out("Final", FromEach(1), Best(1, 1, place=2), FromEach(2))
    )

    assert len(enter(night, 2)) == 4
    assert len(enter(night, 3)) == 3
    assert not enter(night, 2) & enter(night, 3)


def test_nor_those_whom_an_earlier_stage_takes_by_choice() -> None:
    night = played(
        12,
        SERIES,
        knock_out("Final", FromEach(1), Best(1, 1)),
        knock_out("Copa", Best(1, 4)),
        knock_out("Otra", Rest(1)),
    )

    assert [len(enter(night, number)) for number in (2, 3, 4)] == [4, 4, 4]
    assert len(enter(night, 2) | enter(night, 3) | enter(night, 4)) == 12


def test_who_is_exempt_and_has_left_is_not_drawn() -> None:
    league = StagePlan(name="Liga", format=Series(size=0), entry=(Everybody(),), criteria=TABLE)
    night = played(8, league, knock_out("Final", FromEach(1, 2), Exempt((7, 8))))

    pareja_leave(pareja=night.championship.parejas.get(number=8), user=night.director, now=NOW, reason="Viaja")

    assert 8 not in night.draw(2).slots


def test_who_came_to_a_stage_from_another_is_there_for_its_own_repechaje() -> None:
    night = played(8, SERIES, knock_out("Cuartos", FromEach(1, 2)), knock_out("Repechaje", Rest(2)))
    night.publish(2)
    night.play(2)

    assert {spot.pareja for spot in spots_of(night.stage(3))} == set(night.stage(2).slots)


def test_who_won_a_repechaje_and_is_the_first_one_left_goes_on_once() -> None:
    """The winner of the league left when the repechaje was drawn already: what was drawn stays, and its places are two others."""
    league = StagePlan(name="Liga", format=Series(size=0), entry=(Everybody(),), criteria=TABLE)
    repechaje = StagePlan(name="Repechaje", format=Series(size=0), entry=(Rest(1),), criteria=TABLE)
    night = played(5, league, repechaje, knock_out("Final", FromEach(1), FromEach(2)))
    night.publish(2)
    night.play(2)

    pareja_leave(pareja=night.championship.parejas.get(number=1), user=night.director, now=NOW, reason="Viaja")

    assert [spot.pareja for spot in spots_of(night.stage(3))] == [2, 3]
    assert len(night.publish(3).entrants) == 2
