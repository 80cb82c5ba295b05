"""What a screen shows of a championship, page by page, and nothing that is not public."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Fixture, Stage
from brackets.services.draw_seen import seen_of
from brackets.services.fixtures import fixture_call
from brackets.services.reveals import draw_reveal
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import WITNESSES
from referee.models import Screen
from referee.services.screens import (
    LASTS,
    MOST_WAITING,
    Shown,
    hall_message_put,
    screen_remove,
    screen_show,
    screen_turn,
)
from referee.services.tree import tree_sweep
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    director_of,
    drawn_stage,
    published_stage,
)
from tests.factories.insider import insider
from tests.factories.referee import SORTEO, keepers, kept_mesa, sealed_mesa
from tests.referee.views.screens import in_play, names_of, registered, state_of, waiting, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def stopped() -> Iterator[None]:
    """Between two looks no minute ends, with which all is drawn again."""
    with time_machine.travel(timezone.now().replace(second=20), tick=False):
        yield


def test_a_browser_becomes_a_screen_that_keeps_its_code_over_reloads() -> None:
    client, screen = waiting()

    again = client.get(reverse("referee:screen")).content.decode()

    assert f"{screen.code[:3]} {screen.code[3:]}" in again
    assert Screen.objects.count() == 1
    assert client.cookies["pantalla"]["httponly"]


def test_looking_without_a_cookie_makes_no_screen() -> None:
    assert Client().head(reverse("referee:screen")).status_code == 200
    assert Client().get(reverse("referee:screen_state")).status_code == 410
    assert not Screen.objects.exists()


def test_a_flood_of_browsers_without_a_cookie_neither_refuses_nor_forgets_a_screen() -> None:
    client, screen = waiting()
    state_of(client)
    now = timezone.now()
    Screen.objects.bulk_create(
        Screen(token_hash=f"{n}", code=f"X{n}", code_until=now + LASTS, created_at=now, last_seen_at=now)
        for n in range(MOST_WAITING)
    )

    after, _ = waiting()

    assert f"{screen.code[:3]} {screen.code[3:]}" in words(client)
    assert state_of(after) is not None
    assert Screen.objects.count() == MOST_WAITING


def test_registered_it_shows_the_championship_and_removed_a_new_code() -> None:
    championship = ChampionshipFactory(status="open", appeal_minutes=10)
    client, screen = registered(championship)

    assert str(championship) in words(client)
    screen_remove(screen=screen, user=director_of(championship), now=timezone.now())

    assert "escriba este código" in words(client)
    assert f"{screen.code[:3]} {screen.code[3:]}" not in words(client)


@pytest.mark.usefixtures("stopped")
def test_nothing_new_is_answered_without_a_body() -> None:
    client, _ = registered(kept_mesa(SORTEO).championship, "juego")
    first = state_of(client)
    assert first is not None

    assert state_of(client, marca=first["mark"], lugar=first["place"]) is None


def test_a_jugada_and_a_new_order_change_what_is_shown() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    client, screen = registered(kept.championship, "juego")
    first = state_of(client)
    assert first is not None

    kept.record("caida A")
    second = state_of(client, marca=first["mark"], lugar=first["place"])
    assert second is not None
    screen_show(screen=screen, shown=Shown("posiciones"), user=director_of(kept.championship), now=timezone.now())
    third = state_of(client, marca=second["mark"], lugar=second["place"])

    assert "puntos 4" in " ".join(strip_tags(second["html"]).split())
    assert third is not None
    assert "Posiciones" in third["html"]


@pytest.mark.usefixtures("stopped")
def test_a_bracket_is_drawn_again_after_a_result_and_not_after_each_jugada() -> None:
    kept = kept_mesa(SORTEO)
    client, _ = registered(kept.championship, "llave")
    first = state_of(client)
    assert first is not None

    kept.record('ajusta A +38 "marcador del caso"', "limpia A")
    after_a_jugada = state_of(client, marca=first["mark"], lugar=first["place"])
    kept.record("proclama")
    kept.seal()
    after_the_result = state_of(client, marca=first["mark"], lugar=first["place"])

    assert after_a_jugada is None
    assert after_the_result is not None
    assert after_the_result["html"] != first["html"]


def test_who_plays_now_is_told_page_by_page() -> None:
    kept = in_play(7)
    client, _ = registered(kept[0].championship, "juego")

    first, last = words(client), words(client, lugar="0.1")

    assert first.endswith("1 de 2")
    assert "Mesa 1 " in first
    assert "EN VIVO" in first
    assert "Mesa 7 " not in first
    assert "Mesa 7 " in last
    assert last.endswith("2 de 2")
    assert state_of(client, lugar="0.1")["next"] == "0.0"  # type: ignore[index]
    assert words(client, lugar="0.9").endswith("1 de 2")


def test_the_calls_come_with_their_table_before_what_is_called_next() -> None:
    stage = published_stage(8)
    ready = list(stage.fixtures.filter(status=Fixture.Status.READY))
    kept = keepers(ready[:1])[0]
    fixture_call(fixture=kept.fixture, user=kept.juez, now=timezone.now())
    client, _ = registered(stage.championship, "llamadas")

    called, following = words(client), words(client, lugar="0.1")

    assert "A la mesa" in called
    assert "Mesa 1 desde las" in called
    assert "CONVOCADA" in called
    assert "Después, en este orden" in following
    assert f"Partida {ready[1].number}" in following
    assert f"Partida {ready[0].number}" not in following


@pytest.mark.parametrize(
    ("kind", "told"), [("llave", "Cuartos de final"), ("posiciones", "Sigue en juego"), ("sorteo", "Partida 1")]
)
def test_a_published_stage_is_shown(kind: str, told: str) -> None:
    client, _ = registered(published_stage(8).championship, kind)

    assert told in words(client)


def test_the_pages_of_a_large_bracket_follow_one_another() -> None:
    client, _ = registered(published_stage(64).championship, "llave")

    assert "parte 1 de 8" in words(client)
    assert "parte 2 de 8" in words(client, lugar="0.1")


@pytest.mark.parametrize("kind", ["juego", "llamadas", "llave", "series", "posiciones", "sorteo", "ceremonia"])
def test_nothing_of_a_draw_that_is_not_published_is_shown(kind: str) -> None:
    stage = drawn_stage(8)
    Championship.objects.filter(pk=stage.championship.pk).update(status="open", appeal_minutes=10)
    client, _ = registered(stage.championship, kind)

    shown = words(client)

    assert not any(name.split(" / ")[0].split()[-1] in shown for name in names_of(stage))


def test_of_a_draw_that_is_being_revealed_only_what_was_revealed_leaves_the_server() -> None:
    stage = drawn_stage(8)
    Championship.objects.filter(pk=stage.championship.pk).update(status="open", appeal_minutes=10)
    director = director_of(stage.championship)
    client, _ = registered(stage.championship, "sorteo")

    draw_reveal(stage=stage, seen=seen_of(stage), step=2, user=director, now=NOW)
    state = state_of(client)
    assert state is not None
    with insider(Stage):
        Stage.objects.filter(pk=stage.pk).update(draw_number=stage.draw_number + 1)
    drawn_again = words(client)

    assert "2 de 8" in state["html"]
    assert "1 de 8" not in state["html"]
    assert len(re.findall(r"(?:reveal|block)__number\">\d+<", state["html"])) == 2
    assert "todavía no está publicado" in drawn_again


def test_the_screens_begin_a_ceremony_with_the_public_seed_as_it_was_typed() -> None:
    stage = drawn_stage(8)
    client, _ = registered(stage.championship, "sorteo")

    draw_reveal(stage=stage, seen=seen_of(stage), step=0, user=director_of(stage.championship), now=NOW)

    told = words(client)
    assert stage.public_seed in told
    assert all(witness in told for witness in WITNESSES)


def test_what_was_revealed_and_published_is_shown_whole() -> None:
    stage = drawn_stage(4)
    Championship.objects.filter(pk=stage.championship.pk).update(status="open", appeal_minutes=10)
    director = director_of(stage.championship)
    draw_reveal(stage=stage, seen=seen_of(stage), step=4, user=director, now=NOW)
    stage_publish(stage=stage, user=director, now=NOW)
    client, _ = registered(stage.championship, "sorteo")

    assert "Partida 2" in words(client)


def test_a_screen_is_given_the_last_checkpoint_its_cover_the_code_and_video_neither() -> None:
    kept = kept_mesa(SORTEO)
    championship = kept.championship
    cover, screen = registered(championship)
    before = state_of(cover)
    head = tree_sweep(championship=championship, now=timezone.now()).checkpoint
    assert before is not None
    assert head is not None

    after = state_of(cover, marca=before["mark"], lugar=before["place"])

    assert after is not None
    assert after["head"] == {"size": head.size, "root": head.root[:16], "at": head.at.isoformat()}
    assert after["log"] == f"/c/{championship.slug}/punto/"
    assert ("cover__code" in before["html"], "cover__code" in after["html"]) == (False, True)
    screen_show(
        screen=screen,
        shown=Shown("rotulo", table=kept.fixture.table),
        user=director_of(championship),
        now=timezone.now(),
    )
    video = state_of(cover)
    assert video is not None
    assert (video["log"], video["head"]) == ("", None)


def test_a_championship_in_preparation_shows_its_cover_and_no_more() -> None:
    stage = published_stage(4)
    tree_sweep(championship=stage.championship, now=timezone.now())
    Championship.objects.filter(pk=stage.championship.pk).update(status="draft")
    client, _ = registered(stage.championship, "llave")

    shown = state_of(client)
    assert shown is not None
    assert (shown["head"], "cover__code" in shown["html"]) == (None, False)
    assert "Cuartos" not in words(client)
    assert "Semifinal" not in words(client)
    assert str(stage.championship) in words(client)


@pytest.mark.parametrize(
    ("visibility", "points", "chicas"), [("todo", True, True), ("chicas", False, True), ("final", False, False)]
)
def test_during_play_it_shows_as_much_as_the_public_may_see(visibility: str, points: bool, chicas: bool) -> None:  # noqa: FBT001
    kept = kept_mesa(SORTEO, "caida A")
    Championship.objects.filter(pk=kept.championship.pk).update(live_visibility=visibility)
    client, _ = registered(kept.championship, "juego")

    shown = words(client)

    assert ("puntos 2" in shown, "chicas ganadas 0" in shown) == (points, chicas)


def test_a_message_stands_over_everything_but_a_video_and_ends_by_itself() -> None:
    kept = kept_mesa(SORTEO)
    table, director = kept.fixture.table, director_of(kept.championship)
    client, _ = registered(kept.championship, "juego")
    video, _ = registered(kept.championship, "rotulo", table=table)

    hall_message_put(
        championship=kept.championship, text="Pausa hasta las 21:30", minutes=5, user=director, now=timezone.now()
    )
    over, beside = words(client), words(video)
    kept.championship.hall_message.written_at -= timedelta(hours=1)
    kept.championship.hall_message.until = timezone.now()
    kept.championship.hall_message.save()

    assert "Pausa hasta las 21:30" in over
    assert "Pausa" not in beside
    assert "Ahora se juega" in words(client)


def test_a_rotation_passes_over_what_has_nothing_to_show() -> None:
    client, _ = registered(published_stage(4).championship, "rotacion", in_turn=("juego", "series", "posiciones"))

    state = state_of(client)

    assert state is not None
    assert "Posiciones" in state["html"]
    assert (state["place"], state["next"]) == ("2.0", "0.0")


def test_a_ceremony_goes_on_by_hand_from_the_zapateros_to_the_champion() -> None:
    kept = sealed_mesa(parejas=2)
    client, screen = registered(kept.championship, "ceremonia")
    pages = []
    for page in range(5):
        screen_turn(screen=screen, page=page)
        pages.append(words(client))

    winner, loser = kept.fixture.pareja_a.title, kept.fixture.pareja_b.title
    assert "Proclamación" in pages[0]
    assert ("Zapateros" in pages[1], loser.split()[-1] in pages[1]) == (True, True)
    assert "Segundo puesto" in pages[2]
    assert all(name in pages[2] for name in loser.split(" / "))
    assert "Pareja campeona" in pages[3]
    assert all(name in pages[3] for name in winner.split(" / "))
    assert "Podio" in pages[4]


def test_without_a_champion_the_ceremony_names_none() -> None:
    client, _ = registered(kept_mesa(SORTEO, parejas=2).championship, "ceremonia")

    assert "todavía por decidirse" in words(client)


@pytest.mark.parametrize("many", [1, 3])
def test_a_page_costs_the_same_however_many_mesas(many: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    championship = in_play(many)[0].championship
    costs = {"juego": 17, "llamadas": 21, "llave": 20, "posiciones": 15, "sorteo": 19, "ceremonia": 15}

    for kind, queries in costs.items():
        cache.clear()
        client, _ = registered(championship, kind)
        state_of(client)
        with django_assert_num_queries(queries):
            state_of(client)


@pytest.mark.usefixtures("stopped")
def test_to_look_at_nothing_new_costs_five_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client, _ = registered(in_play(1)[0].championship, "juego")
    first = state_of(client)
    assert first is not None

    with django_assert_num_queries(5):
        state_of(client, marca=first["mark"], lugar=first["place"])
