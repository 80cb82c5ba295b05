"""A championship written from the database as the lines of a document, a part at a time.

The same state gives the same bytes: rows stand in the order in which they were made and refer to each other by their place in it, and no hour
of now is written. The rows of a log name people and tablets by their public ids.
"""

import gzip
import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from operator import itemgetter
from typing import IO, Any, Final

from django.db import connection
from django.db.models import Model, Q, QuerySet

from brackets.models import AuditEntry, Championship, Fixture, PersonalData, Player, Role, Stage, User
from brackets.models.with_data import Values
from brackets.selectors.draw_acta import acta_of
from brackets.selectors.single import single
from brackets.selectors.site_address import site_address
from referee.models import ArchiveImport, Device, Jugada
from referee.selectors.archive.bound import bound_rows
from referee.selectors.archive.document import Sign, document, encode
from referee.selectors.archive.hiding import OWN_ACTIONS, Included, without_salt
from referee.selectors.archive.parts import ACTAS, LEAVES, NAMES, PARTS, PEOPLE, TREE, Part

Progress = Callable[[int], None]
CHUNK: Final = 2000
SINCE: Final = 10**12
"""Added to the number of an account that did something with an imported championship here, so that it is nobody's of there."""


def archive_of(championship: Championship) -> ArchiveImport | None:
    """Where it came from, if it did."""
    return single(ArchiveImport.objects.filter(championship=championship))


def archive_lines(
    championship: Championship,
    included: Included,
    *,
    sign: Sign | None = None,
    progress: Progress = lambda _: None,
) -> Iterator[bytes]:
    """The document. What came here without personal data, or ink, has none to give, and is signed as it came or not at all."""
    dump = Dump(championship, included, progress)
    return document(dump.head, dump.parts(), dump.signature if dump.brought else sign)


def archive_write(
    file: IO[bytes],
    championship: Championship,
    included: Included,
    *,
    packed: bool,
    sign: Sign | None = None,
    progress: Progress = lambda _: None,
) -> str:
    """Write it, compressed without name and hour so that the same is the same, and signed with `sign`; its digest."""
    out: Any = gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) if packed else file
    last = b""
    with standing_still():
        for last in archive_lines(championship, included, sign=sign, progress=progress):
            out.write(last)
    if packed:
        out.close()
    return last.decode().partition(':"')[2][:64]


def archive_total(championship: Championship, included: Included) -> int:
    """How many rows `progress` will come to, all but."""
    return sum(_rows(part, championship).count() for part in PARTS if part.there(included))


@contextmanager
def standing_still() -> Iterator[None]:
    """What is read inside is of one moment, and nobody waits for it.

    Inside a transaction it is that one's business.
    """
    if connection.in_atomic_block:
        yield
        return
    begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if connection.vendor == "postgresql" else "BEGIN DEFERRED"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


