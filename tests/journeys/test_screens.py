"""A projector in the hall: the desk steers it, the server is restarted, and nobody touches it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import Championship, Fixture, Pareja, Player, User
from brackets.services.fixtures import fixture_call
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.models import Screen
from referee.services.screens import Shown, screen_show
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    director_of,
    drawn_stage,
    published_stage,
)
from tests.factories.referee import SORTEO, ZAPATERIA, keepers, kept_mesa
from tests.faults.killing import mortal
from tests.journeys.axe import Axe
from tests.journeys.screen_register import register
from tests.long import longer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]
ORDER = ("mesas", "directo", "chicas", "sorteo")
PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}
LONGEST = "Wilhelmina Encarnación Bustamante-Ayavaca Quishpe de Montes"
ORDINARY = ("Guadalupe Montesdeoca", "Maximiliano Santacruz")
KINDS = (
    "portada", "juego", "llamadas", "llave", "series", "posiciones", "sorteo", "ceremonia", "mensaje", "mesa", "rotulo", "rotacion",
)  # fmt: skip
OF_FORMAT = ("llave", "series", "posiciones", "sorteo", "ceremonia", "rotacion")
"""Those that are built otherwise in another format; of the rest only the name of a round is another, and the longest is of two defeats."""
WITH_NAMES = ("juego", "llamadas", "llave", "series", "posiciones", "sorteo", "mesa", "rotulo", "rotacion")
# What is cut off below or beside, by a style or by the edge of what it stands in: nothing may be, the server shortens it before.
CUT_OFF = """() => {
    const high = [document.scrollingElement, ...document.querySelectorAll('.slide__body, .slide__body > *, .mesa, .column, .side, .lower, .code > *')];
    const wide = [document.scrollingElement, ...document.querySelectorAll('#pantalla *:not(.hidden):not(svg *)')];
    const clipped = [...document.querySelectorAll('#pantalla *:not(.hidden)')].filter((each) => getComputedStyle(each).overflow !== 'visible');
    const said = (each) => `${each.tagName} ${each.className.baseVal ?? each.className} ${each.textContent.trim().slice(0, 60)}`;
    const room = (text) => Number(document.querySelector(text.getAttribute('clip-path').slice(4, -1) + ' path').getAttribute('d').match(/h(\\d+)/)[1]) - 4;
    return [
        ...[...high, ...clipped].filter((each) => each.scrollHeight > each.clientHeight + 2),
        ...wide.filter((each) => each.clientWidth && each.scrollWidth > each.clientWidth + 2),
        ...[...document.querySelectorAll('.box__name')].filter((each) => each.getComputedTextLength() > room(each)),
    ].map(said);
}"""
# What is smaller than is read from the back of a hall: names a thirtieth of the height, all else a fortieth.
SMALL = """() => {
    const unit = Math.min(innerHeight, innerWidth * 9 / 16);
    const size = (each) => parseFloat(getComputedStyle(each).fontSize) * (each.ownerSVGElement ? each.getScreenCTM().a : 1);
    const least = (each) => unit / (each.matches('[class*=__name], [class*=__player]') ? 30 : 40);
    return [...document.querySelectorAll('.wall #pantalla *:not(.hidden)')]
        .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && size(each) < least(each))
        .map((each) => `${each.className.baseVal ?? each.className} ${size(each)}`);
}"""


def at_the_desk(context: BrowserContext, user: User, origin: str, address: str) -> Page:
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": origin}])
    page = context.new_page()
    page.goto(origin + address)
    return page


def projector(context: BrowserContext, origin: str) -> Page:
    page = context.new_page()
    page.goto(origin + reverse("referee:screen"))
    return page


@pytest.mark.long
def test_the_desk_steers_a_projector_and_nobody_reloads_it_when_the_server_restarts(
    open_context: OpenContext, tmp_path: Path
) -> None:
    kept = kept_mesa(SORTEO, "caida A")
    slug = kept.championship.slug
    with mortal(tmp_path, SECRET_KEY=settings.SECRET_KEY, DEBUG="1") as server:
        origin = f"http://127.0.0.1:{server.port}"
        wall = projector(open_context(**PROJECTOR), origin)
        wall.evaluate("globalThis.sameDocument = true")
        code = wall.locator(".code__letters span").first.inner_text()
        desk = at_the_desk(
            open_context(), director_of(kept.championship), origin, reverse("referee:screens", args=[slug])
        )

        desk.get_by_label("Código de la pantalla").fill(code.lower())
        desk.get_by_label("Nombre de la pantalla").fill("Proyector")
        desk.get_by_role("button", name="Registrar", exact=True).click()
        expect(wall.locator(".cover__name")).to_have_text(str(kept.championship))
        desk.get_by_role("button", name="Ahora se juega").click()
        expect(wall.get_by_role("heading", name="Ahora se juega")).to_be_visible()
        expect(wall.locator(".mesa__points").first).to_contain_text("2")

        server.close()
        expect(wall.locator("#sin-red")).to_contain_text("Sin conexión: lo que se ve es de hace")
        expect(wall.locator(".mesa__points").first).to_contain_text("2")
        kept.record("caida A")
        server._process = server._start()
        server.wait()

        expect(wall.locator(".mesa__points").first).to_contain_text("4")
        expect(wall.locator("#sin-red")).to_be_hidden()
        desk.get_by_role("textbox", name="Mensaje", exact=True).fill("Pausa hasta las 21:30")
        desk.get_by_role("button", name="Poner en todas").click()
        expect(wall.locator(".message")).to_have_text("Pausa hasta las 21:30")
        desk.get_by_role("button", name="Quitar el mensaje").click()
        expect(wall.get_by_role("heading", name="Ahora se juega")).to_be_visible()
        assert wall.evaluate("globalThis.sameDocument")


@pytest.mark.long
def test_the_screens_follow_the_ceremony_of_a_draw(live_server: LiveServer, open_context: OpenContext) -> None:
    stage = drawn_stage(8)
    Championship.objects.filter(pk=stage.championship.pk).update(status="open", appeal_minutes=10)
    director = director_of(stage.championship)
    wall = projector(open_context(**PROJECTOR), live_server.url)
    register(stage.championship, director, Shown("sorteo"))
    expect(wall.locator(".slide__nothing")).to_contain_text("todavía no está publicado")
    address = reverse("brackets:draw_ceremony", args=[stage.championship.slug])
    desk = at_the_desk(open_context(**PROJECTOR), director, live_server.url, address)

    desk.keyboard.press("ArrowRight")
    desk.get_by_role("button", name="Las pantallas siguen").click()
    expect(wall.locator(".reveal__step")).to_contain_text("1 de 8")
    desk.keyboard.press("ArrowRight")

    expect(wall.locator(".reveal__step")).to_contain_text("2 de 8")
    expect(wall.locator(".reveal__number")).to_have_text(desk.locator("[data-now=number]").inner_text())


def test_removed_it_goes_back_to_a_code_by_itself(live_server: LiveServer, open_context: OpenContext) -> None:
    championship = published_stage(4).championship
    director = director_of(championship)
    wall = projector(open_context(**PROJECTOR), live_server.url)
    register(championship, director, Shown("posiciones"))
    expect(wall.get_by_role("heading", name="Posiciones")).to_be_visible()
    address = reverse("referee:screens", args=[championship.slug])
    desk = at_the_desk(open_context(), director, live_server.url, address)

    desk.get_by_text("Mensaje, una mesa, rotación, cambiar o quitar").click()
    desk.get_by_role("button", name="Quitar Proyector").click()

    expect(wall.get_by_role("heading", name="Pantalla sin registrar")).to_be_visible()


def hall(format_: Format) -> tuple[Championship, User]:
    """Six tables in play and one called; one mesa is over, and another one is sealed."""
    championship = ChampionshipFactory()
    for number in range(1, 33):
        ParejaFactory(championship=championship, number=number)
    user = director_of(championship)
    plan = StagePlan(name="La etapa", format=format_, entry=(Everybody(),), criteria=ORDER)
    stages_plan(championship=championship, plans=(plan,), user=user, now=NOW)
    stage = draw_rehearsed(championship=championship, user=user, now=NOW, public_seed="prueba")
    stage_publish(stage=stage, user=user, now=NOW)
    kept = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)[:9]))
    for each in kept[:8]:
        each.open()
        each.record(SORTEO, 'ajusta A +38 "marcador del caso"')
    for each in kept[6:8]:
        each.record("limpia A", "proclama")
    kept[7].seal()
    fixture_call(fixture=kept[8].fixture, user=kept[8].juez, now=timezone.now())
    return championship, user


def steered(wall: Page, championship: Championship, director: User, kinds: Iterable[str]) -> Iterator[tuple[str, Page]]:
    """The wall as it shows each of these, one after the other."""
    screen = register(championship, director, Shown("portada"))
    table = championship.tables.get(number=1)
    for kind in kinds:
        shown = Shown(kind, table=table, text="x" * 8 + " largo" * 20, in_turn=("llave",))
        screen_show(screen=screen, shown=shown, user=director, now=timezone.now())
        wall.wait_for_function(
            "mark => document.querySelector('#pantalla').dataset.mark.startsWith(mark)", arg=told_to(screen)
        )
        yield kind, wall


@pytest.mark.parametrize(("format_", "kinds"), [(DoubleElimination(), KINDS), longer(Series(size=4), OF_FORMAT)])
def test_every_picture_fits_and_can_be_read(
    format_: Format, kinds: Sequence[str], live_server: LiveServer, open_context: OpenContext, axe: Axe
) -> None:
    championship, director = hall(format_)
    Player.objects.update(name=LONGEST)
    Pareja.objects.update(club="Asociación de Comerciantes del Mercado La Condamine, etapa 2")
    Pareja.objects.filter(number__lte=10).update(
        name="Asociación de Comerciantes Minoristas de La Condamine y Yaruquíes"
    )
    context = open_context(bypass_csp=True, **PROJECTOR)
    axe.ready(context)
    wall = projector(context, live_server.url)
    found: dict[str, list[object]] = {}
    for kind, page in steered(wall, championship, director, kinds):
        for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            wrong = page.evaluate(CUT_OFF) + page.evaluate(SMALL)
            found[f"{kind} {width}"] = wrong + (axe.serious(page) if width == 1920 else [])

    assert {kind: wrong for kind, wrong in found.items() if wrong} == {}


@pytest.mark.long
@pytest.mark.parametrize(
    ("format_", "kinds"),
    [(Elimination(), WITH_NAMES), (Series(size=4), [each for each in WITH_NAMES if each in OF_FORMAT])],
)
def test_names_of_ordinary_length_stand_whole(
    format_: Format, kinds: Sequence[str], live_server: LiveServer, open_context: OpenContext
) -> None:
    championship, director = hall(format_)
    for position, name in enumerate(ORDINARY, start=1):
        Player.objects.filter(position=position).update(name=name)
    wall = projector(open_context(**PROJECTOR), live_server.url)

    found = {
        kind: (wall.evaluate(CUT_OFF), wall.locator("#pantalla").inner_text())
        for kind, wall in steered(wall, championship, director, kinds)
    }

    assert {kind: cut for kind, (cut, _) in found.items() if cut} == {}
    lines = {kind: [line for line in text.splitlines() if "…" in line] for kind, (_, text) in found.items()}
    assert {kind: cut for kind, cut in lines.items() if cut} == {}
    surnames = [name.split()[-1] for name in ORDINARY]
    empty = {"series"} if format_ == Elimination() else set()
    assert {kind for kind, (_, text) in found.items() if not all(each in text for each in surnames)} == empty


def told_to(screen: Screen) -> str:
    """How the mark begins of whatever it shows since it was told so."""
    return f"{screen.pk}.{Screen.objects.get(pk=screen.pk).version}-"


def test_a_mixer_sees_the_picture_through_the_overlay(live_server: LiveServer, open_context: OpenContext) -> None:
    kept = kept_mesa(*ZAPATERIA[:1], "caida A")
    page = open_context(**PROJECTOR).new_page()
    page.goto(live_server.url + reverse("referee:table_overlay", args=[kept.championship.slug, 1]))

    grounds = page.evaluate(
        "['html', 'body', 'main'].map((each) => getComputedStyle(document.querySelector(each)).backgroundColor)"
    )
    kept.record("caida A")

    assert set(grounds) == {"rgba(0, 0, 0, 0)"}
    expect(page.locator(".bug__points").first).to_contain_text("4")
