"""What a tablet had saved and the log did not take waits for a person, and nothing is lost or kept twice."""

from dataclasses import replace
from uuid import uuid4

import pytest

from referee.selectors.quarantine import parted_at, quarantine_of
from referee.services.errors import LeaseLost, MesaOutOfReach, RefereeError
from referee.services.log import JugadaInput
from referee.services.quarantine import KeptInput
from tests.factories.brackets import RoleFactory
from tests.factories.referee import SORTEO, DeviceFactory, keepers, log_of
from tests.referee.services.quarantining import decide, everything, item, keep, standing, taken_over, waiting

pytestmark = pytest.mark.django_db


def test_what_the_old_tablet_had_saved_is_kept_and_the_log_goes_on() -> None:
    old, new = taken_over("limpia B")
    late = [item("caida A", 2), item("limpia A", 3)]
    with pytest.raises(LeaseLost):
        old.send(*(JugadaInput(each.client_id, each.notation) for each in late), base=1, epoch=1)

    keep(old, *late)

    assert log_of(new.mesa) == [SORTEO, "limpia B"]
    assert standing(new) == [("caida A", "espera", None), ("limpia A", "espera", None)]
    shown = quarantine_of(new.mesa)[0]
    assert (shown.label, shown.side, shown.item.device, shown.item.sent_by) == ("Caída", "A", old.device, old.device)
    assert parted_at(new.mesa, [shown.item]) == 1


def test_sending_it_again_keeps_it_once() -> None:
    old, _ = taken_over()
    late = [item("caida A", 2), item("limpia A", 3)]
    keep(old, *late)
    before = everything()

    keep(old, *late)
    keep(old, late[1], late[1])

    assert everything() == before


def test_codes_read_in_any_order_are_shown_in_the_order_of_the_touches() -> None:
    old, new = taken_over()

    keep(new, item("limpia A", 3))
    keep(new, item("caida A", 2))

    assert [notation for notation, *_ in standing(new)] == ["caida A", "limpia A"]
    rescued = quarantine_of(new.mesa)[0].item
    assert (rescued.device, rescued.sent_by) == (old.device, new.device)


def test_the_proof_of_a_pin_is_not_kept_whoever_sends_it() -> None:
    old, new = taken_over()

    keep(old, KeptInput(uuid4(), "acto", "freeze", "relevo", body={"digest": "d", "pin_proof": "secret"}))

    assert quarantine_of(new.mesa)[0].item.body == {"digest": "d"}


def test_what_had_arrived_after_all_is_not_kept() -> None:
    old, new = taken_over()
    arrived = old.sent[0]

    keep(old, KeptInput(arrived.client_id, "jugada", arrived.notation, "relevo", number=1), item("caida A", 2))

    assert standing(new) == [("caida A", "espera", None)]


def test_a_juez_who_was_relieved_still_brings_what_his_tablet_saved() -> None:
    old, new = taken_over()
    relief = RoleFactory(championship=old.championship).user
    fixture = old.mesa.fixture
    fixture.juez = relief
    fixture.save()

    keep(old, item("caida A", 2))

    assert waiting(new.mesa) == 1
    with pytest.raises(MesaOutOfReach):
        decide(old, *[KeptInput(each.item.client_id, "", "", "") for each in quarantine_of(new.mesa)])


def test_a_tablet_that_never_kept_the_mesa_and_may_not_keep_it_brings_nothing() -> None:
    old, new = taken_over()
    stranger = DeviceFactory(championship=old.championship)
    before = everything()

    for epoch in (0, 1, 2, 7):
        with pytest.raises(MesaOutOfReach):
            keep(replace(old, device=stranger, juez=stranger.user), item("caida A", 2), epoch=epoch)
    with pytest.raises(MesaOutOfReach):
        keep(replace(old, mesa_id=uuid4()), item("caida A", 2))

    assert everything() == before
    assert waiting(new.mesa) == 0


def test_an_identifier_that_stands_for_something_else_keeps_nothing_of_its_batch() -> None:
    old, _ = taken_over()
    first = item("caida A", 2)
    keep(old, first)
    other, *_ = keepers(old.fixture.stage.fixtures.filter(status="ready")[:1])
    other.open()
    other.record(SORTEO)
    before = everything()

    elsewhere = KeptInput(other.sent[0].client_id, "jugada", SORTEO, "relevo")
    for twin in (replace(first, notation="caida B"), elsewhere):
        with pytest.raises(RefereeError) as refused:
            keep(old, item("limpia B", 4), twin)
        assert refused.value.code == "client-id-repetido"

    assert everything() == before
