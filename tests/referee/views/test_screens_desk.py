"""Screens registered and steered from the desk."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Role
from referee.models import Screen
from referee.services.screens import (
    Shown,
    screen_show,
)
from referee.views.screen_scene import told_by
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    RoleFactory,
    director_of,
    published_stage,
)
from tests.referee.views.screens import registered, waiting, words

pytestmark = pytest.mark.django_db


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
