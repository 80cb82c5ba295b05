"""The tree of a championship (`docs/transparencia.md`) in its archive: its keys, its checkpoints and its leaves, compared with the rows.

These parts come last, and are no tables of their own: where an archive is brought, its lines are kept as they are.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from brackets.models import Championship, DrawEvent, ShareEvent, Stage, StageEvent
from brackets.selectors.audit import CLOSED
from brackets.selectors.wording import counted
from kernel.checkpoint import KeyKind, Note, NoteRefused, VerifierKey, verify
from kernel.merkle import Frontier, leaf_hash
from referee.models import (
    Checkpoint,
    CheckpointStamp,
    Confirmation,
    Cosignature,
    Cosigner,
    Planilla,
    Signature,
    TreeKey,
    TreeLeaf,
)
from referee.rules import canonical, moment
from referee.selectors.archive.document import Line, refused
from referee.selectors.archive.hiding import OWN_ACTIONS
from referee.selectors.archive.parts import CHECKPOINTS, COSIGNERS, KEYS, LEAVES, STAMPS
from referee.selectors.archive.refusal import Refused
from referee.selectors.tree.acts import NO_LEAF, Acts
from referee.selectors.tree.entries import (
    DRAWN,
    Entry,
    audit_of,
    confirmed_entry,
    draw_entry,
    event_entry,
    hours_shown,
    is_long_before,
    jugada_of,
    planilla_entry,
    said,
    share_entry,
    signature_entry,
    signature_said,
)
from referee.selectors.tree.stamped import stamp_hour_of

AT_ONCE: Final = 2000
Kind = TreeLeaf.Kind
CHECKED: Final = (
    Kind.DRAW,
    Kind.SHARE,
    Kind.JUGADA,
    Kind.SIGNATURE,
    Kind.PLANILLA,
    Kind.CONFIRMED,
    Kind.EVENT,
    Kind.NAME,
)
"""What is compared with its row value by value, and where there is a salt also with what people wrote in it."""


def bound_rows(championship: Championship, part: str, *, ink: bool) -> Iterator[dict[str, Any]]:
    """The rows of one of these parts. A salt is given only where what it is of is in the document: of a signature, with its ink."""
    if part == KEYS:
        for vkey, at in TreeKey.objects.filter(championship=championship).order_by("pk").values_list("vkey", "made_at"):
            yield {"made_at": moment(at), "vkey": vkey}
    elif part == COSIGNERS:
        for vkey, at in (
            Cosigner.objects.filter(championship=championship).order_by("pk").values_list("vkey", "added_at")
        ):
            yield {"added_at": moment(at), "vkey": vkey}
    elif part == CHECKPOINTS:
        yield from _checkpoints(championship)
    elif part == STAMPS:
        stamps = CheckpointStamp.objects.filter(checkpoint__championship=championship).order_by("checkpoint__size")
        for size, token, at in stamps.values_list("checkpoint__size", "token", "said_at"):
            yield {"said_at": moment(at), "size": size, "token": token}
    else:
        yield from _leaves(championship, {Kind.EVENT, *([Kind.SIGNATURE] if ink else [])})


def _checkpoints(championship: Championship) -> Iterator[dict[str, Any]]:
    """Each as its note, with the lines of its cosigners."""
    lines: dict[int, str] = {}
    cosigned = Cosignature.objects.filter(checkpoint__championship=championship).order_by("cosigner")
    for of, line in cosigned.values_list("checkpoint", "line").iterator(chunk_size=AT_ONCE):
        lines[of] = lines.get(of, "") + line
    signed = Checkpoint.objects.filter(championship=championship).order_by("size")
    for of, note, at in signed.values_list("pk", "note", "at").iterator(chunk_size=AT_ONCE):
        yield {"at": moment(at), "note": note + lines.get(of, "")}


def _leaves(championship: Championship, salted: Collection[str]) -> Iterator[dict[str, Any]]:
    leaves = TreeLeaf.objects.filter(championship=championship).order_by("index")
    for kind, entry, salt in leaves.values_list("kind", "entry", "source__salt").iterator(chunk_size=AT_ONCE):
        yield {"entry": entry, "salt": (salt or "") if kind in salted else ""}


@dataclass
class Bound:
    """What the leaves of a document must say, gathered from its rows, and then how far its tree has come."""

    expected: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    written: dict[str, object] = field(default_factory=dict)
    """What people wrote, by the name of the leaf that binds it with a salt."""
    logs: dict[str, list[str]] = field(default_factory=dict)
    """The hashes of the jugadas of each mesa, in order."""
    audit: Counter[tuple[str, ...]] = field(default_factory=Counter)
    """Action, hour, account and, of a draw, digest of each entry that has no leaf yet."""
    drawn: set[str] = field(default_factory=set)
    """The digests of all that was promised or made of draws, as their stages and their rows have it."""
    told: set[str] = field(default_factory=set)
    """The same as the audit has it."""
    committed: set[tuple[str, str]] = field(default_factory=set)
    """The digests and hours of commitments, as their stages and their rows have them."""
    told_at: set[tuple[str, str]] = field(default_factory=set)
    """The same as the audit has it."""
    closed: bool = False
    """Whether the audit has the close."""
    keys: list[VerifierKey] = field(default_factory=list)
    cosigners: list[VerifierKey] = field(default_factory=list)
    bodies: dict[int, str] = field(default_factory=dict)
    """What was signed of each checkpoint, by its size."""
    heads: dict[int, tuple[bytes, Line]] = field(default_factory=dict)
    frontier: Frontier = field(default_factory=Frontier)
    reached: dict[str, int] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    audited: str = ""
    signed: int = 0
    """The size of the last checkpoint that the leaves have come to."""
    acts: Acts = field(default_factory=Acts)
    hours: dict[int, datetime] = field(default_factory=dict)
    """When each checkpoint was signed, by its size."""
    shown: datetime | None = None
    """No leaf that comes now is of a row from long before it."""

    @cached_property
    def hours_shown(self) -> dict[int, datetime]:
        """Once all checkpoints are there."""
        return hours_shown(self.hours)

    def add(self, entry: Entry, written: object = None) -> None:
        self.expected[entry.of] = {name: each for name, each in entry.values.items() if name != "said"}
        if written is not None:
            self.written[entry.of] = written

    def event(self, event: StageEvent) -> None:
        """A row of `hechos`, with who did it at hand."""
        self.add(event_entry(event, ""), event.data)

    def audited_row(self, row: Any, user: str | None) -> None:
        """A row of `registro`, and the account that did it."""
        digest = row.data.get("sha256") if row.action in DRAWN else None
        self.told.add(str(digest))
        self.told_at.add((str(digest), row.at))
        self.audit[tuple(map(str, (row.action, row.at, user, digest)))] += 1
        self.closed |= row.action == CLOSED

    def stage(self, stage: Stage) -> None:
        """A row of `etapas`."""
        self.commitments(stage.commitments)

    def commitments(self, commitments: Iterable[Mapping[str, Any]]) -> None:
        """Those of a stage, or that one which was removed left."""
        for each in commitments:
            self.drawn.add(str(each["sha256"]))
            self.committed.add((str(each["sha256"]), moment(datetime.fromisoformat(each["at"]))))

    def draw(self, draw: DrawEvent) -> None:
        """A row of `sorteos`, with who did it at hand."""
        self.add(draw_entry(draw))
        if draw.kind == DrawEvent.Kind.MADE:
            self.drawn.add(str(draw.data["huella"]))
        self.commitments(draw.data.get("compromisos", ()))

    def share(self, share: ShareEvent) -> None:
        """A row of `aportes`, with who closed the promises at hand."""
        self.add(share_entry(share))

    def confirmation(self, confirmation: Confirmation) -> None:
        """A row of `confirmaciones`, with its version and mesa at hand."""
        self.add(confirmed_entry(confirmation))

    def planilla(self, planilla: Planilla, signatures: list[Signature]) -> None:
        """A version with its mesa at hand, and its signatures each with the account at hand."""
        if planilla.status == Planilla.Status.SEALED:
            self.add(planilla_entry(planilla))
        for signature in signatures:
            self.add(signature_entry(signature, ""), signature_said(signature))

    def take(self, line: Line, row: Any) -> None:
        """A row of one of these parts; raises Refused where it is not what the rows, or the others of the tree, say."""
        if line.part == KEYS:
            self.keys.append(_key_of(line, row.vkey, KeyKind.NOTE))
        elif line.part == COSIGNERS:
            self.cosigners.append(_key_of(line, row.vkey, KeyKind.COSIGNATURE))
        elif line.part == STAMPS:
            hour = stamp_hour_of(row.token, self.bodies.get(row.size, ""))
            if hour is None or moment(hour) != row.said_at:
                raise refused("el sello de tiempo no es de ese punto de control", line)
        elif line.part == CHECKPOINTS:
            self._checkpoint(line, row.note, row.at)
        else:
            self._leaf(line, row)

    def end(self) -> None:
        """Raises Refused where a checkpoint is of more leaves than there are, a row long before the last one has no leaf, or a draw no entry."""
        for size, (_, line) in self.heads.items():
            if size > self.frontier.size:
                raise refused(
                    f"el punto de control es de {counted(size, 'entrada', 'entradas')}, y hay {self.frontier.size}",
                    line,
                )
        if put_in := sorted(self.drawn.difference(self.told)):
            raise Refused(
                f"de un sorteo o de un compromiso ({put_in[0][:16]}) no consta quién lo hizo", part="registro"
            )
        if otherwise := sorted(self.committed - self.told_at):
            raise Refused(f"un compromiso ({otherwise[0][0][:16]}) lleva otra hora que en el registro", part="registro")
        without = {of: values for of, values in self.expected.items() if of not in self.seen}
        without |= {f"{entry[0]} ({entry[1]})": {"at": entry[1]} for entry, left in self.audit.items() if left > 0}
        for of, values in without.items():
            if self.hours and is_long_before(values, self.hours[max(self.hours)]):
                raise Refused(f"{of} no tiene hoja, y es de antes del último punto de control", part=LEAVES)
        self._acts_check()

    def _acts_check(self) -> None:
        """Check that each event is of an act of the audit; first those with a leaf went by, now the others."""
        signed = max(self.heads, default=0)  # counts of events; of entries only in a tree of this database
        for (_, at, user, _), left in self.audit.items():
            if left > 0:
                self.acts.take({"at": at, "user": None if user == "None" else user}, Kind.AUDIT, NO_LEAF, signed)
        for of, values in self.expected.items():
            if of.startswith(f"{Kind.EVENT}/") and of not in self.seen:
                self.acts.take(values, Kind.EVENT, NO_LEAF, signed)
        for problem in self.acts.problems():
            raise Refused(problem, part="hechos")

    def _checkpoint(self, line: Line, note: str, at: str) -> None:
        for key in self.keys:
            try:
                checkpoint = verify(note.encode(), key, self.cosigners).checkpoint
            except NoteRefused:
                continue
            if checkpoint.size in self.heads:
                raise refused("hay dos puntos de control del mismo tamaño", line)
            self.heads[checkpoint.size] = checkpoint.root, line
            self.hours[checkpoint.size] = datetime.fromisoformat(at)
            self.bodies[checkpoint.size] = Note.parse(note.encode()).text
            return
        raise refused("el punto de control no está firmado con ninguna de las claves del registro", line)

    def _leaf(self, line: Line, row: Any) -> None:
        values = _values_of(row.entry)
        of = _name_of(values)
        if of is None or of in self.seen:
            raise refused("la hoja se repite, o no dice de qué es", line)
        self.seen.add(of)
        if problem := self._problem(of, values, row.salt):
            raise refused(f"{of} {problem}", line)
        self.shown = self.hours_shown.get(self.frontier.size, self.shown)
        if self.shown and is_long_before(values, self.shown):
            raise refused(f"{of} lleva una hora anterior al punto de control que ya estaba firmado", line)
        if self.frontier.size in self.heads:
            self.signed = self.frontier.size
        if values["kind"] in (Kind.EVENT, Kind.AUDIT):
            self.acts.take(values, values["kind"], self.frontier.size, self.signed)
        digest = leaf_hash(row.entry.encode())
        if values["kind"] == Kind.AUDIT:
            self.audited = digest.hex()
        self.frontier.append(digest)
        size = self.frontier.size
        if size in self.heads and self.heads[size][0] != self.frontier.root():
            raise refused(
                f"el punto de control de {counted(size, 'entrada', 'entradas')} no es de estas hojas",
                self.heads[size][1],
            )

    def _problem(self, of: str, values: Mapping[str, Any], salt: str) -> str:
        """What is wrong with a leaf; empty where nothing is."""
        kind = values["kind"]
        if kind == Kind.JUGADA:
            return self._jugada_problem(values)
        if kind == Kind.AUDIT:
            return self._audit_problem(values)
        if kind not in CHECKED:
            return ""
        if of not in self.expected:
            return "tiene hoja, y su fila no está"
        if {name: each for name, each in values.items() if name not in ("kind", "said")} != self.expected[of]:
            return "no es la de su hoja"
        if salt and of in self.written and said(salt, self.written[of]) != values.get("said"):
            return "dice otra cosa que lo que se escribió"
        return ""

    def _audit_problem(self, values: Mapping[str, Any]) -> str:
        """What was done with archives is in no document (`OWN_ACTIONS`)."""
        number = self.reached[Kind.AUDIT] = self.reached.get(Kind.AUDIT, 0) + 1
        if (values["number"], values.get("before")) != (number, self.audited):
            return "no continúa la cadena del registro"
        entry = tuple(str(values.get(name)) for name in ("action", "at", "user", "sha256"))
        if entry[0] in DRAWN and entry[3] not in self.drawn:
            return "es de un sorteo, o de un compromiso, que ya no consta"
        self.audit[entry] -= 1
        there = self.audit[entry] >= 0 or entry[0].startswith(OWN_ACTIONS)
        return "" if there else "tiene hoja, y su entrada del registro no está o es otra"

    def _jugada_problem(self, values: Mapping[str, Any]) -> str:
        mesa, seq = values["mesa"], values["seq"]
        log = self.logs.get(mesa, [])
        if seq != self.reached.get(mesa, 0) + 1:
            return "no sigue a la anterior de su mesa"
        self.reached[mesa] = seq
        if seq > len(log):
            return "tiene hoja, y su fila no está"
        return "" if log[seq - 1] == values.get("hash") else "no es la de su hoja"


def _key_of(line: Line, vkey: str, kind: KeyKind) -> VerifierKey:
    """The key in a row; raises Refused where it is none of this kind."""
    try:
        key = VerifierKey.parse(vkey)
    except NoteRefused as error:
        raise refused(error.message.rstrip("."), line) from error
    if key.kind is not kind:
        raise refused("la clave firma otra cosa", line)
    return key


def _values_of(entry: str) -> dict[str, Any]:
    """Nothing where it is not canonical JSON of an object with a kind."""
    try:
        values = json.loads(entry)
        good = isinstance(values, dict) and "kind" in values and canonical(values).decode() == entry
    except (ValueError, RecursionError):
        return {}
    return values if good else {}


NAMES_OF: Final[Mapping[str, tuple[str, ...]]] = {
    Kind.NAME: ("pareja", "position", "number"),
    Kind.SHARE: ("share",),
    Kind.SIGNATURE: ("signature",),
    Kind.PLANILLA: ("mesa", "version"),
    Kind.CONFIRMED: ("confirmation",),
    Kind.EVENT: ("stage", "seq"),
    Kind.DRAW: ("stage", "draw", "event", "at"),
    Kind.INCARNATION: ("incarnation",),
}


def _name_of(values: Mapping[str, Any]) -> str | None:
    """By what a leaf is known; None where it says too little, or something of another type."""
    kind = values.get("kind")
    if kind == Kind.JUGADA and isinstance(values.get("seq"), int):
        return jugada_of(values["mesa"], values["seq"]) if isinstance(values.get("mesa"), str) else None
    if kind == Kind.AUDIT:
        return audit_of(values["number"]) if isinstance(values.get("number"), int) else None
    parts = [values.get(name) for name in NAMES_OF.get(str(kind), ())]
    return "/".join(map(str, [kind, *parts])) if parts and all(isinstance(each, str | int) for each in parts) else None
