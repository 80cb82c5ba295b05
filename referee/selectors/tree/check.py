"""Whether the tree of a championship is that of its rows, and its checkpoints are those of its leaves."""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.db import transaction

from brackets.draw.acta_seal import drawn_digest, named_otherwise
from brackets.models import Championship, DrawEvent, Stage
from brackets.selectors.draws_made import happened_otherwise, promised_otherwise, recorded_otherwise
from brackets.selectors.events import last_events
from brackets.selectors.wording import counted
from kernel.checkpoint import Checkpoint as Signed
from kernel.checkpoint import NoteRefused, VerifierKey, verify
from kernel.merkle import HASH_BYTES, Frontier, leaf_hash
from referee.models import Checkpoint, Incarnation, Jugada, LeafSource, TreeKey, TreeLeaf, TreeLog
from referee.selectors.tree.acts import NO_LEAF, Acts
from referee.selectors.tree.cosigned import cosigned_wrongly
from referee.selectors.tree.entries import (
    DRAWN,
    Entry,
    audit_entry,
    confirmed_entry,
    draw_entry,
    event_entry,
    hours_shown,
    is_long_before,
    jugada_of,
    name_entry,
    planilla_entry,
    share_entry,
    signature_entry,
)
from referee.selectors.tree.waiting import AUDITED, READ, ROWS, WITHIN, rows_to_come, rows_waiting
from referee.selectors.unreadable import UNREADABLE, as_far_as_read, unread

Kind = TreeLeaf.Kind
AT_ONCE: Final = 2000
NUMBER: Final = re.compile("[0-9]{1,15}")
"""Of a row, at the end of what its leaf is of."""
MOST_ENTRIES: Final = 2**53
"""More than any tree has; what says that so many are known was not written by us."""
UNSAID: Final = (Kind.DRAW, Kind.NAME, Kind.SHARE, Kind.PLANILLA, Kind.CONFIRMED)
"""What has nothing that people wrote, and so no salt here."""
WHAT: Final = {
    Kind.JUGADA: "la jugada {2} de la mesa {1}",
    Kind.NAME: "el nombre {3} de la pareja {1}, lugar {2}",
    Kind.SHARE: "el aporte {1} de un sorteo",
    Kind.SIGNATURE: "la firma {1}",
    Kind.PLANILLA: "la Planilla v{2} de la mesa {1}",
    Kind.CONFIRMED: "la confirmación {1}",
    Kind.EVENT: "el hecho {2} de la etapa {1}",
    Kind.DRAW: "el sorteo {2} de la etapa {1} ({3}, {4})",
    Kind.AUDIT: "la entrada {1} del registro",
    Kind.INCARNATION: "la encarnación {1}",
}


@dataclass
class TreeChecked:
    """What a tree comes to: `waiting` rows have no leaf until the next sweep, what people wrote in `erased` is bound no more.

    `restored` says of each restored copy how much of what was known elsewhere it does not have.
    """

    championship: Championship
    leaves: int = 0
    checkpoints: int = 0
    waiting: int = 0
    erased: int = 0
    restored: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass
class _Rows:
    """What the leaves are to be compared with."""

    jugadas: dict[str, str]
    closed: bool
    sources: dict[int, tuple[str, Any, str]]
    incarnations: set[str]
    drawn: set[str]
    """The digests of all that was promised or made of draws."""


def tree_check(championship: Championship, outside: Sequence[bytes] = ()) -> TreeChecked:
    """Compare leaves, rows and checkpoints; `outside` are notes of this log that were kept elsewhere.

    What seems wrong is looked at again while the tree holds still: a sweep may have come between the queries.
    """
    found = _checked(championship, outside)
    if found.problems:
        with transaction.atomic():
            TreeLog.objects.select_for_update().filter(championship=championship).first()
            found = _checked(Championship.objects.get(pk=championship.pk), outside)  # it may have been closed
    return found


class _Copy(NamedTuple):
    """A restored copy had `size` entries; the checkpoints of the life `before` go on with it no further."""

    before: str
    size: int


