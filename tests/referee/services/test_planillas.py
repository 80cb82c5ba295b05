"""The Planilla is frozen on the log, reopened, sealed by the Juez, delivered."""

import pytest

from brackets.models import AuditEntry
from referee.models import Planilla
from referee.rules import LogHeader, LogLine, log_digest
from referee.services.errors import LeaseLost, PlanillaClosed, RefereeError
from referee.services.mesas import lease_take
from referee.services.planillas import planilla_deliver, planilla_freeze, planilla_reopen
from tests.factories.brackets import director_of
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa, sealed_mesa
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db


def reopen(kept: Keeper) -> None:
    planilla_reopen(mesa=kept.mesa, user=kept.juez, device=kept.device, now=kept.tick())


def test_freezing_binds_the_planilla_to_the_log_as_it_is() -> None:
    kept = kept_mesa(*ZAPATERIA)

    planilla = kept.freeze()

    mesa = kept.mesa
    assert (planilla.version, planilla.status, planilla.head_seq) == (1, "frozen", 4)
    header: LogHeader = {
        "mesa": str(mesa.public_id), "reglamento": "riobamba", "version": mesa.reglamento_version, "settings": {},
        "seats": mesa.seats,
    }  # fmt: skip
    rows: list[LogLine] = [
        {"client_id": str(sent.client_id), "notation": sent.notation, "device_ts": sent.device_ts.isoformat()}
        for sent in kept.sent
    ]
    assert (planilla.digest, planilla.chain_hash) == (log_digest(header, rows), mesa.head_hash)
    assert planilla.fingerprint.replace("-", "").lower() == planilla.digest[:16]
    assert_projection_equals_replay(mesa)


def test_freezing_again_answers_the_same_planilla() -> None:
    kept = kept_mesa(*ZAPATERIA)

    assert kept.freeze() == kept.freeze()


def test_only_a_mesa_that_is_over_is_frozen() -> None:
    kept = kept_mesa(SORTEO)

    with pytest.raises(RefereeError) as refused:
        kept.freeze()

    assert refused.value.code == "mesa-sin-terminar"


def test_only_the_tablet_that_keeps_the_mesa_freezes_and_reopens() -> None:
    kept = kept_mesa(*ZAPATERIA)
    other = kept.tablet()
    with pytest.raises(LeaseLost):
        planilla_freeze(mesa=kept.mesa, user=kept.juez, device=other, now=kept.tick())
    kept.freeze()

    with pytest.raises(LeaseLost):
        planilla_reopen(mesa=kept.mesa, user=kept.juez, device=other, now=kept.tick())


def test_reopening_lets_the_log_go_on_and_frees_the_version() -> None:
    kept = kept_mesa(*ZAPATERIA)
    void = kept.freeze()
    kept.sign(void, "A")

    reopen(kept)
    reopen(kept)
    kept.record("anula 4", "anula 3", "caida B", "limpia A", "proclama")
    planilla = kept.freeze()

    void.refresh_from_db()
    assert (void.status, void.signatures.count()) == ("reopened", 1)
    assert (planilla.version, planilla.head_seq, planilla.signatures.count()) == (1, 9, 0)
    assert AuditEntry.objects.filter(action="planilla-reabrir").count() == 1
    assert_projection_equals_replay(kept.mesa)


def test_a_sealed_planilla_is_neither_frozen_nor_reopened() -> None:
    kept = sealed_mesa()

    with pytest.raises(PlanillaClosed):
        kept.freeze()
    with pytest.raises(PlanillaClosed):
        reopen(kept)


def test_delivery_is_noted_once_with_its_hour_and_receiver() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla, director = kept.seal(), director_of(kept.championship)

    first = kept.tick()
    planilla_deliver(planilla=planilla, user=director, now=first)
    planilla_deliver(planilla=planilla, user=kept.juez, now=kept.tick())

    planilla.refresh_from_db()
    assert (planilla.delivered_at, planilla.received_by) == (first, director)
    assert AuditEntry.objects.filter(action="planilla-recibir").count() == 1


def test_an_unsealed_planilla_is_not_delivered() -> None:
    planilla = kept_mesa(*ZAPATERIA).freeze()

    with pytest.raises(RefereeError) as refused:
        planilla_deliver(planilla=planilla, user=planilla.frozen_by, now=planilla.frozen_at)

    assert refused.value.code == "planilla-sin-sellar"
    assert Planilla.objects.get().delivered_at is None


def test_the_old_tablet_cannot_freeze_after_a_take_over() -> None:
    kept = kept_mesa(*ZAPATERIA)
    lease_take(mesa_id=kept.mesa_id, device=kept.tablet(), user=kept.juez, now=kept.tick())

    with pytest.raises(LeaseLost):
        kept.freeze()
