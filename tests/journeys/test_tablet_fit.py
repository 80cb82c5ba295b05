"""Fingers and figures: how large the targets are, how many touches a mesa costs, how much the tablet must load."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.services.mesas import lease_take
from referee.services.quarantine import KeptInput, quarantine_keep
from tests.factories.referee import keeper, log_of
from tests.journeys.tablet_screen import TabletScreen
from tests.journeys.tablet_script import AWARDS, is_award, sixty_awards

SIZES = [(1280, 800), (1180, 820), (1024, 768)]
PRIMARY, SMALL, EDGE, GAP = 120, 76, 24, 8
TOUCHES_PER_AWARD = 1.3
PLACES = "all => all.map(each => [each.offsetLeft, each.offsetTop, each.offsetWidth, each.offsetHeight])"
BOXES = """all => all.filter(each => each.checkVisibility({ visibilityProperty: true })).map(each => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return { x, y, width, height };
}).filter(({ width, height }) => width > 0 && height > 0)"""
READ_WHOLE = "each => each.scrollHeight <= each.clientHeight && each.scrollWidth <= each.clientWidth"

Box = dict[str, float]


def boxes(targets: Locator) -> list[Box]:
    """Where those that are visible stand; asked at once, since each question takes longer than its answer."""
    found: list[Box] = targets.evaluate_all(BOXES)
    return found


def too_small(found: list[Box], least: float) -> list[Box]:
    # Half a pixel is how far Chromium rounds the tracks of a grid.
    return [box for box in found if min(box["width"], box["height"]) < least - 0.5]


def nearest(found: list[Box]) -> float:
    """The smallest gap between two neighbours, by the wider of their distances in x and y."""

    def apart(one: Box, other: Box) -> float:
        x = max(one["x"], other["x"]) - min(one["x"] + one["width"], other["x"] + other["width"])
        y = max(one["y"], other["y"]) - min(one["y"] + one["height"], other["y"] + other["height"])
        return max(x, y)

    return min(apart(one, other) for index, one in enumerate(found) for other in found[index + 1 :])


def in_each_size(page: Page) -> Iterator[tuple[int, int]]:
    """Turn the page into each of the tablets, one after another."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def assert_large_enough(page: Page, selector: str, least: float = SMALL) -> None:
    for size in in_each_size(page):
        assert too_small(boxes(page.locator(selector)), least) == [], size


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_thumb_finds_every_button_of_the_play(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = keeper(), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)

    for width, height in in_each_size(page):
        primary = boxes(page.locator(".play-button, .mesa-foot button"))
        assert len(primary) == 2 * 5 + 3 + 5
        assert too_small(primary, PRIMARY) == []
        assert nearest(primary) >= GAP - 0.5
        for box in (*primary, *boxes(page.locator(".mesa-head button"))):
            assert box["x"] >= EDGE
            assert box["x"] + box["width"] <= width - EDGE
            assert box["y"] + box["height"] <= height - EDGE + 0.5
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        digits = page.locator("[data-score=A] output").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert digits >= 90


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_refusal_is_read_whole_and_moves_no_button(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = keeper(), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    for number, line in enumerate(("caida A", "caida B", "limpia A", "caida B"), start=2):
        screen.play(line, number)
    buttons = page.locator(".play-button, .mesa-foot button")
    before = {size: buttons.evaluate_all(PLACES) for size in in_each_size(page)}

    for size in in_each_size(page):
        screen.tap("ronda", "A")  # what the last size showed may be gone by now

        why = screen.toast.locator("span")
        expect(why).to_contain_text("la ronda no se puede pedir · art. 3.e, 7.a, 7.b")
        assert why.evaluate(READ_WHOLE)
        (said,), (chip,), (toast,) = boxes(why), boxes(screen.chip), boxes(screen.toast)
        assert toast["y"] <= said["y"]
        assert said["y"] + said["height"] <= toast["y"] + toast["height"]
        assert toast["x"] + toast["width"] <= chip["x"]
        assert buttons.evaluate_all(PLACES) == before[size]
        assert screen.button("ronda", "A").evaluate("each => each.scrollHeight <= each.clientHeight")


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_what_to_bear_in_mind_is_read_whole_in_its_button(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = keeper(), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    screen.play("caida A", 2)
    buttons = page.locator(".play-button, .mesa-foot button")
    before = {size: screen.button("caida", "B").evaluate_all(PLACES) for size in in_each_size(page)}

    screen.tap("segundo-reparto")
    screen.saved(3)

    for size in in_each_size(page):
        for jugada in ("caida", "caida-limpia"):
            button = screen.button(jugada, "B")
            expect(button).to_contain_text("No vale con la primera carta después de este reparto.")
            (outer,), inner = boxes(button), boxes(button.locator("span, small"))
            assert min(box["y"] for box in inner) >= outer["y"]
            assert max(box["y"] + box["height"] for box in inner) <= outer["y"] + outer["height"]
            assert button.evaluate(READ_WHOLE)
        assert screen.button("limpia", "B").locator("small").count() == 0
        assert screen.button("caida", "B").evaluate_all(PLACES) == before[size]
        assert nearest(boxes(buttons)) >= GAP - 0.5
    screen.tap("limpia", "B")
    screen.saved(4)
    expect(screen.button("caida", "B").locator("small")).to_have_count(0)


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_everything_else_that_is_touched_is_large_enough_too(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = keeper(), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.sign_in(kept.juez)
    assert_large_enough(page, "button")
    screen.open_mesa()
    expect(page.get_by_role("button", name="ABRIR LA MESA")).to_be_visible()
    assert_large_enough(page, "button")
    screen.seat()
    assert_large_enough(page, "button")
    for width, _ in in_each_size(page):
        assert too_small(boxes(page.locator(".rank")), min(PRIMARY, (width / 2 - 60) / 5 - GAP)) == []
    screen.draw("7", "2", "7", "3")
    page.locator(".dealers button").first.tap()
    screen.tap("limpia", "A")
    screen.saved(2)
    for opener in (
        screen.button("ronda", "A"),
        screen.button("conteo"),
        screen.button("juego-y-veo"),
        page.get_by_role("button", name="Historial"),
        page.get_by_role("button", name="Más…"),
    ):
        screen.touch(opener)
        expect(screen.sheet).to_be_visible()
        assert_large_enough(page, "dialog.sheet[open] button:not(.key)")
        assert_large_enough(page, "dialog.sheet[open] .key", 72)
        assert_large_enough(page, "dialog.sheet[open] :is(.big, .finding)", PRIMARY)
        page.keyboard.press("Escape")
    screen.undo()
    assert_large_enough(page, ".toast button")


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_tablet_that_was_overtaken_tells_it_and_keeps_every_button_on_the_screen(
    tablet_page: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    kept, page = keeper(), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    screen.play("caida A", 2)
    screen.tap("segundo-reparto")  # the buttons say what to bear in mind
    screen.saved(3)
    mesa, now = kept.fixture.mesa, timezone.now()
    first = mesa.device
    lease_take(mesa_id=mesa.public_id, device=kept.tablet(), user=kept.juez, now=now)
    late = KeptInput(uuid4(), "jugada", "caida B", "relevo", number=4)
    quarantine_keep(mesa_id=mesa.public_id, device=first, user=kept.juez, lease_epoch=1, items=[late], now=now)
    screen.restart()
    banner = page.locator(".banner")
    expect(banner.get_by_role("button")).to_have_count(2)

    for width, height in in_each_size(page):
        page.screenshot(path=tmp_path / f"overtaken-{width}.png")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        buttons = page.locator(".play-button, .mesa-foot button")
        shown = boxes(buttons)
        assert len(shown) == 2 * 5 + 3 + 5
        assert too_small(shown + boxes(banner.get_by_role("button")), SMALL) == []
        assert nearest(shown + boxes(banner)) >= GAP - 0.5
        assert all(box["y"] + box["height"] <= height - EDGE + 0.5 for box in shown)
        for each in (*buttons.all(), banner):
            assert each.evaluate("each => each.scrollHeight <= each.clientHeight"), each.inner_text()


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_a_phone_everything_can_be_reached_by_scrolling_down_only(phone_page: Page, live_server: LiveServer) -> None:
    kept = keeper()
    screen = TabletScreen(phone_page, live_server.url)
    screen.begin(kept.juez)

    for jugada in ("caida", "limpia", "caida-limpia", "ronda", "doble-ronda"):
        for side in "AB":
            screen.button(jugada, side).scroll_into_view_if_needed()
            expect(screen.button(jugada, side)).to_be_in_viewport(ratio=0.9)
    assert phone_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert too_small(boxes(phone_page.locator(".play-button")), SMALL) == []
    screen.conteo(23)
    screen.saved(3)
    screen.score(10, 0)


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_sixty_awards_cost_at_most_1_3_touches_each(tablet_page: Page, live_server: LiveServer) -> None:
    """With everything between the sorteo and the last award: verifications, counts, second deals, proclamations."""
    kept, lines = keeper(), sixty_awards()
    screen = TabletScreen(tablet_page, live_server.url)
    screen.begin(kept.juez)

    for number, line in enumerate(lines[1:], start=2):
        screen.play(line, number)

    assert log_of(kept.fixture.mesa) == lines
    assert sum(map(is_award, lines)) == AWARDS
    assert screen.taps / AWARDS <= TOUCHES_PER_AWARD


def test_no_module_of_the_tablet_passes_300_lines(project_root: Path) -> None:
    modules = (project_root / "cuarenta_torneo/static/tablet").rglob("*.js")

    long = {path.name for path in modules if len(path.read_text().splitlines()) > 300}
    assert long <= {"texts.es.js", "texts.en.js"}  # the one catalogue of each language is data


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_button_of_the_count_is_seen_whole_without_scrolling(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = keeper(), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    screen.tap("conteo")
    record = screen.sheet.locator(".big.go")

    for cards in ("20", "40"):  # 40 to nothing asks for the falla, too
        screen.sheet.locator(".key").get_by_text(cards, exact=True).tap()
        for width, height in (*SIZES, (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            expect(record).to_be_in_viewport(ratio=1)
            box, sheet = (each.bounding_box() for each in (record, screen.sheet))
            assert box
            assert sheet
            assert box["y"] + box["height"] <= sheet["y"] + sheet["height"], (cards, width)
