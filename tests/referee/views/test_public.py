"""What anyone may follow that needs the log: parejas, statistics, zapateros; and what is passed on of them."""

import re
from datetime import date, timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar
from PIL import Image
from pytest_django import DjangoAssertNumQueries, Settings

from brackets.models import Championship, DayPlan, Fixture, Pareja, Player
from brackets.services.audit import audit_record
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record
from referee.models import Mesa
from referee.rules import Measure
from referee.selectors.statistics import COUNTED, Counted, by_pareja, figures_of
from referee.services.appeals.ruling import appeal_rule
from tests.factories.appeals import admitted
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    TableFactory,
    director_of,
    invented_cedula,
    published_stage,
)
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa

pytestmark = pytest.mark.django_db
PLAYED = (SORTEO, "caida A1", "limpia A1", "caida B", *ZAPATERIA[1:])


def url(name: str, championship: Championship, *args: object) -> str:
    return reverse(f"referee:{name}", args=(championship.slug, *args))


def sealed(*lines: str) -> Keeper:
    kept = kept_mesa(*(lines or PLAYED))
    kept.seal()
    return kept


def announced(fixture: Fixture, minutes: int) -> None:
    championship = fixture.stage.championship
    day = timezone.localdate(timezone.now())
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


def test_a_mesa_counts_once_it_is_final_and_not_before(client: Client) -> None:
    kept = kept_mesa(*PLAYED)
    before = client.get(url("statistics", kept.championship)).context["figures"]

    kept.seal()

    after = client.get(url("statistics", kept.championship)).context["figures"]
    assert before.mesas == 0
    assert (after.mesas, after.done["caidas"], after.done["limpias"], after.zapaterias) == (1, 2, 1, 1)


def test_each_pareja_has_what_it_did_and_suffered(client: Client) -> None:
    kept = sealed()

    rows = client.get(url("statistics", kept.championship)).context["rows"]

    by_number = {row.pareja.pk: row.figures for row in rows}
    winner, loser = by_number[kept.fixture.pareja_a_id], by_number[kept.fixture.pareja_b_id]
    assert (winner.done["caidas"], winner.zapaterias, winner.suffered, winner.won) == (1, 1, 0, 1)
    assert (loser.done["caidas"], loser.zapaterias, loser.suffered, loser.won) == (1, 0, 1, 0)


def test_what_was_kept_on_paper_has_its_chicas_and_nothing_that_nobody_counted(client: Client) -> None:
    stage = published_stage(4)
    fixture_record(
        fixture=stage.fixtures.get(number=1), how="played", winner="A", chicas=[[40, 22], [40, 8]], zapateria=False,
        user=director_of(stage.championship), now=NOW, reason="",
    )  # fmt: skip

    context = client.get(url("statistics", stage.championship)).context

    assert (context["figures"].mesas, context["figures"].logged, context["figures"].chicas) == (1, 0, 2)
    assert "Caídas" not in dict(context["lines"])


def test_a_mesa_lasts_from_its_first_jugada_to_its_last_and_no_ruling_makes_it_longer(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=31)
    kept.record(*ZAPATERIA[1:])
    kept.seal()
    director, fixture = director_of(kept.championship), kept.fixture
    fixture_record(
        fixture=fixture, how="played", winner="A", chicas=[[40, 12]], zapateria=False, user=director,
        now=kept.now + timedelta(days=1), reason="se anotó mal",
    )  # fmt: skip

    context = client.get(url("statistics", kept.championship)).context

    assert (context["slowest"].fixture, context["slowest"].minutes) == (fixture.pk, 31)


def test_a_night_for_which_a_mesa_was_suspended_makes_it_no_longer(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=11)
    kept.record('suspension "se fue la luz"')
    kept.now += timedelta(hours=14)
    kept.record("reanudacion")
    kept.now += timedelta(minutes=20)
    kept.record(*ZAPATERIA[1:])
    kept.seal()

    assert client.get(url("statistics", kept.championship)).context["slowest"].minutes == 31


def test_nor_does_what_a_ruling_had_played_on_later_shorten_it(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=31)
    kept.record(*ZAPATERIA[1:])
    kept.seal()
    appeal = admitted(kept, jugada=2)
    appeal_rule(
        appeal=appeal, measure=Measure("repite-mesa"), grounds="Visto.", user=director_of(kept.championship),
        now=kept.tick(),
    )  # fmt: skip
    kept.record(SORTEO, 'suspension "es tarde"')
    kept.now += timedelta(hours=14)
    kept.record("reanudacion", *ZAPATERIA[1:])
    kept.seal()

    assert client.get(url("statistics", kept.championship)).context["slowest"].minutes == 31


