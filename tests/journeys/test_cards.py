"""A data followed card by card on the screen: what the cards come to is proposed, confirmed, and in the log."""

import random

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import CardThrow
from referee.rules import RANKS, Conteo, dump_jugada, reglamento_get
from referee.rules.naipes import DECK, captures
from referee.rules.naipes.card_table import CardTable, deal
from referee.rules.naipes.deck import EQUALS
from referee.rules.naipes.throws import throw
from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import TabletScreen, log
from tests.journeys.test_tablet_fit import boxes, too_small
from tests.journeys.test_tablet_rulebooks import mesa_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEATS = ("A1", "B1", "A2", "B2")
RIOBAMBA = reglamento_get("riobamba", {})


class CardsScreen(TabletScreen):
    def follow_cards(self) -> None:
        self.touch(self.page.get_by_role("button", name="Más…"))
        self.touch(self.sheet.get_by_role("button", name="Naipes: carta por carta"))
        expect(self.page.locator(".cards-keys")).to_be_visible()

    def throw(self, rank: str, lifted: tuple[str, ...] = ()) -> None:
        """One card, and what it lifts: the capture that is offered first, or no other than this one."""
        expect(self.page.locator(".cards-keys :enabled")).not_to_have_count(0)  # the card before is saved
        empty = self.page.locator(".laid .card").count() == 0
        self.touch(self.page.locator(f".cards-keys [data-rank='{rank}']"))
        if lifted:
            self.touch(self.page.get_by_role("button", name=f"{rank} levanta {' '.join(lifted)}").first)
        elif not empty:
            self.touch(self.page.get_by_role("button", name=f"{rank} queda en la mesa"))

    def kept_card(self, line: str) -> None:
        expect(self.page.locator(".saving")).to_have_text(f"✓ Guardada: {line}")

    def confirm(self, line: str, number: int) -> None:
        self.touch(self.page.locator(f".proposal[data-line='{line}'] .go"))
        self.saved(number)


@pytest.fixture
def screen(tablet_page: Page, live_server: LiveServer, kept: Keeper) -> CardsScreen:
    screen = CardsScreen(tablet_page, live_server.url)
    screen.begin(kept.juez)
    screen.follow_cards()
    screen.taps = 0
    return screen


def scripted() -> tuple[list[tuple[str, tuple[str, ...]]], list[str], CardTable]:
    """Forty cards in a fixed order, each lifting the most it can; what they come to, by the rulebook, and the end."""
    order = random.Random(40).sample(DECK, len(DECK))
    table, throws, jugadas = deal(RIOBAMBA, SEATS, "A1"), [], []
    for card in order:
        possible = captures(RIOBAMBA, table.table, card)
        lifted = (*possible[0].cards, *possible[0].escalera) if possible else ()
        table = throw(RIOBAMBA, table, table.turn, card, lifted)
        throws.append((card, lifted))
        jugadas += [dump_jugada(jugada) for jugada in table.implies]
    return throws, jugadas, table


@pytest.mark.long
def test_a_whole_data_typed_card_by_card_ends_in_the_right_count(kept: Keeper, screen: CardsScreen) -> None:
    throws, jugadas, end = scripted()
    table, number = deal(RIOBAMBA, SEATS, "A1"), 1
    for card, lifted in throws:
        seat = table.turn
        screen.throw(card, lifted)
        screen.kept_card(f"{seat} {card}" + (f" levanta {' '.join(lifted)}" if lifted else ""))
        table = throw(RIOBAMBA, table, seat, card, lifted)
        left = EQUALS - table.thrown.count(card)
        if card.isdigit() and not table.over:
            said = f"{card}, queda 1" if left == 1 else f"{card}, quedan {left}"
            expect(screen.page.locator(f".cards-keys [data-rank='{card}']")).to_have_accessible_name(said)
        for jugada in table.implies:
            number += 1
            screen.confirm(dump_jugada(jugada), number)

    expect(screen.page.locator(".saving")).to_have_text("Empiece con la primera carta de la data.")
    assert log(kept)[1:] == jugadas
    count = end.implies[-1]
    assert isinstance(count, Conteo)
    assert log(kept)[-1] == f"conteo A={len(end.piles[0])} B={len(end.piles[1])} mesa={len(end.table)}"
    assert CardThrow.objects.count() == len(DECK)
    assert len({"caida", "limpia", "segundo-reparto", "conteo"} & {line.split()[0] for line in jugadas}) >= 3
    assert screen.taps <= 2 * len(DECK) + len(jugadas)


@pytest.mark.long
def test_a_card_is_taken_back_and_its_jugada_too_if_wanted(kept: Keeper, screen: CardsScreen) -> None:
    screen.throw("5")
    screen.kept_card("B1 5")
    screen.throw("5", ("5",))
    screen.confirm("caida-limpia A2", 2)
    expect(screen.page.locator(".proposal-done")).to_contain_text("anotada (n.º 2)")

    screen.undo()
    screen.kept_card("B1 5")
    expect(screen.toast).to_contain_text("sigue anotada")
    screen.touch(screen.toast.get_by_role("button", name="Deshacer"))
    screen.saved(3)
    screen.throw("6")

    screen.kept_card("A2 6")
    assert log(kept)[1:] == ["caida-limpia A2", "anula 2"]
    notations = list(CardThrow.objects.order_by("seq").values_list("notation", flat=True))
    assert notations == ["tira B1 5", "tira A2 5 levanta 5", "deshace 2", "tira A2 6"]


