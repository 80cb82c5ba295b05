"""Guessing ids: whatever role one has, what is of another championship does not exist."""

from pathlib import Path

import pytest
from pytest_django import Settings

from brackets.models import Fixture
from referee.models import Call, Planilla, Signature
from referee.views.control_acts import ACTS
from tests.access_world import WHO, World, make_world, routes
from tests.test_access_matrix import EXPECTED, METHODS, ask, asked, quiet

__all__ = ["quiet"]

OWN = (
    "slug",
    "number",
    "round",
    "pairing_id",
    "what",
    "form",
    "kind",
    "ending",
    "plot",
    "size",
    "older",
)  # not ids of one row among all championships
# Whoever has the long random number is let in: its QR shows it. So is whoever has the secret (`token`) of a private page.
PUBLIC = ("referee:planilla",)
REFUSED = {"302", "401", "403", "404", "405"}
TURNED_AWAY = {"401", "403", "405"}
"""From what is of one's own championship already, and so before anybody looks at an id."""


@pytest.fixture
def worlds(db: None, settings: Settings, tmp_path: Path) -> tuple[World, World]:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    return make_world(tmp_path), make_world(tmp_path)


def guessed(route, own: World, other: World) -> dict[str, object] | None:
    """The address within one's own championship, with the ids of the other; None where it has none."""
    foreign = {part: other.ids[part] for part in route.parts if part not in OWN}
    if not foreign or route.name in PUBLIC or "token" in route.parts:
        return None
    return own.ids | foreign | ({"job_id": other.ids["job_id"]} if "print_job" in route.name else {})


def test_no_role_reaches_by_its_id_what_is_of_another_championship(worlds: tuple[World, World]) -> None:
    own, other = worlds
    clients, findings, tried = {who: own.client(who) for who in WHO}, [], 0

    for name, route in sorted(routes().items()):
        ids = guessed(route, own, other)
        if ids is None:
            continue
        aimed = World(own.sealed, own.playing, own.users, own.tokens, ids)
        for method, expected in zip(METHODS, EXPECTED[name], strict=True):
            told = dict(zip(WHO, expected.split(), strict=True))
            for who in (who for who in asked(route, expected) if told[who] not in TURNED_AWAY):
                status = ask(clients[who], aimed, route, method)
                tried += 1
                signed_in = who != "nobody" and not name.startswith("api:")
                if status not in (REFUSED - {"302"} if signed_in else REFUSED):
                    findings.append((name, who, method, status))

    assert findings == []
    assert tried > 300


def test_no_tablet_writes_what_is_of_another_championship_by_the_ids_in_its_body(worlds: tuple[World, World]) -> None:
    own, other = worlds
    clients, findings = {who: own.client(who) for who in WHO}, []
    with_ids = ("api:mesas",)

    for name in with_ids:
        for who, client in clients.items():
            answer = client.post(routes()[name].address(own.ids), other.body(name), content_type="application/json")
            if answer.status_code not in (401, 403, 404):
                findings.append((name, who, answer.status_code))

    assert findings == []


def test_no_button_of_the_floor_does_anything_to_what_is_of_another_championship(worlds: tuple[World, World]) -> None:
    own, other = worlds
    director, address = own.client("director"), routes()["referee:control_act"].address(own.ids)
    foreign = {
        *(other.ids[name] for name in ("fixture_id", "call_id", "planilla_id", "table_id") if name in other.ids),
        *Fixture.objects.filter(stage__championship=other.sealed.championship).values_list("pk", flat=True),
        *Signature.objects.filter(planilla__mesa__fixture=other.sealed.fixture).values_list("pk", flat=True),
        *other.sealed.championship.tables.values_list("pk", flat=True),
    } - {
        *Fixture.objects.filter(stage__championship=own.sealed.championship).values_list("pk", flat=True),
        *Signature.objects.filter(planilla__mesa__fixture=own.sealed.fixture).values_list("pk", flat=True),
        *own.sealed.championship.tables.values_list("pk", flat=True),
        *Planilla.objects.filter(mesa__fixture=own.sealed.fixture).values_list("pk", flat=True),
        *Call.objects.filter(mesa__fixture__stage__championship=own.sealed.championship).values_list("pk", flat=True),
    }

    answers = {
        (act, key): director.post(address, {"hacer": f"{act}:{key}:presente-A"}).status_code
        for act in ACTS
        if act != "asignar"
        for key in foreign
    }

    assert len(foreign) > 1, "what is of another has numbers of its own"
    assert {act for act, _ in answers} == set(ACTS) - {"asignar"}
    assert set(answers.values()) == {404}
