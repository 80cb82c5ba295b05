"""Where those stand who did not play a stage through: as set before it is published, and never among those who qualify."""

import itertools
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import Elimination, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.treatment import KINDS, Standing, Treatment
from brackets.models import Fixture
from brackets.selectors.course import course_of
from brackets.selectors.planning import last_change
from brackets.selectors.podium import podium_in
from brackets.selectors.stages import ranking_of, roster_of, spots_of
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.services.planning import stages_restore
from tests.brackets.services.desk import undone
from tests.brackets.services.test_formats import FINAL, TABLE, Night
from tests.factories.brackets import NOW
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db

BY_RESULTS, LAST, WITHOUT_PLACE, NOWHERE = Standing


@remembered
def league(treatment: Treatment, *, waiting: int = 0) -> Night:
    """Four in one series; the smaller number wins each mesa, 4 by its rivals' absence and nothing else.

    The mesa between who is `waiting` and the 4 is still to be played.
    """
    plan = StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE, treatment=treatment)
    night = Night.published(4, plan, FINAL)
    fixtures = list(night.stage(1).fixtures.order_by("number"))
    if waiting:
        fixtures.remove(next(each for each in fixtures if numbers(each) == {waiting, 4}))
    for fixture in fixtures:
        a, b = fixture.pareja_a, fixture.pareja_b
        assert a is not None
        assert b is not None
        better = "A" if a.number < b.number else "B"
        absent = 4 in (a.number, b.number)
        night.record(fixture, better, how="walkover" if absent else "played", chicas=[] if absent else [[40, 20]])
    return night


def order(night: Night, number: int = 1) -> list[tuple[int | None, int]]:
    ranking = ranking_of(night.stage(number), roster_of(night.championship.pk))
    return [(each.place, each.pareja) for each in ranking.overall]


def numbers(fixture: Fixture) -> set[int]:
    return {pareja.number for pareja in (fixture.pareja_a, fixture.pareja_b) if pareja}


def leave(night: Night, number: int, **kinds: bool) -> None:
    pareja = night.championship.parejas.get(number=number)
    pareja_leave(pareja=pareja, user=night.director, now=NOW, reason="prueba", **kinds)


@pytest.mark.parametrize("expelled", [False, True])
@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        (BY_RESULTS, [(1, 1), (2, 2), (3, 3), (4, 4)]),
        (LAST, [(1, 2), (2, 3), (3, 4), (4, 1)]),
        (WITHOUT_PLACE, [(1, 2), (2, 3), (3, 4), (None, 1)]),
        (NOWHERE, [(1, 2), (2, 3), (3, 4)]),
    ],
)
def test_who_left_or_was_expelled_stands_as_set_and_qualifies_for_nothing(
    standing: Standing, expected: list[tuple[int | None, int]], *, expelled: bool
) -> None:
    night = league(Treatment(expelled=standing) if expelled else Treatment(left=standing), waiting=0 if expelled else 1)

    leave(night, 1, expelled=expelled)

    assert order(night) == expected
    assert [spot.pareja for spot in spots_of(night.stage(2))] == [2]


@pytest.mark.parametrize(
    ("standing", "place"), [(BY_RESULTS, [(4, 4)]), (LAST, [(4, 4)]), (WITHOUT_PLACE, [(None, 4)]), (NOWHERE, [])]
)
def test_who_was_only_absent_stands_as_set(standing: Standing, place: list[tuple[int | None, int]]) -> None:
    night = league(Treatment(without_result=standing))

    assert order(night) == [(1, 1), (2, 2), (3, 3), *place]


def test_who_has_no_place_qualifies_for_nothing_and_who_is_only_last_does() -> None:
    entering = {}
    for standing in Standing:
        plan = StagePlan(
            name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE, treatment=Treatment(without_result=standing)
        )  # fmt: skip
        night = Night.published(
            3, plan, StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 3),), criteria=TABLE)
        )
        for fixture in night.stage(1).fixtures.order_by("number"):
            assert fixture.pareja_b is not None
            third = fixture.pareja_b.number == 3
            absent = 3 in (fixture.pareja_b.number, fixture.pareja_a.number if fixture.pareja_a else 0)
            night.record(fixture, "A" if third else "B", how="walkover" if absent else "played", chicas=[])
        entering[standing] = [spot.pareja for spot in spots_of(night.stage(2))]

    assert {standing: 3 in parejas for standing, parejas in entering.items()} == {
        BY_RESULTS: True, LAST: True, WITHOUT_PLACE: False, NOWHERE: False,
    }  # fmt: skip
    assert entering[NOWHERE][2] is None