@pytest.mark.long
def test_what_the_log_makes_implausible_is_asked_about_here_too(kept: Keeper, screen: CardsScreen) -> None:
    mesa_of(kept).record(*["caida A", "limpia B"] * 5)  # before the cards were followed: as many cards as were dealt
    screen.restart()
    screen.throw("5")
    screen.kept_card("B1 5")
    screen.throw("5", ("5",))
    screen.touch(screen.page.locator(".proposal .go"))

    expect(screen.sheet).to_contain_text("Son al menos 22 cartas levantadas")
    screen.right()
    screen.saved(12)
    expect(screen.page.locator(".proposal-done")).to_contain_text("anotada (n.º 12)")
    assert log(kept)[11:] == ["caida-limpia A2 confirmado"]


@pytest.mark.long
def test_a_wrong_levante_is_said_protested_and_given_back(kept: Keeper, screen: CardsScreen) -> None:
    for rank in ("2", "4", "6"):
        screen.throw(rank)
    screen.kept_card("B2 6")
    screen.touch(screen.page.locator(".cards-keys [data-rank='7']"))
    screen.touch(screen.page.get_by_role("button", name="Levantó otras…"))
    for rank in ("2", "4"):
        screen.touch(screen.page.locator(".cards-choices .naipe", has_text=rank))
    screen.touch(screen.page.get_by_role("button", name="7 levanta 2 4"))

    screen.kept_card("A1 7 levanta 2 4")
    expect(screen.page.locator(".cards-choices .failure")).to_contain_text("Solo si protestan: Levante incorrecto")
    screen.touch(screen.page.get_by_role("button", name="Juego y veo"))
    screen.touch(screen.sheet.locator(".pareja-B .upheld"))
    screen.saved(2)
    screen.touch(screen.page.get_by_role("button", name="devuelve a la mesa: 2 4 7"))
    expect(screen.page.locator(".laid .card")).to_have_text(["2", "4", "6", "7"])
    assert log(kept)[1:] == ["juego-y-veo B procede"]


def test_what_was_not_asked_for_is_passed_over(kept: Keeper, screen: CardsScreen) -> None:
    screen.throw("5")
    screen.kept_card("B1 5")
    screen.throw("5", ("5",))
    expect(screen.page.locator(".proposal")).to_be_visible()

    screen.touch(screen.page.get_by_role("button", name="No la pidieron"))

    expect(screen.page.locator(".proposal")).to_have_count(0)
    assert log(kept)[1:] == []


def test_without_network_the_screen_says_so_and_the_card_arrives_once(kept: Keeper, screen: CardsScreen) -> None:
    screen.throw("5")
    screen.kept_card("B1 5")
    lost = []

    def lose_the_answer(route: Route) -> None:
        lost.append(route.fetch())
        route.abort()

    screen.page.route("**/naipes", lose_the_answer, times=1)
    screen.throw("6")
    expect(screen.page.locator(".cards-trouble")).to_contain_text("NO ESTÁ GUARDADA: A2 6.")
    expect(screen.page.locator(".cards-keys [data-rank='7']")).to_be_disabled()

    screen.touch(screen.page.get_by_role("button", name="Reintentar"))
    screen.kept_card("A2 6")
    assert CardThrow.objects.count() == 2
    assert len(lost) == 1


def test_whoever_goes_back_to_the_points_is_told_what_was_not_saved(kept: Keeper, screen: CardsScreen) -> None:
    screen.page.context.set_offline(True)
    screen.throw("5")
    expect(screen.page.locator(".cards-trouble")).to_contain_text("NO ESTÁ GUARDADA: B1 5.")

    screen.touch(screen.page.get_by_role("button", name="Volver a los puntos"))

    expect(screen.toast).to_contain_text("NO ESTÁ GUARDADA: B1 5.")
    expect(screen.button("caida", "A")).to_be_visible()
    screen.page.context.set_offline(False)
    assert CardThrow.objects.count() == 0


def test_the_cards_come_back_after_a_reload_and_the_points_on_request(screen: CardsScreen) -> None:
    screen.throw("5")
    screen.kept_card("B1 5")
    screen.restart()
    screen.kept_card("B1 5")
    expect(screen.page.locator(".card-felt h2")).to_contain_text("(A2)")

    screen.touch(screen.page.get_by_role("button", name="Volver a los puntos"))
    expect(screen.button("caida", "A")).to_be_visible()
    assert screen.page.locator(".cards").count() == 0


@pytest.mark.long
def test_a_misdeal_starts_the_cards_anew(kept: Keeper, screen: CardsScreen) -> None:
    screen.throw("5")
    screen.kept_card("B1 5")

    screen.touch(screen.more("mal-reparto"))
    screen.hold(screen.sheet.locator("[data-dealer]").first)

    expect(screen.page.locator(".saving")).to_have_text("Empiece con la primera carta de la data.")
    expect(screen.page.locator(".laid .card")).to_have_count(0)
    assert log(kept)[1:] == ["mal-reparto reparte=B1"]


def test_the_keys_are_large_enough_and_nothing_moves_sideways(screen: CardsScreen) -> None:
    for width, height, least in ((1280, 800, 76), (390, 844, 54)):
        screen.page.set_viewport_size({"width": width, "height": height})
        keys = boxes(screen.page.locator(".cards-keys .naipe"))

        assert len(keys) == len(RANKS)
        assert too_small(keys, least) == [], width
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
