"""A published stage taken back to its draw."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest
from django.db import IntegrityError, transaction

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss, as_data, from_data
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Fixture, Stage, StageEvent
from brackets.selectors.events import disagreements
from brackets.selectors.reopening import still_there
from brackets.selectors.stages import ranking_of, roster_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.exchanges import draw_exchange, draw_exchange_undo
from brackets.services.fixtures import (
    fixture_assign,
    fixture_call,
    fixture_clear,
    fixture_restore,
    fixture_start,
    taken_back,
    why_not_given_back,
)
from brackets.services.following import follow
from brackets.services.planning import StagePlan
from brackets.services.stages import Reopened, stage_publish, stage_reopen
from referee.selectors.log_results import result_otherwise
from referee.selectors.mesas import mesa_shown
from tests.brackets.services.carried import followed_again, recorded_as_kept
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.services.test_late_entries import enter
from tests.brackets.services.test_late_entries import night_of as begun
from tests.factories.brackets import NOW, TableFactory
from tests.factories.insider import triggers_lifted
from tests.factories.referee import ZAPATERIA, Keeper, keepers
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db

HOUR: Final = timedelta(hours=1)


def night_of(form: Format) -> Night:
    """Seven parejas in a published stage."""
    return published(json.dumps(as_data(form)))


@remembered
def published(form: str) -> Night:
    return begun(from_data(json.loads(form)))


def reopen(night: Night, number: int = 1, reason: str = "Faltaba un club", *, on_purpose: bool = False) -> Reopened:
    return stage_reopen(stage=night.stage(number), user=night.director, now=NOW, reason=reason, on_purpose=on_purpose)


@pytest.mark.parametrize("form", [Elimination(), DoubleElimination(), Series(size=4)])
def test_reopened_and_published_again_is_never_reopened(form: Format) -> None:
    night = night_of(form)
    before = night.rows()

    assert reopen(night).changed
    assert night.stage(1).status == Stage.Status.DRAWN
    rows, entries = night.rows(), AuditEntry.objects.count()
    assert not reopen(night).changed
    assert (night.rows(), AuditEntry.objects.count()) == (rows, entries)
    stage_publish(stage=night.stage(1), user=night.director, now=NOW)

    assert night.rows() == before


def leave(night: Night, number: int, **given: bool) -> None:
    pareja = night.championship.parejas.get(number=number)
    pareja_leave(pareja=pareja, user=night.director, now=NOW, reason="Enfermedad", **given)


def come_back(night: Night, number: int) -> None:
    pareja = night.championship.parejas.get(number=number)
    pareja_return(pareja=pareja, user=night.director, now=NOW, reason="Fue un error")


@pytest.mark.parametrize("kind", [{}, {"expelled": True}, {"voided": True, "expelled": True}])
@pytest.mark.parametrize("form", [Elimination(), DoubleElimination(), Series(size=4), Swiss(rounds=3)])
def test_published_again_it_is_never_reopened_though_a_pareja_has_left_since(
    form: Format, kind: dict[str, bool]
) -> None:
    night = night_of(form)
    leave(night, 3, **kind)
    before = night.rows()

    assert reopen(night).changed
    stage_publish(stage=night.stage(1), user=night.director, now=NOW)

    assert night.rows() == before
    assert disagreements(night.stage(1)) == []


def test_a_final_of_two_is_published_again_though_one_of_them_has_left() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    leave(night, min(number for number in night.stage(2).slots if number))
    before = night.rows()

    assert reopen(night, 2).changed
    stage_publish(stage=night.stage(2), user=night.director, now=NOW)

    assert night.rows() == before


@pytest.mark.parametrize("form", [Elimination(), DoubleElimination(), Series(size=4), Swiss(rounds=3)])
def test_who_left_and_is_back_while_it_was_reopened_plays_in_it(form: Format) -> None:
    night = night_of(form)
    before = night.rows()
    leave(night, 3)
    reopen(night)

    come_back(night, 3)

    assert disagreements(night.stage(1)) == []
    stage_publish(stage=night.stage(1), user=night.director, now=NOW)
    assert night.rows() == before
    assert disagreements(night.stage(1)) == []


def test_who_left_while_it_was_reopened_was_not_drawn() -> None:
    night = night_of(Elimination())
    leave(night, 3)
    reopen(night)
    leave(night, 4)

    with pytest.raises(BracketError) as error:
        stage_publish(stage=night.stage(1), user=night.director, now=NOW)
    assert error.value.code == "sorteo-por-repetir"
    come_back(night, 4)
    assert stage_publish(stage=night.stage(1), user=night.director, now=NOW).status == Stage.Status.PUBLISHED


@pytest.mark.parametrize(
    "wrong",
    [
        {"how": "pass", "status": "final"},
        {"status": "waiting"},
        {"status": "waiting", "pareja_a": None, "nobody_a": True},
        {"status": "waiting", "pareja_a": None},
        {"number": None},
    ],
)
def test_a_partida_that_is_not_what_the_events_say_is_noticed(wrong: dict[str, object]) -> None:
    night = night_of(Elimination())
    assert disagreements(night.stage(1)) == []

    night.stage(1).fixtures.filter(number=1).update(**wrong)

    assert disagreements(night.stage(1)) != []


def test_it_can_be_drawn_again() -> None:
    night = night_of(Series(size=4))
    reopen(night)

    assert night.draw(seed="otra").public_seed == "otra"
    assert AuditEntry.objects.get(action="etapa-reabrir").data["reason"] == "Faltaba un club"


def test_a_call_falls() -> None:
    night = night_of(Elimination())
    fixture = night.stage(1).fixtures.get(number=1)
    table = TableFactory(championship=night.championship)
    fixture_assign(fixture=fixture, table=table, juez=None, user=night.director, now=NOW)
    fixture_call(fixture=fixture, user=night.director, now=NOW)

    assert [each.number for each in reopen(night).uncalled] == [1]


def test_on_purpose_too_where_what_led_to_the_mesa_is_left_without_effect() -> None:
    night = night_of(Elimination())
    for fixture in night.stage(1).fixtures.filter(status="ready"):
        night.record(fixture)
    fixture = night.stage(1).fixtures.filter(round=2, status="ready").earliest("number")
    table = TableFactory(championship=night.championship)
    fixture_assign(fixture=fixture, table=table, juez=None, user=night.director, now=NOW)
    fixture_call(fixture=fixture, user=night.director, now=NOW)

    assert reopen(night, on_purpose=True).uncalled == (fixture,)


def refused(night: Night, number: int = 1) -> str:
    before, entries = night.rows(), AuditEntry.objects.count()
    with pytest.raises(BracketError) as error:
        reopen(night, number)
    assert (night.rows(), AuditEntry.objects.count()) == (before, entries)
    return error.value.code


def test_not_once_somebody_has_played() -> None:
    night = night_of(Elimination())
    night.record(night.stage(1).fixtures.get(number=2))
    assert refused(night) == "in-the-way"


@pytest.mark.parametrize("form", [Elimination(), DoubleElimination(), Series(size=4), Swiss(rounds=3)])
def test_on_purpose_what_was_played_is_left_without_effect_and_the_mesas_are_marked(form: Format) -> None:
    night = night_of(form)
    before = {row["position"]: row for row in night.stage(1).fixtures.values() if row["round"] == 1}
    night.play(1)
    if isinstance(form, Swiss):
        night.pair()
        night.record(night.stage(1).fixtures.filter(round=2, status="ready").earliest("number"))

    reopened = reopen(night, on_purpose=True)

    numbers = {fixture.number for fixture in reopened.marked}
    entry = AuditEntry.objects.get(action="llevar-a-cabo")
    assert (entry.data["reason"], set(entry.data["without_effect"])) == ("Faltaba un club", numbers)
    stage_publish(stage=night.stage(1), user=night.director, now=NOW)
    kept = ("pareja_a_id", "pareja_b_id", "status", "winner_id", "how")
    for position, row in before.items():
        there = night.stage(1).fixtures.filter(round=1, position=position).values().get()
        assert {name: there[name] for name in kept} == {name: row[name] for name in kept}
    assert len(night.stage(1).pairings) == (1 if isinstance(form, Swiss) else 0)
    assert all("quedó sin efecto" in each.mark for each in night.stage(1).fixtures.filter(number__in=numbers))


def test_nobody_is_interrupted_on_purpose_either() -> None:
    night = night_of(Elimination())
    fixture_start(fixture=night.stage(1).fixtures.get(number=2), now=NOW)
    before, entries = night.rows(), AuditEntry.objects.count()

    with pytest.raises(DrawRefusal, match="Se está jugando o firmando la partida 2") as error:
        reopen(night, on_purpose=True)

    assert error.value.code == "being-played"
    assert (night.rows(), AuditEntry.objects.count()) == (before, entries)


def test_not_with_somebody_who_entered_after_the_draw() -> None:
    night = night_of(Elimination())
    enter(night)
    assert refused(night) == "entradas-tardias"


def test_not_below_a_published_stage() -> None:
    night = Night.in_second(8, SERIES, FINAL)

    assert refused(night) == "in-the-way"
    with pytest.raises(BracketError) as error:
        reopen(night, on_purpose=True)
    assert error.value.code == "etapa-siguiente"
    assert reopen(night, 2).changed


def test_it_needs_a_reason() -> None:
    with pytest.raises(InvalidValue):
        reopen(night_of(Elimination()), reason=" ")


def test_drawn_again_it_follows_from_the_stages_before_it_once_more() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    night.play(2)
    winner = night.stage(2).slots[0]
    for fixture in night.stage(1).fixtures.filter(winner__number=winner):
        night.record(fixture, "B" if fixture.winner_id == fixture.pareja_a_id else "A", on_purpose=True)
    assert night.stage(2).kept_draw

    fixture_clear(fixture=night.stage(2).fixtures.get(), user=night.director, now=NOW, reason="Se vuelve a sortear")
    reopen(night, 2)
    night.publish(2)

    assert not night.stage(2).kept_draw


def kept_against(night: Night) -> Fixture:
    """A final that was let stand against the correction of a mesa before it: that mesa."""
    for number in (1, 2):
        night.publish(number)
        night.play(number)
    wrong = night.stage(1).fixtures.filter(winner__number=night.stage(2).slots[0])
    for fixture in wrong:
        night.record(
            fixture, "B" if fixture.winner_id == fixture.pareja_a_id else "A", on_purpose=True, reason="prueba"
        )
        if night.stage(2).kept_draw:
            return fixture
    raise AssertionError("no mesa decides who enters")


@pytest.mark.parametrize("on_purpose", [False, True])
def test_what_was_let_stand_is_so_no_longer_when_it_is_published_as_it_was(*, on_purpose: bool) -> None:
    night = Night(8, SERIES, FINAL)
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    corrected = kept_against(night)
    final = night.stage(2).fixtures.get()
    if not on_purpose:
        fixture_clear(fixture=final, reason="prueba", **who)
    reopen(night, 2, on_purpose=on_purpose)
    fixture_restore(fixture=corrected, **who)
    stage_publish(stage=night.stage(2), **who)
    fixture_restore(fixture=final, **who)

    assert (night.stage(2).kept_draw, night.stage(2).fixtures.get().mark) == (False, "")
    corrected.refresh_from_db()
    with pytest.raises(DrawRefusal, match="«Final» sería otra"):
        night.record(corrected, "B" if corrected.winner_id == corrected.pareja_a_id else "A")


@pytest.mark.parametrize("on_purpose", [False, True])
def test_its_reopening_records_that_nothing_of_it_is_kept_any_more(*, on_purpose: bool) -> None:
    night = Night(8, SERIES, FINAL)
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    corrected = kept_against(night)
    assert recorded_as_kept(night, 2) == [[0]]
    if not on_purpose:
        fixture_clear(fixture=night.stage(2).fixtures.get(), reason="prueba", **who)
    reopen(night, 2, on_purpose=on_purpose)
    assert recorded_as_kept(night, 2) == [[0], []]
    fixture_restore(fixture=corrected, **who)

    stage_publish(stage=night.stage(2), **who)

    assert recorded_as_kept(night, 2) == [[0], []]


def test_a_swiss_round_that_was_let_stand_falls_with_its_reopening() -> None:
    night = night_of(Swiss(rounds=3))
    who: dict[str, Any] = {"user": night.director, "now": NOW, "reason": "prueba"}
    night.play()
    night.pair()
    night.play()
    for fixture in night.stage(1).fixtures.filter(round=1, how="played").order_by("number"):
        fixture_clear(fixture=fixture, on_purpose=True, **who)
    assert night.stage(1).kept_rounds == [2]
    for fixture in night.stage(1).fixtures.filter(how="played"):
        fixture_clear(fixture=fixture, **who)

    assert [str(each) for each in reopen(night).fallen] == ["la ronda 2 de «Etapa»"]
    stage = night.stage(1)
    assert (stage.kept_rounds, len(stage.pairings)) == ([], 1)


@pytest.mark.long
def test_what_followed_again_is_asked_about_once_it_was_published_anew() -> None:
    night, other, _ = followed_again()
    fixture_clear(fixture=night.stage(2).fixtures.get(), reason="prueba", user=night.director, now=NOW)
    reopen(night, 2)
    stage_publish(stage=night.stage(2), user=night.director, now=NOW + HOUR)
    night.play(2)

    with pytest.raises(DrawRefusal, match="«Final» sería otra"):
        fixture_restore(fixture=other, user=night.director, now=NOW + HOUR)


@remembered
def reopened_with_a_mesa(number: int = 8) -> tuple[Night, Keeper]:
    """A final that was played on a tablet, and reopened on purpose since."""
    night = Night.in_second(number, SERIES, FINAL)
    (kept,) = keepers([night.stage(2).fixtures.filter(status="ready").earliest("number")])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    reopen(night, 2, on_purpose=True)
    return night, kept


@pytest.mark.parametrize("plans", [(SERIES,), (SERIES, replace(FINAL, name="Gran final"))])
def test_of_which_a_mesa_is_kept_it_is_neither_removed_nor_planned_otherwise(plans: tuple[StagePlan, ...]) -> None:
    night, _ = reopened_with_a_mesa()
    before = night.rows()

    with pytest.raises(BracketError, match=r"y se guarda\. Vuelva a sortear la etapa") as error:
        night.plan(*plans)

    assert error.value.code == "mesas-registradas"
    assert night.rows() == before


@pytest.mark.parametrize("form", [Elimination(), DoubleElimination(), Series(size=4)])
@pytest.mark.parametrize("leaves", [False, True])
def test_it_is_drawn_again_though_a_mesa_is_kept_which_stays_readable_and_marked(form: Format, *, leaves: bool) -> None:
    night = night_of(form)
    (kept,) = keepers([night.stage(1).fixtures.filter(status="ready").latest("number")])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    reopen(night, on_purpose=True)
    if leaves:
        for number in (1, 2, 3):
            leave(night, number)

    night.publish()

    fixture = night.stage(1).fixtures.get(mesa=kept.mesa)
    assert fixture.mark
    assert fixture.number is not None
    assert fixture.mesa.planillas.count() == 1
    assert disagreements(night.stage(1)) == []
    night.play()
    assert ranking_of(night.stage(1), roster_of(night.championship.pk)).complete
    with triggers_lifted():
        Stage.objects.filter(pk=fixture.stage_id).update(
            drawn_at=kept.tick()
        )  # after the seal, by a clock that goes on
    again = Fixture.objects.get(pk=fixture.pk)
    assert result_otherwise(again, mesa_shown(again)) == ""


@pytest.mark.parametrize("seed", ["prueba", "otra", "una más"])
def test_a_mesa_that_is_kept_comes_to_a_partida_that_is_played(seed: str) -> None:
    """Five are left of seven: in three of the four places of the first round somebody passes now."""
    night = night_of(Elimination())
    kept = keepers(list(night.stage(1).fixtures.filter(status="ready").order_by("number")[:2]))
    for each in kept:
        each.open()
        each.record(*ZAPATERIA)
        each.seal()
    reopen(night, on_purpose=True)
    for number in (1, 2):
        leave(night, number)

    night.draw(seed=seed)

    assert all(night.stage(1).fixtures.get(mesa=each.mesa).number for each in kept)


@pytest.mark.parametrize("both", [False, True])
def test_what_nobody_plays_has_no_result_to_leave_without_effect_though_a_mesa_of_it_is_kept(*, both: bool) -> None:
    """Its result was taken back, and one of the two has left since, or both."""
    night, kept = reopened_with_a_mesa()
    night.publish(2)
    final = night.stage(2).fixtures.get(mesa=kept.mesa)
    for pareja in [final.pareja_b, final.pareja_a][: 2 if both else 1]:
        assert pareja is not None
        leave(night, pareja.number)
    before = night.rows()

    reopened = reopen(night, 2, on_purpose=True)

    assert reopened.marked == (final,)
    assert night.stage(2).fixtures.get(mesa=kept.mesa).how == "pass"
    stage_publish(stage=night.stage(2), user=night.director, now=NOW)
    assert [row.get("how") for row in night.rows()] == [row.get("how") for row in before]
    assert disagreements(night.stage(2)) == []


def test_a_final_of_others_is_drawn_though_a_mesa_of_the_former_is_kept() -> None:
    night, kept = reopened_with_a_mesa()
    first = night.stage(1).fixtures.filter(winner__number=night.stage(2).slots[0]).order_by("number")
    former = night.stage(2).slots
    for fixture in first:
        night.record(fixture, "B" if fixture.winner_id == fixture.pareja_a_id else "A")

    night.publish(2)

    assert night.stage(2).slots != former
    assert "de otros rivales" in night.stage(2).fixtures.get(mesa=kept.mesa).mark


def test_two_are_exchanged_and_back_though_a_mesa_is_kept() -> None:
    night = night_of(Elimination())
    (kept,) = keepers([night.stage(1).fixtures.filter(status="ready").earliest("number")])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    reopen(night, on_purpose=True)
    before = night.rows()
    a, b = kept.fixture.pareja_a.number, next(number for number in reversed(night.stage(1).slots) if number)
    who: dict[str, Any] = {"user": night.director, "now": NOW}

    draw_exchange(stage=night.stage(1), a=a, b=b, reason="prueba", **who)
    assert "de otros rivales" in night.stage(1).fixtures.get(mesa=kept.mesa).mark
    draw_exchange_undo(stage=night.stage(1), **who)

    assert night.rows() == before


@remembered
def reopened_with_every_mesa() -> Night:
    """Series of four, of which every first mesa was played on a tablet."""
    night = night_of(Series(size=4))
    for kept in keepers(list(night.stage(1).fixtures.filter(status="ready"))):
        kept.open()
        kept.record(*ZAPATERIA)
        kept.seal()
    reopen(night, on_purpose=True)
    return night


def test_where_fewer_are_to_be_played_than_mesas_are_kept_it_says_who_may_come_back() -> None:
    night = reopened_with_every_mesa()
    leave(night, 3)

    with pytest.raises(BracketError, match="reincorpore a quien salió"):
        night.draw()
    come_back(night, 3)

    assert night.publish().status == Stage.Status.PUBLISHED


def test_a_swiss_stage_of_which_a_mesa_is_kept_is_not_reopened() -> None:
    night = night_of(Swiss(rounds=3))
    (kept,) = keepers([night.stage(1).fixtures.filter(status="ready").earliest("number")])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    before = night.rows()

    with pytest.raises(BracketError, match="Corrija cada resultado") as error:
        reopen(night, on_purpose=True)

    assert error.value.code == "mesas-registradas"
    assert night.rows() == before


def without_effect_and_exchanged() -> tuple[Night, Fixture, int, int]:
    """A first mesa of seven in a knock-out, played and left without effect, and who could change places with one of it."""
    night = night_of(Elimination())
    fixture = night.stage(1).fixtures.filter(status="ready").earliest("number")
    night.record(fixture)
    reopen(night, on_purpose=True)
    other = next(number for number in reversed(night.stage(1).slots) if number)
    assert fixture.pareja_a is not None
    return night, fixture, fixture.pareja_a.number, other


def test_a_mark_outlives_an_exchange_and_its_undoing_gives_the_result_back() -> None:
    night, fixture, a, b = without_effect_and_exchanged()
    before = night.rows()
    who: dict[str, Any] = {"user": night.director, "now": NOW}

    draw_exchange(stage=night.stage(1), a=a, b=b, reason="prueba", **who)
    there = night.stage(1).fixtures.get(round=fixture.round, position=fixture.position)
    assert "sin efecto" in there.mark
    draw_exchange_undo(stage=night.stage(1), **who)
    assert night.rows() == before

    stage_publish(stage=night.stage(1), **who)
    assert fixture_restore(fixture=there, **who).changed
    there.refresh_from_db()
    assert (there.how, there.mark) == ("played", "")


def test_with_other_rivals_the_result_is_not_given_back_and_the_reason_is_true() -> None:
    night, fixture, a, b = without_effect_and_exchanged()
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    draw_exchange(stage=night.stage(1), a=a, b=b, reason="prueba", **who)
    stage_publish(stage=night.stage(1), **who)
    there = night.stage(1).fixtures.get(round=fixture.round, position=fixture.position)

    with pytest.raises(BracketError, match="el resultado que se quitó no es de ellos") as error:
        fixture_restore(fixture=there, **who)

    assert error.value.code == "otros-rivales"
    taken = taken_back(there)
    assert taken is not None
    assert str(why_not_given_back(there, taken)) == str(error.value)


def test_while_its_rivals_are_not_there_yet_it_says_that_it_waits_for_them() -> None:
    night = night_of(Elimination())
    night.play()
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    second = night.stage(1).fixtures.filter(round=2, how="played").earliest("number")
    reopen(night, on_purpose=True)
    stage_publish(stage=night.stage(1), **who)

    with pytest.raises(BracketError, match="espera a sus rivales"):
        fixture_restore(fixture=second, **who)


def test_a_swiss_mesa_that_is_paired_again_with_the_same_two_is_marked_again() -> None:
    night = night_of(Swiss(rounds=3))
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    night.play()
    night.pair()
    second = night.stage(1).fixtures.filter(round=2, status="ready").earliest("number")
    night.record(second)
    marked = reopen(night, on_purpose=True).marked
    assert second in marked
    assert second not in still_there(marked)
    stage_publish(stage=night.stage(1), **who)
    for fixture in night.stage(1).fixtures.filter(round=1, status="ready"):
        fixture_restore(fixture=fixture, **who)

    night.pair()

    again = night.stage(1).fixtures.get(round=2, position=second.position)
    assert "sin efecto" in again.mark
    assert fixture_restore(fixture=again, **who).changed
    again.refresh_from_db()
    assert again.mark == ""


def test_what_followed_again_is_not_kept_again_in_a_stage_that_is_published_no_more() -> None:
    night = night_of(Swiss(rounds=3))
    reopen(night)
    Stage.objects.filter(championship=night.championship).update(lots_seed="otra")
    event = StageEvent(stage=1, seq=100, at=NOW, data={"what": [1], "marks": []})

    effects = follow(night.stage(1), roster_of(night.championship.pk), given_back=lambda: [event])

    assert [str(each) for each in effects.fallen] == ["la ronda 1 de «Etapa»"]
    assert night.stage(1).kept_rounds == []


def test_only_a_published_stage_keeps_the_plan_that_it_was_published_on() -> None:
    night = Night.published(8, SERIES, FINAL)
    assert night.stage(1).planned_entries
    stage_reopen(stage=night.stage(1), user=night.director, now=NOW, reason="Otra vez")
    assert night.stage(1).planned_entries == {}

    with pytest.raises(IntegrityError), transaction.atomic():
        night.championship.stages.filter(number=1).update(planned_entries={"1": []})
