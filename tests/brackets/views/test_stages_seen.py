"""What is sent twice from the pages of the stages, or from one that shows other stages than there are."""

from dataclasses import replace

import pytest
from django.test import Client

from brackets.draw.formats import Elimination
from brackets.draw.plans import StagePlan
from brackets.draw.plans_ready import TABLE
from brackets.draw.qualification import FromEach, Rest
from brackets.draw.structure import Zapateria
from brackets.models import Championship
from brackets.selectors.planning import last_change
from tests.brackets.views.conftest import Sits, url
from tests.brackets.views.test_stages import FINAL, SERIES, plan, row_of, seen, sent, there
from tests.factories.brackets import entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return entered(16)


@pytest.fixture
def desk(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship)


def told_on(desk: Client, championship: Championship) -> list[str]:
    return [str(told) for told in desk.get(url("stages", championship)).context["messages"]]


CUARTOS = replace(FINAL, name="Cuartos")
CONSUELO = StagePlan(name="Consuelo", format=Elimination(), entry=(Rest(1),), criteria=TABLE)
GONE = (
    "Mientras tanto cambiaron las etapas: ya no está «Cuartos»; ahora son 1. Series y 2. Consuelo. "
    "No se hizo nada; revíselas y decida."
)


def test_a_stage_that_is_removed_twice_is_removed_once(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, CUARTOS, CONSUELO)
    shown = seen(championship)

    for _ in range(2):
        desk.post(url("stage_remove", championship, 2), shown)

    assert there(championship) == [SERIES, CONSUELO]
    assert told_on(desk, championship) == [
        "«Cuartos» ya no es una etapa.",
        "«Cuartos» ya no era una etapa: no cambió nada.",
    ]


def test_the_last_stage_that_is_removed_twice_is_said_to_be_gone(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, CUARTOS)
    shown = seen(championship)

    for _ in range(2):
        desk.post(url("stage_remove", championship, 2), shown)

    assert told_on(desk, championship)[1] == "«Cuartos» ya no era una etapa: no cambió nada."


def test_a_stage_is_not_removed_from_a_page_of_other_stages(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, CUARTOS, CONSUELO)
    shown = seen(championship)
    plan(championship, SERIES, CONSUELO)

    for told in (shown, {}, {"etapas": "x"}):
        desk.post(url("stage_remove", championship, 1 if told != shown else 3), told)

    assert there(championship) == [SERIES, CONSUELO]
    assert GONE in told_on(desk, championship)


def test_a_form_of_a_stage_that_moved_is_shown_again_for_that_stage(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, CUARTOS, CONSUELO)
    typed = sent(CONSUELO, name="Repechaje") | seen(championship)
    plan(championship, SERIES, CONSUELO)

    again = desk.post(url("stage_edit", championship, 3), typed)

    assert again.status_code == 422
    assert again.context["form"].errors["__all__"] == [GONE]
    assert there(championship) == [SERIES, CONSUELO]
    page = again.content.decode()
    assert "2. Consuelo</h1>" in page
    assert f'action="{url("stage_edit", championship, 2)}"' in page
    assert again.context["form"]["name"].value() == "Repechaje"
    desk.post(url("stage_edit", championship, 2), typed | {"etapas": again.context["seen"]})
    assert there(championship) == [SERIES, replace(CONSUELO, name="Repechaje")]


def test_a_form_of_a_stage_that_is_gone_overwrites_no_other(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, CUARTOS, CONSUELO)
    typed = sent(CUARTOS, name="Los cuartos") | seen(championship)
    plan(championship, SERIES, CONSUELO)

    again = desk.post(url("stage_edit", championship, 2), typed)

    assert there(championship) == [SERIES, CONSUELO]
    assert again.context["form"].errors["__all__"] == [GONE]
    assert "Nueva etapa</h1>" in again.content.decode()
    assert f'action="{url("stage_new", championship)}"' in again.content.decode()
    assert again.context["form"]["name"].value() == "Los cuartos"


def test_a_row_goes_on_taking_from_the_stage_that_it_named(desk: Client, championship: Championship) -> None:
    last = replace(FINAL, name="Gran final", entry=(FromEach(3, 1),))
    plan(championship, SERIES, CUARTOS, CONSUELO, last)
    typed = sent(last) | {"entra-1-stage": "2", "entra-1-count": "1", "entra-TOTAL_FORMS": 2}
    typed |= {"entra-1-who": row_of(FromEach(2, 1))["who"], **seen(championship)}
    plan(championship, SERIES, CONSUELO, replace(last, entry=(FromEach(2, 1),)))

    again = desk.post(url("stage_edit", championship, 4), typed)

    assert [row["stage"].value() for row in again.context["rows"]] == ["2", ""]
    assert [row["count"].value() for row in again.context["rows"]] == ["1", "1"]


def test_a_form_that_is_sent_from_another_page_of_the_same_stage_says_which_is_another(
    desk: Client, championship: Championship
) -> None:
    plan(championship, SERIES, FINAL)
    typed = sent(FINAL, name="Gran final") | seen(championship)
    plan(championship, SERIES, replace(FINAL, zapateria=Zapateria.ELIMINATES))

    again = desk.post(url("stage_edit", championship, 2), typed)

    assert "«Final» no está como estaba; ahora son 1. Series y 2. Final." in again.content.decode()
    assert there(championship)[1].name == "Final"


