import re
from html import unescape
from pathlib import Path
from threading import enumerate as threads
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from brackets.models import Role, Stage, User
from brackets.selectors.access import ACTIONS, DIRECTOR
from referee.models import PrintJob
from referee.selectors.prints.jobs import SILENCE
from referee.services.prints import print_job_fail, print_job_finish, print_job_start
from tests.factories.brackets import RoleFactory, director_of, published_stage
from tests.factories.insider import insider
from tests.factories.referee import sealed_mesa

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


BLANKS = "planillas-en-blanco?stage=1&round=1"


def queued(stage: Stage, **given: object) -> PrintJob:
    return PrintJob.objects.create(
        championship=stage.championship, selection=[{"kind": "planillas-en-blanco", "where": {"stage": 1, "round": 1}, "name": "Planillas en blanco"}], total=4,
        created_at=timezone.now(), created_by=User.objects.filter(roles__kind=Role.Kind.CONTROL).get(), **given,
    )  # fmt: skip


def done(job: PrintJob, file: str = "x.pdf") -> PrintJob:
    attempt = print_job_start(job_id=job.pk, total=4, now=timezone.now())
    assert attempt
    print_job_finish(job_id=job.pk, attempt=attempt, total=4, file=file, size=2048, pages=8, now=timezone.now())
    return job


def asked(*documents: str, size: str = "A4", output: str = "pdf") -> dict[str, object]:
    return {"d": list(documents), "size": size, "output": output}


def wait_for(job: PrintJob) -> None:
    for thread in threads():
        if thread.name == f"print-{job.pk}":
            thread.join()


def test_the_poster_can_be_had_on_a3_and_the_page_says_what_becomes_of_the_rest(desk: Client, stage: Stage) -> None:
    page = desk.get(url("prints", stage)).content.decode()

    assert 'name="size" id="size-A3" value="A3"' in page
    assert "A3 es solo para la llave de la pared; todo lo demás sale en A4." in page


def test_the_page_offers_what_there_is_and_says_why_the_rest_cannot_be_had(desk: Client, stage: Stage) -> None:
    page = desk.get(url("prints", stage)).content.decode()

    assert (
        'value="planillas-en-blanco?stage=1&amp;round=1" data-documents="4" data-a4="8" data-a5="20" data-a3="8"'
        in page
    )
    assert "Cuartos de final" in page
    assert "planillas-en-blanco?stage=1&amp;round=2" not in page
    assert "Todavía no hay ninguna Planilla sellada" in page
    assert "Todavía no se ha declarado ningún W.O." in page
    assert "Se guardan los archivos de las últimas 20 impresiones, 14 días a lo más." in page


def test_a_page_of_each_document_is_one_touch_away(desk: Client, stage: Stage) -> None:
    page = desk.get(url("prints", stage)).content.decode()

    seen = [unescape(found) for found in re.findall(r'href="([^"]*/papeles/[^"]*)"', page)]

    assert len(seen) == page.count('name="d"') > 10
    assert any(address.endswith("planillas-en-blanco.html?etapa=1&ronda=1") for address in seen)
    for address in seen:
        assert desk.get(address, follow=True).status_code == 200, address


def test_sealed_planillas_are_counted(client: Client) -> None:
    kept = sealed_mesa()
    client.force_login(director_of(kept.championship))

    page = client.get(url("prints", kept.fixture.stage)).content.decode()

    assert 'value="planillas?stage=1&amp;round=1" data-documents="1"' in page


@pytest.mark.parametrize(
    ("preset", "ticked", "not_ticked", "output"),
    [
        ("noche", BLANKS, "llave?stage=1", "pdf"),
        ("muro", "llave?stage=1", BLANKS, "pdf"),
        ("archivo", "acta-sorteo?stage=1", BLANKS, "zip"),
    ],
)
def test_a_preset_is_the_same_page_with_its_ticks(
    desk: Client, stage: Stage, preset: str, ticked: str, not_ticked: str, output: str
) -> None:
    answer = desk.get(url("prints", stage), {"juego": preset})

    assert ticked in answer.context["ticked"]
    assert not_ticked not in answer.context["ticked"]
    assert f'value="{output}" checked' in answer.content.decode()


