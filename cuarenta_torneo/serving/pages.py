"""The process of the pages: what strangers have computed shares no interpreter with a tap, and gives way to it on the processor.

The door forks a keeper before it has any thread, with the site loaded, and the keeper forks the process that serves: it shares the memory, and
one that died is there again at once. Neither knows an address: the door sends the end of a pair of sockets for each thread of its own
that asks. Both end with the door, whose end of the first pair then closes.
"""

import gc
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle, send_handle
from pathlib import Path
from threading import Thread, local
from time import sleep
from typing import Final

import structlog

from cuarenta_torneo.serving import calls
from cuarenta_torneo.serving.answers import Answer, Application, answer_of
from cuarenta_torneo.serving.environ import Environ
from cuarenta_torneo.serving.giving_way import MOST_FILES, NICENESS, Metronome, give_way

COLLECTED: Final = (700, 10, 10)
"""As Python has it: what a page leaves may be long, and no tap waits until it is freed."""
AGAIN_SECONDS: Final = 0.2
"""Between the end of one that serves and the next."""
FIRST_FILE: Final = 3

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Work:
    """What the process of the pages does: answers as `site` does, from the beginning what `start` begins, and `sealed` when it is told so.

    `folder`: where its long answers wait. `niceness`: by how much it gives way.
    """

    site: Application
    folder: Path
    niceness: int = NICENESS
    start: Callable[[], None] = lambda: None
    sealed: Callable[[int], None] = lambda _championship_id: None


class Ended(Exception):
    """It died before it answered: whether it did what was asked, nobody knows."""


class Pages:
    """The process of the pages as the door sees it. Each thread that asks has a connection of its own."""

    def __init__(self, work: Work) -> None:
        """To be called while this process has no thread but this one."""
        self._control, theirs = Pipe()
        self._of_thread = local()
        door = os.getpid()
        self.keeper = os.fork()
        if self.keeper == 0:
            _keep(work, theirs, door)
        theirs.close()

    def stop(self) -> None:
        self._control.close()

    def ask(self, environ: Environ) -> Answer:
        """What it answers; raises Ended."""
        try:
            connection: Connection = self._of_thread.connection
            calls.ask(connection, environ)
        except (AttributeError, OSError):  # the first of this thread, or one that died since the last
            connection = self._connected()
            calls.ask(connection, environ)
        try:
            return calls.answered(connection)
        except (EOFError, OSError) as error:
            raise Ended from error

    def sealed(self, championship_id: int) -> None:
        """Tell it; what it does not hear, the minute's sweep sees."""
        with suppress(Ended, OSError):
            calls.call(self._connected(), calls.Sealed(championship_id))

    def _connected(self) -> Connection:
        ours, theirs = Pipe()
        try:
            send_handle(self._control, theirs.fileno(), None)
        except OSError as error:
            raise Ended from error
        finally:
            theirs.close()
        self._of_thread.connection = ours
        return ours


def _keep(work: Work, control: Connection, door: int) -> None:
    """The keeper: one process that serves, as long as the door is there. Does not return."""
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGINT):  # it ends with the door, which answers what it has begun
            signal.signal(number, _go_on)
        os.dup2(control.fileno(), FIRST_FILE)
        os.closerange(FIRST_FILE + 1, MOST_FILES)
        while os.getppid() == door:
            serving = os.fork()
            if serving == 0:
                _serve(work, Connection(FIRST_FILE))
            _, status = os.waitpid(serving, 0)
            if status == 0:
                break
            log.error("pages_ended", status=os.waitstatus_to_exitcode(status))
            sleep(AGAIN_SECONDS)
    finally:
        os._exit(0)


def _go_on(*_: object) -> None:
    """Unlike a signal that is ignored, none that is handled is inherited by a program that is started."""


def _serve(work: Work, control: Connection) -> None:
    """A thread for each of the door's, until that closes. Does not return."""
    try:
        metronome = give_way(work.niceness)
        gc.freeze()  # what it shares with the door stays shared
        gc.set_threshold(*COLLECTED)
        work.start()
        while True:
            connection = Connection(recv_handle(control))
            Thread(target=_answer_all, args=(work, metronome, connection), daemon=True).start()
    except EOFError:
        os._exit(0)
    except BaseException:
        log.exception("pages")
    finally:
        os._exit(1)


def _answer_all(work: Work, metronome: Metronome, connection: Connection) -> None:
    with connection, suppress(EOFError, OSError):
        while True:
            said = calls.called(connection)
            if isinstance(said, calls.Sealed):
                work.sealed(said.championship_id)
            else:
                with metronome.during():
                    answer = _answered(work, connection, said)
                calls.answer(connection, answer)


def _answered(work: Work, connection: Connection, asked: calls.Asked) -> Answer:
    with ExitStack() as held:
        environ = calls.environ_asked(connection, asked, held)
        try:
            return answer_of(work.site, environ, work.folder)
        except Exception:  # whatever it was, this thread goes on
            log.exception("page", path=environ["PATH_INFO"])
            return Answer(500, [])
