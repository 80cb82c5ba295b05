"""Whatever name a request gives the server, no page, paper, QR or file repeats it."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import segno
from django.http import HttpResponseBase
from pypdf import PdfReader
from pytest_django import Settings

from tests.access_world import World, make_world, routes
from tests.public_addresses import asked_addresses, public_addresses

pytestmark = pytest.mark.django_db

NAMED = "cobra-aqui.example"


@pytest.fixture
def world(settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    return make_world(tmp_path)


def said_by(answer: HttpResponseBase) -> Iterator[str]:
    """All that whoever asked can read: headers, text, and of a PDF the words and what its links lead to."""
    yield str(
        [value for name, value in answer.items() if name != "Content-Security-Policy"]
    )  # it lets in the stream of the same name
    content: bytes = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined, arg-type]
    yield content.decode(errors="replace")
    if content.startswith(b"%PDF") and len(content) > 100:
        for page in PdfReader(BytesIO(content)).pages:
            yield page.extract_text()
            yield str([each.get_object() for each in page.get("/Annots", ())])


def test_no_answer_repeats_the_name_that_was_asked_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    make = segno.make
    monkeypatch.setattr(
        "segno.make", lambda content, *args, **given: drawn.append(content) or make(content, *args, **given)
    )
    fixture = world.sealed.fixture
    addresses = {
        *public_addresses(fixture),
        *asked_addresses(fixture),
        *(route.address(world.ids) for route in routes().values()),
    }
    repeated, read = [], 0

    for who in ("nobody", "director"):
        client = world.client(who)
        for address in sorted(addresses):
            answer = client.get(address, headers={"host": NAMED})
            if answer.status_code == 200:  # what the Director reads more of it is on his own pages too
                addresses.remove(address)
                read += 1
            if answer.status_code < 500 and any(NAMED in each for each in said_by(answer)):
                repeated.append((who, address))

    assert repeated == []
    assert [content for content in drawn if NAMED in content] == []
    assert len(drawn) > 5
    assert read > 150