def test_nobody_knows_how_long_a_mesa_on_paper_was(client: Client) -> None:
    stage = published_stage(4)
    Fixture.objects.filter(stage=stage, number=1).update(called_at=NOW, started_at=NOW)
    fixture_record(
        fixture=stage.fixtures.get(number=1), how="played", winner="A", chicas=[[40, 22], [40, 8]], zapateria=False,
        user=director_of(stage.championship), now=NOW + timedelta(days=1), reason="",
    )  # fmt: skip

    context = client.get(url("statistics", stage.championship)).context

    assert context["slowest"] is None
    assert "Minutos por mesa" not in dict(context["lines"])


def on_paper(championship: Championship, number: int = 1) -> None:
    fixture_record(
        fixture=Fixture.objects.get(stage__championship=championship, number=number), how="played", winner="A",
        chicas=[[40, 22], [40, 8]], zapateria=False, user=director_of(championship), now=NOW, reason="",
    )  # fmt: skip


def row_of(page: str, name: str) -> list[str]:
    """The cells of the row of a table that begins with this name."""
    row = re.search(rf"<tr><th[^>]*>(?:<a[^>]*>)?{re.escape(name)}.*?</tr>", page, re.DOTALL)
    assert row
    return [re.sub(r"<[^>]+>", " ", cell).strip() for cell in re.findall(r"<td>(.*?)</td>", row[0])]


def test_what_nobody_logged_is_not_told_as_none(client: Client) -> None:
    kept = sealed()
    name, championship = kept.championship.name, kept.championship
    on_paper(championship, number=2)
    older = published_stage(4, championship=ChampionshipFactory(name=name, starts_on=date(2024, 11, 28))).championship
    on_paper(older)

    answer = client.get(url("statistics", championship))

    page = answer.text
    unlogged = Fixture.objects.get(stage__championship=championship, number=2).pareja_a
    assert row_of(page, f"{unlogged.number} · {unlogged.title}")[2:7] == ["—"] * 5
    assert row_of(page, f"{name} (2024)")[:5] == ["1", "—", "—", "—", "—"]
    assert row_of(page, f"{name} (2026)")[0].split() == ["2", "1", "con", "jugadas"]
    assert "ediciones" not in dict(answer.context["plots"])  # one alone has something to draw
    drawn = client.get(url("statistics_plot", championship, "ediciones")).text
    assert (drawn.count(">2026<"), drawn.count(">2024<")) == (1, 0)


def test_points_of_a_data_are_of_one_side_wherever_they_are_told() -> None:
    own = dict.fromkeys(COUNTED, 0)
    figures = {"jugadas": 9, "datas": 4, "chicas": 1, "A": own | {"puntos": 40}, "B": own | {"puntos": 20}}
    mesa = Counted(1, 1, 1, (7, 8), 7, ((40, 20),), zapateria=False, minutes=None, figures=figures)

    of_each = by_pareja([mesa])

    assert (of_each[7].per_data, of_each[8].per_data) == (10, 5)
    assert figures_of([mesa]).per_data == 7.5


def test_how_long_mesas_were_is_told_in_numbers_too(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=31)
    kept.record(*ZAPATERIA[1:])
    kept.seal()

    page = client.get(url("statistics", kept.championship)).text

    assert row_of(page, "30–39") == ["1"]


def test_many_zapateros_come_in_pages(client: Client) -> None:
    stage = published_stage(256)
    ready = list(Fixture.objects.filter(stage=stage, round=1, status="ready").select_related("pareja_a"))
    for fixture in ready:
        fixture.status, fixture.how, fixture.winner_id = "final", "played", fixture.pareja_a_id
        fixture.chicas, fixture.zapateria, fixture.decided_at = [[40, 4]], True, NOW
    Fixture.objects.bulk_update(ready, ["status", "how", "winner", "chicas", "zapateria", "decided_at"])

    pages = [client.get(url("zapateros", stage.championship) + f"?parte={number}").context for number in (1, 2, 3)]

    assert [sum(len(found) for _, found in page["days"]) for page in pages] == [60, 60, 8]
    assert {page["count"] for page in pages} == {128}


def test_what_is_shared_of_a_championship_in_preparation_is_kept_by_nobody(client: Client) -> None:
    championship = published_stage(4).championship
    addresses = [url("picture", championship), url("championship_calendar", championship)]
    shared = [client.get(address)["Cache-Control"] for address in addresses]
    Championship.objects.update(status=Championship.Status.DRAFT)
    client.force_login(director_of(championship))

    hidden = [client.get(address)["Cache-Control"] for address in addresses]

    assert shared[0] == "max-age=60, public"
    assert all("no-store" in each and "public" not in each for each in hidden)


