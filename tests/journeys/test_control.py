"""The hall on one page, in two browsers: what one does the other sees, and neither is disturbed by it."""

import time
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.models import Championship, Fixture, User
from brackets.services.fixtures import fixtures_assign_auto
from referee.services.calls import call_make
from tests.chromium import PHONE
from tests.factories.brackets import RoleFactory, director_of, published_stage
from tests.factories.referee import SORTEO, Keeper, kept_mesa

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]
SECONDS = 2.0  # the promise is one; a busy machine is given another


def at_the_desk(context: BrowserContext, user: User, server: LiveServer, championship: Championship) -> Page:
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": server.url}])
    page = context.new_page()
    page.goto(server.url + reverse("referee:control", args=[championship.slug]))
    return page


@pytest.fixture
def kept() -> Keeper:
    kept = kept_mesa(SORTEO)
    kept.device.last_seen_at = timezone.now()
    kept.device.save()
    return kept


@pytest.fixture
def hall() -> Championship:
    championship = published_stage(8, tables=4, jueces=4).championship
    fixtures_assign_auto(championship=championship, user=director_of(championship), now=timezone.now())
    return championship


def test_what_one_does_the_other_sees_within_a_second(
    hall: Championship,
    live_server: LiveServer,
    open_context: OpenContext,
    record_property: Callable[[str, object], None],
) -> None:
    one = at_the_desk(open_context(), director_of(hall), live_server, hall)
    other = at_the_desk(open_context(), RoleFactory(championship=hall, kind="control").user, live_server, hall)
    taken = []
    for number in (1, 2, 3):
        expect(other.locator(f"#m{number} .state--ready")).to_be_visible()
        one.locator(f"#m{number}").get_by_role("button", name="Convocar").click()
        begun = time.monotonic()
        other.locator(f"#m{number} .state--called").wait_for()
        taken.append(time.monotonic() - begun)
    record_property("seconds", max(taken))
    assert max(taken) <= SECONDS, f"seen by the other after {max(taken):.2f} s"


def test_a_jugada_moves_the_score_without_a_reload(
    kept: Keeper, live_server: LiveServer, open_context: OpenContext
) -> None:
    page = at_the_desk(open_context(), director_of(kept.championship), live_server, kept.championship)
    page.evaluate("globalThis.sameDocument = true")
    search = page.get_by_label("Buscar mesa, pareja o Juez")
    search.focus()
    search.press_sequentially("mesa")
    kept.record("caida A")
    expect(page.locator("#m1 .seat__points").first).to_have_text("2")
    expect(search).to_be_focused()
    expect(search).to_have_value("mesa")
    assert page.evaluate("globalThis.sameDocument")


def test_a_call_is_spoken_and_answered_by_keyboard(
    kept: Keeper, live_server: LiveServer, open_context: OpenContext
) -> None:
    page = at_the_desk(open_context(), director_of(kept.championship), live_server, kept.championship)
    now = timezone.now()
    call_make(
        mesa=kept.mesa, device=kept.device, user=kept.juez, client_id=uuid4(), reason="medico", called_at=now, now=now
    )
    expect(page.locator("#avisa")).to_have_text("Mesa 1: Llama el Juez: Médico")
    page.keyboard.press("j")
    expect(page.locator("#m1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#m1 .seat__told")).to_contain_text("El Juez sabe que alguien va.")
    expect(page.locator("#m1")).not_to_contain_text("Llama el Juez")
    page.locator("#m1").get_by_role("button", name="Deshacer").press("Enter")
    expect(page.locator("#m1")).to_contain_text("Llama el Juez: Médico")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()


def test_what_was_done_is_undone_in_its_card(
    hall: Championship, live_server: LiveServer, open_context: OpenContext
) -> None:
    page = at_the_desk(open_context(**PHONE), director_of(hall), live_server, hall)
    page.locator("#m2").get_by_role("button", name="Convocar").click()
    expect(page.locator("#m2 .state--called")).to_be_visible()
    page.locator("#m2").get_by_role("button", name="Deshacer").click()
    expect(page.locator("#m2 .state--ready")).to_be_visible()
    assert not Fixture.objects.filter(status=Fixture.Status.CALLED).exists()
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_filters_and_sound_stay_after_a_reload(
    hall: Championship, live_server: LiveServer, open_context: OpenContext
) -> None:
    page = at_the_desk(open_context(), director_of(hall), live_server, hall)
    expect(page.get_by_label("Sonido")).not_to_be_checked()
    page.get_by_label("Sonido").check()
    page.get_by_role("link", name="En juego").click()
    expect(page.get_by_text("Ninguna mesa está así ahora.")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Sonido")).to_be_checked()
    expect(page.get_by_text("Ninguna mesa está así ahora.")).to_be_visible()


def test_it_is_a_plain_page_without_a_script(
    hall: Championship, live_server: LiveServer, open_context: OpenContext
) -> None:
    page = at_the_desk(open_context(java_script_enabled=False), director_of(hall), live_server, hall)
    page.locator("#m1").get_by_role("button", name="Convocar").click()
    expect(page.get_by_text("convocada a la Mesa 1")).to_be_visible()
    expect(page.get_by_role("link", name="Actualizar")).to_be_visible()
