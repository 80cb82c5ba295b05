"""`tools/verificador.py` finds what was changed in an archive, by itself and from checkpoints that people kept; it knows nothing of this program."""

import ast
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from importlib.util import module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
from typing import Any
from unicodedata import normalize
from uuid import uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import call_command
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from pytest_django import Settings

from brackets.draw.formats import Series
from brackets.draw.qualification import Everybody
from brackets.models import AuditEntry, Championship, DrawEvent, NameEvent, ShareEvent, StageEvent, User
from brackets.selectors.events import KEPT
from brackets.services.audit import audit_record
from brackets.services.championships import championship_close
from brackets.services.planning import StagePlan
from kernel.merkle import leaf_hash
from referee.models import Checkpoint, Confirmation, LeafSource, Mesa, Planilla, Signature, TreeLeaf
from referee.rules import canonical, moment
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.selectors.tree.check import tree_check
from referee.selectors.tree.entries import (
    CODES,
    audit_entry,
    confirmed_entry,
    draw_entry,
    event_entry,
    hour_of,
    incarnation_entry,
    jugada_entry,
    name_entry,
    planilla_entry,
    share_entry,
    signature_entry,
)
from referee.selectors.tree.heads import head_sentence, tree_head
from referee.services.archives.asking import archive_job_create
from referee.services.incarnations import incarnation_begin
from referee.services.tree import tree_sweep
from referee.tasks.archives import archive_make
from tests.attacks.rewrites import kept_of
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.archives import at_the_tables, typed_from_paper, written
from tests.factories.brackets import NOW, director_of
from tests.factories.devices import key_keeper
from tests.factories.insider import triggers_lifted
from tests.factories.referee import SORTEO, ZAPATERIA, kept_mesa, sealed_mesa

TOOL = Path(__file__).resolve().parents[2] / "tools" / "verificador.py"
LONGEST_OF_CODE = 200
Change = Callable[[dict[str, list[dict[str, Any]]]], object]


def tool() -> Any:
    spec = spec_from_file_location("verificador", TOOL)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*arguments: object) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", str(TOOL), *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return done.returncode, done.stdout


