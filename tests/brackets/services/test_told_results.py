"""What the desk writes of a result reaches the parejas of that mesa, and those whose call it took back."""

from collections.abc import Callable
from typing import Any

import pytest

from brackets.draw.formats import Elimination, Swiss
from brackets.draw.qualification import Everybody
from brackets.models import Fixture, Notice, Stage, Table
from brackets.services.callups import absence_record
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.effects import Fell
from brackets.services.fixtures import (
    fixture_assign,
    fixture_call,
    fixture_clear,
    fixture_record,
    fixture_release,
    fixture_restore,
)
from brackets.services.inscription import ParejaData
from brackets.services.late_entries import late_entry_undo, pareja_enter_late
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.factories.brackets import NOW, ChampionshipFactory, TableFactory, director_of, published_stage
from tests.factories.insider import insider

pytestmark = pytest.mark.django_db
SWISS = StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)


@pytest.fixture
def stage() -> Stage:
    return published_stage(4, tables=2)


def who(stage: Stage) -> dict[str, Any]:
    return {"user": director_of(stage.championship), "now": NOW}


def first(stage: Stage) -> Fixture:
    return stage.fixtures.get(number=1)


def played(stage: Stage, number: int, winner: str = "A", reason: str = "") -> None:
    fixture_record(
        fixture=stage.fixtures.get(number=number), how="played", winner=winner, chicas=[[40, 22], [40, 18]],
        zapateria=False, reason=reason, **who(stage),
    )  # fmt: skip


def absent(stage: Stage, winner: str | None = "A") -> None:
    how = "walkover" if winner else "double-no-show"
    absence_record(fixture=first(stage), how=how, winner=winner, reason="No llegaron", **who(stage))


def told() -> list[tuple[int, str, str]]:
    """Number of the pareja, title and text of each notice; they are read once, and are of kind `other` since."""
    unread = Notice.objects.exclude(kind=Notice.Kind.OTHER).order_by("pk")
    found = [(notice.pareja.number, notice.title, notice.text) for notice in unread]
    with insider(Notice):
        unread.update(kind=Notice.Kind.OTHER)
    return found


def both(fixture: Fixture) -> list[int]:
    assert fixture.pareja_a is not None
    assert fixture.pareja_b is not None
    return [fixture.pareja_a.number, fixture.pareja_b.number]


def test_what_they_played_they_know(stage: Stage) -> None:
    played(stage, 1)

    assert told() == []


def test_an_absence_typed_at_the_desk_is_told_to_both_once(stage: Stage) -> None:
    absent(stage)
    absent(stage)

    numbers, titles, texts = zip(*told(), strict=True)
    assert list(numbers) == both(first(stage))
    assert set(titles) == {"W.O. declarado"}
    assert f"no se presentó la {both(first(stage))[1]}." in texts[0]


def test_of_an_absence_of_both_they_read_that_nobody_came(stage: Stage) -> None:
    absent(stage, winner=None)

    assert ["no se presentó ninguna de las dos" in text for _, _, text in told()] == [True, True]


def test_among_single_players_it_is_said_of_players() -> None:
    championship = ChampionshipFactory(players_per_pareja=1)
    stage = published_stage(4, tables=2, championship=championship)

    absent(stage)

    assert f"no se presentó el {both(first(stage))[1]}." in told()[0][2]


def test_taken_back_and_given_back_they_are_told_each_time(stage: Stage) -> None:
    absent(stage)
    told()

    fixture_clear(fixture=first(stage), reason="Llegaron a tiempo", **who(stage))
    assert [(number, title) for number, title, _ in told()] == [
        (number, "Resultado sin efecto") for number in both(first(stage))
    ]

    fixture_restore(fixture=first(stage), **who(stage))
    assert {title for _, title, _ in told()} == {"W.O. declarado"}


def test_another_result_than_before_is_told_in_words(stage: Stage) -> None:
    played(stage, 1)
    played(stage, 1, winner="B", reason="Se copió al revés")

    assert {title for _, title, _ in told()} == {"Resultado corregido"}


def call(fixture: Fixture) -> list[int]:
    """Who is called to it."""
    fixture.refresh_from_db()
    table = TableFactory(championship=fixture.stage.championship, number=90 + Table.objects.count())
    fixture_call(
        fixture=fixture_assign(fixture=fixture, table=table, juez=None, **who(fixture.stage)), **who(fixture.stage)
    )
    told()
    return both(fixture)


def called_off() -> dict[int, str]:
    """By pareja, what those read whose call fell; nobody reads it twice."""
    found = [(number, text) for number, title, text in told() if title == "Convocatoria sin efecto"]
    assert len({number for number, _ in found}) == len(found)
    return dict(found)


def test_who_was_called_and_loses_the_rival_or_the_place_is_told(stage: Stage) -> None:
    """A correction puts another into the final that was called, who was called to nothing."""
    played(stage, 1)
    played(stage, 2)
    out, stays = call(stage.fixtures.get(number=3))

    played(stage, 1, winner="B", reason="Se copió al revés")

    told_to = called_off()
    assert told_to.keys() == {out, stays}
    assert all(f"({out} contra {stays})" in text for text in told_to.values())
    assert "ya no la juega" in told_to[out]
    assert "espere a que se le convoque de nuevo" in told_to[stays]


def test_who_was_called_and_may_play_there_yet_waits_for_another_call(stage: Stage) -> None:
    played(stage, 1)
    played(stage, 2)
    called = call(stage.fixtures.get(number=3))

    fixture_clear(fixture=first(stage), reason="Se repite", **who(stage))

    told_to = called_off()
    assert sorted(told_to) == sorted(called)
    assert all("espere a que se le convoque de nuevo" in text for text in told_to.values())


