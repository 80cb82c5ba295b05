"""Several threads at once about one mesa's quarantine: each thing is kept once, decided once, recorded once."""

from collections import Counter
from functools import partial
from uuid import uuid4

import pytest

from referee.models import Quarantined, QuarantineDecision
from referee.services.errors import RefereeError, SequenceGap
from referee.services.log import JugadaInput
from referee.services.mesas import lease_take
from referee.services.quarantine import quarantine_decide
from tests.factories.brackets import published_stage
from tests.factories.referee import SORTEO, keepers, log_of
from tests.referee.replaying import assert_projection_equals_replay
from tests.referee.services.test_concurrency import at_once
from tests.referee.services.test_quarantine import decide, item, keep, taken_over

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_sent_many_times_at_once_is_kept_once() -> None:
    old, _ = taken_over()
    late = [item("caida A", 2), item("limpia A", 3)]

    answers = at_once(*[partial(keep, old, *late)] * 6)

    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert Quarantined.objects.count() == 2


def test_one_takes_it_and_another_discards_it_at_once_and_one_of_both_holds() -> None:
    old, new = taken_over()

    for number in range(2, 6):
        late = item("mal-pedido A", number)
        keep(old, late)
        answers = at_once(
            partial(decide, new, late),
            partial(decide, old, late, incorporate=False, reason="no fue"),
            partial(decide, new, late),
        )
        decision = QuarantineDecision.objects.get(item__client_id=late.client_id)
        refused = Counter(isinstance(answer, RefereeError) for answer in answers)
        assert refused[True] == (1 if decision.outcome == "incorporada" else 2)

    taken = QuarantineDecision.objects.filter(outcome="incorporada").count()
    assert log_of(new.mesa) == [SORTEO, *["mal-pedido A"] * taken]
    assert_projection_equals_replay(new.mesa)


def test_taking_them_while_the_other_tablet_plays_on_leaves_no_gap() -> None:
    old, new = taken_over()
    late = [item("caida A", 2), item("caida A", 3)]
    keep(old, *late)

    def play() -> None:
        sent = [JugadaInput(uuid4(), "caida B") for _ in range(4)]
        while sent:
            try:
                new.send(sent[0], base=new.mesa.head_seq, epoch=2)
            except SequenceGap:
                continue
            sent.pop(0)

    at_once(play, partial(decide, new, *late))

    assert Counter(log_of(new.mesa)) == {SORTEO: 1, "caida A": 2, "caida B": 4}
    assert new.mesa.head_seq == 7
    assert_projection_equals_replay(new.mesa)


def test_a_take_over_while_the_desk_decides_leaves_one_of_both_orders() -> None:
    old, new = taken_over()
    late = item("caida A", 2)
    keep(old, late)
    desk = partial(
        quarantine_decide,
        mesa_id=new.mesa_id,
        device=None,
        user=new.juez,
        client_ids=[late.client_id],
        incorporate=True,
        now=new.now,
    )

    at_once(desk, partial(lease_take, mesa_id=old.mesa_id, device=old.device, user=old.juez, now=old.now))

    assert log_of(new.mesa) == [SORTEO, "caida A"]
    assert new.mesa.lease_epoch == 3
    assert_projection_equals_replay(new.mesa)


def test_one_identifier_brought_to_two_mesas_at_once_is_kept_at_one() -> None:
    first, second = keepers(published_stage(4).fixtures.filter(round=1))
    for kept in (first, second):
        kept.open()

    for number in range(1, 4):
        one = item("caida A", number)
        answers = at_once(partial(keep, first, one), partial(keep, second, one))
        refused = [answer for answer in answers if isinstance(answer, RefereeError)]
        assert [error.code for error in refused] == ["client-id-repetido"]

    assert Quarantined.objects.count() == 3
