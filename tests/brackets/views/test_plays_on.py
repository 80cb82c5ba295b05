"""Who left at a mesa that it plays to the end is found wherever it is looked for."""

from typing import Final

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import Elimination, Format, Series
from brackets.models import Fixture, Pareja, Stage
from brackets.selectors.presence import State, presence_of
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_record
from brackets.services.presence import pareja_check_in
from referee.selectors.papers.people import check_in_papers
from tests.brackets.views.conftest import Sits
from tests.brackets.views.test_public import call
from tests.brackets.views.test_sheet import stage_of
from tests.factories.brackets import NOW, director_of
from tests.referee.selectors.papers.told import asked

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("form", [Elimination(), Series(size=4)])]

PLAYS_ON: Final = "Juega la mesa de abajo hasta el final, y el resultado cuenta."


def left_when_called(form: Format) -> tuple[Stage, Fixture, Pareja]:
    stage = stage_of(form, 4)
    fixture = call(stage, 1)
    leaver = fixture.pareja_a
    assert leaver is not None
    pareja_leave(pareja=leaver, user=director_of(stage.championship), now=NOW, reason="prueba", played=True)
    return stage, fixture, Pareja.objects.get(pk=leaver.pk)


def test_the_public_pages_say_what_it_plays_and_where(form: Format, client: Client) -> None:
    stage, fixture, leaver = left_when_called(form)
    slug = stage.championship.slug
    listed, own = (
        reverse("brackets:parejas_public", args=(slug,)),
        reverse("referee:pareja", args=(slug, leaver.number)),
    )

    (row,) = [each for each in client.get(listed).text.split("<tr>") if leaver.title in each]

    assert f">partida {fixture.number}<" in row
    assert "<strong>Mesa 1</strong>" in row
    assert PLAYS_ON in client.get(own).text
    client.cookies["idioma"] = "en"
    assert "The match below is played to its end" in client.get(own).text
    assert "juega la" not in client.get(listed).text
    fixture_record(
        fixture=fixture, how="played", winner="A", chicas=[[40, 8]], zapateria=False, user=director_of(stage.championship),
        now=NOW, reason="",
    )  # fmt: skip
    client.cookies["idioma"] = "es"
    assert PLAYS_ON not in client.get(own).text
    (row,) = [each for each in client.get(listed).text.split("<tr>") if leaver.title in each]
    assert "juega la" not in row


def test_the_list_of_presence_on_paper_has_it(form: Format) -> None:
    stage, _, leaver = left_when_called(form)

    (paper,) = check_in_papers(asked(stage.championship))

    assert f"{leaver.number}-1" in [row[0] for table in paper.tables for row in table.rows]


def test_it_is_awaited_and_noted_until_its_mesa_has_ended(form: Format, sits_at: Sits) -> None:
    stage, fixture, leaver = left_when_called(form)
    championship, user = stage.championship, director_of(stage.championship)
    desk, list_ = sits_at(championship), reverse("brackets:presence", args=(championship.slug,))
    own = reverse("brackets:presence_pareja", args=(championship.slug, leaver.number))
    with time_machine.travel(NOW, tick=False):
        assert desk.get(list_).context["counts"].all == 4
        assert "Llegó y vi su documento" in desk.get(own).text

        pareja_check_in(pareja=leaver, user=user, now=NOW)
        assert presence_of([leaver], championship.play_days.of(NOW))[leaver.pk].state is State.BOTH
        fixture_record(
            fixture=fixture, how="played", winner="A", chicas=[[40, 8]], zapateria=False, user=user, now=NOW, reason="",
        )  # fmt: skip
        assert leaver not in [each.pareja for each in desk.get(list_, {"estado": "todas"}).context["page"]]
        assert "Llegó y vi su documento" not in desk.get(own).text
        with pytest.raises(BracketError):
            pareja_check_in(pareja=leaver, user=user, now=NOW)