def test_a_preset_of_nothing_says_so(desk: Client, stage: Stage) -> None:
    with insider(Stage):
        stage.delete()

    page = desk.get(url("prints", stage), {"juego": "archivo"}).content.decode()

    assert "De este juego todavía no hay nada que imprimir" in page


def test_tonight_has_no_planillas_of_what_was_played(desk: Client, stage: Stage) -> None:
    stage.fixtures.filter(round=1).update(how="double-no-show", status="final", decided_at=timezone.now())

    assert BLANKS not in desk.get(url("prints", stage), {"juego": "noche"}).context["ticked"]


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_page_takes_the_same_queries_for_any_number_of_jobs(
    desk: Client, stage: Stage, jobs: int, django_assert_num_queries
) -> None:
    for _ in range(jobs):
        queued(stage)

    with django_assert_num_queries(13):
        desk.get(url("prints", stage))


@pytest.mark.parametrize("parejas", [4, 16])
def test_the_page_takes_the_same_queries_for_any_number_of_rounds(
    desk: Client, parejas: int, django_assert_num_queries
) -> None:
    stage = published_stage(parejas)
    desk.force_login(director_of(stage.championship))

    with django_assert_num_queries(13):
        desk.get(url("prints", stage))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("output", "kind", "begins"), [("pdf", "application/pdf", b"%PDF-"), ("zip", "application/zip", b"PK")]
)
def test_asking_makes_the_file_and_shows_the_way_to_it(
    desk: Client, stage: Stage, settings: Settings, output: str, kind: str, begins: bytes
) -> None:
    settings.REDIS_URL = ""
    answer = desk.post(url("print_ask", stage), asked(BLANKS, "reglas", output=output))
    job = PrintJob.objects.get()
    wait_for(job)

    page = desk.get(answer.url).content.decode()
    file = desk.get(url("print_job_file", stage, job.public_id))

    assert url("print_job_file", stage, job.public_id) in page
    assert "5 documentos en un" in page
    assert "<li>Planillas en blanco · Cuartos de final</li>" in page
    assert file["Content-Type"] == kind
    assert f'filename="planillas-en-blanco-cuartos-de-final-y-1-mas.{output}"' in file["Content-Disposition"]
    assert file.getvalue().startswith(begins)


@pytest.mark.parametrize(
    "what",
    [
        asked(),
        asked("planillas?stage=1&round=1"),
        asked("planillas-en-blanco?stage=1&round=3"),
        asked("planillas-en-blanco?stage=1&round=x"),
        asked("otras"),
        asked(BLANKS, size="A0"),
        asked(BLANKS, output="exe"),
        {"d": BLANKS},
    ],
)
def test_what_cannot_be_printed_is_refused_in_words(desk: Client, stage: Stage, what: dict[str, object]) -> None:
    response = desk.post(url("print_ask", stage), what, follow=True)

    assert 'role="alert"' in response.content.decode()
    assert not PrintJob.objects.exists()


def test_progress_is_answered_for_the_script_and_shown_without_it(desk: Client, stage: Stage) -> None:
    job = queued(stage)
    print_job_start(job_id=job.pk, total=4, now=timezone.now())
    PrintJob.objects.filter(pk=job.pk).update(done=3, making="Planilla de la partida 4")

    state = desk.get(url("print_job_state", stage, job.public_id)).json()
    page = desk.get(url("print_job", stage, job.public_id)).content.decode()

    assert state == {
        "status": "running", "done": 3, "total": 4, "label": "3 de 4 documentos.", "finished": False,
        "making": "Planilla de la partida 4",
    }  # fmt: skip
    assert '<noscript><meta http-equiv="refresh"' in page
    assert '<progress class="w-100" max="4" value="3"' in page
    assert '<p class="soft" id="making">Planilla de la partida 4</p>' in page
    assert url("print_job_cancel", stage, job.public_id) in page


