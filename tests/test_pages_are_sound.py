"""Every kind of page that can be reached by following links: nothing leads nowhere, and the HTML is fit to be read aloud."""

from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve
from pytest_django import Settings

from tests.access_world import World, make_world
from tests.long import longer

FIELDS = {"input", "select", "textarea"}
VOID = {"meta", "link", "input", "br", "hr", "img", "use", "progress"}
BY_THEMSELVES = {"hidden", "submit", "button"}


class Page(HTMLParser):
    """What a page is made of, and what is wrong with it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.labelled: set[str] = set()
        self.fields: list[dict[str, str | None]] = []
        self.refers: list[str] = []
        self.wrong: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.wrong += [f"id «{name}» {count} times" for name, count in self.ids.items() if count > 1]
        self.wrong += [f"field without a label: {field}" for field in self.fields if not self._is_labelled(field)]
        self.wrong += [f"refers to no id: {name}" for name in self.refers if name not in self.ids]
        self.wrong += [f"never closed: {self.open}"] if self.open else []
        self.wrong += [f"{self.tags[tag]} {tag}" for tag in ("h1", "main", "title") if self.tags[tag] != 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags[tag] += 1
        if tag not in VOID:
            self.open.append(tag)
        if given.get("id"):
            self.ids[str(given["id"])] += 1
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        if tag == "label" and given.get("for"):
            self.labelled.add(str(given["for"]))
        if tag in FIELDS and given.get("type") not in BY_THEMSELVES:
            self.fields.append(given)
        for name in ("aria-describedby", "aria-labelledby"):
            self.refers += (given.get(name) or "").split()
        self.wrong += [f"{name} on {tag}" for name in given if name == "style" or name.startswith("on")]
        if tag == "script" and not given.get("src"):
            self.wrong.append("script in the page")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes something else")

    def _is_labelled(self, field: dict[str, str | None]) -> bool:
        return bool(field.get("aria-label")) or field.get("id") in self.labelled


@pytest.fixture
def world(db: None, settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    return make_world(tmp_path)


def follow(client: Client, start: str, of_a_route: int) -> dict[str, tuple[int, Page | None]]:
    """What links lead to, of one route so many, with what was found there."""
    found: dict[str, tuple[int, Page | None]] = {}
    of_route: Counter[str] = Counter()
    ahead = [start]
    while ahead:
        address = ahead.pop(0)
        route = route_of(address)
        if address in found or of_route[route] == of_a_route:
            continue
        of_route[route] += 1
        answer = client.get(address, follow=True)
        is_page = answer["Content-Type"].startswith("text/html") and b"tablet/main.js" not in answer.content
        page = Page(answer.content.decode()) if is_page else None
        found[address] = (answer.status_code, page)
        ahead += [inner for link in (page.links if page else []) if (inner := within(address, link))]
    return found


@cache
def route_of(address: str) -> str:
    """Its name; an address that leads nowhere is a route of its own."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return address


def within(address: str, link: str) -> str:
    """The address a link leads to, or "" where it leads out of the site or only to a place on the page."""
    target = urldefrag(urljoin(f"http://testserver{address}", link)).url
    parts = urlsplit(target)
    return target.removeprefix("http://testserver") if parts.netloc == "testserver" and parts.path else ""


@pytest.mark.parametrize(
    ("who", "of_a_route"), [("nobody", 2), longer("juez", 1), longer("control", 1), ("director", 2)]
)
def test_whatever_is_offered_is_there_and_sound(world: World, who: str, of_a_route: int) -> None:
    """Who sees most and who sees least look at two pages of each kind; who sees what they do, at one."""
    found = follow(world.client(who), "/", of_a_route)

    assert {address: status for address, (status, _) in found.items() if status != 200} == {}
    assert {address: page.wrong for address, (_, page) in found.items() if page and page.wrong} == {}
    assert len(found) > {"nobody": 7, "juez": 8, "control": 25, "director": 30}[who]


@pytest.mark.parametrize(
    ("address", "status"), [("/no-hay/", 404), ("/c/no-hay/", 404), ("/c/{slug}/panel/equipo/", 403)]
)
def test_a_page_that_is_refused_is_sound_too(world: World, address: str, status: int) -> None:
    answer = world.client("control").get(address.format(slug=world.ids["slug"]))

    assert answer.status_code == status
    assert Page(answer.content.decode()).wrong == []


def test_forms_told_what_is_wrong_stay_sound(world: World) -> None:
    client, slug = world.client("director"), world.ids["slug"]
    forms = ("parejas/nueva/", "parejas/importar/", "equipo/cuenta/", "equipo/jueces/", "equipo/funcion/", "mesas/")

    answers = {form: client.post(f"/c/{slug}/panel/{form}") for form in forms}

    assert {answer.status_code for answer in answers.values()} == {422}
    assert {form: wrong for form, answer in answers.items() if (wrong := Page(answer.content.decode()).wrong)} == {}


def test_the_page_of_a_fault_needs_nothing_that_may_be_at_fault(project_root: Path) -> None:
    html = (project_root / "templates" / "500.html").read_text()

    assert "{% extends" not in html
    assert "{% url" not in html
