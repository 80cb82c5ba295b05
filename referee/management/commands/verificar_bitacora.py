"""`manage.py verificar_bitacora`: is every log whole, and do the tables hold what it says?"""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from referee.models import Mesa
from referee.selectors.verification import Checked, logs_check, mesa_check
from referee.services.projecting import mesa_rebuild


class Command(BaseCommand):
    help = (
        "Verifica la bitácora de todas las mesas, o de una: la cadena de huellas, la numeración, el reglamento, "
        "las proyecciones y las Planillas. Dice la primera fila rota de cada mesa y termina con 1 si hay alguna."
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
        summary = f"{checked} mesas, {rows} jugadas"
        if broken:
            raise CommandError(f"{summary}: {broken} con problemas.")
        self.stdout.write(f"{summary}: la bitácora está completa y las tablas corresponden.")

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
