"""The acta of a draw in public."""

import json
from dataclasses import replace
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from brackets.draw.formats import Elimination
from brackets.models import AuditEntry, Championship, Stage
from brackets.services.exchanges import draw_exchange
from brackets.services.stages import stage_publish, stage_reopen
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW, director_of, drawn_stage, personal_set, published_stage
from tests.factories.insider import insider

pytestmark = pytest.mark.django_db

VERIFY = reverse("brackets:draw_verify")


@pytest.fixture
def championship() -> Championship:
    """A draw of six with one exchange, published."""
    stage = drawn_stage(6, club="Peñón")
    director = director_of(stage.championship)
    a, b = [number for number in stage.slots if number][1:4:2]
    stage = draw_exchange(stage=stage, a=a, b=b, reason="Viajan juntos", user=director, now=NOW)
    return stage_publish(stage=stage, user=director, now=NOW).championship


def test_anybody_sees_how_it_was_drawn_and_repeats_it(client: Client, championship: Championship) -> None:
    page = client.get(url("draw_public", championship), {"verificar": "1"}).content.decode()

    assert "El sorteo es el que dice el acta" in page
    assert "Viajan juntos" in page
    assert "a mano; salió la" in page
    assert "el mismo club (Peñón)" in page


def test_nothing_of_a_draft_is_told(client: Client) -> None:
    stage = drawn_stage(6)

    page = client.get(url("draw_public", stage.championship)).content.decode()

    assert "todavía no está publicado" in page
    assert stage.lots_seed not in page
    for address in (
        url("draw_acta", stage.championship),
        reverse("referee:draw_acta_pdf", args=(stage.championship.slug,)),
    ):
        assert client.get(address).status_code == 404


def test_of_a_draw_that_was_public_it_is_not_said_that_it_is_still_to_be(
    client: Client, championship: Championship
) -> None:
    stage = championship.stages.get()
    stage_reopen(stage=stage, user=director_of(championship), now=NOW, reason="Faltaba una")

    for asked in ({}, {"etapa": "1"}):
        page = client.get(url("draw_public", championship), asked).content.decode()
        assert "Este sorteo estuvo publicado y ya no vale" in page
        assert "todavía no está publicado" not in page


@pytest.mark.parametrize(
    ("removed", "name", "was_public"),
    [(True, "Consuelo", False), (True, "Final", False), (False, "Consuelo", False), (False, "Final", True)],
)
def test_a_stage_that_is_planned_in_the_place_of_another_was_never_public(
    client: Client, *, removed: bool, name: str, was_public: bool
) -> None:
    night = Night.in_second(8, SERIES, FINAL)
    stage_reopen(stage=night.stage(2), user=night.director, now=NOW, reason="Faltaba una")
    if removed:
        night.plan(SERIES)
    night.plan(SERIES, replace(FINAL, name=name, format=Elimination(third_place=True)))
    night.plan(SERIES, replace(FINAL, name=name))

    page = client.get(url("draw_public", night.championship), {"etapa": "2"}).content.decode()

    assert ("Este sorteo estuvo publicado y ya no vale" in page) == was_public
    assert ("El sorteo todavía no está publicado" in page) != was_public


def test_a_stage_that_was_not_there_when_another_was_public_was_never_public(client: Client) -> None:
    night = Night.in_second(8, SERIES, FINAL)
    stage_reopen(stage=night.stage(2), user=night.director, now=NOW, reason="Faltaba una")
    night.plan(SERIES, replace(FINAL, format=Elimination(third_place=True)))
    with insider(AuditEntry):
        for change in AuditEntry.objects.filter(action="etapas-fijar"):
            before = change.data["before"][:1]
            AuditEntry.objects.filter(pk=change.pk).update(data=change.data | {"before": before})

    page = client.get(url("draw_public", night.championship), {"etapa": "2"}).content.decode()

    assert "Este sorteo estuvo publicado y ya no vale" not in page


def test_the_file_is_verified_where_it_is_uploaded_or_pasted(client: Client, championship: Championship) -> None:
    file = client.get(url("draw_acta", championship))

    uploaded = client.post(VERIFY, {"file": SimpleUploadedFile("acta.json", file.content)})
    pasted = client.post(VERIFY, {"text": file.content.decode()})

    assert "acta-sorteo" in file["Content-Disposition"]
    for answer in (uploaded, pasted):
        assert answer.status_code == 200
        assert "El sorteo es el que dice el acta" in answer.content.decode()


def test_a_changed_file_is_told_what_differs(client: Client, championship: Championship) -> None:
    acta = json.loads(client.get(url("draw_acta", championship)).content)
    acta["sorteo"]["semilla"] = "otra"

    page = client.post(VERIFY, {"text": json.dumps(acta)}).content.decode()

    assert "El acta no corresponde al sorteo" in page
    assert "Lugar 1: el acta dice" in page


def test_half_a_letter_is_no_server_error(client: Client, championship: Championship) -> None:
    acta = json.loads(client.get(url("draw_acta", championship)).content) | {"huella": "\ud83c"}

    answer = client.post(VERIFY, {"text": json.dumps(acta)})

    assert answer.status_code == 200
    assert "no es un acta de sorteo" in answer.content.decode()


@pytest.mark.parametrize("text", ["", "hola", "[" * 100_000])
def test_what_is_no_file_is_refused(client: Client, text: str) -> None:
    assert client.post(VERIFY, {"text": text}).status_code == 422


def test_a_huge_file_is_refused(client: Client) -> None:
    huge = SimpleUploadedFile("acta.json", b" " * (1024 * 1024 + 1))

    assert client.post(VERIFY, {"file": huge}).status_code == 422


def test_the_printed_acta_has_all_that_is_needed(client: Client, championship: Championship) -> None:
    pdf = client.get(reverse("referee:draw_acta_pdf", args=(championship.slug,)))

    told = " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages)
    stage = Stage.objects.get()
    for words in (
        "ACTA DEL SORTEO",
        f"Semilla del sorteo: {stage.lots_seed}",
        "Compromiso publicado antes",
        "Rocío Andrade, Marco Villacís",
        "Viajan juntos",
        "verificar_sorteo",
        "Director del campeonato",
    ):
        assert words in told
    signed = told.partition("FIRMAS")[2]
    for words in (f"Del sorteo de huella {stage.drawn_digest}", "Rocío Andrade", "Marco Villacís"):
        assert words in signed
    for number in range(1, 7):
        assert str(championship.parejas.get(number=number)) in told
    assert pdf.content == client.get(reverse("referee:draw_acta_pdf", args=(championship.slug,))).content


@pytest.mark.parametrize(("parejas", "procedure"), [(8, "clubes-1"), (6, "protecciones-1")])
def test_every_acta_names_the_procedure_of_its_draw(client: Client, parejas: int, procedure: str) -> None:
    """Clubs have their own where nobody passes free."""
    championship = published_stage(parejas).championship

    acta = json.loads(client.get(url("draw_acta", championship)).content)
    pdf = client.get(reverse("referee:draw_acta_pdf", args=(championship.slug,)))

    told = " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages)
    assert acta["sorteo"]["procedimiento"] == procedure
    assert [name for name in ("clubes-1", "protecciones-1") if name in told] == [procedure]


def test_no_cedula_is_in_an_acta(client: Client) -> None:
    championship = published_stage(4).championship
    personal_set(championship.players.filter(pareja__number=1, position=1), cedula="1712345675")

    assert b"1712345675" not in client.get(url("draw_acta", championship)).content
