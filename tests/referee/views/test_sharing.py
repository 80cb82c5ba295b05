"""What is passed on of the public pages: previews, their pictures, and calendars."""

import re
from datetime import timedelta
from io import BytesIO
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar
from PIL import Image
from pytest_django import Settings

from brackets.models import Championship, DayPlan, Fixture, Pareja, Player
from brackets.services.audit import audit_record
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_assign, fixture_call
from tests.factories.brackets import NOW, TableFactory, director_of, published_stage
from tests.factories.referee import SORTEO, kept_mesa
from tests.referee.views.public_pages import sealed, url

pytestmark = pytest.mark.django_db


def announced(fixture: Fixture, minutes: int) -> None:
    championship = fixture.stage.championship
    day = championship.play_days.of(timezone.now())
    hour = (timezone.now() + timedelta(minutes=minutes)).isoformat()
    told = {str(fixture.pk): {"hour": hour, "table": 1}}
    DayPlan.objects.update_or_create(
        championship=championship,
        day=day,
        defaults={"kept_at": NOW, "by": director_of(championship), "announced": told},
    )
    audit_record(
        championship=championship, user=director_of(championship), now=NOW + timedelta(minutes=minutes),
        action="horas-anunciar", sentence="Anunció las horas.",
    )  # fmt: skip


def test_what_is_shared_of_a_championship_in_preparation_is_kept_by_nobody(client: Client) -> None:
    championship = published_stage(4).championship
    addresses = [url("picture", championship), url("championship_calendar", championship)]
    shared = [client.get(address)["Cache-Control"] for address in addresses]
    Championship.objects.update(status=Championship.Status.DRAFT)
    client.force_login(director_of(championship))

    hidden = [client.get(address)["Cache-Control"] for address in addresses]

    assert shared[0] == "max-age=60, public"
    assert all("no-store" in each and "public" not in each for each in hidden)


def test_pages_say_what_they_are_where_they_are_shared(client: Client, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://cuarenta.example.ec"
    kept = sealed()

    page = client.get(url("partida", kept.championship, kept.fixture.pk)).content.decode()

    picture = url("partida_picture", kept.championship, kept.fixture.pk)
    assert f'<meta property="og:image" content="https://cuarenta.example.ec{picture}">' in page
    assert '<meta name="twitter:card" content="summary_large_image">' in page


def test_a_desk_page_is_not_offered_to_be_shared(client: Client) -> None:
    stage = published_stage(2)
    client.force_login(director_of(stage.championship))

    assert "og:image" not in client.get(reverse("brackets:panel", args=[stage.championship.slug])).content.decode()


@pytest.mark.parametrize("name", ["picture", "partida_picture", "pareja_picture"])
def test_previews_are_pictures_of_the_usual_size_and_asked_for_once(client: Client, name: str) -> None:
    kept = sealed()
    Player.objects.update(name="Wilhelmina Encarnación Bustamante-Ayavaca Quishpe de Montes")
    args = {"partida_picture": [kept.fixture.pk], "pareja_picture": [kept.fixture.pareja_a.number]}.get(name, [])

    first = client.get(url(name, kept.championship, *args))
    again = client.get(url(name, kept.championship, *args), headers={"If-None-Match": first["ETag"]})

    image = Image.open(BytesIO(first.content))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(first.content) < 60_000
    assert (again.status_code, again.content) == (304, b"")


def test_a_preview_of_a_mesa_that_is_played_tells_no_score(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    address = url("partida_picture", kept.championship, kept.fixture.pk)
    before = client.get(address)["ETag"]

    kept.record("caida A1")

    assert client.get(address)["ETag"] == before


def test_a_preview_says_who_left_where_nobody_comes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr("referee.views.sharing.picture_png", lambda picture: drawn.append(picture) or b"")
    stage = published_stage(4)
    fixture = stage.fixtures.get(number=1)
    gone = fixture.pareja_a
    pareja_leave(pareja=gone, reason="Viaje", user=director_of(stage.championship), now=NOW)

    client.get(url("partida_picture", stage.championship, fixture.pk))

    assert drawn[0].lines[0] == (f"Nadie: salió el {gone.number}", "")


def events(client: Client, pareja: Pareja) -> list[object]:
    answer = client.get(url("pareja_calendar", pareja.championship, pareja.number))
    assert answer["Content-Type"].startswith("text/calendar")
    calendar = Calendar.from_ical(answer.content)
    assert [str(zone["tzid"]) for zone in calendar.walk("VTIMEZONE")] in ([], ["America/Guayaquil"])
    return list(calendar.walk("VEVENT"))


def test_the_calendar_follows_an_hour_that_changes(client: Client) -> None:
    stage = published_stage(4)
    fixture = stage.fixtures.get(number=1)
    announced(fixture, 60)
    before = events(client, fixture.pareja_a)[0]
    announced(fixture, 95)
    after = events(client, fixture.pareja_a)[0]

    assert before["uid"] == after["uid"]
    assert after["sequence"] > before["sequence"]
    assert after["last-modified"].dt > before["last-modified"].dt
    assert after["dtstart"].dt - before["dtstart"].dt >= timedelta(minutes=35)
    assert after["dtstart"].params["TZID"] == "America/Guayaquil"


def test_an_hour_that_nobody_announced_is_in_no_calendar(client: Client) -> None:
    stage = published_stage(4)
    director = director_of(stage.championship)
    table = TableFactory(championship=stage.championship, number=1)
    fixture = fixture_assign(fixture=stage.fixtures.get(number=1), table=table, juez=None, user=director, now=NOW)
    fixture_call(fixture=fixture, user=director, now=timezone.now())

    assert len(events(client, fixture.pareja_a)) == 1  # it was called: that hour is known
    days = [event["dtstart"].dt.isoformat() for event in events(client, stage.fixtures.get(number=2).pareja_a)]
    assert days == ["2026-11-28", "2026-11-29", "2026-11-30"]  # a calendar without events is not valid


def test_the_days_of_a_championship_are_whole_days(client: Client) -> None:
    championship = published_stage(2).championship

    calendar = Calendar.from_ical(client.get(url("championship_calendar", championship)).content)

    days = [event["dtstart"].dt.isoformat() for event in calendar.walk("VEVENT")]
    assert days == ["2026-11-28", "2026-11-29", "2026-11-30"]


def test_what_is_shared_of_an_english_page_is_english(client: Client) -> None:
    kept = sealed()

    page = client.get(url("partida", kept.championship, kept.fixture.pk), {"idioma": "en"}).text

    button = re.search(r"<button[^>]*data-share[^>]*>", page)
    link = re.search(r'href="https://wa\.me/\?text=([^"]*)"', page)
    assert button
    assert link
    assert 'data-say-title="Match ' in button[0]
    assert 'data-say-copy="Copy the link"' in button[0]
    assert 'data-say-copied="Link copied."' in button[0]
    assert 'data-say-failed="It could not be done: copy the link beside it."' in button[0]
    assert unquote(link[1]).startswith("Match ")
    assert unquote(link[1]).endswith(f": http://testserver{url('partida', kept.championship, kept.fixture.pk)}")
