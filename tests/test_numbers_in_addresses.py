"""A number in an address that no row can have: there is no such page, whoever asks."""

from pathlib import Path

from django.urls import get_resolver
from pytest_django import Settings

from tests.access_world import make_world, routes
from tests.test_access_matrix import quiet

__all__ = ["quiet"]

TOO_LARGE = 99_999_999_999_999_999_999_999


def test_a_number_larger_than_any_row_has_is_not_found(db: None, settings: Settings, tmp_path: Path) -> None:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    world = make_world(tmp_path)
    clients = {who: world.client(who) for who in ("nobody", "director")}
    found: dict[str, int] = {}
    for name, route in sorted(routes().items()):
        numbers = {part: TOO_LARGE for part in route.parts if isinstance(world.ids.get(part), int)}
        address = route.address(world.ids | numbers)
        for who, client in clients.items() if numbers else ():
            found[f"{name} for {who}"] = client.get(address).status_code

    assert len(found) > 100
    assert set(found.values()) == {404}


def test_no_route_takes_a_number_without_a_bound() -> None:
    def converters(resolver: object) -> set[str]:
        own = {type(each).__name__ for each in resolver.pattern.converters.values()}  # type: ignore[attr-defined]
        return own.union(*map(converters, getattr(resolver, "url_patterns", ())))

    assert "IntConverter" not in converters(get_resolver())
