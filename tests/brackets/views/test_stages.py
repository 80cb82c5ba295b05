"""The page of the stages: figures, templates, one stage by a form, the way back."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.draw.formats import DoubleElimination, Elimination, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.plans_ready import BY_KEY, TABLE, TEMPLATES
from brackets.draw.qualification import Best, Everybody, Exempt, FromEach, Rest, WinnerOf
from brackets.draw.structure import Zapateria
from brackets.draw.treatment import Standing, Treatment
from brackets.forms.stages import StageForm, row_of, rule_rows, stage_values
from brackets.models import Championship, Role
from brackets.selectors.planning import last_change, plan_digest, plans_of
from brackets.selectors.stages import stages_of
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of

pytestmark = pytest.mark.django_db

SERIES = StagePlan(name="Series", format=Series(4), entry=(Everybody(),), criteria=TABLE)
FINAL = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE)


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory()
    for number in range(1, 17):
        ParejaFactory(championship=championship, number=number)
    return championship


@pytest.fixture
def desk(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship)


def plan(championship: Championship, *plans: StagePlan) -> None:
    stages_plan(championship=championship, plans=plans, user=director_of(championship), now=NOW)


def there(championship: Championship) -> list[StagePlan]:
    return plans_of(stages_of(championship))


def seen(championship: Championship) -> dict[str, str]:
    """What each form of the page sends of the stages that it showed."""
    return {"etapas": plan_digest(there(championship))}


def publish(championship: Championship) -> None:
    director = director_of(championship)
    stage = draw_rehearsed(championship=championship, user=director, now=NOW, public_seed="prueba")
    stage_publish(stage=stage, user=director, now=NOW)


def sent(plan: StagePlan, **changed: Any) -> dict[str, Any]:
    """What the form of this stage sends when nothing is changed in it but `changed`."""
    rows = [row_of(rule) for rule in plan.entry if not isinstance(rule, Exempt)]
    values = {name: value for name, value in stage_values(plan).items() if value is not False}
    values |= {"entra-TOTAL_FORMS": len(rows), "entra-INITIAL_FORMS": 0}
    for number, row in enumerate(rows):
        values |= {f"entra-{number}-{name}": "" if value is None else value for name, value in row.items()}
    return {name: value for name, value in (values | changed).items() if value is not None}


def test_each_stage_tells_what_it_comes_to(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, FINAL)

    page = desk.get(url("stages", championship), {"parejas": "15", "mesas": "3", "minutos": "30"}).content.decode()

    assert "3 series de 4 y 1 serie de 3" in page
    assert "21, en 3 rondas" in page
    assert "Las 2 primeras de cada serie de «Series»." in page
    assert "28 partidas en 6 rondas" in page
    # 21 on three tables take seven turns, the final of eight at least four: two tables idle after its first round.
    assert "5 h 30 min" in page
    assert "Ganó una mesa 2–1 y perdió otra 0–2" in page


def test_letters_of_a_name_that_no_paper_prints_are_asked_about(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES)
    address, data = url("stage_edit", championship, 1), sent(SERIES, name="Series 🏆") | seen(championship)

    asked = desk.post(address, data)
    assert asked.status_code == 422
    assert "«🏆» (U+1F3C6)" in asked.context["form"].errors["name"][0]
    assert there(championship) == [SERIES]
    assert 'name="told"' in asked.content.decode()
    assert desk.post(address, data | {"told": asked.context["form"].seal}).status_code == 302
    assert there(championship)[0].name == "Series 🏆"


def test_what_cannot_be_drawn_with_so_many_is_said_beside_the_stage(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, FINAL)

    page = desk.get(url("stages", championship), {"parejas": "5", "mesas": "3", "minutos": "30"}).content.decode()

    assert "5 no se reparten en series de 4 y de 3" in page


def test_figures_that_make_no_sense_are_told_at_their_field(desk: Client, championship: Championship) -> None:
    answer = desk.get(url("stages", championship), {"parejas": "1025", "mesas": "0", "minutos": "30"})

    assert answer.status_code == 422
    assert set(answer.context["hall"].errors) == {"parejas", "mesas"}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.key)
def test_a_template_sets_all_stages_and_can_be_taken_back(
    desk: Client, championship: Championship, template: Any
) -> None:
    plan(championship, SERIES)

    page = desk.post(
        url("stages_choose", championship),
        {"plantilla": template.key, "parejas": "16"} | seen(championship),
        follow=True,
    ).content.decode()

    assert there(championship) == list(template.plans(16, Zapateria.IF_DEFEATED))
    assert f"Las etapas son ahora las de «{template.label}»." in page
    assert "Volver a las etapas de antes" in page
    change = last_change(championship)
    assert change is not None
    desk.post(url("stages_back", championship), {"cambio": change.pk})
    assert there(championship) == [SERIES]


@pytest.mark.parametrize(("entrants", "told"), [("96", True), ("16", False)])
def test_a_template_for_others_than_are_inscribed_is_told(
    desk: Client, championship: Championship, entrants: str, *, told: bool
) -> None:
    sent = {"plantilla": "mundial", "parejas": entrants}

    page = desk.post(url("stages_choose", championship), sent | seen(championship), follow=True).content.decode()

    assert ("Son para 96 y hoy hay 16 en la inscripción." in page) == told


def test_a_closed_championship_offers_no_change(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES)
    Championship.objects.update(status=Championship.Status.CLOSED)

    page = desk.get(url("stages", championship)).content.decode()

    assert "1. Series" in page
    for view in ("stages_choose", "stages_back", "stage_new"):
        assert url(view, championship) not in page


def test_an_unknown_template_changes_nothing(desk: Client, championship: Championship) -> None:
    page = desk.post(
        url("stages_choose", championship), {"plantilla": "x", "parejas": "9"} | seen(championship), follow=True
    )

    assert "Elija una de las plantillas" in page.content.decode()
    assert there(championship) == []


def test_a_draw_that_is_lost_is_told(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, FINAL)
    draw_rehearsed(championship=championship, user=director_of(championship), now=NOW, public_seed="prueba")

    page = desk.post(
        url("stages_choose", championship), {"plantilla": "suizo", "parejas": "16"} | seen(championship), follow=True
    )

    assert "El sorteo sin publicar de «Series» ya no vale" in page.content.decode()


def test_a_template_goes_on_from_what_is_published_or_is_not_offered(desk: Client, championship: Championship) -> None:
    plan(championship, *BY_KEY["series-final"].plans(16))
    publish(championship)

    page = desk.get(url("stages", championship))
    refused = {each.template.key for each in page.context["offered"] if each.refused}
    assert refused == {"riobamba", "relampago", "todos", "todos-dos-vueltas", "suizo"}
    desk.post(url("stages_choose", championship), {"plantilla": "suizo", "parejas": "16"} | seen(championship))
    assert there(championship) == list(BY_KEY["series-final"].plans(16))

    desk.post(url("stages_choose", championship), {"plantilla": "salinas", "parejas": "16"} | seen(championship))

    stages = there(championship)
    assert [stage.name for stage in stages] == ["Series", "Series 2", "Series 3", "Final"]
    assert stages[0] == BY_KEY["series-final"].plans(16)[0]


def test_a_published_stage_is_not_changed_and_no_way_back_is_offered(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, FINAL)
    publish(championship)

    page = desk.get(url("stage_edit", championship, 1), follow=True).content.decode()

    assert "«Series» ya está publicada" in page
    assert url("stage_edit", championship, 1) not in page
    assert url("stage_edit", championship, 2) in page
    assert url("stages_back", championship) not in page


EVERY = [
    SERIES,
    StagePlan(
        name="A dos derrotas",
        format=DoubleElimination(second_final=False),
        entry=(Exempt((3, 5)), FromEach(1, 2), Best(1, 3, place=3)),
        criteria=TABLE,
        zapateria=Zapateria.ELIMINATES,
    ),
    StagePlan(
        name="Consuelo", format=Elimination(third_place=True, consolation=True), entry=(Rest(1),), criteria=TABLE
    ),
    StagePlan(
        name="Liga",
        format=Series(0, turns=2),
        entry=(WinnerOf(2), WinnerOf(2, "perdedores"), FromEach(3)),
        criteria=("mesas", "puntos", "directo", "sorteo"),
    ),
    StagePlan(name="Suizo", format=Swiss(3), entry=(FromEach(4, 4),), criteria=("mesas", "buchholz", "sorteo")),
]


@pytest.mark.parametrize("number", range(1, 6))
def test_a_stage_that_is_saved_as_it_is_stays_as_it_is(desk: Client, championship: Championship, number: int) -> None:
    plan(championship, *EVERY)
    change = last_change(championship)

    desk.get(url("stage_edit", championship, number))
    answer = desk.post(url("stage_edit", championship, number), sent(EVERY[number - 1]) | seen(championship))

    assert answer.status_code == 302
    assert there(championship) == EVERY
    assert last_change(championship) == change


def test_a_stage_is_changed_by_its_form(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, FINAL)
    changed = {"kind": "series", "size": "3", "order_directo": None, "order_chicas": "2", "order_puntos": "1",
               "order_zapaterias": None, "zapateria": "elimina", "exempt": "4, 7", "treatment_left": "sin-puesto"}  # fmt: skip

    desk.post(url("stage_edit", championship, 2), sent(FINAL, **changed) | seen(championship))

    assert there(championship)[1] == StagePlan(
        name="Final",
        format=Series(3),
        entry=(Exempt((4, 7)), FromEach(1, 2)),
        criteria=("mesas", "puntos", "chicas", "sorteo"),
        zapateria=Zapateria.ELIMINATES,
        treatment=Treatment(left=Standing.WITHOUT_PLACE),
    )


@pytest.mark.parametrize(
    ("changed", "field", "told"),
    [
        ({"name": ""}, "name", "requerido"),
        ({"kind": "series", "size": "1"}, "size", "al menos 2"),
        ({"kind": "series", "size": None}, "size", "Escriba de cuántos"),
        ({"kind": "suizo", "rounds": None}, "rounds", "Escriba cuántas rondas"),
        ({"kind": "series", "order_puntos": "1"}, "criteria", "Dos desempates tienen el orden 1"),
        ({"exempt": "4, x"}, "exempt", "«x» no es un número"),
        ({"exempt": "4, 99"}, "exempt", "No hay inscripción con el número 99"),
        ({"entra-0-who": ""}, "entry", "Diga quiénes entran"),
        ({"entra-0-stage": ""}, "entry", "Revise las líneas"),
        ({"entra-0-who": "ganadores"}, "entry", "no tiene llave de ganadores"),
    ],
)
def test_what_is_refused_is_told_at_its_field_and_nothing_changes(
    desk: Client, championship: Championship, changed: dict[str, Any], field: str, told: str
) -> None:
    plan(championship, SERIES, FINAL)

    answer = desk.post(url("stage_edit", championship, 2), sent(FINAL, **changed) | seen(championship))

    assert answer.status_code == 422
    assert told in answer.context["form"].errors[field][0]
    assert told in answer.content.decode()
    assert there(championship) == [SERIES, FINAL]


def test_a_stage_is_added_behind_the_others(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES)
    assert desk.get(url("stage_new", championship)).status_code == 200

    desk.post(url("stage_new", championship), sent(FINAL) | seen(championship))

    assert there(championship) == [SERIES, FINAL]


def test_a_stage_is_removed_unless_another_takes_from_it(desk: Client, championship: Championship) -> None:
    plan(championship, SERIES, FINAL)

    page = desk.post(url("stage_remove", championship, 1), seen(championship), follow=True).content.decode()
    assert "«Final» toma de «Series» a quienes entran" in page
    assert there(championship) == [SERIES, FINAL]

    desk.post(url("stage_remove", championship, 2), seen(championship))
    assert there(championship) == [SERIES]


def test_a_stage_that_is_not_there_is_not_found(desk: Client, championship: Championship) -> None:
    assert desk.get(url("stage_edit", championship, 1)).status_code == 404
    assert desk.post(url("stage_remove", championship, 1)).status_code == 404
    assert desk.post(url("stages_back", championship), {"cambio": "x"}).status_code == 404


def test_the_desk_looks_and_changes_nothing(sits_at: Sits, championship: Championship) -> None:
    plan(championship, SERIES, FINAL)

    page = sits_at(championship, Role.Kind.CONTROL).get(url("stages", championship)).content.decode()

    assert "2. Final" in page
    for view in ("stages_choose", "stages_back", "stage_new"):
        assert url(view, championship) not in page


@pytest.mark.parametrize("stages", [1, 3])
def test_its_queries_do_not_grow(
    desk: Client, championship: Championship, stages: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    plan(championship, *EVERY[:stages])
    desk.get(url("stages", championship))

    with django_assert_num_queries(8):
        desk.get(url("stages", championship))


def test_the_usual_values_of_every_format_are_shown_with_any_of_them() -> None:
    values = stage_values(FINAL)

    assert (values["size"], values["turns"], values["rounds"], values["second_final"]) == (4, 1, 5, True)
    assert set(values) - {"kind"} <= set(StageForm().fields)
    assert len(rule_rows(None, ["Series"], FINAL.entry).forms) == 3


def test_single_players_are_spoken_of_as_such(sits_at: Sits) -> None:
    championship = ChampionshipFactory(players_per_pareja=1)
    for number in range(1, 9):
        ParejaFactory(championship=championship, number=number)
    plan(
        championship, SERIES, StagePlan(name="Final", format=Swiss(2), entry=(FromEach(1), Best(1, 2)), criteria=TABLE)
    )
    desk = sits_at(championship)

    page = desk.get(url("stages", championship)).content.decode()

    assert "Todos los inscritos que no están exentos." in page
    assert "Los 2 mejores de los que no clasificaron de «Series»." in page
    for address in (url("stages", championship), url("stage_edit", championship, 2)):
        main = desk.get(address).content.decode().partition("<main")[2]
        assert "pareja" not in main.lower().replace('name="parejas"', "").replace("id_parejas", "")
