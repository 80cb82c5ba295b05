"""Whoever holds a tablet, or reads what travels to it or lies in the database, gets no PIN that opens more than a table."""

import json
import re
from collections.abc import Iterator
from hashlib import pbkdf2_hmac, sha256
from hmac import digest
from typing import Any

import pytest
from django.core import serializers
from django.test import Client
from django.utils import timezone

from brackets.models import AuditEntry, Fixture, Role, Table, User
from referee.models import ArchivedDevice, Device, Lease, Pin, PinSalt, Planilla, Signature
from referee.services.pairing import pairing_create
from referee.services.pins import pins_set
from tests.factories.brackets import NOW, RoleFactory, director_of, published_stage
from tests.factories.insider import insider
from tests.factories.referee import INK, Keeper, keepers

pytestmark = pytest.mark.django_db

JUEZ, OTHER, THIRD = "4071", "2850", "6302"
DIRECTOR, ADJUNCT, CONTROL = "285016", "730418", "591204"
HEX = re.compile(r"[0-9a-f]{12,}")


class Hall:
    """Two mesas with a Juez each, a third Juez without any, and the desk: all with PINs."""

    def __init__(self) -> None:
        stage = published_stage(8)
        ready = stage.fixtures.filter(status=Fixture.Status.READY)
        self.one, self.two = keepers(ready[:2])
        self.championship = self.one.championship
        director = director_of(self.championship)
        people = {kind: RoleFactory(championship=self.championship, kind=kind).user for kind in ("adjunct", "control")}
        self.third = RoleFactory(championship=self.championship).user
        self.control = people["control"]
        self.pins = {
            self.one.juez: JUEZ,
            self.two.juez: OTHER,
            self.third: THIRD,
            director: DIRECTOR,
            people["adjunct"]: ADJUNCT,
            self.control: CONTROL,
        }
        pins_set(championship=self.championship, pins=list(self.pins.items()), by=director, now=NOW)
        with insider(ArchivedDevice):  # PostgreSQL refuses to look there for rows to delete
            Device.objects.all().delete()

    def tablet(self, table: Table | None) -> "Tablet":
        return Tablet(self, table)


class Tablet:
    """A paired tablet, of which every answer is kept."""

    def __init__(self, hall: Hall, table: Table | None) -> None:
        self.answers: list[Any] = []
        self._headers: dict[str, str] = {}
        _, code, _ = pairing_create(
            championship=hall.championship,
            name="Tablet",
            table=table,
            by=director_of(hall.championship),
            now=timezone.now(),
        )
        token = self.post("pairings", {"code": code}).json()["token"]
        self._headers = {"Authorization": f"Device {token}"}
        self.session = self.get("devices/current").json()

    @property
    def device(self) -> Device:
        return Device.objects.get(pk=self.session["device"]["id"])

    def get(self, path: str) -> Any:
        return self._kept(Client().get(f"/api/v1/{path}", headers=self._headers))

    def post(self, path: str, body: object) -> Any:
        answer = Client().post(f"/api/v1/{path}", body, content_type="application/json", headers=self._headers)
        return self._kept(answer)

    def enter(self, user: User, pin: str) -> Any:
        answer = self.post("devices/current/juez", {"user": user.pk, "pin": pin})
        if answer.status_code == 200:
            self.session = answer.json()
        return answer

    def open(self, kept: Keeper) -> Any:
        representatives = {"A": 1, "B": 1}
        body = {"fixture": kept.fixture.pk, "seats": ["A1", "B1", "A2", "B2"], "identified": True}
        return self.post("mesas", body | {"representatives": representatives})

    def proof(self, pin: str) -> str:
        """What the page of this tablet makes of a PIN, without network."""
        return next(proofs(pin, [self.session["salt"]], [self.session["device_salt"]], [self.session["iterations"]]))

    def verifiers(self) -> dict[int, str]:
        return {each["user"]: each["verifier"] for each in self.session["roster"] if each["verifier"]}

    def _kept(self, answer: Any) -> Any:
        self.answers.append(answer.json() if answer.content else None)
        return answer


