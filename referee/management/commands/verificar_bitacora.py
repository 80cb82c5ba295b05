"""`manage.py verificar_bitacora`: is every log whole, of mesas and of stages, and do the tables hold what it says?"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from brackets.models import Championship, Stage
from brackets.selectors.events import disagreements
from brackets.selectors.wording import counted
from kernel.checkpoint import MOST_BYTES, Note, NoteRefused
from kernel.checkpoint import Checkpoint as Signed
from referee.models import Mesa, TreeKey
from referee.selectors.archive.refusal import UNREADABLE
from referee.selectors.tree.check import tree_check
from referee.selectors.verification import Checked, logs_check, mesa_check, statements_check
from referee.services.projecting import mesa_rebuild

WORDS: Final = {
    "results": "los resultados",
    "late": "quienes entraron tarde",
    "left": "quienes salieron",
    "unsettled": "lo que se decide de nuevo",
    "order": "el lugar de los resultados entre las salidas",
    "matches": "los cruces",
    "fixtures": "las partidas",
}
"""What of a stage differs, as `disagreements` names it."""


class Command(BaseCommand):
    help = (
        "Verifica la bitácora de todas las mesas, o de una: la cadena de huellas, la numeración, las firmas de las tablets, el "
        "reglamento, las proyecciones y las Planillas. De cada campeonato, que las hojas y los puntos de control de su árbol sean "
        "los de sus filas, y que los puntos guardados fuera (--punto) sean de él. De cada etapa, que sus partidas resulten de sus hechos. Dice la primera fila "
        "rota de cada mesa y en qué difiere cada etapa, y termina con 1 si hay alguna."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mesa", type=UUID, help="solo la mesa de este identificador")
        parser.add_argument(
            "--punto", type=Path, action="append", default=[],
            help="un punto de control guardado fuera, como archivo; se puede repetir",
        )  # fmt: skip
        parser.add_argument(
            "--reconstruir",
            action="store_true",
            help="escribe de nuevo las proyecciones que no correspondan, si la bitácora está sana",
        )

    def handle(self, *args: Any, mesa: UUID | None, reconstruir: bool, punto: Sequence[Path], **options: Any) -> None:
        mesas = Mesa.objects.order_by("id")
        if mesa is not None:
            mesas = mesas.filter(public_id=mesa)
            if not mesas.exists():
                raise CommandError(f"No existe la mesa {mesa}.")
        checked = broken = rows = 0
        for check in logs_check(mesas.iterator(chunk_size=500)):
            checked += 1
            rows += check.mesa.head_seq
            if check.broken and not (reconstruir and self._rebuilt(check)):
                broken += self._reported(mesa_check(check.mesa))
        for told, seq, problem in statements_check(mesas):
            self.stderr.write(f"Mesa {told}: fila {seq}: {problem}.")
            broken += 1
        summary = f"{counted(checked, 'mesa', 'mesas')}, {counted(rows, 'jugada', 'jugadas')}"
        if mesa is None:
            stages = Stage.objects.exclude(status=Stage.Status.PLANNED).select_related("championship").order_by("pk")
            broken += sum(map(self._differs, stages))
            broken += sum(self._tree_differs(each, outside) for each, outside in _trees(punto))
            summary += f", {counted(len(stages), 'etapa', 'etapas')}"
        if broken:
            raise CommandError(f"{summary}: {broken} con problemas.")
        self.stdout.write(f"{summary}: la bitácora está completa y las tablas corresponden.")

    def _differs(self, stage: Stage) -> bool:
        """Whether it is not what its events come to, having said in what."""
        try:
            found = [each.partition(": ") for each in disagreements(stage)]
            told = [f"de sus hechos no resultan {WORDS[name]}: {what}" for name, _, what in found]
        except UNREADABLE as error:
            told = [f"no se puede leer ({error})"]
        for each in told:
            self.stderr.write(f"Etapa «{stage}» de {stage.championship.slug}: {each}.")
        return bool(told)

    def _tree_differs(self, championship: Championship, outside: Sequence[bytes]) -> bool:
        """Whether its tree is not that of its rows, having said in what."""
        check = tree_check(championship, outside)
        for each in check.problems:
            self.stderr.write(f"Árbol de {championship.slug}: {each}.")
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

    def _rebuilt(self, check: Checked) -> bool:
        """Whether only the projection was wrong, and now is right."""
        if check.seq is not None or check.state is None:
            return False
        if not mesa_rebuild(mesa=check.mesa, state=check.state, stored=check.stored):
            return False
        self.stdout.write(f"Mesa {check.mesa.public_id}: reconstruida ({check.broken}).")
        return True

    def _reported(self, check: Checked) -> bool:
        """Whether the mesa is broken, having said where."""
        if check.broken is None:
            return False
        where = "proyección" if check.seq is None else f"fila {check.seq}"
        self.stderr.write(f"Mesa {check.mesa.public_id}: {where}: {check.broken}.")
        return True


def _trees(files: Sequence[Path]) -> Iterator[tuple[Championship, list[bytes]]]:
    """Every championship, with the notes that name its log. CommandError for one that names none."""
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
    for championship in Championship.objects.order_by("pk"):
        yield championship, notes.get(origins.get(championship.pk, ""), [])
