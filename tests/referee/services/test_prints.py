from collections.abc import Sequence
from datetime import timedelta
from os import utime
from pathlib import Path

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from brackets.models import AuditEntry, Stage
from referee.models import PrintJob
from referee.selectors.prints.jobs import KEPT, KEPT_JOBS, SILENCE, is_unfinished, is_wanted, was_interrupted
from referee.selectors.prints.selection import Chosen
from referee.selectors.queueing import WAITS
from referee.services.prints import (
    NothingToPrint,
    print_job_cancel,
    print_job_create,
    print_job_fail,
    print_job_finish,
    print_job_progress,
    print_job_retry,
    print_job_start,
)
from referee.services.prints_kept import prints_forget, prints_sweep
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db
LATER = NOW + SILENCE + timedelta(seconds=1)
BLANKS = (Chosen("planillas-en-blanco", (("stage", 1), ("round", 1)), "Planillas en blanco · Semifinal"),)


@pytest.fixture
def stage() -> Stage:
    return published_stage(4)


def ask(stage: Stage, selection: Sequence[Chosen] = BLANKS, now=NOW, **how: object) -> PrintJob:
    given = {"documents": 2 * len(selection), "size": "A4", "output": "pdf", "duplex": False} | how
    return print_job_create(
        championship=stage.championship, selection=selection, user=director_of(stage.championship), now=now, **given
    )  # type: ignore[arg-type]


def begin(job: PrintJob, now=NOW) -> int:
    attempt = print_job_start(job_id=job.pk, total=job.total, now=now)
    assert attempt is not None
    return attempt


def finish(job: PrintJob, attempt: int, file: str = "x.pdf", now=NOW) -> bool:
    return print_job_finish(job_id=job.pk, attempt=attempt, total=2, file=file, size=9, pages=4, now=now)


def state(job: PrintJob) -> str:
    job.refresh_from_db()
    return job.status


def test_a_job_keeps_what_was_ticked_and_is_recorded(stage: Stage) -> None:
    job = ask(stage, (*BLANKS, Chosen("reglas", (), "Reglas")), documents=3, output="zip", size="A5")

    assert (job.status, job.done, job.total, job.output, job.size) == ("queued", 0, 3, "zip", "A5")
    assert job.selection[1] == {"kind": "reglas", "where": {}, "name": "Reglas"}
    assert AuditEntry.objects.first().sentence == "Pidió imprimir: Planillas en blanco · Semifinal y 1 más."


def test_nothing_is_refused(stage: Stage) -> None:
    with pytest.raises(NothingToPrint):
        ask(stage, ())

    assert not PrintJob.objects.exists()
    assert not AuditEntry.objects.filter(action="imprimir").exists()


def test_asking_twice_gives_the_same_job_until_it_ends(stage: Stage) -> None:
    first = ask(stage)
    assert ask(stage) == first
    attempt = begin(first)
    assert ask(stage) == first
    assert ask(stage, output="zip") != first
    finish(first, attempt)

    assert ask(stage) != first


def test_an_interrupted_job_does_not_block_a_new_one(stage: Stage) -> None:
    first = ask(stage)
    begin(first)

    assert ask(stage, now=LATER) != first


def test_progress_and_end_are_written_down(stage: Stage) -> None:
    job = ask(stage)
    attempt = begin(job)

    print_job_progress(job_id=job.pk, attempt=attempt, done=1, making="Planilla de la partida 2", now=NOW)
    job.refresh_from_db()
    assert (job.status, job.done, job.making) == ("running", 1, "Planilla de la partida 2")

    assert finish(job, attempt)
    job.refresh_from_db()
    assert (job.status, job.done, job.file, job.bytes, job.pages, job.making) == ("done", 2, "x.pdf", 9, 4, "")
    assert not is_unfinished(job)


def test_a_finished_job_is_not_made_again(stage: Stage) -> None:
    job = ask(stage)
    attempt = begin(job)
    finish(job, attempt)

    assert print_job_start(job_id=job.pk, total=2, now=NOW) is None
    print_job_fail(job_id=job.pk, attempt=attempt, error="tarde", now=NOW)
    assert not print_job_retry(job=job, now=NOW)
    assert (state(job), job.error) == ("done", "")


