"""The progress of a print job in a real Chromium, with its script and without."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from brackets.models import User
from referee.models import PrintJob
from referee.services.prints import print_job_finish, print_job_progress, print_job_start
from tests.chromium import PHONE
from tests.factories.brackets import director_of, published_stage
from tests.factories.referee import ZAPATERIA, kept_mesa, sealed_mesa

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenContext = Callable[..., BrowserContext]


def signed_in(context: BrowserContext, user: User, server: LiveServer) -> Page:
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sesion", "value": client.cookies["sesion"].value, "url": server.url}])
    return context.new_page()


@pytest.fixture
def job() -> PrintJob:
    stage = published_stage(16)
    job = PrintJob.objects.create(
        championship=stage.championship, selection=[{"kind": "planillas-en-blanco", "where": {"stage": 1, "round": 1}, "name": "Planillas"}], total=8,
        created_at=timezone.now(), created_by=director_of(stage.championship),
    )  # fmt: skip
    print_job_start(job_id=job.pk, total=8, now=timezone.now())
    return job


def end(job: PrintJob) -> None:
    print_job_finish(job_id=job.pk, attempt=1, total=8, file="x.pdf", size=9, pages=16, now=timezone.now())


def page_of(job: PrintJob) -> str:
    return reverse("referee:print_job", args=(job.championship.slug, job.public_id))


def test_the_bar_follows_the_job_to_its_end(job: PrintJob, live_server: LiveServer, open_context: OpenContext) -> None:
    page = signed_in(open_context(), job.created_by, live_server)
    page.goto(live_server.url + page_of(job))
    expect(page.get_by_text("0 de 8 documentos.")).to_be_visible()

    print_job_progress(job_id=job.pk, attempt=1, done=5, making="Planilla de la partida 6", now=timezone.now())
    expect(page.locator("progress")).to_have_js_property("value", 5)
    expect(page.get_by_text("Planilla de la partida 6")).to_be_visible()
    end(job)

    expect(page.get_by_role("link", name="Abrir el PDF")).to_be_visible()


@pytest.mark.long
def test_without_script_the_page_comes_anew(job: PrintJob, live_server: LiveServer, open_context: OpenContext) -> None:
    page = signed_in(open_context(java_script_enabled=False), job.created_by, live_server)
    page.goto(live_server.url + page_of(job))

    end(job)

    expect(page.get_by_role("link", name="Abrir el PDF")).to_be_visible()


def test_cancelling_needs_no_script(job: PrintJob, live_server: LiveServer, open_context: OpenContext) -> None:
    page = signed_in(open_context(java_script_enabled=False), job.created_by, live_server)
    page.goto(live_server.url + page_of(job))

    page.get_by_role("button", name="Cancelar").click()

    expect(page.get_by_text("Cancelada: no quedó ningún archivo.")).to_be_visible()
    job.refresh_from_db()
    assert job.status == "cancelled"


def test_the_ticks_are_summed_and_a_preset_ticks_them(
    job: PrintJob, live_server: LiveServer, open_context: OpenContext
) -> None:
    page = signed_in(open_context(), job.created_by, live_server)
    page.goto(live_server.url + reverse("referee:prints", args=(job.championship.slug,)))
    expect(page.get_by_text("No ha marcado nada todavía.")).to_be_visible()

    page.get_by_role("group", name="Planillas en blanco").get_by_label("Octavos de final").check()
    expect(page.get_by_text("8 documentos, unas 16 páginas.")).to_be_visible()
    page.get_by_label("A5", exact=True).check()
    expect(page.get_by_text("8 documentos, unas 40 páginas.")).to_be_visible()
    page.get_by_role("link", name="Para el archivo").click()

    expect(page.get_by_label("Un ZIP, cada documento por separado")).to_be_checked()
    expect(page.get_by_role("group", name="Planillas en blanco").get_by_label("Octavos de final")).not_to_be_checked()


@pytest.mark.parametrize("script", [True, False])
def test_the_director_prints_the_sealed_planillas_of_a_round(
    live_server: LiveServer, open_context: OpenContext, settings: Settings, tmp_path: Path, *, script: bool
) -> None:
    settings.PRINTS_ROOT, settings.REDIS_URL = tmp_path, ""
    kept = sealed_mesa()
    page = signed_in(open_context(java_script_enabled=script), director_of(kept.championship), live_server)
    page.goto(live_server.url + reverse("referee:prints", args=(kept.championship.slug,)))

    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("group", name="Planillas de Juego").get_by_label("Semifinal").check()
    page.get_by_role("button", name="Preparar para imprimir").click()
    page.get_by_role("link", name="Abrir el PDF").wait_for()

    href = page.get_by_role("link", name="Abrir el PDF").get_attribute("href")
    assert page.request.get(live_server.url + str(href)).body().startswith(b"%PDF-")


def test_a_paper_is_checked_on_a_phone(live_server: LiveServer, open_context: OpenContext) -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.seal()
    page = open_context(**PHONE).new_page()
    path = reverse("referee:planilla", args=(kept.mesa_id,))

    page.goto(f"{live_server.url}{path}?v=1&h={planilla.digest[:16].upper()}")

    expect(page.get_by_text("El papel es la Planilla vigente.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
