"""What a Juez asks for beside the log."""

from uuid import uuid4

import pytest

from brackets.models import AuditEntry
from referee.models import Call, RondaClaim
from referee.services.calls import call_attend, call_make, call_withdraw
from referee.services.errors import RefereeError
from referee.services.rondas import AlreadyDecided, ronda_claim, ronda_decide
from tests.factories.brackets import RoleFactory, director_of
from tests.factories.referee import Keeper, kept_mesa

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(db: None) -> Keeper:
    return kept_mesa("sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1")


def call(kept: Keeper, **given: object) -> Call:
    asked = {
        "mesa": kept.mesa, "device": kept.device, "user": kept.juez, "client_id": uuid4(), "reason": "medico",
        "called_at": kept.now, "now": kept.tick(),
    }  # fmt: skip
    return call_make(**(asked | given))


def claim(kept: Keeper, **given: object) -> RondaClaim:
    asked = {
        "mesa": kept.mesa, "client_id": uuid4(), "jugada": "ronda", "subject": "A", "claimed_at": kept.now,
        "now": kept.tick(),
    }  # fmt: skip
    return ronda_claim(**(asked | given))


def test_a_call_sent_again_is_the_same_call(kept: Keeper) -> None:
    first = call(kept)
    again = call(kept, client_id=first.client_id, reason="equipo", now=kept.tick())

    assert (again.pk, again.reason, again.received_at) == (first.pk, "medico", first.received_at)
    assert Call.objects.count() == 1


def test_a_call_of_another_mesa_is_not_answered(kept: Keeper) -> None:
    other = kept_mesa("sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1")

    with pytest.raises(RefereeError) as refusal:
        call(other, client_id=call(kept).client_id)

    assert refusal.value.code == "llamada-ajena"


def test_the_first_who_goes_is_kept_and_recorded_once(kept: Keeper) -> None:
    director, control = director_of(kept.championship), RoleFactory(championship=kept.championship, kind="control").user
    made = call(kept)

    call_attend(call=made, by=control, now=kept.tick())
    attended = call_attend(call=made, by=director, now=kept.tick())

    assert attended.attended_by == control
    assert [entry.user for entry in AuditEntry.objects.filter(action="llamada-atender")] == [control]


def test_a_call_is_withdrawn_unless_somebody_came(kept: Keeper) -> None:
    waiting, attended = call(kept), call(kept)
    call_attend(call=attended, by=director_of(kept.championship), now=kept.tick())

    assert call_withdraw(call=waiting, now=kept.tick()).withdrawn_at == kept.now
    assert call_withdraw(call=attended, now=kept.tick()).withdrawn_at is None


def test_what_the_cards_were_is_decided_once(kept: Keeper) -> None:
    inspector = RoleFactory(championship=kept.championship, kind="inspector").user
    asked = claim(kept)

    seen = ronda_decide(claim=asked, outcome="verificada", rank="7", by=inspector, now=kept.tick())
    again = ronda_decide(claim=asked, outcome="verificada", rank="7", by=kept.juez, now=kept.tick())

    assert (seen.outcome, seen.rank, again.decided_by) == ("verificada", "7", inspector)
    with pytest.raises(AlreadyDecided) as refusal:
        ronda_decide(claim=asked, outcome="no-procede", rank="", by=kept.juez, now=kept.tick())
    assert str(inspector) in refusal.value.message
    asked.refresh_from_db()
    assert asked.outcome == "verificada"


@pytest.mark.parametrize(("outcome", "rank"), [("verificada", ""), ("no-procede", "7")])
def test_a_ronda_is_of_a_card_only_where_it_is_one(kept: Keeper, outcome: str, rank: str) -> None:
    asked = claim(kept)

    with pytest.raises(RefereeError) as refusal:
        ronda_decide(claim=asked, outcome=outcome, rank=rank, by=kept.juez, now=kept.tick())

    assert refusal.value.code == "ronda-sin-carta"
    asked.refresh_from_db()
    assert asked.outcome == ""


def test_a_ronda_of_another_mesa_is_not_told(kept: Keeper) -> None:
    other = kept_mesa("sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1")

    with pytest.raises(RefereeError) as refusal:
        claim(other, client_id=claim(kept).client_id)

    assert refusal.value.code == "ronda-ajena"
