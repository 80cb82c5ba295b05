"""The convocatoria: called three times, who came, and a W.O. that only a person declares and never before its hour."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from brackets.models import AuditEntry, CallUp, Championship, Fixture, HallStop, Notice, Stage, User
from brackets.selectors.callups import Convocatoria, callups_of, convocatoria_of, walkovers_of
from brackets.services.callups import (
    callup_call,
    callup_identified,
    callup_present,
    callup_seated,
    callup_undo,
    callup_walkover,
)
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.errors import BracketError
from brackets.services.fixtures import (
    fixture_assign,
    fixture_call,
    fixture_clear,
    fixture_record,
    fixture_release,
    fixture_start,
)
from brackets.services.players import player_substitute
from brackets.services.stages import stage_publish, stage_reopen
from tests.brackets.services.desk import undone
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


class Floor:
    """A partida of a bracket of four, assigned to a table, and the clock of the hall."""

    def __init__(self, stage: Stage | None = None, **championship: object) -> None:
        if championship:
            stage = published_stage(4, tables=2, jueces=2, championship=ChampionshipFactory(**championship))
        self.stage = stage or published_stage(4, tables=2, jueces=2)
        self.user: User = director_of(self.stage.championship)
        self.now = NOW
        self.pk = self.stage.fixtures.get(number=1).pk
        fixture_assign(fixture=self.fixture, table=self.stage.championship.tables.get(number=1), juez=None, **self.who)

    @property
    def fixture(self) -> Fixture:
        return Fixture.objects.select_related("stage").get(pk=self.pk)

    @property
    def who(self) -> dict[str, object]:
        return {"user": self.user, "now": self.now}

    @property
    def there(self) -> Convocatoria:
        fixture = self.fixture
        return convocatoria_of(fixture, fixture.stage.championship)

    def later(self, minutes: float = 1) -> "Floor":
        self.now += minutes * MINUTE
        return self

    def call(self, number: int = 1) -> None:
        if number == 1:
            fixture_call(fixture=self.fixture, **self.who)
        else:
            callup_call(fixture=self.fixture, number=number, **self.who)

    def present(self, side: str, position: int | None = None) -> None:
        callup_present(fixture=self.fixture, side=side, position=position, **self.who)

    def walkover(self, absent: str) -> bool:
        return callup_walkover(fixture=self.fixture, absent=absent, **self.who).changed

    def undo(self) -> None:
        last = self.there.last
        assert last
        callup_undo(fixture=self.fixture, event_id=last.pk, **self.who)

    def refused(self) -> "Refused":
        return Refused(self)


class Refused:
    """`with floor.refused() as code:` nothing is written by what is refused."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self.code = floor, ""

    def __enter__(self) -> "Refused":
        self.before = (CallUp.objects.count(), AuditEntry.objects.count(), self.floor.fixture.status)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        assert isinstance(error, BracketError), f"not refused: {error}"
        self.code, self.message = error.code, error.message
        assert (CallUp.objects.count(), AuditEntry.objects.count(), self.floor.fixture.status) == self.before
        return True


def test_a_partida_is_called_three_times_each_with_its_hour_and_who() -> None:
    floor = Floor()
    for number in (1, 2, 3):
        floor.call(number)
        floor.later(3)

    calls = floor.there.calls
    assert [calls[number].at for number in (1, 2, 3)] == [NOW, NOW + 3 * MINUTE, NOW + 6 * MINUTE]
    assert {call.by for call in calls.values()} == {floor.user}
    assert [line.text for line in floor.there.lines] == [
        "Primera llamada, a la mesa 1", "Segunda llamada, a la mesa 1", "Tercera llamada, a la mesa 1",
    ]  # fmt: skip


def test_a_call_comes_after_the_one_before_it_and_not_within_a_minute() -> None:
    floor = Floor()
    floor.call()
    with floor.refused() as third:
        floor.call(3)
    floor.later(0.5)
    with floor.refused() as early:
        floor.call(2)

    assert third.code == "llamada-fuera-de-orden"
    assert early.code == "llamada-muy-pronto"
    assert "desde las 14:01:00" in early.message


def test_a_step_noted_twice_is_noted_once() -> None:
    floor = Floor()
    floor.call()
    floor.later()
    for _ in range(2):
        floor.call(2)
        floor.present("A", 1)
        floor.present("A")
        floor.present("B")
        callup_identified(fixture=floor.fixture, side="A", **floor.who)
        callup_seated(fixture=floor.fixture, **floor.who)

    assert CallUp.objects.count() == 7


