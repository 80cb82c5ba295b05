"""What is corrected, suspended, ruled and turned around in the middle of a mesa."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import TabletScreen, log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_older_row_is_corrected_with_a_reason(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("caida", "A")
    screen.tap("limpia", "A")
    screen.conteo(20)
    screen.saved(5)

    row = screen.history(2)
    expect(row.get_by_role("button", name="Cambiar pareja")).to_be_disabled()
    screen.touch(row.get_by_role("button", name="Pareja equivocada"))
    screen.touch(row.get_by_role("button", name="Cambiar pareja"))
    screen.saved(7)
    assert log(kept)[-2:] == ['anula 2 "Pareja equivocada"', "caida B"]

    row = screen.history(2)
    screen.touch(row.get_by_role("button", name="Se anotó dos veces"))
    screen.touch(row.get_by_role("button", name="Restaurar"))
    screen.saved(8)
    assert log(kept)[-1] == 'anula 6 "Se anotó dos veces"'


@pytest.mark.long
def test_a_correction_that_is_refused_brings_nothing_in_its_place(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("limpia", "A")
    screen.tap("juego-y-veo")
    screen.touch(screen.sheet.locator(".pareja-B .upheld").first)
    screen.saved(3)

    screen.touch(screen.history(2).get_by_role("button", name="Cambiar pareja"))

    expect(screen.page.locator(".latest .refused")).to_have_count(2)
    assert log(kept)[1:] == ["limpia A", "juego-y-veo B procede 2"]


@pytest.mark.long
def test_a_suspended_mesa_waits_and_goes_on(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.touch(screen.more("suspension"))
    screen.touch(screen.sheet.get_by_role("button", name="Atención médica"))
    screen.hold(screen.sheet.get_by_role("button", name="ANOTAR SUSPENSIÓN"))
    screen.saved(2)
    expect(screen.page.locator(".standing")).to_have_text("Mesa suspendida: Atención médica")

    screen.tap("caida", "A")
    expect(screen.toast).to_contain_text("suspendida")
    screen.tap("reanudacion")
    screen.saved(3)
    screen.tap("caida", "A")

    screen.saved(4)
    assert log(kept)[1:] == ['suspension "Atención médica"', "reanudacion", "caida A"]


@pytest.mark.long
def test_the_director_s_ruling_is_carried_out_with_its_words(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.touch(screen.page.get_by_role("button", name="Más…"))
    screen.touch(screen.sheet.get_by_role("button", name="Fallo del Director"))
    screen.touch(screen.sheet.locator(".rare", has_text="ajusta puntos").nth(1))
    steps = screen.sheet.locator(".step-button")
    expect(steps).to_have_text(["−10", "−2", "+2", "+10"])
    screen.touch(steps.get_by_text("+10"))
    screen.touch(steps.get_by_text("+2"))
    screen.sheet.get_by_label("Palabras del fallo").fill("Acta 3: se reconoce el conteo")
    screen.hold(screen.sheet.get_by_role("button", name="ANOTAR EL FALLO"))

    screen.saved(2)
    screen.score(0, 12)
    assert log(kept)[-1] == 'ajusta B +12 "Acta 3: se reconoce el conteo"'


@pytest.mark.long
def test_a_ruling_says_which_data_is_played_again_before_it_is_recorded(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("limpia", "B")
    screen.conteo(22)
    screen.saved(4)
    screen.touch(screen.page.get_by_role("button", name="Más…"))
    screen.touch(screen.sheet.get_by_role("button", name="Fallo del Director"))
    screen.touch(screen.sheet.locator(".rare", has_text="repite la data"))
    screen.sheet.get_by_label("Palabras del fallo").fill("Acta 4")
    expect(screen.sheet.locator(".preview")).to_have_text(
        "Se repite la data 1, ya contada · sus puntos se quitan: A -8, B -2 · queda A 0 – B 0 · reparte A1"
    )
    screen.hold(screen.sheet.get_by_role("button", name="ANOTAR EL FALLO"))

    screen.saved(5)
    screen.score(0, 0)
    assert log(kept)[-1] == 'repite-data 1 "Acta 4"'


def adjusted(screen: TabletScreen, *steps: str) -> None:
    """By a ruling B has these points."""
    screen.touch(screen.page.get_by_role("button", name="Más…"))
    screen.touch(screen.sheet.get_by_role("button", name="Fallo del Director"))
    screen.touch(screen.sheet.locator(".rare", has_text="ajusta puntos").nth(1))
    for step in steps:
        screen.touch(screen.sheet.locator(".step-button").get_by_text(step))
    screen.sheet.get_by_label("Palabras del fallo").fill("Acta 5")
    screen.hold(screen.sheet.get_by_role("button", name="ANOTAR EL FALLO"))
    screen.saved(2)


@pytest.mark.long
def test_a_ronda_that_would_reach_forty_keeps_the_rivals_from_throwing(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    adjusted(screen, "+10", "+10", "+10", "+10", "−2")
    held = "No lanzan los rivales hasta que el Juez verifique."

    screen.tap("ronda", "B")
    expect(screen.sheet.locator(".hold-hands")).to_have_text(held)
    screen.sheet.get_by_role("button", name="QUEDA POR VERIFICAR").tap()

    expect(screen.page.locator(".centre .hold-hands")).to_have_text(held)
    expect(screen.page.locator(".claim-chip.closing")).to_contain_text("por verificar")


@pytest.mark.long
def test_a_ronda_that_waits_holds_the_rivals_once_it_would_reach_forty(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    adjusted(screen, "+10", "+10", "+10", "+10", "−2", "−2")
    held = "No lanzan los rivales hasta que el Juez verifique."
    hold, closing = screen.page.locator(".centre .hold-hands"), screen.page.locator(".claim-chip.closing")

    screen.tap("ronda", "B")
    screen.sheet.get_by_role("button", name="QUEDA POR VERIFICAR").tap()
    expect(screen.page.locator(".claim-chip")).to_contain_text("por verificar")
    expect(hold).to_have_count(0)
    expect(closing).to_have_count(0)

    screen.tap("limpia", "B")
    expect(hold).to_have_text(held)
    screen.touch(closing)
    expect(screen.sheet.locator(".hold-hands")).to_have_text(held)
    screen.page.keyboard.press("Escape")
    screen.touch(screen.page.get_by_role("button", name="DESHACER"))
    expect(hold).to_have_count(0)
    expect(closing).to_have_count(0)


@pytest.mark.long
def test_whoever_leaves_gives_the_mesa_away(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.touch(screen.more("abandono", "A"))
    screen.touch(screen.sheet.get_by_role("button", name="Se retira por salud"))
    screen.hold(screen.sheet.get_by_role("button", name="ANOTAR ABANDONO"))

    screen.saved(2)
    expect(screen.page.get_by_role("button", name="CONGELAR RESULTADO")).to_contain_text("gana B")


def test_sides_change_without_touching_the_score(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    left = screen.page.locator(".play > .pareja").first
    expect(left).to_have_class(re.compile("pareja-A"))

    screen.touch(screen.page.get_by_role("button", name="⇄ Lados"))
    expect(screen.page.locator(".toast")).to_contain_text("Lados cambiados")  # it is kept
    screen.restart()
    expect(left).to_have_class(re.compile("pareja-B"))
    screen.touch(screen.page.get_by_role("button", name="⇄ Lados"))
    screen.page.locator(".toast").get_by_role("button", name="Deshacer").tap()

    expect(left).to_have_class(re.compile("pareja-B"))
    assert len(log(kept)) == 1
