"""What a page looks like in the states that one world has not: axe, a ruler, and no JavaScript, on each of them."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import resolve, reverse
from playwright.sync_api import BrowserContext, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from time_machine import TimeMachineFixture

from brackets.models import Championship, Fixture, Player
from brackets.selectors.private_links import link_token
from referee.models import Mesa, Screen
from referee.printing.papers import KINDS
from referee.sealing import planilla_paper
from referee.selectors.championship_chain import chain_of, championship_chain
from referee.selectors.planilla.build import mesas_to_print
from referee.services.suspensions import hall_suspend
from tests.access_world import make_world
from tests.chromium import PHONE
from tests.factories.archives import typed_from_paper
from tests.factories.brackets import NOW, director_of, invented_cedula, personal_set
from tests.factories.inscription import accepting, ask, category
from tests.factories.referee import SORTEO, kept_mesa, sealed_mesa
from tests.factories.sealing import certified
from tests.journeys.axe import Axe
from tests.journeys.page_kinds import Kinds
from tests.journeys.test_pages_access import LONGEST, look, page_at, unsaid
from tests.long import longer
from tests.public_addresses import asked_addresses, public_addresses
from tests.referee.printing.papers.worlds import contested, finished
from tests.referee.selectors.sealed.test_verdict import amend
from tests.referee.views.test_screens import registered
from tests.test_queries_do_not_grow import Hall, playing

OpenContext = Callable[..., BrowserContext]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def asked_further() -> Iterator[str]:
    """What the pages of the world answer who asks further; a mesa in play, and its Planilla that nobody signed."""
    world = make_world(Path(settings.PRINTS_ROOT))
    yield from asked_addresses(Fixture.objects.get(pk=world.sealed.fixture.pk))
    yield from of_partidas(world.playing.fixture)


@pytest.fixture(autouse=True)
def files_root(settings: Settings, tmp_path: Path) -> None:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path


def of_partidas(*fixtures: Fixture) -> Iterator[str]:
    for fixture in fixtures:
        yield reverse("referee:partida", args=[fixture.stage.championship.slug, fixture.pk])
        yield from (reverse("referee:planilla", args=[mesa.public_id]) for mesa in Mesa.objects.filter(fixture=fixture))


def of_hall(hall: Hall, *names: str) -> Iterator[str]:
    """These pages, and all its partidas."""
    yield from pages_of(hall, *names)
    yield from of_partidas(*hall.fixtures)


def pages_of(hall: Hall, *names: str) -> Iterator[str]:
    """These pages of its first partida."""
    yield from (each for each in public_addresses(hall.fixtures[0]) if resolve(each).view_name in names)


COURSE = ("brackets:championship", "brackets:standings", "brackets:sheet", "brackets:draw_public", "referee:pareja")
AFTER = (
    "brackets:results",
    "brackets:palmares",
    "referee:statistics",
    "referee:zapateros",
    "referee:own",
    "referee:resolutions",
)


def in_play() -> Iterator[str]:
    """Of each format; with a hall that stands still, and with nothing told while it is played."""
    series = playing("series-final", 10, 1)
    hall_suspend(
        championship=series.championship, client_id=uuid4(), cause="Apagón", measure="Se espera",
        user=director_of(series.championship), now=NOW,
    )  # fmt: skip
    yield from of_hall(series, *COURSE, "referee:own")
    yield from pages_of(playing("suizo", 10, 1), *COURSE[:4])
    hidden = playing("riobamba", 10, 1)
    Championship.objects.filter(pk=hidden.championship.pk).update(live_visibility=Championship.LiveVisibility.END)
    yield from of_hall(hidden, *COURSE[:4])


def ended() -> Iterator[str]:
    """With its podium and all its logs; partidas of every ending, from a tablet and from paper; a bracket without logs."""
    call_command(
        "ensayo", formato="series-final", parejas=8, papel="30%", ausencias="20%", abandonos="30%", verbosity=0
    )
    played = Championship.objects.latest("pk")
    fixtures = {each.how: each for each in fixtures_of(played)} | {"first": fixtures_of(played)[0]}
    yield from of_hall(Hall(played, tuple(fixtures.values())), *COURSE, *AFTER)
    (typed, *_) = fixtures_of(typed_from_paper())
    yield from of_partidas(typed)
    disputed = fixtures_of(contested())
    yield from of_hall(Hall(disputed[0].stage.championship, tuple(disputed[:3])), *COURSE[:1], "referee:resolutions")


def fixtures_of(championship: Championship) -> list[Fixture]:
    """Those with two rivals, in their order."""
    fixtures = Fixture.objects.filter(stage__championship=championship, pareja_b__isnull=False, number__isnull=False)
    return list(fixtures.select_related("stage__championship", "pareja_a").order_by("number"))


def before() -> Iterator[str]:
    """Nothing is drawn: what there is to enter, what there is to read."""
    championship = accepting()
    entry = ask(championship, 1, 2, category=category(championship))
    for name in (
        "championship",
        "schedule",
        "results",
        "palmares",
        "standings",
        "parejas_public",
        "draw_public",
        "inscription",
    ):
        yield reverse(f"brackets:{name}", args=[championship.slug])
    for name in ("statistics", "zapateros", "precedents", "resolutions", "championship_rules"):
        yield reverse(f"referee:{name}", args=[championship.slug])
    yield reverse("brackets:receipt", args=[championship.slug, entry.token])


STATES = {"asked further": asked_further, "in play": in_play, "ended": ended, "before": before}
DISPUTED = ("planillas", "acta-wo", "resolucion")
NAMED = (
    *("aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name", "aria-progressbar-name"),
    *("aria-toggle-field-name", "button-name", "document-title", "frame-title", "html-has-lang", "image-alt"),
    *(
        "input-button-name",
        "input-image-alt",
        "label",
        "link-name",
        "select-name",
        "summary-name",
        "svg-img-alt",
        "valid-lang",
    ),
)
NOWHERE = "/no-hay/"


def states(of: str) -> dict[str, str]:
    """The pages among these with their HTML, each once; with names as long as they may be."""
    found = dict.fromkeys(STATES[of]())
    Player.objects.update(name=LONGEST)
    pages = {each: page_at(Client(), each) for each in found if "solo=" not in each}  # the parts of a page are none
    return {NOWHERE: Client().get(NOWHERE).text} | {address: html for address, html in pages.items() if html}


@pytest.mark.parametrize(
    ("of", "by_axe"), [longer("asked further", 25), longer("in play", 17), longer("ended", 20), ("before", 15)]
)
def test_every_state_can_be_read_and_used_and_needs_no_javascript(
    live_server: LiveServer, open_context: OpenContext, axe: Axe, of: str, by_axe: int
) -> None:
    """All of them by the ruler, whatever they say; by axe those that are made of something new."""
    context = open_context(bypass_csp=True)
    without, with_axe = context.new_page(), axe.page(context)
    addresses, kinds = states(of), Kinds()
    new = {address for address, html in addresses.items() if kinds.are_new(kind_of(address), html)}

    found = {}
    for address in addresses:
        page, by = (with_axe, axe) if address in new else (without, None)
        if wrong := look(page, live_server.url + address, by):
            found[address] = wrong
    of_each_kind = {kind_of(address): html for address, html in addresses.items()}
    empty = {kind: said for kind, html in of_each_kind.items() if (said := unsaid(html))}

    assert found == {}
    assert empty == {}
    assert len(addresses) > 12
    assert len(new) >= by_axe, "axe has lost its pages"


def kind_of(address: str) -> str:
    return address if address == NOWHERE else resolve(address.partition("?")[0]).view_name


@pytest.mark.long
def test_every_document_can_be_read_as_a_page(live_server: LiveServer, open_context: OpenContext, axe: Axe) -> None:
    """Of a championship that has ended, and of one with absences and a ruling."""
    context, wrong = open_context(bypass_csp=True), {}
    page = axe.page(context)
    for championship, kinds in ((finished(), KINDS), (contested(), DISPUTED)):
        client = Client()
        client.force_login(director_of(championship))
        context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": live_server.url}])
        for kind in kinds:
            address = reverse("referee:paper", args=[championship.slug, kind, "html"])
            if page_at(client, address):  # else the same stands on a page of its own
                page.goto(live_server.url + address)
                wrong[address] = axe.serious(page)

    assert {address: found for address, found in wrong.items() if found} == {}
    assert len(wrong) > 15


def test_every_kind_of_screen_can_be_read(live_server: LiveServer, open_context: OpenContext, axe: Axe) -> None:
    """In play; it hangs on a wall, so nothing is measured for a finger."""
    hall, wrong = playing("series-final", 10, 1), {}
    context = open_context(bypass_csp=True)
    page = axe.page(context)
    for kind in Screen.Kind.values:
        shown = (
            {"in_turn": ("juego", "llave")} if kind == "rotacion" else {"text": "Pausa"} if kind == "mensaje" else {}
        )
        client, _ = registered(hall.championship, kind, table=hall.fixtures[-2].table, **shown)
        context.add_cookies([{"name": "pantalla", "value": client.cookies["pantalla"].value, "url": live_server.url}])
        page.goto(f"{live_server.url}/pantalla/")
        expect(page.locator("body")).not_to_contain_text("escriba este código")
        wrong[kind] = axe.serious(page)

    assert {kind: found for kind, found in wrong.items() if found} == {}


@pytest.mark.long
def test_what_is_told_of_a_file_can_be_read_and_is_asked_without_javascript(
    live_server: LiveServer, open_context: OpenContext, axe: Axe
) -> None:
    plain, page = open_context(java_script_enabled=False).new_page(), axe.page(open_context(bypass_csp=True))
    wrong, asked = {}, set()
    for told, name, content in files():
        for each in (page,) if name in asked else (plain, page):  # one form a page, whatever is told of the file
            each.goto(live_server.url + reverse(name))
            each.locator("input[type=file]").first.set_input_files(
                {"name": "archivo", "mimeType": "application/octet-stream", "buffer": content}
            )
            each.get_by_role("button", name="Verificar").first.click()
            expect(each.locator("main")).to_contain_text(told)
        asked.add(name)
        wrong[told] = axe.serious(page)

    assert {told: found for told, found in wrong.items() if found} == {}


def files() -> Iterator[tuple[str, str, bytes]]:
    """What the page says of each of them."""
    kept = sealed_mesa()
    certified(kept.championship)
    check, chain = "referee:planilla_check", championship_chain(kept.championship)
    mesa = mesas_to_print().get(public_id=kept.mesa_id)
    signed = planilla_paper(mesa, base_url="", now=NOW)
    acta = Client().get(reverse("brackets:draw_acta", args=[kept.championship.slug])).content
    yield "Auténtica y vigente", check, signed
    yield "Alterada", check, signed + b"\n"
    yield "Desconocida", check, b"%PDF-1.4"
    yield "Las bitácoras son las del acta", check, json.dumps(chain.as_json()).encode()
    older = chain_of(chain.slug, [replace(head, head_seq=1, head_hash="e" * 64) for head in chain.heads])
    yield "Algo cambió", check, json.dumps(older.as_json()).encode()
    yield "no es un acta", check, b"{}"
    amend(kept)
    yield "reemplazada", check, signed
    yield "Verificar", "brackets:draw_verify", acta
    yield "Verificar", "brackets:draw_verify", acta.replace(b'"', b"'")


@pytest.mark.long
def test_a_form_that_is_refused_can_be_read_and_is_sent_without_javascript(
    live_server: LiveServer, open_context: OpenContext, axe: Axe, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to(NOW + timedelta(minutes=1))  # while there is time to appeal
    plain, page = open_context(**PHONE, java_script_enabled=False).new_page(), axe.page(open_context(bypass_csp=True))
    wrong = {}
    for address, button in forms():
        for each in (plain, page):
            each.goto(live_server.url + address)
            refused = each.locator("main :is([role=alert], [aria-invalid=true])")
            expect(refused).to_have_count(0)
            each.get_by_role("button", name=button).click()
            expect(refused.first).to_be_visible()
        wrong[f"{address}: {button}"] = axe.serious(page)

    assert {form: found for form, found in wrong.items() if found} == {}


def forms() -> Iterator[tuple[str, str]]:
    """Public forms that an empty answer does not do for, and what sends them."""
    kept = kept_mesa(SORTEO, "caida A")
    pareja = kept.fixture.pareja_a
    for player in pareja.players.all():
        personal_set(Player.objects.filter(pk=player.pk), cedula=invented_cedula(player.pk))
    championship = accepting()
    category(championship)
    yield reverse("brackets:sign_in"), "Entrar"
    yield reverse("brackets:inscription", args=[championship.slug]), "Pedir la inscripción"
    yield reverse("referee:own_appeal", args=[link_token(pareja)]), "Presentar la apelación"
    yield reverse("referee:planilla_check"), "Verificar el archivo"
    yield reverse("referee:planilla_check"), "Buscar la Planilla"
    yield reverse("brackets:draw_verify"), "Verificar"


@pytest.mark.long
def test_in_english_it_can_be_read_and_used(live_server: LiveServer, open_context: OpenContext, axe: Axe) -> None:
    """The same pages, made as the Spanish ones are: what differs is how long their words are, and which words name a thing."""
    context = open_context(bypass_csp=True)
    context.add_cookies([{"name": "idioma", "value": "en", "url": live_server.url}])
    page = axe.page(context)
    addresses = list(dict.fromkeys(of_hall(playing("series-final", 10, 1), "brackets:home", *COURSE, *AFTER)))

    found = {}
    for address in addresses:
        if wrong := [*look(page, live_server.url + address, None), *axe.found(page, *NAMED)]:
            found[address] = wrong

    assert found == {}
    assert page.locator("html").get_attribute("lang") == "en"
