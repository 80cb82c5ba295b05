"""Mesas over HTTP: the list, opening, reading, taking over."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brackets.models import Role
from tests.factories.brackets import ChampionshipFactory, RoleFactory, director_of, published_stage
from tests.factories.referee import SORTEO, ZAPATERIA, DeviceFactory, Keeper, keeper, keepers, kept_mesa
from tests.referee.api.conftest import Tablet

pytestmark = pytest.mark.django_db
With = Callable[..., Tablet]
RIOBAMBA = {
    "key": "riobamba",
    "name": "Riobamba",
    "version": 2,
    "settings": {},
    "chicas": 3,
    "turn": "derecha",
}


def opening(kept: Keeper, **given: object) -> dict[str, object]:
    return {
        "fixture": kept.fixture.pk,
        "seats": ["A1", "B1", "A2", "B2"],
        "representatives": {"A": 1, "B": 2},
        "identified": True,
    } | given


def pareja(kept: Keeper, party: str) -> dict[str, object]:
    one = {"A": kept.fixture.pareja_a, "B": kept.fixture.pareja_b}[party]
    return {
        "number": one.number,
        "name": one.title,
        "club": one.club,
        "players": kept.players(party),
        "representative": one.representative,
    }


def test_a_juez_sees_his_fixtures_and_no_others() -> None:
    stage = published_stage(8)
    first, second, *_ = keepers(stage.fixtures.filter(round=1))
    first.fixture.pareja_b.representative = 2
    first.fixture.pareja_b.save()
    second.open()

    mine = Tablet(first).get("mesas").json()["mesas"]
    his = Tablet(second).get("mesas").json()["mesas"]

    assert mine == [
        {
            "fixture": first.fixture.pk,
            "id": None,
            "table": first.fixture.table.number,
            "round": "Cuartos de final",
            "estado": None,
            "status": "ready",
            "sealed": False,
            "parejas": {"A": pareja(first, "A"), "B": pareja(first, "B")},
            "lease": {"mine": False, "holder": None, "epoch": 0, "juez": None, "last_at": None},
        }
    ]
    assert [(mesa["id"], mesa["status"], mesa["estado"]) for mesa in his] == [
        (str(second.mesa_id), "in-play", "por-sortear")
    ]
    assert his[0]["lease"] == {
        "mine": True,
        "holder": second.device.name,
        "epoch": 1,
        "juez": str(second.juez),
        "last_at": None,
    }


def test_the_desk_sees_every_fixture_with_its_parejas() -> None:
    kept = keeper(parejas=8)
    desk = RoleFactory(championship=kept.championship, kind=Role.Kind.CONTROL).user
    DeviceFactory(championship=kept.championship, user=desk, token="del control")

    mesas = Tablet(kept, "del control").get("mesas").json()["mesas"]

    assert len(mesas) == 4


@pytest.mark.parametrize("fixtures", [1, 3])
def test_the_list_costs_the_same_however_long(fixtures: int) -> None:
    stage = published_stage(8)
    kept = keepers(stage.fixtures.filter(round=1)[:fixtures])
    for each in kept:
        each.open()
    DeviceFactory(championship=stage.championship, user=director_of(stage.championship), token="del director")

    with CaptureQueriesContext(connection) as queries:
        Tablet(kept[0], "del director").get("mesas")

    assert len(queries) == 5


def test_opening_answers_everything_the_tablet_needs() -> None:
    kept = keeper()

    answer = Tablet(kept).post("mesas", opening(kept))

    kept.mesa_id = answer.json()["id"]
    body, mesa = answer.json(), kept.mesa
    assert answer.status_code == 201
    assert body.pop("legal")
    assert body == {
        "id": str(mesa.public_id),
        "fixture": kept.fixture.pk,
        "status": "in-play",
        "table": kept.fixture.table.number,
        "round": "Semifinal",
        "championship": {
            "slug": kept.championship.slug,
            "name": str(kept.championship),
            "reglamento": RIOBAMBA,
        },
        "parejas": {"A": pareja(kept, "A"), "B": pareja(kept, "B")},
        "seats": ["A1", "B1", "A2", "B2"],
        "representatives": {"A": 1, "B": 2},
        "lease_epoch": 1,
        "lease": {"mine": True, "holder": kept.device.name, "epoch": 1, "juez": str(kept.juez), "last_at": None},
        "header": {
            "mesa": str(mesa.public_id),
            "reglamento": "riobamba",
            "version": mesa.reglamento_version,
            "settings": {},
            "seats": ["A1", "B1", "A2", "B2"],
        },
        "head": {"seq": 0, "hash": mesa.head_hash},
        "state": mesa.state,
        "log": [],
        "planilla": None,
        "correction": None,
        "public_url": "http://testserver",
    }


def test_opening_again_resumes() -> None:
    kept = keeper()
    tablet = Tablet(kept)
    first = tablet.post("mesas", opening(kept))

    second = tablet.post("mesas", opening(kept))

    assert (second.status_code, second.json()) == (200, first.json())


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"identified": False}, 422, "falta-identificacion"),
        ({"seats": ["A1", "A2", "B1", "B2"]}, 422, "asientos"),
        ({"seats": ["A1", "B1"]}, 422, "asientos"),
        ({"seats": ["A1", "B1", "A2", "C2"]}, 400, "invalid"),
        ({"representatives": {"A": 1, "B": 3}}, 400, "invalid"),
        ({"fixture": 2**31 - 1}, 404, "mesa-inexistente"),
        ({"fixture": 2**70}, 400, "invalid"),
        ({"fixture": "1"}, 400, "invalid"),
    ],
)
def test_opening_wrongly_is_refused(given: dict, status: int, code: str) -> None:
    kept = keeper()

    answer = Tablet(kept).post("mesas", opening(kept, **given))

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_another_juezs_mesa_does_not_exist() -> None:
    kept = kept_mesa(SORTEO)
    stranger = RoleFactory(championship=kept.championship).user
    DeviceFactory(championship=kept.championship, user=stranger, token="de otro")
    tablet = Tablet(kept, "de otro")

    answers = [
        tablet.get(tablet.mesa),
        tablet.record("caida A", base=1),
        tablet.post(f"{tablet.mesa}/preview", {"notation": "caida A"}),
        tablet.post(f"{tablet.mesa}/lease"),
        tablet.post(f"{tablet.mesa}/freeze"),
        tablet.post(f"{tablet.mesa}/reopen"),
        tablet.post("mesas", opening(kept)),
    ]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "mesa-inexistente")}


def test_reading_a_mesa_gives_log_state_and_planilla(tablet_with: With) -> None:
    tablet = tablet_with(*ZAPATERIA)
    planilla = tablet.kept.seal()

    body = tablet.get(tablet.mesa).json()

    assert [row["notation"] for row in body["log"]] == list(ZAPATERIA)
    assert body["state"]["estado"] == "terminada"
    assert body["status"] == "final"
    assert body["planilla"].items() >= {
        "version": 1, "status": "sealed", "fingerprint": planilla.fingerprint, "digest": planilla.digest
    }.items()  # fmt: skip
    signatures = body["planilla"]["signatures"]
    assert [(each["party"], each["outcome"]) for each in signatures] == [("A", "firma"), ("juez", "firma")]
    assert "ink" not in signatures[0]


def test_reading_costs_the_same_however_long_the_log(tablet_with: With) -> None:
    counts = []
    for lines in ((), (SORTEO,), (SORTEO, *["caida A", "caida B"] * 10)):
        tablet = tablet_with(*lines)
        with CaptureQueriesContext(connection) as queries:
            tablet.get(tablet.mesa)
        counts.append(len(queries))

    assert counts == [6, 6, 6]


def test_taking_over_fences_the_other_tablet(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)
    other = DeviceFactory(championship=tablet.kept.championship, user=tablet.kept.juez, token="de relevo")
    relief = Tablet(tablet.kept, "de relevo")

    taken = relief.post(f"{tablet.mesa}/lease")

    assert taken.status_code == 200
    assert taken.json()["lease"].items() >= {"mine": True, "holder": other.name, "epoch": 2}.items()
    assert tablet.record("caida A", base=1).status_code == 409
    assert relief.record("caida A", base=1, epoch=2).status_code == 200
    lease = tablet.get(tablet.mesa).json()["lease"]
    assert lease.items() >= {"mine": False, "holder": other.name, "juez": str(other.user)}.items()
    assert datetime.fromisoformat(lease["last_at"]) == tablet.kept.mesa.jugadas.last().received_at


def test_two_single_players_are_listed_and_seated() -> None:
    championship = ChampionshipFactory(reglamento="pagat", players_per_pareja=1)
    kept = keeper(championship=championship)
    tablet = Tablet(kept)
    seated = {"seats": ["A1", "B1"], "representatives": {"A": 1, "B": 1}}

    listed = tablet.get("mesas").json()["mesas"][0]["parejas"]
    refused = tablet.post("mesas", opening(kept))
    opened = tablet.post("mesas", opening(kept, **seated))

    assert [len(listed[side]["players"]) for side in "AB"] == [1, 1]
    assert (refused.status_code, refused.json()["code"]) == (422, "asientos")
    assert opened.status_code == 201
    assert (opened.json()["seats"], opened.json()["representatives"]) == (["A1", "B1"], {"A": 1, "B": 1})
