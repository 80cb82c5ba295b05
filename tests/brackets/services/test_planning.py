"""The plan of a championship: what is refused, what the audit keeps, and the way back."""

from random import Random
from typing import Any

import pytest

from brackets.draw.formats import DoubleElimination, Elimination, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.plans_ready import TABLE, TEMPLATES
from brackets.draw.qualification import Best, Everybody, Exempt, FromEach, WinnerOf
from brackets.draw.structure import Zapateria
from brackets.models import AuditEntry, Championship
from brackets.models.stages import tie_breaks
from brackets.selectors.planning import last_change, plans_of, zapateria_of
from brackets.selectors.stages import format_of, ranking_of, roster_of, stages_of
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.planning import stages_plan, stages_restore
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.test_formats import Night
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of
from tests.long import short

pytestmark = pytest.mark.django_db

SERIES = StagePlan(name="Series", format=Series(4), entry=(Everybody(),), criteria=TABLE)
FEWEST = {"mundial": 13, "salinas": 9}
"""The parejas with which a template has all its stages, where it takes more than a few."""
FINAL = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1),), criteria=TABLE)


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory()
    for number in range(1, 9):
        ParejaFactory(championship=championship, number=number)
    return championship


def plan(championship: Championship, *plans: StagePlan) -> None:
    stages_plan(championship=championship, plans=plans, user=director_of(championship), now=NOW)


def back(championship: Championship, change: AuditEntry | None = None) -> None:
    change = change or last_change(championship)
    assert change is not None
    stages_restore(championship=championship, change=change, user=director_of(championship), now=NOW)


def there(championship: Championship) -> list[StagePlan]:
    return plans_of(stages_of(championship))


@pytest.mark.long
@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.key)
def test_every_template_is_accepted_for_any_number(championship: Championship, template: Any) -> None:
    for entrants in (*range(2, 18), 33, 64, 65, 69, 96, 200, 1000, 1024):
        plans = template.plans(entrants, Zapateria.IF_DEFEATED)

        plan(championship, *plans)

        assert there(championship) == list(plans)


@pytest.mark.parametrize(
    "template",
    short(TEMPLATES, "mundial", "riobamba", key=lambda template: template.key),
    ids=lambda template: template.key,
)
def test_every_template_is_played_through_the_services_to_a_champion(template: Any) -> None:
    parejas = FEWEST.get(template.key, 7)
    night = Night(parejas, *template.plans(parejas, Zapateria.IF_DEFEATED))
    chance = Random(40)
    for stage in stages_of(night.championship):
        night.publish(stage.number)
        night.play(stage.number, chance)
        if isinstance(form := format_of(stage), Swiss):
            for _ in range(form.rounds):
                night.pair(stage.number)
                night.play(stage.number, chance)

    last = ranking_of(stages_of(night.championship)[-1], roster_of(night.championship.pk))
    assert last.complete
    assert [each.place for each in last.overall].count(1) == 1


def test_the_usual_order_of_tie_breaks_is_one() -> None:
    assert tuple(tie_breaks()) == TABLE


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"name": " "}, "vacio", "name"),
        ({"format": Series(1)}, "tamano-de-serie", "size"),
        ({"format": Series(4, turns=3)}, "vueltas", "turns"),
        ({"format": Swiss(0)}, "rondas", "rounds"),
        ({"entry": (FromEach(1, 0),)}, "clasificadas", "entry"),
        ({"entry": (Best(1, 0),)}, "clasificadas", "entry"),
        ({"entry": (Best(1, 1, place=9),)}, "clasificadas", "entry"),
        ({"entry": (FromEach(1),) * 13}, "demasiadas-reglas", "entry"),
        ({"entry": (WinnerOf(1),)}, "sin-llave", "entry"),
        ({"entry": (FromEach(1), Exempt((99,)))}, "exenta-desconocida", "exempt"),
        ({"entry": (FromEach(1), Exempt((3, 3)))}, "exenta-repetida", "exempt"),
    ],
)
def test_what_could_never_be_drawn_is_refused_at_its_field_and_changes_nothing(
    championship: Championship, changed: dict[str, Any], code: str, field: str
) -> None:
    plan(championship, SERIES, FINAL)
    fields = {"name": "Final", "format": Elimination(), "entry": (FromEach(1),), "criteria": TABLE} | changed

    with pytest.raises(InvalidValue) as refused:
        plan(championship, SERIES, StagePlan(**fields))

    assert (refused.value.field, refused.value.code if field != "name" else code) == (field, code)
    assert there(championship) == [SERIES, FINAL]
    assert AuditEntry.objects.count() == 1


