"""How a print job goes: by a worker or a thread, again, cancelled, failed."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from threading import enumerate as threads
from time import monotonic, sleep

import pytest
from celery.contrib.testing.worker import start_worker
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from brackets.models import Championship
from referee.models import PrintJob
from referee.selectors.prints.jobs import is_unfinished
from referee.services.prints import print_job_cancel, print_job_progress, print_job_retry
from referee.tasks import print_job_dispatch, print_job_make
from tests.factories.brackets import NOW, published_stage
from tests.referee.tasks.print_jobs import BASE, ask, file_of, read

LONG = 120  # seconds that nobody waits in full: a slow computer is no failure


@pytest.mark.django_db
def test_making_it_again_changes_nothing(prints_root: Path) -> None:
    job = ask(published_stage(4))
    print_job_make(job.pk, BASE)
    before = file_of(job, prints_root).getvalue(), job.file

    print_job_make(job.pk, BASE)

    assert (file_of(job, prints_root).getvalue(), job.file) == before
    assert len(list(prints_root.iterdir())) == 1


@pytest.mark.django_db
def test_what_a_killed_worker_left_is_begun_anew(prints_root: Path) -> None:
    job = ask(published_stage(4))
    PrintJob.objects.filter(pk=job.pk).update(status="running", done=1, attempt=1)

    print_job_make(job.pk, BASE)

    assert len(read(job, prints_root).pages) == 4


@pytest.mark.django_db
@pytest.mark.parametrize("output", ["pdf", "zip"])
def test_cancelling_stops_at_the_next_page_and_leaves_no_file(
    prints_root: Path, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    job = ask(published_stage(16), output=output)
    seen: list[str] = []

    def cancel_at_the_second(*, making: str, **_: object) -> None:
        seen.append(making)
        if making.endswith("partida 2"):
            print_job_cancel(job=job, user=job.created_by, now=NOW)

    monkeypatch.setattr("referee.tasks.prints.EVERY", 0.0)
    monkeypatch.setattr("referee.tasks.prints.print_job_progress", cancel_at_the_second)
    print_job_make(job.pk, BASE)

    job.refresh_from_db()
    assert (job.status, job.file) == ("cancelled", "")
    assert seen[-1] == "Planilla de la partida 2"
    assert list(prints_root.iterdir()) == []


@pytest.mark.django_db
def test_a_cancelled_job_can_be_made_after_all(prints_root: Path) -> None:
    job = ask(published_stage(4))
    print_job_cancel(job=job, user=job.created_by, now=NOW)
    print_job_make(job.pk, BASE)
    assert not prints_root.exists()

    print_job_retry(job=job, now=NOW)
    print_job_make(job.pk, BASE)

    assert len(read(job, prints_root).pages) == 4


@pytest.mark.django_db
def test_cancelled_when_all_is_drawn_it_still_leaves_no_file(
    prints_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ask(published_stage(4))
    monkeypatch.setattr("referee.tasks.prints.is_wanted", lambda *_: True)  # nobody has looked since
    monkeypatch.setattr("referee.tasks.prints.EVERY", 0.0)
    monkeypatch.setattr(
        "referee.tasks.prints.print_job_progress", lambda **_: print_job_cancel(job=job, user=job.created_by, now=NOW)
    )

    print_job_make(job.pk, BASE)

    job.refresh_from_db()
    assert job.status == "cancelled"
    assert list(prints_root.iterdir()) == []


@pytest.mark.django_db
def test_a_failure_is_told_and_leaves_no_half_file(prints_root: Path) -> None:
    job = ask(published_stage(4))
    prints_root.parent.mkdir(exist_ok=True)
    prints_root.write_text("a file where the directory should be")

    print_job_make(job.pk, BASE)

    job.refresh_from_db()
    assert job.status == "failed"
    assert job.error.startswith("No se pudo preparar.")


@pytest.mark.django_db
def test_a_planilla_that_cannot_be_drawn_leaves_no_half_file(prints_root: Path) -> None:
    job = ask(published_stage(8))
    Championship.objects.update(rule_settings={"ajuste-desconocido": "si"})

    print_job_make(job.pk, BASE)

    job.refresh_from_db()
    assert (job.status, job.file) == ("failed", "")
    assert list(prints_root.iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_without_redis_a_thread_of_this_process_prints(settings: Settings, prints_root: Path) -> None:
    settings.REDIS_URL = ""
    job = ask(published_stage(4))

    print_job_dispatch(job, base_url=BASE)
    for thread in threads():
        if thread.name == f"print-{job.pk}":
            thread.join()

    assert len(read(job, prints_root).pages) == 4


@pytest.mark.django_db
def test_nothing_is_dispatched_before_the_commit(
    settings: Settings, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.REDIS_URL = ""
    job = ask(published_stage(4))

    with django_capture_on_commit_callbacks() as callbacks:
        print_job_dispatch(job, base_url=BASE)

    assert len(callbacks) == 1
    job.refresh_from_db()
    assert job.status == "queued"


@pytest.mark.django_db
def test_a_broker_that_does_not_answer_is_told(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def refuse(*_: object) -> None:
        raise OperationalError("connection refused")

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(print_job_make, "delay", refuse)
    job = ask(published_stage(4))

    with django_capture_on_commit_callbacks(execute=True):
        print_job_dispatch(job, base_url=BASE)

    job.refresh_from_db()
    assert job.status == "failed"
    assert "no responde" in job.error


def eventually(done: Callable[[], bool]) -> None:
    """Wait for it, however slow this computer is; what has not come by then does not come."""
    until = monotonic() + LONG
    while not done():
        assert monotonic() < until, "it did not come"
        sleep(0.05)


def is_over(job: PrintJob) -> bool:
    job.refresh_from_db()
    return not is_unfinished(job)


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_with_redis_a_worker_prints(prints_root: Path) -> None:
    job = ask(published_stage(4))

    with start_worker(print_job_make.app, pool="solo", perform_ping_check=False, shutdown_timeout=LONG):
        print_job_dispatch(job, base_url=BASE)
        eventually(lambda: is_over(job))

    assert len(read(job, prints_root).pages) == 4


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_worker_is_stopped_while_it_prints(prints_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_work, cancelled = Event(), Event()

    def progress(*, done: int, **told: object) -> None:
        """It stands still at the second Planilla until somebody has cancelled: else it might be quicker."""
        print_job_progress(done=done, **told)  # type: ignore[arg-type]
        if done:
            at_work.set()
            cancelled.wait(LONG)

    monkeypatch.setattr("referee.tasks.prints.EVERY", 0.0)
    monkeypatch.setattr("referee.tasks.prints.print_job_progress", progress)
    job = ask(published_stage(64))

    with start_worker(print_job_make.app, pool="solo", perform_ping_check=False, shutdown_timeout=LONG):
        print_job_dispatch(job, base_url=BASE)
        assert at_work.wait(LONG)
        job.refresh_from_db()
        assert job.making.startswith("Planilla de la partida")
        assert print_job_cancel(job=job, user=job.created_by, now=NOW)
        cancelled.set()
        eventually(lambda: not list(prints_root.iterdir()))

    job.refresh_from_db()
    assert (job.status, job.file) == ("cancelled", "")
    assert 0 < job.done < job.total
    assert list(prints_root.iterdir()) == []
