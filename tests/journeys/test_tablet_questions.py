"""What the log makes implausible is asked wherever a jugada is taken down, and what is not answered is not recorded."""

import time

import pytest
from playwright.sync_api import Route, expect

from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import TabletScreen, log
from tests.journeys.test_tablet_rulebooks import begin, kept_by, mesa_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEN = ["caida A", "limpia B"] * 5  # as many cards as were dealt
MORE = "Son al menos 22 cartas levantadas y 0 retiradas, y se han repartido 20."
NO_FALLA = "B tiene 1 levante en esta data, que son al menos 2 cartas, y aquí 0"
SLOW_SECONDS = 1.5


def recorded(screen: TabletScreen, kept: Keeper, *lines: str) -> None:
    """These jugadas are in the log already when the tablet goes on."""
    mesa_of(kept).record(*lines)
    screen.restart()
    screen.saved(1 + len(lines))


def slow(route: Route) -> None:
    time.sleep(SLOW_SECONDS)
    route.continue_()


@pytest.mark.long
def test_a_count_is_asked_about_however_slow_the_server(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("limpia", "B")
    screen.saved(2)
    screen.page.route("**/preview", slow)

    screen.conteo(40)
    expect(screen.sheet).to_contain_text("se revisa con lo anotado…")
    expect(screen.sheet).to_contain_text(NO_FALLA)
    screen.touch(screen.sheet.get_by_role("button", name="VOLVER"))
    screen.saved(2)  # not even the second deal, which would have been marked with it
    assert log(kept)[1:] == ["limpia B"]

    screen.conteo(40)
    expect(screen.sheet).to_contain_text(NO_FALLA)
    screen.right()
    screen.saved(4)
    assert log(kept)[2:] == ["segundo-reparto", "conteo A=40 B=0 mesa=0 confirmado"]


def test_who_does_not_wait_for_the_question_records_without_it(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("limpia", "B")
    screen.saved(2)
    held: list[Route] = []
    screen.page.route("**/preview", lambda route: held.append(route))  # noqa: PLW0108 (Playwright wraps no builtin)

    screen.conteo(40)
    screen.touch(screen.sheet.get_by_role("button", name="ANOTAR SIN REVISAR"))

    screen.saved(4)
    assert log(kept)[2:] == ["segundo-reparto", "conteo A=40 B=0 mesa=0"]


def test_what_is_touched_just_before_a_count_is_in_its_question(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("limpia", "B")
    screen.conteo(40)

    expect(screen.sheet).to_contain_text(NO_FALLA)


@pytest.mark.long
def test_what_is_moved_to_the_other_pareja_is_asked_about_anew(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    recorded(screen, kept, *TEN)
    screen.tap("caida", "A")
    expect(screen.sheet).to_contain_text(MORE)
    screen.right()
    screen.saved(12)
    screen.undo()
    screen.touch(screen.toast.get_by_role("button", name="Pasar a B"))

    expect(screen.sheet).to_contain_text(MORE)
    screen.right()
    screen.saved(14)
    assert log(kept)[11:] == ["caida A confirmado", "anula 12", "caida B confirmado"]


@pytest.mark.long
def test_an_older_row_is_asked_about_as_it_would_be_after_its_correction(screen: TabletScreen) -> None:
    kept = kept_by("quito", players=1)
    begin(screen, kept)
    recorded(screen, kept, "segundo-reparto", "caida A", *["limpia B"] * 5)

    row = screen.history(3)
    screen.touch(row.get_by_role("button", name="Cambiar jugador"))
    expect(screen.sheet).to_contain_text("B ya tiene 5 levantes en este reparto y solo jugó 5 cartas.")
    screen.touch(screen.sheet.get_by_role("button", name="VOLVER"))
    screen.saved(8)
    row = screen.history(3)
    screen.touch(row.get_by_role("button", name="Cambiar jugada"))
    screen.touch(screen.sheet.locator(".pareja-A .finding", has_text="Limpia").first)

    screen.saved(10)  # it takes the place of a levante: there is nothing to ask
    assert log(kept)[7:] == ["limpia B", 'anula 3 "Corregida por el Juez en la misma data"', "limpia A"]


@pytest.mark.long
def test_a_count_asks_whose_the_cards_left_are_where_they_are_somebody_s(screen: TabletScreen) -> None:
    kept = kept_by("riobamba", sobrantes="de-quien-levanto")
    begin(screen, kept)
    recorded(screen, kept, "caida A", "limpia B", "segundo-reparto")
    screen.tap("conteo")
    sheet = screen.sheet
    screen.touch(sheet.locator(".key").get_by_text("22", exact=True))
    expect(sheet.locator("[data-owner]")).to_have_count(0)
    for _ in range(2):
        screen.touch(sheet.get_by_role("button", name="Una carta más en la mesa"))

    expect(sheet).to_contain_text(
        "Lo que queda en la mesa es de quien levantó último; el último levante anotado es de B."
    )
    expect(sheet.locator("[data-owner]")).to_have_text(["B", "A"])
    expect(sheet.locator(".go")).to_be_disabled()  # whose they are is not said
    screen.touch(sheet.locator("[data-owner=B]"))
    expect(sheet.locator(".preview")).to_have_text("A 22 cartas → 8 · B 18 cartas · mesa 0")
    assert sheet.locator("[data-count]").all_inner_texts() == ["22", "16", "2"]
    screen.touch(sheet.locator(".go"))

    screen.saved(5)
    assert log(kept)[-1] == "conteo A=22 B=18 mesa=0"


@pytest.mark.long
def test_what_the_owner_of_the_cards_left_makes_implausible_is_asked_about(screen: TabletScreen) -> None:
    kept = kept_by("riobamba", sobrantes="de-quien-levanto")
    begin(screen, kept)
    recorded(screen, kept, *["caida A", "limpia A"] * 3, "segundo-reparto")
    screen.tap("conteo")
    sheet = screen.sheet
    screen.touch(sheet.locator(".key").get_by_text("17", exact=True))
    for _ in range(3):
        screen.touch(sheet.get_by_role("button", name="Una carta más en la mesa"))
    screen.touch(sheet.locator("[data-owner=B]"))
    screen.touch(sheet.locator(".go"))

    expect(sheet).to_contain_text("A tiene 6 levantes en esta data y B 0: ¿no será A 23 y B 17?")
    screen.right()
    screen.saved(9)
    assert log(kept)[-1] == "conteo A=17 B=23 mesa=0 confirmado"


def test_a_protest_says_beforehand_what_will_be_asked_with_a_number_and_without(
    kept: Keeper, screen: TabletScreen
) -> None:
    screen.begin(kept.juez)
    recorded(screen, kept, "caida A", "limpia A", "mal-pedido A")
    screen.tap("juego-y-veo")
    findings = screen.sheet.locator(".protest.pareja-B .finding")

    asked = findings.filter(has_text="se preguntará")
    expect(findings).to_have_count(4)
    expect(asked).to_have_count(3)
    expect(asked.nth(1)).to_contain_text("Caída A")  # another levante followed
    expect(asked.nth(2)).to_contain_text("no había pedido puntos")  # perhaps the play of the mal pedido
    borders = [each.evaluate("each => getComputedStyle(each).borderStyle") for each in findings.all()]
    assert borders == ["dashed", "dashed", "dashed", "solid"]
    screen.touch(asked.nth(2))
    expect(screen.sheet).to_contain_text("La jugada 4 pudo sancionar esta misma jugada")