def test_in_a_knock_out_too() -> None:
    plan = StagePlan(
        name="Final", format=Elimination(), entry=(Everybody(),), criteria=TABLE,
        treatment=Treatment(without_result=WITHOUT_PLACE, left=NOWHERE),
    )  # fmt: skip
    night = Night.published(4, plan)
    first, second = night.stage(1).fixtures.filter(round=1).order_by("number")
    night.record(first, "A", how="walkover", chicas=[])
    night.record(second, "B")
    assert second.pareja_b is not None
    leave(night, second.pareja_b.number)

    assert first.pareja_b is not None
    assert [place for place, _ in order(night)] == [1, 2, None]
    assert order(night)[2] == (None, first.pareja_b.number)


CLOSE = [[40, 38], [38, 40], [40, 38]]
PLAYED = {
    (2, 1): [[28, 40], [40, 24], [40, 10]], (2, 3): [[40, 22], [22, 40], [40, 28]], (4, 1): [[40, 0], [40, 12]],
    (1, 3): [[28, 40], [40, 8], [40, 34]], (2, 4): [[40, 36], [40, 24]],
}  # fmt: skip
"""The mesas of a series of four by who won it and against whom, all but the one of 3 and 4."""


def record(night: Night, winner: int, loser: int, chicas: list[list[int]], how: str = "played") -> None:
    fixture = next(each for each in night.stage(1).fixtures.all() if numbers(each) == {winner, loser})
    turned = fixture.pareja_b is not None and fixture.pareja_b.number == winner
    night.record(
        fixture, "B" if turned else "A", how=how, chicas=[chica[::-1] if turned else chica for chica in chicas]
    )


@pytest.mark.parametrize("how", ["", "played", "walkover"])
@pytest.mark.parametrize("kinds", [{}, {"expelled": True}])
def test_who_beat_one_that_goes_is_no_lower_than_by_the_narrowest_win_and_the_same_go_on(
    how: str, kinds: dict[str, bool]
) -> None:
    """1, 3 and 4 won one mesa each in a circle. 4 leaves or is expelled before its last mesa, or after it was recorded."""
    plan = StagePlan(name="Serie", format=Series(0), entry=(Everybody(),), criteria=TABLE)
    night = Night.published(
        4, plan, StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE)
    )
    for (winner, loser), chicas in PLAYED.items():
        record(night, winner, loser, chicas)
    if how:
        record(night, 3, 4, CLOSE if how == "played" else [], how)

    leave(night, 4, **kinds)

    assert [pareja for _, pareja in order(night) if pareja != 4] == [2, 3, 1]
    assert [spot.pareja for spot in spots_of(night.stage(2))] == [2, 3]


@pytest.mark.long
def test_whoever_is_expelled_after_the_end_leaves_the_order_of_the_others_as_it_was() -> None:
    plan = StagePlan(name="Serie", format=Series(0), entry=(Everybody(),), criteria=TABLE)
    for seed in range(8):
        night, chance = Night(4, plan), Random(seed)
        night.publish()
        for fixture in night.stage(1).fixtures.order_by("number"):
            lost = [[40, chance.choice((0, 10, 20, 36))] for _ in range(2)]
            record(night, *chance.sample(sorted(numbers(fixture)), 2), [*lost, *[[38, 40]] * chance.randrange(2)])
        before = [pareja for _, pareja in order(night)]
        for number in before:
            with undone():
                leave(night, number, expelled=True)
                assert [pareja for _, pareja in order(night)] == [each for each in before if each != number]


def test_it_is_free_until_the_stage_is_published_and_then_frozen() -> None:
    plan = StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE)
    other = StagePlan(
        name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE, treatment=Treatment(left=BY_RESULTS)
    )
    night = Night(4, plan)
    night.plan(other)
    change = last_change(night.championship)
    assert change is not None
    stages_restore(championship=night.championship, change=change, user=night.director, now=NOW)
    assert night.stage(1).treatment["left"] == "al-final"
    night.publish()

    with pytest.raises(BracketError, match="ya está publicada"):
        night.plan(other)

    assert night.stage(1).treatment["left"] == "al-final"


def test_the_page_says_it_beside_the_table_and_in_the_rows(client: Client) -> None:
    night = league(Treatment(without_result=WITHOUT_PLACE, expelled=NOWHERE))
    leave(night, 1, expelled=True)

    answer = client.get(reverse("brackets:standings", args=(night.championship.slug,)))
    words = " ".join(answer.content.decode().split())

    (table,) = answer.context["tables"]
    assert [(line.place, line.pareja.number, line.note) for line in table.lines] == [
        (1, 2, ""), (2, 3, ""), (None, 4, "Solo ausencias"),
    ]  # fmt: skip
    assert "Quien solo tiene ausencias: al final, sin puesto." in words
    assert "A quien se expulsó: fuera de la tabla." in words
    assert [pareja.number for pareja in answer.context["outside"]] == [1]
    assert "Fuera de la tabla: <span" in words
    assert '<span class="visually-hidden">Sin puesto</span>' in words


