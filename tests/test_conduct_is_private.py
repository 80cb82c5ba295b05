"""What is written of somebody's conduct is for the organisation: no page nor API tells it to anybody else.

`test_access_matrix` asks every route for it, as each who is not of the organisation.
"""

from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.http import HttpResponseBase
from django.test import Client
from pypdf import PdfReader
from pytest_django import Settings

from brackets.selectors.private_links import link_token
from referee.services.conduct import Reported, incident_settle, incident_write
from tests.access_world import World, make_world, routes
from tests.factories.brackets import NOW, director_of

SECRET = "Escondió el as bajo el mantel"
PENDING = "regla reservada 77"  # the article of what is not final; that of a final one is public
OUTSIDE = {"nobody", "stranger", "foreign_juez", "foreign_director"}


@pytest.fixture
def world(db: None, settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = tmp_path
    return make_world(tmp_path)


def report(world: World, text: str) -> None:
    """Of both parejas of both mesas, one that is final and one that is not."""
    for kept in (world.sealed, world.playing):
        for pareja in (kept.fixture.pareja_a, kept.fixture.pareja_b):
            assert pareja is not None
            for final in (False, True):
                reported = Reported(
                    pareja, "senas", "falta-grave", text, article="" if final else PENDING, fixture=kept.fixture
                )
                director = director_of(kept.championship)
                incident = incident_write(
                    championship=kept.championship, reported=reported, client_id=uuid4(), user=director, now=NOW
                )
                if final:
                    incident_settle(incident=incident, user=director, now=NOW)


def text_of(answer: HttpResponseBase) -> str:
    body = b"".join(answer) if answer.streaming else getattr(answer, "content", b"")  # type: ignore[call-overload, attr-defined]
    if body.startswith(b"%PDF"):
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(body)).pages)
    return bytes(body).decode(errors="replace")


def test_the_private_page_tells_a_pareja_nothing_of_it_nor_of_its_rival(world: World) -> None:
    report(world, SECRET)
    for pareja in (world.playing.fixture.pareja_a, world.sealed.fixture.pareja_b):
        assert pareja is not None
        page = Client().get(f"/p/{link_token(pareja)}/")
        assert page.status_code == 200
        assert SECRET not in page.content.decode()


def test_the_juez_of_another_mesa_does_not_read_it(world: World) -> None:
    report(world, SECRET)
    other = world.client("other_juez")
    for route in routes().values():
        if route.name.startswith("api:"):
            assert SECRET not in text_of(other.get(route.address(world.ids))), route.name
    keeps = world.client("juez").get(f"/api/v1/mesas/{world.playing.mesa.public_id}/law")
    assert SECRET in keeps.content.decode()
