"""The partidas of a stage are what its events come to, in every column that follows from them."""

from typing import Any, Final

import pytest

from brackets.models import UNPLAYED, Fixture, StageEvent
from brackets.selectors.events import OF_ITSELF, _sides, disagreements, log_ended_of, told_of_log
from brackets.selectors.stages import roster_of
from brackets.services.fixtures.locking import fixture_lock_with_later
from brackets.services.fixtures.taken import log_end_of, replaced_of
from tests.brackets.services.test_formats import SERIES, Night
from tests.factories.insider import insider
from tests.factories.referee import sealed_mesa

pytestmark = pytest.mark.django_db

KEY: Final = {"id", "stage", "round", "position"}
OTHERWISE: Final[dict[str, Any]] = {
    "number": 99,
    "status": "provisional",
    "pareja_a": None,
    "pareja_b": None,
    "nobody_a": True,
    "nobody_b": True,
    "winner": None,
    "how": "walkover",
    "chicas": [[40, 0]],
    "by_zapateria": True,
    "zapaterias": ["", "A"],
    "caidas": [9, 0],
    "order": 7,
}
"""For each column that follows from the events, another value than that of a partida that was played."""


def test_each_column_follows_from_the_events_or_is_of_the_partida_itself() -> None:
    columns = {field.name for field in Fixture._meta.concrete_fields}

    assert columns == KEY | OF_ITSELF | OTHERWISE.keys()
    assert not OF_ITSELF & OTHERWISE.keys()


@pytest.mark.parametrize("column", OTHERWISE)
def test_another_value_than_that_of_the_events_is_named(column: str) -> None:
    night = Night.played(4, SERIES)
    fixture = night.stage(1).fixtures.order_by("number").last()
    assert fixture is not None
    assert not disagreements(night.stage(1))
    changes = {column: OTHERWISE[column]}
    if column == "by_zapateria":  # one that ended it was made
        changes["zapaterias"] = OTHERWISE["zapaterias"]
    elif column == "winner":
        changes = {"winner": fixture.pareja_b if fixture.winner == fixture.pareja_a else fixture.pareja_a}
    elif column[-2:] in ("_a", "_b"):  # who plays in it wins it
        own, other = f"pareja_{column[-1]}", "pareja_b" if column.endswith("_a") else "pareja_a"
        changes = {own: None, column: OTHERWISE[column], "winner": getattr(fixture, other)}
    Fixture.objects.filter(pk=fixture.pk).update(**changes)

    assert disagreements(night.stage(1))


@pytest.mark.parametrize(
    ("said", "ended"),
    [({}, None), ({"log_ended": None}, None), ({"log_ended": False}, False), ({"log_ended": True}, True)],
)
def test_null_says_as_little_of_a_log_as_nothing(said: dict[str, object], *, ended: bool | None) -> None:
    night = Night.played(4, SERIES)
    with insider(StageEvent):
        for event in StageEvent.objects.filter(kind="result"):
            StageEvent.objects.filter(pk=event.pk).update(data=event.data | said)
    fixture = night.stage(1).fixtures.order_by("number")[0]
    events = StageEvent.objects.filter(kind="result")

    assert {log_ended_of(event) for event in events} == {ended}
    assert told_of_log(events).count() == (0 if ended is None else len(events))
    assert fixture_lock_with_later(fixture)[0].log_told is (ended is not None)  # type: ignore[attr-defined]
    assert (log_end_of(fixture) is not None) is bool(ended)


def test_a_result_of_which_null_is_said_does_not_stand_for_the_end_of_the_log() -> None:
    fixture = sealed_mesa().fixture
    ended = log_end_of(fixture)
    assert ended is not None
    typed = {"data": ended.data | {"log_ended": None}, "seq": ended.seq + 9, "action": "resultado-corregir"}
    StageEvent.objects.create(
        **{
            each: getattr(ended, each) for each in ("championship_id", "stage", "kind", "round", "position", "at", "by")
        },
        **typed,
    )

    assert log_end_of(fixture) == ended
    assert replaced_of(fixture) is None


def test_who_met_is_missed_where_the_partida_of_a_result_is_gone() -> None:
    night = Night.played(4, SERIES)
    gone, *fixtures = night.stage(1).fixtures.order_by("number")
    ids = roster_of(night.championship.pk).ids

    met, there = _sides(StageEvent.objects.order_by("seq"), fixtures, ids)

    key = (gone.round, gone.position)
    assert (met[key], there[key]) == ([gone.pareja_a_id, gone.pareja_b_id], None)
    assert {each: met[each] for each in met if each != key} == {each: there[each] for each in met if each != key}


@pytest.mark.parametrize("how", UNPLAYED)
def test_who_met_is_compared_also_where_what_they_played_is_annulled(how: str) -> None:
    night = Night.played(4, SERIES)
    fixtures = list(night.stage(1).fixtures.order_by("number"))
    for each in fixtures:
        each.how = how

    met, there = _sides(StageEvent.objects.order_by("seq"), fixtures, roster_of(night.championship.pk).ids)

    assert met
    assert met == there
