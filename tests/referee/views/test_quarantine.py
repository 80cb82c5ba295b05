"""The desk's pages about what tablets saved and the logs did not take."""

import json
import zlib
from base64 import urlsafe_b64encode
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.models import Quarantined, QuarantineDecision
from referee.selectors.quarantine import quarantine_of
from tests.factories.brackets import director_of
from tests.factories.referee import SORTEO, Keeper, keepers, kept_mesa, log_of
from tests.referee.services.test_quarantine import item, keep, standing, taken_over

pytestmark = pytest.mark.django_db


def desk(kept: Keeper) -> Client:
    client = Client()
    client.force_login(director_of(kept.championship))
    return client


def address(kept: Keeper, page: str = "quarantine_mesa") -> str:
    slug = kept.championship.slug
    return reverse(f"referee:{page}", args=[slug, kept.mesa_id] if page == "quarantine_mesa" else [slug])


def code(*said: tuple[object, int, dict[str, object]]) -> str:
    """As the tablet writes it."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(json.dumps([[str(mesa), epoch, item] for mesa, epoch, item in said]).encode())
    return "https://torneo/c/x/panel/cuarentena/leer/#1.1.2." + urlsafe_b64encode(packed + packer.flush()).decode()


def test_both_are_shown_side_by_side_and_one_is_taken_and_one_discarded() -> None:
    old, new = taken_over("limpia B", "caida B")
    late = [item("caida A", 2), item("limpia A", 3)]
    keep(old, *late)
    client = desk(new)

    page = client.get(address(new)).content.decode()
    assert page.index("La bitácora siguió así") < page.index("Guardado y sin anotar")
    assert "coinciden hasta la jugada 1" in page
    assert f'value="{late[0].client_id}"' in page
    assert old.device.name in page

    taken = client.post(address(new), {"jugada": [late[0].client_id], "decision": "incorporar"}, follow=True)
    client.post(address(new), {"jugada": [late[1].client_id], "decision": "descartar", "reason": "No ocurrió"})

    assert "Incorporadas a la bitácora" in taken.content.decode()
    assert log_of(new.mesa) == [SORTEO, "limpia B", "caida B", "caida A"]
    assert standing(new) == [("caida A", "incorporada", 4), ("limpia A", "descartada", None)]
    assert "No ocurrió" in client.get(address(new)).content.decode()


def test_where_nothing_waits_no_decision_is_offered() -> None:
    old, new = taken_over()
    late = item("caida A", 2)
    keep(old, late)
    client = desk(new)
    assert 'name="decision"' in client.get(address(new)).content.decode()

    client.post(address(new), {"jugada": [late.client_id], "decision": "descartar", "reason": "No ocurrió"})

    page = client.get(address(new)).content.decode()
    assert standing(new) == [("caida A", "descartada", None)]
    assert "No ocurrió" in page
    assert 'name="decision"' not in page
    assert 'name="reason"' not in page


@pytest.mark.parametrize(
    ("posted", "told"),
    [
        ({"decision": "incorporar"}, "Marque al menos una"),
        ({"jugada": ["x"], "decision": "incorporar"}, "Marque al menos una"),
        ({"jugada": [str(uuid4())], "decision": "incorporar"}, "no está en la cuarentena"),
        ({"jugada": ["suya"], "decision": "descartar"}, "Falta el motivo"),
        ({"jugada": ["suya"], "decision": "incorporar"}, "La data ya se sorteó"),
    ],
)
def test_what_cannot_be_done_is_told(posted: dict, told: str) -> None:
    old, new = taken_over()
    late = item(SORTEO, 2)
    keep(old, late)
    chosen = [str(late.client_id) if each == "suya" else each for each in posted.get("jugada", ())]

    answer = desk(new).post(address(new), posted | {"jugada": chosen}, follow=True)

    assert told in answer.content.decode()
    assert standing(new) == [(SORTEO, "espera", None)]


def test_the_list_names_who_waits_first_and_costs_the_same_however_long() -> None:
    first, second = keepers(kept_mesa().fixture.stage.fixtures.exclude(pareja_a=None).order_by("pk")[:2])
    counts = []
    for kept in (first, second):
        kept.mesa_id = kept.open().public_id if not hasattr(kept.fixture, "mesa") else kept.fixture.mesa.public_id
        keep(kept, item(SORTEO, 1), epoch=kept.mesa.lease_epoch)
        with CaptureQueriesContext(connection) as queries:
            page = desk(kept).get(address(kept, "quarantine")).content.decode()
        counts.append(len(queries))
        assert f"Partida {kept.fixture.number}" in page

    assert counts[0] == counts[1]


def test_a_code_read_by_a_telephone_is_kept_once_however_often_it_is_read() -> None:
    old, new = taken_over()
    late = item("caida A", 2)
    said = {"client_id": str(late.client_id), "notation": "caida A", "number": 2, "device_ts": "2026-11-21T21:04:00Z"}
    client = desk(new)

    for _ in range(2):
        answer = client.post(address(new, "quarantine_read"), {"code": code((new.mesa_id, 1, said))}, follow=True)
        assert "1 guardada" in answer.content.decode()

    rescued = quarantine_of(new.mesa)[0].item
    assert Quarantined.objects.count() == 1
    assert (rescued.notation, rescued.device, rescued.sent_by) == ("caida A", old.device, None)


def test_what_is_no_code_or_of_another_championship_keeps_nothing() -> None:
    _, new = taken_over()
    foreign = kept_mesa()
    said = {"client_id": str(uuid4()), "notation": "caida A"}
    bomb = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    zeros = bomb.compress(b"[" + b" " * 10_000_000) + bomb.flush()
    client = desk(new)

    for text, told in (
        ("", "no es un código"),
        ("#1.1.1.====", "no es un código"),
        ("#2.1.1.abc", "no es un código"),
        ("#1.1.1." + urlsafe_b64encode(zeros).decode(), "no es un código"),
        (code((new.mesa_id, 1, said | {"notation": "a\x00"})), "no es un código"),
        (code((new.mesa_id, 1, said | {"otro": 1})), "no es un código"),
        (code(), "no es un código"),
        (code((foreign.mesa_id, 1, said)), "otro campeonato"),
        (code((uuid4(), 1, said)), "otro campeonato"),
    ):
        answer = client.post(address(new, "quarantine_read"), {"code": text}, follow=True)
        assert told in answer.content.decode()

    assert not Quarantined.objects.exists()
    assert not QuarantineDecision.objects.exists()


def test_the_mesa_of_another_championship_is_not_found() -> None:
    _, new = taken_over()
    foreign = kept_mesa()

    answer = desk(new).get(reverse("referee:quarantine_mesa", args=[new.championship.slug, foreign.mesa_id]))

    assert answer.status_code == 404
