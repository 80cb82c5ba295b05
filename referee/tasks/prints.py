"""The documents that were ticked, as one PDF or a ZIP."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import Final

import structlog
from celery import shared_task
from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone
from django.utils.timezone import localtime
from kombu.exceptions import OperationalError

from referee.models import Mesa, PrintJob
from referee.printing.bundles import Bundle
from referee.printing.offers import documents_in, offers_of, places_of
from referee.printing.page import Page
from referee.printing.papers import Named
from referee.printing.pieces import Order, Piece, named_in, pieces_of
from referee.sealing import planilla_paper
from referee.selectors.prints.facts import facts_of
from referee.selectors.prints.jobs import is_wanted
from referee.selectors.prints.selection import from_data, title_of
from referee.selectors.sealed.record import has_signed
from referee.services.archives.kept import archives_sweep
from referee.services.files import private
from referee.services.prints import print_job_fail, print_job_finish, print_job_progress, print_job_start
from referee.services.prints_kept import prints_sweep

EVERY: Final = 0.5  # seconds between two signs of life

log = structlog.get_logger(__name__)


class Unwanted(Exception):
    """Somebody cancelled the job, or began it anew."""


def print_job_dispatch(job: PrintJob, *, base_url: str) -> None:
    """Have the job made once this transaction is committed: by a worker, or without Redis by a thread of this process."""
    transaction.on_commit(partial(_dispatch, job.pk, base_url))


@shared_task
def prints_clear() -> int:
    """Remove the files that are kept no longer, archives too; how many."""
    return prints_sweep(now=timezone.now()) + archives_sweep(now=timezone.now())


@shared_task(acks_late=True)
def print_job_make(job_id: int, base_url: str) -> None:
    """Make the file of a print job; making it again is harmless, and after a crash begins anew."""
    job = PrintJob.objects.select_related("championship").get(pk=job_id)
    places = places_of(offers_of(facts_of(job.championship, timezone.now())))
    selection = [each for each in from_data(job.selection) if each in places]  # what has gone since is left out
    total = documents_in(selection, places)
    attempt = print_job_start(job_id=job_id, total=total, now=timezone.now())
    if attempt is None:
        return
    prints_sweep(now=timezone.now())
    try:
        order = Order(job.championship, job.size.lower(), timezone.now(), base_url, seal=_seal(job, base_url))
        _Making(job, attempt).run(pieces_of(selection, order), title_of(selection), partial(named_in, selection, order))
    except Unwanted:
        log.info("print_job_unwanted", job=job_id, attempt=attempt)
    except Exception:  # whatever it was, whoever waits for the file must be told
        log.exception("print_job_make", job=job_id)
        message = "No se pudo preparar. Vuelva a intentarlo; si falla otra vez, avise a quien cuida el sistema."
        print_job_fail(job_id=job_id, attempt=attempt, error=message, now=timezone.now())


def _seal(job: PrintJob, base_url: str) -> Callable[[Mesa], bytes] | None:
    """In a ZIP each sealed Planilla is the signed document; bound with others into one PDF no signature would hold."""
    if job.output != PrintJob.Output.ZIP or not has_signed(job.championship):
        return None
    return lambda mesa: planilla_paper(mesa, base_url=base_url, now=timezone.now())


class _Making:
    """One attempt: writes the file, tells how far it is, and stops when it is no longer wanted."""

    def __init__(self, job: PrintJob, attempt: int) -> None:
        self.job, self.attempt = job, attempt
        self.done = 0
        self.told = 0.0

    def run(self, pieces: Iterable[Piece], title: str, named: Callable[[], Named]) -> None:
        """Write beside the place and move there, so that no half file is ever given out; with who is `named` in it."""
        job, root = self.job, Path(settings.PRINTS_ROOT)
        root.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=root) as beside:
            draft = Path(beside) / f"{job.public_id}-{self.attempt}.{job.output}"
            with private(draft) as file:
                bundle = Bundle(file, title=title, made=localtime(job.created_at), duplex=job.duplex)
                write = bundle.write_zip if job.output == PrintJob.Output.ZIP else bundle.write_pdf
                write(self._watched(pieces))
            on_it = named()
            size = draft.stat().st_size
            place = draft.replace(root / draft.name)
        kept = print_job_finish(
            job_id=job.pk, attempt=self.attempt, total=self.done, file=place.name, size=size, pages=bundle.pages,
            people=len(on_it.people), fields=on_it.fields, now=timezone.now(),
        )  # fmt: skip
        if not kept:
            place.unlink(missing_ok=True)

    def _watched(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        for piece in pieces:
            self._tell(piece)
            whole = partial(self._whole, piece) if piece.whole else None
            yield Piece(piece.path, piece.told, partial(self._pages, piece), whole)
            self.done += 1

    def _pages(self, piece: Piece) -> Iterator[Page]:
        for page in piece.pages():
            self._go_on(piece)
            yield page

    def _whole(self, piece: Piece) -> bytes:
        self._go_on(piece)
        return piece.whole() if piece.whole else b""

    def _go_on(self, piece: Piece) -> None:
        if not is_wanted(self.job.pk, self.attempt):
            raise Unwanted
        self._tell(piece)

    def _tell(self, piece: Piece) -> None:
        if monotonic() - self.told < EVERY:
            return
        self.told = monotonic()
        print_job_progress(
            job_id=self.job.pk, attempt=self.attempt, done=self.done, making=piece.told, now=timezone.now()
        )


def _dispatch(job_id: int, base_url: str) -> None:
    if not settings.REDIS_URL:
        Thread(target=_in_this_process, args=(job_id, base_url), name=f"print-{job_id}", daemon=True).start()
        return
    try:
        print_job_make.delay(job_id, base_url)
    except OperationalError:
        log.exception("print_job_dispatch", job=job_id)
        message = "El servicio que prepara las impresiones no responde. Vuelva a intentarlo en un momento."
        print_job_fail(job_id=job_id, error=message, now=timezone.now())


def _in_this_process(job_id: int, base_url: str) -> None:
    try:
        print_job_make(job_id, base_url)
    finally:
        connections.close_all()
