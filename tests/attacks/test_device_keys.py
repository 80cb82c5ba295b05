"""A jugada in the name of a tablet is its key's: a copied token is worth nothing, nor what the server writes in its name."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from brackets.models import Championship
from kernel.tablet_keys import Signed
from referee import triggers
from referee.models import Device, Jugada, Mesa, Signature
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.selectors.chain import link
from referee.services import device_keys
from referee.services.archives.restoring import archive_restore
from referee.services.errors import KeyWrong, SequenceGap, SignatureWrong
from referee.services.log import JugadaInput, JugadaRefused, jugadas_add, tap_record
from referee.services.pairing import PairingRefused, pairing_create, pairing_use
from referee.services.quarantine import KeptInput, quarantine_decide, quarantine_keep
from referee.services.writing import one_writer
from tests.attacks.test_verifier import tool
from tests.factories.archives import ALL, archived_elsewhere, written
from tests.factories.brackets import NOW, ChampionshipFactory, director_of
from tests.factories.devices import KeyKeeper, TabletKey, key_keeper
from tests.factories.referee import INK, SORTEO, ZAPATERIA, DeviceFactory, Keeper, kept_mesa, log_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def apart() -> Iterator[None]:
    """Nothing known of the tablets of other tests, which may have had the same tokens."""
    device_keys._public_key.cache_clear()
    yield
    device_keys._public_key.cache_clear()


@pytest.fixture
def kept() -> KeyKeeper:
    """A mesa that a tablet with a key keeps."""
    return key_keeper(SORTEO)


@pytest.fixture
def tampering() -> Iterator[None]:
    """An insider who has lifted the triggers."""
    triggers.remove(connection)
    yield
    triggers.install(connection)


# --- what arrives ---------------------------------------------------------------------------------------------------


Way = Callable[[Keeper, JugadaInput], object]


def by_view(kept: Keeper, jugada: JugadaInput) -> object:
    return kept.send(jugada)


def by_tap(kept: Keeper, jugada: JugadaInput) -> object:
    Device.objects.update(last_seen_at=kept.now + timedelta(days=3650))  # it need not be noted again
    return tap_record(
        token=kept.token,
        mesa_id=kept.mesa_id,
        lease_epoch=1,
        base_seq=kept.mesa.head_seq,
        jugadas=[jugada],
        now=kept.tick(),
    )


def by_api(kept: Keeper, jugada: JugadaInput) -> tuple[int, Any]:
    sent = {"client_id": str(jugada.client_id), "notation": jugada.notation, "device_ts": jugada.device_ts.isoformat()}
    if jugada.signed is not None:
        sent["signed"] = jugada.signed
    answer = Client().post(
        f"/api/v1/mesas/{kept.mesa_id}/jugadas",
        json.dumps({"lease_epoch": 1, "base_seq": kept.mesa.head_seq, "jugadas": [sent]}),
        content_type="application/json",
        headers={"Authorization": f"Device {kept.token}"},
    )
    return answer.status_code, answer.json()


def test_what_the_tablet_signed_is_recorded_with_its_signature(kept: KeyKeeper) -> None:
    kept.record("caida A", "caida B")

    first, second, third = kept.mesa.jugadas.all()
    assert [Signed.read(row.signed).counter for row in (first, second, third)] == [1, 2, 3]
    assert Signed.read(first.signed).previous == ""
    call_command("verificar_bitacora", stdout=StringIO())


def test_a_tap_is_recorded_by_the_short_way_too(kept: KeyKeeper) -> None:
    jugada = kept.signed("caida A")

    assert by_tap(kept, jugada) is not None
    assert kept.mesa.jugadas.get(seq=2).signed == jugada.signed


FORGERIES: dict[str, Callable[[KeyKeeper], JugadaInput]] = {
    "without a signature": lambda kept: replace(kept.signed("caida A"), signed=None),
    "of another key": lambda kept: TabletKey().sign(kept, "caida A"),
    "of another mesa": lambda kept: replace(kept.key.sign(kept, "caida A", mesa=uuid4())),
    "of another jugada": lambda kept: replace(kept.signed("caida A"), notation="caida B"),
    "of another identifier": lambda kept: replace(kept.signed("caida A"), client_id=uuid4()),
    "of another time": lambda kept: replace(kept.signed("caida A"), device_ts=kept.now + timedelta(seconds=1)),
    "with another counter": lambda kept: _changed(kept.signed("caida A"), counter=9),
    "with another head": lambda kept: _changed(kept.signed("caida A"), head="ab" * 32),
    "in another form": lambda kept: replace(kept.signed("caida A"), signed="x"),
}


def _changed(jugada: JugadaInput, **changed: Any) -> JugadaInput:
    return replace(jugada, signed=str(replace(Signed.read(jugada.signed), **changed)))


@pytest.mark.parametrize("forged", FORGERIES.values(), ids=FORGERIES)
def test_a_copied_token_records_nothing(kept: KeyKeeper, forged: Callable[[KeyKeeper], JugadaInput]) -> None:
    jugada = forged(kept)

    with pytest.raises(SignatureWrong):
        by_view(kept, jugada)

    assert by_tap(kept, jugada) is None
    assert log_of(kept.mesa) == [SORTEO]


def test_who_has_only_the_token_is_told_so(kept: KeyKeeper) -> None:
    status, told = by_api(kept, JugadaInput(uuid4(), "caida A", kept.now))

    assert (status, told["code"]) == (403, "firma-del-equipo")
    assert log_of(kept.mesa) == [SORTEO]


def test_one_that_is_wrong_stops_all_that_came_with_it(kept: KeyKeeper) -> None:
    with pytest.raises(SignatureWrong):
        kept.send(kept.signed("caida A"), TabletKey().sign(kept, "caida B"))

    assert log_of(kept.mesa) == [SORTEO]


def test_the_same_again_is_harmless(kept: KeyKeeper) -> None:
    jugada = kept.signed("caida A")
    kept.send(jugada)

    again = kept.send(jugada, base=1)

    assert (again.acked, log_of(kept.mesa)) == (2, [SORTEO, "caida A"])


def test_a_line_that_the_log_would_write_otherwise_is_refused_where_it_is_signed(kept: KeyKeeper) -> None:
    with pytest.raises(JugadaRefused) as refused:
        kept.send(kept.signed("caida   A"))

    assert refused.value.code == "notacion"
    assert log_of(kept.mesa) == [SORTEO]


def test_a_tablet_without_a_key_signs_nothing() -> None:
    kept = kept_mesa(SORTEO)

    with pytest.raises(SignatureWrong):
        kept.send(TabletKey().sign(kept, "caida A"))
    kept.record("caida A")

    assert [row.signed for row in kept.mesa.jugadas.all()] == ["", ""]


# --- other requests ---------------------------------------------------------------------------------------------------


def asks(kept: KeyKeeper, path: str, signature: str = "", method: str = "POST", **body: object) -> tuple[int, str]:
    headers = {"Authorization": f"Device {kept.token}"} | ({"Device-Signature": signature} if signature else {})
    answer = Client().generic(
        method, f"/api/v1{path}", json.dumps(body), content_type="application/json", headers=headers
    )
    return answer.status_code, str(answer.json().get("code", "")) if answer.content else ""


def test_a_copied_token_draws_no_signature_and_does_nothing_else() -> None:
    kept = key_keeper(*ZAPATERIA)
    kept.freeze()
    mesa, name = f"/mesas/{kept.mesa_id}", kept.players("A")[0]
    drawn = {"client_id": str(uuid4()), "party": "A", "outcome": "firma", "name": name, "ink": [list(INK[0])]}
    of_other = TabletKey().request("POST", f"/api/v1{mesa}/signatures", drawn)

    assert asks(kept, f"{mesa}/signatures", **drawn) == (403, "firma-del-equipo")
    assert asks(kept, f"{mesa}/signatures", of_other, **drawn) == (403, "firma-del-equipo")
    good = kept.key.request("POST", f"/api/v1{mesa}/signatures", drawn)
    assert asks(kept, f"{mesa}/signatures", good, **drawn | {"party": "B"}) == (403, "firma-del-equipo")
    assert asks(kept, f"{mesa}/reopen", good, **drawn) == (403, "firma-del-equipo")
    for path in ("freeze", "reopen", "lease", "quarantine", "calls", "notes", "preview"):
        assert asks(kept, f"{mesa}/{path}") == (403, "firma-del-equipo")
    for path, method in (("juez", "DELETE"), ("juez", "POST"), ("pulse", "POST"), ("table", "POST")):
        assert asks(kept, f"/devices/current/{path}", method=method)[0] in (403, 405)
    assert asks(kept, "/devices/current", method="DELETE") == (403, "firma-del-equipo")
    assert not Signature.objects.exists()

    assert asks(kept, f"{mesa}/signatures", good, **drawn) == (201, "")
    assert Signature.objects.get().party == "A"
    assert asks(kept, mesa, method="GET")[0] == 200


# --- how a key is given ---------------------------------------------------------------------------------------------


def invited() -> str:
    championship = ChampionshipFactory()
    return pairing_create(
        championship=championship, name="Tablet 07", table=None, by=director_of(championship), now=NOW
    )[1]


def use(code: str, key: str, client_id: object) -> Device:
    return pairing_use(network="127.0.0.1", code=code, name=None, client_id=client_id, now=NOW, public_key=key)[0]


def test_a_key_comes_with_the_pairing_and_stays() -> None:
    code, client_id, key = invited(), uuid4(), TabletKey().public
    device = use(code, key, client_id)

    with pytest.raises(PairingRefused):
        use(code, TabletKey().public, client_id)
    with pytest.raises(PairingRefused):
        use(code, "", client_id)

    assert use(code, key, client_id) == device
    device.refresh_from_db()
    assert device.public_key == key


@pytest.mark.parametrize("key", ["x", "B" + "A" * 86, "A" * 87, "B" * 200])
def test_what_is_no_key_lets_nobody_in(key: str) -> None:
    code = invited()

    with pytest.raises(KeyWrong):
        use(code, key, uuid4())

    assert not Device.objects.exists()


def test_a_key_comes_with_a_password_too() -> None:
    championship, key = ChampionshipFactory(), TabletKey().public
    director = director_of(championship)
    director.set_password("una clave muy larga")
    director.save()
    sent = {"username": director.username, "password": "una clave muy larga", "name": "iPad", "public_key": key}

    answer = Client().post("/api/v1/devices", sent, content_type="application/json")

    assert (answer.status_code, answer.json()["device"]["signs"]) == (201, True)
    assert Device.objects.get().public_key == key


# --- what the server writes -----------------------------------------------------------------------------------------


def complaints() -> str:
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)
    return errors.getvalue()


def rewritten(mesa: Mesa, seq: int, **changed: object) -> None:
    """Change a row, make all hashes from there on right again, and the mesa's head."""
    head = ""
    for row in Jugada.objects.filter(mesa=mesa, seq__gte=seq).order_by("seq"):
        for name, value in changed.items() if row.seq == seq else ():
            setattr(row, name, value)
        row.prev_hash = head or row.prev_hash
        head = row.hash = link(
            row.prev_hash, mesa=mesa.public_id, seq=row.seq, client_id=row.client_id, notation=row.notation,
            device=row.device_id, lease_epoch=row.lease_epoch, user=row.user_id, device_ts=row.device_ts,
            received_at=row.received_at, signed=row.signed,
        )  # fmt: skip
        row.save()
    Mesa.objects.filter(pk=mesa.pk).update(head_hash=head)


