"""Certificates printed from their page by a real Chromium: one sheet each, lying, with all that the framed paper says."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PageObject, PdfReader
from pytest_django.live_server_helper import LiveServer

from brackets.models import Championship
from tests.factories.brackets import director_of, published_stage
from tests.referee.printing.papers.worlds import finished

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]


def opened(context: BrowserContext, championship: Championship, server: LiveServer, kind: str) -> Page:
    client = Client()
    client.force_login(director_of(championship))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": server.url}])
    page = context.new_page()
    page.goto(f"{server.url}/c/{championship.slug}/panel/papeles/{kind}.html")
    return page


def printed(page: Page, paper: str) -> list[PageObject]:
    """As the browser prints it on that paper; how it lies the page says itself."""
    return list(PdfReader(BytesIO(page.pdf(format=paper, prefer_css_page_size=True))).pages)


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_a_certificate_is_one_lying_sheet_with_everything_on_it(
    live_server: LiveServer, open_context: OpenContext, paper: str
) -> None:
    championship = published_stage(2).championship
    people = [player.name for pareja in championship.parejas.all() for player in pareja.players.all()]
    page = opened(open_context(), championship, live_server, "certificado-participacion")

    sheets = printed(page, paper)

    assert len(sheets) == len(people)
    for sheet, name in zip(sheets, people, strict=True):
        text = " ".join(sheet.extract_text().split())
        assert sheet.mediabox.width > sheet.mediabox.height
        for told in (championship.name, "CERTIFICADO", name, "Participación", "Director del Campeonato", "N.º P-"):
            assert told in text


def test_the_longest_names_leave_a_certificate_on_one_sheet(live_server: LiveServer, open_context: OpenContext) -> None:
    championship = finished()
    page = opened(open_context(), championship, live_server, "certificado-zapatero")

    (sheet,) = printed(page, "A4")

    assert "Han aprendido una nueva profesión" in " ".join(sheet.extract_text().split())


def test_the_heading_of_a_certificate_stands_in_its_frame(live_server: LiveServer, open_context: OpenContext) -> None:
    championship = published_stage(2).championship
    page = opened(open_context(), championship, live_server, "certificado-participacion")

    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator(".paper-diploma").first).to_contain_text(championship.name)
    assert page.locator(".paper-head").count() == 0
