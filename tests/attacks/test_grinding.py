"""A Director tries many seeds and publishes the draw that he likes: the acta shows all of them."""

import pytest
from django.test import Client

from brackets.draw.acta import verify
from brackets.models import DrawEvent, Stage
from brackets.selectors.draw_acta import acta_of
from brackets.services.stages import stage_draw, stage_publish, stage_reopen
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW, director_of, entered

pytestmark = pytest.mark.django_db


def drawn(times: int, start: int = 1) -> Stage:
    championship = entered(4)
    for turn in range(start, start + times):
        stage = stage_draw(
            championship=championship, user=director_of(championship), now=NOW, lots_seed=f"intento {turn}"
        )
    return stage


def test_twelve_drafts_and_the_thirteenth_published_are_thirteen_draws_on_the_acta(client: Client) -> None:
    stage = drawn(13)
    stage = stage_publish(stage=stage, user=director_of(stage.championship), now=NOW)

    acta = acta_of(stage)
    page = client.get(url("draw_public", stage.championship)).content.decode()

    assert [each["numero"] for each in acta["sorteos_anteriores"]] == [*range(1, 13)]
    assert verify(acta, stage.drawn_digest, every=True).good
    assert page.count("Sorteo número") == 13
    assert all(each["semilla"] in page for each in acta["sorteos_anteriores"])


def test_a_published_draw_that_was_reopened_and_replaced_is_listed_as_published() -> None:
    stage = drawn(1)
    who = {"user": director_of(stage.championship), "now": NOW}
    stage_reopen(stage=stage_publish(stage=stage, **who), reason="prueba", **who)

    again = stage_draw(championship=stage.championship, lots_seed="otra", **who)

    (first,) = acta_of(again)["sorteos_anteriores"]
    assert (first["publicado"], first["fin"]) == ([NOW.isoformat()], "reemplazado")
    assert list(DrawEvent.objects.values_list("kind", flat=True)) == ["made", "published", "reopened", "made"]
