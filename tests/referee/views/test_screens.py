"""What a screen shows of a championship, page by page, and nothing that is not public."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Fixture, Pareja, Role, Stage
from brackets.services.fixtures import fixture_call
from brackets.services.reveals import draw_reveal
from brackets.services.stages import stage_publish
from referee.models import Screen
from referee.selectors.screens.found import screen_by_token
from referee.services.screens import (
    LASTS,
    MOST_WAITING,
    Shown,
    hall_message_put,
    screen_register,
    screen_remove,
    screen_show,
    screen_turn,
)
from referee.views.screen_scene import told_by
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    RoleFactory,
    TableFactory,
    director_of,
    drawn_stage,
    published_stage,
)
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keepers, kept_mesa

pytestmark = pytest.mark.django_db


def waiting() -> tuple[Client, Screen]:
    """A browser that opened the page for the first time."""
    client = Client()
    assert client.get(reverse("referee:screen")).status_code == 200
    screen = screen_by_token(client.cookies["pantalla"].value)
    assert screen is not None
    return client, screen


def registered(championship: Championship, kind: str = "portada", **shown: object) -> tuple[Client, Screen]:
    client, screen = waiting()
    user, now = director_of(championship), timezone.now()
    screen = screen_register(championship=championship, code=screen.code, name="Proyector", user=user, now=now)
    if kind != "portada":
        screen_show(screen=screen, shown=Shown(kind, **shown), user=user, now=now)  # type: ignore[arg-type]
    return client, screen


def state_of(client: Client, **asked: str) -> dict[str, str] | None:
    answer = client.get(reverse("referee:screen_state"), asked)
    assert answer.status_code in (200, 204)
    return None if answer.status_code == 204 else answer.json()


def words(client: Client, **asked: str) -> str:
    state = state_of(client, **asked)
    assert state is not None
    return " ".join(strip_tags(state["html"]).split())


def names_of(stage: Stage) -> list[str]:
    return [pareja.title for pareja in Pareja.objects.filter(championship=stage.championship)]


def in_play(many: int) -> list[Keeper]:
    stage = published_stage(1 << (2 * many).bit_length())  # nobody passes free, and somebody waits
    kept = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)[:many]))
    for each in kept:
        each.open()
        each.record(SORTEO, "caida A")
    return kept


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


def test_a_bracket_is_drawn_again_after_a_result_and_not_after_each_jugada() -> None:
    kept = kept_mesa(SORTEO)
    client, _ = registered(kept.championship, "llave")
    first = state_of(client)
    assert first is not None

    kept.record('ajusta A +40 "marcador del caso"')
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

    draw_reveal(stage=stage, draw_number=stage.draw_number, step=2, user=director, now=NOW)
    state = state_of(client)
    assert state is not None
    Stage.objects.filter(pk=stage.pk).update(draw_number=stage.draw_number + 1)
    drawn_again = words(client)

    assert "2 de 8" in state["html"]
    assert "1 de 8" not in state["html"]
    assert len(re.findall(r"(?:reveal|block)__number\">\d+<", state["html"])) == 2
    assert "todavía no está publicado" in drawn_again


def test_what_was_revealed_and_published_is_shown_whole() -> None:
    stage = drawn_stage(4)
    Championship.objects.filter(pk=stage.championship.pk).update(status="open", appeal_minutes=10)
    director = director_of(stage.championship)
    draw_reveal(stage=stage, draw_number=1, step=4, user=director, now=NOW)
    stage_publish(stage=stage, user=director, now=NOW)
    client, _ = registered(stage.championship, "sorteo")

    assert "Partida 2" in words(client)


def test_a_championship_in_preparation_shows_its_cover_and_no_more() -> None:
    stage = published_stage(4)
    Championship.objects.filter(pk=stage.championship.pk).update(status="draft")
    client, _ = registered(stage.championship, "llave")

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
    kept = kept_mesa(*ZAPATERIA, parejas=2)
    kept.seal()
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


def test_one_table_shows_its_chips_and_who_has_the_data_and_then_the_next_partida() -> None:
    kept = kept_mesa(SORTEO, 'ajusta A +18 "marcador del caso"')
    client, address = Client(), reverse("referee:table_display", args=[kept.championship.slug, 1])

    page = client.get(address).content.decode()
    dealer = page[: page.index('class="data-mark"')].rpartition("side__player")[2]

    assert page.count("#perro") == 1
    assert page.count("#tanto") == 4
    assert "18" in strip_tags(page)
    assert kept.fixture.pareja_a.players.get(position=1).name in dealer
    assert "Última: " in page
    other = Fixture.objects.exclude(pk=kept.fixture.pk).filter(status="ready").first()
    kept.record('ajusta A +22 "marcador del caso"', "proclama")
    kept.seal()
    assert "FINAL" in client.get(address).content.decode()
    Fixture.objects.filter(pk=other.pk).update(table=kept.fixture.table, status="called")
    assert f"partida {other.number}" in client.get(address).content.decode()


def test_what_is_decided_about_a_mesa_is_under_review() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    kept.sign(planilla, "B", "bajo-protesta")

    page = Client().get(reverse("referee:table_display", args=[kept.championship.slug, 1])).content.decode()

    assert "EN REVISIÓN" in page


def test_the_overlay_has_its_pieces_and_nothing_around_them() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    address = reverse("referee:partida_overlay", args=[kept.championship.slug, kept.fixture.pk])

    both = Client().get(address).content.decode()
    bug = (
        Client()
        .get(address, {"piezas": "marcador", "escala": "150", "lado": "derecha", "fondo": "rojo"})
        .content.decode()
    )

    assert '<html lang="es-EC" class="overlay">' in both
    assert ('class="bug"' in both, 'class="third"' in both) == (True, True)
    assert ('class="bug"' in bug, 'class="third"' in bug) == (True, False)
    assert "overlay--x150 overlay--derecha overlay--transparente" in bug


def test_the_json_of_an_overlay_is_its_contract() -> None:
    kept = kept_mesa(SORTEO, 'ajusta A +18 "marcador del caso"')
    Pareja.objects.filter(pk=kept.fixture.pareja_a.pk).update(club="Barrio La Loma")
    address = reverse("referee:table_overlay_json", args=[kept.championship.slug, 1])

    answer = Client().get(address)
    again = Client().get(address, headers={"if-none-match": answer["ETag"]})

    told = json.loads(answer.content)
    assert list(told) == ["schema", "version", "championship", "mesa"]
    assert (told["schema"], told["version"]) == ("cuarenta.overlay", 1)
    assert list(told["mesa"]) == [
        "fixture", "number", "stage", "round", "table", "state", "state_label", "visibility", "chica", "data", "chicas", "sides", "last",
        "result", "zapateria", "at",
    ]  # fmt: skip
    first = told["mesa"]["sides"][0]
    assert list(first) == [
        "side", "number", "title", "club", "players", "points", "perros", "tantos", "chicas", "winner",
    ]  # fmt: skip
    assert (first["points"], first["perros"], first["tantos"], first["club"]) == (18, 1, 4, "Barrio La Loma")
    assert [player["dealer"] for player in first["players"]] == [True, False]
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert again.status_code == 304
    assert "cedula" not in answer.content.decode()


def test_the_json_of_an_overlay_is_english_where_that_is_asked_for() -> None:
    kept = kept_mesa(SORTEO)
    address = reverse("referee:table_overlay_json", args=[kept.championship.slug, 1])

    told, spanish = (Client().get(address, asked).json()["mesa"] for asked in ({"idioma": "en"}, {}))

    assert [told[key] for key in ("stage", "round", "state_label")] == ["Single elimination", "Semi-final", "LIVE"]
    assert spanish["stage"] == "Eliminatoria directa"


def test_a_table_without_a_partida_has_a_json_too() -> None:
    championship = published_stage(4).championship
    TableFactory(championship=championship, number=9)

    assert Client().get(reverse("referee:table_overlay_json", args=[championship.slug, 9])).json()["mesa"] is None
    assert Client().get(reverse("referee:table_display", args=[championship.slug, 9])).status_code == 200
    assert Client().get(reverse("referee:table_display", args=[championship.slug, 10])).status_code == 404


@pytest.mark.parametrize("many", [1, 3])
@pytest.mark.parametrize(
    ("kind", "queries"),
    [("juego", 14), ("llamadas", 18), ("llave", 17), ("posiciones", 12), ("sorteo", 16), ("ceremonia", 12)],
)
def test_a_page_costs_the_same_however_many_mesas(
    kind: str, queries: int, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, _ = registered(in_play(many)[0].championship, kind)
    state_of(client)

    with django_assert_num_queries(queries):
        state_of(client)


def test_to_look_at_nothing_new_costs_four_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client, _ = registered(in_play(1)[0].championship, "juego")
    first = state_of(client)
    assert first is not None

    with django_assert_num_queries(4):
        state_of(client, marca=first["mark"], lugar=first["place"])


# At the desk


def desk(championship: Championship, kind: str = Role.Kind.SCREENS) -> Client:
    client = Client()
    client.force_login(RoleFactory(championship=championship, kind=kind).user)
    return client


def test_whoever_sees_to_the_screens_registers_and_steers_one() -> None:
    championship = published_stage(4).championship
    (screen_client, screen), client = waiting(), desk(championship)
    page = reverse("referee:screens", args=[championship.slug])

    client.post(reverse("referee:screen_add", args=[championship.slug]), {"code": screen.code.lower(), "name": "Barra"})
    client.post(reverse("referee:screen_steer", args=[championship.slug, screen.pk]), {"que": "posiciones"})

    assert "Posiciones" in words(screen_client)
    shown = client.get(page).content.decode()
    assert "Barra" in shown
    assert reverse("brackets:panel", args=[championship.slug]) + '"' not in shown
    assert page in client.get(reverse("brackets:championship", args=[championship.slug])).content.decode()


def test_a_wrong_code_is_told_beside_its_field() -> None:
    championship = published_stage(4).championship

    answer = desk(championship).post(
        reverse("referee:screen_add", args=[championship.slug]), {"code": "AAAAAA", "name": "Barra"}
    )

    assert answer.status_code == 422
    assert "Ese código no sirve" in answer.content.decode()


def test_the_control_page_steers_too_and_comes_back_to_itself() -> None:
    championship = published_stage(4).championship
    screen_client, screen = registered(championship)
    client, control = desk(championship, Role.Kind.CONTROL), reverse("referee:control", args=[championship.slug])

    shown = client.get(control).content.decode()
    answer = client.post(
        reverse("referee:screen_steer", args=[championship.slug, screen.pk]), {"que": "llave", "volver": "control"}
    )

    assert 'aria-label="Proyector"' in shown
    assert answer["Location"] == control
    assert "Llave" in words(screen_client)


def test_the_stage_that_was_chosen_stands_until_another_is_chosen() -> None:
    championship = published_stage(4).championship
    _, screen = registered(championship, "posiciones", stage_number=1)
    client, address = desk(championship), reverse("referee:screen_steer", args=[championship.slug, screen.pk])
    chosen = []

    for sent in ({"que": "llave"}, {"que": "juego"}, {"que": "llave"}, {"que": "llave", "etapa": ""}):
        client.post(address, sent)
        chosen.append(Screen.objects.get(pk=screen.pk).stage_number)

    assert chosen == [1, 1, 1, None]


def test_the_control_page_says_of_which_stage_a_screen_shows() -> None:
    championship = published_stage(4).championship
    registered(championship, "llave", stage_number=1)
    control = reverse("referee:control", args=[championship.slug])

    shown = " ".join(strip_tags(desk(championship, Role.Kind.CONTROL).get(control).content.decode()).split())

    assert "de la etapa 1" in shown


def test_a_rotation_follows_the_stage_that_is_played_whatever_was_chosen_before() -> None:
    _, screen = registered(published_stage(4).championship, "llave", stage_number=1)
    user = director_of(screen.championship)

    screen_show(screen=screen, shown=Shown("rotacion", stage_number=1, in_turn=("llave",)), user=user, now=NOW)

    assert told_by(Screen.objects.get(pk=screen.pk)).stage_number is None


def test_pages_are_turned_held_and_let_go() -> None:
    championship = published_stage(4).championship
    _, screen = registered(championship, "posiciones")
    client, address = desk(championship), reverse("referee:screen_steer", args=[championship.slug, screen.pk])
    held = []

    for asked in ("sigue", "sigue", "anterior", "sola"):
        client.post(address, {"lamina": asked})
        held.append(Screen.objects.get(pk=screen.pk).page)

    assert held == [0, 1, 0, None]


def test_it_is_passed_on_only_to_a_championship_where_one_steers_too() -> None:
    championship, mine, foreign = published_stage(4).championship, ChampionshipFactory(), ChampionshipFactory()
    _, screen = registered(championship)
    client = desk(championship)
    RoleFactory(
        championship=mine, user=Role.objects.get(championship=championship, kind="screens").user, kind="control"
    )
    address = reverse("referee:screen_pass_on", args=[championship.slug, screen.pk])

    client.post(address, {"campeonato": foreign.slug})
    after_foreign = Screen.objects.get(pk=screen.pk).championship
    client.post(address, {"campeonato": mine.slug})

    assert after_foreign == championship
    assert Screen.objects.get(pk=screen.pk).championship == mine


def test_a_screen_of_another_championship_is_not_there() -> None:
    _, screen = registered(published_stage(4).championship)
    other = ChampionshipFactory()

    answer = desk(other).post(reverse("referee:screen_steer", args=[other.slug, screen.pk]), {"que": "juego"})

    assert answer.status_code == 404


def test_the_qr_leads_to_the_only_championship_or_asks_which() -> None:
    championship = published_stage(4).championship
    client = desk(championship)
    address = f"{reverse('referee:screen_enrol')}?codigo=ACDEFH"

    one = client.get(address)
    second = ChampionshipFactory()
    RoleFactory(
        championship=second, user=Role.objects.get(championship=championship, kind="screens").user, kind="screens"
    )
    two = client.get(address).content.decode()

    assert one["Location"] == f"{reverse('referee:screens', args=[championship.slug])}?codigo=ACDEFH#registrar"
    assert (championship.slug in two, second.slug in two) == (True, True)
    assert 'value="ACDEFH"' in client.get(one["Location"]).content.decode()


def test_what_is_sent_wrong_changes_nothing() -> None:
    championship = published_stage(4).championship
    _, screen = registered(championship)
    client, args = desk(championship), [championship.slug, screen.pk]

    client.post(reverse("referee:screen_edit", args=args), {"name": "", "seconds": "1"})
    client.post(reverse("referee:screen_steer", args=args), {"que": "mesa", "mesa": "77"})
    client.post(reverse("referee:screens_message", args=args[:1]), {"text": "x" * 200})

    assert Screen.objects.get(pk=screen.pk).version == screen.version
    assert not hasattr(Championship.objects.get(pk=championship.pk), "hall_message")


@pytest.mark.parametrize("many", [1, 3])
def test_the_register_is_read_in_the_same_number_of_queries(
    many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    championship = published_stage(4).championship
    for _ in range(many):
        registered(championship)
    client = desk(championship)
    address = reverse("referee:screens", args=[championship.slug])
    client.get(address)

    with django_assert_num_queries(9):
        client.get(address)
