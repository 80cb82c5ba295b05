"""Tablets sign in and out."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from brackets.models import AuditEntry, Championship, Role
from brackets.services.clients import Client
from brackets.services.errors import InvalidValue
from referee.models import Device
from referee.selectors.access import device_by_token
from referee.services.devices import (
    ChampionshipAmbiguous,
    SignInRefused,
    TooManyAttempts,
    device_login,
    device_revoke,
    device_seen,
    device_settle,
)
from referee.services.errors import Forbidden
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, TableFactory, UserFactory
from tests.factories.devices import TabletKey
from tests.factories.referee import DeviceFactory

pytestmark = pytest.mark.django_db

PASSWORD = "cuarenta40"  # of every account that the factories make


def login(username: str, password: str = PASSWORD, **given: object) -> tuple[Device, str]:
    name = str(given.pop("name", "Tablet 07"))
    championship, now = given.pop("championship", None), given.pop("now", NOW)
    return device_login(
        client=Client("192.0.2.7", {}),
        username=username,
        password=password,
        name=name,
        championship=championship,
        now=now,
        **given,
    )


def test_a_sign_in_that_was_not_answered_in_time_leaves_no_tablet_behind() -> None:
    user, later, key = RoleFactory().user, NOW + timedelta(seconds=9), TabletKey().public
    tried, _ = login(user.username, public_key=key)

    last, token = login(user.username, public_key=key, now=later)
    late, _ = login(
        user.username, public_key=key, now=NOW + timedelta(seconds=1)
    )  # of before, and it was held up on the way

    assert [*Device.objects.exclude(revoked_at=None)] == [tried]
    assert device_by_token(token) == last
    assert [each.data for each in AuditEntry.objects.filter(action="equipo-entrar").order_by("pk")] == [
        {"device": tried.pk, "ended": []},
        {"device": last.pk, "ended": [tried.pk]},
        {"device": late.pk, "ended": []},
    ]


@pytest.mark.parametrize(
    "other",
    [
        lambda device: {"user": UserFactory()},
        lambda device: {"championship": ChampionshipFactory()},
        lambda device: {"name": "Tablet 08"},
        lambda device: {"public_key": TabletKey().public},
        lambda device: {"public_key": ""},
        lambda device: {"paired_at": NOW},
        lambda device: {"told_at": NOW},
        lambda device: {"last_seen_at": NOW + timedelta(seconds=1)},
        lambda device: {"created_at": NOW - timedelta(minutes=6), "last_seen_at": NOW - timedelta(minutes=6)},
    ],
)
def test_a_sign_in_leaves_every_other_tablet_as_it_is(other: Callable[[Device], dict[str, object]]) -> None:
    user, key = RoleFactory().user, TabletKey().public
    device, _ = login(user.username, public_key=key)
    Device.objects.filter(pk=device.pk).update(**other(device))

    login(user.username, public_key=key, now=NOW + timedelta(seconds=9))

    device.refresh_from_db()
    assert device.revoked_at is None


def test_of_two_tablets_without_a_key_neither_ends_the_other() -> None:
    user = RoleFactory().user
    one, other = (login(user.username, now=NOW + timedelta(seconds=each))[0] for each in (0, 9))

    assert [*Device.objects.filter(revoked_at=None)] == [one, other]


@pytest.mark.parametrize("kind", list(Role.Kind))
def test_a_person_of_the_championship_signs_in(kind: str) -> None:
    role = RoleFactory(kind=kind)

    device, token = login(role.user.username)

    assert (device.championship, device.user, device.name) == (role.championship, role.user, "Tablet 07")
    assert device_by_token(token) == device
    assert token not in device.token_hash
    role.user.refresh_from_db()
    assert role.user.last_login is not None


@pytest.mark.parametrize(("username", "password"), [("nadie", PASSWORD), (None, "otra clave")])
def test_a_wrong_name_and_a_wrong_password_are_answered_alike(username: str | None, password: str) -> None:
    role = RoleFactory()

    with pytest.raises(SignInRefused) as refused:
        login(username or role.user.username, password)

    assert (refused.value.code, refused.value.http_status) == ("credenciales", 401)


def test_an_account_without_a_role_in_an_open_championship_is_told_so() -> None:
    role = RoleFactory(championship=ChampionshipFactory(status=Championship.Status.DRAFT))

    for user in (role.user, UserFactory()):
        with pytest.raises(Forbidden) as refused:
            login(user.username)
        assert (refused.value.code, refused.value.http_status) == ("sin-funcion", 403)


def test_an_account_of_several_championships_says_which() -> None:
    first = RoleFactory()
    second = RoleFactory(user=first.user)

    with pytest.raises(ChampionshipAmbiguous) as refused:
        login(first.user.username)
    device, _ = login(first.user.username, championship=second.championship.slug)

    assert {each["slug"] for each in refused.value.extra["championships"]} == {
        first.championship.slug,
        second.championship.slug,
    }
    assert device.championship == second.championship


def test_a_name_that_hides_something_is_refused() -> None:
    with pytest.raises(InvalidValue):
        login(RoleFactory().user.username, name="Tablet\u202e07")


def test_a_name_with_letters_that_no_paper_prints_is_refused() -> None:
    role = RoleFactory()

    with pytest.raises(InvalidValue, match="El nombre del equipo tiene «龍»"):
        login(role.user.username, name="Tablet 龍")
    device, _ = login(role.user.username)
    with pytest.raises(InvalidValue, match="El nombre de la tablet tiene «🏆»"):
        device_settle(device=device, name="Tablet 🏆", table=None, by=role.user, now=NOW)


def test_a_tablet_that_has_such_a_name_is_still_taken_to_another_table() -> None:
    device = DeviceFactory(name="Tablet 龍")
    table = TableFactory(championship=device.championship)

    device_settle(device=device, name=device.name, table=table, by=device.user, now=NOW)

    device.refresh_from_db()
    assert device.table == table


def test_whoever_guesses_passwords_must_wait() -> None:
    role = RoleFactory()
    for _ in range(5):
        with pytest.raises(SignInRefused):
            login(role.user.username, "mal")

    with pytest.raises(TooManyAttempts, match="Espere 30 s") as waiting:
        login(role.user.username)

    assert (waiting.value.code, waiting.value.http_status) == ("demasiados-intentos", 429)


def test_signing_in_forgets_earlier_failures() -> None:
    role = RoleFactory()
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(SignInRefused):
                login(role.user.username, "mal")
        login(role.user.username)


def test_a_revoked_token_is_dead_at_once() -> None:
    device, token = login(RoleFactory().user.username)

    device_revoke(device=device, by=device.user, now=NOW)
    device_revoke(device=device, by=device.user, now=NOW + timedelta(hours=1))

    assert device_by_token(token) is None
    device.refresh_from_db()
    assert device.revoked_at == NOW
    assert AuditEntry.objects.filter(action="equipo-revocar").count() == 1


def test_a_token_is_dead_when_the_person_has_lost_every_role() -> None:
    role = RoleFactory()
    _, token = login(role.user.username)

    role.delete()

    assert device_by_token(token) is None


def test_a_token_is_dead_when_the_account_is() -> None:
    role = RoleFactory()
    _, token = login(role.user.username)

    role.user.is_active = False
    role.user.save()

    assert device_by_token(token) is None


def test_a_call_is_noted_at_most_once_a_minute() -> None:
    device = DeviceFactory(last_seen_at=NOW)
    noted = []
    for seconds in (30, 60, 100, 121):
        device_seen(device=device, now=NOW + timedelta(seconds=seconds))
        device.refresh_from_db()
        noted.append(int((device.last_seen_at - NOW).total_seconds()))

    assert noted == [0, 60, 60, 121]


def test_a_tablet_that_never_called_is_known_by_its_token() -> None:
    device = DeviceFactory(token="nunca", last_seen_at=None)

    found = device_by_token("nunca")
    device_seen(device=found, now=NOW)

    device.refresh_from_db()
    assert (found, device.last_seen_at) == (device, NOW)