@dataclass
class _Walk:
    """What the leaves come to, read from the first one on: `heads` are the roots of the sizes that were `signed_of`, with the roots that were
    signed, also in checkpoints that were kept elsewhere.

    `began` is the incarnation that the last restored copy before such a size named, if there was one.
    """

    signed_of: Mapping[int, Collection[str]]
    frontier: Frontier = field(default_factory=Frontier)
    reached: dict[str, int] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    heads: dict[int, bytes] = field(default_factory=dict)
    began: dict[int, str] = field(default_factory=dict)
    incarnation: str = ""
    copies: list["_Copy"] = field(default_factory=list)
    audited: str = ""
    """The hash of the last leaf of the audit."""
    signed: int = 0
    """The size of the last checkpoint that is of these leaves."""
    acts: Acts = field(default_factory=lambda: Acts(own_tree=True))

    def take(self, leaf: TreeLeaf) -> None:
        self.seen.add(leaf.of)
        if leaf.kind in (Kind.EVENT, Kind.AUDIT):
            self.acts.take(_values_of(leaf), leaf.kind, leaf.index, self.signed)
        self.frontier.append(_hash_of(leaf))
        _, _, own = leaf.of.partition("/")
        name, _, last = own.rpartition("/")
        if leaf.kind in (Kind.JUGADA, Kind.AUDIT) and NUMBER.fullmatch(last):
            self.reached[name or AUDITED] = int(last)
        if leaf.kind == Kind.INCARNATION:
            self.incarnation = last
            self.copies.append(_Copy(str(_values_of(leaf).get("before")), leaf.index))
        if leaf.kind == Kind.AUDIT:
            self.audited = leaf.hash
        if (size := self.frontier.size) in self.signed_of:
            self.heads[size], self.began[size] = self.frontier.root(), self.incarnation
            self.signed = size if self.heads[size].hex() in self.signed_of[size] else self.signed

    def copied(self, said: Signed) -> int | None:
        """How many of the entries of a checkpoint the copies have that were restored since it was signed; None where all of them."""
        lives = [copy.before for copy in self.copies]
        since = self.copies[lives.index(said.incarnation) :] if said.incarnation in lives else ()
        return min((copy.size for copy in since if copy.size < said.size), default=None)


def _checked(championship: Championship, outside: Sequence[bytes]) -> TreeChecked:
    log = TreeLog.objects.filter(championship=championship).first()
    found = TreeChecked(championship)
    keys = list(_keys_of(championship, found))
    signed = list(Checkpoint.objects.filter(championship=championship).order_by("size"))
    kept = [said for note in outside if (said := _verified(note, keys))]
    if len(kept) < len(outside):
        found.problems.append("una nota de fuera no está firmada con la clave de este registro")
    rows = _rows_of(championship)
    walk = _walked(championship, rows, found, signed, kept)
    found.leaves, found.checkpoints = walk.frontier.size, len(signed)
    found.problems += _passed_over(rows, walk)
    found.problems += _signed_wrongly(signed, keys, walk)
    found.problems += _kept_wrongly(log, walk, signed)
    found.problems += as_far_as_read("una cofirma", lambda: cosigned_wrongly(championship))
    found.problems += _drawn_otherwise(championship)
    for said in kept:
        if walk.heads.get(said.size) != said.root:
            found.problems.append(_outside_problem(said, walk.copied(said)))
    found.waiting = rows_to_come(championship, walk.reached)
    waiting = list(_waiting(championship, found))
    found.problems += _appended_in_the_past(waiting, signed)
    for _, entry in waiting:
        walk.acts.take(entry.values, entry.kind, NO_LEAF, walk.signed)
    found.problems += walk.acts.problems()
    return found


def _keys_of(championship: Championship, found: TreeChecked) -> Iterator[VerifierKey]:
    for row in TreeKey.objects.filter(championship=championship):
        try:
            yield VerifierKey.parse(row.vkey)
        except UNREADABLE as error:
            found.problems.append(unread("una clave del registro", error))


def _waiting(championship: Championship, found: TreeChecked) -> Iterator[tuple[Any, Entry]]:
    """The rows without a leaf, and what theirs would say."""
    for kind in ROWS:
        for row in rows_waiting(kind, championship):
            try:
                yield row, _entry(kind, row, "", {})
            except UNREADABLE as error:
                found.problems.append(unread(f"una fila sin hoja ({row})", error))


