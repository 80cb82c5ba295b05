"""A whole championship as one file: written here, or brought from elsewhere."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final

import structlog
from celery import shared_task
from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from brackets.models import Championship
from brackets.selectors.wording import counted
from referee.models import ArchiveArrival, ArchiveJob
from referee.sealing.archives import archive_signing
from referee.selectors.archive.arrivals import Told
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.dump import archive_write
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.selectors.archive.signature import answers
from referee.services.archives.arriving import archive_arrival_end, archive_arrival_start, archive_arrival_tell
from referee.services.archives.asking import archive_job_fail, archive_job_finish, archive_job_progress
from referee.services.archives.kept import archives_sweep
from referee.services.archives.restoring import archive_restore, rows_told
from referee.services.errors import RefereeError
from referee.services.files import private
from referee.tasks.trees import tree_sweep_at_once

ARCHIVE_EVERY: Final = 2000  # rows

log = structlog.get_logger(__name__)


def archive_dispatch(job: ArchiveJob) -> None:
    """Have the archive made once this transaction is committed: by a worker, or without Redis by a thread of this process."""
    transaction.on_commit(partial(_archive_dispatch, job.pk))


@shared_task(acks_late=True)
def archive_make(job_id: int) -> None:
    """Write the file of an archive; doing it again is harmless, and after a crash begins anew."""
    job = ArchiveJob.objects.select_related("championship").get(pk=job_id)
    if job.status == ArchiveJob.Status.DONE:
        return
    archives_sweep(now=timezone.now())

    def progress(done: int) -> None:
        if done % ARCHIVE_EVERY == 0:
            beats.put(done)

    beats: SimpleQueue[int] = SimpleQueue()
    watching = Thread(target=_archive_beat, args=(job_id, beats), name=f"archive-beat-{job_id}", daemon=True)
    watching.start()
    try:
        name, digest = _archive_write(job, progress)
    except Exception:  # whatever it was, whoever waits for the file must be told
        log.exception("archive_make", job=job_id)
        message = "No se pudo preparar el archivo. Vuelva a pedirlo; si falla otra vez, avise a quien cuida el sistema."
        archive_job_fail(job_id=job_id, error=message, now=timezone.now())
    else:
        beats.put(-1)
        watching.join()
        if not archive_job_finish(job_id=job_id, file=name, digest=digest, now=timezone.now()):
            (Path(settings.ARCHIVES_ROOT) / name).unlink(missing_ok=True)
    finally:
        beats.put(-1)


def _archive_beat(job_id: int, beats: "SimpleQueue[int]") -> None:
    """What is written stands still in its transaction, so that its progress is told in another."""
    try:
        while (done := beats.get()) >= 0:
            archive_job_progress(job_id=job_id, done=done, now=timezone.now())
    finally:
        connections.close_all()


def _archive_write(job: ArchiveJob, progress: Callable[[int], None]) -> tuple[str, str]:
    root = Path(settings.ARCHIVES_ROOT)
    root.mkdir(mode=0o750, parents=True, exist_ok=True)
    included = Included(personal=job.personal, ink=job.ink)
    tree_sweep_at_once(job.championship_id)
    sign = archive_signing(job.championship, timezone.now()).sign
    with TemporaryDirectory(dir=root) as beside:
        draft = Path(beside) / f"{job.public_id}.json.gz"
        with private(draft) as file:
            digest = archive_write(file, job.championship, included, packed=True, sign=sign, progress=progress)
        draft.replace(root / draft.name)
    return draft.name, digest


def archive_arrival_dispatch(arrival: ArchiveArrival) -> None:
    """Have the file that was brought read once this transaction is committed."""
    transaction.on_commit(partial(_arrival_dispatch, arrival.pk))


@shared_task(acks_late=True)
def archive_arrive(arrival_id: int) -> None:
    """Verify or import what was brought; doing it again is harmless, since the same document is imported once."""
    arrival = archive_arrival_start(arrival_id=arrival_id)
    if arrival is None:
        return
    try:
        told, championship, signed = _arrived(arrival)
    except (Refused, RefereeError) as refused:
        end, told, championship, signed = False, f"{refused.message} No se escribió nada.", None, False
    except Exception:  # whatever it was, whoever waits must be told
        log.exception("archive_arrive", arrival=arrival_id)
        end, championship, signed = False, None, False
        told = "No se pudo leer el archivo, y no se escribió nada. Si falla otra vez, avise a quien cuida el sistema."
    else:
        end = True
    archive_arrival_end(
        arrival_id=arrival_id, told=told, championship=championship, good=end, signed=signed, now=timezone.now()
    )


def _arrived(arrival: ArchiveArrival) -> tuple[str, Championship | None, bool]:
    """What came of it in words, what there is here now, and whether it is signed."""
    path = Path(settings.ARCHIVES_ROOT) / arrival.file

    def progress(step: str, done: int, total: int) -> None:
        archive_arrival_tell(arrival_id=arrival.pk, told=Told(step, done, total))

    if arrival.only_verify:
        reader = Reader(path, NAMES)
        found = archive_check(reader, progress=rows_told(reader, progress, "check"))
        much = f"{counted(found.mesas, 'mesa', 'mesas')}, {counted(found.jugadas, 'jugada', 'jugadas')} y {counted(found.draws, 'sorteo', 'sorteos')}{': todo corresponde' if found.signer else ''}."
        early = "" if found.ended else " No había terminado cuando se hizo el archivo."
        words = f"«{found.championship.name}»: {much}{early} {answers(found.signer)} Huella {found.digest}. No se escribió nada."
        return words, None, found.signer is not None
    done = archive_restore(
        path=path,
        user=arrival.created_by,
        now=timezone.now(),
        unfinished=arrival.unfinished,
        progress=progress,
    )
    there, signed = done.championship, done.signer is not None
    if not done.created:
        return f"«{there}» ya estaba importado: no cambió nada. {answers(done.signer)}", there, signed
    moved = " Su dirección de antes es aquí de otro campeonato: esta lleva un número." if done.moved else ""
    good = ", y todo corresponde hasta la última huella" if signed else ""
    return f"Se importó «{there}»{good}.{moved} {answers(done.signer)}", there, signed


def _arrival_dispatch(arrival_id: int) -> None:
    told = "El servicio que lee los archivos no responde, y no se escribió nada. Tráigalo otra vez en un momento."
    if not _begun(archive_arrive, arrival_id):
        archive_arrival_end(arrival_id=arrival_id, told=told, good=False, now=timezone.now())


def _archive_dispatch(job_id: int) -> None:
    message = "El servicio que prepara los archivos no responde. Vuelva a pedirlo en un momento."
    if not _begun(archive_make, job_id):
        archive_job_fail(job_id=job_id, error=message, now=timezone.now())


def _begun(task: Any, row_id: int) -> bool:
    """Whether somebody does it: a worker, or without Redis a thread of this process."""
    if not settings.REDIS_URL:
        Thread(target=_here, args=(task, row_id), name=f"{task.__name__}-{row_id}", daemon=True).start()
        return True
    try:
        task.delay(row_id)
    except OperationalError:
        log.exception("dispatch", task=task.__name__, row=row_id)
        return False
    return True


def _here(task: Callable[[int], None], row_id: int) -> None:
    try:
        task(row_id)
    finally:
        connections.close_all()
