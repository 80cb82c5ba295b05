"""A result that counts no longer until it is reported again, though one of the two has gone home since."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Q

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Fixture, Pareja, Stage, StageEvent
from brackets.selectors.events import disagreements, events_at
from brackets.selectors.late import places_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.errors import BracketError
from brackets.services.fixtures import (
    fixture_assign,
    fixture_call,
    fixture_clear,
    fixture_record,
    fixture_report,
    fixture_restore,
    fixture_start,
    fixture_unsettle,
)
from brackets.services.fixtures import taken_back as last_taken_back
from brackets.services.inscription import ParejaData
from brackets.services.late_entries import late_entry_undo, pareja_enter_late
from brackets.services.rounds import round_pair
from tests.brackets.services.test_late_entries import NEW
from tests.brackets.services.tournament import Tournament
from tests.factories.brackets import NOW, TableFactory, director_of, published_stage

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
SCORES = {"A": [[40, 20], [40, 30]], "B": [[20, 40], [30, 40]]}


def who(stage: Stage, now: Any = NOW) -> dict[str, Any]:
    return {"user": director_of(stage.championship), "now": now}


def at(stage: Stage, round: int, position: int) -> Fixture:  # noqa: A002
    fixtures = stage.fixtures.select_related("stage", "pareja_a", "pareja_b", "winner")
    return fixtures.get(round=round, position=position)


def record(fixture: Fixture, winner: str = "A", how: str = "played", **given: Any) -> None:
    chicas = SCORES[winner] if how == "played" else []
    given = {"how": how, "winner": winner, "chicas": chicas, "zapateria": False, "reason": "prueba"} | given
    fixture_record(fixture=fixture, **given, **who(fixture.stage))


def report(fixture: Fixture, winner: str, *, final: bool) -> None:
    told = {"how": "played", "winner": winner, "chicas": SCORES[winner], "zapateria": False}
    fixture_report(fixture=fixture, final=final, **told, **who(fixture.stage))


def restore(fixture: Fixture) -> None:
    fixture_restore(fixture=fixture, **who(fixture.stage))


def unsigned(fixture: Fixture, winner: str = "A") -> None:
    fixture_start(fixture=fixture, now=NOW)
    report(fixture, winner, final=False)


def taken_back(fixture: Fixture, how: str) -> None:
    """Its unsigned result is taken back, or another is recorded in its place by hand."""
    if how == "taken back":
        fixture_clear(fixture=fixture, reason="prueba", **who(fixture.stage))
    else:
        record(fixture, "B")


def leave(stage: Stage, pareja: Pareja | None, hours: int = 1, **given: Any) -> None:
    assert pareja is not None
    pareja_leave(pareja=pareja, reason="Enfermedad", **given, **who(stage, NOW + hours * HOUR))


def with_a_champion() -> Stage:
    """Four parejas; the first of each mesa won it."""
    stage = published_stage(4)
    for key in ((1, 0), (1, 1), (2, 0)):
        record(at(stage, *key))
    return stage


def unsettle(fixture: Fixture, **given: Any) -> None:
    fixture_unsettle(fixture=fixture, reason="Apelación 1", **given, **who(fixture.stage, NOW + 5 * HOUR))


def agrees(stage: Stage) -> bool:
    stage.refresh_from_db()
    return disagreements(stage) == []


def rows(stage: Stage) -> list[dict[str, Any]]:
    return list(stage.fixtures.order_by("pk").values())


@pytest.mark.parametrize("leaving", [["winner"], ["loser"], ["winner", "loser"]])
@pytest.mark.parametrize("corrected", ["A", "B"])
def test_it_is_corrected_as_if_both_were_there(leaving: list[str], corrected: str) -> None:
    right = published_stage(8)
    stage = published_stage(8)
    parejas = {"winner": at(stage, 1, 0).pareja_a, "loser": at(stage, 1, 0).pareja_b}
    record(at(stage, 1, 0))
    for pareja in leaving:
        leave(stage, parejas[pareja])

    unsettle(at(stage, 1, 0))

    fixture = at(stage, 1, 0)
    assert (fixture.status, fixture.how, fixture.pareja_a, fixture.pareja_b) == (
        "provisional", "played", parejas["winner"], parejas["loser"],
    )  # fmt: skip
    assert at(stage, 2, 0).nobody_a is False
    assert agrees(stage)

    report(fixture, corrected, final=True)

    record(at(right, 1, 0), corrected)
    for pareja in leaving:
        leave(right, at(right, 1, 0).pareja_a if pareja == "winner" else at(right, 1, 0).pareja_b)
    shown = ("round", "position", "status", "how", "winner__number", "pareja_a__number", "pareja_b__number", "nobody_a")
    assert list(stage.fixtures.values(*shown)) == list(right.fixtures.values(*shown))
    assert agrees(stage)


def test_in_a_series_too() -> None:
    stage = series()
    fixture = at(stage, 1, 0)
    record(fixture)
    leave(stage, fixture.pareja_a)

    unsettle(at(stage, 1, 0))

    assert at(stage, 1, 0).status == "provisional"
    assert agrees(stage)


def series() -> Stage:
    return drawn(Series(size=0))


def drawn(form: Format) -> Stage:
    plan = StagePlan(name="Liga", format=form, entry=(Everybody(),), criteria=("mesas", "sorteo"))
    tournament = Tournament((1, 2, 3, 4), [plan])
    stage = tournament.draw_and_publish(1)
    if isinstance(form, Swiss):
        round_pair(stage=stage, **tournament.who)
        stage.refresh_from_db()
    return stage


def test_the_mesa_may_go_on_and_is_played_to_its_end() -> None:
    stage = published_stage(8)
    fixture = at(stage, 1, 0)
    record(fixture)
    leave(stage, fixture.pareja_b)
    unsettle(at(stage, 1, 0))

    fixture_clear(fixture=at(stage, 1, 0), reason="La mesa sigue", **who(stage))
    fixture_start(fixture=at(stage, 1, 0), now=NOW)

    assert (at(stage, 1, 0).status, at(stage, 1, 0).pareja_b) == ("in-play", fixture.pareja_b)
    report(at(stage, 1, 0), "B", final=True)
    assert at(stage, 1, 0).winner == fixture.pareja_b
    assert at(stage, 2, 0).nobody_a
    assert agrees(stage)


def test_who_comes_back_is_there_as_if_it_had_not_left() -> None:
    stage = published_stage(8)
    fixture = at(stage, 1, 0)
    record(fixture)
    before = rows(stage)
    leave(stage, fixture.pareja_a)
    unsettle(at(stage, 1, 0))
    pareja_return(pareja=fixture.pareja_a, reason="Fue un error", **who(stage))

    report(at(stage, 1, 0), "A", final=True)

    assert rows(stage) == before
    assert agrees(stage)


def test_repeating_it_does_nothing() -> None:
    stage = published_stage(8)
    record(at(stage, 1, 0))
    leave(stage, at(stage, 1, 0).pareja_a)
    unsettle(at(stage, 1, 0))
    before = rows(stage), StageEvent.objects.count(), AuditEntry.objects.count()

    unsettle(at(stage, 1, 0))

    assert (rows(stage), StageEvent.objects.count(), AuditEntry.objects.count()) == before


def test_in_a_series_of_a_disqualified_pareja_what_it_played_before_is_corrected_too() -> None:
    stage = series()
    fixture = at(stage, 1, 0)
    record(fixture)
    other = next(
        each for each in stage.fixtures.filter(round=2) if fixture.pareja_a_id in (each.pareja_a_id, each.pareja_b_id)
    )
    record(other, "B" if other.pareja_a_id == fixture.pareja_a_id else "A", "disqualification")

    unsettle(at(stage, 1, 0))

    assert (at(stage, 1, 0).status, at(stage, 1, 0).pareja_a) == ("provisional", fixture.pareja_a)
    assert agrees(stage)
    report(at(stage, 1, 0), "B", final=True)
    assert at(stage, 1, 0).winner == fixture.pareja_b
    assert agrees(stage)


FORMATS = [Elimination(), DoubleElimination(), Series(size=0), Swiss(rounds=2)]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: type(form).__name__)
@pytest.mark.parametrize("leaving", [["winner"], ["loser"], ["winner", "loser"]])
@pytest.mark.parametrize("how", ["taken back", "corrected"])
def test_an_unsigned_result_is_given_back_though_one_has_gone(form: Format, leaving: list[str], how: str) -> None:
    stage = drawn(form)
    fixture = at(stage, 1, 0)
    unsigned(fixture)
    before = rows(stage)
    taken_back(at(stage, 1, 0), how)
    for each in leaving:
        leave(stage, fixture.pareja_a if each == "winner" else fixture.pareja_b)

    restore(at(stage, 1, 0))

    assert agrees(stage)
    assert rows(stage)[0] == before[0]
    record(at(stage, 1, 1))
    assert rows(stage)[0] == before[0]
    report(at(stage, 1, 0), "A", final=True)
    assert (at(stage, 1, 0).status, at(stage, 1, 0).winner) == ("final", fixture.pareja_a)
    assert agrees(stage)


def test_undoing_a_correction_leaves_the_stage_as_it_was_before_it() -> None:
    stage = published_stage(4)
    unsigned(at(stage, 1, 0))
    leave(stage, at(stage, 1, 0).pareja_a)
    stage.refresh_from_db()
    before = rows(stage), stage.unsettled
    record(at(stage, 1, 0), "B")

    restore(at(stage, 1, 0))

    assert agrees(stage)
    assert (rows(stage), stage.unsettled) == before


@pytest.mark.parametrize("how", ["taken back", "corrected"])
def test_it_is_not_given_back_where_who_passed_has_played_on(how: str) -> None:
    stage = published_stage(4)
    unsigned(at(stage, 1, 0))
    taken_back(at(stage, 1, 0), how)
    leave(stage, at(stage, 1, 0).pareja_a)
    record(at(stage, 1, 1))
    record(at(stage, 2, 0))
    stage.refresh_from_db()
    before = rows(stage), stage.unsettled, StageEvent.objects.count()

    with pytest.raises(DrawRefusal, match="Final") as refused:
        restore(at(stage, 1, 0))

    assert refused.value.code == "in-the-way"
    stage.refresh_from_db()
    assert (rows(stage), stage.unsettled, StageEvent.objects.count()) == before
    assert agrees(stage)


def test_it_is_not_given_back_where_others_would_sit_there_now() -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0))
    record(at(stage, 1, 1))
    unsigned(at(stage, 2, 0))
    taken_back(at(stage, 2, 0), "taken back")
    record(at(stage, 1, 0), how="double-no-show", winner=None)
    stage.refresh_from_db()
    before = rows(stage), StageEvent.objects.count()

    with pytest.raises(BracketError) as refused:
        restore(at(stage, 2, 0))

    assert refused.value.code == "otros-rivales"
    assert (rows(stage), StageEvent.objects.count()) == before
    assert agrees(stage)


def test_who_left_and_still_has_a_mesa_to_decide_meets_nobody_else_in_it() -> None:
    stage = with_a_champion()
    leave(stage, at(stage, 2, 0).pareja_a)
    unsettle(at(stage, 2, 0))
    fixture_clear(fixture=at(stage, 2, 0), reason="sigue", **who(stage))
    before = list(stage.fixtures.order_by("pk").values())

    with pytest.raises(DrawRefusal, match="tendría otro rival") as refused:
        record(at(stage, 1, 1), "B")

    assert refused.value.code == "gone-plays"
    assert list(stage.fixtures.order_by("pk").values()) == before
    record(at(stage, 2, 0))
    assert agrees(stage)


def kept_final(gone: int = 4) -> Stage:
    """2 left and 1 passed; 4 won its semifinal and left, called to the final, which is being played."""
    stage = published_stage(4)
    leave(stage, pareja_of(stage, 2))
    record(at(stage, 1, 1), "A" if at(stage, 1, 1).pareja_a.number == gone else "B")
    final = at(stage, 2, 0)
    assert {final.pareja_a.number, final.pareja_b.number} == {1, gone}
    call(final)
    leave(stage, pareja_of(stage, gone), 2, played=True)
    return stage


def call(fixture: Fixture) -> None:
    stage = fixture.stage
    table = TableFactory(championship=stage.championship)
    fixture_call(fixture=fixture_assign(fixture=fixture, table=table, juez=None, **who(stage)), **who(stage))


def winner_of(stage: Stage) -> Pareja | None:
    """Who won the final, or passed it."""
    final = at(stage, 2, 0)
    return final.winner or (final.pareja_a if final.pareja_b is None else None)


def pareja_of(stage: Stage, number: int) -> Pareja:
    return Pareja.objects.get(championship=stage.championship, number=number)


def come_back(stage: Stage, number: int, **given: Any) -> None:
    given = {"reason": "Error", **given}
    pareja_return(pareja=pareja_of(stage, number), **given, **who(stage, NOW + 3 * HOUR))


def test_nobody_comes_back_into_a_mesa_that_one_who_left_plays_to_its_end() -> None:
    stage = kept_final()
    before = rows(stage)

    with pytest.raises(DrawRefusal, match="sigue alguien que ya salió") as refused:
        come_back(stage, 2)

    assert refused.value.code == "gone-plays"
    assert rows(stage) == before
    record(at(stage, 2, 0))
    assert agrees(stage)


def test_on_purpose_it_comes_back_and_the_stage_goes_on_to_its_end() -> None:
    stage = kept_final()

    come_back(stage, 2, on_purpose=True)

    assert "su rival es otro" in at(stage, 2, 0).mark
    assert agrees(stage)
    unsigned(at(stage, 1, 0))
    report(at(stage, 1, 0), "A", final=True)
    assert winner_of(stage) == at(stage, 1, 0).pareja_a
    assert agrees(stage)


@pytest.mark.parametrize("act", ["cleared", "decided anew", "corrected"])
def test_what_led_to_a_mesa_that_one_who_left_keeps_is_changed_on_purpose(act: str) -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0))
    record(at(stage, 1, 1))
    call(at(stage, 2, 0))
    gone = at(stage, 2, 0).pareja_b
    leave(stage, gone, played=True)
    acts: dict[str, Any] = {
        "cleared": lambda **given: fixture_clear(fixture=at(stage, 1, 0), reason="prueba", **given, **who(stage)),
        "decided anew": lambda **given: unsettle(at(stage, 1, 0), **given),
        "corrected": lambda **given: record(at(stage, 1, 0), "B", **given),
    }

    with pytest.raises(DrawRefusal) as refused:
        acts[act]()
    assert refused.value.code == "gone-plays"
    acts[act](on_purpose=True)

    assert agrees(stage)
    if act != "corrected":
        record(at(stage, 1, 0), "B")
    assert winner_of(stage) == at(stage, 1, 0).pareja_b
    assert agrees(stage)


def test_nobody_enters_late_into_a_mesa_that_one_who_left_plays_to_its_end() -> None:
    stage = published_stage(3)
    played = stage.fixtures.select_related("stage").get(round=1, status=Fixture.Status.READY)
    record(played)
    call(at(stage, 2, 0))
    leave(stage, at(stage, 1, played.position).winner, played=True)
    before = rows(stage)

    with pytest.raises(DrawRefusal) as refused:
        pareja_enter_late(stage=stage, place=places_of(stage)[0].number, data=NEW, reason="Llegó tarde", **who(stage))

    assert refused.value.code == "gone-plays"
    assert rows(stage) == before


def test_a_mesa_that_who_left_keeps_is_recorded_though_its_rival_passes_to_it_since() -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0))
    record(at(stage, 1, 1))
    fixture_start(fixture=at(stage, 2, 0), now=NOW)
    leave(stage, at(stage, 2, 0).pareja_b, played=True)
    leave(stage, at(stage, 1, 0).pareja_b, 2)
    fixture_clear(fixture=at(stage, 1, 0), reason="prueba", **who(stage, NOW + 3 * HOUR))

    report(at(stage, 2, 0), "A", final=True)

    assert at(stage, 2, 0).status == Fixture.Status.FINAL
    assert agrees(stage)


def test_a_mesa_that_who_left_kept_is_recorded_of_those_who_meet_there_since() -> None:
    stage = with_a_champion()
    leave(stage, at(stage, 2, 0).pareja_b)
    unsettle(at(stage, 2, 0))
    fixture_clear(fixture=at(stage, 2, 0), reason="sigue", **who(stage, NOW + 6 * HOUR))
    fixture_clear(fixture=at(stage, 1, 1), reason="anulada", **who(stage, NOW + 7 * HOUR))

    record(at(stage, 2, 0))

    assert at(stage, 2, 0).status == Fixture.Status.FINAL
    assert agrees(stage)


def test_a_late_entry_that_is_undone_gives_its_reason_to_the_mesas_that_wait_no_longer() -> None:
    plan = StagePlan(name="Una", format=Series(size=0), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    stage = Tournament(range(1, 4), [plan]).draw_and_publish(1)
    entering: dict[str, Any] = {"reason": "Llegó tarde", **who(stage)}
    late = pareja_enter_late(stage=stage, place=places_of(stage)[0].number, data=NEW, **entering).pareja
    met = stage.fixtures.select_related("stage", "pareja_a", "pareja_b").filter(Q(pareja_a=late) | Q(pareja_b=late))[0]
    record(met)
    leave(stage, met.pareja_a if met.pareja_b_id == late.pk else met.pareja_b, 2)
    unsettle(at(stage, met.round, met.position))
    fixture_clear(fixture=at(stage, met.round, met.position), reason="sigue", **who(stage, NOW + 3 * HOUR))

    late_entry_undo(pareja=late, **who(stage, NOW + 3 * HOUR))

    given_up = StageEvent.objects.get(action="partida-dejada")
    assert given_up.data["reason"] == f"Se deshizo la entrada de la pareja {late.number}."


@pytest.mark.parametrize("form", [Series(size=0), Elimination()])
def test_a_late_entry_that_is_undone_leaves_nobody_a_mesa_to_keep(form: Format) -> None:
    plan = StagePlan(name="Una", format=form, entry=(Everybody(),), criteria=("mesas", "sorteo"))
    stage = Tournament(range(1, 4), [plan]).draw_and_publish(1)
    entering: dict[str, Any] = {"reason": "Llegó tarde", **who(stage)}
    late = pareja_enter_late(stage=stage, place=places_of(stage)[0].number, data=NEW, **entering).pareja
    met = stage.fixtures.select_related("stage", "pareja_a", "pareja_b").filter(Q(pareja_a=late) | Q(pareja_b=late))[0]
    call(met)
    gone = met.pareja_a if met.pareja_b_id == late.pk else met.pareja_b
    leave(stage, gone, 2, played=True)
    late_entry_undo(pareja=late, **who(stage, NOW + 3 * HOUR))
    assert agrees(stage)

    other = ParejaData(player_1="Olga Otra", player_2="Omar Otro")
    pareja_enter_late(stage=stage, place=places_of(stage)[0].number, data=other, **entering)

    anew = at(stage, met.round, met.position)
    assert gone.pk not in (anew.pareja_a_id, anew.pareja_b_id) or anew.status == Fixture.Status.FINAL
    assert agrees(stage)


def test_who_comes_back_to_a_mesa_that_is_decided_anew_leaves_it_when_it_leaves_again() -> None:
    stage = with_a_champion()
    gone = at(stage, 2, 0).pareja_b
    leave(stage, gone)
    unsettle(at(stage, 2, 0))
    fixture_clear(fixture=at(stage, 2, 0), reason="sigue", **who(stage, NOW + 6 * HOUR))
    pareja_return(pareja=gone, reason="Error", **who(stage, NOW + 7 * HOUR))
    assert agrees(stage)

    leave(stage, gone, 8)

    assert at(stage, 2, 0).status == Fixture.Status.FINAL
    assert agrees(stage)


def test_a_result_is_given_back_though_one_of_the_two_left_and_came_back_meanwhile() -> None:
    stage = with_a_champion()
    before = rows(stage)
    gone = at(stage, 2, 0).pareja_a
    leave(stage, gone)
    unsettle(at(stage, 2, 0))
    fixture_clear(fixture=at(stage, 2, 0), reason="sigue", **who(stage, NOW + 6 * HOUR))
    pareja_return(pareja=gone, reason="Error", **who(stage, NOW + 7 * HOUR))

    restore(at(stage, 2, 0))
    report(at(stage, 2, 0), "A", final=True)

    assert rows(stage) == before
    assert agrees(stage)


@pytest.mark.parametrize("act", ["cleared", "corrected"])
def test_undone_who_left_keeps_again_the_mesa_that_it_kept(act: str) -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0))
    record(at(stage, 1, 1))
    call(at(stage, 2, 0))
    leave(stage, at(stage, 2, 0).pareja_b, played=True)
    stage.refresh_from_db()
    before, left = rows(stage), stage.left
    if act == "cleared":
        fixture_clear(fixture=at(stage, 1, 0), reason="prueba", on_purpose=True, **who(stage))
    else:
        record(at(stage, 1, 0), "B", on_purpose=True)

    restore(at(stage, 1, 0))

    assert agrees(stage)
    assert stage.left == left
    called = {"status": "ready", "called_at": None}  # it is to be called again
    assert rows(stage) == [row | called if row["round"] == 2 else row for row in before]
    record(at(stage, 2, 0), "B")
    assert agrees(stage)


def test_undone_a_mesa_is_decided_anew_again_by_who_left() -> None:
    stage = with_a_champion()
    leave(stage, at(stage, 2, 0).pareja_a)
    unsettle(at(stage, 2, 0))
    fixture_clear(fixture=at(stage, 2, 0), reason="sigue", **who(stage))
    stage.refresh_from_db()
    before, unsettled = rows(stage), stage.unsettled
    record(at(stage, 1, 1), "B", on_purpose=True)
    assert agrees(stage)
    assert stage.unsettled == []
    assert actions(at(stage, 2, 0))[0] == "partida-dejada"

    restore(at(stage, 1, 1))

    assert agrees(stage)
    assert (rows(stage), stage.unsettled) == (before, unsettled)
    assert actions(at(stage, 2, 0))[:3] == ["partida-retomada", "partida-dejada", "partida-anular"]
    taken = last_taken_back(at(stage, 2, 0))
    assert taken is not None
    assert taken.action == "partida-anular"


def actions(fixture: Fixture) -> list[str]:
    """What is recorded of it, the last first."""
    return list(events_at(fixture).values_list("action", flat=True))