def test_what_the_desk_decides_is_in_no_tablets_name(kept: KeyKeeper) -> None:
    with one_writer():
        jugadas_add(mesa=kept.mesa, jugadas=[JugadaInput(uuid4(), "caida A")], user=kept.juez, now=kept.tick())

    row = kept.mesa.jugadas.get(seq=2)
    assert (row.device, row.signed) == (None, "")
    call_command("verificar_bitacora", stdout=StringIO())


def test_nor_is_what_comes_out_of_quarantine_on_the_tablet_itself(kept: KeyKeeper) -> None:
    item = KeptInput(client_id=uuid4(), kind="jugada", notation="caida A", why_code="relevo", device_ts=kept.now)
    who = {"mesa_id": kept.mesa_id, "device": kept.device, "user": kept.juez, "now": kept.tick()}
    quarantine_keep(**who, lease_epoch=1, items=[item])

    assert quarantine_decide(**who, client_ids=[item.client_id], incorporate=True) == ""

    row = kept.mesa.jugadas.get(seq=2)
    assert (row.device, row.user, row.signed) == (None, kept.juez, "")
    call_command("verificar_bitacora", stdout=StringIO())


@pytest.mark.usefixtures("tampering")
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"notation": "caida B"}, "no es lo que firmó su tablet"),
        ({"signed": ""}, "no trae la firma de su tablet"),
        ({"client_id": uuid4()}, "no es lo que firmó su tablet"),
        ({"device_ts": NOW}, "no es lo que firmó su tablet"),
        ({"device": None}, "trae una firma, y quien la anotó no tiene llave"),
    ],
    ids=[
        "notation",
        "signature",
        "client_id",
        "hour",
        "no tablet",
    ],  # of no hour or chance: every worker names them alike
)
def test_a_row_made_in_a_tablets_name_is_found(kept: KeyKeeper, changed: dict[str, object], said: str) -> None:
    kept.record("caida A", "caida A")

    rewritten(kept.mesa, 2, **changed)

    assert f"fila 2: la jugada 2 «{changed.get('notation', 'caida A')}» {said}" in complaints()


