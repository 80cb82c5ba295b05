"""What tests of departures do: leave, come back, play, and look at the rows."""

from typing import Any

from brackets.draw.formats import Series
from brackets.draw.qualification import Everybody
from brackets.models import Fixture, Pareja, Stage
from brackets.selectors.events import disagreements
from brackets.services.departures import Moved, pareja_leave, pareja_return
from brackets.services.fixtures import (
    fixture_record,
)
from brackets.services.planning import StagePlan, stages_plan
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    director_of,
)


def first(stage: Stage) -> Fixture:
    return stage.fixtures.select_related("pareja_a", "pareja_b").get(number=1)


def leave(pareja: Pareja | None, **given: Any) -> Moved:
    assert pareja is not None
    return pareja_leave(
        **({"pareja": pareja, "user": director_of(pareja.championship), "now": NOW, "reason": "Enfermedad"} | given)
    )


def come_back(pareja: Pareja | None) -> Moved:
    assert pareja is not None
    return pareja_return(pareja=pareja, user=director_of(pareja.championship), now=NOW, reason="Fue un error")


def rows(stage: Stage) -> list[dict[str, Any]]:
    return list(Fixture.objects.filter(stage__championship=stage.championship).order_by("pk").values())


def record(fixture: Fixture, winner: str = "A") -> None:
    fixture_record(
        fixture=fixture, how="played", winner=winner, chicas=[[40, 20]], zapateria=False,
        user=director_of(fixture.stage.championship), now=NOW, reason="prueba",
    )  # fmt: skip


def agrees(stage: Stage) -> bool:
    stage.refresh_from_db()
    return disagreements(stage) == []


def five_in_a_series() -> Stage:
    championship = ChampionshipFactory()
    for number in range(1, 6):
        ParejaFactory(championship=championship, number=number)
    director = director_of(championship)
    plan = StagePlan(name="Una", format=Series(size=0), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    stages_plan(championship=championship, plans=[plan], user=director, now=NOW)
    stage = draw_rehearsed(championship=championship, user=director, now=NOW, public_seed="sol")
    return stage_publish(stage=stage, user=director, now=NOW)


def between_these(stage: Stage, *numbers: int) -> Fixture:
    sides = stage.fixtures.select_related("pareja_a", "pareja_b")
    return sides.get(pareja_a__number__in=numbers, pareja_b__number__in=numbers)


def disqualify(stage: Stage, number: int, *, rival: int) -> None:
    fixture = between_these(stage, number, rival)
    assert fixture.pareja_a is not None
    fixture_record(
        fixture=fixture, how="disqualification", winner="B" if fixture.pareja_a.number == number else "A", chicas=[],
        zapateria=False, user=director_of(stage.championship), now=NOW, reason="prueba",
    )  # fmt: skip
