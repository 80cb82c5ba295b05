"""The desk and its tablets: it lets them in, sees how they are, puts them out, and gives PINs."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from brackets.models import Role
from referee.models import Device, Pairing, Pin
from referee.selectors.pins import pin_typed
from tests.digits import stands_alone
from tests.factories.brackets import ChampionshipFactory, RoleFactory, TableFactory, director_of
from tests.factories.devices import paired, pin_given
from tests.factories.referee import Keeper, kept_mesa

pytestmark = pytest.mark.django_db


class Desk:
    """Somebody of the Mesa de Control, in the browser."""

    def __init__(self, kept: Keeper) -> None:
        self.championship = kept.championship
        self.user = RoleFactory(championship=kept.championship, kind=Role.Kind.CONTROL).user
        self._client = Client()
        self._client.force_login(self.user)

    def get(self, page: str) -> Any:
        return self._client.get(f"/c/{self.championship.slug}/panel/{page}")

    def post(self, page: str, **sent: object) -> Any:
        return self._client.post(f"/c/{self.championship.slug}/panel/{page}", sent, follow=True)


@pytest.fixture
def kept() -> Keeper:
    return kept_mesa()


@pytest.fixture
def desk(kept: Keeper) -> Desk:
    return Desk(kept)


def text_of(answer: Any) -> str:
    """What is read on the page, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_code_and_the_qr_are_shown_once_and_let_a_tablet_in(desk: Desk) -> None:
    table = TableFactory(championship=desk.championship, number=7)

    shown = desk.post("tablets/emparejar/", **{"nueva-name": "Tablet 07", "nueva-table": table.pk})
    code = re.search(r'pairing-digits secret">(\d{3}) (\d{3})<', shown.content.decode())
    pairing = Pairing.objects.get()
    before = desk.get(f"tablets/emparejar/{pairing.pk}/estado").json()
    answer = Client().post("/api/v1/pairings", {"code": "".join(code.groups())}, content_type="application/json")
    after = desk.get(f"tablets/emparejar/{pairing.pk}/estado").json()

    assert (shown.status_code, answer.status_code) == (201, 201)
    assert "<svg" in shown.content.decode()
    assert (before, after) == ({"paired": False, "over": False}, {"paired": True, "over": False})
    assert (pairing.created_by, Device.objects.get(paired_at__isnull=False).table) == (desk.user, table)
    assert not stands_alone("".join(code.groups()), text_of(desk.get("tablets/")))


def test_a_code_that_is_over_is_said_to_be(desk: Desk) -> None:
    desk.post("tablets/emparejar/", **{"nueva-name": "Tablet 07"})
    pairing = Pairing.objects.get()
    Pairing.objects.update(expires_at=timezone.now())
    foreign = kept_mesa()

    assert desk.get(f"tablets/emparejar/{pairing.pk}/estado").json() == {"paired": False, "over": True}
    assert Desk(foreign).get(f"tablets/emparejar/{pairing.pk}/estado").json() == {"paired": False, "over": True}


def test_a_tablet_without_a_name_is_asked_for_one(desk: Desk) -> None:
    answer = desk.post("tablets/emparejar/", **{"nueva-name": " "})

    assert answer.status_code == 422
    assert not Pairing.objects.exists()


def test_the_next_name_is_proposed(desk: Desk) -> None:
    paired(desk.championship, name="Tablet 999")
    paired(desk.championship, name="La de Rosa")

    assert 'value="Tablet 1000"' in desk.get("tablets/").content.decode()


def test_the_register_tells_who_where_and_what_is_wrong(kept: Keeper, desk: Desk) -> None:
    now = timezone.now()
    Device.objects.filter(pk=kept.device.pk).update(last_seen_at=now, battery=64, pending=0, told_at=now, name="Uno")
    paired(
        desk.championship, name="Dos", last_seen_at=now - timedelta(hours=3), battery=9, pending=4,
        oldest_unsent_at=now - timedelta(hours=3), told_at=now, version="vieja",
    )  # fmt: skip
    paired(desk.championship, name="Tres", last_seen_at=None)
    paired(desk.championship, name="Cuatro", revoked_at=now)
    paired(ChampionshipFactory(), name="Ajena")

    rows = {row.device.name: row for row, _ in desk.get("tablets/").context["rows"]}
    page = text_of(desk.get("tablets/"))

    assert set(rows) == {"Uno", "Dos", "Tres"}
    assert [(row.silent, row.low, row.old, row.waits) for row in rows.values()] == [
        (True, True, True, True),
        (True, False, False, False),
        (False, False, False, False),
    ]
    assert rows["Uno"].mesas == (kept.mesa,)
    for told in (
        "64 %",
        "9 %: enchúfela",
        "hace 3 horas",
        "nunca",
        f"Mesa {kept.fixture.table.number}",
        "sin firma del equipo",
        "Nadie",
        str(kept.juez),
    ):
        assert told in page
    assert "Ajena" not in page


