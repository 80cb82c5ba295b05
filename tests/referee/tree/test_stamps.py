"""The last checkpoint is stamped with an hour of somebody else, once an hour at most; nothing waits for it, and anyone checks it."""

from base64 import b64decode
from datetime import timedelta
from pathlib import Path

import pytest
from asn1crypto import cms
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.test import Client
from pytest_django import Settings

from kernel.checkpoint import Note
from referee.models import Checkpoint, CheckpointStamp
from referee.sealing.checkpoints import checkpoints_stamp
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.selectors.tree.stamped import stamp_hour_of
from referee.services.stamps import stamp_keep
from referee.services.tree import tree_sweep
from tests.factories.archives import sealed_again, written
from tests.factories.brackets import NOW
from tests.factories.referee import SORTEO, Keeper, kept_mesa
from tests.programs import openssl
from tests.referee.sealing.test_time_stamps import stamp_server, stamping

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept() -> Keeper:
    kept = kept_mesa(SORTEO)
    tree_sweep(championship=kept.championship, now=NOW)
    return kept


def grown(kept: Keeper, minutes: int) -> None:
    kept.record("caida A" if minutes % 2 else "limpia A")
    tree_sweep(championship=kept.championship, now=NOW + timedelta(minutes=minutes), at_once=True)


def test_once_an_hour_the_last_one_is_stamped_and_openssl_says_so(
    kept: Keeper, settings: Settings, client: Client, tmp_path: Path
) -> None:
    """By the lines of docs/transparencia.md."""
    with stamp_server(settings, stamping()) as asked:
        stamped = [checkpoints_stamp(now=NOW + timedelta(minutes=minute)) for minute in (0, 1)]
        grown(kept, 30)
        stamped.append(checkpoints_stamp(now=NOW + timedelta(minutes=30)))
        grown(kept, 59)
        stamped += [checkpoints_stamp(now=NOW + timedelta(minutes=minute)) for minute in (60, 61)]

    assert (stamped, len(asked)) == ([1, 0, 0, 1, 0], 2)
    last = Checkpoint.objects.latest("size")
    assert last.stamp.said_at == NOW
    base = f"/c/{kept.championship.slug}/punto/"
    assert (
        f"Sello de tiempo del {NOW - timedelta(hours=5):%d/%m/%Y %H:%M}"
        in client.get(f"{base}?n={last.size}&r={last.root}").text
    )
    (tmp_path / "sello.der").write_bytes(client.get(f"{base}{last.size}/sello").content)
    (tmp_path / "punto.txt").write_bytes(client.get(f"{base}{last.size}/").content)
    token = cms.ContentInfo.load((tmp_path / "sello.der").read_bytes())
    authority = token["content"]["certificates"][0].chosen.dump()
    (tmp_path / "autoridad.pem").write_bytes(x509.load_der_x509_certificate(authority).public_bytes(Encoding.PEM))
    whole = (tmp_path / "punto.txt").read_text()
    for body, good in ((whole.partition("\n\n")[0] + "\n", True), (whole, False)):
        (tmp_path / "cuerpo.txt").write_text(body)
        said = openssl(
            "ts", "-verify", "-token_in", "-in", tmp_path / "sello.der", "-data", tmp_path / "cuerpo.txt",
            "-CAfile", tmp_path / "autoridad.pem", "-attime", str(int(NOW.timestamp())), must=False,
        )  # fmt: skip
        assert ("Verification: OK" in said) == good, said


def test_a_server_that_gives_none_or_a_wrong_one_changes_nothing(kept: Keeper, settings: Settings) -> None:
    settings.TSA_URL = ""
    assert checkpoints_stamp(now=NOW) == 0
    settings.TSA_URL = "http://127.0.0.1:9/"
    assert checkpoints_stamp(now=NOW) == 0
    with stamp_server(settings, stamping()):
        assert checkpoints_stamp(now=NOW) == 1
    stamp = CheckpointStamp.objects.get()
    grown(kept, 1)

    last = Checkpoint.objects.latest("size")
    assert not stamp_keep(checkpoint=last, token=b64decode(stamp.token), now=NOW)
    assert not stamp_keep(checkpoint=last, token=b"\x30\x00", now=NOW)
    assert stamp_keep(checkpoint=stamp.checkpoint, token=b64decode(stamp.token), now=NOW)
    assert CheckpointStamp.objects.count() == 1


def test_an_archive_carries_it_and_refuses_one_of_something_else(
    kept: Keeper, settings: Settings, tmp_path: Path
) -> None:
    with stamp_server(settings, stamping()):
        checkpoints_stamp(now=NOW)
    grown(kept, 1)
    written(path := tmp_path / "a.json", kept.championship)

    assert archive_check(Reader(path, NAMES)).rows["sellos_de_tiempo"] == 1
    stamp = CheckpointStamp.objects.get()
    assert stamp_hour_of(stamp.token, Note.parse(stamp.checkpoint.note.encode()).text) == NOW
    other = Checkpoint.objects.latest("size").size
    sealed_again(path, lambda text: text.replace(f'"size":{stamp.checkpoint.size},"token"', f'"size":{other},"token"'))
    with pytest.raises(Refused, match="el sello de tiempo no es de ese punto"):
        archive_check(Reader(path, NAMES))