@pytest.mark.usefixtures("tampering")
def test_a_signature_that_is_changed_shows_in_the_hash_of_its_row(kept: KeyKeeper) -> None:
    Jugada.objects.filter(mesa=kept.mesa).update(signed="")

    assert "fila 1: la jugada 1" in complaints()
    assert "su huella no corresponde" in complaints()


@pytest.mark.usefixtures("tampering")
def test_a_key_put_in_the_place_of_anothers_is_found(kept: KeyKeeper) -> None:
    Device.objects.filter(pk=kept.device.pk).update(public_key=TabletKey().public)

    assert "no es lo que firmó su tablet" in complaints()


def test_a_number_that_comes_twice_is_found(kept: KeyKeeper) -> None:
    """A copy of the tablet's own storage goes on beside it, with the same key."""
    twin = kept.key.copied()
    kept.record("caida A")

    kept.send(twin.sign(kept, "caida B"))

    assert "fila 3: la jugada 3 «caida B» es la segunda que su tablet firmó con el número 2" in notices()


def test_what_does_not_follow_what_the_tablet_signed_before_is_found(kept: KeyKeeper) -> None:
    kept.key.previous = "ab" * 32

    kept.record("caida A")

    assert "no sigue a lo que su tablet firmó antes" in notices()


def notices() -> str:
    """What is told of a log that is whole: whoever holds a tablet cannot make it accuse the server."""
    told = StringIO()
    call_command("verificar_bitacora", stdout=StringIO(), stderr=told)
    assert "Lo firmó su llave, no el servidor" in told.getvalue()
    assert "Eso vale solo si ninguna jugada de las que firmó se cambió después." in told.getvalue()
    return told.getvalue()