def _outside_problem(said: Signed, copied: int | None) -> str:
    name = f"el punto de control de fuera, con {counted(said.size, 'entrada', 'entradas')}"
    if copied is None:
        return f"{name}, no es de este árbol"
    return f"{name}, es de antes de restaurar una copia que tenía {copied}: de {said.size - copied} no consta nada"


def _walked(
    championship: Championship, rows: _Rows, found: TreeChecked, signed: Sequence[Checkpoint], kept: Sequence[Signed]
) -> _Walk:
    """Read all leaves, and say what is wrong with each."""
    hours = hours_shown({each.size: each.at for each in signed})
    roots = defaultdict[int, set[str]](set)
    for size, root in [*((each.size, each.root) for each in signed), *((said.size, said.root.hex()) for said in kept)]:
        roots[size].add(root)
    walk, shown = _Walk(roots), None
    for leaf in TreeLeaf.objects.filter(championship=championship).order_by("index").iterator(chunk_size=AT_ONCE):
        shown = hours.get(leaf.index, shown)
        problem = f"{_named(leaf)} tiene dos hojas" if leaf.of in walk.seen else _read_differs(leaf, rows, found)
        if leaf.index != walk.frontier.size:
            problem = f"falta la hoja {walk.frontier.size}: le sigue la {leaf.index}"
        if problem is None and shown and is_long_before(_values_of(leaf), shown):
            problem = f"{_named(leaf)} lleva una hora anterior al punto de control que ya estaba firmado"
        if leaf.kind == Kind.INCARNATION:
            problem = problem or _copy_problem(leaf, walk, found)
        if problem is None and leaf.kind == Kind.AUDIT and _values_of(leaf).get("before") != walk.audited:
            problem = f"{_named(leaf)} no continúa la cadena de la anterior"
        if problem:
            found.problems.append(problem)
        walk.take(leaf)
    return walk


def _copy_problem(leaf: TreeLeaf, walk: _Walk, found: TreeChecked) -> str | None:
    """Whether the entry of a restored copy names another one than it follows; else what the copy lacks is told."""
    values = _values_of(leaf)
    if (values.get("size"), values.get("root")) != (walk.frontier.size, walk.frontier.root().hex()):
        return f"{_named(leaf)} no nombra la copia de la que sigue"
    known = _known_of(values)
    if known is None:
        return f"{_named(leaf)} no dice qué se conocía de fuera"
    if known > walk.frontier.size:
        lost = known - walk.frontier.size
        found.restored.append(
            f"{_named(leaf)} sigue de una copia con {counted(walk.frontier.size, 'entrada', 'entradas')}, y se conocía un punto de control "
            f"con {known}: de {lost} no consta nada"
        )
    return None


def _known_of(values: Mapping[str, Any]) -> int | None:
    """How many entries a checkpoint had that was known when a copy was restored, 0 where none was; None where it says neither."""
    told = values.get("known")
    size = told.get("size") if isinstance(told, dict) else None if told is not None else 0
    return size if type(size) is int and 0 <= size < MOST_ENTRIES else None  # a bool is an int too


def _passed_over(rows: _Rows, walk: _Walk) -> Iterator[str]:
    """Jugadas without a leaf before one that has one."""
    for of in rows.jugadas:
        _, mesa, seq = of.split("/")
        if of not in walk.seen and int(seq) <= walk.reached.get(mesa, 0):
            yield f"la jugada {seq} de la mesa {mesa} no tiene hoja y otra posterior sí"


def _rows_of(championship: Championship) -> _Rows:
    jugadas = Jugada.objects.filter(**{f"mesa__{WITHIN}": championship})
    return _Rows(
        {
            jugada_of(mesa, seq): digest
            for mesa, seq, digest in jugadas.values_list("mesa__public_id", "seq", "hash").iterator(AT_ONCE)
        },
        championship.is_closed,
        dict(_sources(championship)),
        set(Incarnation.objects.values_list("code", flat=True)),
        set(_drawn(championship)),
    )


