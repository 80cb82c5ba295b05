"""`manage.py arbitrar FILE`: fold a file of notation and print its score sheet, or its result as JSON."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from referee.rules import NotationError, parse_game, play, result, score_sheet


class Command(BaseCommand):
    help = "Arbitra un archivo de notación: exit 0, 1 si alguna línea fue rechazada, 2 si no se puede leer."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="archivo de notación, o - para la entrada estándar")
        parser.add_argument("--json", action="store_true", help="un solo objeto JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            game = parse_game(_read(options["file"]))
        except NotationError as error:
            self.stderr.write(f"línea {error.line}, columna {error.column}: {error.message}")
            sys.exit(2)
        except OSError as error:
            self.stderr.write(f"no se puede leer {options['file']}: {error.strerror}")
            sys.exit(2)
        state, refused = play(game)
        if options["json"]:
            self.stdout.write(json.dumps(result(state, refused), ensure_ascii=False))
        else:
            self.stdout.write(score_sheet(state, refused), ending="")
        sys.exit(1 if refused else 0)


def _read(name: str) -> str:
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        message = "el archivo no es texto UTF-8"
        raise NotationError(message, line=line, column=column) from error
