"""On the desk's pages of a closed championship nothing is offered that it refuses."""

import re
from typing import Final

import pytest
from django.test import Client

from brackets.models import Championship, Fixture
from brackets.services.championships import championship_close
from tests.access_world import routes
from tests.brackets.services.leaving import record
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db

CLOSED: Final = "El campeonato está cerrado: ya no se puede cambiar."
STILL: Final = {
    "brackets:draw_ceremony",  # steers its screen
    "brackets:passkey_demand",
    "brackets:people",
    "brackets:team",
    "referee:archive",
    "referee:certificate",
    "referee:own_link",
    "referee:pins",
    "referee:prints",
    "referee:quarantine_read",
    "referee:receipts",  # compares and writes nothing
    "referee:screens",
}
"""What a closed championship does not refuse: its people, papers and screens."""


def closed() -> Championship:
    stage = published_stage(5, tables=2, jueces=1)
    while ready := stage.fixtures.filter(status=Fixture.Status.READY).first():
        record(ready)
    return championship_close(championship=stage.championship, user=director_of(stage.championship), now=NOW)


def test_no_page_of_the_desk_has_a_form_that_would_be_refused(client: Client) -> None:
    championship = closed()
    client.force_login(director_of(championship))
    ids = {
        "slug": championship.slug,
        "number": 1,
        "fixture_id": Fixture.objects.filter(how="played").values_list("pk", flat=True)[0],
        "user_id": championship.roles.filter(kind="juez").values_list("user_id", flat=True)[0],
    }
    read, silent, offering = 0, set(), set()
    for route in routes().values():
        if "slug" not in route.parts or not route.parts <= ids.keys():
            continue
        address = route.address(ids)
        answer = client.get(address)
        if "/panel/" not in address or answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        page = answer.content.decode()
        main = page[page.index("<main") :]
        read += 1
        if CLOSED not in main and route.name not in STILL:
            silent.add(route.name)
        if any("<button" in form for form in re.findall(r'<form[^>]*method="post".*?</form>', main, re.DOTALL)):
            offering.add(route.name)

    assert read > 40
    assert silent == set()
    assert sorted(offering - STILL) == []