def test_only_the_last_attempt_writes(stage: Stage) -> None:
    job = ask(stage)
    first = begin(job)
    second = begin(job, LATER)

    assert not is_wanted(job.pk, first)
    assert is_wanted(job.pk, second)
    print_job_progress(job_id=job.pk, attempt=first, done=2, making="de antes", now=LATER)
    print_job_fail(job_id=job.pk, attempt=first, error="de antes", now=LATER)
    assert not finish(job, first, "viejo.pdf")
    assert (state(job), job.making, job.file) == ("running", "", "")
    assert finish(job, second, "nuevo.pdf")


def test_cancelling_stops_whoever_makes_it_and_is_recorded_once(stage: Stage) -> None:
    job = ask(stage)
    attempt, by = begin(job), director_of(stage.championship)

    assert print_job_cancel(job=job, user=by, now=NOW)
    assert not print_job_cancel(job=job, user=by, now=NOW)

    assert not is_wanted(job.pk, attempt)
    assert not finish(job, attempt)
    assert state(job) == "cancelled"
    assert AuditEntry.objects.filter(action="imprimir-cancelar").count() == 1


def test_a_queued_job_that_was_cancelled_is_not_begun(stage: Stage) -> None:
    job = ask(stage)
    print_job_cancel(job=job, user=director_of(stage.championship), now=NOW)

    assert print_job_start(job_id=job.pk, total=2, now=NOW) is None


def test_what_is_done_cannot_be_cancelled(stage: Stage) -> None:
    job = ask(stage)
    finish(job, begin(job))

    assert not print_job_cancel(job=job, user=director_of(stage.championship), now=NOW)
    assert state(job) == "done"


def test_silence_is_told_as_an_interruption(stage: Stage, settings: Settings) -> None:
    job = ask(stage)
    settings.REDIS_URL = ""

    assert not was_interrupted(job, NOW + SILENCE)
    assert was_interrupted(job, LATER)
    attempt = begin(job, LATER)
    job.refresh_from_db()
    assert not was_interrupted(job, LATER)
    finish(job, attempt, now=LATER)
    job.refresh_from_db()
    assert not was_interrupted(job, LATER + timedelta(days=1))


def test_behind_other_jobs_of_a_worker_it_waits_for_its_turn(stage: Stage, settings: Settings) -> None:
    job = ask(stage)
    settings.REDIS_URL = "redis://127.0.0.1:6379/9"

    assert not was_interrupted(job, LATER)
    assert ask(stage, now=LATER) == job  # not twice for who waits
    assert was_interrupted(job, NOW + WAITS + timedelta(seconds=1))
    begin(job)
    job.refresh_from_db()
    assert was_interrupted(job, LATER)  # who makes it tells it every second


@pytest.mark.parametrize("how", ["failed", "interrupted", "cancelled", "removed"])
def test_what_has_no_file_can_be_asked_for_again(stage: Stage, how: str) -> None:
    job, now = ask(stage), LATER if how == "interrupted" else NOW
    attempt = begin(job)
    if how == "failed":
        print_job_fail(job_id=job.pk, attempt=attempt, error="disco lleno", now=NOW)
    elif how == "cancelled":
        print_job_cancel(job=job, user=director_of(stage.championship), now=NOW)
    elif how == "removed":
        finish(job, attempt)
        prints_forget(stage.championship, NOW)
    elif how == "interrupted":
        assert not print_job_retry(job=job, now=NOW)

    assert print_job_retry(job=job, now=now)
    assert (state(job), job.error, job.removed_at) == ("queued", "", None)
    assert begin(job, now) > attempt


@pytest.fixture
def root(settings: Settings, tmp_path: Path) -> Path:
    settings.PRINTS_ROOT = tmp_path
    return tmp_path


