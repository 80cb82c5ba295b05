"""The page that takes a published stage back to its draw."""

import pytest

from brackets.models import Stage
from brackets.services.fixtures import fixture_start
from brackets.services.stages import stage_publish, stage_reopen
from tests.brackets.services.leaving import record
from tests.brackets.views.conftest import Sits, named_in, url
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


def test_sent_twice_on_purpose_it_is_done_once_and_says_so(sits_at: Sits) -> None:
    stage = published_stage(4)
    record(stage.fixtures.get(number=1))
    director = sits_at(stage.championship)
    address = url("stage_reopening", stage.championship, stage.number)
    sent = named_in(director.get(address).content.decode()) | {"reason": "Faltaba una", "a_proposito": "si"}

    done = director.post(address, sent, follow=True).content.decode()
    again = director.post(address, sent, follow=True).content.decode()

    stage.refresh_from_db()
    assert stage.status == Stage.Status.DRAWN
    assert "está reabierta: sortéela de nuevo" in done
    assert "ya estaba reabierta: no cambió nada" in again
    assert "No se hizo nada" not in again


@pytest.mark.parametrize("playing", [False, True])
def test_what_stands_in_the_way_is_said_once_with_the_way_to_it(sits_at: Sits, *, playing: bool) -> None:
    stage = published_stage(4)
    record(stage.fixtures.get(number=1))
    if playing:
        fixture_start(fixture=stage.fixtures.get(number=2), now=NOW)
    address = url("stage_reopening", stage.championship, stage.number)

    page = sits_at(stage.championship).get(address).content.decode()

    assert page.count("no se reabre: ya se empez") == 1
    assert url("fixture", stage.championship, stage.fixtures.get(number=1).pk) in page
    assert page.count("ni a propósito se interrumpe") == playing
    assert ('name="a_proposito"' in page) == (not playing)


def test_a_result_is_offered_to_be_given_back_only_where_its_two_are_there(sits_at: Sits) -> None:
    stage = published_stage(4)
    for number in (1, 2, 3):
        record(stage.fixtures.get(number=number))
    who = {"user": director_of(stage.championship), "now": NOW}
    stage_reopen(stage=stage, reason="Faltaba una", on_purpose=True, **who)
    stage_publish(stage=stage, **who)
    director = sits_at(stage.championship)

    def page(number: int) -> str:
        address = url("fixture", stage.championship, stage.fixtures.get(number=number).pk)
        return " ".join(director.get(address).content.decode().split())

    assert "Devolver el resultado</button>" in page(1)
    assert "Devolver el resultado</button>" not in page(3)
    assert "espera a sus rivales: su resultado se devuelve cuando sean los mismos." in page(3)
