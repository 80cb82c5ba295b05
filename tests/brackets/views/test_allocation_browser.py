"""The proposal by touch and by keyboard, in a real Chromium: what a Juez would break is read before he is dropped."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from brackets.selectors.drafts import draft_open
from brackets.services.drafts import draft_discard, draft_put_juez
from tests.brackets.services.test_drafts import belongs, placed, propose, view_of
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_juez_is_taken_in_the_hand_warned_of_dropped_undone_and_published(
    open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    stage = published_stage(8, tables=5, jueces=5)
    championship = stage.championship
    draft = propose(stage)
    view = view_of(draft)
    spare, line = view.spare_jueces[0], view.lines[2]
    belongs(stage, spare, "Club Sol")
    line.fixture.pareja_a.club = "club sol"
    line.fixture.pareja_a.save()
    client, context = Client(), open_context()
    client.force_login(director_of(championship))
    context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": live_server.url}])
    page = context.new_page()

    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(live_server.url + url("allocation", championship))
        page.get_by_role("link", name=str(spare)).click()
        tied = page.locator(f"#linea-{line.fixture.pk}")
        expect(tied).to_contain_text("es de «Club Sol», como la pareja")
        expect(tied).to_contain_text("No puede dirigirla")
        expect(tied.get_by_role("button")).to_have_count(0)
        page.wait_for_load_state()  # the styles come after the words, and its fragment takes the focus away once more
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

        first = view.lines[0].fixture
        button = page.locator(f"#linea-{first.pk}").get_by_role("button")
        button.press("Enter")
        expect(page.locator(f"#linea-{first.pk}")).to_contain_text(str(spare))
        page.get_by_role("button", name="Deshacer el último ajuste").click()
        expect(page.locator(f"#linea-{first.pk}")).not_to_contain_text(str(spare))

    assert draft_open(championship).lines == draft.lines
    page.get_by_role("button", name="Publicar 4 de 4").click()
    expect(page.locator("main")).to_contain_text("Mesas y jueces publicados")
    assert (None, None) not in placed(stage).values()


def test_a_second_person_sees_the_change_and_keeps_what_is_in_the_hand(
    open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    stage = published_stage(8, tables=5, jueces=6)
    championship = stage.championship
    draft = propose(stage)
    view = view_of(draft)
    mine, other = view.spare_jueces[:2]
    client, context = Client(), open_context()
    client.force_login(director_of(championship))
    context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(live_server.url + url("allocation", championship) + f"?juez={mine.pk}")
    line, last = view.lines[0].fixture, view.lines[3].fixture
    button = page.locator(f"#linea-{last.pk}").get_by_role("button")
    button.focus()

    who = {"user": director_of(championship), "now": NOW}
    draft_put_juez(draft=draft, version=draft.version, fixture=line.pk, juez=other, **who)

    expect(page.locator(f"#linea-{line.pk}")).to_contain_text(str(other), timeout=5000)
    expect(page.locator("#cambio")).to_contain_text("Alguien cambió la propuesta")
    expect(page.locator(".allocation-hand")).to_contain_text(str(mine))
    expect(button).to_be_focused()
    button.click()
    expect(page.locator(f"#linea-{last.pk}")).to_contain_text(str(mine))

    draft = draft_open(championship)
    draft_discard(draft=draft, version=draft.version, **who)
    expect(page.get_by_role("button", name="Proponer")).to_be_visible(timeout=5000)
