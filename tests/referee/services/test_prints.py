from datetime import timedelta

import pytest

from brackets.models import AuditEntry, Stage
from referee.models import PrintJob
from referee.selectors.prints import SILENCE, is_unfinished, was_interrupted
from referee.services.prints import (
    NothingToPrint,
    print_job_create,
    print_job_fail,
    print_job_finish,
    print_job_progress,
    print_job_retry,
    print_job_start,
)
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db
LATER = NOW + SILENCE + timedelta(seconds=1)


@pytest.fixture
def stage() -> Stage:
    return published_stage(4)


def ask(stage: Stage, kind: str = "en-blanco", now=NOW) -> PrintJob:
    return print_job_create(stage=stage, round_=1, kind=kind, user=director_of(stage.championship), now=now)


def test_a_job_knows_how_much_there_is_to_print(stage: Stage) -> None:
    job = ask(stage)

    assert (job.status, job.done, job.total) == ("queued", 0, 2)
    assert AuditEntry.objects.first().action == "imprimir"


@pytest.mark.parametrize(("kind", "round_"), [("planillas", 1), ("en-blanco", 2)])
def test_a_round_with_nothing_to_print_is_refused(stage: Stage, kind: str, round_: int) -> None:
    with pytest.raises(NothingToPrint):
        print_job_create(stage=stage, round_=round_, kind=kind, user=director_of(stage.championship), now=NOW)

    assert not PrintJob.objects.exists()


def test_asking_twice_gives_the_same_job_until_it_ends(stage: Stage) -> None:
    first = ask(stage)
    assert ask(stage) == first
    print_job_start(job_id=first.pk, total=2, now=NOW)
    assert ask(stage) == first
    print_job_finish(job_id=first.pk, total=2, file="x.pdf", now=NOW)

    assert ask(stage) != first


def test_an_interrupted_job_does_not_block_a_new_one(stage: Stage) -> None:
    first = ask(stage)

    assert ask(stage, now=LATER) != first


def test_progress_and_end_are_written_down(stage: Stage) -> None:
    job = ask(stage)

    assert print_job_start(job_id=job.pk, total=3, now=NOW)
    print_job_progress(job_id=job.pk, done=2, now=NOW)
    job.refresh_from_db()
    assert (job.status, job.done, job.total) == ("running", 2, 3)
    print_job_finish(job_id=job.pk, total=3, file="x.pdf", now=NOW)
    job.refresh_from_db()

    assert (job.status, job.done, job.file) == ("done", 3, "x.pdf")
    assert not is_unfinished(job)


def test_a_finished_job_is_not_made_again(stage: Stage) -> None:
    job = ask(stage)
    print_job_start(job_id=job.pk, total=2, now=NOW)
    print_job_finish(job_id=job.pk, total=2, file="x.pdf", now=NOW)

    assert not print_job_start(job_id=job.pk, total=2, now=NOW)
    print_job_fail(job_id=job.pk, error="tarde", now=NOW)
    job.refresh_from_db()
    assert (job.status, job.error) == ("done", "")


def test_silence_is_told_as_an_interruption(stage: Stage) -> None:
    job = ask(stage)

    assert not was_interrupted(job, NOW + SILENCE)
    assert was_interrupted(job, LATER)
    print_job_start(job_id=job.pk, total=2, now=LATER)
    job.refresh_from_db()
    assert not was_interrupted(job, LATER)
    print_job_finish(job_id=job.pk, total=2, file="x.pdf", now=LATER)
    job.refresh_from_db()
    assert not was_interrupted(job, LATER + timedelta(days=1))


def test_a_failed_or_interrupted_job_can_be_repeated(stage: Stage) -> None:
    job = ask(stage)
    assert not print_job_retry(job=job, now=NOW)
    assert print_job_retry(job=job, now=LATER)
    print_job_fail(job_id=job.pk, error="disco lleno", now=LATER)

    assert print_job_retry(job=job, now=LATER)
    job.refresh_from_db()
    assert (job.status, job.error) == ("queued", "")