def test_the_record_names_who_came_as_he_is_written() -> None:
    floor = Floor()
    floor.call()
    pareja = floor.fixture.pareja_a
    assert pareja is not None
    name = pareja.players.get(position=2).name

    floor.later().present("A", 2)

    sentence = AuditEntry.objects.filter(action="convocatoria-presente").latest("pk").sentence
    assert f"llegó {name}, " in sentence


def test_one_present_both_present_identified_seated() -> None:
    floor = Floor()
    floor.call()
    floor.present("A", 2)
    assert (floor.there.is_alone("A"), floor.there.is_complete("A"), floor.there.absent) == (True, False, "AB")
    floor.present("A", 1)
    assert (floor.there.is_alone("A"), floor.there.is_complete("A"), floor.there.absent) == (False, True, "B")
    with floor.refused() as unseen:
        callup_identified(fixture=floor.fixture, side="B", **floor.who)
    with floor.refused() as missing:
        callup_seated(fixture=floor.fixture, **floor.who)
    floor.present("B")
    callup_identified(fixture=floor.fixture, side="B", **floor.who)
    callup_seated(fixture=floor.fixture, **floor.who)

    assert unseen.code == missing.code == "sin-presencia"
    assert floor.there.identified("B")
    assert floor.there.seated
    assert floor.fixture.started_at == floor.now
    callup_undo(fixture=floor.fixture, event_id=floor.there.last.pk, **floor.who)  # type: ignore[union-attr]
    assert floor.fixture.started_at is None


def test_a_walkover_is_possible_from_its_hour_and_then_only_by_somebody() -> None:
    floor = Floor(grace_minutes=10)
    floor.call()
    floor.present("B")
    floor.later(9.9)
    with floor.refused() as early:
        floor.walkover("A")
    floor.later(0.1)

    assert early.code == "antes-de-hora"
    assert "desde las 14:10" in early.message
    assert floor.fixture.status == "called"  # the hour has come and nothing has happened

    assert floor.walkover("A")
    assert not floor.walkover("A")
    fixture = floor.fixture
    assert (fixture.how, fixture.winner) == ("walkover", fixture.pareja_b)
    assert list(walkovers_of(floor.stage.championship)) == [fixture]


def test_nobody_loses_by_absence_while_the_hall_stands_still() -> None:
    floor = Floor(grace_minutes=10)
    floor.call()
    floor.present("B")
    floor.later(11)
    stop = HallStop.objects.create(
        championship=floor.stage.championship, client_id=uuid4(), cause="Se fue la luz", at=floor.now, by=floor.user
    )
    with floor.refused() as stopped:
        floor.walkover("A")

    assert (stopped.code, floor.fixture.status) == ("sala-suspendida", "called")
    HallStop.objects.filter(pk=stop.pk).update(ended_at=floor.now, ended_by=floor.user)
    assert floor.walkover("A")


def test_the_time_of_a_walkover_does_not_run_while_the_hall_stands_still() -> None:
    floor = Floor(grace_minutes=10)
    floor.call()
    floor.present("B")
    floor.later(4)
    stop = HallStop.objects.create(
        championship=floor.stage.championship, client_id=uuid4(), cause="Se fue la luz", at=floor.now, by=floor.user
    )
    floor.later(20)
    assert (floor.there.walkover_from, floor.there.step(floor.now)) == (None, None)
    assert not floor.there.walkover_open(floor.now)
    HallStop.objects.filter(pk=stop.pk).update(ended_at=floor.now, ended_by=floor.user)

    assert floor.there.walkover_from == NOW + 30 * MINUTE
    floor.later(5)
    with floor.refused() as early:
        floor.walkover("A")
    assert early.code == "antes-de-hora"
    assert "desde las 14:30" in early.message
    assert "sin contar lo que la sala estuvo suspendida" in early.message
    floor.later(1)
    assert floor.fixture.status == "called"  # its hour has come and nothing has happened
    assert floor.walkover("A")


def test_a_stop_after_the_hour_of_a_walkover_moves_it_no_more() -> None:
    floor = Floor(grace_minutes=10)
    floor.call()
    floor.later(12)
    HallStop.objects.create(
        championship=floor.stage.championship, client_id=uuid4(), cause="Se fue la luz", at=floor.now, by=floor.user
    )

    assert floor.there.walkover_from == NOW + 10 * MINUTE
    assert not floor.there.put_off
    assert not floor.there.walkover_open(floor.now)  # nothing is declared meanwhile


