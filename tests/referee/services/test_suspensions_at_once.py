"""The desk stops the hall while its mesas are tapped, signed and appealed; nobody waits for anybody for ever."""

from functools import partial
from uuid import uuid4

import pytest

from brackets.models import Fixture, HallStop
from referee.models import AppealQualification, AppealRuling, Jugada, Mesa
from referee.rules import Measure
from referee.services.appeals.qualifying import appeal_admit, appeal_reject
from referee.services.appeals.ruling import Ruled, appeal_rule
from referee.services.errors import RefereeError
from referee.services.log import JugadaInput
from referee.services.suspensions import Stopped, hall_resume, hall_suspend
from tests.factories.appeals import admitted, appealed
from tests.factories.brackets import director_of, published_stage
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keepers, kept_mesa, log_of
from tests.referee.replaying import assert_projection_equals_replay
from tests.referee.services.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True)]


def hall(*lines: str, mesas: int = 4) -> list[Keeper]:
    """Mesas of one hall in play."""
    kept = keepers(list(published_stage(2 * mesas).fixtures.filter(status=Fixture.Status.READY)))
    for each in kept:
        each.open()
        each.record(*lines)
    return kept


def stop(kept: Keeper) -> Stopped:
    who = director_of(kept.championship)
    return hall_suspend(
        championship=kept.championship, client_id=uuid4(), cause="corte de luz", measure="", user=who, now=kept.tick()
    )


def tap(kept: Keeper) -> int:
    """Record until the mesa takes no more; how many it took."""
    for taken in range(12):
        try:
            kept.send(JugadaInput(uuid4(), "mal-pedido A"))
        except RefereeError:
            return taken
    return 12


@pytest.mark.parametrize("attempt", range(3))
def test_the_hall_is_suspended_while_all_its_mesas_are_tapped(attempt: int) -> None:
    kept = hall(SORTEO)

    stopped, *taps = at_once(partial(stop, kept[0]), *(partial(tap, each) for each in kept))

    assert isinstance(stopped, Stopped)
    assert {each.pk for each in stopped.reached} == {each.fixture.pk for each in kept}
    for each, taken in zip(kept, taps, strict=True):
        assert each.mesa.estado == "suspendida"
        assert log_of(each.mesa) == [
            SORTEO,
            *["mal-pedido A"] * int(str(taken)),
            'suspension "Toda la sala: corte de luz"',
        ]
        assert_projection_equals_replay(each.mesa)


def test_the_hall_is_suspended_while_mesas_end_and_are_signed() -> None:
    kept = hall(*ZAPATERIA[:-1])

    def end(each: Keeper) -> str:
        try:
            each.record(ZAPATERIA[-1])
        except RefereeError:
            return "suspendida"
        each.seal()
        return "terminada"

    stopped, *ended = at_once(partial(stop, kept[0]), *(partial(end, each) for each in kept))

    assert isinstance(stopped, Stopped)
    assert [each.mesa.estado for each in kept] == ended
    assert {each.pk for each in stopped.reached} == {
        each.fixture.pk for each, how in zip(kept, ended, strict=True) if how == "suspendida"
    }


def test_two_who_stop_the_hall_at_once_and_two_who_let_it_go_on_are_one_each() -> None:
    kept = hall(SORTEO, mesas=2)
    who = director_of(kept[0].championship)

    stopped = at_once(*[partial(stop, kept[0])] * 2)
    assert sum(isinstance(answer, Stopped) for answer in stopped) == HallStop.objects.count() == 1

    resumed = at_once(*[partial(hall_resume, championship=kept[0].championship, user=who, now=kept[0].tick())] * 2)
    assert sum(isinstance(answer, Stopped) for answer in resumed) == 1
    assert set(Mesa.objects.values_list("estado", flat=True)) == {"en-juego"}
    assert Jugada.objects.count() == 2 * 3


def test_an_appeal_admitted_and_rejected_at_once_is_one_of_both() -> None:
    kept = kept_mesa(SORTEO, "caida A", "caida B")
    appeal, who = appealed(kept), director_of(kept.championship)
    given = {"appeal": appeal, "reason": "Se presentó en tiempo", "user": who, "now": kept.tick()}

    answers = at_once(*[partial(appeal_admit, **given)] * 2, *[partial(appeal_reject, **given)] * 2)

    admission = AppealQualification.objects.get().admitted
    refused = [answer.code for answer in answers if isinstance(answer, RefereeError)]
    assert refused == ["ya-admitida" if admission else "ya-rechazada"] * 2
    assert (kept.mesa.estado == "suspendida") == admission
    assert len(log_of(kept.mesa)) == 3 + admission
    assert_projection_equals_replay(kept.mesa)


def test_of_two_rulings_of_one_appeal_at_once_one_is_carried_out() -> None:
    kept = kept_mesa(SORTEO, "caida A", "caida B")
    appeal, who = admitted(kept), director_of(kept.championship)
    ruling = partial(appeal_rule, appeal=appeal, grounds="La carta estaba jugada (13).", user=who, now=kept.tick())
    adjust = Measure("ajusta", side="B", points=2)

    answers = at_once(*[partial(ruling, measure=adjust)] * 2, partial(ruling, measure=Measure("confirma")))

    there = AppealRuling.objects.get()
    carried = [answer for answer in answers if isinstance(answer, Ruled) and answer.changed]
    refused = [answer.code for answer in answers if isinstance(answer, RefereeError)]
    assert [done.ruling for done in carried] == [there]
    assert refused == ["ya-fallada"] * (1 if there.kind == "ajusta" else 2)
    assert log_of(kept.mesa).count("reanudacion") == 1
    assert_projection_equals_replay(kept.mesa)


@pytest.mark.parametrize("attempt", range(3))
def test_the_hall_is_suspended_while_an_appeal_is_admitted_and_its_mesa_tapped(attempt: int) -> None:
    kept = hall(SORTEO, "caida A", mesas=2)
    appeal, who = appealed(kept[1]), director_of(kept[0].championship)
    admit = partial(appeal_admit, appeal=appeal, reason="En tiempo", user=who, now=kept[1].tick())

    answers = at_once(partial(stop, kept[0]), admit, *(partial(tap, each) for each in kept))

    assert not any(isinstance(answer, RefereeError) for answer in answers)
    assert [each.mesa.estado for each in kept] == ["suspendida"] * 2
    assert [sum(line.startswith("suspension") for line in log_of(each.mesa)) for each in kept] == [1, 1]
