"""The law at the table: a precedent where its article comes up, a doubt exposed there, also without network."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from referee.models import Consulta, Incident, Mesa, Quarantined
from referee.services.suspensions import mesa_suspend
from tests.factories.consultas import asked, resolved
from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import TabletScreen, log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_precedent_is_offered_where_its_article_comes_up_without_network(kept: Keeper, screen: TabletScreen) -> None:
    resolved(asked(kept.championship, "¿Vale pedirlo de pie?", "5"), "Vale, si lo oye el Juez.")
    screen.begin(kept.juez)
    screen.page.context.set_offline(True)

    screen.tap("juego-y-veo")
    screen.touch(screen.sheet.get_by_role("button", name="Precedentes (1)"))

    expect(screen.sheet).to_contain_text("¿Vale pedirlo de pie?")
    expect(screen.sheet).to_contain_text("Vale, si lo oye el Juez.")


def test_a_doubt_exposed_without_network_reaches_the_director_with_it(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.page.context.set_offline(True)

    screen.touch(screen.page.get_by_role("button", name="Más…"))
    screen.touch(screen.sheet.get_by_role("button", name="Precedentes y consultas"))
    screen.touch(screen.sheet.get_by_role("button", name="EXPONER UNA DUDA"))
    screen.sheet.get_by_label("La duda").fill("¿Se puede cambiar de silla?")
    screen.touch(screen.sheet.get_by_role("button", name="ENVIAR AL DIRECTOR"))
    expect(screen.sheet).to_contain_text("por enviar")
    assert Consulta.objects.count() == 0
    screen.page.context.set_offline(False)
    screen.page.reload()
    screen.saved(1)
    expect(screen.page.locator(".mesa")).to_be_visible()
    screen.page.wait_for_timeout(2500)

    consulta = Consulta.objects.get()
    assert (consulta.question, consulta.juez, consulta.fixture) == (
        "¿Se puede cambiar de silla?",
        kept.juez,
        kept.fixture,
    )
    assert len(log(kept)) == 1


@pytest.mark.long
def test_a_warning_written_without_network_is_known_to_the_next_juez_and_not_to_the_public(
    kept: Keeper, screen: TabletScreen
) -> None:
    screen.begin(kept.juez)
    screen.page.context.set_offline(True)

    screen.touch(screen.page.get_by_role("button", name="Más…"))
    screen.touch(screen.sheet.get_by_role("button", name="Conducta"))
    expect(screen.sheet.get_by_role("button", name="ANOTAR")).to_be_disabled()
    screen.touch(screen.sheet.get_by_role("group", name="De quién").get_by_role("button").first)
    screen.touch(screen.sheet.get_by_role("button", name="Señas"))
    screen.touch(screen.sheet.get_by_role("button", name="Amonestación"))
    screen.touch(screen.sheet.get_by_role("button", name="Reincide"))
    screen.touch(screen.sheet.get_by_role("button", name="ANOTAR"))
    expect(screen.sheet.locator(".precedents li")).to_contain_text("por enviar")
    screen.page.context.set_offline(False)
    screen.page.reload()
    expect(screen.page.get_by_role("button", name="Conducta (1)")).to_be_visible(timeout=70_000)

    incident = Incident.objects.get()
    assert (incident.pareja, incident.kind, incident.grade) == (kept.fixture.pareja_a, "senas", "amonestacion")
    assert (incident.text, incident.written_by, incident.fixture) == ("Reincide", kept.juez, kept.fixture)
    anybody = Client()
    for page in ("", f"partidas/{kept.fixture.pk}/", f"parejas/{kept.fixture.pareja_a.number}/", "precedentes/"):
        assert "Reincide" not in anybody.get(f"/c/{kept.championship.slug}/{page}").content.decode()


@pytest.mark.long
def test_a_kind_brings_its_article_along_and_a_double_tap_writes_once(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.touch(screen.page.get_by_role("button", name="Más…"))
    screen.touch(screen.sheet.get_by_role("button", name="Conducta"))
    article = screen.sheet.get_by_label("Artículo o regla")

    screen.touch(screen.sheet.get_by_role("group", name="De quién").get_by_role("button").first)
    screen.touch(screen.sheet.get_by_role("button", name="Señas"))
    expect(article).to_have_value("art. 16, 18")
    screen.touch(screen.sheet.get_by_role("button", name="Arranche"))
    expect(article).to_have_value("art. 16")
    article.fill("regla del salón 3")
    screen.touch(screen.sheet.get_by_role("button", name="Demora"))
    expect(article).to_have_value("regla del salón 3")
    screen.touch(screen.sheet.get_by_role("button", name="Observación"))
    screen.touch(screen.sheet.get_by_role("button", name="Reincide"))
    screen.sheet.get_by_role("button", name="ANOTAR").evaluate("button => { button.click(); button.click(); }")

    expect(screen.sheet.locator(".precedents li")).to_contain_text("por decidir", timeout=20_000)
    screen.page.wait_for_timeout(1000)
    told = Incident.objects.values_list("kind", "article", "text")
    assert list(told) == [("demora", "regla del salón 3", "Reincide")]


@pytest.mark.long
def test_what_the_desk_stops_stops_the_table_and_nothing_that_it_touched_is_lost(
    kept: Keeper, screen: TabletScreen
) -> None:
    screen.begin(kept.juez)
    screen.page.context.set_offline(True)
    screen.tap("caida", "A")
    mesa = Mesa.objects.get(fixture=kept.fixture)
    mesa_suspend(mesa=mesa, cause="Corte de luz", measure="", client_id=uuid4(), user=kept.juez, now=timezone.now())
    screen.page.context.set_offline(False)

    resume = screen.button("reanudacion")
    expect(resume).to_be_visible(timeout=40_000)
    screen.page.wait_for_timeout(3000)
    assert log(kept)[1:] == ['suspension "Corte de luz"']
    assert [each.notation for each in Quarantined.objects.all()] == ["caida A"]
    screen.touch(resume)
    screen.saved(3)
    assert log(kept)[2:] == ["reanudacion"]