def test_a_stage_that_was_renamed_is_the_same_stage(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, FINAL)
    typed = sent(FINAL, name="Gran final") | seen(championship)
    plan(championship, replace(SERIES, name="Series A"), replace(FINAL, name="Finalísima"))

    again = desk.post(url("stage_edit", championship, 2), typed)

    assert again.context["form"].errors["__all__"] == [
        "Mientras tanto cambiaron las etapas: «Series» se llama ahora «Series A»; «Final» se llama ahora «Finalísima»; "
        "ahora son 1. Series A y 2. Finalísima. No se hizo nada; revíselas y decida."
    ]
    assert "2. Finalísima</h1>" in again.content.decode()
    assert again.context["rows"][0]["stage"].value() == "1"
    desk.post(url("stage_edit", championship, 2), typed | {"etapas": again.context["seen"]})
    assert [each.name for each in there(championship)] == ["Series A", "Gran final"]


def test_one_that_came_in_the_place_of_another_is_not_that_one_renamed(
    desk: Client, championship: Championship
) -> None:
    plan(championship, SERIES, CUARTOS)
    typed = sent(CUARTOS, name="Cuartos de final") | seen(championship)
    plan(championship, SERIES)
    plan(championship, SERIES, CONSUELO)

    again = desk.post(url("stage_edit", championship, 2), typed)

    assert there(championship) == [SERIES, CONSUELO]
    assert again.context["form"].errors["__all__"] == [GONE]
    assert f'action="{url("stage_new", championship)}"' in again.text
    assert again.context["form"]["name"].value() == "Cuartos de final"


def test_a_form_that_is_wrong_goes_on_from_the_stages_it_was_filled_in_for(
    desk: Client, championship: Championship
) -> None:
    plan(championship, SERIES, CUARTOS, CONSUELO)
    typed = sent(CUARTOS, name="") | seen(championship)
    plan(championship, SERIES, CONSUELO)

    again = desk.post(url("stage_edit", championship, 2), typed)

    assert again.context["seen"] == typed["etapas"]
    assert "2. Cuartos</h1>" in again.content.decode()


@pytest.mark.parametrize("plans", [(), (SERIES,)])
def test_a_new_stage_that_is_sent_twice_is_there_once(
    desk: Client, championship: Championship, plans: tuple[StagePlan, ...]
) -> None:
    if plans:
        plan(championship, *plans)
    new = FINAL if plans else SERIES
    typed = sent(new) | seen(championship)

    for _ in range(2):
        desk.post(url("stage_new", championship), typed)

    assert there(championship) == [*plans, new]
    assert told_on(desk, championship)[1] == f"La etapa «{new.name}» ya estaba así: no cambió nada."


def test_a_new_stage_from_an_old_page_is_shown_again_with_what_was_typed(
    desk: Client, championship: Championship
) -> None:
    plan(championship, SERIES)
    typed = sent(FINAL, name="Gran final") | seen(championship)
    plan(championship, SERIES, CUARTOS)

    again = desk.post(url("stage_new", championship), typed)

    assert there(championship) == [SERIES, CUARTOS]
    assert "ahora son 1. Series y 2. Cuartos" in again.content.decode()
    desk.post(url("stage_new", championship), typed | {"etapas": again.context["seen"]})
    assert [each.name for each in there(championship)] == ["Series", "Cuartos", "Gran final"]


def test_a_template_and_the_way_back_sent_again_do_nothing_and_from_an_old_page_neither(
    desk: Client, championship: Championship
) -> None:
    plan(championship, SERIES)
    chosen = {"plantilla": "suizo", "parejas": "16"} | seen(championship)
    for _ in range(2):
        desk.post(url("stages_choose", championship), chosen)
    assert "Las etapas ya eran las de «Suizo»: no cambió nada." in told_on(desk, championship)
    change = last_change(championship)
    assert change is not None

    for _ in range(2):
        desk.post(url("stages_back", championship), {"cambio": change.pk})

    assert told_on(desk, championship)[1] == "Las etapas ya eran las de antes: no cambió nada."
    assert there(championship) == [SERIES]
    plan(championship, SERIES, FINAL)
    desk.post(url("stages_choose", championship), chosen)
    desk.post(url("stages_back", championship), {"cambio": change.pk})
    assert there(championship) == [SERIES, FINAL]
    assert [told.partition(":")[0] for told in told_on(desk, championship)] == [
        "Mientras tanto cambiaron las etapas",
        "Mientras tanto las etapas cambiaron otra vez. Mire cómo están ahora y cámbielas a mano.",
    ]


def test_every_form_of_the_page_says_which_stages_it_shows(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, FINAL)
    field = f'<input type="hidden" name="etapas" value="{seen(championship)["etapas"]}">'

    page = desk.get(url("stages", championship)).content.decode()

    assert page.count(field) == page.count("/quitar/") + page.count("/etapas/plantilla/") > 2
    for address in (url("stage_new", championship), url("stage_edit", championship, 2)):
        assert field in desk.get(address).content.decode()