def test_a_tablet_that_signs_over_a_row_that_never_was_signs_anew(kept: KeyKeeper) -> None:
    """Kept, it would say for good that the server took the row out."""
    lying = kept.key.sign(kept, "caida A", head="ab" * 32)

    with pytest.raises(SequenceGap):
        kept.send(lying)
    with pytest.raises(SequenceGap):
        kept.send(kept.key.sign(kept, "caida A", head=kept_mesa(SORTEO).mesa.head_hash))

    assert kept.mesa.head_seq == 1
    kept.record("caida A")
    kept.send(kept.key.sign(kept, "caida B", head=kept.mesa.jugadas.get(seq=1).hash))
    kept.send(kept.key.sign(kept, "caida A", head=kept.mesa.jugadas.get(seq=1).prev_hash))
    call_command("verificar_bitacora", stdout=StringIO())


def test_what_was_signed_and_never_came_is_no_fault(kept: KeyKeeper) -> None:
    kept.signed("caida A")  # refused by the rulebook, or set aside

    kept.record("caida B")

    call_command("verificar_bitacora", stdout=StringIO())


# --- in an archive --------------------------------------------------------------------------------------------------


def archived(path: Path, championship: Championship) -> Path:
    written(path, championship, ALL)
    return path


def test_an_archive_brings_keys_and_signatures(tmp_path: Path, kept: KeyKeeper) -> None:
    path = archived(tmp_path / "a.json", kept.championship)

    archive_check(Reader(path, NAMES))

    text = path.read_text()
    assert kept.key.public in text
    assert kept.mesa.jugadas.get(seq=1).signed in text


@pytest.mark.usefixtures("tampering")
def test_an_archive_in_which_one_is_wrong_is_refused(tmp_path: Path, kept: KeyKeeper) -> None:
    kept.record("caida A")
    rewritten(kept.mesa, 2, notation="caida B")
    path = archived(tmp_path / "a.json", kept.championship)

    with pytest.raises(Refused, match="no es lo que firmó su tablet"):
        archive_check(Reader(path, NAMES))


def test_an_archive_in_which_a_tablet_signed_a_number_twice_is_as_good_as_another(
    tmp_path: Path, kept: KeyKeeper
) -> None:
    twin = kept.key.copied()
    kept.record("caida A")
    kept.send(twin.sign(kept, "caida B"))
    path = archived(tmp_path / "a.json", kept.championship)

    archive_check(Reader(path, NAMES))
    assert tool().Archive(path).check() == []


@pytest.mark.parametrize("twin", [False, True], ids=["", "a tablet here has its id and another key"])
def test_what_an_archive_brings_is_verified_against_the_keys_it_brings(tmp_path: Path, *, twin: bool) -> None:
    keys: list[Device] = []

    def make() -> Championship:
        kept = key_keeper(SORTEO, "caida A")
        keys.append(kept.device)
        return kept.championship

    path = archived_elsewhere(tmp_path / "a.json", make, ALL)
    if twin:
        DeviceFactory(public_id=keys[0].public_id, public_key=TabletKey().public)

    done = archive_restore(path=path, user=None, now=NOW, unfinished=True)

    call_command("verificar_bitacora", stdout=StringIO())
    assert Device.objects.get(championship=done.championship).public_key == keys[0].public_key
    assert [row.signed != "" for row in Jugada.objects.all()] == [True, True]
