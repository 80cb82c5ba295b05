"""What the desk writes of a result reaches the parejas of that mesa, and those whose call it took back."""

from collections.abc import Callable
from typing import Any

import pytest

from brackets.draw.formats import Swiss
from brackets.draw.qualification import Everybody
from brackets.models import Fixture, Notice, Stage
from brackets.services.callups import absence_record
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_clear, fixture_record, fixture_restore
from brackets.services.following import Fell
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.factories.brackets import NOW, ChampionshipFactory, TableFactory, director_of, published_stage

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
    """Number of the pareja, title and text of each notice; they are read once."""
    found = [(notice.pareja.number, notice.title, notice.text) for notice in Notice.objects.order_by("pk")]
    Notice.objects.all().delete()
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


def test_who_was_called_and_loses_the_rival_is_told(stage: Stage) -> None:
    """A correction puts another into the final that was called; the mesa of nobody else changed."""
    played(stage, 1)
    played(stage, 2)
    final = stage.fixtures.get(number=3)
    table = stage.championship.tables.get(number=1)
    fixture_call(fixture=fixture_assign(fixture=final, table=table, juez=None, **who(stage)), **who(stage))
    told()

    played(stage, 1, winner="B", reason="Se copió al revés")

    found = told()
    final.refresh_from_db()
    assert sorted(number for number, title, _ in found if title == "Convocatoria sin efecto") == sorted(both(final))
    assert len(found) == 4


def test_who_was_called_and_whose_rival_leaves_is_told_that_it_is_not_played(stage: Stage) -> None:
    fixture = first(stage)
    table = stage.championship.tables.get(number=1)
    fixture_call(fixture=fixture_assign(fixture=fixture, table=table, juez=None, **who(stage)), **who(stage))
    told()
    assert fixture.pareja_b is not None

    pareja_leave(pareja=fixture.pareja_b, reason="Enfermó", played=False, **who(stage))

    found = told()
    assert both(fixture)[0] in [number for number, _, _ in found]
    assert all("ya no se juega" in text for _, _, text in found)


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
    night = Night(8, *plans)
    night.publish()
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
