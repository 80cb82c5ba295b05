"""What takes longer than a page may: the Planillas of a round as one PDF."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final

import structlog
from celery import shared_task
from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from referee.models import PrintJob
from referee.printing import Sheet, sheets_write
from referee.selectors.planilla.blank import blank_sheets
from referee.selectors.planilla.build import planilla_sheets
from referee.selectors.prints import job_title, what_to_print
from referee.services.prints import print_job_fail, print_job_finish, print_job_progress, print_job_start

EVERY: Final = 5  # Planillas between two signs of life

log = structlog.get_logger(__name__)


def print_round_dispatch(job: PrintJob, *, base_url: str) -> None:
    """Have the job made once this transaction is committed: by a worker, or without Redis by a thread of this process."""
    transaction.on_commit(partial(_dispatch, job.pk, base_url))


@shared_task(acks_late=True)
def print_round(job_id: int, base_url: str) -> None:
    """Make the file of a print job; making it again is harmless, and after a crash begins anew."""
    job = PrintJob.objects.select_related("stage__championship").get(pk=job_id)
    keys = what_to_print(job)
    if not print_job_start(job_id=job_id, total=len(keys), now=timezone.now()):
        return
    try:
        file = _write(job, keys, base_url)
    except Exception:  # whatever it was, whoever waits for the file must be told
        log.exception("print_round", job=job_id)
        message = "No se pudo preparar el PDF. Vuelva a intentarlo; si falla otra vez, avise a quien cuida el sistema."
        print_job_fail(job_id=job_id, error=message, now=timezone.now())
    else:
        print_job_finish(job_id=job_id, total=len(keys), file=file, now=timezone.now())


def _write(job: PrintJob, keys: list[int], base_url: str) -> str:
    """Write beside the place and move there, so that no half file is ever given out."""
    root = Path(settings.PRINTS_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    sheets: Iterable[Sheet] = (blank_sheets if job.kind == PrintJob.Kind.BLANK else planilla_sheets)(
        keys, base_url=base_url
    )
    with TemporaryDirectory(dir=root) as beside:
        draft = Path(beside) / f"{job.public_id}.pdf"
        with draft.open("wb") as file:
            sheets_write(file, _counted(job.pk, sheets), title=job_title(job))
        draft.replace(root / draft.name)
    return draft.name


def _counted(job_id: int, sheets: Iterable[Sheet]) -> Iterator[Sheet]:
    for done, sheet in enumerate(sheets):
        if done % EVERY == 0:
            print_job_progress(job_id=job_id, done=done, now=timezone.now())
        yield sheet


def _dispatch(job_id: int, base_url: str) -> None:
    if not settings.REDIS_URL:
        Thread(target=_in_this_process, args=(job_id, base_url), name=f"print-{job_id}", daemon=True).start()
        return
    try:
        print_round.delay(job_id, base_url)
    except OperationalError:
        log.exception("print_round_dispatch", job=job_id)
        message = "El servicio que prepara las impresiones no responde. Vuelva a intentarlo en un momento."
        print_job_fail(job_id=job_id, error=message, now=timezone.now())


def _in_this_process(job_id: int, base_url: str) -> None:
    try:
        print_round(job_id, base_url)
    finally:
        connections.close_all()
