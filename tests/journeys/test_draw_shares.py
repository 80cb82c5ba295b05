"""Two phones promise a share each on their private pages and show it by themselves, and the draw follows from both."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.models import Championship
from brackets.selectors.private_links import link_token
from tests.factories.brackets import director_of, entered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.mark.long
def test_phones_promise_and_show_and_the_director_draws(
    open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    championship = entered(4)
    desk = signed_in(open_context, live_server, championship)
    desk.get_by_label("Aportes que quienes juegan prometen").check()
    desk.get_by_label("Hasta qué hora").fill("04:30")
    desk.get_by_role("button", name="Publicar el compromiso").click()
    phones = [phone_of(open_context, live_server, championship, number) for number in (1, 2)]
    for phone in phones:
        phone.get_by_role("button", name="Prometer un aporte").click()
        expect(phone.locator("#aporte")).to_contain_text("Prometido")
    expect(desk.locator("#aportes")).to_contain_text("2 prometidos")

    desk.get_by_role("button", name="Cerrar ya las promesas").click()
    another = phone_of(open_context, live_server, championship, 2)
    for phone in phones:
        phone.reload()

    expect(another.locator("#aporte")).to_contain_text("abra la página en aquel")
    expect(another.locator("#aporte button")).to_be_hidden()
    for phone in phones:
        expect(phone.locator("#aporte")).to_contain_text("Mostrado")
    desk.get_by_role("button", name="Sortear").click()
    desk.get_by_role("button", name="Publicar la llave").click()
    desk.goto(f"{live_server.url}{reverse('brackets:draw_public', args=[championship.slug])}?verificar=1")
    expect(desk.locator("main")).to_contain_text("El sorteo es el que dice el acta")
    expect(desk.get_by_text("Mostró su aporte")).to_have_count(2)


def signed_in(open_context: Callable[..., BrowserContext], live_server: LiveServer, championship: Championship) -> Page:
    client, context = Client(), open_context()
    client.force_login(director_of(championship))
    context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}{reverse('brackets:draw', args=[championship.slug])}")
    return page


def phone_of(
    open_context: Callable[..., BrowserContext], live_server: LiveServer, championship: Championship, number: int
) -> Page:
    page = open_context(**PHONE).new_page()
    token = link_token(championship.parejas.get(number=number))
    page.goto(f"{live_server.url}{reverse('referee:own', args=[token])}")
    return page
