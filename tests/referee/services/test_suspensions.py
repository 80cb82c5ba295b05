"""A mesa or the whole hall stands still, and goes on, from the desk (16)."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, transaction
from django.utils.timezone import localtime

from brackets.models import AuditEntry, Fixture, HallStop, Notice
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_call, fixture_record
from referee.models import Jugada, SuspensionMeasure
from referee.selectors.suspensions import suspensions_of
from referee.services.errors import RefereeError
from referee.services.suspensions import hall_resume, hall_suspend, mesa_resume, mesa_suspend, suspension_measure
from tests.factories.appeals import admitted
from tests.factories.brackets import NOW, director_of, published_stage
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keepers, kept_mesa, log_of

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def hall() -> list[Keeper]:
    """Three mesas of one hall in play, and a fourth that can be called."""
    stage = published_stage(8)
    kept = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)))
    for each in kept[:3]:
        each.open()
        each.record(SORTEO)
    return kept


def stop(kept: Keeper, *, key: UUID | None = None, cause: str = "corte de luz", measure: str = "") -> Any:
    championship = kept.championship
    who = director_of(championship)
    return hall_suspend(
        championship=championship, client_id=key or uuid4(), cause=cause, measure=measure, user=who, now=LATER
    )


def resume(kept: Keeper) -> Any:
    return hall_resume(championship=kept.championship, user=director_of(kept.championship), now=LATER)


def suspend(kept: Keeper, cause: str = "se cayó el tablero", **given: Any) -> Any:
    told = {"client_id": uuid4(), "measure": "", "user": director_of(kept.championship), "now": LATER} | given
    return mesa_suspend(mesa=kept.mesa, cause=cause, **told)


def logs(kept: list[Keeper]) -> list[list[str]]:
    return [log_of(each.mesa) for each in kept]


def test_a_power_cut_suspends_every_mesa_in_play_and_only_its_own_go_on(hall: list[Keeper]) -> None:
    first, second, third, waiting = hall
    second.record('suspension "agua en la mesa"')

    done = stop(first, measure="Cada uno en su puesto")

    assert [each.mesa.estado for each in hall[:3]] == ["suspendida"] * 3
    assert {each.pk for each in done.reached} == {first.fixture.pk, third.fixture.pk}
    assert log_of(first.mesa) == [SORTEO, 'suspension "Toda la sala: corte de luz"']
    with pytest.raises(BracketError, match=r"La sala está suspendida desde las .* \(corte de luz\)"):
        fixture_call(fixture=waiting.fixture, user=director_of(first.championship), now=LATER)
    with pytest.raises(BracketError, match="La sala está suspendida"):
        waiting.open()

    resumed = resume(first)

    assert {each.pk for each in resumed.reached} == {first.fixture.pk, third.fixture.pk}
    assert [each.mesa.estado for each in hall[:3]] == ["en-juego", "suspendida", "en-juego"]
    assert fixture_call(fixture=waiting.fixture, user=director_of(first.championship), now=LATER).status == "called"
    assert [entry.sentence for entry in AuditEntry.objects.filter(action__startswith="sala-").order_by("pk")] == [
        "Suspendió toda la sala (2 mesas): corte de luz.",
        "Reanudó la sala (2 mesas), suspendida por: corte de luz.",
    ]


def test_stopping_twice_does_nothing_and_another_cause_waits(hall: list[Keeper]) -> None:
    key = uuid4()
    stop(hall[0], key=key)
    before = logs(hall[:3])

    assert stop(hall[0], key=key).reached == ()
    with pytest.raises(RefereeError) as refusal:
        stop(hall[0], cause="incendio")

    assert refusal.value.code == "sala-ya-suspendida"
    assert (logs(hall[:3]), HallStop.objects.count()) == (before, 1)
    resume(hall[0])
    before = logs(hall[:3])
    assert resume(hall[0]) is None
    assert logs(hall[:3]) == before


def test_a_mesa_resumed_by_itself_is_not_resumed_again_with_the_hall(hall: list[Keeper]) -> None:
    first, second, _, _ = hall
    stop(first)
    mesa_resume(mesa=second.mesa, client_id=uuid4(), user=director_of(first.championship), now=LATER)
    suspend(second, "otra cosa")

    resume(first)

    assert (first.mesa.estado, second.mesa.estado) == ("en-juego", "suspendida")


def test_the_juez_may_end_it_on_his_tablet_and_the_hall_leaves_it_alone(hall: list[Keeper]) -> None:
    first = hall[0]
    stop(first)
    first.record("reanudacion", "caida A")

    resume(first)

    assert log_of(first.mesa)[-2:] == ["reanudacion", "caida A"]


def test_what_a_tablet_without_signal_sends_afterwards_finds_a_longer_log(hall: list[Keeper]) -> None:
    first = hall[0]
    base = first.mesa.head_seq
    stop(first)

    with pytest.raises(RefereeError) as refusal:
        first.send(*(first.sent[-1].__class__(uuid4(), "caida A", NOW),), base=base)

    assert refusal.value.code == "secuencia"
    assert log_of(first.mesa)[-1].startswith("suspension")


def test_one_mesa_from_the_desk_with_its_measure() -> None:
    kept, key = kept_mesa(SORTEO), uuid4()

    suspend(kept, client_id=key, measure="Se repone el tablero")
    suspend(kept, client_id=key, measure="Se repone el tablero")

    assert log_of(kept.mesa) == [SORTEO, 'suspension "se cayó el tablero"']
    director = director_of(kept.championship)
    told = {"mesa": kept.mesa, "user": director, "now": LATER}
    again = uuid4()
    for _ in range(2):
        suspension_measure(client_id=again, text="Se cuenta de nuevo", **told)
    with pytest.raises(RefereeError) as refusal:
        suspend(kept)
    assert refusal.value.code == "mesa-suspendida"

    for _ in range(2):
        mesa_resume(mesa=kept.mesa, client_id=uuid4(), user=director, now=LATER + timedelta(minutes=5))

    assert log_of(kept.mesa)[2:] == ["reanudacion"]
    (past,) = suspensions_of(kept.championship).past
    assert (past.cause, past.until, past.at_table) == ("se cayó el tablero", LATER + timedelta(minutes=5), False)
    assert [measure.text for measure in past.measures] == ["Se repone el tablero", "Se cuenta de nuevo"]
    with pytest.raises(RefereeError) as refusal:
        suspension_measure(client_id=uuid4(), text="Tarde", **told)
    assert refusal.value.code == "no-suspendida"


def test_what_is_annulled_or_over_no_longer_stands() -> None:
    annulled, ended = kept_mesa(SORTEO), kept_mesa(SORTEO)
    suspend(annulled)
    annulled.record('anula 2 "por error"')
    suspend(ended)
    ended.record('adjudica-mesa A "fallo"')

    told = suspensions_of(annulled.championship)
    assert (list(told.standing), list(told.past)) == ([], [])
    (past,) = suspensions_of(ended.championship).past
    assert past.cause == "se cayó el tablero"
    assert past.ended_by is None


def test_what_the_desk_decided_is_suspended_no_more() -> None:
    kept = kept_mesa(SORTEO)
    suspend(kept)
    fixture_record(
        fixture=kept.fixture, how=Fixture.How.WALKOVER, winner="A", chicas=(), zapateria=False,
        user=director_of(kept.championship), now=LATER, reason="no volvieron",
    )  # fmt: skip

    found = suspensions_of(kept.championship)

    assert list(found.standing) == []
    assert [past.until for past in found.past] == [LATER]


def test_a_mesa_that_is_over_is_not_suspended() -> None:
    kept = kept_mesa(*ZAPATERIA)
    before = log_of(kept.mesa)

    with pytest.raises(RefereeError):
        suspend(kept)

    assert (log_of(kept.mesa), stop(kept).reached) == (before, [])


def test_a_measure_stays_as_it_was_written() -> None:
    kept = kept_mesa(SORTEO)
    suspend(kept, measure="Se espera")

    for change in (lambda rows: rows.update(text="Otra"), lambda rows: rows.delete()):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change(SuspensionMeasure.objects.all())

    assert Jugada.objects.filter(mesa=kept.mesa).count() == 2


def test_a_mesa_whose_appeal_was_admitted_waits_for_the_ruling() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    stop(kept)
    admitted(kept)

    resumed = resume(kept)

    assert ([each.pk for each in resumed.left], kept.mesa.estado) == ([kept.fixture.pk], "suspendida")
    with pytest.raises(RefereeError, match="La apelación 1 espera el fallo"):
        mesa_resume(mesa=kept.mesa, client_id=uuid4(), user=director_of(kept.championship), now=LATER)


def test_a_stop_of_the_hall_is_told_to_those_whose_mesa_it_suspends_and_lets_go_on(hall: list[Keeper]) -> None:
    first, second, third, _ = hall
    second.record('suspension "agua en la mesa"')

    key = uuid4()
    stop(first, key=key)
    stop(first, key=key)
    resume(first)
    resume(first)

    told = {
        (notice.pareja_id, notice.title)
        for notice in Notice.objects.filter(title__in=("Sala suspendida", "La sala se reanudó"))
    }
    playing = {pk for kept in (first, third) for pk in (kept.fixture.pareja_a_id, kept.fixture.pareja_b_id)}
    assert told == {(pk, title) for pk in playing for title in ("Sala suspendida", "La sala se reanudó")}
    assert Notice.objects.filter(title="Sala suspendida").count() == 4
    assert "corte de luz" in Notice.objects.filter(title="Sala suspendida").latest("pk").text


def test_who_was_called_to_a_mesa_not_yet_begun_is_told_too_and_from_when_a_walkover_counts_now(
    hall: list[Keeper],
) -> None:
    first, waiting = hall[0], hall[3]
    director = director_of(first.championship)
    fixture_call(fixture=waiting.fixture, user=director, now=LATER - timedelta(minutes=2))
    grace = timedelta(minutes=first.championship.grace_minutes)

    stop(first, measure="Cada uno en su puesto")
    hall_resume(championship=first.championship, user=director, now=LATER + timedelta(minutes=15))

    for pareja in (waiting.fixture.pareja_a, waiting.fixture.pareja_b):
        began, ended = Notice.objects.filter(
            pareja=pareja, title__in=("Sala suspendida", "La sala se reanudó")
        ).order_by("pk")
        assert "El tiempo de espera no corre mientras tanto." in began.text
        assert "no empieza todavía: corte de luz. Cada uno en su puesto. El tiempo" in began.text
        until = localtime(LATER + timedelta(minutes=13) + grace)
        assert f"El W.O. se puede declarar desde las {until:%H:%M}." in ended.text


def test_the_measure_of_the_hall_stands_with_each_mesa_that_it_suspends(hall: list[Keeper]) -> None:
    first, second, third, _ = hall
    second.record('suspension "agua en la mesa"')

    stop(first, measure="Cada uno en su puesto")

    measures = SuspensionMeasure.objects.filter(text="Cada uno en su puesto")
    assert {each.mesa_id for each in measures} == {first.mesa.pk, third.mesa.pk}


def test_one_mesa_is_one_mesa_in_the_record() -> None:
    kept = kept_mesa(SORTEO)
    stop(kept)
    resume(kept)

    told = AuditEntry.objects.filter(action__startswith="sala-").order_by("pk").values_list("sentence", flat=True)
    assert [sentence.partition(")")[0] for sentence in told] == [
        "Suspendió toda la sala (1 mesa",
        "Reanudó la sala (1 mesa",
    ]
