"""What a document says, and what it does not."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brackets.services.commitments import draw_commit
from referee.models import Signature
from referee.selectors.archive.dump import archive_total
from referee.selectors.archive.hiding import Included
from tests.factories.archives import ALL, NONE, at_the_tables, with_everything, written
from tests.factories.brackets import NOW, ParejaFactory, StageFactory, director_of
from tests.factories.referee import ZAPATERIA, keepers, kept_mesa
from tests.test_nothing_is_left import SECRETS

pytestmark = pytest.mark.django_db


def told(path: Path, included: Included = NONE, make=with_everything) -> str:
    written(path, make(), included)
    return path.read_text()


def test_without_the_personal_data_nothing_of_anybody_is_in_it(tmp_path: Path) -> None:
    championship = with_everything()
    written(tmp_path / "a.json", championship)
    written(tmp_path / "b.json", championship, Included(personal=True))
    less, more = ((tmp_path / name).read_text() for name in ("a.json", "b.json"))

    # The acta of a draw that kept families apart says which: without it nobody could verify the draw.
    kept = [secret for secret in SECRETS if secret in less and secret != "Quishpe-Cruz"]
    assert kept == []
    assert {"ejemplo.ec", "0990000", "Galápagos", "Tarda"} <= {
        secret for secret in (*SECRETS, "Tarda") if secret in more
    }
    assert "Tarda" not in less


def test_ink_is_there_only_when_asked_for(tmp_path: Path) -> None:
    championship = at_the_tables()
    stroke = json.dumps(Signature.objects.exclude(ink=[]).first().ink[0], separators=(",", ":"))
    written(tmp_path / "a.json", championship, Included(personal=True))
    written(tmp_path / "b.json", championship, Included(ink=True))

    assert stroke not in (tmp_path / "a.json").read_text()
    assert (tmp_path / "b.json").read_text().count(stroke) > Signature.objects.count()  # those of the appeal too


def test_no_secret_of_this_installation_is_in_it(tmp_path: Path) -> None:
    kept = kept_mesa(*ZAPATERIA)
    text = told(tmp_path / "a.json", ALL, lambda: kept.championship)

    device = kept.mesa.device
    assert device.name in text
    assert device.token_hash not in text
    assert str(kept.fixture.pareja_a.link_nonce) not in text
    assert kept.juez.password not in text
    assert kept.juez.username not in text or str(kept.juez) == kept.juez.username


def test_a_commitment_keeps_its_secret_until_the_draw(tmp_path: Path) -> None:
    kept = kept_mesa()
    stage = StageFactory(championship=kept.championship, number=2, status="planned")
    for number in (90, 91):
        ParejaFactory(championship=kept.championship, number=number)
    draw_commit(
        championship=kept.championship, number=2, secret="5f" * 16, user=director_of(kept.championship), now=NOW
    )
    text = told(tmp_path / "a.json", ALL, lambda: kept.championship)

    stage.refresh_from_db()
    assert stage.commitments[0]["sha256"] in text
    assert "5f" * 16 not in text


def test_the_same_state_is_the_same_bytes_and_asking_changes_nothing(tmp_path: Path) -> None:
    championship = at_the_tables()
    digests = {
        written(tmp_path / name, championship, packed=name.endswith("gz"))
        for name in ("a.json.gz", "b.json.gz", "c.json")
    }

    assert len(digests) == 1
    assert (tmp_path / "a.json.gz").read_bytes() == (tmp_path / "b.json.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.json.gz").read_bytes()) == (tmp_path / "c.json").read_bytes()


def test_anybody_can_check_its_digest_without_this_program(tmp_path: Path) -> None:
    digest = written(tmp_path / "a.json", at_the_tables())

    lines = (tmp_path / "a.json").read_bytes().splitlines(keepends=True)
    assert hashlib.sha256(b"".join(lines[:-1])).hexdigest() == digest
    document = json.loads(b"".join(lines))
    assert document["huella"] == digest
    assert {name: each["filas"] for name, each in document["huellas"].items()} == {
        name: len(rows) for name, rows in document["partes"].items()
    }


def test_queries_do_not_grow_with_the_mesas(tmp_path: Path) -> None:
    def queries(championship) -> int:
        with CaptureQueriesContext(connection) as asked:
            written(tmp_path / "a.json", championship)
        return len(asked)

    kept = kept_mesa(*ZAPATERIA, parejas=8)
    one = queries(kept.championship)
    for each in keepers(list(kept.fixture.stage.fixtures.filter(status="ready", juez=None)[:2])):
        each.open()
        each.record(*ZAPATERIA)
    assert queries(kept.championship) == one


def test_how_much_there_is_to_write_is_known_before(tmp_path: Path) -> None:
    championship = at_the_tables()
    document = json.loads(told(tmp_path / "a.json", NONE, lambda: championship))

    rows = sum(len(rows) for name, rows in document["partes"].items() if name not in ("personas", "actas"))
    assert archive_total(championship, NONE) == rows