def test_a_finished_job_no_longer_reloads(desk: Client, stage: Stage) -> None:
    job = done(queued(stage))

    page = desk.get(url("print_job", stage, job.public_id)).content.decode()

    assert desk.get(url("print_job_state", stage, job.public_id)).json()["finished"] is True
    assert "refresh" not in page
    assert "Lista: 4 documentos en un PDF, 8 páginas, 2,0\xa0KB." in page


def test_cancelling_is_one_button_and_can_be_taken_back(desk: Client, stage: Stage) -> None:
    job = queued(stage)

    page = desk.post(url("print_job_cancel", stage, job.public_id), follow=True).content.decode()

    assert "Cancelada: no quedó ningún archivo." in page
    assert url("print_job_again", stage, job.public_id) in page
    assert desk.get(url("print_job_state", stage, job.public_id)).json()["status"] == "cancelled"


def test_cancelling_what_is_done_says_so_and_keeps_the_file(desk: Client, stage: Stage) -> None:
    job = done(queued(stage))

    page = desk.post(url("print_job_cancel", stage, job.public_id), follow=True).content.decode()

    assert "Ya había terminado" in page
    assert url("print_job_file", stage, job.public_id) in page


def test_a_failure_says_so_and_offers_another_try(desk: Client, stage: Stage) -> None:
    job = queued(stage)
    print_job_fail(job_id=job.pk, error="No se pudo preparar.", now=timezone.now())

    page = desk.get(url("print_job", stage, job.public_id)).content.decode()

    assert "No se pudo preparar." in page
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
    wait_for(job)

    job.refresh_from_db()
    assert (job.status, job.error) == ("done", "")


def test_there_is_no_file_before_the_end(desk: Client, stage: Stage) -> None:
    assert desk.get(url("print_job_file", stage, queued(stage).public_id)).status_code == 404


@pytest.mark.parametrize("name", ["print_job_file", "print_job_again"])
def test_a_job_is_only_for_whoever_may_have_all_that_is_in_it(
    desk: Client, stage: Stage, settings: Settings, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    job = queued(stage)
    job.selection = [*job.selection, {"kind": "resolucion", "where": {"appeal": 1}, "name": "Resolución"}]
    job.save()
    done(job)
    (settings.PRINTS_ROOT / "x.pdf").write_bytes(b"%PDF-")
    ask = desk.get if name == "print_job_file" else desk.post
    assert ask(url(name, stage, job.public_id)).status_code in (200, 302)

    monkeypatch.setitem(ACTIONS, "appeals.see", frozenset({DIRECTOR}))  # another table of who may do what

    assert ask(url(name, stage, job.public_id)).status_code == 403


def test_a_file_that_was_cleared_away_is_said_and_not_found(desk: Client, stage: Stage) -> None:
    job = done(queued(stage))
    PrintJob.objects.filter(pk=job.pk).update(file="", removed_at=timezone.now())

    page = desk.get(url("print_job", stage, job.public_id)).content.decode()

    assert desk.get(url("print_job_file", stage, job.public_id)).status_code == 404
    assert "El archivo ya no se guarda: puede pedirlo otra vez." in page
    assert url("print_job_again", stage, job.public_id) in page


@pytest.mark.parametrize("name", ["print_job", "print_job_state", "print_job_file"])
def test_jobs_of_another_championship_are_not_found(desk: Client, stage: Stage, name: str) -> None:
    other = queued(published_stage(4))

    assert desk.get(url(name, stage, other.public_id)).status_code == 404
    assert desk.get(url(name, stage, uuid4())).status_code == 404


@pytest.mark.parametrize("name", ["print_job_cancel", "print_job_again"])
def test_jobs_of_another_championship_cannot_be_touched(desk: Client, stage: Stage, name: str) -> None:
    other = queued(published_stage(4))

    assert desk.post(url(name, stage, other.public_id)).status_code == 404
    other.refresh_from_db()
    assert other.status == "queued"


def test_printing_is_for_the_desk(client: Client, stage: Stage) -> None:
    assert client.get(url("prints", stage)).status_code == 302
    client.force_login(RoleFactory(championship=stage.championship).user)

    assert client.get(url("prints", stage)).status_code == 403
    assert client.post(url("print_ask", stage)).status_code == 403
