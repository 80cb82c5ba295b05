"""Several threads at once, each with its own connection, as the server's are."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection, connections

from referee.models import Device, Jugada, Mesa, Signature
from referee.services.errors import LeaseLost, RefereeError, SequenceGap
from referee.services.log import JugadaInput, JugadaRefused
from referee.services.mesas import lease_take
from referee.services.pairing import pairing_create, pairing_use
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, keepers, kept_mesa, log_of
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], object]) -> list[object]:
    """Start all together; what each answered, or the error it raised."""
    barrier = Barrier(len(works))

    def run(work: Callable[[], object]) -> object:
        try:
            barrier.wait()
            return work()
        except RefereeError as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def kinds(answers: list[object]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)


@pytest.mark.parametrize("clients", [2, 8])
def test_of_several_that_write_the_same_row_one_succeeds(clients: int) -> None:
    kept = kept_mesa(SORTEO)

    for base in (1, 2, 3):
        sent = [JugadaInput(uuid4(), "mal-pedido A") for _ in range(clients)]
        answers = at_once(*(partial(kept.send, jugada, base=base, epoch=1) for jugada in sent))
        assert kinds(answers) == {"Recorded": 1, "SequenceGap": clients - 1}
        assert all(error.extra == {"expected": base + 1} for error in answers if isinstance(error, SequenceGap))

    assert Jugada.objects.filter(mesa=kept.mesa).count() == 4
    assert_projection_equals_replay(kept.mesa)


def test_the_same_request_at_once_is_recorded_once_and_answered_alike() -> None:
    kept = kept_mesa(SORTEO)
    sent = [JugadaInput(uuid4(), "caida A"), JugadaInput(uuid4(), "caida B")]

    answers = at_once(*[lambda: kept.send(*sent, base=1, epoch=1)] * 6)

    assert all(answer == answers[0] for answer in answers)
    assert log_of(kept.mesa) == [SORTEO, "caida A", "caida B"]
    assert_projection_equals_replay(kept.mesa)


def test_a_take_over_and_a_jugada_at_once_leave_one_of_both_orders() -> None:
    kept = kept_mesa(SORTEO)
    other = kept.tablet()

    taken, sent = at_once(
        lambda: lease_take(mesa_id=kept.mesa_id, device=other, user=kept.juez, now=kept.now),
        lambda: kept.send(JugadaInput(uuid4(), "caida A"), base=1, epoch=1),
    )

    mesa = kept.mesa
    assert (mesa.device, mesa.lease_epoch) == (other, 2)
    assert isinstance(taken, Mesa)
    assert mesa.head_seq == (1 if isinstance(sent, LeaseLost) else 2)
    assert_projection_equals_replay(mesa)


def test_one_client_id_at_two_mesas_at_once_is_recorded_at_one() -> None:
    stage = published_stage(4)
    first, second = keepers(stage.fixtures.filter(round=1))
    for kept in (first, second):
        kept.open()
        kept.record(SORTEO)

    for base in (1, 2, 3, 4, 5):
        sent = JugadaInput(uuid4(), "mal-pedido A")
        answers = at_once(*(partial(kept.send, sent, base=kept.mesa.head_seq, epoch=1) for kept in (first, second)))
        refused = [answer for answer in answers if isinstance(answer, JugadaRefused)]
        assert [error.code for error in refused] == ["client-id-repetido"]
        assert first.mesa.head_seq + second.mesa.head_seq == base + 2


def test_two_tablets_that_open_the_same_fixture_share_one_mesa() -> None:
    kept = keeper()
    other = type(kept)(kept.fixture, kept.juez, kept.tablet(), "")

    first, second = at_once(kept.open, other.open)

    assert Mesa.objects.count() == 1
    assert first.public_id == second.public_id
    assert Mesa.objects.get().lease_epoch == 2
    assert_projection_equals_replay(Mesa.objects.get())


def test_one_code_lets_in_one_of_several_tablets_that_send_it_at_once() -> None:
    championship = ChampionshipFactory()
    director = director_of(championship)
    for number in range(1, 6):
        _, code, _ = pairing_create(
            championship=championship, name=f"Tablet {number}", table=None, by=director, now=NOW
        )

        answers = at_once(
            *(
                partial(pairing_use, network=f"192.0.2.{client}", code=code, name=None, client_id=uuid4(), now=NOW)
                for client in range(4)
            )
        )

        assert kinds(answers) == {"tuple": 1, "PairingRefused": 3}
        assert Device.objects.count() == number


def test_two_that_sign_for_one_party_at_once_leave_one_signature() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()

    answers = at_once(*[lambda: kept.sign(planilla, "A")] * 4)

    assert kinds(answers)["Signature"] == 1
    assert Signature.objects.count() == 1


def test_many_mesas_are_kept_side_by_side() -> None:
    stage = published_stage(16)
    all_kept = keepers(stage.fixtures.filter(round=1))
    for kept in all_kept:
        kept.open()

    def play(kept: Keeper) -> None:
        for base, line in enumerate((SORTEO, *["caida A", "limpia B"] * 6)):
            kept.send(JugadaInput(uuid4(), line), base=base, epoch=1)

    answers = at_once(*(partial(play, kept) for kept in all_kept))

    assert answers == [None] * 8
    assert Jugada.objects.count() == 8 * 13
    for kept in all_kept:
        assert_projection_equals_replay(kept.mesa)
    assert connection.in_atomic_block is False
