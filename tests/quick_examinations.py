"""Each file of a test is looked at in a process of its own, as in the product, but one that need not import pyHanko or openpyxl first."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO, StringIO, TextIOWrapper
from multiprocessing import get_context
from multiprocessing.connection import Connection
from subprocess import CompletedProcess, TimeoutExpired
from types import SimpleNamespace

import pytest

from brackets import confined

MODULES = [
    *(f"referee.selectors.sealed.{name}" for name in ("examine", "attached")),
    "brackets.selectors.acta_apart",
    "brackets.spreadsheets.xlsx_apart",
]
FORKING = get_context("forkserver")


@contextmanager
def quick_examinations() -> Iterator[None]:
    """In this process: the first file starts what forks for the others."""
    FORKING.set_forkserver_preload([__name__, *MODULES])
    instead = SimpleNamespace(run=run, TimeoutExpired=TimeoutExpired, PIPE=None, DEVNULL=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(confined, "subprocess", instead)
        yield


def run(command: Sequence[str], *, input: bytes, timeout: float, **_options: object) -> CompletedProcess[bytes]:  # noqa: A002
    """As `subprocess.run` of `python -m module given...`."""
    _python, _m, module, *given = command
    ours, theirs = FORKING.Pipe(duplex=False)
    process = FORKING.Process(target=_answer, args=(module, given, input, theirs))
    with ours:
        process.start()
        theirs.close()
        try:
            if not ours.poll(timeout):
                raise TimeoutExpired(command, timeout)
            return CompletedProcess(command, 0, stdout=ours.recv().encode())
        except EOFError:  # it took more than its share
            return CompletedProcess(command, 1)
        finally:
            process.kill()
            process.join()
            process.close()


def _answer(module: str, given: list[str], data: bytes, theirs: Connection) -> None:
    sys.argv, sys.stdin, sys.stdout = [module, *given], TextIOWrapper(BytesIO(data)), StringIO()
    import_module(module).main()
    theirs.send(sys.stdout.getvalue())
