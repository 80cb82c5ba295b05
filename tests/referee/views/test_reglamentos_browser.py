"""Rulebooks side by side in a real Chromium: two by two on a phone, a table on a wide screen."""

from collections.abc import Callable
from io import BytesIO

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from referee.rules import REGLAMENTOS
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]


def places(page: Page) -> list[tuple[float, float]]:
    """Where the cells of the first rule stand."""
    boxes = [cell.bounding_box() for cell in page.locator(".compare tbody tr").first.locator("td").all()]
    return [(box["x"], box["y"]) for box in boxes if box]


def scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def test_on_a_phone_two_stand_beside_one_another_each_with_its_name(
    live_server: LiveServer, open_context: OpenContext
) -> None:
    page = open_context(**PHONE).new_page()
    page.goto(f"{live_server.url}/reglamentos/")

    cells = places(page)

    assert len({x for x, _ in cells}) == 2
    assert len({y for _, y in cells}) == len(REGLAMENTOS) / 2
    assert not scrolls_sideways(page)
    label = page.locator(".compare td").first.evaluate("cell => getComputedStyle(cell, '::before').content")
    assert label == '"Riobamba"'


def test_on_a_wide_screen_all_stand_in_one_line(live_server: LiveServer, open_context: OpenContext) -> None:
    page = open_context().new_page()
    page.goto(f"{live_server.url}/reglamentos/")

    assert len({y for _, y in places(page)}) == 1
    assert not scrolls_sideways(page)


def test_two_are_chosen_and_what_they_share_is_left_out(live_server: LiveServer, open_context: OpenContext) -> None:
    page = open_context().new_page()
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="Los reglamentos de Cuarenta, lado a lado").click()
    for rules in REGLAMENTOS.values():
        page.get_by_role("checkbox", name=rules.name, exact=True).set_checked(rules.key in ("quito", "rigor"))
    page.get_by_role("checkbox", name="Solo lo que difiere").check()
    page.get_by_role("button", name="Comparar").click()

    expect(page.get_by_role("rowheader", name="Doble ronda").first).to_be_visible()
    expect(page.get_by_role("rowheader", name="Puntos de una chica")).to_have_count(0)


@pytest.mark.long
def test_it_prints_on_few_wide_pages(live_server: LiveServer, open_context: OpenContext) -> None:
    page = open_context().new_page()
    page.goto(f"{live_server.url}/reglamentos/")

    paper = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))

    assert {(round(each.mediabox.width), round(each.mediabox.height)) for each in paper.pages} == {(842, 595)}
    assert len(paper.pages) <= 12
    text = "".join(each.extract_text() for each in paper.pages)
    assert "Ver todo" not in text  # the form stays on the screen
    assert "Quién firma la Planilla" in " ".join(text.split())
