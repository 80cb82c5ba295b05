"""`manage.py restaurar_archivo FILE`: bring a championship that was played elsewhere, or only verify its archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from brackets.models import User
from brackets.selectors.single import single
from brackets.selectors.wording import counted
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.selectors.archive.signature import answers
from referee.services.archives.restoring import ArchiveUnfinished, archive_restore
from referee.services.errors import RefereeError


class Command(BaseCommand):
    help = (
        "Comprueba el archivo de un campeonato hasta la última huella y lo trae a esta instalación, todo o nada: queda terminado y "
        "solo para leer. Con --solo-verificar no escribe nada. Uno que no había terminado se importa solo con --sin-terminar. Termina con "
        "1 si el archivo no es lo que dice, y dice dónde."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archivo", type=Path, help="el archivo que hizo archivar, .json o .json.gz")
        parser.add_argument("--solo-verificar", action="store_true", help="sin escribir nada")
        parser.add_argument(
            "--sin-terminar",
            action="store_true",
            help="importarlo aunque no haya terminado: queda así para siempre, y el archivo del final ya no entra",
        )
        parser.add_argument("--director", metavar="CUENTA", help="quién podrá leerlo en el panel y archivarlo de nuevo")

    def handle(self, *args: Any, archivo: Path, solo_verificar: bool, **options: Any) -> None:
        try:
            if solo_verificar:
                self._verify(archivo)
            else:
                self._restore(archivo, options["director"], unfinished=options["sin_terminar"])
        except Refused as refused:
            raise CommandError(f"{archivo}: {refused.message}") from refused
        except ArchiveUnfinished as error:
            raise CommandError(f"{archivo}: {error.message} Aquí: --sin-terminar.") from error
        except RefereeError as error:
            raise CommandError(f"{archivo}: {error.message}") from error
        except OSError as error:
            raise CommandError(f"No se puede leer {archivo}: {error.strerror}.") from error

    def _verify(self, path: Path) -> None:
        found = archive_check(Reader(path, NAMES))
        row = found.championship
        counts = (
            counted(found.mesas, "mesa", "mesas"),
            counted(found.jugadas, "jugada", "jugadas"),
            counted(found.rows["planillas"], "Planilla", "Planillas"),
            counted(found.draws, "sorteo", "sorteos"),
            counted(found.rows["registro"], "entrada", "entradas"),
        )
        good = ": todo corresponde." if found.signer else "."
        self.stdout.write(
            f"{row.name}{f' {row.edition}' if row.edition else ''}: {', '.join(counts)} del registro{good}"
            f"{'' if found.ended else ' No había terminado cuando se hizo el archivo.'}\n{answers(found.signer)}\nHuella {found.digest}"
        )

    def _restore(self, path: Path, director: str | None, *, unfinished: bool) -> None:
        user = None
        if director is not None and (user := single(User.objects.filter(username=director))) is None:
            raise CommandError(f"No hay ninguna cuenta «{director}».")
        done = archive_restore(path=path, user=user, now=timezone.now(), unfinished=unfinished)
        told = f"Se importó «{done.championship}»" if done.created else f"«{done.championship}» ya estaba importado"
        moved = " Su dirección de antes estaba ocupada." if done.moved else ""
        self.stdout.write(
            f"{told}, en /c/{done.championship.slug}/.{moved}\n{answers(done.signer)}\nHuella {done.digest}"
        )
