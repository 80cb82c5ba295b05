"""Any page of the desk says that a call, a protest or an appeal came; it sounds only where somebody turned that on."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from referee.services.calls import call_make
from tests.factories.appeals import appealed
from tests.factories.brackets import director_of
from tests.factories.referee import SORTEO, keeper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RUNG = "document.querySelector('[data-calls]').dataset.rung ?? '0'"


@pytest.mark.long
def test_an_appeal_is_said_on_any_page_and_sounds_only_where_that_was_turned_on(
    open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    kept = keeper()
    kept.open()
    kept.record(SORTEO, "caida A")
    slug = kept.championship.slug
    client, context = Client(), open_context()
    client.force_login(director_of(kept.championship))
    context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": live_server.url}])
    page = context.new_page()
    heard = page.locator("[data-calls] [role=status]")
    with page.expect_response("**/llamadas/estado"):
        page.goto(live_server.url + reverse("brackets:hours", args=[slug]))

    appealed(kept)
    expect(heard).to_have_text("Llegó una apelación.", timeout=12_000)
    assert page.evaluate(RUNG) == "0"

    with page.expect_response("**/llamadas/estado"):
        page.goto(live_server.url + reverse("referee:calls", args=[slug]))
    expect(heard).to_have_text("")  # it was said already
    page.get_by_label("Sonido").check()
    assert page.evaluate(RUNG) == "1"

    call_make(
        mesa=kept.mesa, device=kept.device, user=kept.juez, client_id=uuid4(), reason="medico",
        called_at=timezone.now(), now=timezone.now(),
    )  # fmt: skip
    expect(page.get_by_role("button", name="Voy yo")).to_be_visible(timeout=12_000)
    expect(heard).to_have_text("Un Juez llama a la Mesa de Control.")
    assert page.evaluate(RUNG) == "1"
