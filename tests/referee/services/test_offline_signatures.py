"""Frozen and signed on a tablet without a network, and sent later, in order, and more than once."""

from datetime import timedelta
from uuid import uuid4

import pytest

from referee.models import Planilla, Signature
from referee.services.errors import RefereeError, SequenceGap
from referee.services.planillas import DigestDiffers, planilla_freeze, planilla_reopen
from tests.factories.brackets import NOW
from tests.factories.referee import ZAPATERIA, Keeper, kept_mesa
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db
OTHER = "ab" * 32


def freeze(kept: Keeper, **given: object) -> Planilla:
    return planilla_freeze(mesa=kept.mesa, user=kept.juez, device=kept.device, now=kept.tick(), **given)


def reopen(kept: Keeper, **given: object) -> None:
    planilla_reopen(mesa=kept.mesa, user=kept.juez, device=kept.device, now=kept.tick(), **given)


def test_freezing_is_known_again_by_its_identifier_whatever_came_after() -> None:
    kept = kept_mesa(*ZAPATERIA)
    act, other = uuid4(), uuid4()

    first = freeze(kept, client_id=act)
    again = freeze(kept, client_id=act)
    reopen(kept, client_id=other)
    late = freeze(kept, client_id=act)

    assert first == again == late
    assert Planilla.objects.get().status == "reopened"
    second = freeze(kept, client_id=uuid4())
    reopen(kept, client_id=other)  # a copy of it that was long on its way
    second.refresh_from_db()
    assert (second.version, second.status) == (1, "frozen")


def test_an_identifier_belongs_to_one_mesa() -> None:
    kept, other, act = kept_mesa(*ZAPATERIA), kept_mesa(*ZAPATERIA), uuid4()
    freeze(kept, client_id=act)

    with pytest.raises(RefereeError) as refused:
        freeze(other, client_id=act)

    assert refused.value.code == "client-id-repetido"
    assert not other.mesa.planillas.exists()


def test_another_log_than_the_tablets_is_not_frozen() -> None:
    kept = kept_mesa(*ZAPATERIA)

    with pytest.raises(DigestDiffers) as refused:
        freeze(kept, client_id=uuid4(), digest=OTHER)
    with pytest.raises(SequenceGap):
        freeze(kept, client_id=uuid4(), head_seq=2)

    assert (refused.value.code, refused.value.http_status) == ("digest-distinto", 409)
    assert not Planilla.objects.exists()
    assert_projection_equals_replay(kept.mesa)
    planilla = freeze(kept, digest=str(refused.value.extra["digest"]), head_seq=4)
    with pytest.raises(DigestDiffers):
        freeze(kept, digest=OTHER)
    assert Planilla.objects.get() == planilla


def test_a_signature_on_another_result_is_refused_and_what_was_given_stays() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = freeze(kept)
    kept.sign(planilla, "B", digest=planilla.digest)

    with pytest.raises(DigestDiffers):
        kept.sign(planilla, "A", digest=OTHER)

    assert [signature.party for signature in Signature.objects.all()] == ["B"]


def test_the_hour_is_the_tablets_where_it_can_be() -> None:
    kept = kept_mesa(*ZAPATERIA)
    frozen_at, signed_at = kept.now, kept.now + timedelta(milliseconds=500)
    kept.now += timedelta(hours=2)

    planilla = freeze(kept, at=frozen_at)
    a = kept.sign(planilla, "A", at=signed_at)
    before_it_was_frozen = kept.sign(planilla, "B", at=NOW - timedelta(days=1))
    juez = kept.sign(planilla, "juez", at=kept.now + timedelta(days=1))

    planilla.refresh_from_db()
    assert (planilla.frozen_at, a.signed_at) == (frozen_at, signed_at)
    assert [(each.signed_at - each.received_at).total_seconds() for each in (before_it_was_frozen, juez)] == [0, 0]
    assert a.received_at > a.signed_at
    assert planilla.sealed_at == juez.signed_at