def test_every_treatment_is_data() -> None:
    for values in itertools.product(Standing, repeat=len(KINDS)):
        treatment = Treatment(**dict(zip(KINDS, values, strict=True)))
        assert Treatment.from_data(treatment.as_data()) == treatment
        assert len(treatment.sentences) == len(KINDS)
    assert Treatment.from_data({}) == Treatment()


@remembered
def ended(form: Series | Swiss, parejas: int = 4, later: StagePlan | None = None) -> Night:
    """One table, played to its end; the smaller number wins."""
    plan = StagePlan(name="Liga", format=form, entry=(Everybody(),), criteria=TABLE)
    night = Night.played(parejas, plan, *([later] if later else []))
    while isinstance(form, Swiss) and len(night.stage(1).pairings) < form.rounds:
        night.pair()
        night.play()
    return night


def champion(night: Night) -> int | None:
    pareja = course_of(night.championship).champion
    return pareja and pareja.number


TABLES_TO_THE_END = [Series(0), Series(0, turns=2), Swiss(2)]


@pytest.mark.parametrize("form", TABLES_TO_THE_END)
def test_who_won_a_table_and_goes_home_is_still_its_champion(form: Series | Swiss) -> None:
    night = ended(form)
    before = order(night)
    won = champion(night)
    assert won == before[0][1]

    for number in (before[0][1], before[2][1]):
        leave(night, number)

    assert order(night) == before
    assert champion(night) == won
    podium = [(each.place, each.pareja.number) for each in podium_in(course_of(night.championship))]
    assert podium == before[:3]


@pytest.mark.parametrize("form", TABLES_TO_THE_END)
@pytest.mark.parametrize("kinds", [{"expelled": True}, {"expelled": True, "voided": True}])
def test_who_is_expelled_after_the_end_has_no_place_all_the_same(form: Series | Swiss, kinds: dict[str, bool]) -> None:
    night = ended(form)
    first, *_ = [pareja for _, pareja in order(night)]

    leave(night, first, **kinds)

    assert [place for place, _ in order(night)] == [1, 2, 3]
    assert champion(night) == order(night)[0][1]
    assert first not in [pareja for _, pareja in order(night)]


def test_who_left_after_the_end_and_is_voided_has_no_results_to_stand_by() -> None:
    night = ended(Series(0))

    leave(night, 1, voided=True)

    assert order(night) == [(1, 2), (2, 3), (3, 4), (4, 1)]


def test_who_leaves_in_a_later_stage_keeps_its_place_in_the_table_before_and_qualifies_for_nothing_more() -> None:
    night = ended(
        Series(0), later=StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE)
    )
    night.publish(2)
    before = order(night)

    leave(night, 1)

    assert order(night) == before == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [spot.pareja for spot in spots_of(night.stage(2))] == [2, 3]
    assert champion(night) == 2


def test_who_had_played_all_its_mesas_keeps_its_place_while_the_others_play_on() -> None:
    """In a series of five, where each rests once: who rests last has ended before the others."""
    plan = StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE)
    night = Night.published(5, plan)
    *first, last, other = night.stage(1).fixtures.order_by("number")
    for fixture in first:
        night.record(fixture, "A" if fixture.pareja_a.number < fixture.pareja_b.number else "B")
    (resting,) = {1, 2, 3, 4, 5} - numbers(last) - numbers(other)
    before = {pareja: place for place, pareja in order(night)}

    leave(night, resting)

    run = course_of(night.championship).run(1)
    assert {pareja: place for place, pareja in order(night)} == before
    assert run is not None
    assert run.still_in == numbers(last) | numbers(other)


def test_who_left_a_swiss_stage_with_a_round_to_come_is_last_when_that_is_played_too() -> None:
    night = Night.published(6, StagePlan(name="Liga", format=Swiss(3), entry=(Everybody(),), criteria=TABLE))
    for _ in range(2):
        night.pair()
        night.play()
    leader = order(night)[0][1]

    leave(night, leader)
    assert order(night)[-1] == (6, leader)
    night.pair()
    night.play()

    assert order(night)[-1] == (6, leader)
    assert champion(night) == order(night)[0][1] != leader


def test_who_is_left_alone_in_a_swiss_stage_has_ended_it_and_may_go_home() -> None:
    """The others left with a round to come; without a second pareja there is none."""
    night = Night.published(4, StagePlan(name="Liga", format=Swiss(2), entry=(Everybody(),), criteria=TABLE))
    night.pair()
    night.play()
    last = order(night)[-1][1]

    for number in {1, 2, 3, 4} - {last}:
        leave(night, number)
    assert champion(night) == last
    leave(night, last)

    assert order(night)[0] == (1, last)
    assert champion(night) == last
