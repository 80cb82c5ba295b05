"""A file from elsewhere costs the server no more than a championship does, and what it says is believed of whom signed it."""

import gzip
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.management import call_command

from brackets.models import AuditEntry, Championship
from referee.rules import canonical
from referee.sealing.archives import archive_signing
from referee.selectors.archive import document
from referee.selectors.archive.check import Found, archive_check
from referee.selectors.archive.document import AT_ONCE, MOST_ROWS, Reader
from referee.selectors.archive.dump import archive_write
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.selectors.archive.signature import Signer, signer_of
from referee.services.archives.arriving import archive_arrival_create
from referee.services.archives.restoring import archive_restore
from referee.services.tree import tree_sweep
from referee.tasks.archives import archive_arrive
from tests.factories.archives import archived_elsewhere, at_the_tables, sealed_again, written
from tests.factories.brackets import NOW, ChampionshipFactory, director_of
from tests.factories.referee import sealed_mesa
from tests.factories.sealing import certificate_named, certified, certified_mesa


def packed(path: Path, line: bytes, times: int) -> Path:
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'{"formato":"cuarenta-torneo/archivo","partes":{\n"campeonato":[\n')
        for _ in range(times // 100_000):
            file.write(line * 100_000)
    return path


def test_five_million_tiny_rows_are_refused_after_a_fifth_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, row = packed(tmp_path / "copa.json.gz", b"{},\n", 5_000_000), len(b"{},\n")
    unpacked: list[int] = []
    count = gzip.GzipFile.read
    monkeypatch.setattr(gzip.GzipFile, "read", lambda self, size: unpacked.append(size) or count(self, size))

    with pytest.raises(Refused, match="más de un millón de filas"):
        next(iter(Reader(path, ("campeonato",))))

    assert sum(unpacked) < row * MOST_ROWS + 2 * AT_ONCE


def test_a_few_kilobytes_that_hold_a_gigabyte_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MOST_BYTES", 20_000_000)
    path = packed(tmp_path / "copa.json.gz", b"{" + b" " * 998 + b"}\n", 100_000)
    assert path.stat().st_size < 1_000_000

    with pytest.raises(Refused, match="más de 1 GB"):
        next(iter(Reader(path, ("campeonato",))))


def signed_copa(path: Path, championship: Championship) -> Path:
    with path.open("wb") as file:
        archive_write(file, championship, Included(), packed=False, sign=archive_signing(championship, NOW).sign)
    return path


def checked(path: Path) -> Found:
    return archive_check(Reader(path, NAMES))


def signature_in(path: Path) -> str:
    return str(json.loads(path.read_bytes()).get("firma", ""))


def checked_digest(whole: bytes) -> str:
    return str(json.loads(whole)["huella"])


def with_signature(path: Path, signature: str) -> None:
    whole = path.read_text()
    path.write_text(re.sub(r'("huella":"[0-9a-f]{64}").*\}\n$', rf'\1,"firma":"{signature}"}}\n', whole))


@pytest.mark.django_db
def test_an_archive_says_who_answers_for_it_and_no_other_signature_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = certified_mesa()
    good = signed_copa(tmp_path / "a.json", kept.championship)
    whole, signature = good.read_bytes(), signature_in(good)
    fingerprint = certificate_named("Copa de prueba").fingerprint(SHA256()).hex()

    assert checked(good).signer == ("Copa de prueba", "Copa de prueba", fingerprint)
    assert signed_copa(tmp_path / "b.json", kept.championship).read_bytes() == whole
    call_command("restaurar_archivo", str(good), solo_verificar=True)
    assert "todo corresponde" in (said := capsys.readouterr().out)
    assert "Lo firma «Copa de prueba»" in said

    # Changed, with all digests made right again: the signature is gone with what it was of, or is of something else.
    sealed_again(good, lambda text: text.replace('"name":"', '"name":"X', 1))
    assert checked(good).signer is None
    call_command("restaurar_archivo", str(good), solo_verificar=True)
    assert "todo corresponde" not in (said := capsys.readouterr().out)
    assert "Nadie responde por este archivo: no está firmado." in said
    with_signature(good, signature)
    with pytest.raises(Refused, match="Nadie responde por este archivo: la firma no es de este documento"):
        checked(good)

    # Signed by another certificate than those of the championship.
    other = ChampionshipFactory()
    certified(other, "Copa impostora")
    forged = archive_signing(other, NOW).sign
    assert forged is not None
    good.write_bytes(whole)
    with_signature(good, b64encode(forged(bytes.fromhex(checked(good).digest))).decode())
    with pytest.raises(Refused, match=r"lo firma «Copa impostora», con un certificado .* que no es ninguno"):
        checked(good)

    # One bit of the signature changes nothing that it says, or makes it none.
    digest, whose, seen = checked_digest(whole), {fingerprint}, set[Signer | None]()
    for place in [*range(0, len(b64decode(signature)), 7), -1]:
        broken = bytearray(b64decode(signature))
        broken[place] ^= 1
        with suppress(Refused):
            seen.add(signer_of(bytes(broken), digest, whose))
    assert {signer and signer.fingerprint for signer in seen} <= whose
    with pytest.raises(Refused, match="Nadie responde por este archivo"):
        signer_of(bytes(broken), digest, whose)  # the last of them, in the signature itself
    for none in ("AAAA", "A" * 70_000, "AB=="):
        with_signature(good, none)
        with pytest.raises(Refused, match=r"(?i:nadie responde por este archivo)"):
            checked(good)


@pytest.mark.django_db
def test_what_was_brought_keeps_the_signature_it_came_with(tmp_path: Path) -> None:
    signed: list[bytes] = []

    def make() -> Championship:
        championship = certified_mesa().championship
        signed.append(signed_copa(tmp_path / "signed.json", championship).read_bytes())
        return championship

    archived_elsewhere(tmp_path / "a.json", make)
    done = archive_restore(path=tmp_path / "signed.json", user=None, now=NOW, unfinished=True)

    assert signed_copa(tmp_path / "again.json", done.championship).read_bytes() == signed[0]
    noted = AuditEntry.objects.get(championship=done.championship, action="archivo-importar")
    assert "firmado por «Copa de prueba»" in noted.sentence


def line_changed(path: Path, change: Callable[[str], str]) -> str:
    """What is said of it with that change, all digests made right again."""
    whole = path.read_bytes()
    sealed_again(path, change)
    with pytest.raises(Refused) as refused:
        checked(path)
    path.write_bytes(whole)
    return refused.value.message


@pytest.mark.django_db
def test_rows_leaves_and_checkpoints_of_an_archive_are_compared(tmp_path: Path) -> None:
    kept = sealed_mesa()
    tree_sweep(championship=kept.championship, now=NOW + timedelta(days=1))
    path = tmp_path / "a.json"
    written(path, kept.championship, Included(ink=True))
    parts = json.loads(path.read_bytes())["partes"]
    assert checked(path).rows["hojas"] == len(parts["hojas"]) > 10
    assert [len(parts[name]) for name in ("claves_del_arbol", "puntos")] == [1, 1]

    def entry(kind: str) -> str:
        return next(json.dumps(row["entry"])[1:-1] for row in parts["hojas"] if f'"kind":"{kind}"' in row["entry"])

    def other(kind: str, name: str) -> Callable[[str], str]:
        """One value of a leaf, and the leaf is as good as any."""
        was = entry(kind)
        now = re.sub(rf'(\\"{name}\\":)(\\"[0-9a-f]|[0-9]+)', lambda found: found[1] + _another(found[2]), was, count=1)
        assert now != was
        return lambda text: text.replace(was, now)

    assert "no es la de su hoja" in line_changed(path, other("jugada", "hash"))
    assert "no es la de su hoja" in line_changed(path, other("planilla", "digest"))
    assert "dice otra cosa que lo que se escribió" in line_changed(path, other("signature", "said"))
    assert "dice otra cosa que lo que se escribió" in line_changed(path, other("event", "said"))
    assert "no continúa la cadena del registro" in line_changed(path, other("audit", "said"))
    assert "no es la de su hoja" in line_changed(path, other("draw", "digest"))
    assert "su entrada del registro no está o es otra" in line_changed(
        path, lambda text: re.sub(r'("registro":\[\n\{"action":")[^"]+', r"\1otra", text)
    )
    note = json.dumps(parts["puntos"][0]["note"], ensure_ascii=False)[1:-1]
    assert "no está firmado" in line_changed(path, lambda text: text.replace(note, note.replace("\\n", "\\n1", 1)))
    last = json.dumps(parts["hojas"][-1], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    audit = next(each["entry"] for each in reversed(parts["hojas"]) if '"kind":"audit"' in each["entry"])
    said = re.search(r'said":"([0-9a-f]{64})', audit)
    assert said
    assert "no es de estas hojas" in line_changed(path, lambda text: text.replace(said[1], said[1][::-1]))
    assert "y hay" in line_changed(path, lambda text: text.replace(f",\n{last}", ""))


def _another(value: str) -> str:
    return value[:-1] + ("1" if value[-1] != "1" else "2")


@pytest.mark.django_db
def test_the_tree_comes_along(tmp_path: Path) -> None:
    def make() -> Championship:
        kept = sealed_mesa()
        tree_sweep(championship=kept.championship, now=NOW + timedelta(days=1))
        return kept.championship

    path = archived_elsewhere(tmp_path / "a.json", make)
    done = archive_restore(path=path, user=None, now=NOW, unfinished=True)
    written(tmp_path / "again.json", done.championship)

    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    assert done.championship.archive.lines.filter(part="puntos").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("told", ["\0", "\ud800", "A" * 3_000_000], ids=["nought", "half a pair", "long"])
@pytest.mark.parametrize("name", ["version", "instalacion"])
def test_a_head_in_any_letters_is_refused_in_a_few_words_that_every_database_keeps(
    tmp_path: Path, name: str, told: str
) -> None:
    path = signed_copa(tmp_path / "copa.json", certified_mesa().championship)
    head, _, rest = path.read_bytes().partition(b"\n")
    values = json.loads(head.removesuffix(b',"partes":{') + b"}") | {name: told}
    text = json.dumps(values, ensure_ascii=len(told) == 1, sort_keys=True, separators=(",", ":"))
    path.write_bytes(text.removesuffix("}").encode() + b',"partes":{\n' + rest)
    director = director_of(ChampionshipFactory())
    arrival = archive_arrival_create(
        name="a.json", chunks=[path.read_bytes()], only_verify=True, unfinished=False, user=director, now=NOW
    )

    archive_arrive(arrival.pk)

    arrival.refresh_from_db()
    assert (arrival.status, arrival.told[:8]) == ("failed", "Línea 1:")
    assert len(arrival.told) < 700
    assert arrival.told.isprintable()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "leaf"),
    [
        *((data, {}) for data in ({}, {"huella": 1, "compromisos": [1]}, {"huella": [], "compromisos": 5}, {"compromisos": [{}]})),
        *(({}, leaf) for leaf in ({"action": []}, {"sha256": {}}, {"user": [[]]})),
    ],
    ids=str,
)  # fmt: skip
def test_a_draw_or_a_leaf_in_whatever_form_is_refused(
    tmp_path: Path, data: dict[str, object], leaf: dict[str, object]
) -> None:
    championship = at_the_tables()
    tree_sweep(championship=championship, now=NOW + timedelta(days=9))
    written(path := tmp_path / "a.json", championship)

    def change(text: str) -> str:
        told = json.loads(text)
        told["partes"]["sorteos"][0]["data"] = told["partes"]["sorteos"][0]["data"] if leaf else data
        entry = next(each for each in told["partes"]["hojas"] if '"kind":"audit"' in each["entry"])
        entry["entry"] = canonical(json.loads(entry["entry"]) | leaf).decode()
        return json.dumps(told)

    with pytest.raises(Refused):
        checked(sealed_again(path, change))
