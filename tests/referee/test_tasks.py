from io import BytesIO
from pathlib import Path
from threading import enumerate as threads
from time import sleep

import pytest
from celery.contrib.testing.worker import start_worker
from kombu.exceptions import OperationalError
from pypdf import PdfReader
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from brackets.models import Championship, Fixture, Stage
from referee.models import PrintJob
from referee.selectors.prints import is_unfinished
from referee.services.prints import print_job_create
from referee.tasks import EVERY, print_round, print_round_dispatch
from tests.factories.brackets import NOW, director_of, published_stage
from tests.factories.referee import ZAPATERIA, keepers

BASE = "https://torneo.example.ec"


@pytest.fixture(autouse=True)
def prints_root(settings: Settings, tmp_path: Path) -> Path:
    settings.PRINTS_ROOT = tmp_path / "prints"
    return settings.PRINTS_ROOT


def ask(stage: Stage, kind: str = "en-blanco") -> PrintJob:
    return print_job_create(stage=stage, round_=1, kind=kind, user=director_of(stage.championship), now=NOW)


def sealed_stage(parejas: int, sealed: int) -> Stage:
    stage = published_stage(parejas)
    for kept in keepers(stage.fixtures.filter(status=Fixture.Status.READY).order_by("position")[:sealed]):
        kept.open()
        kept.record(*ZAPATERIA)
        kept.seal()
    return stage


def read(job: PrintJob, root: Path) -> PdfReader:
    job.refresh_from_db()
    assert (job.status, job.error) == ("done", "")
    return PdfReader(BytesIO((root / job.file).read_bytes()))


@pytest.mark.django_db
def test_the_sealed_planillas_of_a_round_make_one_pdf(prints_root: Path) -> None:
    job = ask(sealed_stage(8, 3), "planillas")

    print_round(job.pk, BASE)

    reader = read(job, prints_root)
    firsts = [page.extract_text() for page in reader.pages if "Página 1 de" in page.extract_text()]
    assert (job.done, job.total, len(firsts)) == (3, 3, 3)
    assert [text.split("Partida ")[1].split(" ")[0] for text in firsts] == ["1", "2", "3"]
    assert not any("BORRADOR" in text for text in firsts)


@pytest.mark.django_db
def test_blank_planillas_of_a_round_are_filled_with_their_parejas(prints_root: Path) -> None:
    stage = published_stage(8)
    job = ask(stage)

    print_round(job.pk, BASE)

    text = "".join(page.extract_text() for page in read(job, prints_root).pages)
    assert job.total == 4
    assert all(pareja.title.split(" / ")[0] in text for pareja in stage.championship.parejas.all())


@pytest.mark.django_db
def test_making_it_again_changes_nothing(prints_root: Path) -> None:
    job = ask(published_stage(4))
    print_round(job.pk, BASE)
    before = (prints_root / f"{job.public_id}.pdf").stat().st_mtime_ns

    print_round(job.pk, BASE)

    read(job, prints_root)
    assert (prints_root / job.file).stat().st_mtime_ns == before


@pytest.mark.django_db
def test_what_a_killed_worker_left_is_begun_anew(prints_root: Path) -> None:
    job = ask(published_stage(4))
    PrintJob.objects.filter(pk=job.pk).update(status="running", done=1)

    print_round(job.pk, BASE)

    assert len(read(job, prints_root).pages) == 4


@pytest.mark.django_db
def test_progress_is_written_every_few_planillas(prints_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr("referee.tasks.print_job_progress", lambda *, done, **_: seen.append(done))
    job = ask(published_stage(32))

    print_round(job.pk, BASE)

    assert seen == list(range(0, 16, EVERY))


@pytest.mark.django_db
def test_a_failure_is_told_and_leaves_no_half_file(prints_root: Path) -> None:
    job = ask(published_stage(4))
    prints_root.parent.mkdir(exist_ok=True)
    prints_root.write_text("a file where the directory should be")

    print_round(job.pk, BASE)

    job.refresh_from_db()
    assert job.status == "failed"
    assert job.error.startswith("No se pudo preparar el PDF.")


@pytest.mark.django_db
def test_a_planilla_that_cannot_be_drawn_leaves_no_half_file(prints_root: Path) -> None:
    job = ask(published_stage(8))
    Championship.objects.update(rule_settings={"ajuste-desconocido": "si"})

    print_round(job.pk, BASE)

    job.refresh_from_db()
    assert (job.status, job.file) == ("failed", "")
    assert list(prints_root.iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_without_redis_a_thread_of_this_process_prints(settings: Settings, prints_root: Path) -> None:
    settings.REDIS_URL = ""
    job = ask(published_stage(4))

    print_round_dispatch(job, base_url=BASE)
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
        print_round_dispatch(job, base_url=BASE)

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
    monkeypatch.setattr(print_round, "delay", refuse)
    job = ask(published_stage(4))

    with django_capture_on_commit_callbacks(execute=True):
        print_round_dispatch(job, base_url=BASE)

    job.refresh_from_db()
    assert job.status == "failed"
    assert "no responde" in job.error


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_with_redis_a_worker_prints(prints_root: Path) -> None:
    job = ask(published_stage(4))

    with start_worker(print_round.app, pool="solo", perform_ping_check=False, shutdown_timeout=30):
        print_round_dispatch(job, base_url=BASE)
        for _ in range(200):
            job.refresh_from_db()
            if not is_unfinished(job):
                break
            sleep(0.1)

    assert len(read(job, prints_root).pages) == 4
