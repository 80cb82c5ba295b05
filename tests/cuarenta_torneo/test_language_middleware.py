"""Who asks for English has it, and keeps it; nobody else has."""

import re

import pytest
from django.test import Client

from brackets.models import Championship
from brackets.selectors.private_links import link_token
from tests.factories.brackets import ChampionshipFactory, director_of, published_stage
from tests.factories.inscription import accepting
from tests.factories.referee import sealed_mesa

pytestmark = pytest.mark.django_db


def opened() -> Championship:
    return ChampionshipFactory.create(status="open", appeal_minutes=10)


def test_it_is_asked_for_once_and_remembered() -> None:
    client = Client()

    first = client.get("/?idioma=en").content.decode()
    later = client.get("/").content.decode()
    back = client.get("/?idioma=es").content.decode()

    assert "Cuarenta championships" in first
    assert "Cuarenta championships" in later
    assert "Campeonatos de Cuarenta" in back
    assert 'lang="en"' in first
    assert 'lang="es-EC"' in back


def test_a_browser_in_english_is_not_asked() -> None:
    assert "Campeonatos de Cuarenta" in Client(headers={"accept-language": "en-US,en"}).get("/").content.decode()


@pytest.mark.parametrize("word", ["EN", "fr", "en'><script>", ""])
def test_another_word_asks_for_nothing(word: str) -> None:
    client = Client()

    answer = client.get("/", {"idioma": word})

    assert "Campeonatos de Cuarenta" in answer.content.decode()
    assert "idioma" not in answer.cookies


def test_the_desk_stays_as_it_works() -> None:
    championship = opened()
    client = Client()
    client.force_login(director_of(championship))
    client.cookies["idioma"] = "en"

    desk = client.get(f"/c/{championship.slug}/panel/").content.decode()

    assert 'lang="es-EC"' in desk
    assert "English" not in desk


def test_what_is_not_in_english_does_not_say_that_it_is() -> None:
    stage = published_stage(4)
    client = Client()
    client.force_login(director_of(stage.championship))
    client.cookies["idioma"] = "en"
    own = f"/p/{link_token(stage.championship.parejas.first())}/"

    for address in (f"/c/{stage.championship.slug}/inscripcion/", own, "/reglamentos/", "/importar/"):
        page = client.get(address).content.decode()
        assert 'lang="es-EC"' in page, address
        assert "English" not in page, address


@pytest.mark.parametrize("slug", ["p", "panel", "cuenta", "nuevo", "inscripcion", "reglamentos"])
def test_a_championship_may_be_called_as_a_place_that_is_spanish(slug: str) -> None:
    ChampionshipFactory.create(status="open", appeal_minutes=10, slug=slug)

    assert 'lang="en"' in Client().get(f"/c/{slug}/?idioma=en").content.decode()


def test_the_language_is_changed_where_one_is_and_dates_follow() -> None:
    championship = opened()
    client = Client()

    page = client.get(f"/c/{championship.slug}/parejas/?buscar=ana").content.decode()
    english = client.get(f"/c/{championship.slug}/?idioma=en").content.decode()

    assert 'href="?buscar=ana&amp;idioma=en"' in page
    assert " de noviembre" not in english
    assert " de diciembre" not in english


def test_a_page_says_that_it_is_another_for_another_cookie() -> None:
    client = Client()

    assert "Cookie" in client.get("/")["Vary"]
    assert client.get("/?idioma=en")["Content-Language"] == "en"


def test_the_rules_are_told_in_english() -> None:
    championship = opened()

    page = Client().get(f"/c/{championship.slug}/reglamento/?idioma=en").content.decode()

    assert "caída" in page
    assert "Para leer en voz alta" not in page


def test_a_plot_is_in_the_language_of_the_page_that_shows_it() -> None:
    kept = sealed_mesa()
    page, plot = f"/c/{kept.championship.slug}/estadisticas/", f"/c/{kept.championship.slug}/estadisticas/parejas.svg"
    spanish, english = Client(), Client()
    english.cookies["idioma"] = "en"

    answer = english.get(plot)

    assert f'src="{plot}"' in spanish.get(page).content.decode()
    assert f'src="{plot}?idioma=en"' in english.get(page).content.decode()  # told apart from what a browser kept
    assert (answer["Content-Type"], answer["Content-Language"]) == ("image/svg+xml", "en")
    assert "Cookie" in answer["Vary"]
    assert answer.content.decode() == spanish.get(f"{plot}?idioma=en").content.decode()
    assert "<title>Caídas, limpias and rondas of those who made most caídas</title>" in answer.content.decode()
    assert "<title>Caídas, limpias y rondas" in Client().get(plot).content.decode()
    assert figures_of(Client(), f"/c/{kept.championship.slug}/estadisticas/ediciones.svg")[0] == "0,0"
    assert figures_of(english, f"/c/{kept.championship.slug}/estadisticas/ediciones.svg")[0] == "0.0"


def figures_of(client: Client, plot: str) -> list[str]:
    return re.findall(r">\s*(\d[.,]\d)\s*</text>", client.get(plot).content.decode())


def test_an_overlay_that_is_not_there_says_so_in_the_language_that_was_asked_for() -> None:
    address = f"/c/{opened().slug}/mesa/99/overlay.json"

    english, spanish = (Client().get(address, {"idioma": each}) for each in ("en", "es"))

    assert (english.status_code, spanish.status_code) == (404, 404)
    assert "This page does not exist" in english.text
    assert "Esta página no existe" in spanish.text
    assert not english.cookies


def test_who_is_led_to_a_page_in_spanish_is_told() -> None:
    championship = opened()
    accepting(championship)

    page = Client().get(f"/c/{championship.slug}/", {"idioma": "en"}).text

    assert ">Enter online (in Spanish)</a>" in page
