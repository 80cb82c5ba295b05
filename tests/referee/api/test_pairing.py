"""A paired tablet over HTTP: how it comes in, who is at it, what it tells, and how it is put out."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from brackets.models import AuditEntry, Championship, Role, Table, User
from referee.models import Device
from referee.services.devices import device_revoke
from referee.services.pairing import pairing_create
from referee.services.tree import tree_sweep
from tests.factories.brackets import ChampionshipFactory, RoleFactory, TableFactory, director_of
from tests.factories.devices import ITERATIONS, SALT, paired, pin_given, proof
from tests.factories.referee import Keeper, keeper, kept_mesa

pytestmark = pytest.mark.django_db

TOKEN = "de-la-tablet"


def call(method: str, path: str, body: object = None, token: str = TOKEN) -> Any:
    headers = {"Authorization": f"Device {token}"} if token else {}
    given = {"data": body, "content_type": "application/json"} if body is not None else {}
    return getattr(Client(), method)(f"/api/v1/{path}", headers=headers, **given)


def pair(championship: Championship, table: Table | None = None, **body: object) -> Any:
    _, code, _ = pairing_create(
        championship=championship, name="Tablet 07", table=table, by=director_of(championship), now=timezone.now()
    )
    return call("post", "pairings", {"code": code} | body, token="")


def enter(user: User, typed: str = "4071", **body: object) -> Any:
    return call("post", "devices/current/juez", {"user": user.pk, "pin_proof": proof(typed)} | body)


def test_pairing_answers_the_token_and_all_it_takes_to_check_the_pins_of_its_table() -> None:
    kept = keeper()
    juez = pin_given(kept.championship, "4071", user=kept.juez)
    pin_given(kept.championship, "2850")

    answer = pair(kept.championship, kept.fixture.table, client_id=str(uuid4()))

    body = answer.json()
    assert answer.status_code == 201
    assert (body["device"]["name"], body["device"]["paired"], body["user"]) == ("Tablet 07", True, None)
    assert (body["salt"], body["iterations"]) == (SALT, ITERATIONS)
    assert [each["user"] for each in body["roster"] if each["verifier"]] == [juez.pk]
    assert answer.headers.get("Set-Cookie") is None
    again = call("get", "devices/current", token=body.pop("token")).json()
    assert again.pop("server_time") > body.pop("server_time")
    assert again == body


@pytest.mark.parametrize("code", ["000000", "x" * 43])
def test_a_code_that_nobody_gave_lets_nobody_in(code: str) -> None:
    answer = call("post", "pairings", {"code": code}, token="")

    assert (answer.status_code, answer.json()["code"]) == (404, "codigo")
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "body", [{}, {"code": "12345"}, {"code": 123456}, {"code": "123 456"}, {"code": "123456", "admin": True}]
)
def test_what_is_no_code_is_said_to_be_none(body: dict) -> None:
    assert call("post", "pairings", body, token="").status_code == 400


def test_nobody_at_the_tablet_nothing_of_a_mesa() -> None:
    kept = kept_mesa()
    paired(kept.championship, token=TOKEN)

    answers = [call("get", path) for path in ("mesas", f"mesas/{kept.mesa_id}")]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(401, "sin-juez")}
    assert call("get", "devices/current").status_code == 200


def test_a_juez_enters_with_his_pin_and_leaves_and_the_tablet_stays_paired() -> None:
    kept = kept_mesa()
    pin_given(kept.championship, "4071", user=kept.juez)
    other = pin_given(kept.championship, "2850")
    device = paired(kept.championship, token=TOKEN)

    inside = enter(kept.juez)
    mesas = call("get", "mesas").json()["mesas"]
    enter(kept.juez)
    changed = enter(other, "2850")
    none = call("get", "mesas").json()["mesas"]
    left = call("delete", "devices/current")
    after = call("get", "mesas")

    assert (inside.status_code, inside.json()["user"]) == (200, {"id": kept.juez.pk, "name": str(kept.juez)})
    assert [mesa["fixture"] for mesa in mesas] == [kept.fixture.pk]
    assert (changed.json()["user"]["id"], none) == (other.pk, [])
    assert (left.status_code, after.status_code, after.json()["code"]) == (204, 401, "sin-juez")
    assert call("delete", "devices/current").status_code == 204
    device.refresh_from_db()
    assert (device.user, device.revoked_at) == (None, None)
    assert AuditEntry.objects.filter(action="equipo-juez").count() == 2


def test_the_server_checks_the_pin_of_who_is_in_no_list() -> None:
    championship = ChampionshipFactory()
    juez = pin_given(championship, "4071")
    paired(championship, token=TOKEN)

    wrong = call("post", "devices/current/juez", {"user": juez.pk, "pin": "0000"})
    entered = call("post", "devices/current/juez", {"user": juez.pk, "pin": "4071"})

    assert entered.json()["user"]["id"] == juez.pk
    assert (wrong.status_code, wrong.json()["code"]) == (403, "pin")


def test_wrong_pins_are_counted_although_they_are_refused() -> None:
    championship = ChampionshipFactory()
    juez = pin_given(championship, "4071")
    paired(championship, token=TOKEN)

    answers = [enter(juez, "0000") for _ in range(5)]
    locked = enter(juez)

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(403, "pin")}
    assert (locked.status_code, locked.json()["code"]) == (429, "pin-bloqueado")


@pytest.mark.parametrize(
    "body", [{"pin_proof": None}, {"pin": "4071"}, {"pin_proof": "abc"}, {"pin_proof": None, "pin": "12"}]
)
def test_one_proof_or_one_pin(body: dict) -> None:
    championship = ChampionshipFactory()
    juez = pin_given(championship, "4071")
    paired(championship, token=TOKEN)

    assert enter(juez, **body).status_code == 400


def test_the_pin_of_another_or_of_a_stranger_opens_nothing() -> None:
    championship = ChampionshipFactory()
    juez, _other = pin_given(championship, "4071"), pin_given(championship, "2850")
    foreign = pin_given(ChampionshipFactory(), "7420")
    device = paired(championship, token=TOKEN)

    answers = [enter(juez, "2850"), enter(foreign, "7420"), enter(RoleFactory(championship=championship).user)]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(403, "pin")}
    device.refresh_from_db()
    assert device.user is None


def test_four_digits_do_not_sit_at_the_desk() -> None:
    championship = ChampionshipFactory()
    promoted = pin_given(championship, "4071")
    RoleFactory(championship=championship, user=promoted, kind=Role.Kind.CONTROL)
    paired(championship, token=TOKEN)

    answer = enter(promoted)

    assert (answer.status_code, answer.json()["code"]) == (403, "pin-corto")


def test_who_came_with_a_password_is_not_replaced_by_a_pin() -> None:
    kept = kept_mesa()
    other = pin_given(kept.championship, "4071")

    answer = call("post", "devices/current/juez", {"user": other.pk, "pin": "4071"}, token=kept.token)

    assert (answer.status_code, answer.json()["code"]) == (403, "equipo-de-cuenta")


def test_a_juez_who_lost_every_role_is_not_at_the_tablet_any_more() -> None:
    championship = ChampionshipFactory()
    juez = pin_given(championship, "4071")
    paired(championship, token=TOKEN, user=juez)

    before = call("get", "mesas").status_code
    Role.objects.filter(user=juez).delete()

    assert (before, call("get", "mesas").json()["code"]) == (200, "sin-juez")
    assert call("get", "devices/current").json()["user"] is None


def test_a_revoked_tablet_is_out_at_the_next_request() -> None:
    championship = ChampionshipFactory()
    device = paired(championship, token=TOKEN, user=pin_given(championship, "4071"))

    before = [call("get", path).status_code for path in ("mesas", "devices/current")]
    device_revoke(device=device, by=director_of(championship), now=timezone.now())
    after = [call("get", path) for path in ("mesas", "devices/current")]
    after += [call("post", "devices/current/pulse", {}), enter(device.user)]

    assert before == [200, 200]
    assert {(answer.status_code, answer.json()["code"]) for answer in after} == {(401, "equipo-desconocido")}


def test_the_pulse_tells_the_desk_how_the_tablet_is_and_the_tablet_what_is_new() -> None:
    kept = kept_mesa()
    device = paired(kept.championship, token=TOKEN, user=kept.juez, table=kept.fixture.table)
    unsent = timezone.now() - timedelta(minutes=3)
    body = {
        "battery": 81,
        "pending": 4,
        "oldest_unsent": unsent.isoformat(),
        "mesa": str(kept.mesa_id),
        "version": "v1",
    }

    answer = call("post", "devices/current/pulse", body)

    device.refresh_from_db()
    told = answer.json()
    assert answer.status_code == 200
    assert told["head"] is None
    assert (device.battery, device.pending, device.oldest_unsent_at, device.version) == (81, 4, unsent, "v1")
    assert (device.mesa, device.told_at, device.last_seen_at) == (kept.mesa, device.told_at, device.told_at)
    assert (told["name"], told["table"], told["user"]) == (device.name, kept.fixture.table.number, kept.juez.pk)
    assert told["update"] not in {None, "v1"}
    assert call("post", "devices/current/pulse", {"version": told["update"]}).json()["update"] is None
    head = tree_sweep(championship=kept.championship, now=timezone.now()).checkpoint
    assert head is not None
    told = call("post", "devices/current/pulse", {}).json()
    assert (told["head"]["size"], told["head"]["root"]) == (head.size, head.root[:16])
    people = told["people"]
    pin_given(kept.championship, "4071")
    assert call("post", "devices/current/pulse", {}).json()["people"] != people


def test_a_pulse_of_a_mesa_of_another_championship_shows_none() -> None:
    foreign = kept_mesa()
    device = paired(ChampionshipFactory(), token=TOKEN)

    assert call("post", "devices/current/pulse", {"mesa": str(foreign.mesa_id)}).status_code == 200

    device.refresh_from_db()
    assert device.mesa is None


@pytest.mark.parametrize("body", [{"battery": 101}, {"battery": -1}, {"pending": -1}, {"mesa": "7"}, {"x": 1}])
def test_a_pulse_that_makes_no_sense_is_refused(body: dict) -> None:
    paired(ChampionshipFactory(), token=TOKEN)

    assert call("post", "devices/current/pulse", body).status_code == 400


def test_the_desk_moves_a_tablet_with_its_pin_and_a_juez_does_not() -> None:
    championship = ChampionshipFactory()
    juez, control = pin_given(championship, "4071"), pin_given(championship, "285016", kind=Role.Kind.CONTROL)
    here, there = (TableFactory(championship=championship, number=number) for number in (4, 7))
    device = paired(championship, token=TOKEN, user=juez, table=here)

    refused = call("post", "devices/current/table", {"table": 7, "pin": "4071"})
    moved = call("post", "devices/current/table", {"table": 7, "pin": "285016"})
    nowhere = call("post", "devices/current/table", {"table": 99, "pin": "285016"})

    device.refresh_from_db()
    assert (refused.status_code, refused.json()["code"]) == (403, "pin")
    assert (moved.status_code, moved.json()["device"]["table"], device.table) == (200, 7, there)
    assert (nowhere.status_code, nowhere.json()["code"]) == (422, "mesa-del-salon")
    assert AuditEntry.objects.get(action="equipo-cambiar").user == control


@pytest.mark.parametrize("people", [1, 3])
def test_what_a_tablet_asks_all_the_time_asks_the_database_little(
    people: int, django_assert_num_queries: object
) -> None:
    kept: Keeper = kept_mesa()
    for number in range(people):
        pin_given(kept.championship, f"407{number + 1}")
    now = timezone.now()
    paired(kept.championship, token=TOKEN, user=kept.juez, table=kept.fixture.table, last_seen_at=now)

    with django_assert_num_queries(5):
        call("get", "devices/current")
    with django_assert_num_queries(11):
        call("post", "devices/current/pulse", {"battery": 50, "mesa": str(kept.mesa_id)})