def proofs(pin: str, salts: list[str], own: list[str], iterations: list[int]) -> Iterator[str]:
    for salt in salts:
        for rounds in iterations:
            base = pbkdf2_hmac("sha256", pin.encode(), bytes.fromhex(salt), rounds)
            yield from (digest(base, bytes.fromhex(each), "sha256").hex() for each in own)


def derived(pin: str, received: set[str], iterations: list[int]) -> set[str]:
    """All that a client could make of a PIN with what it was given, as it was done and as it is done."""
    found = {sha256(pin.encode()).hexdigest()}
    salts = [each for each in received if len(each) % 2 == 0]
    for salt in salts:
        for rounds in iterations:
            base = pbkdf2_hmac("sha256", pin.encode(), bytes.fromhex(salt), rounds)
            found.add(base.hex())
            found |= {digest(base, bytes.fromhex(each), "sha256").hex() for each in salts}
    found |= {sha256(each.encode()).hexdigest() for each in found}
    return found | {sha256(bytes.fromhex(each)).hexdigest() for each in found}


def may_be_tried(pin: str, answers: object) -> bool:
    """Whether anything of this could tell somebody who guessed the PIN that he guessed right."""
    text = json.dumps(answers)
    received = set(HEX.findall(text))
    rounds = {1, *(int(each) for each in re.findall(r'"iterations": (\d+)', text))}
    made = derived(pin, received, sorted(rounds))
    return any(each.startswith(told) or told.startswith(each) for told in received for each in made)


def seats_of_everybody(hall: Hall) -> Tablet:
    """A tablet at the first table, at which one after the other has been, and where all has been asked."""
    tablet = hall.tablet(hall.one.fixture.table)
    for user, pin in hall.pins.items():
        assert tablet.enter(user, pin).status_code == 200
        tablet.get("mesas")
        tablet.get("devices/current")
        tablet.post("devices/current/pulse", {})
    tablet.enter(hall.one.juez, JUEZ)
    mesa = tablet.open(hall.one).json()["id"]
    for path in ("", "/quarantine", "/law", "/appeals", "/revision"):
        tablet.get(f"mesas/{mesa}{path}")
    tablet.post(f"mesas/{mesa}/lease", {"pin": JUEZ})
    tablet.get("rondas")
    tablet.get("devices/current")
    return tablet


def test_with_all_that_a_tablet_receives_no_pin_of_the_desk_can_be_tried() -> None:
    tablet = seats_of_everybody(Hall())

    tried = {pin for pin in (DIRECTOR, ADJUNCT, CONTROL) if may_be_tried(pin, tablet.answers)}

    assert tried == set()
    assert may_be_tried(JUEZ, tablet.answers)  # it is known how to try: what tells a Juez's is found


def test_a_tablet_can_check_the_pins_of_the_jueces_of_its_table_and_of_no_other() -> None:
    hall = Hall()
    tablet = hall.tablet(hall.one.fixture.table)

    assert [pin for pin in (JUEZ, OTHER, THIRD) if may_be_tried(pin, tablet.answers)] == [JUEZ]
    assert not any(may_be_tried(pin, hall.tablet(None).answers) for pin in (JUEZ, OTHER, THIRD))


def test_who_enters_online_is_in_the_list_while_he_is_there_unless_he_is_of_the_desk() -> None:
    hall = Hall()
    tablet = hall.tablet(None)

    assert tablet.verifiers().keys() == set()
    tablet.enter(hall.third, THIRD)
    assert tablet.verifiers().keys() == {hall.third.pk}
    tablet.enter(hall.control, CONTROL)
    assert tablet.verifiers().keys() == set()


def test_six_digits_are_in_no_list_whoever_has_them_now() -> None:
    """Who was of the desk and is only a Juez may be of the desk again."""
    hall = Hall()
    Role.objects.filter(user=hall.control).update(kind=Role.Kind.JUEZ)
    Fixture.objects.filter(pk=hall.one.fixture.pk).update(juez=hall.control)
    tablet = hall.tablet(hall.one.fixture.table)
    tablet.enter(hall.control, CONTROL)

    assert not may_be_tried(CONTROL, tablet.answers)
    mesa = tablet.open(hall.one).json()["id"]
    refused = tablet.post(f"mesas/{mesa}/freeze", {"pin_proof": tablet.proof(CONTROL)})
    assert (refused.status_code, refused.json()["code"]) == (403, "pin")
    RoleFactory(championship=hall.championship, user=hall.control, kind=Role.Kind.CONTROL)
    assert [each["fixture"] for each in tablet.get("mesas").json()["mesas"]] == [hall.one.fixture.pk]


