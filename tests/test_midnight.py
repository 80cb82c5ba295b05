"""Midnight changes nothing: a night in play is looked at on every page and paper at 23:59, 00:01, 04:59 and 05:01."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from html import unescape
from pathlib import Path
from typing import Final

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from brackets.hours.play_days import ONE
from brackets.models import AuditEntry, Fixture, Notice, Stage
from brackets.selectors.audit import Wanted, audit_search
from brackets.selectors.course import course_of
from brackets.selectors.hours import hours_of
from brackets.selectors.known_hours import hours_known
from brackets.selectors.private_links import link_token
from brackets.services.championships import championship_update
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record, fixture_report, fixture_start
from brackets.services.hours import day_plan_keep, hours_announce, round_hour_set
from brackets.services.presence import pareja_check_in
from referee.models import Mesa
from referee.printing.papers import KINDS
from referee.selectors.papers.partidas import slots_of
from referee.selectors.papers.values import Asked, Where
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from tests.access_world import WHO, World, make_world, routes
from tests.factories.brackets import director_of, published_stage
from tests.factories.insider import insider
from tests.factories.referee import SORTEO, kept_mesa
from tests.factories.remembered import remembered
from tests.test_access_matrix import EXPECTED

pytestmark = pytest.mark.django_db

SATURDAY: Final = date(2026, 11, 28)
SUNDAY: Final = SATURDAY + ONE
WRITTEN: Final = ("text/html", "application/json", "text/calendar")
ALIKE_NEVER: Final = {"referee:screen": "a new screen has a code of its own each time"}
ESTIMATED: Final = {"brackets:schedule", "brackets:hours", "referee:pareja", "referee:own", "horario-dia"}
"""What is still to be played begins after the day of play has ended: they tell its hour no more, or with its day."""
OF_THE_DAY: Final = {
    "brackets:presence", "brackets:presence_pareja", "lista-presencia", "referee:own_appeal",
    "certificado-juez", "certificado-participacion", "certificado-zapatero",
}  # fmt: skip
"""They speak of today: who has come, and the date on which something is written."""
CHANGING: Final = {"23:59": set(), "00:01": set(), "04:59": ESTIMATED, "05:01": ESTIMATED | OF_THE_DAY}
"""What says something else than at 23:59."""
MASKED: Final = (
    re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]*>", re.DOTALL),
    re.compile(r'"mark": "[^"]*"'),  # with it a page learns that it is old, every quarter of a minute
    re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)"),
    re.compile(r"(\d{1,2}/\d{1,2}(/\d{4})?,? )?\d{1,2}:\d\d(:\d\d)?"),
    re.compile(r"-?\d+ min\b( tarde| antes)?|\d+\s(minuto|hora)s?(, \d+\s(minuto|hora)s?)?"),
)
"""What may differ between two looks within one night: hours, with the date that is written beside them, and lengths of time."""


def at(hour: str, day: date = SATURDAY) -> datetime:
    """An hour of the calendar's day, in Ecuador."""
    return datetime.fromisoformat(f"{day}T{hour}:00-05:00")


LOOKS: Final = {
    "23:59": at("23:59"),
    "00:01": at("00:01", SUNDAY),
    "04:59": at("04:59", SUNDAY),
    "05:01": at("05:01", SUNDAY),
}


def words(text: str) -> str:
    for each in MASKED:
        text = each.sub(" ", text)
    return " ".join(unescape(text).split())


@pytest.fixture
def night(settings: Settings, tmp_path: Path) -> World:
    """At 23:40 a mesa is sealed and another in play; one pareja has come and the hours are kept."""
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    with time_machine.travel(at("22:00"), tick=False):
        world = make_world(tmp_path)
    championship = world.sealed.championship
    user = director_of(championship)
    fixtures = Fixture.objects.filter(stage__championship=championship)
    fixtures.filter(how=Fixture.How.PLAYED).update(called_at=at("22:10"), decided_at=at("22:50"))
    fixtures.filter(status=Fixture.Status.IN_PLAY).update(called_at=at("23:20"), started_at=at("23:30"))
    pareja_check_in(pareja=championship.parejas.get(number=1), user=user, now=at("22:00"))
    day_plan_keep(championship=championship, user=user, now=at("23:40"))
    return world


