"""The stages of a Mundial, planned by hand in a real Chromium without a script, and picked from the templates on a phone."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.draw.plans_ready import BY_KEY
from brackets.draw.structure import Zapateria
from brackets.models import Championship
from brackets.selectors.planning import plans_of
from brackets.selectors.stages import stages_of
from tests.brackets.views.conftest import url
from tests.chromium import PHONE
from tests.factories.brackets import ChampionshipFactory, ParejaFactory, TableFactory, director_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]
MUNDIAL = list(BY_KEY["mundial"].plans(96, Zapateria.IF_DEFEATED))


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory()
    for number in range(1, 97):
        ParejaFactory(championship=championship, number=number)
    for number in range(1, 25):
        TableFactory(championship=championship, number=number)
    return championship


def signed_in(context: BrowserContext, championship: Championship, server: LiveServer) -> Page:
    client = Client()
    client.force_login(director_of(championship))
    context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": server.url}])
    page = context.new_page()
    page.goto(server.url + url("stages", championship))
    return page


def add_stage(page: Page, name: str, form: str, *rules: tuple[str, ...]) -> None:
    """Fill in the form of a new stage; a rule is who, the stage, how many and of which place."""
    page.get_by_label("Nombre de la etapa").fill(name)
    page.get_by_label(form, exact=True).check()
    if form == "Series":
        page.get_by_label("De cuántos son las series").fill("4")
    for number, rule in enumerate(rules):
        row = page.locator(".stage-rule").nth(number)
        row.get_by_label("Quiénes").select_option(label=rule[0])
        for label, value in zip(("De la etapa", "Puesto"), rule[1::2], strict=False):
            row.get_by_label(label).select_option(label=value)
        if len(rule) > 2:
            row.get_by_label("Cuántos").fill(rule[2])
    page.get_by_role("button", name="Guardar la etapa").click()
    expect(page.get_by_text(f"Se guardó la etapa «{name}».")).to_be_visible()


@pytest.mark.long
def test_a_mundial_is_planned_stage_by_stage(
    championship: Championship, live_server: LiveServer, open_context: OpenContext
) -> None:
    page = signed_in(open_context(java_script_enabled=False), championship, live_server)
    first, best = "Los primeros puestos de cada serie", "Los mejores de un puesto, por repechaje"

    page.get_by_role("link", name="ponga la primera etapa").click()
    add_stage(page, "Eliminatorias", "Series")
    page.get_by_role("link", name="Agregar una etapa").click()
    one = "1. Eliminatorias"
    add_stage(page, "Cuartos", "Series", (first, one, "1"), (best, one, "12", "2.º"))
    page.get_by_role("link", name="Agregar una etapa").click()
    two = "2. Cuartos"
    add_stage(page, "Semifinales y final", "Eliminatoria directa", (first, two, "1"), (best, two, "3", "2.º"))

    assert plans_of(stages_of(championship)) == MUNDIAL
    expect(page.get_by_text("210 partidas en 10 rondas, al menos 8 h 40 min")).to_be_visible()


def test_a_template_is_picked_and_taken_back_on_a_phone(
    championship: Championship, live_server: LiveServer, open_context: OpenContext
) -> None:
    page = signed_in(open_context(**PHONE), championship, live_server)

    page.get_by_role("button", name="Usar «Mundial»").click()

    expect(page.get_by_role("heading", name="2. Cuartos")).to_be_visible()
    assert plans_of(stages_of(championship)) == MUNDIAL
    page.wait_for_load_state()  # with its styles
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Cambiar «Cuartos»").click()
    page.wait_for_load_state()  # with its styles
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.go_back()

    page.get_by_role("button", name="Quitar estas etapas").click()

    expect(page.get_by_text("Las etapas volvieron a ser las de antes.")).to_be_visible()
    assert plans_of(stages_of(championship)) == []


def test_only_what_the_chosen_format_needs_is_shown(
    championship: Championship, live_server: LiveServer, open_context: OpenContext
) -> None:
    page = signed_in(open_context(), championship, live_server)
    page.get_by_role("link", name="ponga la primera etapa").click()
    size, third = page.get_by_label("De cuántos son las series"), page.get_by_label("Partida por el tercer puesto")
    expect(third).to_be_visible()
    expect(size).to_be_hidden()

    page.get_by_label("Series", exact=True).check()

    expect(size).to_be_visible()
    expect(third).to_be_hidden()
    expect(page.get_by_label("Diferencia de chicas")).to_be_visible()
