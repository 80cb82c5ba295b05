"""`manage.py nueva_encarnacion`: after a copy was restored, before anybody writes."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from brackets.selectors.wording import counted
from kernel.checkpoint import MOST_BYTES
from referee.services.errors import RefereeError
from referee.services.incarnations import incarnation_begin


class Command(BaseCommand):
    help = (
        "Empieza otra encarnación de la base de datos: ejecútelo una vez después de restaurar una copia, antes de que "
        "alguien escriba. En el registro de cada campeonato queda una entrada firmada: de qué tamaño se restauró, y el "
        "último punto de control que se conoce de fuera (--conocido)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--conocido", type=Path, action="append", default=[],
            help="el último punto de control conocido, como archivo; se puede repetir, uno por campeonato",
        )  # fmt: skip
        parser.add_argument(
            "--clave-nueva",
            action="store_true",
            help="firma desde ahora con claves nuevas: si se perdieron los archivos de las anteriores",
        )

    def handle(self, *args: Any, conocido: Sequence[Path], clave_nueva: bool, **options: Any) -> None:
        try:
            known = [self._read(path) for path in conocido]
            made, sizes = incarnation_begin(known=known, new_keys=clave_nueva, now=timezone.now())
        except (OSError, RefereeError) as error:
            raise CommandError(str(error)) from error
        for origin, size in sizes.items():
            self.stdout.write(f"{origin}: sigue desde {counted(size, 'entrada', 'entradas')}.")
        self.stdout.write(f"Encarnación {made.code}.")

    @staticmethod
    def _read(path: Path) -> bytes:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
