"""Presenting an appeal: in time, once, with the signatures of the pareja (17)."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils.timezone import localtime

from brackets.models import Tries
from referee.models import Appeal
from referee.selectors.appeal_terms import appealable
from referee.selectors.appeals import appeals_waiting
from referee.services.appeals import signing
from referee.services.appeals.filing import Signed, appeal_file
from referee.services.appeals.signing import own_appeal_file
from referee.services.errors import RefereeError
from tests.factories.appeals import appealed, filed_by
from tests.factories.brackets import director_of, personal_set
from tests.factories.referee import INK, SORTEO, Keeper, kept_mesa

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept() -> Keeper:
    kept = kept_mesa(SORTEO, "caida A", "limpia B")
    kept.championship.appeal_minutes = 10
    kept.championship.save()
    return kept


def refusal(kept: Keeper, **told: object) -> str:
    with pytest.raises(RefereeError) as refused:
        appealed(kept, **told)  # type: ignore[arg-type]
    assert not Appeal.objects.exists()
    return refused.value.code


def test_an_appeal_is_numbered_and_waits_for_the_director(kept: Keeper) -> None:
    first, second = appealed(kept), appealed(kept, "A", 3)

    assert (first.number, second.number) == (1, 2)
    assert (first.pareja, first.jugada, first.about) == (kept.fixture.pareja_b, 2, "jugada")
    assert [each["name"] for each in first.signatures] == kept.players("B")
    assert list(appeals_waiting(kept.championship)) == [first, second]


def test_sending_it_again_is_the_same_appeal(kept: Keeper) -> None:
    client_id, filed = uuid4(), filed_by(kept)

    def send() -> Appeal:
        return appeal_file(mesa=kept.mesa, filed=filed, client_id=client_id, device=kept.device, now=kept.tick())

    assert send() == send()
    with pytest.raises(RefereeError, match="otra apelación"):
        appeal_file(mesa=kept.mesa, filed=replace(filed, jugada=3), client_id=client_id, now=kept.tick())
    assert Appeal.objects.count() == 1


def test_the_time_ends_to_the_second(kept: Keeper) -> None:
    row = kept.mesa.jugadas.get(seq=2)
    assert row.device_ts is not None
    last = row.device_ts + timedelta(minutes=10)

    with pytest.raises(RefereeError, match=r"venció a las \d\d:\d\d:\d\d: el campeonato da 10 minutos") as refused:
        appeal_file(mesa=kept.mesa, filed=filed_by(kept), client_id=uuid4(), now=last + timedelta(seconds=1))
    assert (refused.value.code, refused.value.article) == ("plazo-vencido", "17")
    assert [each.jugada for each in appealable(kept.mesa, kept.championship, last + timedelta(seconds=1))] == []

    assert [each.jugada for each in appealable(kept.mesa, kept.championship, last)] == [3, 2, 1]
    assert appeal_file(mesa=kept.mesa, filed=filed_by(kept), client_id=uuid4(), now=last).decided_at == row.device_ts


def test_a_tablet_without_a_network_presents_it_at_its_own_hour(kept: Keeper) -> None:
    in_time = kept.tick()
    kept.now += timedelta(hours=2)

    appeal = appealed(kept, filed_at=in_time)

    assert (appeal.filed_at, appeal.received_at) == (in_time, kept.now)


def test_an_hour_that_cannot_be_does_not_count(kept: Keeper) -> None:
    kept.now += timedelta(hours=2)

    assert refusal(kept, filed_at=kept.now + timedelta(hours=3)) == "plazo-vencido"
    assert refusal(kept, filed_at=kept.now - timedelta(days=1)) == "plazo-vencido"


def test_the_page_of_the_pareja_presents_it_when_it_reaches_us(kept: Keeper) -> None:
    early = kept.now
    now = kept.now + timedelta(hours=2)

    with pytest.raises(RefereeError) as refused:
        appeal_file(mesa=kept.mesa, filed=filed_by(kept, filed_at=early), client_id=uuid4(), now=now)
    assert refused.value.code == "plazo-vencido"


def test_nothing_is_appealed_twice_by_either_pareja(kept: Keeper) -> None:
    first = appealed(kept)

    for side in "AB":
        with pytest.raises(RefereeError, match=r"es la apelación 1\. Nada se apela dos veces") as refused:
            appealed(kept, side)
        assert refused.value.code == "ya-apelada"

    appealed(kept, "B", about="negada")  # what the Juez denied after it is another decision
    with pytest.raises(RefereeError):
        appealed(kept, "A", about="negada")
    twin = Appeal.objects.get(pk=first.pk)
    twin.pk, twin.number, twin.client_id = None, 9, uuid4()
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save(force_insert=True)


def test_every_player_of_the_pareja_signs(kept: Keeper) -> None:
    first, second = kept.players("B")

    assert refusal(kept, signatures=[Signed(first, INK)]) == "faltan-firmas"
    assert refusal(kept, signatures=[Signed(first, INK), Signed(first, INK)]) == "faltan-firmas"
    assert refusal(kept, signatures=[Signed(first, INK), Signed(kept.players("A")[0], INK)]) == "firmante-desconocido"
    assert refusal(kept, signatures=[Signed(first, INK), Signed(second)]) == "firma-corta"


def test_who_is_no_player_of_the_pareja_is_told_who_signs(kept: Keeper) -> None:
    first, second = kept.players("B")

    with pytest.raises(RefereeError, match=f"^Aquí firman {first} y {second}, no Nadie"):
        appealed(kept, signatures=[Signed(first, INK), Signed("Nadie Conocido", INK)])


def test_the_last_digits_of_the_cedula_stand_for_a_signature(kept: Keeper) -> None:
    player, other = kept.fixture.pareja_b.players.order_by("position")
    personal_set([player], cedula="0601234567")

    wrong = [Signed(player.name, cedula="9999"), Signed(other.name, INK)]
    assert refusal(kept, signatures=wrong) == "cedula-no-coincide"
    assert (
        refusal(kept, signatures=[Signed(player.name, INK), Signed(other.name, cedula="1234")]) == "cedula-no-coincide"
    )
    assert refusal(kept, signatures=[Signed(player.name, INK), Signed(other.name, cedula=" ")]) == "cedula-no-coincide"
    appeal = appealed(kept, signatures=[Signed(player.name, cedula="4567"), Signed(other.name, INK)])
    assert "4567" not in str(appeal.signatures[0])


def test_two_of_one_name_sign_each_with_his_own_cedula(kept: Keeper) -> None:
    pareja = kept.fixture.pareja_a
    assert pareja is not None
    for player, cedula in zip(pareja.players.order_by("position"), ("0601234567", "0607654321"), strict=True):
        player.name = "José Paz"
        player.save()
        personal_set([player], cedula=cedula)

    with pytest.raises(RefereeError) as refused:
        appealed(kept, "A", 2, signatures=[Signed("José Paz", cedula="4567"), Signed("José Paz", cedula="4567")])
    appeal = appealed(kept, "A", 2, signatures=[Signed("José Paz", cedula="4321"), Signed("José Paz", cedula="4567")])

    assert refused.value.code == "cedula-no-coincide"
    assert [each["name"] for each in appeal.signatures] == ["José Paz", "José Paz"]


def test_whoever_guesses_at_a_cedula_waits_and_the_pareja_signs_afterwards(kept: Keeper) -> None:
    pareja = kept.fixture.pareja_b
    for player in pareja.players.all():
        personal_set([player], cedula=f"060{player.position}234567")
    start = kept.tick()

    def sign(digits: str, *, after: timedelta = timedelta(0)) -> Appeal:
        filed = filed_by(kept, signatures=[Signed(name, cedula=digits) for name in kept.players("B")])
        return own_appeal_file(pareja=pareja, mesa=kept.mesa, filed=filed, client_id=uuid4(), now=start + after)

    def refused(digits: str, **told: timedelta) -> RefereeError:
        with pytest.raises(RefereeError) as caught:
            sign(digits, **told)
        return caught.value

    assert [refused(f"000{number}").code for number in range(5)] == ["cedula-no-coincide"] * 5
    locked = refused("4567")
    assert (locked.code, locked.http_status) == ("firma-bloqueada", 429)
    assert f"hasta las {localtime(start + timedelta(seconds=30)):%H:%M:%S}" in locked.message
    assert refused("0009", after=timedelta(seconds=31)).code == "cedula-no-coincide"
    assert refused("4567", after=timedelta(seconds=90)).code == "firma-bloqueada"
    assert not Appeal.objects.exists()

    assert sign("4567", after=timedelta(seconds=92)).pareja == pareja
    assert set(Tries.objects.values_list("failures", flat=True)) == {0}


def test_guesses_at_a_cedula_that_come_at_once_are_no_more_than_one_after_the_other(
    kept: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each counts before it is looked at: of many that are begun before the first one ends, five are looked at."""
    pareja, looked_at, begun = kept.fixture.pareja_b, 0, 0
    for player in pareja.players.all():
        personal_set([player], cedula=f"060{player.position}234567")
    now = kept.tick()

    def guess() -> None:
        nonlocal begun
        begun += 1
        filed = filed_by(kept, signatures=[Signed(name, cedula=f"00{begun:02}") for name in kept.players("B")])
        with suppress(RefereeError):
            own_appeal_file(pareja=pareja, mesa=kept.mesa, filed=filed, client_id=uuid4(), now=now)

    def slow(**given: Any) -> Appeal:
        nonlocal looked_at
        looked_at += 1
        if begun < 12:
            guess()
        return appeal_file(**given)

    monkeypatch.setattr(signing, "appeal_file", slow)
    for _ in range(12):
        guess()

    assert looked_at == 5


def test_what_is_refused_for_another_reason_is_no_guess_at_a_cedula(kept: Keeper) -> None:
    pareja, now = kept.fixture.pareja_b, kept.tick()
    for _ in range(6):
        with pytest.raises(RefereeError) as refused:
            own_appeal_file(pareja=pareja, mesa=kept.mesa, filed=filed_by(kept, jugada=9), client_id=uuid4(), now=now)
        assert refused.value.code == "jugada-inexistente"


def test_what_is_not_in_the_log_is_not_appealed(kept: Keeper) -> None:
    assert refusal(kept, jugada=9) == "jugada-inexistente"


def test_an_appeal_never_changes(kept: Keeper) -> None:
    appealed(kept)

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Appeal.objects.update(text="otra cosa")
    assert director_of(kept.championship)
