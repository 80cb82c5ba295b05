"""What every test of "whatever is public" asks for is all that is public, and none of it names who judges unless the setting says so."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import resolve
from pytest_django import Settings

from brackets.models import Championship, User
from tests.access_world import World, make_world
from tests.public_addresses import ASKED, ELSEWHERE, public_addresses, public_names

JUECES = {"juez": "Zenaida Juzgadora", "other_juez": "Otilia Arbitrante", "foreign_juez": "Ulpiano Ajeno"}
PARAMETERS = (
    "buscar", "c", "cadena", "claro", "desde", "dia", "en", "etapa", "h", "idioma", "orden", "pagina", "pantalla", "pareja",
    "parte", "q", "r", "reglamento", "todas", "v",
)  # fmt: skip


@pytest.fixture
def world(db: None, settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    return make_world(tmp_path)


def test_every_public_route_has_an_address_or_a_reason_to_have_none(world: World) -> None:
    addresses = list(public_addresses(world.sealed.fixture))

    reached = {resolve(address).view_name for address in addresses}
    assert reached | {*ELSEWHERE} == {*public_names()}
    assert reached.isdisjoint(ELSEWHERE)
    assert {address: status for address in addresses if (status := Client().get(address).status_code) != 200} == {}


@pytest.mark.parametrize("public", [False, True])
def test_who_judges_is_told_in_public_only_where_the_setting_says_so(world: World, *, public: bool) -> None:
    for who, name in JUECES.items():
        User.objects.filter(pk=world.users[who].pk).update(display_name=name)
    Championship.objects.update(jueces_public=public)
    client = Client()
    addresses = {*public_addresses(world.sealed.fixture), *public_addresses(world.playing.fixture)}

    telling = {}
    for address in addresses:
        answer = client.get(address)
        said = b"".join(answer) if answer.streaming else answer.content
        if found := [name for name in JUECES.values() if name.encode() in said]:
            telling[resolve(address).view_name] = found

    # The page of the jueces is there only where they are public.
    assert set(telling) == ({"brackets:jueces_public", "referee:planilla"} if public else set())


def test_a_nul_in_what_is_asked_for_is_left_out_everywhere(world: World) -> None:
    """In every way that one may come where a page is known to read what is asked for; elsewhere in one."""
    client, answers = Client(raise_request_exception=False), {}

    for address in public_addresses(world.sealed.fixture):
        for typed in ("a%00b", "rosa%%0000", "%00") if resolve(address).view_name in ASKED else ("a%00b",):
            asked = "&".join(f"{name}={typed}" for name in PARAMETERS)
            answers[address, typed] = client.get(f"{address}?{asked}").status_code

    assert {address: status for address, status in answers.items() if status >= 500} == {}
    assert {typed for _, typed in answers} == {"a%00b", "rosa%%0000", "%00"}
    assert client.get("/buscar/?q=Al%00ba").context["words"] == "Alba"
