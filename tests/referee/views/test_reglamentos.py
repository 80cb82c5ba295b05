"""The rulebooks side by side: what is shown, what is marked, what is filtered."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.rules import REGLAMENTOS

pytestmark = pytest.mark.django_db
PAGE = "/reglamentos/"


def shown(client: Client, asked: str = "") -> str:
    return client.get(PAGE + asked).content.decode()


def rows(page: str) -> dict[str, str]:
    """By what it is called, a row of the tables as HTML."""
    found = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', page, re.DOTALL)
    return {re.sub(r"<span.*", "", name, flags=re.DOTALL).strip(): name + cells for name, cells in found}


def test_all_rulebooks_stand_side_by_side_with_every_parameter(client: Client) -> None:
    page = shown(client)

    assert all(page.count(f'<th scope="col">{rules.name}</th>') >= 1 for rules in REGLAMENTOS.values())
    assert len(rows(page)) == len(REGLAMENTOS["riobamba"].parameters)


def test_a_cell_says_its_value_its_place_and_how_firmly_it_stands_there(client: Client) -> None:
    told = rows(shown(client, "?reglamento=riobamba&reglamento=pagat"))

    assert "<span>2 puntos</span> <small>art. 9.a, 15.a · explícito</small>" in told["Caída y limpia, en total"]
    assert "<span>4 puntos</span>" in told["Caída y limpia, en total"]
    assert "costumbre adoptada" in told["Lo menos que puede tener una pareja"]
    assert "<span>no existe</span></td>" in told["Caída en ronda"]
    assert "<span>no</span> <small>art. 15 · no existe en él</small>" in told["Existe la regla"]


def test_what_differs_is_marked_by_a_sign_and_a_word(client: Client) -> None:
    told = rows(shown(client, "?reglamento=riobamba&reglamento=pagat"))

    assert "≠<span" in told["Ronda"]
    assert "difiere" in told["Ronda"]
    assert "≠" not in told["Puntos de una chica"]


def test_what_is_the_same_can_be_left_out(client: Client) -> None:
    told = rows(shown(client, "?reglamento=quito&reglamento=rigor&difiere=1"))

    assert "Doble ronda" in told
    assert "Puntos de una chica" not in told
    assert all("≠" in row for row in told.values())


def test_a_rulebook_does_not_differ_from_itself(client: Client) -> None:
    assert "no difieren en nada" in shown(client, "?reglamento=riobamba&difiere=1")


@pytest.mark.parametrize("asked", ["?reglamento=nadie", "?reglamento=", "?difiere="])
def test_what_is_not_understood_shows_them_all(client: Client, asked: str) -> None:
    assert all(f'<th scope="col">{rules.name}</th>' in shown(client, asked) for rules in REGLAMENTOS.values())


def test_it_asks_the_database_for_nothing(client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        shown(client)

    assert len(queries) == 0
