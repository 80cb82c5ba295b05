"""A pareja leaves a championship under way, and comes back."""

from datetime import timedelta

import pytest

from brackets.draw.formats import DoubleElimination, Series, Swiss
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Pareja, Stage, User
from brackets.selectors.events import disagreements
from brackets.services.effects import Fell
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import (
    fixture_assign,
    fixture_call,
    fixture_start,
)
from brackets.services.planning import StagePlan, stages_plan
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_publish, stage_reopen
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.leaving import (
    agrees,
    between_these,
    come_back,
    disqualify,
    first,
    five_in_a_series,
    leave,
    record,
    rows,
)
from tests.brackets.services.tournament import Tournament
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    PlayerFactory,
    TableFactory,
    director_of,
    personal_set,
    published_stage,
)

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def stage(db: None) -> Stage:
    """Eight, four first-round partidas."""
    return published_stage(8)


@pytest.fixture
def director(stage: Stage) -> User:
    return director_of(stage.championship)


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


@pytest.mark.parametrize("another", [False, True])
def test_who_comes_back_had_not_left_when_others_played_meanwhile(stage: Stage, another: bool) -> None:  # noqa: FBT001
    pareja = first(stage).pareja_a
    if another:
        leave(stage.fixtures.get(number=2).pareja_a)
    leave(pareja)
    record(stage.fixtures.get(number=4))

    come_back(pareja)

    stage.refresh_from_db()
    assert disagreements(stage) == []


def test_the_first_round_of_a_swiss_stage_is_paired_again_with_who_came_back() -> None:
    plan = StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    tournament = Tournament(range(1, 5), [plan])
    stage = tournament.draw_and_publish(1)
    round_pair(stage=stage, **tournament.who)
    never_left = tournament.truth()
    stage_reopen(stage=stage, reason="prueba", **tournament.who)
    tournament.draw_and_publish(1)
    pareja = tournament.parejas()[0]
    leave(pareja)
    round_pair(stage=stage, **tournament.who)

    assert come_back(pareja).fallen == (Fell("Suizo", 1),)

    round_pair(stage=stage, **tournament.who)
    assert tournament.truth() == never_left


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


def test_of_a_mesa_that_is_called_or_in_play_it_is_asked_whether_it_was_played_and_nothing_changes(
    stage: Stage, director: User
) -> None:
    fixture = first(stage)
    fixture_start(fixture=fixture, now=NOW)
    before, entries = rows(stage), AuditEntry.objects.count()

    with pytest.raises(BracketError, match=r"partida 1.*¿Se jugó") as refused:
        leave(fixture.pareja_a)

    assert refused.value.code == "se-jugo"
    assert (rows(stage), AuditEntry.objects.count()) == (before, entries)


def test_a_mesa_that_is_played_to_its_end_counts_however_late_it_is_typed(stage: Stage) -> None:
    fixture = first(stage)
    fixture_start(fixture=fixture, now=NOW)
    leaver = fixture.pareja_a

    leave(leaver, played=True)
    assert first(stage).status == "in-play"
    record(stage.fixtures.get(number=2))
    record(first(stage))

    semifinal = stage.fixtures.get(round=2, position=0)
    assert first(stage).winner == leaver
    assert (semifinal.how, leaver in (semifinal.pareja_a, semifinal.pareja_b)) == ("pass", False)
    assert agrees(stage)


def test_a_mesa_that_was_not_played_falls_to_the_rival(stage: Stage, director: User) -> None:
    fixture = first(stage)
    fixture_start(fixture=fixture, now=NOW)

    leave(fixture.pareja_a, played=False)

    assert (first(stage).how, first(stage).winner) == ("pass", fixture.pareja_b)


def test_who_was_called_leaves_and_the_call_falls(stage: Stage, director: User) -> None:
    fixture, table = first(stage), TableFactory(championship=stage.championship)
    fixture_assign(fixture=fixture, table=table, juez=None, user=director, now=NOW)
    fixture_call(fixture=fixture, user=director, now=NOW)

    assert [each.number for each in leave(fixture.pareja_a, played=False).uncalled] == [1]


def test_who_passed_free_and_won_its_semifinal_leaves_and_what_it_played_stays() -> None:
    """The case of five parejas: it was refused, and on purpose the beaten stood in the final."""
    stage = published_stage(5)
    free = [each for each in stage.fixtures.filter(round=1) if each.how == "bye"]
    for fixture in stage.fixtures.filter(round=1, status="ready"):
        record(fixture)
    semifinal = next(each for each in stage.fixtures.filter(round=2, status="ready") if each.pareja_a_id)
    bye = next(each for each in free if each.winner_id in (semifinal.pareja_a_id, semifinal.pareja_b_id))
    side = "A" if bye.winner_id == semifinal.pareja_a_id else "B"
    record(semifinal, side)
    played = list(stage.fixtures.filter(status="final").values())

    moved = leave(bye.winner)

    assert (moved.marked, moved.fallen) == ((), ())
    assert list(stage.fixtures.filter(pk__in=[each["id"] for each in played]).values()) == played
    final = stage.fixtures.get(round=3, position=0)
    assert (final.pareja_a_id, final.pareja_b_id) == (None, None)
    assert agrees(stage)
    come_back(bye.winner)
    assert bye.winner_id in (stage.fixtures.get(pk=final.pk).pareja_a_id, stage.fixtures.get(pk=final.pk).pareja_b_id)


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
    personal_set(pareja.players.filter(position=1), cedula="1710034065")
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
    stage = draw_rehearsed(championship=championship, user=director, now=NOW, public_seed="sol")
    stage_publish(stage=stage, user=director, now=NOW)
    gone = first(stage).pareja_a

    leave(gone)

    mine = [each for each in stage.fixtures.all() if gone in (each.pareja_a, each.pareja_b)]
    assert mine == []
    assert first(stage).winner is not None


@pytest.mark.parametrize("between", [False, True])
def test_of_two_disqualified_in_series_neither_passes_whoever_left_between(between: bool) -> None:  # noqa: FBT001
    stage = five_in_a_series()

    theirs = between_these(stage, 1, 2)
    disqualify(stage, 1, rival=3)
    if between:
        leave(stage.championship.parejas.get(number=5))
    disqualify(stage, 2, rival=4)

    theirs = stage.fixtures.get(pk=theirs.pk)
    assert (theirs.nobody_a, theirs.nobody_b) == (True, True)
    assert agrees(stage)