def test_a_juez_whose_mesa_is_over_is_in_no_list() -> None:
    hall = Hall()
    table = hall.one.fixture.table
    before = hall.tablet(table).verifiers()

    winner = hall.one.fixture.pareja_a
    Fixture.objects.filter(pk=hall.one.fixture.pk).update(status=Fixture.Status.FINAL, how="played", winner=winner)

    assert before.keys() == {hall.one.juez.pk}
    assert hall.tablet(table).verifiers() == {}


def test_the_proof_and_the_verifier_of_one_tablet_are_worth_nothing_on_another() -> None:
    hall = Hall()
    mine, captured = (hall.tablet(hall.one.fixture.table) for _ in range(2))
    user = hall.one.juez
    assert mine.session["salt"] == captured.session["salt"]
    assert mine.verifiers()[user.pk] != captured.verifiers()[user.pk]

    for proof in (captured.proof(JUEZ), captured.verifiers()[user.pk], mine.verifiers()[user.pk]):
        refused = mine.post("devices/current/juez", {"user": user.pk, "pin_proof": proof})
        assert (refused.status_code, refused.json()["code"]) == (403, "pin")
    assert mine.post("devices/current/juez", {"user": user.pk, "pin_proof": mine.proof(JUEZ)}).status_code == 200

    mesa = mine.open(hall.one).json()["id"]
    refused = mine.post(f"mesas/{mesa}/freeze", {"pin_proof": captured.proof(JUEZ)})
    assert (refused.status_code, refused.json()["code"]) == (403, "pin")


def test_nobody_of_the_desk_proves_his_pin_without_the_server() -> None:
    """Whoever knows the PIN, and the salts of the tablet: the proof is of no use, only the PIN itself."""
    hall = Hall()
    tablet = hall.tablet(hall.one.fixture.table)
    proof = tablet.proof(CONTROL)

    answer = tablet.post("devices/current/juez", {"user": hall.control.pk, "pin_proof": proof})
    assert (answer.status_code, answer.json()["code"]) == (403, "pin")
    assert (
        tablet.post("devices/current/table", {"table": hall.two.fixture.table.number, "pin_proof": proof}).status_code
        == 400
    )

    tablet.enter(hall.one.juez, JUEZ)
    mesa = tablet.open(hall.one).json()["id"]
    other = hall.tablet(None)
    other.enter(hall.one.juez, JUEZ)
    for path in ("lease", "freeze"):
        refused = other.post(f"mesas/{mesa}/{path}", {"pin_proof": other.proof(CONTROL)})
        assert (refused.status_code, refused.json()["code"]) == (403, "pin")
    assert other.post(f"mesas/{mesa}/lease", {"pin": CONTROL}).status_code == 200
    assert list(Lease.objects.values_list("user", flat=True)) == [hall.one.juez.pk, hall.control.pk]


def guessed(tablet: Tablet, user: User) -> str:
    """What half an hour finds: the four digits that the verifier of the tablet belongs to."""
    verifier = tablet.verifiers()[user.pk]
    # The ones before are wrong and cost the same.
    return next(pin for pin in ("0000", OTHER, JUEZ) if sha256(tablet.proof(pin).encode()).hexdigest() == verifier)


