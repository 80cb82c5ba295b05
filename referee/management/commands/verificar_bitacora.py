"""`manage.py verificar_bitacora`: is every log whole, of mesas and of stages, and do the tables hold what it says?"""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.models import QuerySet

from brackets.models import Championship, Stage
from brackets.selectors.wording import counted
from kernel.checkpoint import MOST_BYTES, Note, NoteRefused
from kernel.checkpoint import Checkpoint as Signed
from referee.models import Mesa, TreeKey
from referee.selectors.columns import columns_wrong
from referee.selectors.compared import LOOKS, Look, stage_compared
from referee.selectors.log_heads import heads_contradicted, leaf_contradicted
from referee.selectors.receipts import MOST_BYTES as MOST_BYTES_OF_RECEIPTS
from referee.selectors.receipts import Receipt, ReceiptsRefused, receipts_problems, receipts_read
from referee.selectors.tree.check import tree_check
from referee.selectors.unreadable import UNREADABLE, as_far_as_read, unread
from referee.selectors.verification import MESAS_AT_ONCE, Checked, logs_check, mesa_check, statements_check
from referee.services.projecting import mesa_rebuild

COPIED: Final = (
    "Lo firmó su llave, no el servidor: hay una copia de ella en otra parte, o falló el programa de la tablet. "
    "Eso vale solo si ninguna jugada de las que firmó se cambió después."
)
"""What a statement that stands twice, or out of its order, comes from. Who changes a row may make it seem so."""


