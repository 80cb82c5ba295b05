"""An appeal in the series holds who enters the elimination by them, and nobody else (17)."""

from typing import Any

import pytest

from brackets.draw.formats import Elimination, Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, Exempt, FromEach
from brackets.models import Fixture, Stage
from brackets.services.errors import BracketError
from referee.rules import Measure
from referee.selectors.appeal_waiting import fixtures_held_by, stages_held_by
from referee.services.appeals.qualifying import appeal_admit, appeal_release
from referee.services.appeals.ruling import appeal_rule
from tests.referee.services.hall_at_work import TWO_STAGES, HallAtWork

pytestmark = pytest.mark.django_db

ORDER = ("mesas", "directo", "chicas", "sorteo")
WITH_EXEMPT = [
    StagePlan(name="Series", format=Series(size=2), entry=(Everybody(),), criteria=ORDER),
    StagePlan(name="Final", format=Elimination(), entry=(Exempt((5, 6, 7, 8, 9, 10)), FromEach(1, 1)), criteria=ORDER),
]


def hall(parejas: int = 4, plans: list[StagePlan] = TWO_STAGES) -> HallAtWork:
    """All series played and sealed."""
    there = HallAtWork(parejas, plans)
    for fixture in there.fixtures():
        play(there, fixture)
    return there


def play(there: HallAtWork, fixture: Fixture, *, sealed: bool = True) -> None:
    there.on_fixture("open", fixture, 0)()
    mesa = next(each for each in there.mesas() if each.fixture_id == fixture.pk)
    for line in (0, 1, 6):
        there.on_mesa("jugada", mesa, line)()
    if sealed:
        there.on_mesa("seal", mesa, 0)()


def admitted(there: HallAtWork, **how: bool) -> Any:
    mesa = there.mesas()[0]
    appeal = there.appeal(there.keeper(mesa.fixture), "A", 2)
    appeal_admit(appeal=appeal, reason="En tiempo", **how, **there.who)
    return appeal


def later(there: HallAtWork) -> list[Fixture]:
    return [fixture for fixture in there.fixtures() if fixture.stage.number == 2]


def test_the_next_stage_is_neither_drawn_nor_published_until_the_ruling() -> None:
    there = hall()
    there.on_stages("draw")()
    appeal = admitted(there)

    for kind in ("draw", "publish"):
        with pytest.raises(BracketError, match=r"Es provisional el resultado de la partida 1") as refused:
            there.on_stages(kind)()
        assert refused.value.code == "etapa-sin-terminar"
    assert [stage.name for stage in stages_held_by(appeal)] == ["Final"]

    appeal_rule(appeal=appeal, measure=Measure("confirma"), grounds="Visto", **there.who)
    there.on_stages("draw")()
    there.on_stages("publish")()
    assert stages_held_by(appeal) == []


def test_the_word_of_the_director_lets_the_next_stage_be_drawn() -> None:
    there = hall()
    appeal = admitted(there)

    appeal_release(appeal=appeal, reason="El público espera", **there.who)

    there.on_stages("draw")()
    there.on_stages("publish")()
    assert later(there)


def test_a_draw_that_nobody_has_begun_falls_with_the_result_it_came_from() -> None:
    there = hall()
    there.on_stages("draw")()
    there.on_stages("publish")()

    admitted(there)

    assert not Stage.objects.filter(number=2, status=Stage.Status.PUBLISHED).exists()


def test_where_the_next_stage_has_begun_only_those_who_entered_by_that_result_wait() -> None:
    there = hall(10, WITH_EXEMPT)
    there.on_stages("draw")()
    there.on_stages("publish")()
    from_series = {each.pareja_a_id for each in there.fixtures() if each.stage.number == 1}
    from_series |= {each.pareja_b_id for each in there.fixtures() if each.stage.number == 1}
    ready = [each for each in later(there) if each.status == "ready"]
    exempt = [each for each in ready if not {each.pareja_a_id, each.pareja_b_id} & from_series]
    entered = [each for each in ready if each not in exempt]
    assert len(exempt) >= 2, "the draw of this seed leaves no two mesas of exempt ones"
    assert entered
    there.on_fixture("open", exempt[0], 0)()
    appeal = admitted(there, on_purpose=True)

    assert set(entered) <= set(fixtures_held_by(appeal))
    assert not set(exempt) & set(fixtures_held_by(appeal))
    for kind in ("call", "open"):
        with pytest.raises(
            BracketError, match=r"el resultado de la partida 1, del que depende quién entra en «Final»"
        ) as refused:
            there.on_fixture(kind, entered[0], 0)()
        assert refused.value.code == "espera-resultado"
    there.on_fixture("open", exempt[1], 0)()

    appeal_release(appeal=appeal, reason="El público espera", **there.who)
    there.on_fixture("open", entered[0], 0)()