def made(stage: Stage, root: Path, file: str, now=NOW) -> PrintJob:
    job = ask(stage, now=now)
    finish(job, begin(job, now), file, now)
    (root / file).write_bytes(b"%PDF-")
    return job


def test_files_are_kept_for_their_days_and_the_last_of_each_championship(
    stage: Stage, root: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    old = made(stage, root, "vieja.pdf", NOW - KEPT - timedelta(minutes=1))
    other = made(published_stage(4), root, "otra.pdf", NOW - timedelta(hours=2))
    many = [made(stage, root, f"{n:02}.pdf", NOW + timedelta(seconds=n)) for n in range(KEPT_JOBS + 1)]

    with django_capture_on_commit_callbacks(execute=True):
        assert prints_sweep(now=NOW + timedelta(minutes=1)) == 2

    assert sorted(path.name for path in root.iterdir()) == [
        *(f"{n:02}.pdf" for n in range(1, KEPT_JOBS + 1)),
        "otra.pdf",
    ]
    for job in (old, many[0], other):
        job.refresh_from_db()
    assert (old.file, many[0].file, other.file) == ("", "", "otra.pdf")
    assert old.removed_at == NOW + timedelta(minutes=1)
    with django_capture_on_commit_callbacks(execute=True):
        assert prints_sweep(now=NOW + timedelta(minutes=1)) == 0


def test_what_was_asked_for_again_is_kept_as_long_as_what_is_new(
    stage: Stage, root: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    now = NOW + KEPT + timedelta(days=1)
    job = made(stage, root, "vieja.pdf")
    newer = [
        made(stage, root, f"{n:02}.pdf", now - timedelta(minutes=9) + timedelta(seconds=n)) for n in range(KEPT_JOBS)
    ]
    with django_capture_on_commit_callbacks(execute=True):
        prints_sweep(now=now)
    assert print_job_retry(job=job, now=now)
    finish(job, begin(job, now), "otra-vez.pdf", now)

    with django_capture_on_commit_callbacks(execute=True):
        prints_sweep(now=now + timedelta(minutes=1))

    job.refresh_from_db()
    newer[0].refresh_from_db()
    assert (job.file, newer[0].file) == ("otra-vez.pdf", "")


def test_what_a_killed_task_left_behind_goes_after_a_day(
    stage: Stage, root: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    (root / "tmpabc").mkdir()
    (root / "tmpabc" / "media.pdf").write_bytes(b"%PDF-")
    (root / "huerfano.pdf").write_bytes(b"%PDF-")
    (root / "reciente.pdf").write_bytes(b"%PDF-")
    yesterday = NOW.timestamp() - 25 * 3600
    for path in (root / "tmpabc", root / "huerfano.pdf"):
        utime(path, (yesterday, yesterday))
    utime(root / "reciente.pdf", (NOW.timestamp(), NOW.timestamp()))

    with django_capture_on_commit_callbacks(execute=True):
        prints_sweep(now=NOW)

    assert [path.name for path in root.iterdir()] == ["reciente.pdf"]


def test_what_was_printed_goes_at_once_with_personal_data(
    stage: Stage, root: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ready, elsewhere = made(stage, root, "uno.pdf"), made(published_stage(4), root, "otra.pdf")
    running = ask(stage)
    attempt = begin(running)
    (root / "tmpabc").mkdir()
    (root / "tmpabc" / f"{running.public_id}-1.pdf").write_bytes(b"%PDF-")
    (root / "tmpabc" / f"{elsewhere.public_id}-2.pdf").write_bytes(b"%PDF-")

    with django_capture_on_commit_callbacks(execute=True):
        prints_forget(stage.championship, NOW)

    assert sorted(path.name for path in root.rglob("*.pdf")) == sorted(["otra.pdf", f"{elsewhere.public_id}-2.pdf"])
    ready.refresh_from_db()
    elsewhere.refresh_from_db()
    assert (ready.file, elsewhere.file) == ("", "otra.pdf")
    assert not is_wanted(running.pk, attempt)
    assert state(running) == "failed"
    assert "datos personales" in running.error
