"""Pairing: one tablet for one invitation, and only for ten minutes."""

from datetime import timedelta
from uuid import uuid4

import pytest

from brackets.models import AuditEntry, Championship
from brackets.services.errors import InvalidValue
from referee.models import Device, Pairing
from referee.selectors.access import device_alone, device_by_token
from referee.services.devices import device_revoke
from referee.services.errors import RefereeError
from referee.services.pairing import LASTS, PairingRefused, TooManyGuesses, pairing_create, pairing_use
from tests.factories.brackets import NOW, ChampionshipFactory, TableFactory, director_of

pytestmark = pytest.mark.django_db


def invite(championship: Championship | None = None, **given: object) -> tuple[Pairing, str, str]:
    championship = championship or ChampionshipFactory()
    given = {"name": "Tablet 07", "table": None, "now": NOW} | given
    return pairing_create(championship=championship, by=director_of(championship), **given)


def use(code: str, *, address: str = "127.0.0.1", **given: object) -> tuple[Device, str]:
    return pairing_use(network=address, code=code, **{"name": None, "client_id": None, "now": NOW} | given)


@pytest.mark.parametrize("by", ["code", "secret"])
def test_a_tablet_is_let_in_by_digits_or_by_the_qr(by: str) -> None:
    table = TableFactory()
    pairing, code, secret = invite(table.championship, table=table)

    device, token = use({"code": code, "secret": secret}[by])

    assert (device.championship, device.name, device.table) == (table.championship, "Tablet 07", table)
    assert (device.user, device.paired_at) == (None, NOW)
    assert device_alone(token, now=NOW) == device
    assert device_by_token(token) is None
    assert (len(code), code.isdigit(), len(secret) >= 40) == (6, True, True)
    assert not {code, secret} & {pairing.code_hash, pairing.secret_hash}
    assert AuditEntry.objects.get(action="equipo-emparejar").user == director_of(table.championship)


def test_the_same_invitation_lets_in_one_tablet() -> None:
    _, code, secret = invite()
    use(code)

    for again in (code, secret):
        with pytest.raises(PairingRefused):
            use(again)

    assert Device.objects.count() == 1


def test_a_tablet_that_did_not_hear_the_answer_asks_again() -> None:
    _, code, _ = invite()
    client = uuid4()

    first, lost = use(code, client_id=client)
    second, token = use(code, client_id=client, now=NOW + timedelta(minutes=1))

    assert (first, Device.objects.count()) == (second, 1)
    assert device_alone(token, now=NOW) == second
    assert device_alone(lost, now=NOW) is None
    with pytest.raises(PairingRefused):
        use(code, client_id=uuid4())
    device_revoke(device=second, by=director_of(second.championship), now=NOW)
    with pytest.raises(PairingRefused):
        use(code, client_id=client)


def test_an_invitation_lasts_ten_minutes() -> None:
    _, code, secret = invite()

    for late in (code, secret):
        with pytest.raises(PairingRefused):
            use(late, now=NOW + LASTS)
    use(code, now=NOW + LASTS - timedelta(seconds=1))

    assert timedelta(minutes=10) == LASTS


def test_what_is_worth_nothing_any_more_is_deleted() -> None:
    invite(now=NOW - timedelta(hours=1))
    kept, _, _ = invite(now=NOW - timedelta(minutes=1))

    fresh, _, _ = invite()

    assert set(Pairing.objects.all()) == {kept, fresh}


def test_a_tablet_may_bring_its_own_name_and_none_that_hides_something() -> None:
    _, code, _ = invite()

    with pytest.raises(InvalidValue):
        use(code, name="Tablet\u202e07")
    device, _ = use(code, name="  La  de Rosa ")

    assert device.name == "La de Rosa"


def test_a_closed_championship_pairs_no_tablets() -> None:
    with pytest.raises(RefereeError) as refused:
        invite(ChampionshipFactory(status=Championship.Status.CLOSED))

    assert refused.value.code == "campeonato-terminado"


def test_whoever_guesses_digits_must_wait_and_the_qr_still_works() -> None:
    _, code, secret = invite()
    wrong = f"{(int(code) + 1) % 10**6:06}"
    for _ in range(5):
        with pytest.raises(PairingRefused):
            use(wrong)

    with pytest.raises(TooManyGuesses, match="o espere 30 s") as waiting:
        use(code)
    elsewhere, _ = use(code, address="10.0.0.7")
    _, _, secret = invite()
    scanned, _ = use(secret)

    assert waiting.value.http_status == 429
    assert elsewhere != scanned


def test_many_who_guess_together_slow_the_digits_and_close_them_for_nobody() -> None:
    _, code, _ = invite()
    wrong = f"{(int(code) + 1) % 10**6:06}"
    for number in range(60):
        with pytest.raises((PairingRefused, TooManyGuesses)):
            use(wrong, address=f"10.0.0.{number}")

    with pytest.raises(TooManyGuesses):
        use(code, address="10.0.0.200")
    assert use(code, address="10.0.0.200", now=NOW + timedelta(minutes=5))


def test_names_with_letters_that_no_paper_prints_are_refused_and_the_code_stays_good() -> None:
    with pytest.raises(InvalidValue, match="El nombre de la tablet tiene «李»"):
        invite(name="Tablet 李")
    _, code, _ = invite()
    with pytest.raises(InvalidValue, match="El nombre de la tablet tiene «🏆»"):
        use(code, name="Tablet 🏆")

    assert use(code)[0].name == "Tablet 07"
