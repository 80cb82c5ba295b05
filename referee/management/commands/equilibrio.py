"""`manage.py equilibrio`: simulate many mesas of each rulebook, and tell how they play and what a hall needs."""

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.management.rehearsal.balance import as_json, balance, compared
from referee.management.rehearsal.options import BadOption, count_read, seconds_read, seed_read, settings_read
from referee.management.rehearsal.progress import Progress
from referee.management.rehearsal.report import section_text
from referee.management.rehearsal.sampling import Figures, jobs_of, sampled
from referee.printing.balance import balance_pdf
from referee.rules import REGLAMENTOS

BAD = 2
MOST = 1_000_000


class Command(BaseCommand):
    help = (
        "Simula mesas de cada reglamento, naipe a naipe y sin base de datos: cuánto duran, de dónde vienen los "
        "puntos, qué ventaja tiene quien reparte, cuántas mesas necesita una sala."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mesas", default="10000", help="cuántas por reglamento (10000)")
        parser.add_argument("--reglamentos", nargs="+", metavar="CLAVE", help="solo estos (todos)")
        parser.add_argument("--semilla", default="7", help="de la que sale todo el azar (7)")
        parser.add_argument("--segundos-por-carta", default="5", help="cuánto tarda una carta (5)")
        parser.add_argument("--procesos", default=str(os.cpu_count() or 1), help="cuántos a la vez (los del equipo)")
        parser.add_argument("--json", metavar="ARCHIVO", type=Path, help="escribir también las cifras")
        parser.add_argument("--pdf", metavar="ARCHIVO", type=Path, help="escribir también el informe con sus gráficos")

    def handle(self, *_args: Any, **given: Any) -> None:
        try:
            mesas = count_read("mesas", given["mesas"], 1, MOST)
            processes = count_read("procesos", given["procesos"], 1, 64)
            seed, seconds = seed_read(given["semilla"]), seconds_read(given["segundos_por_carta"])
            keys = tuple(dict.fromkeys(given["reglamentos"] or REGLAMENTOS))
            for key in keys:
                settings_read(key, ())
        except BadOption as error:
            raise CommandError(error.message, returncode=BAD) from error
        for file in filter(None, (given["json"], given["pdf"])):
            if not file.parent.is_dir():
                raise CommandError(f"No existe la carpeta de {file}.", returncode=BAD)
        found = self._sampled(keys, mesas, seed, seconds, processes)
        self.stdout.write("\n".join(section_text(compared(found))))
        if given["json"]:
            told = json.dumps(as_json(found, seed=seed, seconds_a_card=seconds), ensure_ascii=False, indent=1)
            given["json"].write_text(told + "\n")
        if given["pdf"]:
            given["pdf"].write_bytes(balance_pdf(balance(found, seed=seed, seconds_a_card=seconds)))

    def _sampled(
        self, keys: tuple[str, ...], mesas: int, seed: str, seconds: float, processes: int
    ) -> dict[str, Figures]:
        parts: dict[tuple[str, int], Figures] = {}
        with Progress("Mesas", len(keys) * mesas, sys.stderr) as progress:
            for job, figures in sampled(jobs_of(keys, mesas, seed, seconds), processes):
                parts[job.key, job.first] = figures
                progress.step(job.count)
        found = {key: Figures() for key in keys}
        for (key, _), figures in sorted(parts.items()):  # in one order, whichever was done first
            found[key].merge(figures)
        return found
