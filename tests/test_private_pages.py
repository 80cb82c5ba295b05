"""What only some may see stays in no cache: neither the pages, nor the files, nor what is behind a secret address."""

from pathlib import Path

from django.test import Client
from pytest_django import Settings

from tests.access_world import make_world, routes
from tests.test_access_matrix import quiet

__all__ = ["quiet"]


def test_nothing_private_is_kept_by_a_browser_nor_on_the_way(db: None, settings: Settings, tmp_path: Path) -> None:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    world = make_world(tmp_path)
    director, anyone, kept, asked = world.client("director"), Client(), [], 0
    for name, route in routes().items():
        if name.startswith("api:") or ":" not in name:
            continue
        address = route.address(world.ids)
        secret = bool({"token", "entry_token"} & route.parts)
        if not secret and ("slug" not in route.parts or anyone.get(address).status_code == 200):
            continue
        answer = director.get(address)
        if answer.status_code == 200:
            asked += 1
            if "no-store" not in answer.get("Cache-Control", "") or answer.get("Referrer-Policy") != "same-origin":
                kept.append(name)

    assert kept == []
    assert asked > 40
