"""`manage.py verificar_sorteo`: does the draw of an acta come out again?"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from brackets.draw.acta import verify
from brackets.selectors.acta_text import NoActa, acta_text


class Command(BaseCommand):
    help = (
        "Repite el sorteo de un acta con su archivo y nada más, sin base de datos. Dice qué comprobó y termina con 1 si "
        "algo no coincide, con lo que difiere."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "acta",
            type=Path,
            help="el archivo acta.json de la página del sorteo, o el PDF del acta, que lo lleva dentro",
        )

        parser.add_argument(
            "--huella",
            default="",
            metavar="SHA-256",
            help="la huella del sorteo que se publicó, en su página o en el acta impresa: un acta escrita de nuevo tiene otra",
        )

    def handle(self, *args: Any, acta: Path, huella: str, **options: Any) -> None:
        try:
            read = json.loads(acta_text(acta.read_bytes()))
        except OSError as error:
            raise CommandError(f"No se puede leer {acta}: {error.strerror}.") from error
        except NoActa as error:
            raise CommandError(str(error)) from error
        except (ValueError, RecursionError) as error:
            raise CommandError(f"{acta} no es un acta de sorteo: no es JSON.") from error
        report = verify(read, huella.strip().lower(), every=True)
        for step in report.steps:
            self.stdout.write(f"{'✗' if step.differs else '✓'} {step.what}")
            for differing in step.differs:
                self.stdout.write(f"    {differing}")
        if not report.good:
            raise CommandError("El acta no corresponde al sorteo.")
        self.stdout.write("El sorteo es el que dice el acta.")
