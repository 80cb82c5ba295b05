"""How fixtures end, and the law of correction."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from brackets.draw.formats import Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Championship, Fixture, Stage
from brackets.services.callups import callup_walkover
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import (
    Recorded,
    fixture_assign,
    fixture_call,
    fixture_clear,
    fixture_record,
    fixture_report,
    fixture_start,
)
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.brackets import NOW, TableFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


def at(stage: Stage, round_: int, position: int) -> Fixture:
    return stage.fixtures.get(round=round_, position=position)


def record(fixture: Fixture, winner: str | None = "A", how: str = "played", **given: Any) -> Recorded:
    director = director_of(fixture.stage.championship)
    details = {"chicas": [], "zapateria": False, "reason": "se anotó al revés"} | given
    return fixture_record(fixture=fixture, how=how, winner=winner, user=director, now=NOW, **details)


def report(fixture: Fixture, winner: str = "A", *, final: bool = False, **given: Any) -> Recorded:
    director = director_of(fixture.stage.championship)
    details = {"how": "played", "chicas": [[40, 22], [40, 18]], "zapateria": False} | given
    return fixture_report(fixture=fixture, winner=winner, final=final, user=director, now=NOW, **details)


def clear(fixture: Fixture, reason: str = "se jugará de nuevo") -> Recorded:
    return fixture_clear(fixture=fixture, user=director_of(fixture.stage.championship), now=NOW, reason=reason)


def call(fixture: Fixture) -> None:
    director = director_of(fixture.stage.championship)
    table = TableFactory(championship=fixture.stage.championship, number=fixture.number)
    fixture_assign(fixture=fixture, table=table, juez=None, user=director, now=NOW)
    fixture_call(fixture=fixture, user=director, now=NOW)


def test_the_winner_stands_in_the_next_fixture_and_two_of_them_make_it_ready() -> None:
    stage = published_stage(4)

    record(at(stage, 1, 0), "A", chicas=[[40, 22], [40, 18]])
    first = at(stage, 2, 0)
    assert (first.pareja_a, first.pareja_b, first.status) == (at(stage, 1, 0).pareja_a, None, "waiting")

    record(at(stage, 1, 1), "B")
    second = at(stage, 2, 0)
    assert (second.pareja_b, second.status) == (at(stage, 1, 1).pareja_b, "ready")
    decided = at(stage, 1, 0)
    assert (decided.status, decided.how, decided.chicas) == ("final", "played", [[40, 22], [40, 18]])
    assert decided.decided_at == NOW


@pytest.mark.parametrize("how", ["walkover", "retirement", "disqualification"])
def test_however_it_ends_the_winner_goes_on(how: str) -> None:
    stage = published_stage(4)

    record(at(stage, 1, 0), "B", how)

    assert at(stage, 1, 0).how == how
    assert at(stage, 2, 0).pareja_a == at(stage, 1, 0).pareja_b


@pytest.mark.parametrize("how", ["double-no-show", "disqualification"])
def test_when_nobody_goes_on_the_rival_passes_without_playing(how: str) -> None:
    stage = published_stage(8)
    record(at(stage, 1, 0), None, how)
    assert at(stage, 2, 0).nobody_a

    record(at(stage, 1, 1), "A")

    passed = at(stage, 2, 0)
    assert (passed.status, passed.how, passed.winner) == ("final", "pass", at(stage, 1, 1).pareja_a)
    assert at(stage, 3, 0).pareja_a == at(stage, 1, 1).pareja_a


def test_nobody_on_either_side_is_decided_without_a_winner() -> None:
    stage = published_stage(4)

    record(at(stage, 1, 0), None, "double-no-show")
    record(at(stage, 1, 1), None, "double-no-show")

    final = at(stage, 2, 0)
    assert (final.status, final.how, final.winner) == ("final", "pass", None)


def test_a_provisional_result_advances_nobody_until_it_is_final() -> None:
    stage = published_stage(4)
    fixture_start(fixture=at(stage, 1, 0), now=NOW)

    report(at(stage, 1, 0), "A")
    assert (at(stage, 1, 0).status, at(stage, 1, 0).winner) == ("provisional", at(stage, 1, 0).pareja_a)
    assert at(stage, 2, 0).pareja_a is None

    report(at(stage, 1, 0), "A", final=True)
    assert at(stage, 1, 0).status == "final"
    assert at(stage, 2, 0).pareja_a == at(stage, 1, 0).pareja_a


def test_a_mesa_that_goes_on_after_all_takes_its_provisional_result_back() -> None:
    stage = published_stage(4)
    fixture_start(fixture=at(stage, 1, 0), now=NOW)
    report(at(stage, 1, 0), "A")

    clear(at(stage, 1, 0), "se anuló la última jugada")
    fixture_start(fixture=at(stage, 1, 0), now=NOW)

    again = at(stage, 1, 0)
    assert (again.status, again.how, again.winner, again.chicas) == ("in-play", "", None, [])


def test_a_final_result_is_not_reported_anew() -> None:
    stage = published_stage(4)
    fixture_start(fixture=at(stage, 1, 0), now=NOW)
    report(at(stage, 1, 0), "A", final=True)

    assert not report(at(stage, 1, 0), "A", final=True).changed
    with pytest.raises(BracketError) as refused:
        report(at(stage, 1, 0), "B", final=True)

    assert refused.value.code == "partida-no-en-juego"
    assert at(stage, 1, 0).winner == at(stage, 1, 0).pareja_a


def test_the_desk_may_settle_what_is_in_play_or_provisional() -> None:
    stage = published_stage(4)
    fixture_start(fixture=at(stage, 1, 0), now=NOW)
    record(at(stage, 1, 0), "B", "retirement", reason="")
    assert at(stage, 1, 0).status == "final"

    fixture_start(fixture=at(stage, 1, 1), now=NOW)
    report(at(stage, 1, 1), "A")
    record(at(stage, 1, 1), "A", chicas=[[40, 22], [40, 18]], reason="")
    assert at(stage, 1, 1).status == "final"


def test_a_correction_carries_through_and_keeps_table_and_juez_of_what_follows() -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0), "A")
    record(at(stage, 1, 1), "A")
    final = at(stage, 2, 0)
    table = TableFactory(championship=stage.championship, number=7)
    fixture_assign(fixture=final, table=table, juez=None, user=director_of(stage.championship), now=NOW)

    record(at(stage, 1, 0), "B")

    final = at(stage, 2, 0)
    assert (final.pareja_a, final.status, final.table) == (at(stage, 1, 0).pareja_b, "ready", table)


def test_a_correction_leaves_the_result_on_the_day_it_was_played() -> None:
    stage = published_stage(4)
    fixture, next_day = at(stage, 1, 0), NOW + timedelta(days=1)
    record(fixture, "A", chicas=[[40, 22], [40, 18]])

    done = fixture_record(
        fixture=fixture, how="played", winner="A", chicas=[[40, 22], [40, 16]], zapateria=False, now=next_day,
        user=director_of(stage.championship), reason="se anotó mal",
    )  # fmt: skip

    assert done.changed
    assert at(stage, 1, 0).decided_at == NOW
    assert AuditEntry.objects.latest("id").at == next_day


def test_a_result_is_of_the_hour_at_which_it_was_decided_and_a_correction_moves_it_no_more() -> None:
    stage, next_day = published_stage(4), NOW + timedelta(days=1)
    ending = {"how": "played", "chicas": [], "zapateria": False, "user": director_of(stage.championship)}

    fixture_record(fixture=at(stage, 1, 0), winner="A", now=next_day, decided_at=NOW, reason="", **ending)
    assert at(stage, 1, 0).decided_at == NOW
    assert AuditEntry.objects.latest("id").at == next_day

    earlier = NOW - timedelta(hours=1)
    fixture_record(fixture=at(stage, 1, 0), winner="B", now=next_day, decided_at=earlier, reason="al revés", **ending)
    assert at(stage, 1, 0).decided_at == NOW


@pytest.mark.parametrize(("told", "expected"), [(-60, 0), (30, 30), (180, 120)])
def test_nothing_is_decided_before_it_was_called_nor_after_it_was_entered(told: int, expected: int) -> None:
    stage = published_stage(4)
    Fixture.objects.filter(pk=at(stage, 1, 0).pk).update(called_at=NOW)

    fixture_record(
        fixture=at(stage, 1, 0), how="played", winner="A", chicas=[], zapateria=False, reason="",
        user=director_of(stage.championship), now=NOW + timedelta(minutes=120), decided_at=NOW + timedelta(minutes=told),
    )  # fmt: skip

    assert at(stage, 1, 0).decided_at == NOW + timedelta(minutes=expected)


def test_a_partida_that_is_played_again_is_decided_when_it_ends_anew() -> None:
    stage, later = published_stage(4), NOW + timedelta(days=1)
    record(at(stage, 1, 0), "A")
    clear(at(stage, 1, 0))

    fixture_record(
        fixture=at(stage, 1, 0), how="played", winner="B", chicas=[], zapateria=False, now=later, reason="",
        user=director_of(stage.championship),
    )  # fmt: skip

    assert at(stage, 1, 0).decided_at == later


def test_a_correction_resets_a_fixture_that_is_only_called_and_names_it() -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0), "A")
    record(at(stage, 1, 1), "A")
    call(at(stage, 2, 0))

    recorded = record(at(stage, 1, 0), "B")

    final = at(stage, 2, 0)
    assert [fixture.number for fixture in recorded.uncalled] == [3]
    assert (final.status, final.called_at, final.table.number) == ("ready", None, 3)
    assert AuditEntry.objects.latest("id").data["uncalled"] == [3]


def test_a_correction_that_changes_nobody_leaves_the_next_fixture_called() -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0), "A", chicas=[[40, 22], [40, 18]])
    record(at(stage, 1, 1), "A")
    call(at(stage, 2, 0))

    recorded = record(at(stage, 1, 0), "A", chicas=[[40, 20], [40, 18]])

    assert recorded.changed
    assert recorded.uncalled == ()
    assert at(stage, 2, 0).status == "called"


@pytest.mark.parametrize("played", ["in-play", "provisional", "final"])
@pytest.mark.parametrize(
    "change",
    [clear, lambda fixture: record(fixture, "B"), lambda fixture: record(fixture, None, "double-no-show")],
    ids=["none", "the other", "nobody"],
)
def test_what_would_undo_a_played_fixture_is_refused_and_changes_nothing(
    played: str, change: Callable[[Fixture], Recorded]
) -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0), "A")
    record(at(stage, 1, 1), "A")
    fixture_start(fixture=at(stage, 2, 0), now=NOW)
    if played != "in-play":
        report(at(stage, 2, 0), final=played == "final")
    before, entries = list(stage.fixtures.values()), AuditEntry.objects.count()

    with pytest.raises(DrawRefusal) as refused:
        change(at(stage, 1, 0))

    assert (refused.value.code, refused.value.blocking) == ("in-the-way", ((2, 0),))
    assert list(stage.fixtures.values()) == before
    assert AuditEntry.objects.count() == entries


def test_the_same_again_does_nothing() -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0), "A", chicas=[[40, 22], [40, 18]])
    before, entries = list(stage.fixtures.values()), AuditEntry.objects.count()

    recorded = record(at(stage, 1, 0), "A", chicas=[(40, 22), (40, 18)])

    assert not recorded.changed
    assert list(stage.fixtures.values()) == before
    assert AuditEntry.objects.count() == entries


def test_clearing_takes_back_what_the_result_caused() -> None:
    stage = published_stage(8)
    untouched = list(stage.fixtures.values())
    record(at(stage, 1, 0), None, "double-no-show")
    record(at(stage, 1, 1), "A")

    clear(at(stage, 1, 0))
    clear(at(stage, 1, 1))

    assert list(stage.fixtures.values()) == untouched
    assert not clear(at(stage, 1, 0)).changed


def test_changing_a_result_and_disqualifying_need_a_reason() -> None:
    stage = published_stage(4)
    with pytest.raises(InvalidValue, match="Falta el motivo"):
        record(at(stage, 1, 0), "A", "disqualification", reason=" ")
    record(at(stage, 1, 0), "A", reason="")
    with pytest.raises(InvalidValue, match="Falta el motivo"):
        record(at(stage, 1, 0), "B", reason="")
    with pytest.raises(InvalidValue, match="Falta el motivo"):
        clear(at(stage, 1, 0), "")

    record(at(stage, 1, 0), "B", reason="firmaron al revés")

    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.data["reason"]) == ("partida-corregir", "firmaron al revés")
    assert entry.data["before"]["winner"] == at(stage, 1, 0).pareja_a.number
    assert entry.data["after"]["winner"] == at(stage, 1, 0).pareja_b.number


def test_what_is_not_ready_takes_no_result() -> None:
    stage = published_stage(3)
    bye = stage.fixtures.get(how="bye")

    for fixture in (at(stage, 2, 0), bye):
        with pytest.raises(BracketError) as refused:
            record(fixture, "A")
        assert refused.value.code == "partida-no-lista"
    with pytest.raises(BracketError, match="no se juega"):
        clear(bye)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"how": "bye"}, "how"),
        ({"how": "pass"}, "how"),
        ({"winner": None}, "winner"),
        ({"winner": "C"}, "winner"),
        ({"winner": None, "how": "walkover"}, "winner"),
        ({"winner": "A", "how": "double-no-show"}, "winner"),
        ({"chicas": [[40]]}, "chicas"),
        ({"chicas": [[42, 0]]}, "chicas"),
        ({"chicas": [[40, 0]] * 10}, "chicas"),
        ({"reason": "x" * 301}, "reason"),
    ],
)
def test_what_cannot_be_a_result_is_refused(given: dict[str, Any], field: str) -> None:
    stage = published_stage(2)

    with pytest.raises(InvalidValue) as refused:
        record(at(stage, 1, 0), **given)

    assert refused.value.field == field
    assert at(stage, 1, 0).status == "ready"


def test_nothing_is_recorded_before_publication_nor_after_the_end() -> None:
    stage = published_stage(2)
    Stage.objects.update(status="drawn", planned_entries={})
    with pytest.raises(BracketError) as refused:
        record(at(stage, 1, 0))
    assert refused.value.code == "sorteo-sin-publicar"

    Stage.objects.update(status="published")
    Championship.objects.update(status="closed")
    with pytest.raises(BracketError) as refused:
        record(at(stage, 1, 0))
    assert refused.value.code == "campeonato-terminado"


@pytest.mark.parametrize(
    ("chicas", "zapaterias"),
    [
        ([[40, 12], [40, 6]], ["A"]),
        ([[40, 6]], ["A", "A"]),
        ([[40, 6]], ["B"]),
        ([[40, 6]], ["C"]),
        ([[40, 6]], [1]),
        ([[20, 20]], ["A"]),
        ([], ["A"]),
    ],
)
def test_a_zapateria_is_of_who_won_its_chica_and_of_no_other_chica_than_there_is(
    chicas: list[list[int]], zapaterias: list[Any]
) -> None:
    stage = published_stage(4)

    with pytest.raises(InvalidValue):
        record(at(stage, 1, 0), chicas=chicas, zapaterias=zapaterias)

    assert at(stage, 1, 0).how == ""


@pytest.mark.parametrize(
    ("how", "winner", "given"),
    [
        ("played", "A", {"chicas": []}),
        ("played", "B", {"chicas": [[40, 6]]}),
        ("played", "A", {"chicas": [[40, 6], [40, 20]], "zapaterias": ["A", ""]}),
        ("retirement", "A", {"chicas": [[40, 6]]}),
    ],
)
def test_the_zapateria_that_ended_a_mesa_is_the_last_chica_of_who_won_it(
    how: str, winner: str, given: dict[str, Any]
) -> None:
    stage = published_stage(4)

    with pytest.raises(InvalidValue):
        record(at(stage, 1, 0), winner, how, zapateria=True, **given)

    record(at(stage, 1, 0), chicas=[[40, 12], [40, 6]], zapateria=True)
    assert at(stage, 1, 0).zapaterias == ["", "A"]


@pytest.mark.parametrize("row", [{"zapaterias": []}, {"how": "retirement", "zapaterias": ["A"]}])
def test_the_database_keeps_no_mesa_ended_by_a_zapateria_that_nobody_made(row: dict[str, Any]) -> None:
    stage = published_stage(4)
    record(at(stage, 1, 0), chicas=[[40, 6]], zapateria=True)

    with pytest.raises(IntegrityError), transaction.atomic():
        stage.fixtures.filter(by_zapateria=True).update(**row)


def test_a_correction_by_hand_keeps_the_caidas_of_the_chicas_that_stand_and_no_others() -> None:
    stage = published_stage(2)
    fixture, director = stage.fixtures.get(), director_of(stage.championship)
    fixture_start(fixture=fixture, now=NOW)
    fixture_report(
        fixture=fixture, winner="A", how="played", chicas=[[40, 20]], zapateria=False, caidas=[3, 1], final=True,
        now=NOW, user=director,
    )  # fmt: skip

    def corrected(winner: str, chicas: list[list[int]]) -> list[int]:
        ending = {"how": "played", "winner": winner, "chicas": chicas, "zapateria": False, "reason": "prueba"}
        fixture_record(fixture=fixture, user=director, now=NOW, **ending)
        return stage.fixtures.get().caidas

    assert corrected("A", [[40, 20]]) == [3, 1]
    assert corrected("B", [[40, 20]]) == [3, 1]
    assert corrected("B", [[20, 40]]) == []


def swiss_whose_second_round_is_taken_back() -> tuple[Night, Fixture]:
    """And a fixture of that round, as it was read before."""
    night = Night.published(4, StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(Everybody(),), criteria=TABLE))
    night.pair()
    night.play()
    night.pair()
    read = Fixture.objects.select_related("stage__championship").filter(stage=night.stage(1), round=2)[0]
    first = night.stage(1).fixtures.filter(round=1)[0]
    night.record(first, "B" if first.winner_id == first.pareja_a_id else "A")
    return night, read


@pytest.mark.parametrize(
    "act",
    [
        lambda read, who: fixture_record(
            fixture=read, how="retirement", winner="A", chicas=[], zapateria=False, reason="prueba", **who
        ),
        lambda read, who: fixture_clear(fixture=read, reason="prueba", **who),
        lambda read, who: fixture_assign(fixture=read, table=None, juez=None, **who),
        lambda read, who: fixture_call(fixture=read, **who),
        lambda read, who: callup_walkover(fixture=read, absent="A", **who),
    ],
    ids=["record", "clear", "assign", "call", "walkover"],
)
def test_a_fixture_that_was_taken_back_since_it_was_read_is_refused(
    act: Callable[[Fixture, dict[str, Any]], object],
) -> None:
    night, read = swiss_whose_second_round_is_taken_back()
    assert not Fixture.objects.filter(pk=read.pk).exists()

    with pytest.raises(BracketError, match="Esa partida ya no existe") as refused:
        act(read, {"user": night.director, "now": NOW})

    assert refused.value.code == "partida-ya-no-existe"
