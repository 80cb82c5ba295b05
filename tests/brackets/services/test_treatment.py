"""Where those stand who did not play a stage through: as set before it is published, and never among those who qualify."""

import itertools

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import Elimination, Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.treatment import KINDS, Standing, Treatment
from brackets.selectors.planning import last_change
from brackets.selectors.stages import ranking_of, roster_of, spots_of
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.services.planning import stages_restore
from tests.brackets.services.test_formats import FINAL, TABLE, Night
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db

BY_RESULTS, LAST, WITHOUT_PLACE, NOWHERE = Standing


def league(treatment: Treatment) -> Night:
    """Four in one series; the smaller number wins each mesa, 4 by its rivals' absence and nothing else."""
    plan = StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE, treatment=treatment)
    night = Night(4, plan, FINAL)
    night.publish()
    for fixture in night.stage(1).fixtures.order_by("number"):
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


def leave(night: Night, number: int, *, expelled: bool = False) -> None:
    pareja = night.championship.parejas.get(number=number)
    pareja_leave(pareja=pareja, user=night.director, now=NOW, reason="prueba", expelled=expelled)


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
    night = league(Treatment(expelled=standing) if expelled else Treatment(left=standing))

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
        night = Night(3, plan, StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 3),), criteria=TABLE))
        night.publish()
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
    night = Night(4, plan)
    night.publish()
    first, second = night.stage(1).fixtures.filter(round=1).order_by("number")
    night.record(first, "A", how="walkover", chicas=[])
    night.record(second, "B")
    night.play()
    assert second.pareja_a is not None
    leave(night, second.pareja_a.number)

    assert first.pareja_b is not None
    assert [place for place, _ in order(night)] == [1, 2, None]
    assert order(night)[2] == (None, first.pareja_b.number)


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
        assert len(treatment.told) == len(KINDS)
    assert Treatment.from_data({}) == Treatment()
