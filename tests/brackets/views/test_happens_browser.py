"""What happens in a night, driven by a Director in a real Chromium: each with its preview, its reason and its way back."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localtime
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer
from time_machine import TimeMachineFixture

from brackets.draw.formats import DoubleElimination, Elimination
from brackets.hours.play_days import PlayDays
from brackets.models import AuditEntry, Fixture, Pareja
from brackets.selectors.events import disagreements
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_assign, fixture_call
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.services.test_late_entries import night_of
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW, TableFactory, director_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]
SIZES = ((1280, 800), (390, 844))


@pytest.fixture(autouse=True)
def _in_that_night(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOW + timedelta(hours=1))


class Director:
    """At the pages of one championship."""

    def __init__(self, night: Night, context: BrowserContext, server: LiveServer) -> None:
        self.night, self.server = night, server
        client = Client()
        client.force_login(director_of(night.championship))
        context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": server.url}])
        self.page = context.new_page()

    def at(self, name: str, *args: object) -> Page:
        self.page.goto(self.server.url + url(name, self.night.championship, *args))
        return self.page

    def partida(self, number: int, stage: int = 1) -> Page:
        return self.at("fixture", self.fixture(number, stage).pk)

    def fixture(self, number: int, stage: int = 1) -> Fixture:
        return self.night.stage(stage).fixtures.select_related("pareja_a", "pareja_b", "winner").get(number=number)

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()

    def sees(self, *words: str) -> None:
        for each in words:
            expect(self.page.locator("main")).to_contain_text(each)
        self.fits()

    def fits(self) -> None:
        """Nothing is wider than the screen, on a desk and on a phone."""
        self.page.wait_for_load_state()  # the styles come after the words
        for number, (width, height) in enumerate(SIZES):
            self.page.set_viewport_size({"width": width, "height": height})
            assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            if folder := os.environ.get("LOOK"):
                Director.shots = getattr(Director, "shots", 0) + (number == 0)
                self.page.screenshot(path=Path(folder) / f"{Director.shots:02}-{number}.png", full_page=True)
        self.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})

    def records(self, number: int, what: str, winner: str = "", stage: int = 1, reason: str = "") -> None:
        page = self.partida(number, stage)
        page.get_by_label(what).check()
        if winner:
            page.get_by_label(winner, exact=True).check()
        if reason:
            page.get_by_label("Motivo u observación").fill(reason)
        self.press("Registrar resultado")

    def log(self, action: str) -> AuditEntry:
        """The last entry of what was done, which says by whom."""
        entry = AuditEntry.objects.filter(championship=self.night.championship, action=action).latest("id")
        assert entry.user == self.night.director
        return entry


@pytest.mark.long
def test_a_night_of_series_and_a_final(open_context: OpenContext, live_server: LiveServer) -> None:
    night = Night(7, SERIES, FINAL)
    night.publish(1)
    table = TableFactory(championship=night.championship)
    director = Director(night, open_context(), live_server)
    page = director.page

    # A W.O., with the order of the series before it is confirmed, annulled by a ruling and given back.
    gone = director.fixture(1).pareja_b
    assert gone is not None
    there = str(director.fixture(1).pareja_a)
    director.records(1, "No se presentó una pareja: gana la otra (W.O.)", there)
    director.sees("Nadie convocó la partida 1: escriba por qué se da por ausente, o convóquela primero.")
    assert director.fixture(1).how == ""
    director.records(
        1, "No se presentó una pareja: gana la otra (W.O.)", there, reason="Se llamó tres veces a viva voz"
    )
    director.sees("Registrar el resultado de la", "Qué cambia", "Orden: Series, serie")
    assert director.fixture(1).how == ""
    director.press("Confirmar")
    director.sees("Resultado de la partida 1")
    page.get_by_text("Quitar el resultado").first.click()
    page.get_by_label("Se anula por un fallo").check()
    page.locator("#id_anular-reason").fill("Llegaron a tiempo")
    page.get_by_role("button", name="Quitar el resultado").click()
    director.sees("queda sin resultado", "Orden: Series, serie")
    director.press("Confirmar")
    assert director.log("partida-anular").data["reason"] == "Llegaron a tiempo"
    director.sees("Se quitó su resultado")
    director.press("Devolver el resultado")
    assert director.fixture(1).how == "walkover"

    # Nobody came, an abandono, and a mesa replayed.
    director.records(2, "No se presentó ninguna de las dos", reason="No llegaron al coliseo")
    director.sees("Qué cambia", "no gana nadie")
    director.press("Confirmar")
    director.records(3, "Una pareja abandonó: gana la otra", str(director.fixture(3).pareja_b))
    director.press("Confirmar")
    assert [director.fixture(number).how for number in (2, 3)] == ["double-no-show", "retirement"]
    page.get_by_text("Quitar el resultado").first.click()
    page.get_by_label("Se vuelve a jugar").check()
    page.locator("#id_anular-reason").fill("Faltó una carta en el mazo")
    page.get_by_role("button", name="Quitar el resultado").click()
    director.press("Confirmar")
    assert director.log("partida-repetir").data["reason"] == "Faltó una carta en el mazo"
    assert director.fixture(3).status == "ready"

    # Chicas typed the wrong way round, corrected and undone.
    page.goto(f"{live_server.url}/c/{night.championship.slug}/panel/partidas/{director.fixture(3).pk}/papel/")
    for index, points in enumerate(("40", "22", "40", "12")):
        page.locator("main input[type=number]").nth(index).fill(points)
    director.press("Registrar resultado")
    assert director.fixture(3).winner == director.fixture(3).pareja_a
    page.get_by_role("link", name="Escribir las chicas").click()
    for index, points in enumerate(("22", "40", "12", "40")):
        page.locator("main input[type=number]").nth(index).fill(points)
    page.get_by_label("Observación").fill("Se copiaron al revés")
    director.press("Registrar resultado")
    director.sees("Corregir las chicas de la", "Chicas: 40–22, 40–12 pasan a ser 22–40, 12–40.", "Orden: Series, serie")
    director.press("Confirmar")
    assert director.fixture(3).winner == director.fixture(3).pareja_b
    director.sees("Se corrigió su resultado", "40–22, 40–12", "Se copiaron al revés")
    director.press("Deshacer la corrección")
    assert director.fixture(3).winner == director.fixture(3).pareja_a

    # Retired, with what it played voided and its call falling; and back again.
    called = next(
        each
        for each in night.stage(1).fixtures.filter(status="ready")
        if gone.pk in (each.pareja_a_id, each.pareja_b_id)
    )
    fixture_assign(fixture=called, table=table, juez=None, user=night.director, now=NOW)
    fixture_call(fixture=called, user=night.director, now=NOW)
    director.at("pareja_edit", gone.number)
    page.get_by_role("link", name=f"Retirar o expulsar a la pareja {gone.number}").click()
    page.get_by_label("No cuenta para nadie").check()
    page.get_by_label("No se jugó: gana su rival").check()
    page.locator("#id_reason").fill("Una emergencia")
    director.press("Ver qué cambia")
    director.sees(f"Retirar a la pareja {gone.number}", "Convocatorias que caen", f"Partida {called.number}")
    director.press("Confirmar")
    director.sees(f"La pareja {gone.number} está retirada", f"Ya no está convocada la partida {called.number}")
    assert director.log("pareja-retirar").data["reason"] == "Una emergencia"
    director.at("pareja_departure", gone.number)
    page.locator("#id_reason").fill("Era otra")
    director.press("Ver qué cambia")
    director.sees(f"Reincorporar a la pareja {gone.number}", "Qué cambia")
    director.press("Confirmar")
    assert Pareja.objects.get(pk=gone.pk).status == "active"

    # Late into the open place of the smaller series, and out again.
    director.at("panel")
    director.sees("Cuando pasa algo", "Motivo: Era otra")
    page.get_by_role("link", name="Inscribir en un lugar libre").click()
    page.locator("#id_player_1").fill("Tomás Tarde")
    page.locator("#id_player_2").fill("Teresa Tarde")
    page.locator("#id_place").select_option(index=0)
    page.locator("#id_reason").fill("Se dañó el bus")
    director.press("Ver qué cambia")
    director.sees("Qué cambia", "el 8")
    director.press("Confirmar")
    director.sees("La pareja 8 entró en la etapa")
    director.at("pareja_edit", 8)
    director.press("Deshacer su entrada")
    assert Pareja.objects.get(championship=night.championship, number=8).status == "withdrawn"

    # One replaced, and one who goes on with another under a new number.
    director.at("player_replace", 5)
    page.locator("input[name=position]").first.check()
    page.get_by_label("Quién juega en su lugar").fill("Sara Suplente")
    page.locator("#id_reason").fill("Se lesionó")
    director.press("Ver qué cambia")
    director.sees("En el número 5, Sara Suplente en lugar de")
    if director.page.get_by_label("Llevarlo a cabo").count():
        director.page.get_by_label("Llevarlo a cabo").check()
    director.press("Confirmar")
    director.sees("Sara Suplente juega desde ahora con el número 5")
    director.at("pareja_partner", 5)
    page.locator("input[name=stays]").first.check()
    page.get_by_label("Su nuevo compañero").fill("Nora Nueva")
    page.locator("#id_place").select_option(index=0)
    page.locator("#id_reason").fill("Su compañero se fue")
    director.press("Ver qué cambia")
    director.sees(", del 5, sigue con otro número")
    director.press("Confirmar")
    director.at("pareja_edit", 9)
    director.sees("Uno de sus jugadores viene del 5")
    director.press("Deshacer su entrada y reincorporar al 5")
    assert Pareja.objects.get(championship=night.championship, number=5).status == "active"

    # The final drawn, reopened, played; then a result of the series that it came from, and an expulsion, on purpose.
    night.play(1)
    night.publish(2)
    director.at("draw")
    director.sees("no se reabre: ya se empezaron a jugar", "«Final» ya está publicada: reábrala primero")
    page.get_by_role("link", name="Reabrir «Final»").click()
    director.sees("Nadie ha jugado en ella")
    page.locator("#id_reason").fill("Faltaba sortear en público")
    director.press("Reabrir")
    director.sees("«Final» está reabierta")
    director.press("Publicar la llave")
    night.play(2)
    final = night.stage(2).fixtures.select_related("pareja_a", "winner").get()
    assert final.winner is not None
    director.at("pareja_departure", final.winner.number)
    page.get_by_label("Se la expulsa, por un fallo").check()
    page.get_by_label("No cuenta para nadie").check()
    page.locator("#id_reason").fill("Señas")
    director.press("Ver qué cambia")
    director.sees(f"Expulsar a la pareja {final.winner.number}", "Qué cambia", "Orden: Series, serie")
    expect(page.locator("main")).not_to_contain_text("entraría")
    director.press("Confirmar")
    director.sees("está expulsada")
    final.refresh_from_db()
    assert final.how == "played"
    director.at("log")
    director.sees("Motivo: Señas", "Motivo: Se copiaron al revés", "se deshizo la corrección", "Motivo: Se lesionó")


@pytest.mark.long
def test_a_night_with_a_second_chance(open_context: OpenContext, live_server: LiveServer) -> None:
    night = night_of(DoubleElimination())
    director = Director(night, open_context(), live_server)
    page = director.page
    first = night.stage(1).fixtures.filter(status="ready").earliest("number")
    number = first.number
    assert number is not None

    director.at("pareja_late")
    page.locator("#id_player_1").fill("Tomás Tarde")
    page.locator("#id_player_2").fill("Teresa Tarde")
    page.locator("#id_place").select_option(index=0)
    page.locator("#id_reason").fill("Se dañó el bus")
    director.press("Ver qué cambia")
    director.sees("el 8")
    director.press("Confirmar")
    director.at("pareja_edit", 8)
    director.press("Deshacer su entrada")

    night.play(1)
    before = director.fixture(number)
    loser = before.pareja_b if before.winner == before.pareja_a else before.pareja_a
    page = director.partida(number)
    page.get_by_text("Cambiar por ausencia").click()
    page.get_by_label("Una pareja abandonó: gana la otra").check()
    page.get_by_label(str(loser), exact=True).check()
    page.get_by_label("Motivo u observación").fill("Se anotó al revés")
    director.press("Registrar resultado")
    director.sees("No se puede cambiar el resultado", "Qué cambia si se lleva a cabo a propósito", "quedan señaladas")
    page.get_by_label("Llevarlo a cabo").check()
    director.press("Confirmar")
    director.sees("Quedaron señaladas las partidas")
    assert director.fixture(number).winner == loser
    assert director.log("llevar-a-cabo").data["reason"] == "Se anotó al revés"

    director.at("draw")
    director.sees("no se reabre", "reabrirla a propósito")
    page.get_by_role("link", name="reabrirla a propósito").click()
    director.sees("Qué lo impide", "Mesas que quedan señaladas")
    page.locator("#id_reason").fill("Hubo dos mazos marcados")
    page.get_by_label("Llevarlo a cabo").check()
    director.press("Reabrir")
    director.sees("está reabierta", "sin publicar")
    director.press("Publicar el sorteo")
    director.partida(number)
    director.sees("Señalada.", "quedó sin efecto")


@pytest.mark.long
def test_a_paper_that_comes_after_one_of_its_parejas_left(open_context: OpenContext, live_server: LiveServer) -> None:
    night = night_of(Elimination(), 4)
    director = Director(night, open_context(), live_server)
    page = director.page
    gone, left = director.fixture(1).pareja_a, timezone.now().replace(second=0, microsecond=0) - timedelta(minutes=20)
    assert gone is not None
    pareja_leave(pareja=gone, user=night.director, now=left, reason="Una emergencia")

    director.partida(1)
    director.sees("Su papel llegó tarde", f"La pareja {gone.number} salió")
    page.get_by_role("link", name="Escribir las chicas").click()
    director.sees("Hora del papel", "cuenta como jugado aunque el papel llegue ahora")
    for index, points in enumerate(("40", "22", "40", "12")):
        page.locator("main input[type=number]").nth(index).fill(points)
    type_hour(page, left + timedelta(minutes=10))
    page.get_by_label("Observación").fill("Se quedó en la mesa 3")
    director.press("Registrar resultado")
    director.sees("antes de esa hora. Corrija la hora")
    assert director.fixture(1).how == "pass"
    type_hour(page, left - timedelta(minutes=10))
    director.press("Registrar resultado")
    director.sees("Corregir las chicas de la", "Qué cambia")
    director.press("Confirmar")
    director.sees(f"Resultado de la partida 1: pasa la pareja {gone.number}")

    assert (director.fixture(1).how, director.fixture(1).winner) == ("played", gone)
    assert disagreements(night.stage(1)) == []


def type_hour(page: Page, at: datetime) -> None:
    page.get_by_label("Día del papel").fill(f"{PlayDays(localtime(at).tzinfo or UTC).of(at)}")
    page.get_by_label("Hora del papel").fill(f"{localtime(at):%H:%M}")
