"""A day on the floor: who came, who was called and did not, who judges, and what the phone of a pareja says meanwhile.

Seven parejas in a bracket of eight. One does not come, in another mesa nobody does, of a third pareja one comes alone and
goes on with another partner, a Juez has to leave, and a pareja is expelled.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer
from time_machine import TimeMachineFixture

from brackets.models import AuditEntry, Championship, Fixture, Notice, Pareja, Stage, User
from brackets.selectors.private_links import link_token
from brackets.services.fixtures import fixture_record
from tests.chromium import PHONE
from tests.factories.brackets import NOW, RoleFactory, director_of, published_stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]
GRACE = 10
ASKS_MS = 10_000  # so often a phone asks


@dataclass
class Floor:
    stage: Stage
    clock: TimeMachineFixture
    server: LiveServer

    @property
    def championship(self) -> Championship:
        return self.stage.championship

    def panel(self, rest: str) -> str:
        return f"{self.server.url}/c/{self.championship.slug}/panel/{rest}"

    def fixtures(self, round_: int) -> list[Fixture]:
        """Those of a round where two play, in order."""
        there = self.stage.fixtures.filter(round=round_).exclude(pareja_a=None).exclude(pareja_b=None)
        return list(there.select_related("pareja_a", "pareja_b", "table", "juez", "winner").order_by("position"))

    def later(self, minutes: float) -> None:
        self.clock.shift(timedelta(minutes=minutes))


@pytest.fixture
def floor(live_server: LiveServer, time_machine: TimeMachineFixture) -> Floor:
    stage = published_stage(7, tables=4, jueces=5)
    stage.championship.grace_minutes = GRACE
    stage.championship.save()
    time_machine.move_to(NOW + timedelta(hours=1))
    return Floor(stage, time_machine, live_server)


@pytest.fixture
def sits(floor: Floor, open_context: OpenContext) -> Callable[..., Page]:
    """Somebody of the championship at a screen of his own."""

    def sit(user: User, **screen: object) -> Page:
        client, context = Client(), open_context(**screen)
        client.force_login(user)
        context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": floor.server.url}])
        return context.new_page()

    return sit


@pytest.fixture
def director(floor: Floor, sits: Callable[..., Page]) -> Page:
    return sits(director_of(floor.championship))


@pytest.fixture
def desk(floor: Floor, sits: Callable[..., Page]) -> Page:
    return sits(RoleFactory(championship=floor.championship, kind="control").user)


@pytest.mark.long
def test_a_day_on_the_floor(
    floor: Floor, director: Page, desk: Page, sits: Callable[..., Page], open_context: OpenContext
) -> None:
    first, second, third = floor.fixtures(1)
    door = sits(RoleFactory(championship=floor.championship, kind="inscription").user, **PHONE)
    there, absent, rival, alone = first.pareja_a, first.pareja_b, third.pareja_a, third.pareja_b
    assert there is not None
    assert absent is not None
    assert rival is not None
    assert alone is not None

    comes(floor, door, there, rival)
    comes_alone(floor, door, alone)
    phone = follows(floor, open_context, there)
    is_allocated(floor, desk)
    moves(floor, desk, phone, first)
    is_called(floor, desk, phone, first)
    gone = juez_leaves(floor, desk, first)
    does_not_come(floor, desk, first, there, absent)
    is_told(phone, f"no se presentó la {absent.number}")
    nobody_comes(floor, desk, second)
    goes_on_with_another(floor, desk, director, third, alone)
    hours_are_told(floor, desk)
    is_expelled(floor, director, phone, there)
    assert phone.evaluate("globalThis.sameDocument"), "the phone loaded its page again"
    is_on_record(floor, director, gone)


def comes(floor: Floor, door: Page, *parejas: Pareja) -> None:
    """Their number is typed at the door."""
    for pareja in parejas:
        door.goto(floor.panel("presencia/"))
        door.get_by_label("Número de la pareja o de la credencial").fill(str(pareja.number))
        door.get_by_role("button", name="Ir", exact=True).click()
        door.get_by_role("button", name="Llegaron y vi sus documentos").click()
        expect(door.locator("main")).to_contain_text("Llegaron, identificados")


def comes_alone(floor: Floor, door: Page, pareja: Pareja) -> None:
    player = pareja.players.get(position=1)
    door.goto(floor.panel(f"presencia/{pareja.number}/"))
    card = door.locator("form.presence-card", has_text=player.name)
    card.get_by_role("button", name="Llegó y vi su documento").click()
    expect(door.locator("main")).to_contain_text("Llegó uno")
    door.goto(floor.panel("presencia/?estado=uno"))


def follows(floor: Floor, open_context: OpenContext, pareja: Pareja) -> Page:
    """The private page on a phone; it is never loaded again."""
    phone = open_context(**PHONE).new_page()
    phone.clock.install()
    phone.goto(f"{floor.server.url}/p/{link_token(pareja)}/")
    expect(phone.locator("#ahora")).to_contain_text("Todavía no está convocada")
    phone.evaluate("globalThis.sameDocument = true")
    return phone


def is_told(phone: Page, text: str) -> None:
    """When it asks the next time."""
    phone.clock.fast_forward(ASKS_MS)
    expect(phone.locator("#ahora")).to_contain_text(text)


def is_allocated(floor: Floor, desk: Page) -> None:
    desk.goto(floor.panel("asignacion/"))
    desk.get_by_role("button", name="Proponer").click()
    desk.get_by_role("button", name="Publicar 3 de 3").click()
    expect(desk.locator("main")).to_contain_text("Mesas y jueces publicados")
    assert all(fixture.table and fixture.juez for fixture in floor.fixtures(1))


def seat(desk: Page, fixture: Fixture) -> Locator:
    fixture.refresh_from_db()
    assert fixture.table is not None
    return desk.locator(f"#m{fixture.table.number}")


def moves(floor: Floor, desk: Page, phone: Page, fixture: Fixture) -> None:
    """To the table that is free: those two are told, and nobody else."""
    free = floor.championship.tables.exclude(pk__in=[each.table_id for each in floor.fixtures(1)]).get()
    desk.goto(floor.panel(f"partidas/{fixture.pk}/"))
    desk.get_by_label("Mesa (opcional)").select_option(str(free.pk))
    desk.get_by_role("button", name="Asignar", exact=True).click()
    is_told(phone, f"Cambio de mesa: {free}")
    told = {notice.pareja for notice in Notice.objects.filter(championship=floor.championship)}
    assert told == {fixture.pareja_a, fixture.pareja_b}


def is_called(floor: Floor, desk: Page, phone: Page, fixture: Fixture) -> None:
    desk.goto(floor.panel("control/"))
    for each in floor.fixtures(1):
        seat(desk, each).get_by_role("button", name="Convocar").click()
        expect(seat(desk, each).locator(".state--called")).to_be_visible()
    is_told(phone, "Convocada: preséntese en la mesa")
    expect(phone.locator("#ahora")).to_contain_text("Desde las")


def juez_leaves(floor: Floor, desk: Page, fixture: Fixture) -> User:
    """He goes home; the page says what somebody else has to take, and who can."""
    fixture.refresh_from_db()
    gone = fixture.juez
    assert gone is not None
    desk.goto(floor.panel("jueces/"))
    desk.get_by_role("button", name=f"{gone} se fue").click()
    expect(desk.locator("main")).to_contain_text(f"{gone} tiene todavía la partida {fixture.number}.")
    taken = desk.get_by_role("listitem").filter(has_text=re.compile(f"partida {fixture.number}\\b", re.IGNORECASE))
    taken.get_by_role("button", name="Dar").click()
    expect(desk.locator("main")).not_to_contain_text("Dar a otro lo que tiene")
    fixture.refresh_from_db()
    assert fixture.juez not in (None, gone)
    assert fixture.status == "called"
    desk.goto(floor.panel("control/"))
    expect(seat(desk, fixture)).to_contain_text(str(fixture.juez))
    return gone


def does_not_come(floor: Floor, desk: Page, fixture: Fixture, there: Pareja, absent: Pareja) -> None:
    """Called three times; who checked in is noted in one touch; the W.O. waits for its hour and for a person."""
    card = seat(desk, fixture)
    card.get_by_role("button", name=f"Ya consta en el salón {there.number}: anotar su llegada").click()
    expect(card.get_by_role("button", name=f"Llegó {absent.number}")).to_be_visible()
    for minutes, call in ((2, "Segunda llamada"), (2, "Tercera llamada")):
        floor.later(minutes)
        desk.reload()
        card.get_by_role("button", name=call).click()
        expect(card.get_by_role("button", name=call)).to_have_count(0)
    expect(card.get_by_text("Decidir el W.O.")).to_have_count(0)
    floor.later(GRACE)
    desk.reload()
    card.get_by_role("link", name="Decidir el W.O.").click()
    main = desk.locator("main")
    expect(main).to_contain_text("Ya se puede declarar el W.O.")
    assert not Fixture.objects.get(pk=fixture.pk).how, "a clock alone decided it"
    desk.get_by_role("button", name=f"No se presentó la {absent.number}").click()
    expect(main).to_contain_text(
        f"Partida {fixture.number}: el {there.number} contra el {absent.number}; pasa el {there.number}"
    )
    act = act_that_opens(desk)
    for said in ("Primera llamada", "Segunda llamada", "Tercera llamada", there.title, absent.title):
        assert said in act, said
    fixture.refresh_from_db()
    assert fixture.winner == there


def act_that_opens(desk: Page) -> str:
    """Confirmed, the act comes without being asked for."""
    with desk.expect_request("**/acta-wo.pdf") as asked:
        desk.get_by_role("button", name="Confirmar").click()
    answer = desk.context.request.get(asked.value.url)
    assert answer.ok
    return " ".join(" ".join(each.extract_text() for each in PdfReader(BytesIO(answer.body())).pages).split())


def nobody_comes(floor: Floor, desk: Page, fixture: Fixture) -> None:
    desk.goto(floor.panel("control/"))
    seat(desk, fixture).get_by_role("link", name="Decidir el W.O.").click()
    desk.get_by_role("button", name="No se presentó ninguna de las dos").click()
    expect(desk.locator("main")).to_contain_text("no pasa nadie")
    act = act_that_opens(desk)
    assert fixture.pareja_a is not None
    assert fixture.pareja_b is not None
    assert fixture.pareja_a.title in act
    assert fixture.pareja_b.title in act
    fixture.refresh_from_db()
    assert (fixture.how, fixture.winner) == ("double-no-show", None)


def goes_on_with_another(floor: Floor, desk: Page, director: Page, fixture: Fixture, alone: Pareja) -> None:
    """The desk is told what may be done of who came alone; the Director does it, in the place that is free."""
    came = alone.players.get(position=1).name
    desk.goto(floor.panel(f"partidas/{fixture.pk}/"))
    desk.get_by_role("button", name=f"Solo {came}").click()
    expect(desk.locator("main")).to_contain_text("quien vino solo puede seguir con una nueva inscripción")
    expect(desk.locator("main")).to_contain_text("lo decide el Director")
    director.goto(floor.panel(f"partidas/{fixture.pk}/"))
    director.get_by_role("link", name="inscribirlo con otro compañero").click()
    director.get_by_label("No se jugó: gana su rival").check()
    director.get_by_label(came).check()
    director.get_by_label("Su nuevo compañero: nombre y apellido").fill("Zoila Ruiz")
    expect(director.get_by_label("Lugar en que entran")).to_have_value(re.compile(r"\d+"))
    director.get_by_label("Motivo").fill("Su compañero no llegó")
    director.get_by_role("button", name="Ver qué cambia").click()
    expect(director.locator("main")).to_contain_text(f"Partida {fixture.number}")
    director.get_by_role("button", name="Confirmar").click()
    expect(director.locator("main")).to_contain_text(f"{came}, del {alone.number}, sigue con el 8")
    fixture.refresh_from_db()
    assert fixture.winner == fixture.pareja_a
    assert Pareja.objects.get(championship=floor.championship, number=8).title == f"{came} / Zoila Ruiz"


def hours_are_told(floor: Floor, desk: Page) -> None:
    """When what is left ends, with its range, and what two tables more would change."""
    desk.goto(floor.panel("horas/"))
    expect(desk.locator("main")).to_contain_text("Termina lo sorteado")
    expect(desk.locator("main")).to_contain_text(re.compile(r"entre \d\d:\d\d y \d\d:\d\d"))
    desk.get_by_role("link", name="Con 2 mesas más").click()
    expect(desk.locator("main")).to_contain_text("Con 2 mesas más")
    expect(desk.locator("main")).to_contain_text("lo sorteado terminaría a las")


def is_expelled(floor: Floor, director: Page, phone: Page, expelled: Pareja) -> None:
    """What it would still have played falls to whoever it would have met, in whichever round that is."""
    director.goto(floor.panel(f"parejas/{expelled.number}/salida/"))
    director.get_by_role("radio", name="Se la expulsa, por un fallo").check()
    director.get_by_label("Motivo").fill("Ofensa al Juez")
    director.get_by_role("button", name="Ver qué cambia").click()
    expect(director.get_by_role("heading", level=1)).to_have_text(f"Expulsar a la pareja {expelled.number}")
    director.get_by_role("button", name="Confirmar").click()
    expect(director.locator("main")).to_contain_text(f"La pareja {expelled.number} está expulsada")
    is_told(phone, "Esta pareja salió del campeonato.")
    late = next(each for each in floor.fixtures(1) if not each.how)
    assert late.pareja_b is not None
    assert 8 in (late.pareja_a.number, late.pareja_b.number)  # type: ignore[union-attr]
    fixture_record(
        fixture=late, how="played", winner="A", chicas=[[40, 22], [40, 18]], zapateria=False,
        user=director_of(floor.championship), now=timezone.now(), reason="",
    )  # fmt: skip
    (final,) = floor.stage.fixtures.filter(round=3)
    finalist = late.pareja_a
    assert finalist in (final.pareja_a, final.pareja_b), "its rival of the semifinal passes without playing"


def is_on_record(floor: Floor, director: Page, gone: User) -> None:
    """Each act with who did it, at what hour."""
    desk, chief = (role_of(floor, kind) for kind in ("control", "director"))
    for action, user in (
        ("asignacion-publicar", desk),
        ("convocatoria-ausencia", desk),
        ("pareja-rehacer", chief),
        ("pareja-expulsar", chief),
    ):
        entry = AuditEntry.objects.filter(championship=floor.championship, action=action).latest("id")
        assert entry.user == user, action
        director.goto(floor.panel(f"registro/?buscar={quote(entry.sentence[:40])}"))
        expect(director.locator("main")).to_contain_text(entry.sentence)
        expect(director.locator("main")).to_contain_text(str(user))


def role_of(floor: Floor, kind: str) -> User:
    return floor.championship.roles.get(kind=kind).user