def test_the_hour_is_counted_from_the_call_that_the_championship_chose() -> None:
    floor = Floor(grace_minutes=5, walkover_call=2)
    floor.call()
    floor.present("B")
    floor.later(30)
    with floor.refused() as uncalled:
        floor.walkover("A")
    floor.call(2)
    assert floor.there.walkover_from == floor.now + 5 * MINUTE
    with floor.refused() as early:
        floor.walkover("A")

    assert (uncalled.code, early.code) == ("falta-llamada", "antes-de-hora")


def test_who_is_there_is_not_absent_and_wins_only_who_is_known_to_be_there() -> None:
    floor = Floor()
    floor.call()
    floor.later(20)
    with floor.refused() as unknown:
        floor.walkover("A")
    floor.present("B")
    with floor.refused() as present:
        floor.walkover("B")
    with floor.refused() as both:
        floor.walkover("AB")

    assert unknown.code == "rival-sin-anotar"
    assert present.code == both.code == "esta-presente"


def test_a_partner_left_alone_loses_as_who_did_not_come() -> None:
    floor = Floor()
    floor.call()
    floor.present("A", 1)
    floor.present("B")
    floor.later(20)

    assert floor.walkover("A")
    assert floor.there.is_alone("A")


def test_when_nobody_came_nobody_wins() -> None:
    floor = Floor()
    floor.call()
    floor.later(20)
    floor.walkover("AB")

    assert (floor.fixture.how, floor.fixture.winner) == ("double-no-show", None)


def test_what_was_noted_by_mistake_is_undone_from_the_last_one_back_and_stays_written() -> None:
    floor = Floor()
    floor.call()
    floor.later()
    floor.call(2)
    floor.present("A")
    first = floor.there.events[0]
    with floor.refused() as not_last:
        callup_undo(fixture=floor.fixture, event_id=first.pk, **floor.who)
    floor.undo()
    floor.undo()

    assert not_last.code == "no-es-lo-ultimo"
    assert floor.there.next_call() == 2
    assert len(floor.there.noted) == 5
    floor.undo()
    assert floor.fixture.status == "ready"
    assert not floor.there.is_running


def test_undoing_the_same_twice_does_nothing_more() -> None:
    floor = Floor()
    floor.call()
    floor.present("A")
    last = floor.there.last
    assert last
    for _ in range(2):
        callup_undo(fixture=floor.fixture, event_id=last.pk, **floor.who)

    assert CallUp.objects.count() == 3


def test_a_convocatoria_left_without_effect_is_followed_by_another() -> None:
    floor = Floor()
    floor.call()
    floor.present("A")
    fixture_release(fixture=floor.fixture, **floor.who)
    floor.later(2)
    with floor.refused() as gone:
        floor.present("B")
    floor.call()

    assert gone.code == "sin-convocar"
    assert floor.there.turn == 2
    assert not floor.there.present("A")
    assert [event.kind for event in CallUp.objects.filter(turn=1)] == ["llamada", "presente", "sin-efecto"]


def test_a_call_is_of_those_who_were_called_whoever_meets_there_since() -> None:
    """The final is called; then one of its two has not won after all, and then has."""
    floor = Floor()
    first, second, final = floor.stage.fixtures.order_by("round", "position")

    def won(fixture: Fixture, winner: str) -> Convocatoria:
        fixture_record(
            fixture=fixture, how="walkover", winner=winner, chicas=[], zapateria=False, reason="prueba", **floor.later().who
        )  # fmt: skip
        return floor.there

    won(first, "A")
    won(second, "A")
    floor.pk = final.pk
    fixture_assign(fixture=final, table=floor.stage.championship.tables.get(number=2), juez=None, **floor.who)
    floor.call()
    floor.present("A")

    others, again = won(first, "B"), won(first, "A")

    assert (others.turn, others.lines, others.present("A")) == (0, [], frozenset())
    assert texts(again)[0] == "Primera llamada, a la mesa 2"
    fell = again.lines[-1]
    assert (fell.text, fell.event.at, fell.event.by) == ("Convocatoria sin efecto", floor.now - MINUTE, floor.user)

    won(first, "B")
    assert again.fixture.pareja_b is not None
    pareja_leave(pareja=again.fixture.pareja_b, reason="Se fue.", **floor.later().who)
    told = Notice.objects.filter(pareja=again.fixture.pareja_b).latest("pk").text
    assert f"({again.rivals.replace('-', ' contra ')})" in told
    assert told.endswith("queda sin efecto: ya no la juega.")


def texts(there: Convocatoria) -> list[str]:
    return [line.text for line in there.lines]


def played(floor: Floor) -> None:
    fixture_record(
        fixture=floor.fixture, how="played", winner="A", chicas=[[40, 20], [40, 30]], zapateria=False, reason="prueba", **floor.later().who
    )  # fmt: skip


