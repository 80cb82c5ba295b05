"""A championship that was played elsewhere, brought here from its archive: only read, for ever."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final, Literal, cast
from uuid import UUID, uuid4

from django.contrib.auth.hashers import make_password
from django.db import DataError, IntegrityError

from brackets.models import Championship, Role, User
from brackets.models.with_data import Values
from brackets.services.audit import audit_record
from brackets.services.vault import personal_keep
from referee.models import ArchivedDevice, ArchivedLine, ArchivedPerson, ArchiveImport, Device
from referee.selectors.archive.check import BY_NAME, Found, archive_check, row_of
from referee.selectors.archive.columns import Column
from referee.selectors.archive.document import Line, Reader
from referee.selectors.archive.dump import Dump
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.parts import ACTAS, NAMES, PEOPLE, TREE, Part
from referee.selectors.archive.refusal import Refused
from referee.selectors.archive.rows import values_of
from referee.selectors.archive.signature import Signer
from referee.selectors.tree.acts import IMPORTED
from referee.selectors.unreadable import UNREADABLE
from referee.services.errors import RefereeError
from referee.services.writing import one_writer

AT_ONCE: Final = 500
TRIES: Final = 1000
EVERY: Final = 500
Step = Literal["check", "write", "compare"]
Progress = Callable[[Step, int, int], None]
"""What is done, how many rows of it, of how many."""


@dataclass(frozen=True, slots=True)
class Restored:
    """`created`: it was not here before; `moved`: its address was taken, so it has another."""

    championship: Championship
    digest: str
    signer: Signer | None
    created: bool
    moved: bool


class ArchiveRefused(RefereeError):
    """The document is not what it says, or cannot be kept beside what is here. Nothing was written."""


class ArchiveUnfinished(ArchiveRefused):
    """It went on after this document was made, and what is brought is never changed."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "archivo-sin-terminar",
            f"«{name}» no había terminado cuando se hizo este archivo. Importado quedaría así para siempre, y el archivo del final ya no "
            "entraría. Ciérrelo donde se juega, haga el archivo de nuevo y traiga ese; o, a sabiendas, impórtelo aunque no haya "
            "terminado.",
        )


def _silent(_step: Step, _done: int, _total: int) -> None:
    """Whoever does not ask is not told."""


def archive_restore(
    *, path: Path, user: User | None, now: datetime, unfinished: bool = False, progress: Progress = _silent
) -> Restored:
    """Check the document, write all of it or nothing, and compare what is written with it, row by row.

    The same document again does nothing. `user` becomes its Director here, who can read what an archive lets be read.
    `unfinished`: also one that had not ended, whose later archives are refused then. Raises ArchiveRefused.
    """
    reader = Reader(path, NAMES)
    try:
        found = archive_check(reader, progress=rows_told(reader, progress, "check"))
        with one_writer():
            if there := ArchiveImport.objects.filter(digest=found.digest).select_related("championship").first():
                moved = there.championship.slug != there.slug
                return Restored(there.championship, found.digest, found.signer, created=False, moved=moved)
            _require_nowhere(reader, found)
            if not (found.ended or unfinished):
                raise ArchiveUnfinished(found.championship.name)
            return _write(reader, found, user, now, progress)
    except Refused as refused:
        raise ArchiveRefused("archivo-rechazado", refused.message) from refused


def rows_told(reader: Reader, progress: Progress, step: Step) -> Callable[[int], None]:
    """Tell every few hundred rows how far this step is; the file was read once, so its rows are known."""

    def tell(done: int) -> None:
        if done % EVERY == 0:
            progress(step, done, sum(reader.rows.values()))

    return tell


def _counted(lines: Iterable[Line], tell: Callable[[int], None]) -> Iterator[Line]:
    for done, line in enumerate(lines, start=1):
        yield line
        tell(done)


def _require_nowhere(reader: Reader, found: Found) -> None:
    """Refuse a championship that is here: played here, or brought by an archive made at another moment."""
    row = found.championship
    created = datetime.fromisoformat(row.created_at)
    here = Championship.objects.filter(created_at=created, name=row.name, starts_on=row.starts_on).first()
    if here is None:
        here = Championship.objects.filter(stages__fixtures__mesa__public_id__in=_some_mesas(reader)).first()
    if here is not None:
        early = ArchiveImport.objects.filter(championship=here).exclude(status=Championship.Status.CLOSED).exists()
        how = ", importado cuando no había terminado" if early else ""
        raise ArchiveRefused(
            "archivo-ya-esta",
            f"Este campeonato ya está aquí, en /c/{here.slug}/{how}: su archivo se puede comprobar, no importar.",
        )