def test_the_guessed_pin_of_a_juez_opens_no_act_of_the_desk() -> None:
    hall = Hall()
    holder = hall.tablet(hall.two.fixture.table)
    holder.enter(hall.two.juez, OTHER)
    foreign = holder.open(hall.two).json()["id"]
    tablet = hall.tablet(hall.one.fixture.table)
    pin = guessed(tablet, hall.one.juez)

    assert tablet.enter(hall.one.juez, pin).status_code == 200
    shown = ({"pin": pin}, {"pin_proof": tablet.proof(pin)})
    before = everything()

    moved = tablet.post("devices/current/table", {"table": hall.two.fixture.table.number, "pin": pin})
    assert (moved.status_code, moved.json()["code"]) == (403, "pin")
    signature = {
        "client_id": "6d6ea2f2-33fe-4b63-9a05-9a67d5a5e0a1",
        "party": "juez",
        "outcome": "firma",
        "name": "x",
        "ink": INK,
    }
    decision = {"client_ids": [signature["client_id"]], "decision": "descartar", "reason": "x"}
    for each in shown:
        for path, body in (("lease", {}), ("freeze", {}), ("signatures", signature), ("quarantine/decide", decision)):
            assert tablet.post(f"mesas/{foreign}/{path}", body | each).status_code in (403, 404)
    assert tablet.open(hall.two).status_code == 404
    assert everything() == before


def test_who_becomes_of_the_desk_while_he_is_at_a_tablet_has_no_powers_of_it_there() -> None:
    hall = Hall()
    holder = hall.tablet(hall.two.fixture.table)
    holder.enter(hall.two.juez, OTHER)
    foreign = holder.open(hall.two).json()["id"]
    tablet = hall.tablet(hall.one.fixture.table)
    juez = hall.one.juez
    tablet.post("devices/current/juez", {"user": juez.pk, "pin_proof": tablet.proof(JUEZ)})

    RoleFactory(championship=hall.championship, user=juez, kind=Role.Kind.DIRECTOR)

    assert [each["fixture"] for each in tablet.get("mesas").json()["mesas"]] == [hall.one.fixture.pk]
    assert tablet.get(f"mesas/{foreign}").status_code == 404
    assert tablet.get("rondas").json()["inspects"] is False
    for each in ({"pin": JUEZ}, {"pin_proof": tablet.proof(JUEZ)}):
        assert tablet.post(f"mesas/{foreign}/lease", each).status_code == 404
    # Also with six digits, until he enters with them: nobody has shown them here.
    pins_set(championship=hall.championship, pins=[(juez, "918273")], by=director_of(hall.championship), now=NOW)
    assert tablet.get(f"mesas/{foreign}").status_code == 404
    assert tablet.enter(juez, "918273").status_code == 200
    assert tablet.get(f"mesas/{foreign}").status_code == 200


def test_nothing_in_the_database_lets_a_pin_be_tried_without_the_key_of_the_server() -> None:
    hall = Hall()
    seats_of_everybody(hall)
    rows = [
        json.loads(serializers.serialize("json", model.objects.all())) for model in (Pin, PinSalt, Device, AuditEntry)
    ]

    assert not any(may_be_tried(pin, rows) for pin in hall.pins.values())


def test_another_key_of_the_server_opens_no_pin_and_an_older_one_still_does(settings: Any) -> None:
    hall = Hall()
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key of the server, as long as it takes to be one"

    lost = hall.tablet(hall.one.fixture.table)
    assert (lost.verifiers(), lost.enter(hall.one.juez, JUEZ).status_code) == ({}, 403)

    settings.SECRET_KEY_FALLBACKS = [old]
    kept = hall.tablet(hall.one.fixture.table)
    assert kept.verifiers().keys() == {hall.one.juez.pk}
    assert kept.enter(hall.control, CONTROL).status_code == 200


def test_a_row_put_in_the_place_of_another_opens_nothing() -> None:
    """Whoever writes in the database gives the Director's row what is in his own, or makes six digits of his four."""
    hall = Hall()
    mine, his = Pin.objects.get(user=hall.one.juez), Pin.objects.get(user=hall.control)
    RoleFactory(championship=hall.championship, user=hall.two.juez, kind=Role.Kind.DIRECTOR)
    tablet = hall.tablet(None)

    mine.delete()
    Pin.objects.filter(pk=his.pk).update(sealed=mine.sealed, fingerprint=mine.fingerprint)
    Pin.objects.filter(user=hall.two.juez).update(digits=6)

    assert tablet.enter(hall.control, JUEZ).status_code == 403
    assert tablet.enter(hall.two.juez, OTHER).status_code == 403
    assert tablet.device.user is None


def everything() -> list[object]:
    return [list(model.objects.order_by("pk").values_list()) for model in (Lease, Planilla, Signature, Fixture)]
