"""The panel's places: grouped, only those that one may go to, and marked where one is."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Role
from tests.factories.brackets import ChampionshipFactory, RoleFactory, director_of

pytestmark = pytest.mark.django_db


def bar_of(kind: str, view: str) -> str:
    championship = ChampionshipFactory(status="open")
    client = Client()
    client.force_login(
        director_of(championship) if kind == "director" else RoleFactory(championship=championship, kind=kind).user
    )
    page = client.get(reverse(view, args=[championship.slug])).content.decode()
    found = re.search(r'<div class="desk-bar">.*?</div>', page, re.DOTALL)
    assert found
    return found[0]


def words_of(bar: str, mark: str = "") -> list[str]:
    return [each.strip() for each in re.findall(rf"<a href=[^>]*{mark}[^>]*>([^<]+)", bar)]


def test_the_director_has_every_group_and_the_places_of_the_one_he_is_in() -> None:
    bar = bar_of("director", "brackets:fixtures")
    assert words_of(bar)[:6] == ["Inicio", "Sala", "Ley", "Inscripción", "Torneo", "Organización"]
    assert "Tablets" in words_of(bar)
    assert "Etapas" not in words_of(bar)
    assert words_of(bar, "aria-current") == ["Sala", "Partidas"]


def test_a_page_below_a_place_marks_it() -> None:
    bar = bar_of("director", "brackets:pareja_new")
    assert words_of(bar, "aria-current") == ["Inscripción", "Parejas"]


def test_the_start_has_no_second_row() -> None:
    bar = bar_of("director", "brackets:panel")
    assert words_of(bar, "aria-current") == ["Inicio"]
    assert "places--group" not in bar


def test_the_mesa_de_control_is_not_led_to_what_is_not_its_own() -> None:
    bar = bar_of(str(Role.Kind.CONTROL), "brackets:stages")
    assert "Ajustes" not in bar
    assert words_of(bar_of(str(Role.Kind.CONTROL), "brackets:functions"))[-2:] == ["Funciones", "Avisos"]
    assert words_of(bar, "aria-current") == ["Torneo", "Etapas"]


def test_the_calls_are_counted_wherever_one_is() -> None:
    assert 'class="calls-count"' in bar_of("control", "brackets:stages")
