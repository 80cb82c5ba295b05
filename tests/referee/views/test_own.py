"""The private page of a pareja, and its address at the desk."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from brackets.draw.formats import Elimination, Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import AuditEntry, Championship, Fixture, Notice, Pareja, Role
from brackets.selectors.private_links import link_token, pareja_of_token
from brackets.services.callups import callup_present
from brackets.services.championships import championship_close
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record, fixture_start
from brackets.services.players import player_substitute
from brackets.services.presence import pareja_check_in
from referee.selectors.own import own_mark
from referee.services.suspensions import mesa_resume, mesa_suspend
from tests.brackets.services.leaving import record
from tests.brackets.services.test_formats import Night
from tests.brackets.views.test_sheet import stage_of
from tests.digits import stands_alone
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    RoleFactory,
    TableFactory,
    director_of,
    drawn_stage,
    invented_cedula,
    personal_set,
    published_stage,
)
from tests.factories.referee import SORTEO, ZAPATERIA, kept_mesa

pytestmark = pytest.mark.django_db


def address(pareja: Pareja) -> str:
    return f"/p/{link_token(pareja)}/"


def shown(pareja: Pareja) -> str:
    answer = Client().get(address(pareja))
    assert answer.status_code == 200
    return answer.content.decode()


def desk_of(championship: Championship) -> Client:
    client = Client()
    client.force_login(RoleFactory(championship=championship, kind=Role.Kind.CONTROL).user)
    return client


def test_it_shows_the_pareja_what_is_its_own_and_nobody_elses() -> None:
    stage = published_stage(4, tables=1)
    fixture = stage.fixtures.get(number=1)
    fixture.pareja_a.players.filter(position=1).update(name="Ñusta Ávila")
    personal_set(fixture.pareja_a.players.filter(position=1), cedula=invented_cedula(1))
    personal_set(fixture.pareja_b.players.filter(position=1), cedula=invented_cedula(2))
    Pareja.objects.filter(pk=fixture.pareja_a_id).update(club="Club Quilla", family="Ávila")
    Pareja.objects.filter(pk=fixture.pareja_b_id).update(family="Secreta")
    other = stage.fixtures.get(number=2).pareja_a

    page = shown(fixture.pareja_a)

    assert "Ñusta Ávila" in page
    assert "Club Quilla" in page
    assert "Cédula anotada" in page
    assert not stands_alone(invented_cedula(1)[-4:], page)  # they sign an appeal
    assert not stands_alone(invented_cedula(2)[-4:], page)
    assert "Secreta" not in page
    assert fixture.pareja_b.title in page
    assert other.title not in page


def test_it_says_where_it_is_awaited() -> None:
    stage = published_stage(2)
    fixture = stage.fixtures.get(number=1)
    assert "Todavía no está convocada" in shown(fixture.pareja_a)

    table = TableFactory(championship=stage.championship, number=7)
    Fixture.objects.filter(pk=fixture.pk).update(status=Fixture.Status.CALLED, table=table)

    assert "preséntese en la mesa 7" in shown(fixture.pareja_a)


def test_it_tells_how_it_was_called_and_from_when_a_walkover_may_be_declared() -> None:
    stage = published_stage(2, tables=1, jueces=1)
    fixture = stage.fixtures.get(number=1)
    assert "Convocatorias" not in shown(fixture.pareja_a)
    who = {"user": director_of(stage.championship), "now": NOW}
    fixture = fixture_assign(fixture=fixture, table=stage.championship.tables.get(), juez=None, **who)
    fixture = fixture_call(fixture=fixture, **who)
    callup_present(fixture=fixture, side="B", position=None, **who)

    page = shown(fixture.pareja_a)

    assert "Primera llamada" in page
    assert f"Llegó completa la {fixture.pareja_b.number}" in page
    assert "Desde las 14:10" in page
    assert str(who["user"]) not in page


def test_who_arrived_alone_is_named_though_another_plays_in_that_place_since() -> None:
    stage = published_stage(2, tables=1, jueces=1)
    fixture = stage.fixtures.get(number=1)
    who = {"user": director_of(stage.championship), "now": NOW}
    fixture_assign(fixture=fixture, table=stage.championship.tables.get(), juez=None, **who)
    fixture_call(fixture=fixture, **who)
    callup_present(fixture=fixture, side="B", position=1, **who)
    arrived = f"Llegó {fixture.pareja_b.players.get(position=1).name}, de la {fixture.pareja_b.number}"
    assert arrived in shown(fixture.pareja_a)

    player_substitute(
        pareja=fixture.pareja_b, position=1, name="Sara Suplente", cedula="", reason="Se enfermó", on_purpose=True,
        user=who["user"], now=NOW + timedelta(minutes=1),
    )  # fmt: skip

    page = shown(fixture.pareja_a)
    assert arrived in page
    assert "Llegó Sara Suplente" not in page


def test_a_notice_stands_there_at_once_and_open_pages_learn_of_it() -> None:
    one, other = ParejaFactory(), ParejaFactory()
    before = Client().get(f"{address(one)}estado").json()

    Notice.objects.create(
        championship=one.championship, pareja=one, kind="change", title="Cambio de mesa", text="Ahora en la 9.", at=NOW
    )

    assert "Ahora en la 9." in shown(one)
    assert "Ahora en la 9." not in shown(other)
    after = Client().get(f"{address(one)}estado").json()
    assert after != before
    assert f'data-mark="{after["mark"]}"' in shown(one)


def test_it_says_whether_it_was_seen_to_come_today() -> None:
    pareja = ParejaFactory()
    assert "Todavía no consta su llegada" in shown(pareja)

    pareja_check_in(pareja=pareja, user=director_of(pareja.championship), now=timezone.now(), document="cedula")

    assert "Llegaron, identificados" in shown(pareja)


def test_of_who_sits_at_a_mesa_or_has_played_today_it_does_not_say_that_nobody_comes() -> None:
    stage = published_stage(4)
    one, other = (stage.fixtures.get(number=number) for number in (1, 2))
    fixture_start(fixture=one, now=timezone.now())
    fixture_record(
        fixture=other, how="played", winner="A", chicas=[[40, 22], [40, 16]], zapateria=False,
        user=director_of(stage.championship), now=timezone.now(), reason="",
    )  # fmt: skip

    assert "Todavía no consta su llegada" not in shown(one.pareja_a)
    assert "Todavía no consta su llegada" not in shown(other.pareja_b)
    Fixture.objects.filter(pk=other.pk).update(decided_at=timezone.now() - timedelta(days=3))
    assert "Todavía no consta su llegada" in shown(other.pareja_a)


@pytest.mark.parametrize(("how", "chicas", "came"), [("retirement", [[40, 22]], True), ("walkover", [], False)])
def test_who_sat_down_to_a_mesa_that_was_not_played_to_its_end_has_come(
    how: str, chicas: list[list[int]], *, came: bool
) -> None:
    stage = published_stage(4)
    fixture = stage.fixtures.get(number=1)
    fixture_record(
        fixture=fixture, how=how, winner="A", chicas=chicas, zapateria=False, user=director_of(stage.championship),
        now=timezone.now(), reason="Se fue",
    )  # fmt: skip

    assert ("Todavía no consta su llegada" not in shown(fixture.pareja_a)) == came


def test_of_who_left_and_plays_its_mesa_of_now_it_says_whether_it_came_to_it() -> None:
    stage = published_stage(4, tables=1)
    fixture, director = stage.fixtures.get(number=1), director_of(stage.championship)
    fixture_assign(fixture=fixture, table=stage.championship.tables.get(), juez=None, user=director, now=NOW)
    fixture_call(fixture=fixture, user=director, now=NOW)
    pareja_leave(pareja=fixture.pareja_a, user=director, now=NOW, reason="Viaje", played=True)

    assert "Todavía no consta su llegada" in shown(fixture.pareja_a)


def test_of_who_left_and_has_nothing_to_play_it_says_nothing_of_its_presence_unless_it_came() -> None:
    gone, came = ParejaFactory(), ParejaFactory()
    pareja_check_in(pareja=came, user=director_of(came.championship), now=timezone.now(), document="cedula")
    for pareja in (gone, came):
        pareja_leave(pareja=pareja, user=director_of(pareja.championship), now=timezone.now(), reason="Viaje")

    assert "Presencia de hoy" not in shown(gone)
    assert "Llegaron, identificados" in shown(came)


def test_what_it_played_leads_to_its_planilla() -> None:
    kept = kept_mesa(*ZAPATERIA)

    page = shown(kept.fixture.pareja_a)

    assert f"/planilla/{kept.mesa_id}/" in page
    assert "Ver la Planilla" in page


def test_it_is_kept_out_of_search_engines_caches_and_the_referrers_of_others() -> None:
    answer = Client().get(address(ParejaFactory()))

    assert "noindex" in answer["X-Robots-Tag"]
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"
    assert '<meta name="robots" content="noindex' in answer.content.decode()


@pytest.mark.parametrize("wrong", ["1", "1-", "-abc", "x-y", "9" * 5000 + "-a", "0-AAAAAAAAAAAAAAAAAAAAAA"])
def test_a_wrong_address_leads_nowhere(wrong: str) -> None:
    pareja = ParejaFactory()
    token = str(link_token(pareja))

    for path in (wrong, token[:-1], token + "A", token.replace("-", "-A", 1), token.upper()):
        assert Client().get(f"/p/{path}/").status_code == 404


def test_the_secret_of_one_is_not_that_of_another() -> None:
    one, two = ParejaFactory(), ParejaFactory()
    Pareja.objects.filter(pk=two.pk).update(link_nonce=one.link_nonce)
    _, code = str(link_token(one)).split("-", 1)

    assert Client().get(f"/p/{two.pk}-{code}/").status_code == 404


def test_an_address_that_is_not_valid_says_so_and_tells_no_stranger_why() -> None:
    gone, closed, unseen = (
        ParejaFactory(),
        ParejaFactory(),
        ParejaFactory(championship=ChampionshipFactory(status="draft")),
    )
    renewed = address(gone)
    Pareja.objects.filter(pk=gone.pk).update(link_nonce=uuid4())
    shut = address(closed)
    Pareja.objects.filter(pk=closed.pk).update(link_nonce=None)
    mistyped = [f"/p/{gone.pk}-/", f"/p/{gone.pk}/", "/p/999999-AAAAAAAAAAAAAAAAAAAAAA/", "/p/x/", f"{renewed}apelar/"]

    answers = [Client().get(each) for each in (renewed, shut, address(unseen), *mistyped)]

    assert {answer.status_code for answer in answers} == {404}
    assert len({re.sub(r'nonce="[^"]*"|csrf[^>]*', "", answer.text) for answer in answers}) == 1
    assert "Este enlace privado no vale" in answers[0].text
    assert "Pida el nuevo en la Mesa de Control" in answers[0].text
    assert all("noindex" in answer["X-Robots-Tag"] for answer in answers)


def test_in_a_championship_in_preparation_there_is_none() -> None:
    pareja = ParejaFactory(championship=ChampionshipFactory(status=Championship.Status.DRAFT))

    assert Client().get(address(pareja)).status_code == 404


def test_an_older_key_of_the_installation_is_good_as_long_as_it_is_kept(settings: Settings) -> None:
    pareja = ParejaFactory()
    printed, settings.SECRET_KEY_FALLBACKS = str(link_token(pareja)), [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-key-of-the-installation"

    assert link_token(pareja) != printed
    assert pareja_of_token(printed) == pareja
    settings.SECRET_KEY_FALLBACKS = []
    assert pareja_of_token(printed) is None


def test_the_desk_gives_another_address_and_closes_the_page() -> None:
    pareja = ParejaFactory()
    desk = desk_of(pareja.championship)
    page = f"/c/{pareja.championship.slug}/panel/parejas/{pareja.number}/enlace/"
    first = address(pareja)
    assert first in desk.get(page).content.decode()

    assert desk.post(f"{page}cambiar/", {"nuevo": "1"}).status_code == 302

    pareja.refresh_from_db()
    assert Client().get(first).status_code == 404
    assert Client().get(address(pareja)).status_code == 200
    second = address(pareja)

    for _ in range(2):
        assert desk.post(f"{page}cambiar/", {"cerrar": "1"}).status_code == 302

    assert Client().get(second).status_code == 404
    assert "La página está cerrada" in desk.get(page).content.decode()
    told = list(AuditEntry.objects.order_by("at", "pk").values_list("action", flat=True))
    assert told == ["enlace-renovar", "enlace-cerrar"]
    assert not any(first in str(entry.data) + entry.sentence for entry in AuditEntry.objects.all())


@pytest.mark.parametrize("parejas", [2, 8])
def test_it_asks_as_little_with_many_as_with_two(
    parejas: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pareja = published_stage(parejas).championship.parejas.first()
    assert pareja is not None

    with django_assert_max_num_queries(24):
        shown(pareja)


def test_a_single_player_reads_of_himself() -> None:
    championship = ChampionshipFactory(players_per_pareja=1)
    pareja = ParejaFactory(championship=championship)

    page = shown(pareja)

    assert "areja" not in page.split("<body>")[1]


def test_it_tells_the_expected_hour_with_its_range_once_there_is_play_and_never_before() -> None:
    stage = published_stage(4, tables=1, jueces=1)
    waiting = stage.fixtures.get(number=2).pareja_a
    assert "Se espera" not in shown(waiting)
    before = Client().get(f"{address(waiting)}estado").json()

    who = {"user": director_of(stage.championship), "now": timezone.now() - timedelta(minutes=2)}
    one = fixture_assign(fixture=stage.fixtures.get(number=1), table=stage.championship.tables.get(), juez=None, **who)
    fixture_call(fixture=one, **who)

    page = shown(waiting)
    assert re.search(r"Se espera <strong[^>]*>hacia las \d\d:\d\d, entre \d\d:\d\d y \d\d:\d\d</strong>", page)
    assert "Se espera" not in shown(one.pareja_a)
    assert Client().get(f"{address(waiting)}estado").json() != before


def test_its_mark_moves_with_the_hours_at_most_once_a_minute() -> None:
    stage = published_stage(4, tables=1, jueces=1)
    waiting = stage.fixtures.get(number=2).pareja_a
    at = NOW.replace(minute=10, second=5)
    start = own_mark(waiting, now=at)

    there = stage.championship.tables.get()
    Fixture.objects.filter(stage=stage, number=1).update(
        status="called", called_at=at + timedelta(seconds=5), table=there
    )

    assert own_mark(waiting, now=at + timedelta(seconds=50)) == start
    moved = own_mark(waiting, now=at + timedelta(seconds=60))
    assert moved != start
    assert own_mark(waiting, now=at + timedelta(seconds=170)) == moved
    assert own_mark(waiting, now=at + timedelta(minutes=5)) != moved


def test_the_state_asks_as_little_whatever_is_played(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for parejas in (2, 16):
        pareja = published_stage(parejas).championship.parejas.first()
        assert pareja is not None
        with django_assert_num_queries(4):
            own_mark(pareja, now=NOW)


def test_a_mesa_that_stands_still_is_not_told_to_be_in_play() -> None:
    kept = kept_mesa(SORTEO)
    pareja, who = kept.fixture.pareja_a, director_of(kept.championship)
    assert pareja is not None
    assert "En juego en la mesa" in shown(pareja)
    before = own_mark(pareja, now=NOW)

    mesa_suspend(mesa=kept.mesa, client_id=uuid4(), cause="Un vaso de agua", measure="", user=who, now=kept.tick())
    page, standing = shown(pareja), own_mark(pareja, now=NOW)
    mesa_resume(mesa=kept.mesa, client_id=uuid4(), user=who, now=kept.tick())

    assert "Suspendida en la mesa 1: espere a que la reanuden" in page
    assert "En juego en la mesa" not in page
    assert standing != before
    assert "En juego en la mesa" in shown(pareja)


def test_who_left_before_its_first_mesa_is_not_told_that_the_draw_is_to_come() -> None:
    stage = published_stage(4)
    pareja = stage.fixtures.get(number=1).pareja_a
    pareja_leave(pareja=pareja, reason="Enfermedad", user=director_of(stage.championship), now=NOW)

    page = shown(Pareja.objects.get(pk=pareja.pk))

    assert "No le queda ninguna partida por jugar." in page
    assert "El sorteo todavía no está publicado" not in page


def test_who_has_no_rival_left_is_not_told_that_the_draw_is_to_come() -> None:
    stage = stage_of(Series(size=3), 3)
    for number in (1, 2):
        pareja_leave(
            pareja=stage.championship.parejas.get(number=number), user=director_of(stage.championship), now=NOW,
            reason="prueba", voided=True,
        )  # fmt: skip

    page = shown(stage.championship.parejas.get(number=3))

    assert "No tiene ninguna partida por jugar por ahora." in page
    assert "sorteo" not in page.split('id="proxima"')[1].split("</section>")[0]


def test_before_the_draw_is_published_it_says_so() -> None:
    page = shown(drawn_stage(4).championship.parejas.get(number=1))

    assert "El sorteo todavía no está publicado." in page
    assert "Se verá cuando se publique el sorteo." in page


def test_a_place_that_may_still_be_another_is_said_to_be_of_this_moment() -> None:
    stage = published_stage(8)
    of_now = "en juego: el puesto es el de este momento"
    out = stage.fixtures.get(number=1).pareja_b
    fixture_record(
        fixture=stage.fixtures.get(number=1), how="played", winner="A", chicas=[[40, 22], [40, 16]], zapateria=False,
        user=director_of(stage.championship), now=timezone.now(), reason="",
    )  # fmt: skip
    public = reverse("referee:pareja", args=[stage.championship.slug, out.number])
    assert "Eliminada" in shown(out)
    for page in (shown(out), Client().get(public).text):
        assert of_now in page
    assert "in play: the place is that of this moment" in Client().get(public, {"idioma": "en"}).text

    while ready := stage.fixtures.filter(status=Fixture.Status.READY).first():
        record(ready)

    for page in (shown(out), Client().get(public).text):
        assert ".º" in page
        assert of_now not in page


def of_now(page: str) -> str:
    """What it is told of where to be now, without the notices that are over."""
    return re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)


def test_a_call_is_told_above_until_its_partida_begins_and_stays_among_what_is_over() -> None:
    stage = published_stage(2, tables=2)
    fixture, (first, second) = stage.fixtures.get(number=1), stage.championship.tables.order_by("number")
    who = {"user": director_of(stage.championship), "now": NOW}
    fixture = fixture_assign(fixture=fixture, table=first, juez=None, **who)
    fixture = fixture_call(fixture=fixture, **who)
    fixture = fixture_assign(fixture=fixture, table=second, juez=None, **(who | {"now": NOW + timedelta(minutes=1)}))
    pareja = fixture.pareja_a
    assert "Preséntense en la Mesa 1 para la partida 1" in of_now(shown(pareja))
    assert "Avisos anteriores" not in shown(pareja)

    fixture_start(fixture=fixture, now=NOW + timedelta(minutes=2))
    assert "Preséntense en la Mesa 1" not in of_now(shown(pareja))
    assert "Cambio de mesa: Mesa 2" in of_now(shown(pareja))
    assert "Preséntense en la Mesa 1" in shown(pareja)

    fixture.refresh_from_db()
    fixture_record(
        fixture=fixture, how="played", winner="A", chicas=[[40, 22], [40, 16]], zapateria=False,
        user=who["user"], now=NOW + timedelta(minutes=40), reason="",
    )  # fmt: skip
    for one in (pareja, fixture.pareja_b):
        assert "Cambio de mesa" not in of_now(shown(one))
        assert "Avisos anteriores" in shown(one)


def test_a_call_to_a_partida_that_was_drawn_again_is_over() -> None:
    stage = published_stage(2, tables=1)
    who = {"user": director_of(stage.championship), "now": NOW}
    fixture = fixture_assign(
        fixture=stage.fixtures.get(number=1), table=stage.championship.tables.get(), juez=None, **who
    )
    fixture = fixture_call(fixture=fixture, **who)
    Notice.objects.update(fixture=None)  # as where the partida is no more

    assert "Preséntense en la Mesa 1" not in of_now(shown(fixture.pareja_a))
    assert "Preséntense en la Mesa 1" in shown(fixture.pareja_a)


def test_who_played_the_final_has_its_place_while_the_third_one_is_played_for() -> None:
    night = Night.published(
        4, StagePlan(name="Llave", format=Elimination(third_place=True), entry=(Everybody(),), criteria=())
    )
    for number in (1, 2):
        night.record(night.stage(1).fixtures.get(number=number))
    final = night.stage(1).fixtures.get(round=2, position=0)
    night.record(final)
    final.refresh_from_db()

    for pareja in (final.pareja_a, final.pareja_b):
        assert re.search(r"[12]\.º", shown(pareja))
        assert "el puesto es el de este momento" not in shown(pareja)


def test_a_walkover_is_still_told_and_nothing_is_asked_of_anybody_once_it_is_closed() -> None:
    stage = published_stage(2)
    fixture, who = stage.fixtures.get(number=1), director_of(stage.championship)
    fixture_record(
        fixture=fixture, how="walkover", winner="A", chicas=[], zapateria=False, user=who, now=NOW, reason="No llegó"
    )
    pareja = fixture.pareja_b
    assert "W.O. declarado" in of_now(shown(pareja))
    before = own_mark(pareja, now=NOW)

    championship_close(championship=stage.championship, user=who, now=NOW)

    pareja = Pareja.objects.get(pk=pareja.pk)
    assert "W.O. declarado" not in of_now(shown(pareja))
    assert "W.O. declarado" in shown(pareja)
    assert "Presencia de hoy" not in shown(pareja)
    assert own_mark(pareja, now=NOW) != before