class Command(BaseCommand):
    help = (
        "Verifica la bitácora de todas las mesas, o de una: la cadena de huellas, la numeración, las firmas de las tablets, el "
        "reglamento, las proyecciones y las Planillas. De cada campeonato, que las hojas y los puntos de control de su árbol sean "
        "los de sus filas, y que los puntos guardados fuera (--punto) sean de él. De los recibos de tablets (--recibos), que la bitácora tenga cada uno. De cada etapa, que sus partidas resulten de sus hechos. Dice la primera fila "
        "rota de cada mesa y en qué difiere cada etapa, y termina con 1 si hay alguna."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mesa", type=UUID, help="solo la mesa de este identificador")
        parser.add_argument(
            "--punto", type=Path, action="append", default=[],
            help="un punto de control guardado fuera, como archivo; se puede repetir",
        )  # fmt: skip
        parser.add_argument(
            "--recibos", type=Path, action="append", default=[],
            help="los recibos que una tablet guardó, como archivo; se puede repetir",
        )  # fmt: skip
        parser.add_argument(
            "--reconstruir",
            action="store_true",
            help="escribe de nuevo las proyecciones que no correspondan, si la bitácora está sana",
        )

    def handle(
        self,
        *args: Any,
        mesa: UUID | None,
        reconstruir: bool,
        punto: Sequence[Path],
        recibos: Sequence[Path],
        **options: Any,
    ) -> None:
        _any_bytes_read()
        self._outside, self._trees_wrong, self._unread = punto, dict[int, list[str]](), 0
        self._rebuilds = reconstruir
        receipts = _receipts(recibos)
        mesas = Mesa.objects.order_by("id")
        if mesa is not None:
            mesas = mesas.filter(public_id=mesa)
            if not mesas.exists():
                raise CommandError(f"No existe la mesa {mesa}.")
        broken, checked = 0, list[int]()
        for check in self._logs(mesas):
            checked.append(_rows_in(check.mesa))
            if check.broken:
                self._rebuild(check)
                broken += self._reported(mesa_check(check.mesa))
        self._tell_of_keys(mesas)
        for problem in chain(columns_wrong() if mesa is None else (), _beside_wrong(mesas, receipts)):
            self.stderr.write(f"{problem}.")
            broken += 1
        summary = f"{counted(len(checked), 'mesa', 'mesas')}, {counted(sum(checked), 'jugada', 'jugadas')}"
        if mesa is None:
            stages = Stage.objects.exclude(status=Stage.Status.PLANNED).order_by("pk").values_list("pk", flat=True)
            broken += sum(map(self._differs, stages))
            championships = list(self._championships())
            broken += sum(self._said(each, what, look) for each in championships for what, look in LOOKS.items())
            broken += sum(self._tree_differs(each, outside) for each, outside in _trees(punto, championships))
            summary += f", {counted(len(stages), 'etapa', 'etapas')}"
        summary += f", {counted(len(receipts), 'recibo', 'recibos')}" * bool(receipts)
        if broken := broken + self._unread:
            raise CommandError(f"{summary}: {broken} con problemas.")
        self.stdout.write(f"{summary}: la bitácora está completa y las tablas corresponden.")

    def _logs(self, mesas: QuerySet[Mesa]) -> Iterator[Checked]:
        """Their checks; where some rows cannot be read at all those left are read one by one, and it is said of which mesa they are."""
        last = 0
        try:
            for check in logs_check(mesas.iterator(chunk_size=500)):
                yield check
                last = check.mesa.pk
        except UNREADABLE:
            for pk in mesas.filter(pk__gt=last).values_list("pk", flat=True):
                try:
                    yield from logs_check([Mesa.objects.get(pk=pk)])
                except UNREADABLE as error:
                    self.stderr.write(f"Mesa {_name_of(pk)}: {unread('una fila', error)}.")
                    self._unread += 1

    def _championships(self) -> Iterator[Championship]:
        """All that can be read, having said which cannot."""
        for key, slug in Championship.objects.order_by("pk").values_list("pk", "slug"):
            try:
                yield Championship.objects.get(pk=key)
            except UNREADABLE as error:
                self.stderr.write(f"Campeonato {slug}: {unread('su fila', error)}.")
                self._unread += 1

    def _tell_of_keys(self, mesas: QuerySet[Mesa]) -> None:
        """What the key of a tablet signed, and nobody else can have: no fault of the log."""
        try:
            for mesa, seq, odd in statements_check(mesas):
                self.stderr.write(f"Aviso, mesa {mesa}: fila {seq}: {odd}. {COPIED}")
        except UNREADABLE as error:
            self.stderr.write(f"Lo que firmaron las tablets: {unread('una fila', error)}.")
            self._unread += 1

    def _differs(self, key: int) -> bool:
        """Whether a stage is not what its events come to, having said in what."""
        try:
            stage = Stage.objects.select_related("championship").filter(pk=key).first()
        except UNREADABLE as error:
            self.stderr.write(f"Etapa {key}: {unread('una fila', error)}.")
            return True
        if stage is None:
            if is_there := Stage.objects.filter(pk=key).exists():  # else it was taken out of the plan meanwhile
                self.stderr.write(f"Etapa {key}: su campeonato no está.")
            return is_there
        told = looked_again(stage.championship, "algo de ella", partial(stage_compared, key=key))
        for each in told:
            self.stderr.write(f"Etapa «{stage.name}» de {stage.championship.slug}: {each}.")
        return bool(told)

    def _said(self, championship: Championship, what: str, look: Look) -> bool:
        """Whether a look finds anything of a championship, having said it."""
        told = looked_again(championship, what, look)
        for each in told:
            self.stderr.write(f"Campeonato {championship.slug}: {each}.")
        return bool(told)

    def _tree_differs(self, championship: Championship, outside: Sequence[bytes]) -> bool:
        """Whether its tree is not that of its rows, having said in what."""
        try:
            check = tree_check(championship, outside)
        except UNREADABLE as error:
            self.stderr.write(f"Árbol de {championship.slug}: {unread('una fila', error)}.")
            return True
        for each in check.problems:
            self.stderr.write(f"Árbol de {championship.slug}: {each}.")
        for each in check.restored:
            self.stdout.write(f"Árbol de {championship.slug}: {each}.")
        if check.leaves:
            said = f"{counted(check.leaves, 'hoja', 'hojas')}, {counted(check.checkpoints, 'punto de control', 'puntos de control')}"
            erased = (
                f"; de {counted(check.erased, 'fila', 'filas')} se borraron datos personales" if check.erased else ""
            )
            waiting = (
                f"; {counted(check.waiting, 'fila espera', 'filas esperan')} el próximo barrido"
                if check.waiting
                else ""
            )
            self.stdout.write(f"Árbol de {championship.slug}: {said}{erased}{waiting}.")
        elif check.waiting:
            waits = counted(check.waiting, "fila espera", "filas esperan")
            self.stdout.write(f"Árbol de {championship.slug}: sin hojas todavía; {waits} el próximo barrido.")
        return bool(check.problems)

    def _rebuild(self, check: Checked) -> None:
        """Where only the projection is wrong; what is wrong besides stays so."""
        if not self._rebuilds or check.seq is not None or check.state is None:
            return
        if head := self._contradicted(check.mesa):
            self.stderr.write(f"Mesa {check.mesa.public_id}: no se reconstruye: {head}.")
        elif mesa_rebuild(mesa=check.mesa, state=check.state, stored=check.stored):
            self.stdout.write(f"Mesa {check.mesa.public_id}: reconstruida ({check.broken}).")

    def _contradicted(self, mesa: Mesa) -> str:
        """Which head says that the log of a mesa was another one, or that something of its tree is; empty where none does."""
        named = as_far_as_read("lo que nombra sus jugadas", lambda: _named(mesa))
        championship = mesa.fixture.stage.championship_id
        if championship not in self._trees_wrong:  # the tree of a championship says the same of all its mesas
            ((of, notes),) = _trees(self._outside, Championship.objects.filter(pk=championship))
            self._trees_wrong[championship] = [*as_far_as_read("una fila", lambda: tree_check(of, notes).problems)]
        return next(filter(None, (*named, *self._trees_wrong[championship])), "")

    def _reported(self, check: Checked) -> bool:
        """Whether the mesa is broken, having said where."""
        if check.broken is None:
            return False
        where = "proyección" if check.seq is None else f"fila {check.seq}"
        self.stderr.write(f"Mesa {check.mesa.public_id}: {where}: {check.broken}.")
        return True


def _any_bytes_read() -> None:
    """SQLite keeps bytes as a text that are none. What cannot be decoded differs from what was signed, and is told like the rest."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        connection.connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")


def _rows_in(mesa: Mesa) -> int:
    """Of its log; 0 where SQLite has a text there, of which its check says something."""
    rows: object = mesa.head_seq
    return rows if isinstance(rows, int) else 0


def looked_again(championship: Championship, what: str, look: Look) -> list[str]:
    """What a look finds of `what`, and still finds at one moment of the database: between two queries somebody may play, leave or close."""
    found = list(as_far_as_read(what, lambda: look(championship)))
    return found and list(as_far_as_read(what, lambda: _at_one_moment(championship, what, look)))


def _at_one_moment(championship: Championship, what: str, look: Look) -> list[str]:
    with one_moment():
        there = Championship.objects.get(pk=championship.pk)
        return list(as_far_as_read(what, lambda: look(there)))


@contextmanager
def one_moment() -> Iterator[None]:
    """What is read here is of one moment, and nobody who writes waits for it: a transaction that only reads."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("BEGIN" if connection.vendor == "sqlite" else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _name_of(mesa: int) -> str:
    """Of a mesa that cannot be read."""
    try:
        return str(Mesa.objects.values_list("public_id", flat=True).get(pk=mesa))
    except UNREADABLE:
        return f"de la fila {mesa}"


def _beside_wrong(mesas: QuerySet[Mesa], receipts: Sequence[Receipt]) -> Iterator[str]:
    """What contradicts the logs from outside them: heads elsewhere, a few hundred mesas at a time, and receipts.

    A receipt is compared with the log of its own mesa, also where that is none of `mesas`.
    """
    yield from as_far_as_read("lo que nombra jugadas fuera de su bitácora", lambda: _heads_wrong(mesas))
    told = as_far_as_read("una fila", lambda: receipts_problems(receipts, Mesa.objects.all()))
    yield from (f"Recibo: {problem}" for problem in told)


def _heads_wrong(mesas: QuerySet[Mesa]) -> Iterator[str]:
    rows = mesas.iterator(chunk_size=500)
    while some := list(islice(rows, MESAS_AT_ONCE)):
        yield from _heads_told(some)


def _heads_told(mesas: Sequence[Mesa]) -> list[str]:
    """Of these; where something of one cannot be read, of each by itself."""
    try:
        return [f"Mesa {mesa}: {problem}" for mesa, problem in heads_contradicted(mesas)]
    except UNREADABLE as error:
        if len(mesas) > 1:
            return [told for each in mesas for told in _heads_told([each])]
        return [f"Mesa {mesas[0].public_id}: {unread('lo que nombra sus jugadas', error)}"]


def _named(mesa: Mesa) -> Iterator[str]:
    yield from (problem for _, problem in heads_contradicted([mesa]))
    yield leaf_contradicted(mesa)


def _receipts(paths: Sequence[Path]) -> list[Receipt]:
    """The receipts of these files. CommandError for one that is none of receipts."""
    found: list[Receipt] = []
    for path in paths:
        try:
            with path.open("rb") as file:
                found += receipts_read(file.read(MOST_BYTES_OF_RECEIPTS + 1))
        except (OSError, ReceiptsRefused) as error:
            raise CommandError(f"{path}: {error}") from error
    return found


def _trees(files: Sequence[Path], championships: Iterable[Championship]) -> Iterator[tuple[Championship, list[bytes]]]:
    """Each of these championships, with the notes that name its log. CommandError for one that names none."""
    notes: dict[str, list[bytes]] = {}
    for path in files:
        try:
            with path.open("rb") as file:
                content = file.read(MOST_BYTES + 1)
            origin = Signed.parse(Note.parse(content).text).origin
        except (OSError, NoteRefused) as error:
            raise CommandError(f"{path}: {error}") from error
        notes.setdefault(origin, []).append(content)
    origins = dict(TreeKey.objects.order_by("pk").values_list("championship", "origin"))
    if unknown := notes.keys() - {*origins.values()}:
        raise CommandError(f"Aquí no está el registro «{min(unknown)}».")
    for championship in championships:
        yield championship, notes.get(origins.get(championship.pk, ""), [])
