"""A pareja appeals on the tablet, both sign, and without network the hour of the tablet is kept."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from referee.models import Appeal
from referee.services.appeals.qualifying import appeal_admit
from tests.factories.appeals import appealed
from tests.factories.brackets import director_of
from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long
def test_an_appeal_signed_by_both_without_network_arrives_with_its_hour(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("caida", "A")
    screen.saved(2)
    screen.page.context.set_offline(True)
    screen.touch(screen.page.get_by_role("button", name="Más…"))
    screen.touch(screen.sheet.get_by_role("button", name="Apelar al Director"))
    screen.touch(screen.sheet.get_by_role("group", name="Quién apela").get_by_role("button").nth(1))
    screen.touch(screen.sheet.get_by_role("group", name="Contra qué decisión").get_by_role("button").first)
    screen.touch(screen.sheet.get_by_role("button", name="Lo que el Juez no concedió después"))
    screen.sheet.get_by_label("Por qué").fill("La caída se pidió tarde.")
    send = screen.sheet.get_by_role("button", name="PRESENTAR LA APELACIÓN")
    for index in range(2):
        expect(send).to_be_disabled()
        canvas = screen.sheet.locator("canvas").nth(index)
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        assert box is not None
        screen.page.mouse.move(box["x"] + 0.1 * box["width"], box["y"] + 0.5 * box["height"])
        screen.page.mouse.down()
        for step in range(24):
            at = box["x"] + (0.1 + 0.03 * step) * box["width"]
            screen.page.mouse.move(at, box["y"] + (0.3 + 0.4 * (step % 2)) * box["height"], steps=3)
        screen.page.mouse.up()
    screen.touch(send)
    expect(screen.sheet).to_contain_text("por enviar")
    assert Appeal.objects.count() == 0
    screen.page.context.set_offline(False)
    screen.page.reload()
    expect(screen.page.locator(".mesa")).to_be_visible()
    screen.page.wait_for_timeout(4000)

    appeal = Appeal.objects.get()
    assert (appeal.side, appeal.jugada, appeal.about) == ("B", 2, "negada")
    assert appeal.text == "La caída se pidió tarde."
    assert appeal.filed_at < appeal.received_at


AN_HOUR_FAST = "const real = Date.now.bind(Date); Date.now = () => real() + 3600000;"


def open_sheet(screen: TabletScreen) -> None:
    screen.touch(screen.page.get_by_role("button", name="Más…"))
    screen.touch(screen.sheet.get_by_role("button", name="Apelar al Director"))


def test_the_time_is_told_by_the_hour_of_the_server_and_what_the_director_wrote_is_not_offered(
    kept: Keeper, screen: TabletScreen
) -> None:
    screen.page.add_init_script(AN_HOUR_FAST)
    kept.championship.appeal_minutes = 10
    kept.championship.save()
    screen.begin(kept.juez)
    screen.tap("caida", "A")
    screen.saved(2)
    kept.fixture.refresh_from_db()
    kept.mesa_id, kept.now = kept.fixture.mesa.public_id, timezone.now()
    appeal = appealed(kept)
    appeal_admit(appeal=appeal, reason="En tiempo", user=director_of(kept.championship), now=timezone.now())
    screen.page.reload()
    open_sheet(screen)

    offered = screen.sheet.get_by_role("group", name="Contra qué decisión").get_by_role("button")
    expect(offered).to_have_count(2)
    expect(offered.first).to_contain_text(re.compile(r"^\s*2 · .*quedan 9:\d\d"))
    screen.touch(offered.first)
    expect(screen.sheet.get_by_role("group", name="Qué se apela de ella").get_by_role("button")).to_have_count(2)
    expect(screen.sheet).to_contain_text("ya se apeló")

    screen.page.evaluate("Date.now = () => new Date().getTime() + 3600000 + 11 * 60000")
    expect(offered.first).to_contain_text(re.compile(r"El plazo venció a las \d\d:\d\d"))
    expect(screen.sheet).to_contain_text("El campeonato da 10 minutos desde la decisión.")
