"""A day on which somebody disagrees: what the pareja, the Director, the Juez and the public see of the law, in a browser.

In a losers' bracket a sealed result is appealed. Two mesas depend on it and wait; six others of the hall go on. The ruling
turns the winner. A doubt becomes a precedent at another table, the light goes out, and a pareja is expelled.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from brackets.draw.formats import DoubleElimination, Elimination
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, Exempt
from brackets.models import Championship, Fixture, Pareja, Player, User
from brackets.selectors.private_links import link_token
from brackets.services.fixtures import fixture_record
from referee.models import Planilla
from tests.brackets.services.tournament import Tournament
from tests.chromium import PHONE
from tests.factories.brackets import personal_set
from tests.factories.referee import ZAPATERIA, Keeper, keepers
from tests.journeys.tablet_screen import TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]

MINUTES = 15
LOOKS_MS = 30_000
"""After so long a tablet on which nobody does anything asks what the desk has done."""
CRITERIA = ("mesas", "directo", "chicas", "sorteo")
PLANS = [
    StagePlan(name="Copa a dos derrotas", format=DoubleElimination(second_final=False), entry=(Everybody(),), criteria=CRITERIA),
    StagePlan(name="Copa de la Fiesta", format=Elimination(), entry=(Exempt(tuple(range(5, 19))),), criteria=CRITERIA),
]  # fmt: skip


@dataclass
class Hall:
    """What the day begins with: `appealed` is over and sealed, `held` and the final depend on it, `others` do not."""

    championship: Championship
    director: User
    appealed: Keeper
    held: Fixture
    final: Fixture
    others: list[Keeper]
    server: LiveServer

    def panel(self, rest: str = "") -> str:
        return f"{self.server.url}/c/{self.championship.slug}/panel/{rest}"

    def public(self, rest: str = "") -> str:
        return f"{self.server.url}/c/{self.championship.slug}/{rest}"

    def private(self, pareja: Pareja) -> str:
        return f"{self.server.url}/p/{link_token(pareja)}/"


def plays(kept: Keeper, at: datetime) -> Keeper:
    """The mesa of this Keeper, won by A in one chica and sealed, all of it from this hour on."""
    kept.now = at
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    kept.fixture.refresh_from_db()
    return kept


@pytest.fixture
def hall(live_server: LiveServer) -> Hall:
    tournament = Tournament(range(1, 19), PLANS)
    championship = tournament.championship
    championship.appeal_minutes = MINUTES
    championship.save()
    main, cup = (tournament.draw_and_publish(number) for number in (1, 2))
    for place, player in enumerate(Player.objects.filter(pareja__championship=championship), 1):
        personal_set([player], cedula=f"06012{place:05}")
    for _ in range(2):  # the first round, and then the final of those who are unbeaten
        for fixture in main.fixtures.filter(status=Fixture.Status.READY).order_by("round", "position"):
            if losers(fixture):
                continue
            fixture_record(
                fixture=fixture, how="played", winner="A", chicas=[[40, 22], [40, 18]], zapateria=False,
                user=tournament.director, now=timezone.now() - timedelta(hours=3), reason="",
            )  # fmt: skip
    (first,) = main.fixtures.filter(status=Fixture.Status.READY)
    (appealed,) = keepers([first])
    plays(appealed, timezone.now() - timedelta(minutes=2))
    (held,) = main.fixtures.filter(status=Fixture.Status.READY)
    (waits,) = keepers([held])
    others = keepers(list(cup.fixtures.filter(status=Fixture.Status.READY).order_by("position")))
    final = main.fixtures.latest("round")
    return Hall(championship, tournament.director, appealed, waits.fixture, final, others, live_server)


def losers(fixture: Fixture) -> bool:
    """Whether both have lost once already."""
    lost = Fixture.objects.filter(stage=fixture.stage, status=Fixture.Status.FINAL).exclude(winner=None)
    beaten = {pk for each in lost for pk in (each.pareja_a_id, each.pareja_b_id) if pk != each.winner_id}
    return {fixture.pareja_a_id, fixture.pareja_b_id} <= beaten


@pytest.fixture
def desk(hall: Hall, open_context: OpenContext) -> Page:
    """The Director, at his laptop."""
    client, context = Client(), open_context(has_touch=False)
    client.force_login(hall.director)
    context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": hall.server.url}])
    return context.new_page()


@pytest.fixture
def phone(open_context: OpenContext) -> Page:
    """Somebody without an account."""
    return open_context(**PHONE).new_page()


def main_of(page: Page, address: str) -> str:
    page.goto(address)
    return page.locator("main").inner_text()


def of_fixture(hall: Hall, fixture: Fixture) -> str:
    return hall.server.url + reverse("brackets:fixture", args=[hall.championship.slug, fixture.pk])


# --- the appeal ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_appeal_in_the_losers_bracket_holds_two_mesas_and_its_ruling_turns_the_winner(
    hall: Hall, desk: Page, phone: Page
) -> None:
    winner, loser = hall.appealed.fixture.pareja_a, hall.appealed.fixture.pareja_b
    assert winner is not None
    assert loser is not None
    assert winner in (hall.held.pareja_a, hall.held.pareja_b)
    assert len(hall.others) == 6

    appeals(hall, phone, loser)
    admits(hall, desk)
    only_two_wait(hall, desk, phone)
    foresees(desk, hall, loser)
    rules(desk, hall)
    goes_on(hall, desk, winner, loser)
    cannot_be_appealed_twice(hall, phone, loser)
    is_published(hall, desk, phone)


def appeals(hall: Hall, phone: Page, pareja: Pareja) -> None:
    """From the private page, where both sign and read until when they may."""
    phone.goto(hall.private(pareja))
    expect(phone.locator("main")).to_contain_text(
        re.compile(r"Para apelar la última decisión:\s+hasta las \d\d:\d\d:\d\d")
    )
    phone.get_by_role("link", name="Apelar una decisión del Juez").click()
    write_appeal(phone, pareja, "2")
    phone.get_by_role("button", name="Presentar la apelación").click()
    expect(phone.locator("main")).to_contain_text("Espera que el Director la califique")


def write_appeal(phone: Page, pareja: Pareja, jugada: str, text: str = "Los cuarenta no se contaron.") -> None:
    phone.get_by_label("Qué apelan").select_option(jugada)
    phone.get_by_label("Por qué").fill(text)
    for player in pareja.players.all():
        phone.get_by_label(re.compile(f"Firma {re.escape(player.name)}")).fill(player.cedula[-4:])


def admits(hall: Hall, desk: Page) -> None:
    """The Director reads it and is told what admitting it takes back before he does."""
    desk.goto(hall.panel("apelaciones/"))
    expect(desk.locator("main")).to_contain_text("Los cuarenta no se contaron.")
    desk.get_by_role("link", name="Apelación 1").click()
    desk.get_by_role("radio", name=re.compile("La admito")).check()
    desk.get_by_label("Motivo").fill("Se presentó en tiempo")
    desk.get_by_role("button", name="Calificar la apelación").click()
    expect(desk.get_by_role("heading", name="Admitir la apelación 1")).to_be_visible()
    expect(desk.locator("main")).to_contain_text(f"Partida {hall.held.number}: ")
    desk.get_by_role("button", name="Confirmar").click()
    expect(desk.locator("main")).to_contain_text("La apelación 1 quedó admitida.")


def only_two_wait(hall: Hall, desk: Page, phone: Page) -> None:
    waiting = desk.get_by_role("region", name="Qué espera el fallo").get_by_role("listitem")
    expect(waiting).to_have_count(2)
    expect(desk.locator("main")).to_contain_text("es provisional")
    for fixture in (hall.held, hall.final):
        desk.goto(of_fixture(hall, fixture))
        expect(desk.locator("main")).to_contain_text("Espera el fallo de la apelación 1")
        expect(desk.locator("main")).to_contain_text("no se convoca ni empieza")
        expect(desk.get_by_role("button", name="Convocar")).to_have_count(0)
    phone.goto(hall.public(f"partidas/{hall.held.pk}/"))
    expect(phone.locator("main")).to_contain_text("Espera un fallo del Director")
    for kept in hall.others:
        desk.goto(of_fixture(hall, kept.fixture))
        expect(desk.locator("main")).not_to_contain_text("Espera el fallo")
        desk.get_by_role("button", name="Convocar", exact=True).click()
        expect(desk.locator("main")).to_contain_text("Convocada")
    assert Fixture.objects.filter(status=Fixture.Status.CALLED).count() == 6


def foresees(desk: Page, hall: Hall, loser: Pareja) -> None:
    desk.goto(hall.panel("apelaciones/1/"))
    row = desk.get_by_role("row", name=re.compile(r"Adjudica la mesa *\(B\)"))
    expect(row).to_contain_text("Gana B")
    expect(row).to_contain_text(f"pasa el {loser.number}")
    expect(desk.get_by_role("row", name=re.compile("Confirma la decisión"))).to_contain_text("Gana A")


def rules(desk: Page, hall: Hall) -> None:
    desk.get_by_label("Fallo", exact=True).select_option("adjudica-mesa")
    desk.get_by_label("Pareja").select_option("B")
    desk.get_by_label("Fundamentos").fill("Los cuarenta de la jugada 2 no se contaron (art. 13).")
    desk.get_by_role("button", name="Ver qué cambia").click()
    expect(desk.locator("main")).to_contain_text("Con el fallo: Gana B")
    desk.get_by_role("button", name="Dar el fallo: no se apela").click()
    expect(desk.locator("main")).to_contain_text("quedó fallada. El fallo es final.")


def goes_on(hall: Hall, desk: Page, winner: Pareja, loser: Pareja) -> None:
    """The mesa that waited has the other pareja and is called; there is a second version of the Planilla."""
    desk.goto(of_fixture(hall, hall.held))
    expect(desk.locator("main")).to_contain_text(loser.title)
    expect(desk.locator("main")).not_to_contain_text(winner.title)
    expect(desk.locator("main")).not_to_contain_text("Espera el fallo")
    desk.get_by_role("button", name="Convocar", exact=True).click()
    expect(desk.locator("main")).to_contain_text("Convocada")
    versions = Planilla.objects.filter(mesa=hall.appealed.mesa).order_by("version").values_list("version", flat=True)
    assert list(versions) == [1, 2]
    resolution = pdf(desk, hall.panel("apelaciones/1/resolucion.pdf"))
    for said in ("RESOLUCIÓN DE LA APELACIÓN 1", "no se contaron (art. 13).", "Planilla versión 2", loser.title):
        assert said in resolution


def pdf(page: Page, address: str) -> str:
    answer = page.context.request.get(address)
    assert answer.ok
    return " ".join(" ".join(each.extract_text() for each in PdfReader(BytesIO(answer.body())).pages).split())


def cannot_be_appealed_twice(hall: Hall, phone: Page, pareja: Pareja) -> None:
    phone.goto(hall.private(pareja))
    expect(phone.locator("main")).to_contain_text("Apelación 1")
    phone.get_by_role("link", name="Apelar una decisión del Juez").click()
    write_appeal(phone, pareja, "2", "Otra vez lo mismo.")
    phone.get_by_role("button", name="Presentar la apelación").click()
    expect(phone.locator("main")).to_contain_text(
        "Esa decisión ya se apeló: es la apelación 1. Nada se apela dos veces."
    )


def is_published(hall: Hall, desk: Page, phone: Page) -> None:
    """When the announcer says so, and not before."""
    grounds = "Los cuarenta de la jugada 2"
    assert grounds not in main_of(phone, hall.public("resoluciones/"))
    desk.goto(hall.panel("apelaciones/1/"))
    desk.get_by_role("button", name="Publicarla ahora").click()
    expect(desk.locator("main")).to_contain_text("El público ya ve la resolución.")
    assert grounds in main_of(phone, hall.public("resoluciones/"))


# --- the time to appeal -------------------------------------------------------------------------------------------


def test_a_late_appeal_is_refused_with_the_hour_at_which_its_time_ended(hall: Hall, phone: Page) -> None:
    kept, late = hall.others[0], hall.others[1]
    plays(kept, timezone.now() - timedelta(minutes=MINUTES - 1))
    plays(late, timezone.now() - timedelta(hours=2))
    pareja = kept.fixture.pareja_b
    assert pareja is not None
    assert late.fixture.pareja_b is not None

    phone.goto(hall.private(late.fixture.pareja_b) + "apelar/")
    expect(phone.locator("main")).to_contain_text(re.compile(r"el plazo venció a las \d\d:\d\d"))
    expect(phone.get_by_role("button", name="Presentar la apelación")).to_be_disabled()
    phone.goto(hall.private(pareja) + "apelar/")
    write_appeal(phone, pareja, "2")
    Championship.objects.update(appeal_minutes=MINUTES - 5)  # the time ends while they write
    phone.get_by_role("button", name="Presentar la apelación").click()

    expect(phone.locator("main")).to_contain_text(
        re.compile(r"El plazo para apelar esa decisión venció a las \d\d:\d\d")
    )
    expect(phone.get_by_label("Por qué")).to_have_value("Los cuarenta no se contaron.")


# --- a precedent and a power cut -----------------------------------------------------------------------------------


@pytest.mark.long
def test_a_precedent_is_used_at_another_table_and_a_power_cut_stops_it(
    hall: Hall, desk: Page, screen: TabletScreen
) -> None:
    resolves_a_doubt(hall, desk)
    screen.page.clock.install()
    screen.begin(hall.others[0].juez)
    screen.tap("juego-y-veo")
    screen.touch(screen.sheet.get_by_role("button", name="Precedentes (1)"))
    expect(screen.sheet).to_contain_text("Vale, si lo oye el Juez.")
    screen.page.reload()
    screen.saved(1)

    desk.goto(hall.panel("suspensiones/"))
    whole = desk.get_by_role("region", name="Suspender toda la sala")
    whole.get_by_label("Causa").fill("Corte de luz")
    whole.get_by_role("button", name="Suspender toda la sala").click()
    expect(desk.locator("main")).to_contain_text("Toda la sala está suspendida desde las")
    screen.page.clock.fast_forward(LOOKS_MS)
    expect(screen.button("reanudacion")).to_be_visible()
    expect(screen.page.locator(".mesa")).to_contain_text("Mesa suspendida: Toda la sala: Corte de luz")
    screen.tap("caida", "A")
    expect(screen.toast).to_contain_text("suspendida")
    screen.score(0, 0)
    desk.goto(of_fixture(hall, hall.others[1].fixture))
    desk.get_by_role("button", name="Convocar", exact=True).click()
    expect(desk.locator("body")).to_contain_text(re.compile("sala está suspendida"))

    desk.goto(hall.panel("suspensiones/"))
    desk.get_by_role("button", name="Reanudar la sala").click()
    expect(desk.locator("main")).to_contain_text("Ninguna mesa está suspendida")
    screen.page.clock.fast_forward(LOOKS_MS)
    expect(screen.button("reanudacion")).to_have_count(0)
    screen.tap("caida", "A")
    screen.saved(4)
    screen.score(2, 0)


def resolves_a_doubt(hall: Hall, desk: Page) -> None:
    desk.goto(hall.panel("consultas/anotar/"))
    desk.get_by_label("Consulta").fill("¿Vale pedirlo de pie?")
    desk.get_by_label("Artículo").select_option("5")
    desk.get_by_label("La expone el Juez").select_option(str(hall.appealed.juez.pk))
    desk.get_by_role("button", name="Anotar la consulta").click()
    desk.get_by_role("link", name="Resolver la consulta 1").click()
    desk.get_by_label("Resolución").fill("Vale, si lo oye el Juez.")
    desk.get_by_role("button", name="Resolver sin apelación").click()
    expect(desk.locator("main")).to_contain_text("Vale, si lo oye el Juez.")


# --- conduct ------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_offence_made_final_expels_the_pareja_and_its_rival_passes(hall: Hall, desk: Page, phone: Page) -> None:
    fixture = hall.others[2].fixture
    expelled, rival = fixture.pareja_a, fixture.pareja_b
    assert expelled is not None
    assert rival is not None
    desk.goto(hall.panel("conducta/"))
    written = desk.locator("form[method=post]").last
    written.get_by_label(re.compile("Número|Pareja")).fill(str(expelled.number))
    written.get_by_label("Conducta").select_option("ofensa")
    written.get_by_label("Grado").select_option("falta-grave")
    written.get_by_label("Qué pasó").fill("Amenazó al Juez")
    written.get_by_role("button", name="Anotar la conducta").click()
    entry = desk.locator("li.call", has_text="Amenazó al Juez")
    expect(entry).to_contain_text("Por decidir")
    entry.get_by_role("button", name=re.compile("Dejar firme")).click()
    expect(entry).to_contain_text("Firme")
    entry.get_by_role("link", name="Expulsar a la pareja").click()
    expect(desk.get_by_label("Motivo")).to_have_value("Falta grave: ofensa (art. 16, 18). Amenazó al Juez")
    desk.get_by_role("button", name="Ver qué cambia").click()
    expect(desk.get_by_role("region", name="Qué cambia")).to_contain_text(f"pasa el {rival.number}")
    desk.get_by_role("button", name="Confirmar").click()
    expect(desk.locator("main")).to_contain_text(f"La pareja {expelled.number} está expulsada")
    expect(entry).to_contain_text("Expulsada por esto")

    fixture.refresh_from_db()
    assert fixture.winner == rival
    told = main_of(phone, hall.public(f"partidas/{fixture.pk}/"))
    assert rival.title in told
    assert "Amenazó al Juez" not in told