def test_it_is_one_short_file_of_the_standard_library_and_cryptography() -> None:
    text = TOOL.read_text()
    program = ast.parse(text)
    names = {
        (node.module if isinstance(node, ast.ImportFrom) else node.names[0].name or "").split(".")[0]
        for node in ast.walk(program)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    tables = [node for node in program.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)]
    of_tables = {line for node in tables for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    lines = dict(enumerate(text.splitlines(), start=1))

    assert len(lines) < 300
    assert [
        number for number in lines.keys() - of_tables if len(lines[number].split("  # ")[0]) > LONGEST_OF_CODE
    ] == []
    assert names - sys.stdlib_module_names == {"cryptography"}


@pytest.mark.django_db
def test_an_archive_is_signed_to_its_last_row_however_soon_it_is_taken_away(tmp_path: Path, settings: Settings) -> None:
    kept, settings.ARCHIVES_ROOT = sealed_mesa(), tmp_path / "archives"
    swept, late, prepared = tmp_path / "a.json", tmp_path / "b.json", tmp_path / "c.json"

    written(late, kept.championship)
    assert ", y 0 filas sin hoja todavía" not in run(late)[1]

    call_command("archivar", kept.championship.slug, "-o", str(swept), stdout=StringIO())
    assert ", y 0 filas sin hoja todavía" in run(swept)[1]

    by = {"user": director_of(kept.championship), "now": NOW}
    job = archive_job_create(championship=kept.championship, included=Included(), **by)  # which the audit tells
    archive_make(job.pk)
    prepared.write_bytes(gzip.decompress((settings.ARCHIVES_ROOT / f"{job.public_id}.json.gz").read_bytes()))
    assert ", y 0 filas sin hoja todavía" in run(prepared)[1]


@pytest.mark.django_db
def test_what_was_changed_is_named_and_a_checkpoint_that_was_kept_finds_what_was_signed_anew(tmp_path: Path) -> None:
    kept = sealed_mesa()
    tree_sweep(championship=kept.championship, now=NOW + timedelta(days=1))
    path, note = tmp_path / "a.json", tmp_path / "punto.txt"
    written(path, kept.championship, Included(ink=True))
    signed = Checkpoint.objects.get(championship=kept.championship)
    note.write_text(signed.note)
    short = f"{signed.size}:{signed.root[:16]}"

    assert run(path, note, short) == (
        0,
        f"Hallazgos: 0. Hojas: {TreeLeaf.objects.count()}, y 0 filas sin hoja todavía. Puntos de control: 1 del archivo, 2 guardados en otra parte. Cofirmas: 0. Quién ganó y las tablas no los compara este programa: lo hace «manage.py restaurar_archivo --solo-verificar».\n",
    )
    place = {"championship": kept.championship, "head": tree_head(kept.championship)}
    on_page = " ".join(strip_tags(render_to_string("referee/parts/log_head.html", place)).split())
    on_paper = head_sentence(kept.championship)
    for each in (
        on_page,
        on_paper,
        on_paper.upper(),
        normalize("NFD", on_paper),
        f"Antes: {on_page}",
        f"{short}, ayer",
        f"Copa 2026, 21:14 · {on_paper}.",
        f"{'Copa ' * 99}2026, 21:14 · {on_paper}.",
    ):
        in_english = each.replace("Punto de control", "Checkpoint").replace("tamaño", "size").replace("raíz", "root")
        assert run(path, each) == run(path, in_english) == run(path, short), each

    club = kept_of(signed.note, Ed25519PrivateKey.generate(), 1)
    note.write_text(club.cosigned)
    assert "1 guardados en otra parte. Cofirmas: 1." in run(path, note, club.club)[1]
    note.write_text(club.cosigned.replace("incarnation ", "incarnation f")[:-90] + "\n")
    assert run(path, note, club.club)[0] != 0
    note.write_text(signed.note)
    code, said = run(path, f"{signed.size}:{'0' * 16}", "--en")
    assert code == 1
    assert f"something of its {signed.size} entries was changed (root 0000000000000000)" in said
    missing = run(tmp_path / "none.json", short)
    assert (missing[0], "o tamaño y raíz" in missing[1]) == (2, False)
    assert "o tamaño y raíz como 1234:" in run(path, "1234")[1]
    note.write_bytes(b"\xff" * 9999)
    code, said = run(path, note)
    assert (code, "UnicodeDecodeError: 'utf-8'" in said, "o tamaño y raíz como 1234:" in said) == (2, True, True)
    assert len(said) < 300
    note.write_text(f"{signed.note}— {club.club.split('+')[0]} ñ\n")
    assert f"punto de control {note}: una firma no es de este texto" in run(path, note, club.club)[1]
    torn = tmp_path / "torn.json.gz"
    whole = gzip.compress(path.read_bytes())
    for packed in (whole[:-99], whole[:99] + b"\xff" * 99, whole + b"more"):
        torn.write_bytes(packed)
        assert run(torn)[0] == 2

    named = tmp_path / f"punto {signed.size} {signed.root[:16]}.txt"
    named.write_text(signed.note)
    assert run(path, named)[0] == 0
    named.write_text(signed.note[:-9] + "AAAAAAA=\n")
    assert f"punto de control {named}: una firma no es de este texto" in run(path, named)[1]

    module = tool()

    def found(change: Change, *others: str) -> list[str]:
        archive = module.Archive(path)
        change(archive.parts)
        return [what for what, *_ in archive.check([("papel", each) for each in others])]

    assert found(lambda parts: None, signed.note, short) == []
    for part, name, value in (
        ("jugadas", "notation", "caida B1"),
        ("jugadas", "received_at", "2020-01-01T00:00:00.000000+00:00"),
        ("firmas", "name", "Otra Persona"),
        ("firmas", "outcome", "protesta"),
        ("planillas", "digest", "0" * 64),
        ("hechos", "data", {"after": {"winner": 99}}),
        ("hechos", "at", "2020-01-01T00:00:00.000000+00:00"),
        ("registro", "action", "otra-cosa"),
        ("hojas", "entry", json.dumps({"kind": "incarnation", "incarnation": "0"})),
        ("mesas", "seats", ["B1", "A1", "B2", "A2"]),
    ):
        assert found(lambda parts, part=part, name=name, value=value: parts[part][0].update({name: value})), part
    for part in ("jugadas", "firmas", "hechos", "hojas", "sorteos"):
        assert found(lambda parts, part=part: parts[part].pop(0)), part

    def rewritten(parts: dict[str, list[dict[str, Any]]]) -> None:
        """The last leaf and its row are gone, and so is every note."""
        parts["hojas"].pop()
        parts["puntos"].clear()

    assert found(rewritten) == []
    assert found(rewritten, short) == ["fewer"]
    assert found(rewritten, signed.note) == ["fewer"]


@pytest.mark.django_db
def test_a_log_that_was_chained_anew_lacks_the_signatures_of_its_tablet(tmp_path: Path) -> None:
    kept = key_keeper(SORTEO, "caida A")
    tree_sweep(championship=kept.championship, now=NOW + timedelta(days=1))
    written(path := tmp_path / "a.json", kept.championship)
    module = tool()
    archive = module.Archive(path)
    assert archive.check() == []
    assert all(row["signed"] for row in archive.parts["jugadas"])

    archive = module.Archive(path)
    last = archive.parts["jugadas"][-1]
    last["notation"] = "caida B"
    row = {name: each for name, each in last.items() if name not in ("hash", "prev_hash")}
    row["mesa"] = archive.mesas[last["mesa"]]
    last["hash"] = archive.parts["mesas"][0]["head_hash"] = module.digest(
        last["prev_hash"].encode(), module.canonical(row)
    )
    assert [what for what, *_ in archive.check()] == ["tablet", "leaf"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "known", [3, True, 0, "", [], {}, *({"size": size} for size in (True, -1, 2**53, "x", None, 1.0))]
)
def test_an_entry_of_a_copy_that_does_not_say_what_was_known_is_named(tmp_path: Path, known: object) -> None:
    kept, path = sealed_mesa(), tmp_path / "a.json"
    tree_sweep(championship=kept.championship, now=NOW + timedelta(days=1))
    incarnation_begin(known=[], new_keys=False, now=NOW + timedelta(days=2))
    leaf = TreeLeaf.objects.get(kind="incarnation")
    entry = canonical(json.loads(leaf.entry) | {"known": known}).decode()
    with triggers_lifted():
        TreeLeaf.objects.filter(pk=leaf.pk).update(entry=entry, hash=leaf_hash(entry.encode()).hex())
    written(path, kept.championship)

    code, said = run(path)

    assert (code, f"hoja {leaf.index}: «incarnation " in said, "de una copia restaurada" in said) == (1, True, False)


@pytest.mark.django_db
@pytest.mark.parametrize("make", [at_the_tables, typed_from_paper])
def test_nothing_is_found_where_nothing_was_changed(tmp_path: Path, make: Callable[[], Championship]) -> None:
    """Rulings, corrections, quarantine, a W.O., papers that were typed: whatever is left out of the archive."""
    championship = make()
    tree_sweep(championship=championship, now=NOW + timedelta(days=9))
    for included in (Included(), Included(personal=True, ink=True)):
        written(path := tmp_path / "a.json", championship, included)

        assert archive_check(Reader(path, NAMES)).rows["hojas"] > 10
        assert tool().Archive(path).check() == []


@pytest.mark.django_db
def test_a_planilla_that_was_sealed_hours_before_the_tablet_had_a_network_is_no_fault(tmp_path: Path) -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla, signed = kept.freeze(), kept.tick()
    kept.now += timedelta(hours=5)
    tree_sweep(championship=kept.championship, now=kept.now)

    kept.sign(planilla, "A", at=signed)
    kept.sign(planilla, "juez", at=signed)
    written(unswept := tmp_path / "unswept.json", kept.championship, Included(ink=True))
    assert archive_check(Reader(unswept, NAMES)).rows["planillas"] == 1
    assert tool().Archive(unswept).check() == []
    tree_sweep(championship=kept.championship, now=kept.tick(), at_once=True)

    planilla.refresh_from_db()
    assert planilla.sealed_at == signed
    assert tree_check(kept.championship).problems == []
    written(path := tmp_path / "a.json", kept.championship, Included(ink=True))
    assert tool().Archive(path).check() == []


def found_by_all(path: Path, championship: Championship) -> tuple[str, list[str], list[str]]:
    """What each of the three that look at the hours says: the check of the archive, the tool, and the one of the database."""
    written(path, championship, Included(ink=True))
    try:
        archive_check(Reader(path, NAMES))
        refused = ""
    except Refused as error:
        refused = str(error)
    return refused, [what for what, *_ in tool().Archive(path).check()], tree_check(championship).problems


@pytest.mark.django_db
@pytest.mark.parametrize("ahead", [1, 3, 9])
def test_nobody_is_accused_after_a_clock_that_was_ahead_was_set_right(tmp_path: Path, ahead: int) -> None:
    kept = kept_mesa(SORTEO)
    for minutes in (60 * ahead, 0, 1, 60 * ahead, 2):
        now = NOW + timedelta(minutes=minutes)
        audit_record(championship=kept.championship, user=None, now=now, action="w-o", sentence="No vino.")
        tree_sweep(championship=kept.championship, now=now, at_once=True)

    assert found_by_all(tmp_path / "a.json", kept.championship) == ("", [], [])


@pytest.mark.django_db
@pytest.mark.parametrize("swept", [True, False])
@pytest.mark.parametrize("what", ["audit", "draw", "event"])
def test_what_is_put_in_with_an_hour_long_before_a_checkpoint_is_found_by_all(
    tmp_path: Path, what: str, *, swept: bool
) -> None:
    championship, last = at_the_tables(), NOW + timedelta(days=9)
    tree_sweep(championship=championship, now=last)
    past = last - timedelta(hours=3)
    if what == "audit":
        audit_record(championship=championship, user=None, now=past, action="w-o", sentence="No vino.")
    elif what == "draw":
        DrawEvent.objects.create(
            championship=championship, stage=9, number=0, kind="removed", at=past, by=director_of(championship)
        )
    else:
        StageEvent.objects.create(championship=championship, stage=0, seq=1, kind="override", action="w-o", at=past)
    if swept:
        tree_sweep(championship=championship, now=last + timedelta(minutes=2), at_once=True)

    refused, tool_says, problems = found_by_all(tmp_path / "a.json", championship)

    assert ("anterior al punto de control que ya" if swept else "no tiene hoja") in refused
    assert ("late" if swept else "leafless") in tool_says
    assert any(("ya estaba firmado" if swept else "apareció después") in each for each in problems)


def test_it_takes_the_same_hour_of_each_kind_of_leaf_as_the_program() -> None:
    hours = (NOW + timedelta(hours=number) for number in range(99))
    version = Planilla(mesa=Mesa(), version=1, sealed_at=next(hours))
    entries = (
        jugada_entry(uuid4(), 1, ""),
        draw_entry(DrawEvent(at=next(hours), by=User())),
        name_entry(NameEvent(at=next(hours))),
        share_entry(ShareEvent(at=next(hours))),
        signature_entry(Signature(planilla=version, signed_at=next(hours), received_at=next(hours)), ""),
        signature_entry(Signature(planilla=version, signed_at=next(hours)), ""),
        planilla_entry(version),
        confirmed_entry(Confirmation(planilla=version, at=next(hours))),
        event_entry(StageEvent(at=next(hours)), ""),
        audit_entry(AuditEntry(at=next(hours)), 1, "", ""),
        incarnation_entry({"incarnation": "", "at": moment(next(hours))}),
    )
    verifier = tool()

    found = [(entry.kind, hour_of(entry.values)) for entry in entries]

    assert {entry.kind for entry in entries} == {*TreeLeaf.Kind.values} == {*verifier.NAMES}
    assert found == [(entry.kind, verifier.hour_of(entry.values, None)) for entry in entries]
    assert [kind for kind, hour in found if hour is None] == ["jugada", "signature", "planilla"]


def test_it_reads_in_the_clear_what_tables_follow_from_as_the_program_writes_it() -> None:
    """Nothing of it hangs on a salt, which may be gone."""
    late = {"number": 9, "place": 2, "fixture": 7}

    entry = event_entry(StageEvent(at=NOW, kind="late-entry", data={"late": late, "reason": "Llegó tarde"}), "")

    assert entry.values["result"] == {"late": late}
    assert told("override", KEPT, {"numbers": [2]}) == {"numbers": [2]}
    assert told("override", "llevar-a-cabo", {"reason": "Así se acordó"}) == {"numbers": None}
    decided = told("result", "resultado-retirar", {"before": {"sides": [3, 4]}, "after": {"how": ""}, "gone": [4]})
    assert decided is not None
    assert (decided["how"], decided["sides"], decided["gone"]) == ("", [3, 4], [4])
    assert tool().RESULT == CODES


def told(kind: str, action: str, data: dict[str, Any]) -> dict[str, Any] | None:
    """What the leaf of such an event has in the clear."""
    values = event_entry(StageEvent(at=NOW, kind=kind, action=action, data=data), "").values
    result: dict[str, Any] | None = values["result"]
    return result


@pytest.mark.django_db
def test_a_commitment_that_is_exchanged_once_the_dice_are_known_is_found(tmp_path: Path) -> None:
    championship = at_the_tables()
    tree_sweep(championship=championship, now=NOW + timedelta(days=9))
    written(path := tmp_path / "a.json", championship, Included(ink=True))
    stage = championship.stages.get()
    module, text = tool(), path.read_text()

    def found(digest: str) -> list[str]:
        """Another digest in its place in all rows, and the leaves stay."""
        archive = module.Archive(path)
        leaves = archive.parts["hojas"]
        archive.parts = json.loads(text.replace(digest, "0" * 64))["partes"] | {"hojas": leaves}
        return [what for what, *_ in archive.check()]

    assert found("nothing") == []
    assert found(stage.commitments[0]["sha256"]) == ["leaf", "leaf", "leafless"]
    assert found(stage.drawn_digest) == ["leaf", "leaf", "leaf", "leafless"]
    assert tree_check(championship).problems == []
    stage.commitments[0]["sha256"] = "0" * 64
    with triggers_lifted():
        stage.save()
    assert any("de un compromiso, que ya no consta" in each for each in tree_check(championship).problems)


@pytest.mark.django_db
@pytest.mark.parametrize("column", ["zapaterias", "caidas", "by_zapateria"])
def test_what_tables_follow_from_does_not_hang_on_a_salt_that_may_be_gone(tmp_path: Path, column: str) -> None:
    """After the end of a championship personal data may be erased, and salts with them."""
    night = Night.published(3, StagePlan(name="Liga", format=Series(size=0), entry=(Everybody(),), criteria=TABLE))
    night.play(1)
    closed = championship_close(championship=night.championship, user=night.director, now=NOW)
    tree_sweep(championship=closed, now=NOW + timedelta(minutes=5))
    event = StageEvent.objects.filter(championship=closed, kind="result").latest("seq")
    assert found_by_all(tmp_path / "a.json", closed) == ("", [], [])

    event.data["after"][column] = {"zapaterias": ["A"], "caidas": [9, 0], "by_zapateria": True}[column]
    with triggers_lifted():
        StageEvent.objects.filter(pk=event.pk).update(data=event.data)
        LeafSource.objects.filter(leaf__of=f"event/{event.stage}/{event.seq}").update(salt="")

    assert all(found_by_all(tmp_path / "a.json", closed))
