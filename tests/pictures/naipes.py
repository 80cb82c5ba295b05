"""The Juez's screens of the cards: a levante judged, and a data followed card by card. Nothing is recorded in the log."""

from tests.journeys.tablet_screen import TabletScreen
from tests.pictures.camera import shoot


def lift_sheet(screen: TabletScreen) -> None:
    """A levante that forgot cards, and one that took too much."""
    page, sheet = screen.page, screen.sheet
    page.get_by_role("button", name="Más…").tap()
    sheet.get_by_role("button", name="¿Vale el levante?").tap()
    for part, ranks in (("table", "2 3 6 7 J"), ("card", "5"), ("lifted", "2 3 6 7")):
        for rank in ranks.split():
            sheet.locator(f"[data-part={part}] [data-rank='{rank}']").tap()
    sheet.locator(".verdict-lift.is-right").wait_for()
    shoot(page, "tablet-levante")
    sheet.locator("[data-part=lifted] [data-rank='2']").tap()
    sheet.locator(".verdict-lift.is-wrong").wait_for()
    shoot(page, "tablet-levante-malo")
    page.keyboard.press("Escape")


def cards_screen(screen: TabletScreen) -> None:
    """Five cards of a data: what the fifth may lift, and what it comes to."""
    page = screen.page
    page.get_by_role("button", name="Más…").tap()
    screen.sheet.get_by_role("button", name="Naipes: carta por carta").tap()
    for seat, rank in (("B1", "2"), ("A2", "3"), ("B2", "6"), ("A1", "7")):
        page.locator(f".cards-keys [data-rank='{rank}']:enabled").tap()
        if seat != "B1":
            page.get_by_role("button", name=f"{rank} queda en la mesa").tap()
        page.locator(".saving", has_text=f"✓ Guardada: {seat} {rank}").wait_for()
    page.locator(".cards-keys [data-rank='5']:enabled").tap()
    shoot(page, "tablet-naipes")
    page.locator(".cards-choices .go").tap()
    page.locator(".proposal").wait_for()
    shoot(page, "tablet-naipes-propone")
    page.get_by_role("button", name="Volver a los puntos").tap()