@pytest.mark.parametrize("tablets", [1, 3])
def test_the_register_asks_the_same_of_the_database_for_one_tablet_and_for_three(
    desk: Desk, tablets: int, django_assert_num_queries: object
) -> None:
    for number in range(tablets):
        paired(desk.championship, user=pin_given(desk.championship, f"407{number}"))
    desk.get("tablets/")

    with django_assert_num_queries(11):
        desk.get("tablets/")
    with django_assert_num_queries(6):
        desk.get("pines/")


def test_a_tablet_is_renamed_and_given_a_table(desk: Desk) -> None:
    device, table = paired(desk.championship), TableFactory(championship=desk.championship, number=9)
    name, place = f"tablet-{device.pk}-name", f"tablet-{device.pk}-table"

    answer = desk.post(f"tablets/{device.pk}/cambiar/", **{name: "La de la mesa 9", place: table.pk})
    refused = desk.post(f"tablets/{device.pk}/cambiar/", **{name: "x\u202ey", place: ""})

    device.refresh_from_db()
    assert (device.name, device.table) == ("La de la mesa 9", table)
    assert "La tablet es ahora «La de la mesa 9»" in text_of(answer)
    assert refused.status_code == 422


def test_a_tablet_put_out_can_do_nothing_more(desk: Desk) -> None:
    device = paired(desk.championship, token="fuera", user=pin_given(desk.championship, "4071"))
    headers = {"Authorization": "Device fuera"}

    before = Client().get("/api/v1/mesas", headers=headers).status_code
    answer = desk.post(f"tablets/{device.pk}/retirar/")
    after = Client().get("/api/v1/mesas", headers=headers)

    assert (before, after.status_code, after.json()["code"]) == (200, 401, "equipo-desconocido")
    assert "ya no puede anotar" in text_of(answer)
    assert desk.post(f"tablets/{device.pk}/retirar/").status_code == 404


def test_the_tablets_of_another_championship_are_out_of_reach(desk: Desk) -> None:
    foreign = paired(ChampionshipFactory())

    assert desk.post(f"tablets/{foreign.pk}/retirar/").status_code == 404
    assert desk.post(f"tablets/{foreign.pk}/cambiar/").status_code == 404
    foreign.refresh_from_db()
    assert foreign.revoked_at is None


def test_each_table_has_a_card_with_its_qr(desk: Desk) -> None:
    TableFactory(championship=desk.championship, number=7)

    page = desk.get("tablets/mesas/").content.decode()

    assert page.count("<svg") >= desk.championship.tables.count()
    assert 'aria-label="Código QR de la Mesa 7"' in page


def test_pins_are_given_to_those_who_have_none_and_seen_once(kept: Keeper, desk: Desk) -> None:
    had = pin_given(desk.championship, "4071")
    director = director_of(desk.championship)
    pin_given(desk.championship, "285016", user=director)
    Role.objects.filter(user=desk.user).delete()
    RoleFactory(championship=desk.championship, user=desk.user, kind=Role.Kind.CONTROL)

    told_before = set(text_of(desk.get("pines/")).split())
    slips = desk.post("pines/dar/", missing="on")

    given = dict(slips.context["given"])
    assert slips.status_code == 201
    assert set(given) == {kept.juez, desk.user}
    assert {len(given[kept.juez]), len(given[desk.user])} == {4, 6}
    assert pin_typed(championship_id=desk.championship.pk, pin=given[kept.juez]).user == kept.juez
    assert "no-store" in slips.headers["Cache-Control"]
    assert given[kept.juez] in text_of(slips)
    assert not set(given.values()) & (set(text_of(desk.get("pines/")).split()) - told_before)
    assert Pin.objects.filter(user=had).count() == 1


def test_those_marked_get_a_new_one(kept: Keeper, desk: Desk) -> None:
    pin_given(desk.championship, "4071", user=kept.juez)

    slips = desk.post("pines/dar/", user=[kept.juez.pk])

    assert [user for user, _ in slips.context["given"]] == [kept.juez]
    assert "Marque a quién" in text_of(desk.post("pines/dar/"))


def test_the_desk_gives_no_director_a_pin(desk: Desk) -> None:
    answer = desk.post("pines/dar/", user=[director_of(desk.championship).pk])

    assert "solo lo da un Director" in text_of(answer)
    assert not Pin.objects.exists()
