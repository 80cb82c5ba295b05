"""The acta of a Swiss stage: every round is in it and comes out again, whatever is corrected afterwards."""

import json
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from brackets.draw.acta import verify
from brackets.draw.formats import Swiss
from brackets.draw.qualification import Everybody
from brackets.selectors.draw_acta import acta_of
from brackets.services.planning import StagePlan
from tests.brackets.services.carried import correct, upset
from tests.brackets.services.test_formats import TABLE, Night
from tests.brackets.views.conftest import url

pytestmark = pytest.mark.django_db
SWISS = StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)


@pytest.fixture
def night() -> Night:
    """Nine parejas of three clubs, two rounds played and the third paired."""
    night = Night.published(9, SWISS, clubs=3)
    for number in (1, 2, 3):
        night.pair()
        if number < 3:
            night.play()
    return night


def acta(night: Night) -> dict[str, Any]:
    """As its file has it."""
    read: dict[str, Any] = json.loads(json.dumps(acta_of(night.stage(1))))
    return read


def pdf_of(client: Client, night: Night) -> bytes:
    content: bytes = client.get(reverse("referee:draw_acta_pdf", args=(night.championship.slug,))).content
    return content


def differing(read: dict[str, Any]) -> str:
    return "\n".join(each for step in verify(read).steps for each in step.differs)


def test_each_round_comes_out_again(night: Night) -> None:
    report = verify(acta(night))

    assert report.good
    for number in (1, 2, 3):
        assert any(f"la ronda {number} " in step.what for step in report.steps)


def test_a_round_tells_what_it_was_paired_on(night: Night) -> None:
    third = acta(night)["rondas"][2]

    assert sum(each["ganadas"] for each in third["antes"]) == 10
    assert {len(each["rivales"]) + each["descanso"] for each in third["antes"]} == {2}
    assert len(third["partidas"]) == 4
    assert third["descansa"] not in [each["numero"] for each in third["antes"] if each["descanso"]]


def test_another_pairing_is_named(night: Night) -> None:
    read = acta(night)
    pairs = read["rondas"][1]["partidas"]
    pairs[0][1], pairs[1][1] = pairs[1][1], pairs[0][1]
    for each in read["rondas"][2]["antes"]:
        each["rivales"] = []

    told = differing(read)

    assert "Ronda 2, mesa 1: el acta dice «" in told
    assert "Ronda 2, mesa 2: el acta dice «" in told


@pytest.mark.parametrize(
    ("round_", "name", "value", "told"),
    [
        (1, "descansa", None, "Ronda 2: el acta dice que descansa nadie"),
        (0, "semilla", "otra", "El acta da otra semilla para la ronda: «otra»"),
        (0, "juntas", [[1, 4]], "Ronda 1: pares que una protección quería separar, 0"),
        (0, "partidas", [], "Ronda 1: el acta tiene 0 partidas, y no 4"),
        (1, "ronda", 7, "no es un acta"),
        (1, "antes", [{"numero": "1", "ganadas": 0, "rivales": [], "descanso": False}], "no es un acta"),
    ],
)
def test_what_is_changed_in_a_round_is_told(night: Night, round_: int, name: str, value: object, told: str) -> None:
    read = acta(night)
    read["rondas"][round_][name] = value

    assert told in differing(read)


def test_more_mesas_won_than_there_were_pair_others(night: Night) -> None:
    read = acta(night)
    last = read["rondas"][2]["antes"][-1]
    last["ganadas"] += 2

    assert "Ronda 3" in differing(read)


def test_rivals_that_are_made_up_are_told(night: Night) -> None:
    read = acta(night)
    read["rondas"][0]["antes"][0]["rivales"] = [2]

    assert "no jugó en las rondas anteriores con todos sus rivales" in differing(read)


def test_somebody_twice_is_no_acta(night: Night) -> None:
    read = acta(night)
    read["rondas"][0]["antes"].append(read["rondas"][0]["antes"][0])

    assert "no es un acta" in differing(read)


def test_more_than_anybody_plays_is_not_calculated(night: Night) -> None:
    read = acta(night)
    read["rondas"][0]["antes"] *= 2000

    assert "no es un acta" in differing(read)


def test_a_round_of_before_says_that_it_cannot_be_repeated(night: Night) -> None:
    stage = night.stage(1)
    stage.paired_on = stage.paired_on[1:]
    stage.save()

    report = verify(acta(night))

    assert report.good
    assert any("no se puede repetir" in step.what for step in report.steps)


def test_an_acta_from_which_its_rounds_were_taken_is_refused(night: Night) -> None:
    read = acta(night)
    del read["rondas"], read["tardias"]

    assert not verify(read).good


def test_a_result_corrected_afterwards_leaves_the_acta_true_and_is_named(night: Night) -> None:
    before = acta(night)
    night.play()
    first = night.stage(1).fixtures.filter(round=1, winner__isnull=False, pareja_b__isnull=False).order_by("number")[0]
    correct(night, first, upset(first))

    after = acta(night)

    assert after["rondas"][2]["antes"] == before["rondas"][2]["antes"]
    assert {each["numero"] for each in after["rondas"][2]["corregidas_despues"]} == {
        first.pareja_a.number,
        first.pareja_b.number,
    }
    report = verify(after)
    assert report.good
    assert any("Después se corrigieron resultados de 2 inscripciones" in step.what for step in report.steps)


def test_the_pdf_carries_the_file_and_its_fingerprint(client: Client, night: Night) -> None:
    pdf = PdfReader(BytesIO(pdf_of(client, night)))
    file = client.get(url("draw_acta", night.championship)).content

    assert pdf.attachments == {"acta.json": [file]}
    told = " ".join(page.extract_text() for page in pdf.pages)
    assert sha256(file).hexdigest() in told
    for words in ("RONDA 1, COMO SE EMPAREJÓ", "RONDA 3, COMO SE EMPAREJÓ", "|ronda-3", "Descansa: "):
        assert words in told


def test_the_pdf_alone_is_verified_on_the_page_and_by_the_command(client: Client, night: Night, tmp_path: Path) -> None:
    pdf = pdf_of(client, night)
    file, out = tmp_path / "acta.pdf", StringIO()
    file.write_bytes(pdf)

    page = client.post(reverse("brackets:draw_verify"), {"file": SimpleUploadedFile("acta.pdf", pdf)})
    call_command("verificar_sorteo", file, stdout=out)

    for told in (page.content.decode(), out.getvalue()):
        assert "El sorteo es el que dice el acta" in told
        assert "Se emparejó otra vez la ronda 3" in told


@pytest.mark.parametrize("broken", [b"%PDF-1.4 nada", b"%PDF-1.4\n%%EOF"])
def test_a_pdf_that_cannot_be_read_is_refused(client: Client, broken: bytes) -> None:
    answer = client.post(reverse("brackets:draw_verify"), {"file": SimpleUploadedFile("acta.pdf", broken)})

    assert answer.status_code == 422
    assert "Ese PDF no" in answer.content.decode()


def test_the_page_of_the_draw_shows_the_rounds_and_repeats_them(client: Client, night: Night) -> None:
    page = client.get(url("draw_public", night.championship), {"verificar": "1"}).content.decode()

    assert "Se emparejó otra vez la ronda 3" in page
    assert "Ronda 3" in page
    assert "El sorteo es el que dice el acta" in page