def _some_mesas(reader: Reader) -> list[UUID]:
    return [row_of(line).public_id for line in reader if line.part == "mesas"][:AT_ONCE]


def _write(reader: Reader, found: Found, user: User | None, now: datetime, progress: Progress) -> Restored:
    writer = _Writer(found, user, now)
    counted = _counted(reader, rows_told(reader, progress, "write"))
    for name, lines in groupby(counted, key=lambda line: line.part):
        if name == PEOPLE:
            writer.people(lines)
        elif name in TREE:
            writer.lines(name, lines)
        elif name != ACTAS:
            writer.part(BY_NAME[name], lines)
    championship = writer.end()
    _compare(_counted(reader, rows_told(reader, progress, "compare")), championship, found)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=IMPORTED,
        sentence=f"Importó el archivo de «{championship}», huella {found.digest[:8]}, {_signed_by(found)}.",
        data={
            "sha256": found.digest,
            "mesas": found.mesas,
            "jugadas": found.jugadas,
            "signed": found.signer.fingerprint if found.signer else "",
        },
    )
    moved = championship.slug != found.championship.slug
    return Restored(championship, found.digest, found.signer, created=True, moved=moved)


def _signed_by(found: Found) -> str:
    return f"firmado por «{found.signer.name[:100]}»" if found.signer else "sin firma: nadie responde por él"


class _Writer:
    """Writes the parts in their order, and knows the keys that the numbers of the document have got."""

    def __init__(self, found: Found, user: User | None, now: datetime) -> None:
        self._found, self._user, self._now = found, user, now
        self._keys: dict[type, dict[int, int]] = {User: {}}
        self._gone: dict[tuple[type, int], int] = {}
        self._people: list[tuple[User, int]] = []
        self._archive: ArchiveImport
        self.championship: Championship

    def people(self, lines: Iterator[Line]) -> None:
        """Accounts that nobody can sign in with stand for whoever is named in it."""
        rows = [row_of(line) for line in lines]
        prefix = f"archivo-{self._found.digest[:12]}"
        free = _free_ids(User, rows)
        accounts = User.objects.bulk_create(
            User(
                public_id=free[row.public_id],
                username=f"{prefix}-{row.id}",
                display_name=row.name,
                is_active=False,
                password=make_password(None),
                date_joined=self._now,
            )
            for row in rows
        )
        self._keys[User] = {row.id: account.pk for row, account in zip(rows, accounts, strict=True)}
        ArchivedPerson.objects.bulk_create(
            ArchivedPerson(archive=self._archive, user=account, number=row.id, public_id=row.public_id)
            for row, account in zip(rows, accounts, strict=True)
        )

    def lines(self, name: str, lines: Iterator[Line]) -> None:
        """The tree it had, as it came."""
        rows = (ArchivedLine(archive=self._archive, part=name, text=line.text.decode()) for line in lines)
        while some := list(islice(rows, AT_ONCE)):
            ArchivedLine.objects.bulk_create(some)

    def part(self, part: Part, lines: Iterator[Line]) -> None:
        """The rows of one part, a few hundred at a time."""
        if part.model is Championship:
            self._championship(row_of(next(lines)))
            return
        self._keys.setdefault(part.model, {})
        waiting: list[tuple[Line, Any]] = []
        for line in lines:
            row = row_of(line)
            if len(waiting) == AT_ONCE or self._is_of_these(part, row, waiting):
                self._flush(part, waiting)
                waiting = []
            waiting.append((line, row))
        self._flush(part, waiting)

    def _is_of_these(self, part: Part, row: Any, waiting: list[tuple[Line, Any]]) -> bool:
        """Whether it refers to one that has no key yet."""
        own = [getattr(row, column.name) for column in part.columns if column.refers is part.model]
        return bool(waiting) and any(number is not None and number not in self._keys[part.model] for number in own)

    def _flush(self, part: Part, rows: list[tuple[Line, Any]]) -> None:
        instances = [part.model(**self._values(part, row)) for _, row in rows]
        if part.model is Device:
            free = _free_ids(Device, [row for _, row in rows])
            for tablet in cast("list[Device]", instances):
                tablet.public_id = free[tablet.public_id]
        try:
            made = part.rows().bulk_create(instances)
            if part.sealed:
                sealed = [Values(row.cedula, row.email, row.phone) for _, row in rows]
                personal_keep(zip(made, sealed, strict=True), new=True)
        except (IntegrityError, DataError) as error:
            first, last = rows[0][0], rows[-1][0]
            what = f"entre las filas {first.row} y {last.row} hay una que contradice a otra, que ya está aquí o que no cabe ({error})"
            raise Refused(what, line=first.line, part=part.name) from error
        if part.numbered:
            keys = {row.id: instance.pk for (_, row), instance in zip(rows, made, strict=True)}
            self._keys[part.model] |= keys
            if part.model is Device:
                ArchivedDevice.objects.bulk_create(
                    ArchivedDevice(archive=self._archive, device=tablet, number=row.id, public_id=row.public_id)
                    for (_, row), tablet in zip(rows, made, strict=True)
                )

    def _values(self, part: Part, row: Any) -> dict[str, Any]:
        values = values_of(part, row, self._key) | {name: make() for name, make in part.left.items()}
        if part.owned:
            values["championship_id"] = self.championship.pk
        fixtures = self._keys.get(BY_NAME["partidas"].model, {})
        for name in part.keyed:
            values[name] = {str(fixtures[int(key)]): each for key, each in values[name].items()}
        for name in part.people:
            values[name] = [self._keys[User][number] for number in values[name]]
        return values

    def _key(self, column: Column, number: int) -> int:
        assert column.refers is not None  # noqa: S101
        if number > 0:
            return self._keys[column.refers][number]
        gone = self._gone
        if (column.refers, number) not in gone:
            gone[column.refers, number] = _below_all(column) - len(gone)
        return gone[column.refers, number]

    def _championship(self, row: Any) -> None:
        part = BY_NAME["campeonato"]
        values = values_of(part, row, self._key)
        head = self._found.head
        values |= {
            "slug": _free(row.slug),
            "status": Championship.Status.CLOSED,
            "imported_at": self._now,
            "imported_from": head["instalacion"],
            "imported_unfinished": not self._found.ended,
        }
        self.championship = Championship.objects.create(**values)
        self._archive = ArchiveImport.objects.create(
            championship=self.championship,
            digest=self._found.digest,
            signature=b64encode(self._found.signature).decode(),
            slug=row.slug,
            status=row.status,
            personal=head["incluye"]["personales"],
            ink=head["incluye"]["tinta"],
            at=self._now,
            by=self._user,
        )

    def end(self) -> Championship:
        """Whoever brought it directs what is left to do with it: to read it."""
        if self._user is not None:
            Role.objects.create(championship=self.championship, user=self._user, kind=Role.Kind.DIRECTOR)
        return self.championship


