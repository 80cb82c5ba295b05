"""The page that takes a published stage back to its draw."""

import pytest

from brackets.models import Stage
from tests.brackets.services.leaving import record
from tests.brackets.views.conftest import Sits, named_in, url
from tests.factories.brackets import published_stage

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
