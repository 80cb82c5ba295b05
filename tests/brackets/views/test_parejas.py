import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.models import AuditEntry, Category, Championship, Pareja, Role
from brackets.services.commitments import draw_commit
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    director_of,
    drawn_stage,
    entered,
    invented_cedula,
    published_stage,
)
from tests.factories.inscription import category

pytestmark = pytest.mark.django_db
# Nobody whom the factories invent: a namesake would be asked about.
TYPED = {"player_1": "Alba Ñauñay", "player_2": "Bruno Ochoa", "representative": "2"}


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory()


@pytest.fixture
def desk(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship)


def shown(desk: Client, championship: Championship, words: str) -> list[int]:
    answer = desk.get(url("parejas", championship), {"buscar": words})
    return [pareja.number for pareja in answer.context["parejas"]]


def test_a_pareja_is_inscribed_with_the_next_number(desk: Client, championship: Championship) -> None:
    ParejaFactory(championship=championship, number=7)

    page = desk.post(url("pareja_new", championship), TYPED | {"uniform": "on"}, follow=True).content.decode()

    pareja = Pareja.objects.get(championship=championship, number=8)
    assert (pareja.title, pareja.representative, pareja.uniform) == ("Alba Ñauñay / Bruno Ochoa", 2, True)
    assert "Se inscribió la pareja 8" in page


def test_going_on_with_another_leads_to_an_empty_form(desk: Client, championship: Championship) -> None:
    answer = desk.post(url("pareja_new", championship), TYPED | {"otra": "1"})

    assert answer["Location"] == url("pareja_new", championship)


@pytest.mark.parametrize(
    ("typed", "field", "told"),
    [
        ({"player_2": ""}, "player_2", "requerido"),
        ({"cedula_1": "1710034064"}, "cedula_1", "no es una cédula válida"),
        ({"cedula_1": invented_cedula(1), "cedula_2": invented_cedula(1)}, "cedula_2", "misma cédula"),
        ({"number": "7"}, "number", "ya es de otra pareja"),
        ({"seed": "0"}, "seed", "mayor o igual"),
    ],
)
def test_what_is_wrong_is_told_beside_its_field(
    desk: Client, championship: Championship, typed: dict[str, str], field: str, told: str
) -> None:
    ParejaFactory(championship=championship, number=7)

    answer = desk.post(url("pareja_new", championship), TYPED | typed)

    assert answer.status_code == 422
    assert told in answer.context["form"].errors[field][0]
    assert championship.parejas.count() == 1


def test_a_pareja_is_corrected(desk: Client, championship: Championship) -> None:
    ParejaFactory(championship=championship, number=1)

    desk.post(url("pareja_edit", championship, 1), TYPED | {"name": "Los Ñañones", "club": "Sol"})

    pareja = championship.parejas.get()
    assert (pareja.title, pareja.club) == ("Los Ñañones", "Sol")
    assert [player.name for player in pareja.players.all()] == ["Alba Ñauñay", "Bruno Ochoa"]


def test_its_form_shows_what_is_known(desk: Client, championship: Championship) -> None:
    cedula = invented_cedula(3)
    ParejaFactory(championship=championship, number=1, club="Sol", player_1__cedula=cedula)

    page = desk.get(url("pareja_edit", championship, 1)).content.decode()

    assert f'value="{cedula}"' in page
    assert 'value="Sol"' in page


def test_a_withdrawn_pareja_keeps_its_number_and_is_told_apart(desk: Client, championship: Championship) -> None:
    ParejaFactory(championship=championship, number=1)

    address = url("pareja_take_out", championship, 1)
    missing = desk.post(address, follow=True).content.decode()
    untouched = championship.parejas.get().status
    page = desk.post(address, {"reason": "Se inscribió dos veces"}, follow=True).content.decode()

    assert ("Falta el motivo" in missing, untouched) == (True, "active")
    assert AuditEntry.objects.get(action="pareja-retirar").data["reason"] == "Se inscribió dos veces"
    assert championship.parejas.get().status == "withdrawn"
    assert "Su número no se vuelve a dar" in page
    assert "0 inscritas, 1 retirada" in page


def test_whoever_changes_who_enters_is_told_that_the_draw_holds_no_more(sits_at: Sits) -> None:
    stage = drawn_stage(4)
    championship, desk = stage.championship, sits_at(stage.championship)

    out = desk.post(url("pareja_take_out", championship, 1), {"reason": "Se fue"}, follow=True).content.decode()
    added = desk.post(url("pareja_new", championship), TYPED, follow=True).content.decode()

    told = f"Desde el sorteo de «{stage}» se hicieron, retiraron o corrigieron inscripciones: hay que volver a sortear."
    assert told in out
    assert told in added


def test_whoever_corrects_the_club_of_one_that_was_drawn_is_told_that_the_draw_holds_no_more(sits_at: Sits) -> None:
    stage = drawn_stage(4)
    address = url("pareja_edit", stage.championship, 2)

    page = sits_at(stage.championship).post(address, TYPED | {"club": "Otro"}, follow=True).content.decode()

    assert f"Desde el sorteo de «{stage}» se hicieron, retiraron o corrigieron inscripciones" in page