def test_the_winner_of_a_bracket_comes_from_a_stage_of_two_defeats(championship: Championship) -> None:
    double = StagePlan(name="Llaves", format=DoubleElimination(), entry=(Everybody(),), criteria=TABLE)
    final = StagePlan(
        name="Final", format=Elimination(), entry=(WinnerOf(1), WinnerOf(1, "perdedores")), criteria=TABLE
    )

    plan(championship, double, final)

    assert there(championship) == [double, final]


def test_the_stages_go_back_to_what_they_were_and_forth_again(championship: Championship) -> None:
    plan(championship, SERIES, FINAL)
    plan(championship, StagePlan(name="Única", format=Elimination(), entry=(Everybody(),), criteria=TABLE))

    back(championship)
    assert there(championship) == [SERIES, FINAL]

    back(championship)
    assert [stage.name for stage in there(championship)] == ["Única"]


def test_the_first_plan_goes_back_to_none(championship: Championship) -> None:
    plan(championship, SERIES)

    back(championship)

    assert there(championship) == []
    assert championship.audit.first().sentence == "Quitó las etapas."  # type: ignore[union-attr]


def test_only_the_last_change_goes_back(championship: Championship) -> None:
    plan(championship, SERIES)
    first = last_change(championship)
    plan(championship, SERIES, FINAL)

    with pytest.raises(BracketError) as refused:
        back(championship, first)

    assert refused.value.code == "etapas-cambiadas"
    assert there(championship) == [SERIES, FINAL]


def test_what_was_published_since_does_not_go_back(championship: Championship) -> None:
    plan(championship, SERIES, FINAL)
    director = director_of(championship)
    stage = draw_rehearsed(championship=championship, user=director, now=NOW, public_seed="prueba")
    stage_publish(stage=stage, user=director, now=NOW)

    with pytest.raises(BracketError) as refused:
        back(championship)

    assert refused.value.code == "etapa-publicada"
    assert there(championship) == [SERIES, FINAL]


def test_the_audit_keeps_the_seed_of_a_draw_that_is_lost(championship: Championship) -> None:
    plan(championship, SERIES, FINAL)
    drawn = draw_rehearsed(championship=championship, user=director_of(championship), now=NOW, public_seed="a mano")

    plan(championship, FINAL_ALONE)

    change = last_change(championship)
    assert change is not None
    assert change.data["forgotten"] == [
        {"stage": 1, "name": "Series", "lots_seed": drawn.lots_seed, "apart": True, "protections": []}
    ]


FINAL_ALONE = StagePlan(name="Final", format=Elimination(), entry=(Everybody(),), criteria=TABLE)


def test_twelve_long_names_fit_into_the_audit(championship: Championship) -> None:
    plan(championship, *(StagePlan(name="x" * 60, format=Elimination(), entry=(Everybody(),), criteria=TABLE),) * 12)

    assert championship.audit.first().sentence == "Fijó 12 etapas."  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("reglamento", "settings", "effect"),
    [
        ("riobamba", {}, Zapateria.IF_DEFEATED),
        ("riobamba", {"zapateria-torneo": "elimina"}, Zapateria.ELIMINATES),
        ("riobamba", {"zapateria-torneo": "ninguno"}, Zapateria.NOTHING),
        ("quito", {}, Zapateria.ELIMINATES),
        ("juez-de-aguas", {}, Zapateria.NOTHING),
        ("pagat", {}, Zapateria.NOTHING),
    ],
)
def test_the_effect_of_a_zapateria_is_what_the_reglamento_says(
    reglamento: str, settings: dict[str, str], effect: Zapateria
) -> None:
    assert zapateria_of(ChampionshipFactory(reglamento=reglamento, rule_settings=settings)) is effect
