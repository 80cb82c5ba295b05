"""A pareja leaves a championship under way, and comes back."""

from typing import Any

import pytest

from brackets.draw.formats import DoubleElimination, Series
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Fixture, Pareja, Stage, User
from brackets.services.departures import Moved, pareja_leave, pareja_return
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record, fixture_start
from brackets.services.planning import StagePlan, stages_plan
from brackets.services.preview import preview
from brackets.services.stages import stage_draw, stage_publish
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    PlayerFactory,
    TableFactory,
    director_of,
    published_stage,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(db: None) -> Stage:
    """Eight, four first-round partidas."""
    return published_stage(8)


@pytest.fixture
def director(stage: Stage) -> User:
    return director_of(stage.championship)


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


def test_what_it_has_not_played_falls_to_its_rivals(stage: Stage) -> None:
    fixture = first(stage)
    rival = fixture.pareja_b

    moved = leave(fixture.pareja_a)

    fixture = first(stage)
    assert moved.changed
    assert (fixture.status, fixture.how, fixture.winner) == ("final", "pass", rival)
    semifinal = stage.fixtures.get(round=2, position=0)
    assert rival in (semifinal.pareja_a, semifinal.pareja_b)
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.data["reason"]) == ("pareja-retirar", "Enfermedad")


def test_left_and_come_back_is_never_left(stage: Stage) -> None:
    before = rows(stage)
    pareja = first(stage).pareja_a

    leave(pareja)
    assert rows(stage) != before
    come_back(pareja)

    assert rows(stage) == before
    assert Pareja.objects.get(number=pareja.number).players.filter(active=True).count() == 2  # type: ignore[union-attr]


def test_what_it_has_played_stays(stage: Stage) -> None:
    fixture = first(stage)
    record(fixture)

    leave(fixture.pareja_a)

    assert first(stage).winner == fixture.pareja_a
    semifinal = stage.fixtures.get(round=2, position=0)
    assert (semifinal.pareja_a, semifinal.nobody_a) == (None, True)


def test_repeating_it_does_nothing(stage: Stage) -> None:
    pareja = first(stage).pareja_a
    leave(pareja)
    before, entries = rows(stage), AuditEntry.objects.count()

    assert not leave(pareja).changed
    assert (rows(stage), AuditEntry.objects.count()) == (before, entries)


def test_who_is_playing_cannot_leave_and_nothing_changes(stage: Stage, director: User) -> None:
    fixture = first(stage)
    fixture_start(fixture=fixture, now=NOW)
    before, entries = rows(stage), AuditEntry.objects.count()

    with pytest.raises(DrawRefusal, match="No se puede retirar a la pareja") as refused:
        leave(fixture.pareja_a)

    assert refused.value.blocking == ((1, 0),)
    assert (rows(stage), AuditEntry.objects.count()) == (before, entries)


def test_who_was_called_leaves_and_the_call_falls(stage: Stage, director: User) -> None:
    fixture, table = first(stage), TableFactory(championship=stage.championship)
    fixture_assign(fixture=fixture, table=table, juez=None, user=director, now=NOW)
    fixture_call(fixture=fixture, user=director, now=NOW)

    assert [each.number for each in leave(fixture.pareja_a).uncalled] == [1]


def test_nobody_comes_back_into_a_place_that_was_played_on(stage: Stage) -> None:
    fixture = first(stage)
    leave(fixture.pareja_a)
    record(stage.fixtures.get(number=2))
    record(stage.fixtures.get(round=2, position=0))

    with pytest.raises(DrawRefusal, match="No se puede reincorporar a la pareja"):
        come_back(fixture.pareja_a)


def test_nobody_comes_back_who_plays_with_another_by_now(stage: Stage) -> None:
    pareja = first(stage).pareja_a
    assert pareja is not None
    pareja.players.filter(position=1).update(cedula="1710034065")
    leave(pareja)
    other = ParejaFactory(championship=stage.championship, number=90, player_1=None)
    PlayerFactory(pareja=other, position=1, cedula="1710034065")

    with pytest.raises(BracketError) as refused:
        come_back(pareja)
    assert refused.value.code == "jugador-en-otra"


def test_leaving_needs_a_reason(stage: Stage) -> None:
    with pytest.raises(InvalidValue):
        leave(first(stage).pareja_a, reason=" ")


@pytest.mark.parametrize("form", [Series(size=4), DoubleElimination()])
def test_in_every_format_it_plays_no_more(form: Series | DoubleElimination) -> None:
    championship = ChampionshipFactory()
    ParejaFactory.create_batch(8, championship=championship)
    director = director_of(championship)
    plan = StagePlan(name="Una", format=form, entry=(Everybody(),), criteria=("mesas", "sorteo"))
    stages_plan(championship=championship, plans=[plan], user=director, now=NOW)
    stage = stage_draw(championship=championship, user=director, now=NOW, lots_seed="sol")
    stage_publish(stage=stage, user=director, now=NOW)
    gone = first(stage).pareja_a

    leave(gone)

    mine = [each for each in stage.fixtures.all() if gone in (each.pareja_a, each.pareja_b)]
    assert mine == []
    assert first(stage).winner is not None


def test_a_preview_tells_what_would_change_and_changes_nothing(stage: Stage) -> None:
    fixture, before, entries = first(stage), rows(stage), AuditEntry.objects.count()
    assert fixture.pareja_b is not None

    foreseen = preview(stage.championship, lambda: leave(fixture.pareja_a))

    rival = fixture.pareja_b.number
    assert [(change.before.number, change.words) for change in foreseen.changes] == [
        (1, f"nadie contra el {rival}; pasa el {rival}"),
        (5, f"el {rival} contra por definir"),
    ]
    assert (rows(stage), AuditEntry.objects.count()) == (before, entries)
