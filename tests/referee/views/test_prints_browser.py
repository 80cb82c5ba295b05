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
from tests.factories.referee import ZAPATERIA, kept_mesa

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
        stage=stage, round=1, kind="en-blanco", total=8, created_at=timezone.now(),
        created_by=director_of(stage.championship),
    )  # fmt: skip
    print_job_start(job_id=job.pk, total=8, now=timezone.now())
    return job


def page_of(job: PrintJob) -> str:
    return reverse("referee:print_job", args=(job.stage.championship.slug, job.public_id))


def test_the_bar_follows_the_job_to_its_end(job: PrintJob, live_server: LiveServer, open_context: OpenContext) -> None:
    page = signed_in(open_context(), job.created_by, live_server)
    page.goto(live_server.url + page_of(job))
    expect(page.get_by_text("0 de 8 Planillas.")).to_be_visible()

    print_job_progress(job_id=job.pk, done=5, now=timezone.now())
    expect(page.locator("progress")).to_have_js_property("value", 5)
    print_job_finish(job_id=job.pk, total=8, file="x.pdf", now=timezone.now())

    expect(page.get_by_role("link", name="Abrir el PDF")).to_be_visible()


def test_without_script_the_page_comes_anew(job: PrintJob, live_server: LiveServer, open_context: OpenContext) -> None:
    page = signed_in(open_context(java_script_enabled=False), job.created_by, live_server)
    page.goto(live_server.url + page_of(job))

    print_job_finish(job_id=job.pk, total=8, file="x.pdf", now=timezone.now())

    expect(page.get_by_role("link", name="Abrir el PDF")).to_be_visible()


def test_the_director_prints_the_sealed_planillas_of_a_round(
    live_server: LiveServer, open_context: OpenContext, settings: Settings, tmp_path: Path
) -> None:
    settings.PRINTS_ROOT, settings.REDIS_URL = tmp_path, ""
    kept = kept_mesa(*ZAPATERIA)
    kept.seal()
    page = signed_in(open_context(), director_of(kept.championship), live_server)
    page.goto(live_server.url + reverse("referee:prints", args=(kept.championship.slug,)))

    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Imprimir 1 selladas, Semifinal").click()
    page.get_by_role("link", name="Abrir el PDF").wait_for()

    href = page.get_by_role("link", name="Abrir el PDF").get_attribute("href")
    assert page.request.get(live_server.url + str(href)).body().startswith(b"%PDF-")


def test_a_paper_is_checked_on_a_phone(live_server: LiveServer, open_context: OpenContext) -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.seal()
    page = open_context(**PHONE).new_page()
    path = reverse("referee:planilla", args=(kept.mesa_id,))

    page.goto(f"{live_server.url}{path}?v=1&h={planilla.digest[:8].upper()}")

    expect(page.get_by_text("El papel es la Planilla vigente.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
