"""`manage.py ensayo`: play a whole championship of invented people, check it at every step, and report."""

import json
import sys
import time
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from brackets.models import Championship
from brackets.selectors.wording import counted
from referee.management.rehearsal.formats import FORMATS
from referee.management.rehearsal.hall import Hall
from referee.management.rehearsal.http_tablet import Unreachable, Wire
from referee.management.rehearsal.invariants import Broken
from referee.management.rehearsal.options import FIRST_DAY, RATES, BadOption, Options, Rates, options_read, rates_told
from referee.management.rehearsal.progress import Progress
from referee.management.rehearsal.rehearsing import partidas, rehearse
from referee.management.rehearsal.report import as_json, as_text, report
from referee.management.rehearsal.signing_in import SigningIn, by_http, by_services
from referee.management.rehearsal.tablets import Refused
from referee.printing.rehearsal import rehearsal_pdf

BAD = 2


class Command(BaseCommand):
    help = (
        "Ensaya un campeonato entero con personas inventadas: lo crea en esta base, lo sortea, juega cada mesa, la "
        "firma y la sella, hasta que hay campeón; tras cada paso comprueba que todo cuadra. La misma semilla da el "
        "mismo campeonato. Exit 0, 1 si algo no cuadra, 2 si una opción no vale."
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """A parser that says in one line what is wrong."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        if parser.called_from_command_line:
            parser.error = self._bad  # type: ignore[method-assign]
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--parejas", default="96", help="cuántas parejas (96)")
        parser.add_argument("--formato", default="eliminatoria", help=f"uno de {', '.join(FORMATS)} (eliminatoria)")
        parser.add_argument("--reglamento", default="riobamba", help="clave del reglamento (riobamba)")
        parser.add_argument("--ajuste", action="append", metavar="CLAVE=VALOR", help="un ajuste del reglamento")
        parser.add_argument("--semilla", default="7", help="de la que sale todo el azar (7)")
        parser.add_argument("--mesas", "--mesas-a-la-vez", default="", help="mesas de la sala (una por cuatro parejas)")
        parser.add_argument("--jueces", default="", help="cuántos jueces (uno por mesa)")
        parser.add_argument("--individual", action="store_true", help="mano a mano: parejas de un jugador")
        parser.add_argument("--solo-una-vuelta", action="store_true", help="solo la primera ronda")
        parser.add_argument("--inicio", default="", help=f"día y hora de la sala ({FIRST_DAY}; con --http, ahora)")
        parser.add_argument("--segundos-por-carta", default="5", help="cuánto tarda una carta (5)")
        parser.add_argument("--http", metavar="URL", help="las tablets usan la API de este servidor, sobre esta base")
        parser.add_argument("--json", metavar="ARCHIVO", type=Path, help="escribir también las cifras")
        parser.add_argument("--pdf", metavar="ARCHIVO", type=Path, help="escribir también el informe")
        usual = rates_told(Rates())
        for option, (_, what) in RATES.items():
            words = f"qué parte de {what} ({usual[option]})".replace("%", "%%")
            parser.add_argument(f"--{option}", metavar="N%", help=words)

    def handle(self, *_args: Any, **given: Any) -> None:
        try:
            options = options_read(given, start=self._start(given["inicio"], given["http"]))
            wire = Wire(given["http"]) if given["http"] else None
        except BadOption as error:
            raise CommandError(error.message, returncode=BAD) from error
        for file in filter(None, (given["json"], given["pdf"])):
            if not file.parent.is_dir():
                raise CommandError(f"No existe la carpeta de {file}.", returncode=BAD)
        if wire is not None:
            self._checked(wire)
        others = Championship.objects.count()
        if others:
            self.stderr.write(
                f"Esta base tiene ya {counted(others, 'campeonato', 'campeonatos')}: el ensayo queda en ella como uno más."
            )
        if wire is None:
            hall, seconds = self._rehearsed(options, by_services)
        else:
            hall, seconds = self._rehearsed(options, by_http(wire))
            hall.tally.retries = wire.retries
        self._told(hall, seconds, given)

    def _rehearsed(self, options: Options, signing_in: SigningIn) -> tuple[Hall, float]:
        begun = time.monotonic()
        try:
            with Progress("Partidas", partidas(options), sys.stderr) as progress:
                hall = rehearse(options, signing_in, progress)
        except (Broken, Unreachable, Refused) as broken:
            raise CommandError(f"El ensayo se detuvo: {str(broken).rstrip('.')}.", returncode=1) from broken
        return hall, time.monotonic() - begun

    def _told(self, hall: Hall, seconds: float, given: Any) -> None:
        way = f"por la API de {given['http']}" if given["http"] else "por los servicios"
        sheet = report(hall, real_seconds=seconds, way=way)
        self.stdout.write(as_text(sheet), ending="")
        if given["json"]:
            told = json.dumps(as_json(hall, sheet, real_seconds=seconds), ensure_ascii=False, indent=1)
            given["json"].write_text(told + "\n")
        if given["pdf"]:
            given["pdf"].write_bytes(rehearsal_pdf(sheet))

    def _checked(self, wire: Wire) -> None:
        """Before anything is written: is there a server?"""
        try:
            wire.check()
        except Unreachable as error:
            raise CommandError(f"--http: {error}.", returncode=BAD) from error

    def _start(self, text: str, http: str | None) -> datetime:
        if not text and http:
            return timezone.localtime().replace(microsecond=0)
        try:
            return timezone.make_aware(datetime.fromisoformat(text or FIRST_DAY))
        except ValueError as error:
            message = f"--inicio «{text}»: escriba día y hora, como {FIRST_DAY}."
            raise BadOption(message) from error

    def _bad(self, message: str) -> NoReturn:
        self.stderr.write(f"Opción desconocida o incompleta: {message}")
        sys.exit(BAD)