def test_who_was_called_and_gets_another_rival_by_a_late_entry_is_told_with_whom_it_was_called() -> None:
    night = Night(5, StagePlan(name="Llave", format=Elimination(), entry=(Everybody(),), criteria=TABLE))
    stage = night.publish()
    called = call(stage.fixtures.get(round=2, status=Fixture.Status.READY))
    free = stage.slots.index(called[0]) ^ 1
    data = ParejaData(player_1="Mario Bravo", player_2="Zoila Reyes")

    pareja_enter_late(stage=stage, data=data, place=free, reason="Llegaron tarde", **who(stage))

    told_to = called_off()
    assert sorted(told_to) == sorted(called)
    assert all(f"({called[0]} contra {called[1]})" in text for text in told_to.values())


def test_a_call_that_falls_as_its_mesa_is_a_bye_again_is_told_of_by_the_number_that_it_had() -> None:
    night = Night(5, StagePlan(name="Llave", format=Elimination(), entry=(Everybody(),), criteria=TABLE))
    stage = night.publish()
    data = ParejaData(player_1="Mario Bravo", player_2="Zoila Reyes")
    place = stage.slots.index(None)
    late = pareja_enter_late(stage=stage, data=data, place=place, reason="Llegaron tarde", **who(stage)).pareja
    fixture = stage.fixtures.get(round=1, position=place // 2)
    call(fixture)

    undone = late_entry_undo(pareja=late, **who(stage))

    assert [each.number for each in undone.uncalled] == [fixture.number]
    assert f"La partida {fixture.number} de «Llave»" in called_off()[late.number]


def test_who_was_called_and_whose_rival_leaves_is_told_that_it_is_not_played_and_so_is_the_rival(stage: Stage) -> None:
    fixture = first(stage)
    stays, gone = call(fixture)

    pareja_leave(pareja=fixture.pareja_b, reason="Enfermó", played=False, **who(stage))

    told_to = called_off()
    assert told_to.keys() == {stays, gone}
    expected = f"({stays} contra {gone}) ya no se juega: la pareja {stays} pasa por falta de rival."
    assert all(text.endswith(expected) for text in told_to.values())


def to_play() -> list[int]:
    return sorted(number for number, _, text in told() if text.endswith(" se juega: espere a que se le convoque."))


def test_who_was_told_that_it_is_not_played_is_told_that_it_is_after_all(stage: Stage) -> None:
    fixture = first(stage)
    called = call(fixture)
    pareja_leave(pareja=fixture.pareja_b, reason="Enfermó", played=False, **who(stage))
    told()

    pareja_return(pareja=fixture.pareja_b, reason="Fue un error", **who(stage))

    assert to_play() == sorted(called)


@pytest.mark.parametrize("promised", ["the rival came back", "the desk took the call back"])
def test_who_waits_for_another_call_is_told_once_it_is_not_played(stage: Stage, promised: str) -> None:
    fixture = first(stage)
    called, gone = call(fixture), fixture.pareja_b
    if promised == "the rival came back":
        pareja_leave(pareja=gone, reason="Enfermó", played=False, **who(stage))
        pareja_return(pareja=gone, reason="Fue un error", **who(stage))
    else:
        fixture_release(fixture=fixture, **who(stage))
    told()

    pareja_leave(pareja=gone, reason="Enfermó otra vez", **who(stage))

    told_to = called_off()
    assert sorted(told_to) == sorted(called)
    assert all("ya no se juega" in text for text in told_to.values())


def test_who_plays_there_after_all_is_told_so_and_nobody_else(stage: Stage) -> None:
    played(stage, 1)
    played(stage, 2)
    out, stays = call(stage.fixtures.get(number=3))
    played(stage, 1, winner="B", reason="Se copió al revés")
    call(stage.fixtures.get(number=3))

    fixture_restore(fixture=first(stage), **who(stage))

    found = told()
    assert [number for number, _, text in found if "se juega: espere" in text] == [out]
    assert stays in [number for number, title, _ in found if title == "Convocatoria sin efecto"]


def test_of_a_partida_that_nobody_was_called_to_nobody_is_told_that_it_is_played(stage: Stage) -> None:
    gone = first(stage).pareja_b
    pareja_leave(pareja=gone, reason="Enfermó", **who(stage))

    pareja_return(pareja=gone, reason="Fue un error", **who(stage))

    assert told() == []


@pytest.mark.parametrize(
    ("plans", "number", "go_on", "fallen"),
    [
        ((SWISS,), 1, Night.pair, Fell("Suizo", 2)),
        ((SERIES, FINAL), 2, lambda night: night.publish(2), Fell("Final")),
    ],
)
def test_who_was_called_to_what_is_taken_back_with_its_round_or_draw_is_told(
    plans: tuple[StagePlan, ...], number: int, go_on: Callable[[Night], Stage], fallen: Fell
) -> None:
    night = Night.published(8, *plans)
    if SWISS in plans:
        night.pair()
    night.play()
    first = night.stage(1).fixtures.order_by("round", "position")[0]
    go_on(night)
    table = TableFactory(championship=night.championship, number=1)
    called = night.stage(number).fixtures.filter(status=Fixture.Status.READY)[0]
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    called = fixture_call(fixture=fixture_assign(fixture=called, table=table, juez=None, **who), **who)
    told()

    corrected = night.record(first, "B" if first.winner_id == first.pareja_a_id else "A")

    assert corrected.fallen == (fallen,)
    found = [(pareja, text) for pareja, title, text in told() if title == "Convocatoria sin efecto"]
    assert sorted(pareja for pareja, _ in found) == sorted(both(called))
    assert {"espere a que se le convoque de nuevo" in text for _, text in found} == {True}
