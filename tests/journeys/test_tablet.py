"""A mesa kept by touching the screen, against the real server: what is shown is what the log says."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Planilla, Signature
from tests.factories.brackets import ChampionshipFactory
from tests.factories.referee import Keeper, keeper
from tests.journeys.tablet_screen import ALL_SENT, TabletScreen, log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_whole_mesa_from_the_sign_in_to_the_seal(kept: Keeper, screen: TabletScreen) -> None:
    page, (first, _) = screen.page, (kept.players("A"), kept.players("B"))
    screen.sign_in(kept.juez)
    card = page.locator(".mesa-card")
    expect(card).to_contain_text(f"MESA {kept.fixture.table.number}")
    for name in (*kept.players("A"), *kept.players("B")):
        expect(card).to_contain_text(name)

    screen.open_mesa()
    screen.seat()
    screen.draw("7", "7", "K", "J")
    expect(page.locator(".preview")).to_have_text("A suma 17 · B suma 17 · empate: se repite")
    page.get_by_role("button", name="ANOTAR EMPATE Y REPETIR").tap()
    screen.draw("7", "2", "7", "3")
    expect(page.locator(".preview")).to_have_text("A suma 14 · B suma 5")
    screen.deals(first[1])
    screen.saved(2)
    expect(page.locator(".mesa-title")).to_contain_text("Reglas: Riobamba")
    expect(page.locator(".mesa-title")).to_contain_text("Chica 1 de 3 (0–0)")
    expect(page.locator(".mesa-title")).to_contain_text(f"Data 1 · reparto 1 · reparte {first[1]} (A)")

    screen.ronda("ronda", "A", "7")
    screen.tap("caida", "A")
    screen.tap("limpia", "B")
    screen.tap("caida-limpia", "A")
    screen.score(6, 2)
    screen.conteo(40)
    expect(screen.sheet).to_contain_text("B tiene 1 levante en esta data, que son al menos 2 cartas, y aquí 0")
    screen.right()
    screen.score(32, 2)
    for row in range(9, 13):
        screen.tap("caida", "A") if row % 2 else screen.tap("limpia", "A")
        screen.saved(row)
    screen.score(40, 2)
    screen.tap("proclama")
    expect(screen.sheet).to_contain_text("Gana la chica A: A 40 – B 2 · zapatería · termina la mesa: gana A")
    screen.hold(screen.sheet.get_by_role("button", name="PROCLAMAR"))
    expect(page.locator(".standing")).to_have_text("Mesa terminada")

    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    expect(screen.sheet).to_contain_text("por zapatería")
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))
    for party, who in (("A", "SOY DE LA PAREJA A"), ("B", "SOY DE LA PAREJA B")):
        page.get_by_role("button", name=who).tap()
        expect(page.locator(".back")).to_have_count(0)
        page.get_by_role("button", name="FIRMO", exact=True).tap()
        confirm = page.get_by_role("button", name="CONFIRMAR")
        expect(confirm).to_be_disabled()
        page.locator("canvas").tap()
        expect(confirm).to_be_disabled()  # a dot is no signature
        screen.sign()
        confirm.tap()
        expect(page.locator(f"[data-party={party}]")).to_have_count(0)
    page.get_by_role("button", name="SOY EL JUEZ").tap()
    screen.sign()
    page.get_by_role("button", name="SELLAR").tap()
    expect(page.get_by_role("heading", name="Planilla sellada")).to_be_visible()

    expect(screen.chip).to_contain_text(ALL_SENT)
    planilla = Planilla.objects.get(mesa=kept.fixture.mesa)
    assert planilla.status == Planilla.Status.SEALED
    expect(page.locator(".fingerprint")).to_contain_text(planilla.fingerprint)
    receipt = f"/planilla/{kept.fixture.mesa.public_id}/?v=1&h={planilla.digest[:16].upper()}&r=A.40-2"
    expect(page.locator(".sealed a")).to_have_attribute("href", f"{screen.url}{receipt}")
    signatures = {each.party: each for each in Signature.objects.filter(planilla=planilla)}
    assert signatures["A"].name == first[0]
    for signature in signatures.values():
        assert all(isinstance(value, int) and 0 <= value <= 1000 for stroke in signature.ink for value in stroke)
    kept.fixture.refresh_from_db()
    assert (kept.fixture.status, kept.fixture.by_zapateria) == ("final", True)
    assert log(kept)[:9] == [
        "sorteo A1=7 B1=7 A2=K B2=J",
        "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A2",
        "ronda A 7",
        "caida A",
        "limpia B",
        "caida-limpia A",
        "segundo-reparto",
        "conteo A=40 B=0 mesa=0 confirmado",
        "caida A",
    ]


def test_seats_change_in_pairs_and_stay_alternated(kept: Keeper, screen: TabletScreen) -> None:
    screen.sign_in(kept.juez)
    screen.open_mesa()
    page, (one, two) = screen.page, kept.players("A")
    expect(page.get_by_role("button", name="ABRIR LA MESA")).to_be_disabled()

    page.locator(".seat-0").tap()
    page.locator(".seat-2").tap()

    expect(page.locator(".seat-0")).to_contain_text(two)
    expect(page.locator(".seat-2")).to_contain_text(one)
    page.locator(".seat-0").tap()
    page.locator(".seat-1").tap()
    page.locator(".representative").nth(1).get_by_role("button", name=kept.players("B")[1]).tap()
    screen.seat()
    mesa = kept.fixture.mesa
    assert mesa.seats == ["B1", "A2", "B2", "A1"]
    assert (mesa.representative_a, mesa.representative_b) == (1, 2)


@pytest.mark.parametrize(("reglamento", "turn"), [("riobamba", "por la derecha"), ("pagat", "por la izquierda")])
def test_the_seats_are_drawn_as_turns_go_in_the_rulebook(
    tablet_page: Page, live_server: LiveServer, reglamento: str, turn: str
) -> None:
    kept = keeper(championship=ChampionshipFactory(reglamento=reglamento))
    screen = TabletScreen(tablet_page, live_server.url)

    screen.sign_in(kept.juez)
    screen.open_mesa()

    expect(screen.page.locator(".felt")).to_contain_text(turn)


def test_whoever_was_inscribed_to_sign_is_chosen_already(kept: Keeper, screen: TabletScreen) -> None:
    kept.fixture.pareja_b.representative = 2
    kept.fixture.pareja_b.save()
    screen.sign_in(kept.juez)
    screen.open_mesa()

    chosen = screen.page.locator(".representative [aria-pressed=true]")
    expect(chosen).to_have_text([kept.players("A")[0], kept.players("B")[1]])
    screen.seat()

    mesa = kept.fixture.mesa
    assert (mesa.representative_a, mesa.representative_b) == (1, 2)


@pytest.mark.long
def test_undo_takes_back_one_after_another_and_offers_the_other_pareja(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("caida", "A")
    screen.tap("limpia", "A")
    screen.saved(3)
    expect(screen.page.locator(".undo")).to_contain_text("A Limpia +2")

    screen.undo()
    screen.page.locator(".toast").get_by_role("button", name="Pasar a B").tap()
    screen.score(2, 2)
    screen.undo()
    screen.undo()
    screen.undo()

    screen.saved(8)
    expect(screen.page.get_by_role("heading", name="Sorteo de la data")).to_be_visible()
    assert log(kept)[1:] == ["caida A", "limpia A", "anula 3", "limpia B", "anula 5", "anula 2", "anula 1"]


def test_undo_offers_what_it_should_have_been(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("caida", "B")
    screen.saved(2)

    screen.undo()
    screen.page.locator(".toast").get_by_role("button", name="Cambiar por…").tap()
    screen.sheet.locator(".pareja-A .finding", has_text="Caída y limpia").tap()

    screen.saved(4)
    screen.score(2, 0)
    assert log(kept)[1:] == ["caida B", "anula 2", "caida-limpia A"]


def test_a_second_touch_at_once_is_held_back_until_repeated(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)

    screen.button("caida", "A").dblclick()
    expect(screen.button("caida", "A")).to_contain_text("¿Otra Caída de A?")
    screen.tap("limpia", "A")
    screen.saved(3)
    screen.score(4, 0)
    screen.page.wait_for_timeout(650)
    screen.tap("caida", "A")

    screen.saved(4)
    assert log(kept)[1:] == ["caida A", "limpia A", "caida A"]


def test_a_refused_button_says_why_and_by_which_article(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    for _ in range(2):
        screen.tap("caida", "A")
        screen.tap("limpia", "A")
    screen.saved(5)

    screen.tap("ronda", "B")

    expect(screen.button("ronda", "B")).to_contain_text("no vale")
    expect(screen.toast).to_contain_text(re.compile(r"Ya se lanzó .* · art\. "))
    assert screen.sheet.count() == 0
    assert len(log(kept)) == 5


def test_a_protest_shows_both_outcomes_before_it_is_decided(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("limpia", "A")
    screen.saved(2)

    screen.tap("juego-y-veo")
    upheld = screen.sheet.locator(".pareja-B .upheld").first
    expect(upheld.locator(".when")).to_contain_text(re.compile(r"\d\d:\d\d · quedó A 2 – B 0"))
    expect(upheld).to_contain_text("PROCEDE contra «Limpia A» (n.º 2)")
    expect(upheld).to_contain_text("A 2→0 · B 0→2")
    expect(screen.sheet.locator(".pareja-B .rejected")).to_contain_text("NO PROCEDE")
    screen.touch(upheld)

    screen.saved(3)
    screen.score(0, 2)
    assert log(kept)[-1] == "juego-y-veo B procede 2"


@pytest.mark.long
def test_rare_jugadas_are_two_touches_away(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("caida", "B")
    screen.saved(2)

    screen.touch(screen.more("mal-pedido", "B"))
    screen.saved(3)
    screen.score(0, 0)
    screen.touch(screen.more("arranche"))
    screen.touch(screen.sheet.locator(".rank").get_by_text("3", exact=True))
    screen.saved(4)
    misdeal = screen.more("mal-reparto")
    screen.touch(misdeal)
    dealers = screen.sheet.locator("[data-dealer]")
    expect(dealers).to_contain_text(kept.players("B"))
    screen.touch(dealers.last)
    assert screen.sheet.count() == 1  # a touch is not enough
    screen.hold(dealers.last)
    screen.saved(5)

    screen.score(0, 10)
    expect(screen.page.locator(".mesa-title")).to_contain_text("Data 2 · reparto 1")
    assert log(kept)[2:] == ["mal-pedido B", "arranche 3", "mal-reparto reparte=B2"]


@pytest.mark.long
def test_the_count_must_add_up_and_falla_is_claimed(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.touch(screen.more("arranche"))
    screen.touch(screen.sheet.locator(".rank").get_by_text("3", exact=True))
    screen.tap("segundo-reparto")
    screen.saved(3)

    screen.tap("conteo")
    keys, count = screen.sheet.locator(".key"), screen.sheet.locator("[data-count]")
    assert keys.count() == 38  # 0 to 37: three cards were withdrawn
    keys.get_by_text("20", exact=True).tap()
    screen.sheet.get_by_role("button", name="Una carta más en la mesa").tap()
    assert count.all_inner_texts() == ["20", "16", "1"]
    expect(screen.sheet.locator(".preview")).to_have_text("A 20 cartas → 6 · B 16 cartas · mesa 1")
    assert screen.sheet.get_by_role("checkbox").count() == 0
    keys.get_by_text("36", exact=True).tap()
    screen.sheet.get_by_role("button", name="Una carta más en la mesa").tap()
    expect(screen.sheet.locator(".go")).to_be_disabled()  # 36 + 2 are more than there are
    screen.sheet.get_by_role("button", name="Una carta menos en la mesa").tap()
    screen.sheet.get_by_role("checkbox", name="A reclama la falla de B").tap()
    expect(screen.sheet.locator(".preview")).to_contain_text("2 por falla")
    screen.sheet.locator("[data-recount=B]").tap()
    screen.sheet.get_by_role("button", name="ANOTAR EL CONTEO").tap()

    screen.saved(5)
    assert log(kept)[-2:] == ["recuento B A=36 B=0 mesa=1", "conteo A=36 B=0 mesa=1 falla"]
    screen.score(24, 0)
