"""`manage.py arbitrar FILE`: fold a file of notation and print its score sheet, or its result as JSON."""

import errno
import gc
import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

from django.core.management.base import BaseCommand, CommandParser

from referee.rules import NotationError, fingerprint, mesa_proof, parse_game, play, result, score_sheet
from referee.rules.mesa_file import Proof

CAUSES: Final = {
    errno.ENOENT: "no existe",
    errno.EISDIR: "es un directorio",
    errno.ENOTDIR: "su carpeta no es un directorio",
    errno.ENAMETOOLONG: "el nombre es demasiado largo",
    errno.EACCES: "no hay permiso",
    errno.EBADF: "está cerrada",
    errno.EPIPE: "quien la leía dejó de leer",
    errno.ENOSPC: "no queda espacio",
}


class Command(BaseCommand):
    help = "Arbitra un archivo de notación: exit 0, 1 si alguna línea fue rechazada, 2 si no se puede leer o escribir."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="archivo de notación, o - para la entrada estándar")
        parser.add_argument("--json", action="store_true", help="un solo objeto JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        name = options["file"]
        try:
            text = _read(name)
            game = parse_game(text)
        except NotationError as error:
            self._fail(f"línea {error.line}, columna {error.column}: {error.message}")
        except OSError as error:
            self._fail(f"no se puede leer {'la entrada' if name == '-' else f'«{name}»'}: {_cause(error)}")
        with _no_collection():
            state, refused, warned = play(game)
        proof = mesa_proof(text, game)
        if options["json"]:
            told = result(state, refused, warned) | (
                {"huella": proof.found or None, "corresponde": proof.good} if proof else {}
            )
            self._answer(json.dumps(told, ensure_ascii=False) + "\n")
        else:
            self._answer(score_sheet(state, refused, warned) + _told(proof))
        sys.exit(1 if refused or (proof and not proof.good) else 0)

    def _answer(self, text: str) -> None:
        _speak_utf8()
        try:
            _open(sys.stdout)
            self.stdout.write(text, ending="")
            self.stdout.flush()
        except OSError as error:
            _let_go_of_stdout()
            self._fail(f"no se pudo escribir en la salida: {_cause(error)}")

    def _fail(self, message: str) -> NoReturn:
        """Say one line, whatever the file or its name is made of, and end."""
        _speak_utf8()
        if sys.stderr is not None:
            self.stderr.write("".join(char if char.isprintable() else "�" for char in message))
        sys.exit(2)


def _told(proof: Proof | None) -> str:
    if proof is None:
        return ""
    if proof.good:
        return f"\nHuella {fingerprint(proof.found)}: es la de estas jugadas ({proof.found}).\n"
    return f"\nLA HUELLA NO CORRESPONDE: el archivo dice {proof.said} y no es la de estas jugadas.\n"


@contextmanager
def _no_collection() -> Iterator[None]:
    """Folding makes no cycles, only ever more values: looking for cycles among them takes longer than the folding."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _read(name: str) -> str:
    data = _open(sys.stdin).buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        message = "el archivo no es texto UTF-8"
        raise NotationError(message, line=line, column=column) from error


def _open(stream: TextIO | None) -> TextIO:
    """The stream; raises OSError where the shell has closed it."""
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return stream


def _cause(error: OSError) -> str:
    return CAUSES.get(error.errno or 0) or error.strerror or str(error)


def _speak_utf8() -> None:
    """The notation is UTF-8, and so is what is said about it, whatever the terminal asks for."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")


def _let_go_of_stdout() -> None:
    """What could not be written must not be tried again when the interpreter ends."""
    if sys.__stdout__ is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())