def _free_ids(model: type[User | Device], rows: Sequence[Any]) -> Mapping[UUID, UUID]:
    """The public ids of these rows, and a fresh one where somebody here has it: the log that names it names him then."""
    asked = [row.public_id for row in rows]
    taken = set(model._default_manager.filter(public_id__in=asked).values_list("public_id", flat=True))  # noqa: SLF001
    return {each: uuid4() if each in taken else each for each in asked}


def _below_all(column: Column) -> int:
    """A key that no row ever had, for what is gone: rows are told apart by it, and nothing is behind it."""
    lowest = 0
    for part in BY_NAME.values():
        for each in part.columns:
            if each.loose and each.refers is column.refers:
                first = part.rows().order_by(each.field).values_list(each.field, flat=True).first()
                lowest = min(lowest, first or 0)
    return lowest - 1


def _free(slug: str) -> str:
    """The address, or with a number behind it where another championship has it."""
    for number in range(1, TRIES):
        tail = "" if number == 1 else f"-{number}"
        candidate = slug[: 60 - len(tail)] + tail
        if not Championship.objects.filter(slug=candidate).exists():
            return candidate
    raise Refused("no queda ninguna dirección libre para este campeonato", part="campeonato")


def _compare(lines: Iterator[Line], championship: Championship, found: Found) -> None:
    """What is in the database now gives this very document; raises Refused where it does not."""
    included = Included(found.head["incluye"]["personales"], found.head["incluye"]["tinta"])
    dump = Dump(championship, included, lambda _: None)
    try:
        for name, rows in dump.parts():
            for text in rows:
                line = next(lines, None)
                if line is None or (line.part, line.text) != (name, text):
                    where = {} if line is None else {"line": line.line, "row": line.row}
                    raise Refused("aquí quedaría escrito otra cosa que lo que dice el archivo", part=name, **where)
    except UNREADABLE as error:
        line = next(lines, None)  # the row that could not be written again
        where = {} if line is None else {"line": line.line, "row": line.row}
        raise Refused(f"lo que quedaría escrito no se puede leer ({error})", part=name, **where) from error
    if next(lines, None) is not None or {key: found.head.get(key) for key in dump.head} != dump.head:
        raise Refused("aquí no quedaría escrito todo lo que dice el archivo")
