"""A token ends with the password it was got by and with its championship, and whoever has the account sees and closes his."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from brackets.models import Championship, Role, User
from brackets.services.accounts import password_set_anew, password_set_by_the_installation
from brackets.services.clients import Client as Network
from brackets.services.passwords import password_new
from referee.models import Device
from referee.services import devices
from referee.services.errors import RefereeError
from referee.services.pairing import PairingRefused, pairing_create, pairing_use
from tests.factories.brackets import NOW, RoleFactory, director_of
from tests.factories.devices import paired
from tests.factories.referee import DeviceFactory
from tests.factories.tournaments import close, play_to_the_end, tournament

pytestmark = pytest.mark.django_db

PASSWORD = "cuarenta40"


def juez_of(championship: Championship) -> User:
    return RoleFactory(championship=championship, kind=Role.Kind.JUEZ).user


def lets_in(token: str) -> bool:
    answer = Client(headers={"authorization": f"Device {token}"}).get(reverse("api:current-device"))
    return answer.status_code == 200


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def championship() -> Championship:
    return RoleFactory().championship


def change_own(user: User) -> None:
    client, fresh = signed_in(user), password_new()
    sent = {"old_password": PASSWORD, "new_password1": fresh, "new_password2": fresh}
    assert client.post(reverse("brackets:password"), sent).status_code == 302
    assert get_user(client).is_authenticated


def given_anew(user: User) -> None:
    there = Championship.objects.get(roles__user=user)
    password_set_anew(championship=there, user=user, password=password_new(), by=director_of(there), now=NOW)


def from_the_server(user: User) -> None:
    password_set_by_the_installation(user=user, password=password_new(), now=NOW)


@pytest.mark.parametrize("change", [change_own, given_anew, from_the_server])
def test_it_goes_with_a_change_of_password_and_a_paired_tablet_stays(
    championship: Championship, change: Callable[[User], None]
) -> None:
    juez, other = juez_of(championship), juez_of(championship)
    DeviceFactory(championship=championship, user=juez, token="suya")
    DeviceFactory(championship=championship, user=other, token="de-otro")
    paired(championship, user=juez, token="del-salon")
    assert all(map(lets_in, ("suya", "de-otro", "del-salon")))

    change(juez)

    assert [lets_in(token) for token in ("suya", "de-otro", "del-salon")] == [False, True, True]


def test_it_goes_with_the_championship() -> None:
    championship = tournament("relampago", 4)
    paired(championship, user=juez_of(championship), token="del-salon")
    play_to_the_end(championship)
    assert lets_in("del-salon")

    close(championship)

    assert not lets_in("del-salon")


def test_no_invitation_lets_in_a_tablet_once_its_championship_has_ended() -> None:
    championship = tournament("relampago", 4)
    by = director_of(championship)
    _, code, secret = pairing_create(championship=championship, name="Tablet 07", table=None, by=by, now=NOW)
    play_to_the_end(championship)
    close(championship)

    for each in (code, secret):
        with pytest.raises(PairingRefused):
            pairing_use(network="10.0.0.7", code=each, name=None, client_id=None, now=NOW)

    assert not Device.objects.filter(revoked_at=None).exists()


@pytest.mark.parametrize("what", ["password", "championship"])
def test_what_ends_while_the_password_is_hashed_lets_nobody_in(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    championship = tournament("relampago", 4)
    juez, check = juez_of(championship), devices.password_check
    play_to_the_end(championship)

    def checked_and_ended(**given: Any) -> User | None:
        """As two requests go at once: between the check of this one and its token the other one is done."""
        user = check(**given)
        if what == "password":
            password_set_by_the_installation(user=User.objects.get(pk=juez.pk), password=password_new(), now=NOW)
        return user

    def named_and_ended(user: User, slug: str | None) -> Championship:
        found = named(user, slug)
        if what == "championship":
            close(Championship.objects.get(pk=championship.pk))
        return found

    named = devices._championship
    monkeypatch.setattr(devices, "password_check", checked_and_ended)
    monkeypatch.setattr(devices, "_championship", named_and_ended)
    with pytest.raises(RefereeError) as refused:
        devices.device_login(
            client=Network("10.0.0.7", {}), username=juez.username, password=PASSWORD, name="Mi tablet",
            championship=None, now=NOW,
        )  # fmt: skip

    assert refused.value.code == {"password": "credenciales", "championship": "sin-funcion"}[what]
    assert not Device.objects.filter(user=juez).exists()


def test_closing_ones_own_puts_out_nobody_who_came_meanwhile(championship: Championship) -> None:
    first, second = juez_of(championship), juez_of(championship)
    hall = paired(championship, user=first)
    seen = Device.objects.get(pk=hall.pk)
    Device.objects.filter(pk=hall.pk).update(user=second)

    devices.device_leave(device=seen, now=NOW)

    hall.refresh_from_db()
    assert hall.user == second


@pytest.mark.parametrize(("days", "alive"), [(13, True), (15, False)])
def test_it_goes_when_the_tablet_has_not_called_for_two_weeks(
    championship: Championship, days: int, *, alive: bool
) -> None:
    since = timezone.now() - timedelta(days=days)
    DeviceFactory(championship=championship, user=juez_of(championship), token="suya", last_seen_at=since)
    paired(championship, user=juez_of(championship), token="del-salon", last_seen_at=since)
    paired(championship, token="de-nadie", last_seen_at=since)

    assert [lets_in(token) for token in ("suya", "del-salon", "de-nadie")] == [alive] * 3


def test_the_account_lists_its_own_and_closes_them(championship: Championship) -> None:
    juez, other = juez_of(championship), juez_of(championship)
    own = DeviceFactory(championship=championship, user=juez, token="suya", name="Mi teléfono")
    hall = paired(championship, user=juez, token="del-salon", name="Tablet 07")
    strange = DeviceFactory(championship=championship, user=other, token="de-otro", name="Ajena")
    client = signed_in(juez)

    def close_it(device: Device) -> int:
        return client.post(reverse("referee:account_device_close", args=[device.pk])).status_code

    page = client.get(reverse("referee:account_devices")).text
    assert all(name in page for name in ("Mi teléfono", "Tablet 07"))
    assert "Ajena" not in page
    assert [close_it(each) for each in (own, hall, strange)] == [302, 302, 404]

    assert [lets_in(token) for token in ("suya", "de-otro")] == [False, True]
    hall.refresh_from_db()
    assert (hall.user, hall.revoked_at) == (None, None)
    assert "No hay ninguna" in client.get(reverse("referee:account_devices")).text


def test_a_stranger_sees_no_list(client: Client) -> None:
    assert client.get(reverse("referee:account_devices")).status_code == 302
