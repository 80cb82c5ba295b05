"""An address that only takes what a button sends, opened by hand: a page of ours, and 405 as before."""

import pytest
from django.test import Client

from cuarenta_torneo.english.page import english_or_none
from tests.factories.brackets import director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "back"),
    [
        ("/c/{}/panel/tablets/emparejar/", "/c/{}/panel/"),
        ("/c/{}/panel/equipo/jueces/", "/c/{}/panel/"),
        ("/p/1-x/confirmar/00000000-0000-0000-0000-000000000000/", "/p/1-x/"),
        ("/cuenta/salir/", "/"),
    ],
)
def test_a_button_s_address_says_what_to_do(path: str, back: str) -> None:
    championship = published_stage(2).championship
    client = Client()
    client.force_login(director_of(championship))

    for who in (client, Client()):
        answer = who.get(path.format(championship.slug))

        assert answer.status_code == 405
        assert "POST" in answer["Allow"]
        assert "Esta dirección no se abre sola" in answer.text
        assert f'href="{back.format(championship.slug)}">Ir a' in answer.text


def test_it_says_nothing_of_what_there_is() -> None:
    slug = published_stage(2).championship.slug

    real, invented = (Client().get(f"/c/{each}/panel/equipo/jueces/").text for each in (slug, "x" * len(slug)))

    assert real.replace(slug, "x" * len(slug)) == invented


def test_a_program_that_takes_no_page_gets_none() -> None:
    answer = Client().get("/cuenta/salir/", headers={"accept": "application/json"})

    assert (answer.status_code, answer.content) == (405, b"")


def test_every_word_of_it_has_its_english() -> None:
    page = Client().get("/cuenta/salir/").text
    assert "Es la de un botón" in page
    said = ("Esta dirección no se abre sola", "Ir a los campeonatos", "Ir al campeonato")
    both = "Es la de un botón o de un formulario, y no se hizo nada. Vaya a su página y use el botón."
    assert [each for each in (*said, both) if english_or_none(each) is None] == []