def pages(world: World, names: Iterable[str]) -> dict[str, str]:
    """What these routes answer, to anybody where anybody may read them, else to the Director."""
    director, anybody = world.client("director"), Client()
    found = {}
    for name in names:
        who = anybody if EXPECTED[name][0].split()[WHO.index("nobody")] == "200" else director
        with transaction.atomic():  # a file that is taken away is recorded, and the next page would tell of it
            answer = who.get(routes()[name].address(world.ids))
            transaction.set_rollback(True)
        if answer.status_code == 200 and answer["Content-Type"].startswith(WRITTEN):
            found[name] = words(answer.content.decode())
    return found


def papers(world: World, kinds: Iterable[str] = KINDS) -> dict[str, str]:
    """Documents as pages, every one unless told."""
    director, slug = world.client("director"), world.ids["slug"]
    addresses = {key: reverse("referee:paper", args=[slug, key, "html"]) for key in kinds}
    return {key: words(director.get(address).content.decode()) for key, address in addresses.items()}


def different(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    return [name for name in before if before[name] != after.get(name)]


@pytest.mark.long
def test_every_page_and_paper_says_the_same_until_the_day_of_play_ends(night: World) -> None:
    """At 00:01 and 04:59 it is the same day: of all pages and papers it is enough to ask at one of them."""
    every = [name for name, (read, _) in EXPECTED.items() if "200" in read.split() and name not in ALIKE_NEVER]
    asked, found = {}, {}
    for look, at_that_hour in LOOKS.items():
        asked[look] = pages_of, papers_of = (
            ({*every}, {*KINDS}) if look != "00:01" else (ESTIMATED & {*every}, ESTIMATED & {*KINDS})
        )
        with time_machine.travel(at_that_hour, tick=False):
            cache.clear()
            found[look] = pages(night, pages_of) | papers(night, papers_of)

    before = found["23:59"]
    assert len(before) > 90 + len(KINDS), "the walk has lost its pages"
    assert {
        look: {name for name in different(before, found[look]) if name in pages_of | papers_of}
        for look, (pages_of, papers_of) in asked.items()
    } == CHANGING
    for look in ("00:01", "04:59"):
        assert "sábado 28 de noviembre, hoy" in found[look]["brackets:schedule"]
        assert "contra el plan de" in found[look]["brackets:hours"]
    assert [name for name, text in found["05:01"].items() if "sábado 28 de noviembre, hoy" in text] == []


def test_new_day_begins_at_five_everywhere(night: World) -> None:
    asked = ("brackets:schedule", "brackets:results", "brackets:presence", "brackets:hours", "referee:own")
    found = {}
    for look in ("04:59", "05:01"):
        with time_machine.travel(LOOKS[look], tick=False):
            cache.clear()
            found[look] = pages(night, asked) | papers(night, ("lista-presencia", "prensa"))

    old, new = found["04:59"], found["05:01"]
    assert "sábado 28 de noviembre, hoy" in old["brackets:schedule"]
    assert "domingo 29 de noviembre, hoy" in new["brackets:schedule"]
    assert "sábado 28 de noviembre" in old["brackets:results"]
    assert "sábado 28 de noviembre" in new["brackets:results"], "what was decided stays on its day"
    assert "Presencia sábado 28 de noviembre" in old["brackets:presence"]
    assert "Presencia domingo 29 de noviembre" in new["brackets:presence"]
    assert "Parejas completas 1 de" in old["brackets:presence"]
    assert "Parejas completas 0 de" in new["brackets:presence"]
    assert "contra el plan de" in old["brackets:hours"]
    assert "Sin plan" in new["brackets:hours"]
    assert "por 1 de hoy" in old["brackets:hours"]
    assert "hoy aún ninguna" in new["brackets:hours"]
    assert "Presencia de hoy: Llegaron" in old["referee:own"]
    assert "Presencia de hoy: Todavía no consta su llegada" in new["referee:own"]
    assert "sábado 28 de noviembre" in old["lista-presencia"]
    assert "domingo 29 de noviembre" in new["lista-presencia"]
    assert "sábado 28 de noviembre" in new["prensa"], "the last day on which anything was decided"


@pytest.fixture
def hall() -> Stage:
    return four_mesas()


@remembered
def four_mesas() -> Stage:
    """Four mesas were played between 21:00 and 23:30; a semifinal is at a table, the other is announced at 23:40."""
    stage = published_stage(8, tables=2)
    for number, start in ((1, "21:00"), (2, "21:00"), (3, "22:20"), (4, "22:30")):
        play(stage, number, start, {"21:00": "22:10", "22:20": "23:20", "22:30": "23:30"}[start])
    who = {"user": director_of(stage.championship), "now": at("23:35")}
    first, second = stage.fixtures.filter(status=Fixture.Status.READY).order_by("number")
    tables = list(stage.championship.tables.order_by("number"))
    fixture_call(fixture=fixture_assign(fixture=first, table=tables[0], juez=None, **who), **who)
    fixture_assign(fixture=second, table=tables[1], juez=None, **who)
    return stage


def play(stage: Stage, number: int, start: str, end: str) -> None:
    table = stage.championship.tables.get(number=1 + number % 2)
    who = {"user": director_of(stage.championship), "now": at(start)}
    fixture = fixture_assign(fixture=stage.fixtures.get(number=number), table=table, juez=None, **who)
    fixture = fixture_start(fixture=fixture_call(fixture=fixture, **who), now=at(start))
    fixture_report(
        fixture=fixture, winner="A", how="played", chicas=[[40, 20], [40, 20]], zapateria=False, final=True,
        user=who["user"], now=at(end),
    )  # fmt: skip


def test_announced_hours_plan_and_durations_hold_past_midnight(hall: Stage) -> None:
    championship, user = hall.championship, director_of(hall.championship)
    day_plan_keep(championship=championship, user=user, now=at("23:40"))
    (told,) = hours_announce(championship=championship, user=user, now=at("23:40"))
    notices = Notice.objects.count()
    course = course_of(championship)

    for look in ("23:59", "00:01", "04:59"):
        found = hours_of(course, championship, now=LOOKS[look])
        assert (found.observed, found.plan is not None) == (4, True), look
        assert found.by_fixture[told.pk].announced is not None
        assert hours_known(course, championship, now=LOOKS[look]), "the public page has its hours"
    assert hours_announce(championship=championship, user=user, now=LOOKS["00:01"]) == ()
    assert Notice.objects.count() == notices

    after = hours_of(course, championship, now=LOOKS["05:01"])
    assert (after.observed, after.plan) == (0, None)
    assert after.by_fixture[told.pk].announced == at("23:40"), "a mesa of the night is still at its table"
    assert hours_announce(championship=championship, user=user, now=LOOKS["05:01"]) == ()
    assert Notice.objects.count() == notices


@pytest.fixture
def final(hall: Stage) -> Fixture:
    """The final, announced at 04:50 for 04:50; it has a table since both semifinals ended."""
    who = {"user": director_of(hall.championship), "now": at("04:45", SUNDAY)}
    for fixture in hall.fixtures.select_related("stage__championship").filter(round=2):
        fixture_record(
            fixture=fixture, how="played", winner="A", chicas=[[40, 20], [40, 20]], zapateria=False, reason="", **who
        )
    table = hall.championship.tables.get(number=1)
    final = fixture_assign(fixture=hall.fixtures.get(round=3), table=table, juez=None, **who)
    (told,) = hours_announce(championship=hall.championship, user=who["user"], now=at("04:50", SUNDAY))
    assert told == final
    return final


@pytest.mark.parametrize("look", ["04:59", "05:01", "07:30"])
def test_what_was_announced_stays_so_while_play_goes_on_past_the_end_of_the_day(final: Fixture, look: str) -> None:
    championship, now = final.stage.championship, at(look, SUNDAY)
    course, notices = course_of(championship), Notice.objects.count()

    assert hours_of(course, championship, now=now).by_fixture[final.pk].announced == at("04:50", SUNDAY)
    assert "04:50" in hours_known(course, championship, now=now)[final.pk].told
    assert hours_announce(championship=championship, user=director_of(championship), now=now) == ()
    assert Notice.objects.count() == notices


def test_another_table_is_announced_as_a_change_past_the_end_of_the_day_too(final: Fixture) -> None:
    championship, now = final.stage.championship, LOOKS["05:01"]
    who = {"user": director_of(championship), "now": now}
    fixture_assign(fixture=final, table=championship.tables.get(number=2), juez=None, **who)
    with insider(Notice):
        Notice.objects.all().delete()

    assert hours_announce(championship=championship, **who) == (final,)
    assert hours_announce(championship=championship, **who) == ()
    assert {notice.title for notice in Notice.objects.all()} == {"Cambio: mesa 2, a las 05:05"}
    assert hours_of(course_of(championship), championship, now=now).by_fixture[final.pk].announced == at(
        "05:05", SUNDAY
    )


def test_an_hour_of_a_night_that_is_over_is_announced_anew(final: Fixture) -> None:
    championship, now = final.stage.championship, at("10:00", SUNDAY)
    course = course_of(championship)
    with insider(Notice):
        Notice.objects.all().delete()

    assert hours_of(course, championship, now=now).by_fixture[final.pk].announced is None
    assert final.pk not in hours_known(course, championship, now=now)
    assert hours_announce(championship=championship, user=director_of(championship), now=now) == (final,)
    assert {notice.title for notice in Notice.objects.all()} == {"Mesa 1, a las 10:00"}


def test_an_hour_announced_for_another_day_is_announced_once() -> None:
    stage = published_stage(8, tables=2)
    championship, user = stage.championship, director_of(stage.championship)
    round_hour_set(stage=stage, round=1, typed=time(10), user=user, now=at("20:00"))
    fixture = stage.fixtures.get(number=1)
    fixture_assign(fixture=fixture, table=championship.tables.get(number=1), juez=None, user=user, now=at("20:00"))
    assert hours_announce(championship=championship, user=user, now=at("20:00")) == (fixture,)
    notices, course = Notice.objects.count(), course_of(championship)

    for look in (LOOKS["05:01"], at("09:30", SUNDAY)):
        found = hours_of(course, championship, now=look).by_fixture[fixture.pk]
        assert found.announced == at("10:00", SUNDAY)
        assert hours_announce(championship=championship, user=user, now=look) == ()
    assert Notice.objects.count() == notices


@pytest.fixture
def late() -> Stage:
    return lasting()


@remembered
def lasting() -> Stage:
    """A semifinal goes on at half past four in the morning; who wins it plays the final, which begins after the day of play has ended."""
    hall = four_mesas()
    first = hall.fixtures.get(status=Fixture.Status.CALLED)
    fixture_start(fixture=first, now=at("04:30", SUNDAY))
    second = hall.fixtures.select_related("stage__championship").get(status=Fixture.Status.READY)
    fixture_record(
        fixture=second, how="played", winner="A", chicas=[[40, 20], [40, 20]], zapateria=False, reason="",
        user=director_of(hall.championship), now=at("04:40", SUNDAY),
    )  # fmt: skip
    return hall


@pytest.mark.parametrize("now", ["04:50", "04:59", "05:01"])
def test_estimates_past_the_end_of_the_day_are_told_with_the_day_they_fall_on(late: Stage, now: str) -> None:
    championship, final, when = late.championship, late.fixtures.get(round=3), at(now, SUNDAY)
    course, director = course_of(championship), director_of(championship)
    known = hours_known(course, championship, now=when)[final.pk]
    told = None if now == "05:01" else SUNDAY

    assert known.at > at("05:00", SUNDAY)
    assert known.day == told
    number = final.pareja_a.number if final.pareja_a else final.pareja_b.number  # type: ignore[union-attr]
    with time_machine.travel(when, tick=False):
        client = Client()
        pareja = client.get(reverse("referee:pareja", args=[championship.slug, number])).content.decode()
        schedule = client.get(reverse("brackets:schedule", args=[championship.slug]), {"dia": f"{SUNDAY}"})
        client.force_login(director)
        desk = words(client.get(reverse("brackets:hours", args=[championship.slug])).content.decode())

    assert ("<span>domingo 29 de noviembre</span>" in pareja) == (told is not None)
    assert ("domingo 29 de noviembre" in desk) == (told is not None)
    assert f"Partida {final.number}" in schedule.content.decode()
    (slot,) = [each for each in slots_of(course, Asked(championship, when, "", Where())) if each.fixture.pk == final.pk]
    assert (slot.day, slot.at) == (SUNDAY, known.at)


def test_no_estimate_is_told_of_the_day_after(late: Stage) -> None:
    """Nobody plays on until noon: of what is further off than the next hours there is no hour."""
    championship, final = late.championship, late.fixtures.get(round=3)
    Fixture.objects.filter(status=Fixture.Status.IN_PLAY).update(called_at=None, started_at=None, status="ready")
    round_hour_set(stage=late, round=2, typed=time(10), user=director_of(championship), now=at("04:41", SUNDAY))

    known = hours_known(course_of(championship), championship, now=at("04:50", SUNDAY))

    assert final.pk not in known


@pytest.fixture
def queue() -> Stage:
    return long_queue()


@remembered
def long_queue() -> Stage:
    """Sixteen mesas were planned for ten at night at one table, the second round for the next evening; the first mesa has ended."""
    stage = published_stage(32, tables=1)
    user = director_of(stage.championship)
    for number, hour in ((1, at("22:00")), (2, at("20:00", SUNDAY))):
        round_hour_set(stage=stage, round=number, typed=hour.time(), user=user, now=hour)
    play(stage, 2, "22:10", "23:10")
    return stage


@pytest.mark.parametrize("now", [at("23:30"), at("01:00", SUNDAY)])
def test_no_hour_is_told_that_is_past_where_what_comes_before_lasts_into_the_morning(
    queue: Stage, now: datetime
) -> None:
    championship, waiting = queue.championship, queue.fixtures.exclude(status=Fixture.Status.FINAL)
    course = course_of(championship)
    known = hours_known(course, championship, now=now)
    first, second = ({each.pk for each in waiting.filter(round=number)} for number in (1, 2))
    told = first.intersection(known)

    assert 0 < len(told) < len(first), "some of them come only in the morning"
    assert all(not known[each].firm and now <= known[each].at < at("05:00", SUNDAY) for each in told)
    assert {known[each].told for each in second} == {"a las 20:00"}, "tomorrow's plan stays"

    slots = {each.fixture.pk: each.at for each in slots_of(course, Asked(championship, now, "", Where()))}
    assert all(slots[each] is None for each in first - told)
    assert all(slots[each] == known[each].at for each in told)


@pytest.mark.parametrize(
    ("now", "typed", "means"),
    [
        ("20:00", "18:30", "el sábado 28, a las 18:30"),
        ("20:00", "09:00", "el domingo 29, a las 09:00"),
        ("23:55", "00:30", "el sábado 28, a las 00:30"),
        ("23:55", "20:00", "el domingo 29, a las 20:00"),
        ("00:05", "23:50", "el sábado 28, a las 23:50"),
        ("02:00", "19:00", "el domingo 29, a las 19:00"),
    ],
)
def test_hour_of_a_round_is_the_coming_one_or_of_the_last_two_hours(
    hall: Stage, now: str, typed: str, means: str
) -> None:
    client = Client()
    client.force_login(director_of(hall.championship))
    address = reverse("brackets:hours_round", args=[hall.championship.slug])

    with time_machine.travel(at(now, SATURDAY if now > "12:00" else SUNDAY), tick=False):
        answer = client.post(address, {"stage": hall.number, "round": 3, "hour": typed}, follow=True)

    assert f"Se guardó la hora prevista de la ronda: {means}." in answer.content.decode()
    assert f"La ronda 3 de «{hall}» queda para {means}." in AuditEntry.objects.values_list("sentence", flat=True)


def test_hour_that_is_shown_stays_where_it_is_sent_again_from_an_older_page(hall: Stage) -> None:
    old, user = Stage.objects.get(pk=hall.pk), director_of(hall.championship)
    round_hour_set(stage=hall, round=3, typed=time(19), user=user, now=at("22:00"))
    entries = AuditEntry.objects.count()

    kept = round_hour_set(stage=old, round=3, typed=time(19), user=user, now=at("20:30"))

    assert kept == at("19:00", SUNDAY)
    assert AuditEntry.objects.count() == entries


def test_an_hour_past_midnight_is_written_with_the_weekday_of_its_night(hall: Stage) -> None:
    """Somebody leaves a mesa at 01:27, and its rival passes: no page speaks of the next day."""
    championship, slug = hall.championship, hall.championship.slug
    fixture = hall.fixtures.select_related("pareja_a", "pareja_b").get(status=Fixture.Status.CALLED)
    played = hall.fixtures.select_related("pareja_a").get(status=Fixture.Status.READY)
    director = director_of(championship)
    fixture_record(
        fixture=played, how="played", winner="A", chicas=[[40, 20], [40, 20]], zapateria=False, reason="", user=director,
        now=at("01:26", SUNDAY),
    )  # fmt: skip
    pareja_leave(pareja=fixture.pareja_a, user=director, now=at("01:27", SUNDAY), reason="prueba", played=False)
    client = Client()
    client.force_login(director)

    with time_machine.travel(at("01:30", SUNDAY), tick=False):
        asked = {
            "log": client.get(reverse("brackets:log", args=[slug]), {"since": f"{SATURDAY}", "until": f"{SATURDAY}"}),
            "panel": client.get(reverse("brackets:panel", args=[slug])),
            "left": client.get(reverse("brackets:fixture", args=[slug, fixture.pk])),
            "decided": client.get(reverse("brackets:fixture", args=[slug, played.pk])),
            "pareja": client.get(reverse("referee:pareja", args=[slug, played.pareja_a.number])),
            "own": client.get(reverse("referee:own", args=[link_token(fixture.pareja_b)])),
        }
    pages = {name: " ".join(re.sub("<[^>]*>", " ", answer.content.decode()).split()) for name, answer in asked.items()}

    assert "29/11 01:27:00" in pages["log"]  # a date in figures is that of the calendar
    assert "29/11 01:27" in pages["panel"]
    assert "salió el sábado 28, a las 01:27" in pages["left"]
    assert "Jugada, 29/11 01:26" in pages["decided"]
    assert "29/11/2026 01:27" in pages["own"].partition("Avisos")[2]
    assert "sábado 28 de noviembre, hasta las 01:26" in pages["pareja"]
    assert {name for name, page in pages.items() if "domingo 29" in page} == set()


def test_days_of_the_record_are_days_of_play(hall: Stage) -> None:
    for look in ("23:59", "04:59", "05:01"):
        championship_update(
            championship=hall.championship, user=director_of(hall.championship), now=LOOKS[look], place=f"Sala {look}"
        )

    of_saturday = audit_search(hall.championship, Wanted(action="campeonato-ajustar", since=SATURDAY, until=SATURDAY))
    of_sunday = audit_search(hall.championship, Wanted(action="campeonato-ajustar", since=SUNDAY))

    assert [entry.at for entry in of_saturday] == [LOOKS["04:59"], LOOKS["23:59"]]
    assert [entry.at for entry in of_sunday] == [LOOKS["05:01"]]


def test_planilla_of_a_mesa_opened_past_midnight_has_the_date_of_its_night() -> None:
    kept = kept_mesa(SORTEO)
    with insider(Mesa):
        Mesa.objects.filter(pk=kept.mesa.pk).update(opened_at=LOOKS["00:01"])

    sheet = planilla_sheet(mesas_to_print().get(pk=kept.mesa.pk), base_url="")

    assert sheet.heading.day == "28/11/2026"


def test_championship_may_end_its_day_at_another_hour(hall: Stage) -> None:
    championship = hall.championship
    day_plan_keep(championship=championship, user=director_of(championship), now=at("23:40"))

    later = championship_update(
        championship=championship, user=director_of(championship), now=at("04:00", SUNDAY), night_ends=7
    )

    assert hours_of(course_of(later), later, now=LOOKS["05:01"]).observed == 4
    assert hours_of(course_of(later), later, now=at("07:01", SUNDAY)).observed == 0


@pytest.mark.parametrize("look", ["23:59", "04:59"])
def test_every_page_and_paper_tells_the_same_hour_of_a_partida_or_none(night: World, look: str) -> None:
    championship, now = night.sealed.championship, LOOKS[look]
    course = course_of(championship)
    known = hours_known(course, championship, now=now)
    ahead = [each for each in course.in_order_of_play if each.status in (Fixture.Status.WAITING, Fixture.Status.READY)]
    assert ahead
    slots = {slot.fixture.pk: slot.at for slot in slots_of(course, Asked(championship, now, "", Where()))}
    told_at = {key: one.at for key, one in known.items()}
    assert all(slots[each.pk] == told_at.get(each.pk) for each in ahead if each.pk in slots)
    with time_machine.travel(now, tick=False):
        for pareja in championship.parejas.all():
            own = Client().get(reverse("referee:own", args=[link_token(pareja)]))
            told = [known[card.fixture.pk].told for card in own.context["next"][:1] if card.fixture.pk in known]
            assert ("Se espera" in own.content.decode()) == bool(told), pareja
            assert all(each in own.content.decode() for each in told), pareja