def taken_back(floor: Floor) -> None:
    fixture_clear(fixture=floor.fixture, reason="Mal tecleado", **floor.later().who)


def reopened(floor: Floor, *, on_purpose: bool) -> None:
    stage_reopen(stage=floor.fixture.stage, reason="Faltaba uno", on_purpose=on_purpose, **floor.later().who)
    stage_publish(stage=floor.fixture.stage, **floor.later().who)


def opened_by_mistake(floor: Floor) -> None:
    fixture_start(fixture=floor.fixture, now=floor.later().now)
    fixture_release(fixture=floor.fixture, now=floor.later().now)


@pytest.mark.parametrize(
    "acts",
    [
        [played, taken_back],
        [played, taken_back, played],
        [played, lambda floor: reopened(floor, on_purpose=True), played],
        [opened_by_mistake, lambda floor: fixture_start(fixture=floor.fixture, now=floor.later().now)],
    ],
)
def test_a_call_that_both_came_to_is_told_as_it_was_whatever_became_of_the_result(
    acts: list[Callable[[Floor], object]],
) -> None:
    floor = Floor()
    floor.call()
    called = floor.now
    for act in acts:
        act(floor)

    (line,) = floor.there.lines
    assert (line.text, line.event.at) == ("Primera llamada, a la mesa 1", called)


def test_one_whose_stage_was_reopened_before_anybody_played_is_left_without_effect_then() -> None:
    floor = Floor()
    floor.call()
    reopened(floor, on_purpose=False)

    assert texts(floor.there) == ["Primera llamada, a la mesa 1", "Convocatoria sin efecto"]
    floor.later().call()
    assert (floor.there.turn, texts(floor.there)) == (2, ["Primera llamada, a la mesa 1"])


def test_so_is_one_of_which_a_pareja_left_before_it_was_played() -> None:
    floor = Floor()
    floor.call()
    leaver = floor.fixture.pareja_b
    assert leaver is not None
    pareja_leave(pareja=leaver, reason="Se fue.", played=False, **floor.later().who)
    pareja_return(pareja=leaver, reason="Fue un error", **floor.later().who)

    assert texts(floor.there) == ["Primera llamada, a la mesa 1", "Convocatoria sin efecto"]


def test_a_walkover_taken_back_leaves_the_partida_to_be_called_again() -> None:
    floor = Floor()
    floor.call()
    floor.later(20)
    floor.walkover("AB")
    with floor.refused() as result:
        floor.undo()
    fixture_clear(fixture=floor.fixture, reason="Sí llegaron", **floor.who)
    assert not walkovers_of(floor.stage.championship)
    floor.call()

    assert result.code == "con-resultado"
    assert floor.there.turn == 2


def test_nothing_is_noted_of_what_is_played_already() -> None:
    floor = Floor()
    floor.call()
    fixture_start(fixture=floor.fixture, now=floor.now)
    with floor.refused() as playing:
        floor.present("A")

    assert playing.code == "sin-convocar"


@pytest.mark.parametrize("change", ["UPDATE brackets_callup SET number = 2", "DELETE FROM brackets_callup"])
def test_the_record_of_a_convocatoria_is_never_changed(change: str) -> None:
    Floor().call()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)


def test_the_states_of_any_number_of_partidas_are_two_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    stage = published_stage(8, tables=4, jueces=2)
    championship: Championship = stage.championship
    who = {"user": director_of(championship), "now": NOW}
    fixtures = list(stage.fixtures.filter(round=1).select_related("stage", "pareja_a", "pareja_b"))
    for fixture, table in zip(fixtures, championship.tables.all(), strict=True):
        fixture_assign(fixture=fixture, table=table, juez=None, **who)
        fixture_call(fixture=fixture, **who)
    fixtures = list(stage.fixtures.filter(round=1).select_related("stage", "pareja_a", "pareja_b"))
    for some in (fixtures[:1], fixtures[:3]):
        with django_assert_num_queries(2):
            told = [str(each.step(NOW)) + str(each.events[0].by) for each in callups_of(some, championship).values()]
        assert len(told) == len(some)


