"""What the tests of stages share: a stage of a format, and what its pages say."""

import re

from django.test import Client

from brackets.draw.formats import Format
from brackets.draw.qualification import Everybody
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import TABLE, Night
from tests.brackets.views.conftest import url

PAGES = ("championship", "standings", "standings_desk", "parejas_public", "fixtures", "panel")


def stage_of(form: Format, name: str = "La etapa") -> StagePlan:
    return StagePlan(name=name, format=form, entry=(Everybody(),), criteria=TABLE)


def read(client: Client, address: str, **asked: object) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200
    body = answer.content.decode().partition("<main")[2]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def words_of(client: Client, night: Night) -> dict[int, str]:
    standing = client.get(url("parejas_public", night.championship)).context["standing"]
    return {stand.pareja.number: stand.words for stand in standing}