def _drawn(championship: Championship) -> Iterator[str]:
    """As text; of what is no draw or no commitment nothing, which is said of the stage."""
    for commitments in Stage.objects.filter(championship=championship).values_list("commitments", flat=True):
        yield from _digests(commitments)
    for data in DrawEvent.objects.filter(championship=championship).values_list("data", flat=True):
        if isinstance(data, dict):
            yield str(data.get("huella", ""))
            yield from _digests(data.get("compromisos"))


def _digests(commitments: object) -> Iterator[str]:
    listed = commitments if isinstance(commitments, list) else ()
    yield from (str(each.get("sha256")) for each in listed if isinstance(each, dict))


def _sources(championship: Championship) -> Iterator[tuple[int, tuple[str, Any, str]]]:
    for kind in ROWS:
        related, within = [f"{kind}__{each}" for each in READ[kind]], f"{kind}__{ROWS[kind][1]}"
        sources = LeafSource.objects.filter(leaf__championship=championship, **{within: championship})
        for source in sources.select_related(kind, *related).iterator(AT_ONCE):
            yield source.leaf_id, (kind, getattr(source, kind), source.salt)


def _read_differs(leaf: TreeLeaf, rows: _Rows, found: TreeChecked) -> str | None:
    try:
        return _differs(leaf, rows, found)
    except UNREADABLE as error:
        return unread(f"la fila de {_named(leaf)}", error)


def _differs(leaf: TreeLeaf, rows: _Rows, found: TreeChecked) -> str | None:
    """What is wrong with a leaf by itself, and compared with its row."""
    if leaf_hash(leaf.entry.encode()).hex() != leaf.hash:
        return f"{_named(leaf)}: la entrada de la hoja {leaf.index} no es la de su huella"
    values = _values_of(leaf)
    if leaf.kind == Kind.JUGADA:
        if leaf.of not in rows.jugadas:
            return f"{_named(leaf)} tiene hoja y ya no está"
        return None if values.get("hash") == rows.jugadas[leaf.of] else f"{_named(leaf)} no es la de su hoja"
    if leaf.kind == Kind.INCARNATION:
        return None if str(values.get("incarnation")) in rows.incarnations else f"{_named(leaf)} no consta en la base"
    return _row_differs(leaf, values, rows, found)


def _row_differs(leaf: TreeLeaf, values: dict[str, Any], rows: _Rows, found: TreeChecked) -> str | None:
    kind, row, salt = rows.sources.get(leaf.pk, ("", None, ""))
    if row is None or kind != leaf.kind:
        return f"{_named(leaf)} tiene hoja y ya no está"
    if kind == Kind.PLANILLA and row.status != row.Status.SEALED:
        return f"{_named(leaf)} ya no está sellada"
    found.erased += kind == Kind.NAME and not row.salt
    if kind == Kind.AUDIT and row.action in DRAWN and str(values.get("sha256")) not in rows.drawn:
        return f"{_named(leaf)} es de un sorteo, o de un compromiso, que ya no consta"
    entry = _entry(kind, row, salt, values)
    now = dict(entry.values)
    if not salt and kind not in UNSAID:
        found.erased += 1
        now["said"] = values.get("said")
        if not rows.closed:
            return f"{_named(leaf)} perdió la sal de lo que dice antes de terminar el campeonato"
    wrong = sorted(name for name in now.keys() | values.keys() if now.get(name) != values.get(name))
    return (
        f"{_named(leaf)} no es la de su hoja: difiere en {', '.join(wrong)}" if wrong or entry.of != leaf.of else None
    )


def _entry(kind: str, row: Any, salt: str, values: dict[str, Any]) -> Entry:
    if kind == Kind.DRAW:
        return draw_entry(row)
    if kind == Kind.PLANILLA:
        return planilla_entry(row)
    if kind == Kind.NAME:
        return name_entry(row)
    if kind == Kind.SHARE:
        return share_entry(row)
    if kind == Kind.CONFIRMED:
        return confirmed_entry(row)
    if kind == Kind.AUDIT:
        return audit_entry(row, values.get("number", 0), salt, values.get("before", ""))
    return signature_entry(row, salt) if kind == Kind.SIGNATURE else event_entry(row, salt)


