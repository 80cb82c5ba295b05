from pathlib import Path
from threading import enumerate as threads
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from brackets.models import Role, Stage
from referee.models import PrintJob
from referee.selectors.prints import SILENCE
from referee.services.prints import print_job_fail, print_job_finish, print_job_start
from tests.factories.brackets import RoleFactory, director_of, published_stage
from tests.factories.referee import ZAPATERIA, kept_mesa

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return published_stage(8)


@pytest.fixture
def desk(client: Client, stage: Stage, settings: Settings, tmp_path: Path) -> Client:
    settings.PRINTS_ROOT = tmp_path
    client.force_login(RoleFactory(championship=stage.championship, kind=Role.Kind.CONTROL).user)
    return client


def url(name: str, stage: Stage, *args: object) -> str:
    return reverse(f"referee:{name}", args=(stage.championship.slug, *args))


def queued(stage: Stage) -> PrintJob:
    return PrintJob.objects.create(
        stage=stage, round=1, kind="en-blanco", total=4, created_at=timezone.now(),
        created_by=director_of(stage.championship),
    )  # fmt: skip


def test_the_page_offers_what_there_is(desk: Client, stage: Stage) -> None:
    page = desk.get(url("prints", stage)).content.decode()

    assert "Cuartos de final" in page
    assert "Imprimir 4" in page
    assert "Ninguna todavía" in page
    assert "Semifinal" not in page


def test_sealed_planillas_are_counted(client: Client) -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.seal()
    client.force_login(director_of(kept.championship))

    page = client.get(url("prints", kept.fixture.stage)).content.decode()

    assert "Imprimir 1" in page


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_page_takes_the_same_queries_for_any_number_of_jobs(
    desk: Client, stage: Stage, jobs: int, django_assert_num_queries
) -> None:
    for _ in range(jobs):
        queued(stage)

    with django_assert_num_queries(8):
        desk.get(url("prints", stage))


@pytest.mark.django_db(transaction=True)
def test_asking_makes_the_file_and_shows_the_way_to_it(desk: Client, stage: Stage, settings: Settings) -> None:
    settings.REDIS_URL = ""
    asked = desk.post(url("print_ask", stage), {"stage": stage.pk, "round": 1, "kind": "en-blanco"})
    job = PrintJob.objects.get()
    for thread in threads():
        if thread.name == f"print-{job.pk}":
            thread.join()

    page = desk.get(asked.url).content.decode()
    file = desk.get(url("print_job_file", stage, job.public_id))

    assert url("print_job_file", stage, job.public_id) in page
    assert file["Content-Type"] == "application/pdf"
    assert file.content.startswith(b"%PDF-")


@pytest.mark.parametrize(
    "what", [{"round": 1, "kind": "planillas"}, {"round": 3, "kind": "en-blanco"}, {"round": "x", "kind": "en-blanco"},
             {"round": 1, "kind": "otras"}]
)  # fmt: skip
def test_what_cannot_be_printed_is_refused_in_words(desk: Client, stage: Stage, what: dict[str, object]) -> None:
    response = desk.post(url("print_ask", stage), {"stage": stage.pk, **what}, follow=True)

    assert 'role="alert"' in response.content.decode()
    assert not PrintJob.objects.exists()


def test_a_stage_of_another_championship_cannot_be_printed(desk: Client, stage: Stage) -> None:
    other = published_stage(4)

    desk.post(url("print_ask", stage), {"stage": other.pk, "round": 1, "kind": "en-blanco"})

    assert not PrintJob.objects.exists()


def test_progress_is_answered_for_the_script_and_shown_without_it(desk: Client, stage: Stage) -> None:
    job = queued(stage)
    print_job_start(job_id=job.pk, total=4, now=timezone.now())
    PrintJob.objects.filter(pk=job.pk).update(done=3)

    state = desk.get(url("print_job_state", stage, job.public_id)).json()
    page = desk.get(url("print_job", stage, job.public_id)).content.decode()

    assert state == {"status": "running", "done": 3, "total": 4, "label": "3 de 4 Planillas.", "finished": False}
    assert '<noscript><meta http-equiv="refresh"' in page
    assert '<progress class="w-100" max="4" value="3"' in page
    assert url("print_job_state", stage, job.public_id) in page


def test_a_finished_job_no_longer_reloads(desk: Client, stage: Stage) -> None:
    job = queued(stage)
    print_job_finish(job_id=job.pk, total=4, file="x.pdf", now=timezone.now())

    page = desk.get(url("print_job", stage, job.public_id)).content.decode()

    assert desk.get(url("print_job_state", stage, job.public_id)).json()["finished"] is True
    assert "refresh" not in page
    assert "Lista: 4 Planillas en un PDF." in page


def test_a_failure_says_so_and_offers_another_try(desk: Client, stage: Stage) -> None:
    job = queued(stage)
    print_job_fail(job_id=job.pk, error="No se pudo preparar el PDF.", now=timezone.now())

    page = desk.get(url("print_job", stage, job.public_id)).content.decode()

    assert "No se pudo preparar el PDF." in page
    assert url("print_job_again", stage, job.public_id) in page


def test_an_interrupted_job_says_so_and_offers_another_try(desk: Client, stage: Stage) -> None:
    job = queued(stage)
    PrintJob.objects.filter(pk=job.pk).update(status="running", touched_at=timezone.now() - 2 * SILENCE)

    page = desk.get(url("print_job", stage, job.public_id)).content.decode()

    assert "Se interrumpió antes de terminar" in page
    assert url("print_job_again", stage, job.public_id) in page
    assert desk.get(url("print_job_state", stage, job.public_id)).json()["status"] == "interrupted"


@pytest.mark.django_db(transaction=True)
def test_another_try_makes_the_file(desk: Client, stage: Stage, settings: Settings) -> None:
    settings.REDIS_URL = ""
    job = queued(stage)
    print_job_fail(job_id=job.pk, error="disco lleno", now=timezone.now())

    desk.post(url("print_job_again", stage, job.public_id))
    for thread in threads():
        if thread.name == f"print-{job.pk}":
            thread.join()

    job.refresh_from_db()
    assert (job.status, job.error) == ("done", "")


def test_there_is_no_file_before_the_end(desk: Client, stage: Stage) -> None:
    assert desk.get(url("print_job_file", stage, queued(stage).public_id)).status_code == 404


def test_a_file_that_was_cleared_away_is_not_found(desk: Client, stage: Stage) -> None:
    job = queued(stage)
    print_job_finish(job_id=job.pk, total=4, file="x.pdf", now=timezone.now())

    assert desk.get(url("print_job_file", stage, job.public_id)).status_code == 404


@pytest.mark.parametrize("name", ["print_job", "print_job_state", "print_job_file"])
def test_jobs_of_another_championship_are_not_found(desk: Client, stage: Stage, name: str) -> None:
    other = queued(published_stage(4))

    assert desk.get(url(name, stage, other.public_id)).status_code == 404
    assert desk.get(url(name, stage, uuid4())).status_code == 404


def test_printing_is_for_the_desk(client: Client, stage: Stage) -> None:
    assert client.get(url("prints", stage)).status_code == 302
    client.force_login(RoleFactory(championship=stage.championship).user)

    assert client.get(url("prints", stage)).status_code == 403
    assert client.post(url("print_ask", stage)).status_code == 403
