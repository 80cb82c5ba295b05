"""Who looks at a partida, or at its championship, sees that it came to count for nobody, without a reload."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from brackets.models import Fixture
from brackets.services.departures import pareja_leave, pareja_return
from tests.chromium import PHONE
from tests.factories.brackets import director_of
from tests.factories.referee import ZAPATERIA, keepers
from tests.factories.tournaments import ready, tournament
from tests.journeys.live_servers import Servers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOLD = "Anulada: no cuenta para nadie"


@pytest.mark.long
def test_a_partida_that_is_voided_and_counts_again(
    running: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    championship = tournament("series-final", 4)
    (kept,) = keepers(ready(championship)[:1])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    pareja = Fixture.objects.get(pk=kept.fixture.pk).winner
    assert pareja is not None
    director, now = director_of(championship), timezone.now()
    page = open_context(**PHONE).new_page()
    page.goto(f"{running.url}/c/{championship.slug}/partidas/{kept.fixture.pk}/")
    expect(page.locator("[data-line=stream] [data-fill=age]")).to_have_text("Al día")
    expect(page.get_by_text("Gana la partida")).to_have_count(2)
    expect(page.locator(".board__won:visible")).to_have_count(1)
    expect(page.get_by_text(TOLD)).to_have_count(0)

    pareja_leave(pareja=pareja, user=director, now=now, reason="Señas", expelled=True, voided=True)

    expect(page.get_by_text(TOLD)).to_be_visible()
    expect(page.locator("[data-there] [data-fill=state]")).to_have_text("Anulada")
    expect(page.locator(".board__won:visible")).to_have_count(0)

    pareja_return(pareja=pareja, user=director, now=now + timedelta(minutes=1), reason="El fallo se revocó")

    expect(page.get_by_text(TOLD)).to_have_count(0)
    expect(page.locator("[data-there] [data-fill=state]")).to_have_text("FINAL")
    expect(page.locator(".board__won:visible")).to_have_count(1)