def test_whoever_changes_who_enters_is_told_that_what_was_promised_of_the_draw_has_no_effect(sits_at: Sits) -> None:
    championship = entered(4)
    draw_commit(championship=championship, user=director_of(championship), now=NOW, secret="5f")

    page = (
        sits_at(championship)
        .post(url("pareja_take_out", championship, 1), {"reason": "Se fue"}, follow=True)
        .content.decode()
    )

    assert "Desde el compromiso cambió quiénes entran al sorteo, o sus datos: quedó sin efecto." in page


def test_once_published_a_pareja_is_not_taken_out(sits_at: Sits) -> None:
    championship = published_stage(2).championship

    answer = sits_at(championship).post(url("pareja_take_out", championship, 1), {"reason": "Se fue"}, follow=True)

    page = answer.content.decode()
    assert answer.redirect_chain == [(url("pareja_departure", championship, 1), 302)]
    assert championship.parejas.filter(status="active").count() == 2
    assert "sale del campeonato en su página de salida" in page
    assert "Ver qué cambia" in page
    assert url("pareja_new", championship) not in page


def test_the_desk_is_told_that_it_is_the_directors(sits_at: Sits) -> None:
    championship = published_stage(2).championship
    desk = sits_at(championship, Role.Kind.CONTROL)

    page = desk.post(url("pareja_take_out", championship, 1), {"reason": "Se fue"}, follow=True).content.decode()

    assert "Le toca al Director" in page
    assert url("pareja_departure", championship, 1) not in page


def test_who_was_taken_out_before_the_draw_comes_back(sits_at: Sits) -> None:
    championship = ChampionshipFactory(status="draft")
    pareja = ParejaFactory(championship=championship, number=1)
    before = list(pareja.players.values())
    director = sits_at(championship)
    director.post(url("pareja_take_out", championship, 1), {"reason": "Se inscribió dos veces"})
    there = url("pareja_departure", championship, 1)
    assert there in director.get(url("pareja_edit", championship, 1)).content.decode()

    page = director.post(
        there, {"a": "regreso", "reason": "Eran otros", "confirmar": "si"}, follow=True
    ).content.decode()

    assert "La pareja 1 está de nuevo en el campeonato" in page
    pareja.refresh_from_db()
    assert (pareja.status, list(pareja.players.values())) == ("active", before)


def test_it_does_not_come_back_with_the_seed_of_another(sits_at: Sits) -> None:
    championship = ChampionshipFactory()
    ParejaFactory(championship=championship, number=1, seed=1)
    director = sits_at(championship)
    director.post(url("pareja_take_out", championship, 1), {"reason": "Se fue"})
    ParejaFactory(championship=championship, number=2, seed=1)

    answer = director.post(url("pareja_departure", championship, 1), {"a": "regreso", "reason": "Volvió"})

    assert answer.status_code == 422
    assert "La cabeza de serie 1 ya es de la pareja 2." in answer.content.decode()


def test_a_number_nobody_has_is_not_there(desk: Client, championship: Championship) -> None:
    assert desk.get(url("pareja_edit", championship, 99)).status_code == 404


@pytest.mark.parametrize(
    ("words", "found"),
    [("12", [12]), ("ñato", [3]), ("nato", [3]), ("BRUNO ort", [12]), ("club sol", [12]), ("zzz", []), ("", [3, 12])],
)
def test_it_is_found_by_number_name_or_club(
    desk: Client, championship: Championship, words: str, found: list[int]
) -> None:
    ParejaFactory(championship=championship, number=3, player_1__name="Alba Ñato", player_2__name="Eva Vaca")
    ParejaFactory(
        championship=championship, number=12, club="Club Sol", player_1__name="Bruno Ortega", player_2__name="Leo Paz"
    )

    assert shown(desk, championship, words) == found


def test_the_list_shows_no_cedula(desk: Client, championship: Championship) -> None:
    cedula = invented_cedula(5)
    ParejaFactory(championship=championship, player_1__cedula=cedula)

    assert cedula not in desk.get(url("parejas", championship)).content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_its_queries_do_not_grow(
    desk: Client, championship: Championship, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    ParejaFactory.create_batch(count, championship=championship)

    with django_assert_num_queries(7):
        desk.get(url("parejas", championship))


def test_what_the_category_asks_is_told_beside_it_and_a_tick_goes_on(desk: Client, championship: Championship) -> None:
    category(championship, "Damas", who=Category.Who.LADIES)
    typed = {"player_1": "Ana Paz", "player_2": "Eva Sol", "representative": 1, "category": "Damas"}

    answer = desk.post(url("pareja_new", championship), typed)

    page = answer.content.decode()
    seal = re.search(r'name="told" value="(\w+)"', page)
    assert (answer.status_code, championship.parejas.count()) == (422, 0)
    assert "solo de mujeres: compruébelo con el documento" in page
    assert "Todavía no se guardó" in page
    assert seal
    desk.post(url("pareja_new", championship), typed | {"told": seal[1]})
    assert championship.parejas.get().category == "Damas"
