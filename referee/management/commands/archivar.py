"""`manage.py archivar SLUG`: a championship as one file."""

import json
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from brackets.models import Championship
from brackets.selectors.single import single
from referee.models import Mesa
from referee.sealing.archives import archive_signing
from referee.selectors.archive.dump import archive_write
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.schema import schema
from referee.selectors.mesa_file import mesa_text
from referee.services.archives.asking import archive_noted
from referee.services.errors import RefereeError
from referee.tasks import tree_sweep_at_once


class Command(BaseCommand):
    help = (
        "Escribe el archivo de un campeonato, que otra instalación importa con restaurar_archivo. Sin --personales ni --tinta no "
        "tiene cédulas, correos, teléfonos ni el trazo de las firmas."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campeonato", nargs="?", help="su dirección, por ejemplo copa-2026")
        parser.add_argument("--personales", action="store_true", help="con los datos personales")
        parser.add_argument("--tinta", action="store_true", help="con el trazo de las firmas")
        parser.add_argument("--mesa", type=UUID, help="una sola mesa, por su identificador, en notación")
        parser.add_argument("--esquema", action="store_true", help="solo el esquema de estos archivos, en JSON Schema")
        parser.add_argument("-o", "--salida", type=Path, help="dónde: .json o .json.gz; sin esto, SLUG.json.gz aquí")

    def handle(self, *args: Any, campeonato: str | None, esquema: bool, **options: Any) -> None:
        if esquema:
            self.stdout.write(json.dumps(schema(), ensure_ascii=False, indent=1))
            return
        if options["mesa"]:
            self._mesa(options["mesa"], options["salida"])
            return
        championship = single(Championship.objects.filter(slug=campeonato))
        if championship is None:
            raise CommandError(f"No hay ningún campeonato «{campeonato or ''}».")
        included = Included(options["personales"], options["tinta"])
        try:
            archive_noted(championship=championship, included=included, user=None, now=timezone.now())
        except RefereeError as error:
            raise CommandError(error.message) from error
        tree_sweep_at_once(championship.pk)
        signing = archive_signing(championship, timezone.now())
        path = options["salida"] or Path(f"{campeonato}.json.gz")
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                digest = archive_write(file, championship, included, packed=path.suffix == ".gz", sign=signing.sign)
        except OSError as error:
            raise CommandError(f"No se puede escribir {path}: {error.strerror}.") from error
        self.stdout.write(f"{path}: {championship}, huella {digest}\n{signing.words}")

    def _mesa(self, public_id: UUID, path: Path | None) -> None:
        mesa = single(Mesa.objects.select_related("fixture__stage__championship").filter(public_id=public_id))
        if mesa is None:
            raise CommandError(f"No existe la mesa {public_id}.")
        text = mesa_text(mesa, mesa.fixture)
        if path is None:
            self.stdout.write(text, ending="")
        else:
            path.write_text(text, encoding="utf-8")
