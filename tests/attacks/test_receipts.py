"""What the server acknowledged to a tablet is found where the log was changed since, although all its hashes were made anew."""

import json
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from referee import triggers
from referee.models import Jugada, Mesa
from referee.selectors.receipts import MOST_RECEIPTS, ReceiptsRefused, receipts_problems, receipts_read
from referee.services import device_keys
from tests.attacks.test_tree import rechain
from tests.factories.brackets import NOW, director_of
from tests.factories.devices import KeyKeeper, key_keeper
from tests.factories.referee import SORTEO

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept() -> Iterator[KeyKeeper]:
    """A mesa that a tablet with a key keeps, and an insider who has lifted the triggers."""
    device_keys._public_key.cache_clear()
    kept = key_keeper(SORTEO)
    triggers.remove(connection)
    yield kept
    triggers.install(connection)
    device_keys._public_key.cache_clear()


def asked(kept: KeyKeeper, sent: dict[str, Any] | None = None, path: str = "receipts") -> Any:
    client, headers = Client(), {"Authorization": f"Device {kept.token}"}
    address = f"/api/v1/mesas/{kept.mesa_id}/{path}"
    if sent is None:
        return client.get(address, headers=headers).json()
    return client.post(address, json.dumps(sent), content_type="application/json", headers=headers).json()


def sent(kept: KeyKeeper, *lines: str) -> dict[str, Any]:
    each = [
        {
            "client_id": str(jugada.client_id),
            "notation": jugada.notation,
            "device_ts": jugada.device_ts and jugada.device_ts.isoformat(),
            "signed": jugada.signed,
        }
        for jugada in (kept.signed(line) for line in lines)
    ]
    return {"lease_epoch": 1, "base_seq": kept.mesa.head_seq, "jugadas": each}


def file_of(kept: KeyKeeper, receipts: list[dict[str, Any]]) -> bytes:
    return json.dumps({"recibos": [{"mesa": str(kept.mesa_id), **each} for each in receipts]}).encode()


def problems(content: bytes) -> list[str]:
    return receipts_problems(receipts_read(content), Mesa.objects.all())


def test_each_acknowledgement_returns_the_whole_row_which_a_rewritten_log_contradicts(
    kept: KeyKeeper, tmp_path: Path
) -> None:
    batch = sent(kept, "caida A", "caida B")
    answer = asked(kept, batch, "jugadas")

    receipts = answer["receipts"]
    assert [(each["seq"], each["notation"]) for each in receipts] == [(2, "caida A"), (3, "caida B")]
    assert receipts[-1]["hash"] == answer["head"]["hash"] == kept.mesa.head_hash
    assert asked(kept, batch, "jugadas")["receipts"] == receipts  # the answer may have been lost
    assert asked(kept)["receipts"][1:] == receipts
    assert problems(file_of(kept, receipts)) == []

    changed = [receipts[0] | {"notation": "caida B"}, receipts[1]]
    assert "su huella no es la de lo que dice" in problems(file_of(kept, changed))[0]

    rechain(kept)
    found = problems(file_of(kept, receipts))
    assert len(found) == 2
    assert "confirmó «caida A»" in found[0]
    assert 'tiene «ajusta A +38 "otra cosa"»' in found[0]

    path = tmp_path / "recibos.json"
    path.write_bytes(file_of(kept, receipts))
    err = StringIO()
    with pytest.raises(CommandError):
        call_command("verificar_bitacora", recibos=[path], stdout=StringIO(), stderr=err)
    assert err.getvalue().count("Recibo: mesa") == 2

    Jugada.objects.filter(mesa=kept.mesa, seq=3).delete()
    assert "la bitácora no tiene esa jugada" in problems(file_of(kept, receipts))[1]


def test_the_page_of_the_desk_compares_a_file_and_nothing_of_other_championships(kept: KeyKeeper) -> None:
    receipts = asked(kept, sent(kept, "caida A"), "jugadas")["receipts"]
    content, other = file_of(kept, receipts), key_keeper(SORTEO)

    def page(of: KeyKeeper, content: bytes) -> Any:
        client = Client()
        client.force_login(director_of(of.championship))
        file = SimpleUploadedFile("recibos.json", content)
        return client.post(f"/c/{of.championship.slug}/panel/tablets/recibos/", {"file": file})

    assert "El recibo corresponde a la bitácora" in page(kept, content).content.decode()
    assert "esa mesa no está en este registro" in page(other, content).content.decode().lower()
    assert page(kept, b"{}").status_code == 422
    rechain(kept)
    assert "no corresponde a 1 de 1 recibos" in page(kept, content).content.decode()


def test_the_command_for_one_mesa_compares_receipts_of_any_other(kept: KeyKeeper, tmp_path: Path) -> None:
    path, other = tmp_path / "recibos.json", key_keeper(SORTEO)
    path.write_bytes(file_of(kept, asked(kept, sent(kept, "caida A"), "jugadas")["receipts"]))
    told = StringIO()

    call_command("verificar_bitacora", mesa=other.mesa_id, recibos=[path], stdout=told)

    assert told.getvalue().startswith("1 mesa, 1 jugada, 1 recibo: la bitácora está completa")
    rechain(kept)
    err = StringIO()
    with pytest.raises(CommandError):
        call_command("verificar_bitacora", mesa=other.mesa_id, recibos=[path], stdout=StringIO(), stderr=err)
    assert "Recibo: mesa" in err.getvalue()
    assert "confirmó «caida A»" in err.getvalue()


def test_what_is_no_file_of_receipts_is_refused(kept: KeyKeeper) -> None:
    (receipt,) = asked(kept)["receipts"]
    many = file_of(kept, [receipt] * (MOST_RECEIPTS + 1))
    for content in (b"", b"[]", b"\xff", b'{"recibos": []}', b'{"recibos": [{}]}', many, b" " * (5 * 2**20 + 1)):
        with pytest.raises(ReceiptsRefused):
            receipts_read(content)
    unsigned = file_of(kept, [receipt | {"signed": "", "received_at": (NOW + timedelta(1)).isoformat()}])
    assert "su huella no es" in problems(unsigned)[0]
