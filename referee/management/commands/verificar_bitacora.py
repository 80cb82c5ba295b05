"""`manage.py verificar_bitacora`: is every log whole, of mesas and of stages, and do the tables hold what it says?"""

from argparse import ArgumentParser
from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from brackets.models import Stage
from brackets.selectors.events import disagreements
from brackets.selectors.wording import counted
from referee.models import Mesa
from referee.selectors.archive.refusal import UNREADABLE
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
        "reglamento, las proyecciones y las Planillas. De cada etapa, que sus partidas resulten de sus hechos. Dice la primera fila "
        "rota de cada mesa y en qué difiere cada etapa, y termina con 1 si hay alguna."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mesa", type=UUID, help="solo la mesa de este identificador")
        parser.add_argument(
            "--reconstruir",
            action="store_true",
            help="escribe de nuevo las proyecciones que no correspondan, si la bitácora está sana",
        )

    def handle(self, *args: Any, mesa: UUID | None, reconstruir: bool, **options: Any) -> None:
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
