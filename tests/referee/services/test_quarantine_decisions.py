"""What waited in quarantine is taken into the log or discarded by a person, once and in its order."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from brackets.models import AuditEntry, Championship
from brackets.services.errors import InvalidValue
from referee.models import Jugada, Lease
from referee.selectors.appeal_terms import terms_running
from referee.selectors.quarantine import quarantine_of
from referee.services.errors import PlanillaClosed, RefereeError
from referee.services.log import JugadaInput
from referee.services.mesas import lease_take, mesa_release
from referee.services.quarantine import AlreadyDecided, KeptInput, quarantine_decide
from tests.factories.brackets import director_of
from tests.factories.referee import SORTEO, ZAPATERIA, kept_mesa, log_of
from tests.referee.replaying import assert_projection_equals_replay
from tests.referee.services.quarantining import decide, everything, item, keep, standing, taken_over, waiting

pytestmark = pytest.mark.django_db


def test_taking_them_writes_them_into_the_log_in_their_order() -> None:
    old, new = taken_over("limpia B")
    late = [item("caida A", 2), item("limpia A", 3)]
    keep(old, *late)

    assert decide(new, *reversed(late)) == ""

    assert log_of(new.mesa) == [SORTEO, "limpia B", "caida A", "limpia A"]
    assert standing(new) == [("caida A", "incorporada", 3), ("limpia A", "incorporada", 4)]
    row = Jugada.objects.get(client_id=late[0].client_id)
    assert (row.user, row.device, row.lease_epoch) == (new.juez, None, 2)  # no tablet signed it
    assert AuditEntry.objects.get(action="cuarentena-incorporar").data["jugadas"] == [
        str(each.client_id) for each in late
    ]
    assert_projection_equals_replay(new.mesa)


def test_the_tablet_that_plays_on_meets_a_gap_and_goes_on_after_it() -> None:
    old, new = taken_over("limpia B")
    late = item("caida A", 2)
    keep(old, late)
    decide(new, late)

    with pytest.raises(RefereeError) as gap:
        new.send(JugadaInput(uuid4(), "caida B"), base=2)
    new.send(JugadaInput(uuid4(), "caida B"), base=3)

    assert gap.value.extra == {"expected": 3}
    assert log_of(new.mesa) == [SORTEO, "limpia B", "caida A", "caida B"]


def test_discarding_needs_a_reason_and_keeps_what_was_discarded() -> None:
    old, new = taken_over()
    late = item("caida A", 2)
    keep(old, late)
    before = everything()

    with pytest.raises(InvalidValue):
        decide(new, late, incorporate=False, reason="   ")
    assert everything() == before
    decide(new, late, incorporate=False, reason="Ya estaba anotada")

    assert standing(new) == [("caida A", "descartada", None)]
    assert waiting(new.mesa) == 0
    assert log_of(new.mesa) == [SORTEO]
    entry = AuditEntry.objects.get(action="cuarentena-descartar")
    assert entry.user == new.juez
    assert entry.sentence.endswith(": Ya estaba anotada.")


def test_deciding_the_same_again_does_nothing_and_the_contrary_is_refused() -> None:
    old, new = taken_over()
    taken, dropped = item("caida A", 2), item("limpia A", 3)
    keep(old, taken, dropped)
    decide(new, taken)
    decide(new, dropped, incorporate=False, reason="no fue")
    before = everything()

    assert decide(new, taken) == ""
    assert decide(new, dropped, incorporate=False, reason="otro motivo") == ""
    for wrong, incorporate in ((taken, False), (dropped, True)):
        with pytest.raises(AlreadyDecided):
            decide(new, wrong, incorporate=incorporate, reason="ahora no")
    keep(old, taken, dropped)

    assert everything() == before


def test_what_the_rules_refuse_waits_on_with_the_reason_and_what_follows_it_too() -> None:
    old, new = taken_over("caida B")
    late = [item("caida A", 2), item(SORTEO, 3), item("limpia A", 4)]
    keep(old, *late)

    refusal = decide(new, *late)

    assert refusal == "La data ya se sorteó (art. 3.b, 3.c)."
    assert log_of(new.mesa) == [SORTEO, "caida B", "caida A"]
    assert [(each.outcome, each.refusal) for each in quarantine_of(new.mesa)] == [
        ("incorporada", ""), ("espera", refusal), ("espera", "")
    ]  # fmt: skip
    assert waiting(new.mesa) == 2
    decide(new, late[2])
    assert log_of(new.mesa)[-1] == "limpia A"
    assert_projection_equals_replay(new.mesa)


def test_a_correction_means_the_jugada_it_was_made_for_and_not_the_number_it_had() -> None:
    old, new = taken_over("limpia B", "caida B")
    wrong = item("caida A", 2)
    undone = item("anula 2", 3, about=wrong.client_id)
    keep(old, wrong, undone)

    refusal = decide(new, undone)
    assert "incorpore primero" in refusal
    assert log_of(new.mesa) == [SORTEO, "limpia B", "caida B"]
    assert decide(new, wrong, undone) == ""

    assert log_of(new.mesa) == [SORTEO, "limpia B", "caida B", "caida A", "anula 4"]
    assert_projection_equals_replay(new.mesa)


def test_a_correction_of_what_both_had_keeps_its_number_and_one_of_nothing_known_is_not_taken() -> None:
    old = kept_mesa(SORTEO, "caida A")
    new = replace(old, device=old.tablet())
    lease_take(mesa_id=old.mesa_id, device=new.device, user=new.juez, now=new.tick())
    new.record("limpia B")
    of_both = item('anula 2 "mal anotado"', 3, about=old.sent[1].client_id)
    blind = item('anula 2 "mal anotado"', 4)
    keep(old, of_both, blind)

    assert "Historial" in decide(new, blind)
    assert decide(new, of_both) == ""
    assert log_of(new.mesa) == [SORTEO, "caida A", "limpia B", 'anula 2 "mal anotado"']


@pytest.mark.parametrize(
    ("kept", "code"),
    [
        (KeptInput(UUID(int=1), "acto", "freeze", "relevo"), "no-es-jugada"),
        (KeptInput(UUID(int=1), "naipe", "tira A1 5", "relevo"), "no-es-jugada"),
        (KeptInput(UUID(int=1), "jugada", "", "relevo"), "sin-jugada-que-deshacer"),
    ],
)
def test_what_is_no_jugada_is_kept_and_can_only_be_discarded(kept: KeptInput, code: str) -> None:
    old, new = taken_over()
    keep(old, kept)
    before = everything()

    with pytest.raises(RefereeError) as refused:
        decide(new, kept)

    assert refused.value.code == code
    assert everything() == before
    decide(new, kept, incorporate=False, reason="se hizo de nuevo")
    assert waiting(new.mesa) == 0


def test_words_that_are_no_notation_are_kept_and_not_taken() -> None:
    old, new = taken_over()
    strange = item("algo raro", 2)
    keep(old, strange)

    assert "algo" in decide(new, strange)

    assert log_of(new.mesa) == [SORTEO]
    assert standing(new) == [("algo raro", "espera", None)]


def test_nothing_is_taken_into_a_result_that_is_being_signed_or_is_sealed() -> None:
    kept = kept_mesa(*ZAPATERIA)
    late = item("caida A", 4)
    keep(kept, late)
    kept.freeze()
    before = everything()

    with pytest.raises(PlanillaClosed):
        decide(kept, late)

    assert everything() == before
    decide(kept, late, incorporate=False, reason="la chica ya estaba proclamada")
    assert waiting(kept.mesa) == 0


def test_the_desk_decides_without_a_tablet() -> None:
    old, new = taken_over()
    late = item("caida A", 2)
    keep(old, late)
    director = director_of(old.championship)

    quarantine_decide(
        mesa_id=old.mesa_id,
        device=None,
        user=director,
        client_ids=[late.client_id],
        incorporate=True,
        now=new.tick(),
    )

    row = Jugada.objects.get(client_id=late.client_id)
    assert (row.device, row.user, row.lease_epoch) == (None, director, 2)
    assert_projection_equals_replay(new.mesa)


def test_what_is_not_there_cannot_be_decided() -> None:
    _, new = taken_over()
    before = everything()

    with pytest.raises(RefereeError) as refused:
        decide(new, item("caida A"))

    assert refused.value.code == "cuarentena-inexistente"
    assert everything() == before


def test_a_mesa_with_something_in_quarantine_is_not_given_back() -> None:
    kept = kept_mesa()
    keep(kept, item(SORTEO, 1))

    with pytest.raises(RefereeError) as refused:
        mesa_release(mesa=kept.mesa, user=kept.juez, now=kept.tick())

    assert refused.value.code == "mesa-con-cuarentena"


def test_every_change_of_hands_is_told() -> None:
    old, new = taken_over()

    assert [(lease.epoch, lease.device, lease.user) for lease in Lease.objects.all()] == [
        (1, old.device, old.juez), (2, new.device, new.juez)
    ]  # fmt: skip
    entry = AuditEntry.objects.get(action="mesa-relevo")
    assert old.device.name in entry.sentence
    assert new.device.name in entry.sentence
    lease_take(mesa_id=new.mesa_id, device=new.device, user=new.juez, now=new.tick())
    assert Lease.objects.count() == 2


def test_what_is_taken_can_be_appealed_as_what_was_sent() -> None:
    """Its rows are in no tablet's name, and none of the Director's either."""
    old, new = taken_over()
    late = [item(line, number) for number, line in enumerate(ZAPATERIA[1:], start=2)]
    keep(old, *late)
    new.now += timedelta(hours=2)
    decide(new, *late)
    Championship.objects.update(appeal_minutes=30)

    assert [each.fixture for each in terms_running(Championship.objects.get(), new.now)] == [new.fixture]