def test_a_walkover_is_no_mesa(client: Client) -> None:
    stage = published_stage(4)
    Fixture.objects.filter(stage=stage, number=1).update(status="final", how="walkover", decided_at=NOW)

    assert client.get(url("statistics", stage.championship)).context["figures"].mesas == 0


def test_the_projection_holds_the_figures_as_the_replay_has_them() -> None:
    kept = kept_mesa(SORTEO, "caida A1")
    assert kept.mesa.figures is None

    kept.record(*ZAPATERIA[1:])

    assert Mesa.objects.get().figures["A"]["caidas"] == 1


@pytest.mark.parametrize("plot", ["parejas", "minutos", "ediciones"])
def test_plots_are_pictures_without_scripts(client: Client, plot: str) -> None:
    kept = sealed()

    answer = client.get(url("statistics_plot", kept.championship, plot))

    assert answer["Content-Type"] == "image/svg+xml"
    assert b"<svg" in answer.content
    assert b"<script" not in answer.content
    assert client.get(url("statistics_plot", kept.championship, "otro")).status_code == 404


def test_zapateros_are_told_with_hour_rival_and_score(client: Client) -> None:
    kept = sealed()

    context = client.get(url("zapateros", kept.championship)).context

    assert context["great"].zapatero.pk == kept.fixture.pareja_b_id
    assert context["great"].score == (2, 40)
    assert [(pareja.pk, times) for pareja, times in context["makers"]] == [(kept.fixture.pareja_a_id, 1)]


def test_a_parejas_page_has_its_results_with_their_jugadas_and_nothing_private(client: Client) -> None:
    kept = sealed()
    cedula = invented_cedula(7)
    Player.objects.filter(pareja=kept.fixture.pareja_a, position=1).update(cedula=cedula, phone="0991234567")
    pareja = kept.fixture.pareja_a

    page = client.get(url("pareja", kept.championship, pareja.number)).content.decode()

    assert url("partida", kept.championship, kept.fixture.pk) in page
    assert pareja.title in page
    assert not any(secret in page for secret in (cedula, "0991234567", "/p/"))
    assert client.get(url("pareja", kept.championship, 999)).status_code == 404


def test_of_single_players_no_page_speaks_of_parejas(client: Client) -> None:
    championship = published_stage(4, championship=ChampionshipFactory(players_per_pareja=1)).championship
    pages = [url("pareja", championship, 1), url("statistics", championship), url("zapateros", championship)]
    pages += [reverse(f"brackets:{name}", args=[championship.slug]) for name in ("schedule", "results", "palmares")]

    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        told = re.sub(r"<[^>]+>|http\S+", "", answer.content.decode())
        assert "areja" not in told, page


# --- What is passed on ----------------------------------------------------------------------------------------


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
    assert events(client, stage.fixtures.get(number=2).pareja_a) == []


def test_the_days_of_a_championship_are_whole_days(client: Client) -> None:
    championship = published_stage(2).championship

    calendar = Calendar.from_ical(client.get(url("championship_calendar", championship)).content)

    days = [event["dtstart"].dt.isoformat() for event in calendar.walk("VEVENT")]
    assert days == ["2026-11-28", "2026-11-29", "2026-11-30"]


@pytest.mark.parametrize("parejas", [10, 1000])
@pytest.mark.parametrize(
    ("name", "queries"), [("statistics", 6), ("zapateros", 4), ("pareja", 14), ("picture", 5), ("statistics_plot", 5)]
)
def test_queries_are_the_same_for_ten_and_for_a_thousand(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, name: str, queries: int, parejas: int
) -> None:
    stage = published_stage(parejas)
    ready = list(Fixture.objects.filter(stage=stage, round=1, status="ready").select_related("pareja_a"))
    for fixture in ready:
        fixture.status, fixture.how, fixture.winner_id = "final", "played", fixture.pareja_a_id
        fixture.chicas, fixture.zapateria, fixture.decided_at = [[40, 4]], True, NOW
    Fixture.objects.bulk_update(ready, ["status", "how", "winner", "chicas", "zapateria", "decided_at"])
    args = {"pareja": [ready[0].pareja_a.number], "statistics_plot": ["parejas"]}.get(name, [])

    with django_assert_num_queries(queries):
        assert client.get(url(name, stage.championship, *args)).status_code == 200