def _drawn_otherwise(championship: Championship) -> Iterator[str]:
    """What of the stages, and of those that are gone, is not what the rows of their draws say, whose leaves were compared; three queries."""
    events, last = list(championship.draws.all()), last_events(championship.pk)
    stages = {stage.number: stage for stage in championship.stages.all()}
    for number in sorted({*stages, *(event.stage for event in events)}):
        own, stage = [event for event in events if event.stage == number], stages.get(number)
        try:
            yield from (told for _, told in happened_otherwise(number, stage, own, last))
            if stage is None:
                continue
            if stage.status != Stage.Status.PLANNED:
                if drawn_digest(stage.drawn_record) != stage.drawn_digest:
                    yield f"el acta de «{stage.name}» no es la de su huella"
                yield from (
                    f"el acta de «{stage.name}»: {told.rstrip('.')}" for told in named_otherwise(stage.drawn_record)
                )
            yield from (told for _, told in recorded_otherwise(stage, own))
            yield from promised_otherwise(stage, own)
        except UNREADABLE as error:
            yield unread(f"lo que consta de los sorteos de la etapa {number}", error)


def _signed_wrongly(signed: Sequence[Checkpoint], keys: Sequence[VerifierKey], walk: _Walk) -> Iterator[str]:
    """What is wrong with the checkpoints that are kept."""
    codes = set(Incarnation.objects.values_list("code", flat=True))
    for row in signed:
        name = f"el punto de control de {counted(row.size, 'entrada', 'entradas')}"
        said = _verified(row.note.encode(), keys)
        if said is None:
            yield f"{name} no está firmado con la clave de este registro"
        elif (said.size, said.root.hex()) != (row.size, row.root):
            yield f"{name} no dice lo que su nota"
        elif row.size not in walk.heads:
            yield f"{name} es de más hojas que las que hay"
        elif walk.heads[row.size] != said.root:
            yield f"{name} no es la raíz de sus hojas"
        elif said.incarnation not in codes or said.incarnation != (walk.began[row.size] or said.incarnation):
            yield f"{name} nombra otra encarnación"


def _kept_wrongly(log: TreeLog | None, walk: _Walk, signed: Sequence[Checkpoint]) -> Iterator[str]:
    """Whether the next sweep would go on from where the leaves end."""
    if log is None:
        if walk.frontier.size:
            yield "hay hojas de un árbol que no consta"
        return
    if bytes(log.frontier) != walk.frontier.dump():
        yield "el borde guardado del árbol no es el de sus hojas"
    reached = log.reached if isinstance(log.reached, dict) else None
    if reached is None or {name: last for name, last in reached.items() if last} != walk.reached:
        yield "lo guardado de hasta dónde llega el árbol no es lo de sus hojas"
    if log.signed_size != max((each.size for each in signed), default=0):
        yield "falta el último punto de control"


def _appended_in_the_past(waiting: Sequence[tuple[Any, Entry]], signed: Sequence[Checkpoint]) -> Iterator[str]:
    """Rows without a leaf whose hour is long before the last checkpoint, which had all that was there."""
    if not signed:
        return
    for row, entry in waiting:
        if is_long_before(entry.values, signed[-1].at):
            hour = entry.values.get("at") or entry.values.get("received_at")
            yield f"apareció después una fila con hora anterior al último punto de control: {row} ({hour})"


def _verified(note: bytes, keys: Sequence[VerifierKey]) -> Signed | None:
    for key in keys:
        try:
            return verify(note, key).checkpoint
        except NoteRefused:
            continue
    return None


def _values_of(leaf: TreeLeaf) -> dict[str, Any]:
    """Without its kind; nothing where it cannot be read."""
    try:
        values = json.loads(leaf.entry)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(values, dict) or values.pop("kind", None) != leaf.kind:
        return {}
    return values


def _hash_of(leaf: TreeLeaf) -> bytes:
    try:
        digest = bytes.fromhex(leaf.hash)
    except ValueError:
        digest = b""
    return digest if len(digest) == HASH_BYTES else bytes(HASH_BYTES)


def _named(leaf: TreeLeaf) -> str:
    """In words; a name that was tampered with as it is."""
    try:
        return WHAT[Kind(leaf.kind)].format(*leaf.of.split("/"))
    except (ValueError, IndexError):
        return f"«{leaf.of}»"