class Dump:
    """The parts of one championship; `head` says what is in them and from where."""

    def __init__(self, championship: Championship, included: Included, progress: Progress) -> None:
        self._archive = archive_of(championship)
        if self._archive:
            included = Included(included.personal and self._archive.personal, included.ink and self._archive.ink)
        self._championship, self._included, self._progress = championship, included, progress
        self._numbers: dict[type[Model], dict[int, int]] = {}
        self._done = 0
        self.head: dict[str, Any] = {
            "incluye": {"personales": included.personal, "tinta": included.ink},
            "instalacion": (championship.imported_from or "") if self._archive else site_address(),
        }

    @property
    def brought(self) -> bool:
        """Whether it came here from its archive."""
        return self._archive is not None

    def signature(self, digest: bytes) -> bytes:
        """The signature it came with, which is of that document and no other."""
        same = self._archive is not None and self._archive.digest == digest.hex()
        return b64decode(self._archive.signature) if self._archive and same else b""

    def parts(self) -> Iterator[tuple[str, Iterable[bytes]]]:
        by_name = {part.name: part for part in PARTS}
        for name in NAMES:
            if name == PEOPLE:
                yield name, self._people()
            elif name == ACTAS:
                yield name, self._actas()
            elif name in TREE:
                yield name, self._tree(name)
            else:
                yield name, self._told(by_name[name])

    def _told(self, part: Part) -> Iterator[bytes]:
        if not part.there(self._included):
            return
        numbers = self._numbers.setdefault(part.model, {})
        if part.model is Device:
            numbers.update(_came_as(self._archive, "devices", "device"))
            there = {} if self._archive is None else dict(self._archive.devices.values_list("device", "public_id"))
        columns = [column for column in part.columns if not column.sealed]
        names = [column.field for column in columns]
        sealed = self._unsealed(part) if part.sealed else {}
        rows = _rows(part, self._championship).order_by(*part.order).values_list("pk", *names)
        for key, *values in rows.iterator(chunk_size=CHUNK):
            number = (
                numbers.setdefault(key, key if part.model is Device else len(numbers) + 1) if part.numbered else None
            )
            if part.model is Device and self._archive:
                values[names.index("public_id")] = there[key]
            row = {
                column.name: self._number(column.refers, value) if column.refers else column.told(value)
                for column, value in zip(columns, values, strict=True)
            }
            if part.sealed:
                row |= sealed.get(key, Values())._asdict()
            yield encode(self._finished(part, row, number))
            self._step()

    def _unsealed(self, part: Part) -> dict[int, Values]:
        """What is enciphered of each row, by its key; nothing is opened unless it was asked for."""
        if not self._included.personal:
            return {}
        owner = "player" if part.model is Player else "asked"
        kept = PersonalData.objects.filter(**{f"{owner}__isnull": False}, championship=self._championship)
        return {getattr(each, f"{owner}_id"): each.values for each in kept.iterator(chunk_size=CHUNK)}

    def _finished(self, part: Part, row: dict[str, Any], number: int | None) -> dict[str, Any]:
        if part.model is Championship and self._archive:
            row |= {"slug": self._archive.slug, "status": self._archive.status}
        for name in part.keyed:
            fixtures = self._numbers[Fixture]
            row[name] = {str(fixtures[int(key)]): each for key, each in row[name].items() if int(key) in fixtures}
        for name in part.people:
            row[name] = [self._number(User, key) for key in row[name]]
        part.shown(row, self._included)
        return row if number is None else {"id": number, **row}

    def _step(self) -> None:
        self._done += 1
        self._progress(self._done)

    def _number(self, model: type[Model], key: int | None) -> int | None:
        """Which row of the document it is; of one that is gone a number below zero, in the order in which they are met."""
        if key is None:
            return None
        numbers = self._numbers[model]
        if key not in numbers and model is User:
            return key + SINCE if self._archive else key
        if key not in numbers:
            numbers[key] = min(0, *numbers.values(), 0) - 1
        return numbers[key]

    def _tree(self, name: str) -> Iterator[bytes]:
        """As it came, where it came here: what grows here is another tree."""
        if self._archive is not None:
            less = self._archive.ink and not self._included.ink and name == LEAVES
            lines = self._archive.lines.filter(part=name).values_list("text", flat=True)
            for line in lines.iterator(chunk_size=CHUNK):
                yield encode(without_salt(json.loads(line))) if less else line.encode()
        else:
            yield from map(encode, bound_rows(self._championship, name, ink=self._included.ink))

    def _people(self) -> Iterator[bytes]:
        self._numbers[User] = {**_came_as(self._archive, "people", "user")}
        parts = [part for part in PARTS if part.there(self._included)]
        first, *others = [
            _rows(part, self._championship).order_by().values_list(column.field)
            for part in parts
            for column in part.columns
            if column.refers is User
        ]
        keys: set[int] = {key for (key,) in first.union(*others) if key is not None}
        for part in parts:
            for name in part.people:
                keys.update(*_rows(part, self._championship).values_list(name, flat=True))
        logs = Jugada.objects.filter(mesa__fixture__stage__championship=self._championship)
        wrote = logs.order_by().values("user").distinct()
        there = {} if self._archive is None else dict(self._archive.people.values_list("user", "public_id"))
        known = Q(public_id__in=wrote) if self._archive is None else Q(archived__public_id__in=wrote, pk__in=there)
        people = [
            {"id": self._number(User, user.pk), "name": str(user)[:60], "public_id": there.get(user.pk, user.public_id)}
            for user in User.objects.filter(Q(pk__in=keys) | known)
        ]
        yield from map(encode, sorted(people, key=itemgetter("id")))

    def _actas(self) -> Iterator[bytes]:
        for stage in Stage.objects.filter(championship=self._championship).order_by("pk"):
            if stage.status != Stage.Status.PLANNED:
                stage.championship = self._championship
                yield encode(acta_of(stage))


def _rows(part: Part, championship: Championship) -> QuerySet[Any]:
    """What was done with the archive itself, and who reads it here, are no rows of the championship."""
    rows: QuerySet[Any] = part.rows().filter(**{part.within: championship.pk})
    if part.model is AuditEntry:
        return rows.exclude(action__startswith=OWN_ACTIONS)
    if part.model is Role and championship.imported_at:
        return rows.filter(user__archived__archive__championship=championship)
    return rows


def _came_as(archive: ArchiveImport | None, rows: str, field: str) -> Mapping[int, int]:
    """The numbers of there by our keys."""
    return {} if archive is None else dict(getattr(archive, rows).values_list(field, "number"))
