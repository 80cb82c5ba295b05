"""The page of what stands still."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from brackets.models import Fixture, Role
from referee.selectors.suspensions import suspensions_of
from tests.factories.appeals import admitted
from tests.factories.brackets import RoleFactory, published_stage
from tests.factories.referee import SORTEO, Keeper, keepers, kept_mesa, log_of
from tests.referee.services.quarantining import decide, item, keep, taken_over

pytestmark = pytest.mark.django_db


def control_of(kept: Keeper) -> Client:
    client = Client()
    client.force_login(RoleFactory(championship=kept.championship, kind=Role.Kind.CONTROL).user)
    return client


def address(kept: Keeper, rest: str = "") -> str:
    return f"/c/{kept.championship.slug}/panel/suspensiones/{rest}"


def shown(client: Client, kept: Keeper) -> str:
    answer = client.get(address(kept))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_whole_hall_is_suspended_and_resumed_from_one_page() -> None:
    kept = kept_mesa(SORTEO)
    control = control_of(kept)
    sent = {"cause": "Corte de luz", "measure": "Nadie se levanta", "client_id": str(uuid4())}

    for _ in range(2):
        assert control.post(address(kept), sent).status_code == 302

    page = shown(control, kept)
    assert "Toda la sala está suspendida desde las" in page
    assert "Nadie se levanta" in page
    assert "Toda la sala: Corte de luz" in page
    assert log_of(kept.mesa)[-1] == 'suspension "Toda la sala: Corte de luz"'
    assert control.post(address(kept, "reanudar/")).status_code == 302
    page = shown(control, kept)
    assert "Ninguna mesa está suspendida" in page
    assert "<strong>Toda la sala</strong>, hasta las" in page


def test_a_mesa_that_awaits_a_ruling_leads_to_its_appeal_and_is_not_offered_to_go_on() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    appeal = admitted(kept)

    page = shown(control_of(kept), kept)

    assert f"Ver la apelación {appeal.number}" in page
    assert f"mesa/{kept.mesa.public_id}/reanudar/" not in page


def test_one_mesa_its_measure_and_its_end() -> None:
    kept = kept_mesa(SORTEO)
    control, mesa = control_of(kept), kept.mesa.public_id
    sent = {"una-mesa": mesa, "una-cause": "Se mojó el paño", "una-measure": "", "una-client_id": str(uuid4())}

    assert control.post(address(kept, "mesa/"), sent).status_code == 302
    assert control.post(
        address(kept, f"mesa/{mesa}/medida/"), {"text": "Se cambia el paño", "client_id": uuid4()}
    ).status_code == 302  # fmt: skip

    page = shown(control, kept)
    assert "Se mojó el paño" in page
    assert "Se cambia el paño" in page
    assert "en la Mesa de Control" in page
    assert control.post(address(kept, f"mesa/{mesa}/reanudar/")).status_code == 302
    assert kept.mesa.estado == "en-juego"


def test_without_a_cause_nothing_stands_still() -> None:
    kept = kept_mesa(SORTEO)
    control = control_of(kept)

    answer = control.post(address(kept), {"cause": " ", "client_id": str(uuid4())})
    one = control.post(address(kept, "mesa/"), {"una-cause": "x", "una-client_id": str(uuid4())})

    assert (answer.status_code, one.status_code) == (422, 422)
    assert "Diga la causa" in answer.content.decode()
    assert "Elija la mesa." in one.content.decode()
    assert log_of(kept.mesa) == [SORTEO]


def test_queries_do_not_grow_with_the_suspensions(django_assert_num_queries: Callable[..., Any]) -> None:
    one, three = kept_mesa(SORTEO), keepers(list(published_stage(8).fixtures.filter(status=Fixture.Status.READY)))
    one.record('suspension "agua"')
    for each in three[:3]:
        each.open()
        each.record(SORTEO, 'suspension "agua"', "reanudacion", 'suspension "viento"')

    with django_assert_num_queries(6):
        assert len(suspensions_of(one.championship).standing) == 1
    with django_assert_num_queries(6):
        found = suspensions_of(three[0].championship)
        assert [len(found.standing), len(found.past)] == [3, 3]
        assert all(each.mesa.pareja_a.title for each in found.standing)


def test_what_a_tablet_had_suspended_and_was_taken_out_of_quarantine_was_suspended_at_the_table() -> None:
    old, new = taken_over()
    line = item('suspension "Se fue la luz"', 2)
    keep(old, line)
    decide(new, line)

    page = shown(control_of(new), new)

    assert "Se fue la luz" in page
    assert "en la tablet" in page
