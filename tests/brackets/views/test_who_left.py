"""What all others say, in cards, drawings and papers, of who has left: where nobody comes, and who it was."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import DoubleElimination, Elimination, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import Fixture, Stage
from brackets.selectors.sheet import stage_sheet
from brackets.selectors.stages import entered_of
from brackets.services.departures import pareja_leave
from brackets.views.sheet_boxes import cards_by_key
from referee.selectors.bracket_paper import bracket_paper
from tests.brackets.services.leaving import disqualify, five_in_a_series, leave
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.brackets.views.conftest import Sits, url
from tests.brackets.views.test_departures import sides
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return published_stage(8)


def test_where_who_passed_free_has_left_the_next_match_says_so(stage: Stage, sits_at: Sits) -> None:
    stage = published_stage(7)
    free = next(each for each in stage.fixtures.select_related("winner") if each.number is None)
    assert free.winner is not None
    pareja_leave(pareja=free.winner, reason="Viaje", user=director_of(stage.championship), now=NOW)
    stage.refresh_from_db()

    told = f"Nadie: salió el {free.winner.number}"
    slug = stage.championship.slug
    for page in (url("championship", stage.championship), reverse("brackets:sheet", args=[slug, 1])):
        assert told in Client().get(page).content.decode(), page
    paper = bracket_paper(stage_sheet(stage))
    assert told in [side.name for box in paper.boxes.values() for side in box.sides]


def test_where_who_passes_free_has_left_every_match_that_nobody_can_reach_says_so(sits_at: Sits) -> None:
    night = Night.published(
        6, StagePlan(name="Llave", format=Elimination(third_place=True), entry=(Everybody(),), criteria=())
    )
    free = next(each for each in night.stage(1).fixtures.select_related("winner") if each.number is None)
    assert free.winner is not None
    pareja_leave(pareja=free.winner, reason="Viaje", user=night.director, now=NOW)
    told = f"Nadie: salió el {free.winner.number}"

    page = Client().get(url("championship", night.championship)).content.decode()

    assert page.count("Nadie") == page.count(told) > 1
    third = night.stage(1).fixtures.get(round=3, position=1)
    assert told in Client().get(reverse("referee:partida", args=[night.championship.slug, third.pk])).content.decode()


def test_of_two_defeats_the_match_of_those_who_lost_says_who_left_too() -> None:
    night = Night.published(6, StagePlan(name="Llave", format=DoubleElimination(), entry=(Everybody(),), criteria=()))
    free = next(
        each for each in night.stage(1).fixtures.select_related("winner") if each.number is None and each.winner
    )
    assert free.winner is not None
    pareja_leave(pareja=free.winner, reason="Viaje", user=night.director, now=NOW)

    page = Client().get(reverse("brackets:sheet", args=[night.championship.slug, 1])).content.decode()

    assert page.count("Nadie") == page.count(f"Nadie: salió el {free.winner.number}") > 1


def test_who_left_after_the_draw_without_playing_is_found_among_those_who_were_drawn(stage: Stage) -> None:
    number, _ = sides(stage)
    pareja = stage.championship.parejas.get(number=number)
    pareja_leave(pareja=pareja, reason="Viaje", user=director_of(stage.championship), now=NOW)

    page = Client().get(url("parejas_public", stage.championship)).content.decode()

    assert pareja.title in unescape(page)


def test_wherever_somebody_left_before_a_partida_was_played_it_says_who(sits_at: Sits) -> None:
    night = Night.published(
        4, StagePlan(name="Llave", format=Elimination(third_place=True), entry=(Everybody(),), criteria=())
    )
    semifinal, other = night.stage(1).fixtures.filter(status="ready").order_by("number")
    gone = semifinal.pareja_a
    pareja_leave(pareja=gone, reason="Viaje", user=night.director, now=NOW)
    night.record(other)

    told, slug = f"Nadie: salió el {gone.number}", night.championship.slug
    third = night.stage(1).fixtures.get(round=2, position=1)
    for page in (
        url("championship", night.championship),
        reverse("referee:partida", args=[slug, semifinal.pk]),
        reverse("referee:partida", args=[slug, third.pk]),
    ):
        assert told in Client().get(page).content.decode(), page
    desk = sits_at(night.championship)
    assert told in desk.get(url("fixture", night.championship, semifinal.pk)).content.decode()


def test_who_was_put_out_of_a_series_and_has_not_left_is_not_told_to_have() -> None:
    stage = five_in_a_series()
    disqualify(stage, 4, rival=1)
    address = reverse("brackets:sheet", args=[stage.championship.slug, 1])

    page = Client().get(address).content.decode()
    assert "Nadie" in page
    assert "salió el" not in page

    leave(stage.championship.parejas.get(number=2))
    page = Client().get(address).content.decode()
    assert "Nadie: salió el 2" in page
    assert "salió el 4" not in page


@pytest.mark.parametrize(("how", "winner"), [("disqualification", "A"), ("double-no-show", None)])
def test_who_could_not_come_to_the_third_place_and_then_left_is_not_told_to_have_left_it(
    how: str, winner: str | None
) -> None:
    night = Night.published(
        4, StagePlan(name="Llave", format=Elimination(third_place=True), entry=(Everybody(),), criteria=())
    )
    semifinal = night.stage(1).fixtures.select_related("pareja_b").get(number=1)
    night.record(semifinal, how=how, winner=winner, chicas=[])
    leave(semifinal.pareja_b)

    third = night.stage(1).fixtures.get(round=2, position=1)
    page = Client().get(reverse("referee:partida", args=[night.championship.slug, third.pk])).content.decode()

    assert "Nadie" in page
    assert "salió el" not in page


def test_nobody_left_where_a_pareja_rests_in_a_swiss_round() -> None:
    night = Night.published(5, StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(Everybody(),), criteria=TABLE))
    night.pair()
    leave(night.championship.parejas.get(number=entered_of(night.stage(1)).slots[-1]))

    sheet = stage_sheet(night.stage(1))

    (rest,) = [key for key, fixture in sheet.fixtures.items() if fixture.number is None]
    assert [side.text for side in cards_by_key(sheet)[rest].sides if side.is_nobody] == ["Nadie"]


def test_a_partida_that_was_let_stand_says_so_in_the_drawing(sits_at: Sits) -> None:
    night = Night.in_second(8, SERIES, FINAL)
    final = night.stage(2).fixtures.filter(status="ready").earliest("number")
    Fixture.objects.filter(pk=final.pk).update(marks=[{"kind": "kept", "text": "Se mantiene.", "of": 0}])

    page = Client().get(reverse("brackets:sheet", args=[night.championship.slug, 2])).content.decode()

    assert "Señalada: Se mantiene" in page
    assert "Señalada</text>" in page