def test_who_arrived_alone_costs_one_query_more_however_many(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    stage = published_stage(8, tables=4, jueces=2)
    championship: Championship = stage.championship
    who = {"user": director_of(championship), "now": NOW}
    there = stage.fixtures.filter(round=1).select_related("stage").order_by("position")
    names = ("Sara Suplente", "Tito Tardío", "Rosa Reserva", "Luis Relevo")
    for fixture, table, name in zip(there, championship.tables.all(), names, strict=True):
        fixture_assign(fixture=fixture, table=table, juez=None, **who)
        fixture_call(fixture=fixture, **who)
        callup_present(fixture=fixture, side="A", position=1, **who)
        first = fixture.pareja_a.players.get(position=1).name
        substitute(fixture, name, 1)
        said = convocatoria_of(there.get(pk=fixture.pk), championship).lines[1].text
        assert said == f"Llegó {first}, de la {fixture.pareja_a.number}"
    fixtures = list(there.prefetch_related("pareja_a__players", "pareja_b__players"))
    for some in (fixtures[:1], fixtures):
        with django_assert_num_queries(3):
            told = [line.text for each in callups_of(some, championship).values() for line in each.lines]
        assert len(told) == 2 * len(some)


def test_a_substitute_who_arrives_is_named_and_nothing_is_told_of_another_pareja() -> None:
    floor = Floor()
    floor.call()
    substitute(floor.fixture, "Sara Suplente", 0)
    number = floor.fixture.pareja_a.number
    callup_present(fixture=floor.fixture, side="A", position=1, **floor.later(2).who)
    assert floor.there.lines[-1].text == f"Llegó Sara Suplente, de la {number}"

    other = floor.stage.fixtures.get(number=2).pareja_a
    Fixture.objects.filter(pk=floor.pk).update(pareja_a=other)
    assert floor.there.lines == []


def substitute(fixture: Fixture, name: str, minutes: int) -> None:
    player_substitute(
        pareja=fixture.pareja_a, position=1, name=name, cedula="", reason="Se enfermó", on_purpose=True,
        user=director_of(fixture.stage.championship), now=NOW + minutes * MINUTE,
    )  # fmt: skip


STEPS = (
    "call-1",
    "call-2",
    "call-3",
    "A",
    "A-1",
    "B",
    "B-2",
    "id-A",
    "id-B",
    "seated",
    "wo-A",
    "wo-AB",
    "undo",
    "wait",
)


@given(st.lists(st.sampled_from(STEPS), max_size=18))
@settings(deadline=None, max_examples=20)
def test_no_order_of_steps_leaves_a_convocatoria_without_a_next_one(steps: list[str]) -> None:
    with undone():
        floor = Floor()
        for step in steps:
            try:
                _do(floor, step)
            except BracketError:
                continue
        there, fixture = floor.there, floor.fixture
        if fixture.status == "called":
            later = floor.now + 30 * MINUTE
            assert there.is_running
            assert there.seated or there.step(later) is not None
        else:
            assert fixture.status == "ready" or fixture.how in ("walkover", "double-no-show")
        if fixture.how:
            declared = there.walkover
            assert declared is not None
            assert there.walkover_from is not None
            assert declared.at >= there.walkover_from


def _do(floor: Floor, step: str) -> None:
    kind, _, rest = step.partition("-")
    if kind == "call":
        floor.call(int(rest))
    elif kind in ("A", "B"):
        floor.present(kind, int(rest) if rest else None)
    elif kind == "id":
        callup_identified(fixture=floor.fixture, side=rest, **floor.who)
    elif kind == "seated":
        callup_seated(fixture=floor.fixture, **floor.who)
    elif kind == "wo":
        floor.walkover(rest)
    elif kind == "undo" and floor.there.last:
        floor.undo()
    elif kind == "wait":
        floor.later(6)


def test_single_players_are_told_in_their_words() -> None:
    floor = Floor(players_per_pareja=1)
    floor.call()
    floor.present("A")
    floor.later(20)
    floor.walkover("B")

    number = floor.fixture.pareja_a.number if floor.fixture.pareja_a else 0
    assert f"Llegó el {number}" in [line.text for line in floor.there.lines]
    assert floor.there.lines[-1].text.startswith("W.O.: no se presentó el ")


def test_each_call_and_the_walkover_are_told_to_the_two_of_the_mesa_once() -> None:
    floor = Floor()
    floor.call()
    floor.later().call(2)
    floor.call(2)
    floor.later().call(3)
    floor.present("A")
    floor.later(30)
    floor.walkover("B")
    floor.walkover("B")

    fixture = floor.fixture
    titles = ["Convocatoria: Mesa 1", "Segunda llamada: Mesa 1", "Tercera llamada: Mesa 1", "W.O. declarado"]
    for pareja in (fixture.pareja_a, fixture.pareja_b):
        assert [notice.title for notice in pareja.notices.order_by("pk")] == titles
    assert Notice.objects.count() == 8
    assert f"no se presentó la {fixture.pareja_b.number}." in Notice.objects.latest("pk").text
