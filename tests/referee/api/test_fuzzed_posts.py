"""A thousand posts made up at random, well-formed and not: none reaches a mesa that is not the device's."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from referee.models import Device
from tests.access_world import Route, World, make_world, routes
from tests.factories.brackets import NOW
from tests.factories.referee import DeviceFactory, log_of

POSTS, AT_ONCE = 1000, 50
STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 1.5, "", "A", "caida A", "anula 1", "\u202e", "x" * 5000, [], {}, [None], {"A": 1},
)  # fmt: skip


@pytest.fixture
def world(db: None, settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = tmp_path
    return make_world(tmp_path)


def of_a_mesa() -> list[Route]:
    """Everything a tablet may post about one mesa, and opening it."""
    every = routes()
    return [
        *(each for name, each in every.items() if name.startswith("api:") and "mesa_id" in each.parts),
        every["api:mesas"],
    ]


def values(body: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a body where something stands: what holds it, and under which key."""
    for key in range(len(body)) if isinstance(body, list) else list(body):
        yield body, key
        if isinstance(body[key], (dict, list)):
            yield from values(body[key])


def mutated(chance: random.Random, body: Any) -> Any:
    """The body with some of it replaced, dropped, doubled, or none of it."""
    body = json.loads(json.dumps(body))
    for _ in range(chance.choice([0, 0, 1, 1, 2, 4])):
        places = list(values(body))
        if not places:
            break
        holder, key = chance.choice(places)
        match chance.choice(["strange", "drop", "fresh", "extra"]):
            case "strange":
                holder[key] = chance.choice(STRANGE)
            case "drop":
                del holder[key]
            case "fresh":
                holder[key] = str(uuid4())
            case "extra" if isinstance(holder, dict):
                holder[chance.choice(["mesa", "mesa_id", "device", "user", "force"])] = chance.choice(STRANGE)
    return body


def written(chance: random.Random, body: Any) -> bytes:
    text = json.dumps(body).encode()
    return chance.choice([text] * 8 + [text[: len(text) // 2], b"", b"[" + text + b"]", text * 2])


def fingerprint() -> str:
    """All that the tablets' tables hold, but for when a device was last seen."""
    digest = sha256()
    for model in apps.get_app_config("referee").get_models():
        if model is not Device:
            for row in model._default_manager.order_by("pk").values_list():
                digest.update(repr(row).encode())
    return digest.hexdigest()


def send(chance: random.Random, world: World, token: str, route: Route, whole: dict[str, object]) -> int:
    """One post, to one of the mesas of the Juez, with this body or some of it; what it did is kept."""
    kept = chance.choice([world.playing, world.sealed])
    body = whole | ({"fixture": kept.fixture.pk} if route.name == "api:mesas" else {})
    address = route.address(world.ids | {"mesa_id": kept.mesa_id})
    spelled = chance.choice([address] * 6 + [address.upper().replace("/API/V1/MESAS", "/api/v1/mesas"), f"{address}/"])
    headers = {"authorization": chance.choice(["Device", "device", "Device  "]) + f" {token}"}
    if chance.random() < 0.2:
        headers[chance.choice(["x-http-method-override", "x-device", "x-forwarded-user"])] = world.tokens["juez"]
    return (
        Client(headers=headers)
        .post(spelled, written(chance, mutated(chance, body)), content_type="application/json")
        .status_code
    )


@pytest.mark.long
def test_a_thousand_fuzzed_posts_reach_no_mesa_of_another(world: World) -> None:
    chance, statuses = random.Random(40), Counter[int]()
    revoked = DeviceFactory(championship=world.playing.championship, user=world.playing.juez, token="revoked-token")
    Device.objects.filter(pk=revoked.pk).update(revoked_at=NOW)
    tokens = ["", "revoked-token", *(world.tokens[who] for who in ("other_juez", "foreign_juez", "foreign_director"))]
    before, every = fingerprint(), [(route, world.body(route.name)) for route in of_a_mesa()]

    for number in range(POSTS):
        statuses[send(chance, world, chance.choice(tokens), *chance.choice(every))] += 1
        if number % AT_ONCE == 0:
            assert fingerprint() == before

    assert fingerprint() == before
    assert sum(statuses.values()) == POSTS
    assert statuses.keys() <= {400, 401, 403, 404, 405, 413, 422}, statuses


def test_the_same_posts_of_the_right_tablet_do_reach_it(world: World) -> None:
    chance, statuses = random.Random(40), Counter[int]()

    route = routes()["api:jugadas"]
    for _ in range(100):
        with transaction.atomic():
            statuses[send(chance, world, world.tokens["juez"], route, world.body(route.name))] += 1

    assert statuses[200]
    assert len(log_of(world.playing.mesa)) > 1
