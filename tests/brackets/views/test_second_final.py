"""A second final that is not needed says so wherever it is shown, and nobody wins it."""

from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import DoubleElimination
from brackets.models import Fixture, Stage
from brackets.selectors.course import course_of
from brackets.selectors.podium import podium_reached
from brackets.selectors.sheet import stage_sheet
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record
from referee.selectors.bracket_paper import bracket_paper
from referee.selectors.papers.acta import final_acta_papers
from tests.brackets.views.conftest import Sits, named_in
from tests.brackets.views.test_sheet import stage_of
from tests.factories.brackets import NOW, TableFactory, director_of
from tests.referee.selectors.papers.told import asked

pytestmark = pytest.mark.django_db

UNNEEDED: Final = "No hizo falta"
WITHOUT_RIVAL: Final = "falta de rival"


def play(fixture: Fixture, winner: str) -> None:
    fixture_record(
        fixture=fixture, how="played", winner=winner, chicas=[[40, 8] if winner == "A" else [8, 40]], zapateria=False,
        user=director_of(fixture.stage.championship), now=NOW, reason="prueba",
    )  # fmt: skip


def before_the_final() -> Stage:
    stage = stage_of(DoubleElimination(), 4)
    while fixture := stage.fixtures.filter(status="ready", round__lt=final_of(stage).round).first():
        play(fixture, "A")
    return stage


def final_of(stage: Stage) -> Fixture:
    return stage.fixtures.select_related("pareja_a", "pareja_b").order_by("-round")[1]


def second_of(stage: Stage) -> Fixture:
    return stage.fixtures.order_by("-round")[0]


@pytest.fixture
def stage() -> Stage:
    stage = before_the_final()
    play(final_of(stage), "A")
    return stage


def test_nobody_stands_in_it_and_the_champion_won_the_first(stage: Stage) -> None:
    first, second = final_of(stage), second_of(stage)

    assert (second.status, second.how, second.winner, second.pareja_a, second.pareja_b) == (
        "final", "unneeded", None, None, None,
    )  # fmt: skip
    champion = podium_reached(stage.championship)[0]
    assert (champion.pareja, champion.fixture) == (first.pareja_a, first)


def test_it_is_to_be_played_again_where_the_first_is_corrected(stage: Stage) -> None:
    play(final_of(stage), "B")

    second = second_of(stage)
    assert (second.status, second.how) == ("ready", "")
    assert course_of(stage.championship).champion is None


def test_where_the_final_has_no_rival_the_second_is_not_needed_either() -> None:
    stage = before_the_final()
    leaver = final_of(stage).pareja_b
    assert leaver is not None
    pareja_leave(pareja=leaver, user=director_of(stage.championship), now=NOW, reason="Enfermedad")

    first, second = final_of(stage), second_of(stage)
    assert (first.how, second.how, second.winner) == ("pass", "unneeded", None)
    assert course_of(stage.championship).champion == first.pareja_a
    told, slug = f"Nadie: salió el {leaver.number}", stage.championship.slug
    assert told in Client().get(reverse("referee:partida", args=(slug, first.pk))).text
    assert "salió el" not in Client().get(reverse("referee:partida", args=(slug, second.pk))).text


def test_where_one_of_the_two_leaves_a_second_final_that_was_needed_the_other_passes() -> None:
    stage = before_the_final()
    play(final_of(stage), "B")
    leaver = final_of(stage).pareja_a
    assert leaver is not None
    pareja_leave(pareja=leaver, user=director_of(stage.championship), now=NOW, reason="Enfermedad")

    second = second_of(stage)
    assert (second.how, second.winner) == ("pass", final_of(stage).pareja_b)


def test_one_that_was_called_and_is_not_needed_is_not_to_be_called_again(stage: Stage, sits_at: Sits) -> None:
    play(final_of(stage), "B")
    second, user = second_of(stage), director_of(stage.championship)
    fixture_assign(
        fixture=second, table=TableFactory(championship=stage.championship), juez=None, user=user, now=NOW
    )  # fmt: skip
    fixture_call(fixture=second, user=user, now=NOW)
    first = final_of(stage)
    address = reverse("brackets:fixture", args=(stage.championship.slug, first.pk))
    asked, desk = {"winner": "A", "how": "walkover", "reason": "era al revés"}, sits_at(stage.championship)

    named = named_in(desk.post(address, asked).text)
    page = desk.post(address, {**asked, "confirmar": "si", **named}, follow=True)

    assert f"Ya no está convocada la partida {second.number}, que ya no se juega: no hizo falta." in page.text
    assert "convóquela de nuevo" not in page.text


def test_the_pages_say_so(stage: Stage, sits_at: Sits, client: Client) -> None:
    championship, second = stage.championship, second_of(stage)
    place = (championship.slug, second.pk)
    desk = sits_at(championship)

    for page in (
        desk.get(reverse("brackets:fixture", args=place)).text,
        client.get(reverse("referee:partida", args=place)).text,
        client.get(reverse("brackets:championship", args=(championship.slug,))).text,
        client.get(reverse("brackets:sheet", args=(championship.slug, stage.number))).text,
    ):
        assert UNNEEDED in page
        assert WITHOUT_RIVAL not in page
    listed = client.get(reverse("brackets:parejas_public", args=(championship.slug,))).text
    assert f"Partida {final_of(stage).number}<" in listed
    assert f"Partida {second.number}<" not in listed
    assert "Not needed" in client.get(reverse("referee:partida", args=place), {"idioma": "en"}).text


def test_its_file_says_so(stage: Stage, client: Client) -> None:
    told = client.get(reverse("referee:live_partida", args=(stage.championship.slug, second_of(stage).pk))).json()

    assert UNNEEDED in str(told)
    assert WITHOUT_RIVAL not in str(told)


def test_the_printed_bracket_says_so(stage: Stage) -> None:
    second = second_of(stage)

    box = bracket_paper(stage_sheet(stage)).boxes[second.round, second.position]

    assert [(side.name, side.said, side.wins) for side in box.sides] == [(UNNEEDED, "", False), ("", "", False)]


def test_the_final_acta_says_so(stage: Stage) -> None:
    (paper,) = final_acta_papers(asked(stage.championship))

    number = str(second_of(stage).number)
    (row,) = [row for table in paper.tables for row in table.rows if row[0] == number and len(row) == 8]
    assert row[2:6] == ("Nadie", "Nadie", UNNEEDED, "Nadie")
