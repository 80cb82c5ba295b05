"""Taking a mesa over with a PIN, and what the other tablet had saved, over HTTP."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brackets.models import AuditEntry, Role
from referee.models import Jugada, Lease, Mesa, Quarantined, QuarantineDecision
from tests.factories.brackets import RoleFactory
from tests.factories.devices import paired, pin_given, proof
from tests.factories.referee import SORTEO, DeviceFactory, kept_mesa, log_of
from tests.referee.api.conftest import Tablet

pytestmark = pytest.mark.django_db


def two_tablets(*lines: str) -> tuple[Tablet, Tablet]:
    """The tablet that keeps a mesa with these lines after the sorteo, and another of the same Juez."""
    kept = kept_mesa(SORTEO, *lines)
    DeviceFactory(championship=kept.championship, user=kept.juez, token="la otra", name="Tablet 12")
    return Tablet(kept), Tablet(kept, "la otra")


def kept(line: str, number: int, **of: object) -> dict[str, object]:
    return {"client_id": str(uuid4()), "notation": line, "number": number} | of


def unchanged() -> list[object]:
    tables = (Quarantined, QuarantineDecision, Jugada, AuditEntry, Lease, Mesa)
    return [list(table.objects.order_by("pk").values_list()) for table in tables]


def test_taking_over_asks_for_the_pin_of_whoever_has_one() -> None:
    old, new = two_tablets()
    championship, juez = old.kept.championship, old.kept.juez
    pin_given(championship, "4071", user=juez)
    pin_given(championship, "2850")
    control = pin_given(championship, "385016", kind=Role.Kind.CONTROL)
    before = unchanged()

    for body, code in (
        ({}, "falta-pin"),
        ({"pin_proof": proof("4072")}, "pin"),
        ({"pin_proof": proof("2850")}, "pin"),  # another Juez, whose mesa it is not
        ({"pin": "2850"}, "pin"),
        ({"pin_proof": proof("385016")}, "pin"),  # the desk shows its PIN to the server
    ):
        refused = new.post(f"{new.mesa}/lease", body)
        assert (refused.status_code, refused.json()["code"]) == (403, code)
    assert unchanged() == before

    taken = new.post(f"{new.mesa}/lease", {"pin_proof": proof("4071")})
    assert (taken.status_code, taken.json()["lease"]["mine"], taken.json()["lease_epoch"]) == (200, True, 2)
    back = old.post(f"{old.mesa}/lease", {"pin": "385016"})
    assert (back.status_code, back.json()["lease_epoch"]) == (200, 3)
    assert list(Lease.objects.values_list("epoch", "user")) == [(1, juez.pk), (2, juez.pk), (3, control.pk)]


def test_going_on_where_one_is_asks_for_nothing() -> None:
    old, _ = two_tablets()
    pin_given(old.kept.championship, "4071", user=old.kept.juez)

    assert old.post(f"{old.mesa}/lease").json()["lease_epoch"] == 1
    assert old.post(f"{old.mesa}/lease", {"pin_proof": "nada"}).status_code == 400


def test_opening_the_partida_again_is_no_way_round_the_pin() -> None:
    old, new = two_tablets()
    pin_given(old.kept.championship, "4071", user=old.kept.juez)
    before = unchanged()

    refused = new.post(
        "mesas",
        {
            "fixture": old.kept.fixture.pk,
            "seats": ["A1", "B1", "A2", "B2"],
            "representatives": {"A": 1, "B": 2},
            "identified": True,
        },
    )

    assert (refused.status_code, refused.json()["code"]) == (403, "falta-pin")
    assert unchanged() == before


def test_from_the_take_over_to_the_decision() -> None:
    old, new = two_tablets()
    new.post(f"{new.mesa}/lease")
    new.record("limpia B", base=1, epoch=2)
    fenced = old.record("caida A", base=1, epoch=1)
    assert (fenced.status_code, fenced.json()["lease"]) == (409, {"holder": "Tablet 12", "epoch": 2})
    items = [kept("caida A", 2), kept("limpia A", 3), kept("freeze", 4, kind="acto", body={"digest": "ab"})]

    brought = old.post(f"{old.mesa}/quarantine", {"lease_epoch": 1, "items": items})
    again = old.post(f"{old.mesa}/quarantine", {"lease_epoch": 1, "items": items})
    assert brought.json() == again.json() == {"kept": [item["client_id"] for item in items], "waiting": 3}

    shown = new.get(f"{new.mesa}/quarantine").json()
    assert (shown["since"], shown["waiting"], shown["refused"]) == (1, 3, "")
    assert [(each["label"], each["side"], each["device"], each["outcome"]) for each in shown["items"]] == [
        ("Caída", "A", old.kept.device.name, "espera"),
        ("Limpia", "A", old.kept.device.name, "espera"),
        ("Congelar el resultado", "", old.kept.device.name, "espera"),
    ]

    taken = new.post(f"{new.mesa}/quarantine/decide", {"client_ids": [items[0]["client_id"]], "decision": "incorporar"})
    dropped = new.post(
        f"{new.mesa}/quarantine/decide",
        {"client_ids": [items[1]["client_id"]], "decision": "descartar", "reason": "fue de otra mesa"},
    )
    assert taken.json()["items"][0]["seq"] == 3
    assert dropped.json()["items"][1]["reason"] == "fue de otra mesa"
    assert dropped.json()["items"][1]["decided_by"] == str(new.kept.juez)
    assert dropped.json()["waiting"] == 1
    assert log_of(old.kept.mesa) == [SORTEO, "limpia B", "caida A"]


def test_deciding_asks_for_the_pin_and_says_what_the_rules_refuse() -> None:
    old, _ = two_tablets()
    pin_given(old.kept.championship, "4071", user=old.kept.juez)
    item = kept(SORTEO, 2)
    old.post(f"{old.mesa}/quarantine", {"lease_epoch": 1, "items": [item]})
    wanted = {"client_ids": [item["client_id"]], "decision": "incorporar"}
    before = unchanged()

    assert old.post(f"{old.mesa}/quarantine/decide", wanted).json()["code"] == "falta-pin"
    assert unchanged() == before

    answer = old.post(f"{old.mesa}/quarantine/decide", wanted | {"pin_proof": proof("4071")}).json()
    assert answer["refused"] == "La data ya se sorteó (art. 3.b, 3.c)."
    assert (answer["items"][0]["outcome"], answer["items"][0]["refusal"]) == ("espera", answer["refused"])


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"items": []}, 400),
        ({"lease_epoch": -1}, 400),
        ({"items": [{"client_id": "x", "notation": "caida A"}]}, 400),
        ({"items": [{"client_id": str(uuid4()), "notation": "caida A", "kind": "otra"}]}, 400),
        ({"items": [{"client_id": str(uuid4()), "notation": "á" * 401}]}, 400),
    ],
)
def test_what_is_badly_said_is_not_kept(change: dict, status: int) -> None:
    old, _ = two_tablets()

    answer = old.post(f"{old.mesa}/quarantine", {"lease_epoch": 1, "items": [kept("caida A", 2)]} | change)

    assert answer.status_code == status
    assert not Quarantined.objects.exists()


def test_a_tablet_that_nobody_is_at_any_more_brings_what_it_saved() -> None:
    old, new = two_tablets()
    tablet = paired(old.kept.championship, token="emparejada")
    alone = Tablet(old.kept, "emparejada")
    tablet.user = old.kept.juez
    tablet.save()
    assert alone.post(f"{old.mesa}/lease").json()["lease_epoch"] == 2
    new.post(f"{new.mesa}/lease")
    tablet.user = None
    tablet.save()

    brought = alone.post(f"{old.mesa}/quarantine", {"lease_epoch": 2, "items": [kept("caida A", 2)]})

    assert (brought.status_code, brought.json()["waiting"]) == (200, 1)
    assert alone.get(f"{old.mesa}/quarantine").status_code == 404
    assert alone.post(f"{old.mesa}/quarantine/decide", {}).status_code == 401
    foreign = {"lease_epoch": 1, "items": [kept("caida A", 2)]}
    assert alone.post(f"{old.mesa}/quarantine", foreign).status_code == 404


def test_another_juez_finds_no_mesa() -> None:
    old, _ = two_tablets()
    other = RoleFactory(championship=old.kept.championship).user
    DeviceFactory(championship=old.kept.championship, user=other, token="de otro")
    stranger = Tablet(old.kept, "de otro")
    before = unchanged()

    answers = [
        stranger.get(f"{old.mesa}/quarantine"),
        stranger.post(f"{old.mesa}/quarantine", {"lease_epoch": 1, "items": [kept("caida A", 2)]}),
        stranger.post(
            f"{old.mesa}/quarantine/decide", {"client_ids": [str(uuid4())], "decision": "descartar", "reason": "x"}
        ),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "mesa-inexistente")] * 3
    assert unchanged() == before


def test_looking_costs_the_same_however_much_waits() -> None:
    old, _ = two_tablets()
    counts = []
    for number in range(2, 6):
        old.post(f"{old.mesa}/quarantine", {"lease_epoch": 1, "items": [kept("caida A", number)]})
        with CaptureQueriesContext(connection) as queries:
            old.get(f"{old.mesa}/quarantine")
        counts.append(len(queries))

    assert counts == [counts[0]] * 4
