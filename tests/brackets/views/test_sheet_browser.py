"""The drawing of a stage in a real Chromium: walked by keyboard, zoomed, read by whoever sees little, thrown on a wall."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.draw.formats import DoubleElimination, Series
from brackets.models import Fixture, Stage
from tests.brackets.views.test_sheet import stage_of
from tests.chromium import PHONE
from tests.factories.brackets import TableFactory, published_stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]
PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}
SERIOUS = {"serious", "critical"}


def address(live_server: LiveServer, stage: Stage, query: str = "") -> str:
    return f"{live_server.url}/c/{stage.championship.slug}/etapa/1/llave/{query}"


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def region(page: Page) -> Locator:
    return page.locator("#dibujo")


def inside(page: Page, box: Locator) -> bool:
    """Whether a box is wholly in view of the region."""
    outer, inner = region(page).bounding_box(), box.bounding_box()
    assert outer
    assert inner
    return bool(
        outer["x"] <= inner["x"] + 2
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 2
        and outer["y"] <= inner["y"] + 2
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 2
    )


def test_arrows_go_from_a_match_to_those_it_hangs_together_with(
    live_server: LiveServer, open_context: OpenContext
) -> None:
    stage = stage_of(DoubleElimination(), 8)
    page = open_context().new_page()
    page.goto(address(live_server, stage))

    region(page).focus()
    page.keyboard.press("Tab")
    walked = [focused(page)]
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "p", "Home"):
        page.keyboard.press(key)
        walked.append(focused(page))
        assert inside(page, page.locator(f"#{walked[-1]}"))

    hang = {fixture.number: fixture for fixture in Fixture.objects.filter(stage=stage)}
    assert walked[:4] == ["partida-1", "partida-2", "partida-5", walked[3]]
    assert hang[int(walked[3].split("-")[1])].round == 3
    assert walked[4] == "partida-5"
    assert hang[int(walked[5].split("-")[1])].round > 2  # the loser plays on, in the other tree
    assert walked[6] == "partida-1"
    page.keyboard.press("Tab")  # the whole drawing is one stop
    assert "partida-" not in focused(page)


def test_enter_opens_the_partida(live_server: LiveServer, open_context: OpenContext) -> None:
    stage = published_stage(4)
    page = open_context().new_page()
    page.goto(address(live_server, stage))

    page.locator("#partida-2").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_contain_text("Partida 2")


def test_in_series_arrows_go_to_the_next_round(live_server: LiveServer, open_context: OpenContext) -> None:
    stage = stage_of(Series(size=4), 8)
    page = open_context().new_page()
    page.goto(address(live_server, stage))
    page.locator("#partida-2").focus()

    page.keyboard.press("ArrowRight")

    # Its series plays partidas 1 and 2, then 5 and 6.
    assert focused(page) == "partida-6"


def test_without_scripts_tab_goes_through_all_matches(live_server: LiveServer, open_context: OpenContext) -> None:
    stage = published_stage(8)
    page = open_context(java_script_enabled=False).new_page()
    page.goto(address(live_server, stage))
    expect(page.locator("#zoom")).to_be_hidden()

    region(page).focus()
    walked = []
    for _ in range(7):
        page.keyboard.press("Tab")
        walked.append(page.locator(":focus").get_attribute("id"))

    assert walked == [f"partida-{number}" for number in range(1, 8)]


def test_on_a_phone_it_scrolls_in_its_region_zooms_and_shows_all(
    live_server: LiveServer, open_context: OpenContext
) -> None:
    stage = published_stage(128)
    page = open_context(**PHONE).new_page()
    page.goto(address(live_server, stage))
    svg = page.locator("svg.drawing")
    whole = svg.bounding_box()
    assert whole

    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert page.locator("#partida-1").bounding_box()["width"] <= 374  # type: ignore[index]
    page.get_by_role("button", name="Acercar").tap()
    expect(page.locator("#zoom-now")).to_have_text("125 %")
    assert svg.bounding_box()["width"] == pytest.approx(whole["width"] * 1.25, abs=1)  # type: ignore[index]
    page.get_by_role("button", name="Ver todo").tap()
    assert svg.bounding_box()["width"] <= region(page).bounding_box()["width"]  # type: ignore[index]


def test_two_fingers_zoom(live_server: LiveServer, open_context: OpenContext) -> None:
    stage = published_stage(16)
    page = open_context(**PHONE).new_page()
    page.goto(address(live_server, stage))
    region(page).scroll_into_view_if_needed()

    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 50), ("touchMove", 75), ("touchMove", 100)):
        points = [{"x": 200 - apart, "y": 600}, {"x": 200 + apart, "y": 600}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    expect(page.locator("#zoom-now")).to_have_text("200 %")


@pytest.mark.long
def test_my_pareja_is_brought_into_view(live_server: LiveServer, open_context: OpenContext) -> None:
    stage = published_stage(128)
    pareja = Fixture.objects.get(stage=stage, number=60).pareja_b
    page = open_context(**PHONE).new_page()
    page.goto(address(live_server, stage))

    page.get_by_role("searchbox").fill(str(pareja.number))
    page.get_by_role("button", name="Buscar").tap()

    expect(page.locator(".box--found")).to_have_count(1)
    expect(page.locator(".box--found")).to_be_in_viewport()
    assert inside(page, page.locator(".box--found"))


@pytest.mark.parametrize("query", ["", "?buscar=1", "?pantalla=1"])
def test_whoever_sees_little_or_hears_it_can_read_it(
    live_server: LiveServer, open_context: OpenContext, project_root: Path, query: str
) -> None:
    stage = stage_of(DoubleElimination(), 12)
    tables = [TableFactory(championship=stage.championship, number=number) for number in (1, 2, 3)]
    ready = Fixture.objects.filter(stage=stage, status=Fixture.Status.READY)
    for fixture, table, status in zip(ready, tables, ("called", "in-play", "provisional"), strict=False):
        Fixture.objects.filter(pk=fixture.pk).update(
            table=table, status=status, how="played" if status == "provisional" else ""
        )
    page = open_context(bypass_csp=True).new_page()
    page.goto(address(live_server, stage, query))

    page.evaluate((project_root / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
    violations = json.loads(page.evaluate("async () => JSON.stringify((await axe.run(document)).violations)"))

    assert [
        (each["id"], node["html"][:160]) for each in violations if each["impact"] in SERIOUS for node in each["nodes"]
    ] == []


def test_what_is_written_in_a_box_stays_in_it(live_server: LiveServer, open_context: OpenContext) -> None:
    stage = published_stage(32)
    Fixture.objects.filter(stage=stage, number=1).update(zapaterias=["A"], how="disqualification", status="final")
    page = open_context().new_page()
    page.goto(address(live_server, stage))

    met = page.evaluate(
        """() => [...document.querySelectorAll('.box:not(.box--bye) + .text')].filter((box) => {
            const [top, state] = ['.box__top', '.box__state'].map((name) => box.querySelector(name).getBBox());
            return top.x + top.width > state.x;
        }).map((box) => box.textContent)"""
    )

    assert met == []


@pytest.mark.long
def test_a_projector_fills_its_picture_and_goes_on_by_itself(
    live_server: LiveServer, open_context: OpenContext
) -> None:
    stage = published_stage(128)
    page = open_context(**PROJECTOR).new_page()
    page.clock.install()
    page.goto(address(live_server, stage, "?pantalla=1"))

    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    names = [box["height"] for name in page.locator(".box__name").all() if (box := name.bounding_box())]
    assert size == [1920, 1080]
    assert min(names) > 1080 / 50
    expect(page.get_by_role("heading", level=1)).to_contain_text("parte 1 de 8")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Seguir")).to_be_visible()
    page.clock.run_for(40_000)
    expect(page.get_by_role("heading", level=1)).to_contain_text("parte 1 de 8")
    page.get_by_role("button", name="Seguir").click()
    page.clock.run_for(15_500)
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("parte [2-8] de 8"))


def test_arrows_turn_the_parts_of_a_projector(live_server: LiveServer, open_context: OpenContext) -> None:
    stage = published_stage(128)
    page = open_context(**PROJECTOR).new_page()
    page.goto(address(live_server, stage, "?pantalla=1"))

    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rondas finales")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_contain_text("parte 1 de 8")
