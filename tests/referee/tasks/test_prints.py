"""What a print job makes: one PDF or a ZIP of what was ticked."""

from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from brackets.models import Fixture, Stage
from referee.models import Certificate
from referee.printing.offers import offers_of, places_of
from referee.printing.page import Page
from referee.sealing import planilla_paper
from referee.selectors.planilla.build import mesas_to_print
from referee.selectors.prints.facts import facts_of
from referee.selectors.prints.selection import Chosen
from referee.services.certificates import certificate_end
from referee.tasks import print_job_make
from tests.factories.brackets import NOW, director_of, published_stage
from tests.factories.referee import ZAPATERIA, keepers, sealed_mesa
from tests.factories.sealing import certified
from tests.programs import pdfsig
from tests.referee.tasks.print_jobs import BASE, BLANKS, RULES, SEALED, ask, file_of, read


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, str]]]:
    """Every sign of life, as soon as there is one."""
    seen: list[tuple[int, str]] = []
    monkeypatch.setattr("referee.tasks.prints.EVERY", 0.0)
    monkeypatch.setattr(
        "referee.tasks.prints.print_job_progress", lambda *, done, making, **_: seen.append((done, making))
    )
    return seen


def sealed_stage(parejas: int, sealed: int) -> Stage:
    stage = published_stage(parejas)
    for kept in keepers(stage.fixtures.filter(status=Fixture.Status.READY).order_by("position")[:sealed]):
        kept.open()
        kept.record(*ZAPATERIA)
        kept.seal()
    return stage


@pytest.mark.django_db
def test_the_sealed_planillas_of_a_round_make_one_pdf(prints_root: Path) -> None:
    job = ask(sealed_stage(8, 3), SEALED)

    print_job_make(job.pk, BASE)

    reader = read(job, prints_root)
    firsts = [page.extract_text() for page in reader.pages if "Página 1 de" in page.extract_text()]
    assert (job.done, job.total, len(firsts)) == (3, 3, 3)
    assert job.pages == len(reader.pages)
    assert [text.split("Partida ")[1].split(" ")[0] for text in firsts] == ["1", "2", "3"]
    assert not any("BORRADOR" in text for text in firsts)
    assert (prints_root / job.file).stat().st_mode & 0o777 == 0o600  # it may have what is private


@pytest.mark.django_db
def test_blank_planillas_of_a_round_are_filled_with_their_parejas_and_lead_to_their_partida(prints_root: Path) -> None:
    stage = published_stage(8)
    job = ask(stage)

    print_job_make(job.pk, BASE)

    text = "".join(page.extract_text() for page in read(job, prints_root).pages)
    assert job.total == 4
    assert all(pareja.title.split(" / ")[0] in text for pareja in stage.championship.parejas.all())


@pytest.mark.django_db
def test_several_documents_follow_each_other_in_one_pdf(prints_root: Path) -> None:
    job = ask(published_stage(4), BLANKS, RULES, Chosen("acta-sorteo", (("stage", 1),)))

    print_job_make(job.pk, BASE)

    texts = [page.extract_text() for page in read(job, prints_root).pages]
    assert job.total == 4
    assert "Planilla de Juego en papel" in texts[0]
    assert "Acta" in texts[-1]


@pytest.mark.long
@pytest.mark.django_db
def test_everything_that_is_offered_can_be_printed(prints_root: Path) -> None:
    stage = sealed_stage(8, 2)
    selection = list(places_of(offers_of(facts_of(stage.championship, NOW))))
    job = ask(stage, *selection, output="zip")

    print_job_make(job.pk, BASE)

    archive = ZipFile(file_of(job, prints_root))
    assert archive.testzip() is None
    assert len(archive.namelist()) == len(set(archive.namelist())) == job.total
    assert all(PdfReader(BytesIO(archive.read(name))).pages for name in archive.namelist())


@pytest.mark.django_db
def test_on_small_paper_everything_is_small(prints_root: Path) -> None:
    job = ask(sealed_stage(8, 2), SEALED, Chosen("convocatoria", (("stage", 1), ("round", 2))), RULES, size="A5")

    print_job_make(job.pk, BASE)

    pages = read(job, prints_root).pages
    assert {tuple(sorted(map(round, page.mediabox[2:]))) for page in pages} == {(420, 595)}
    assert "Partida 2" in " ".join(page.extract_text() for page in pages)


@pytest.mark.django_db
def test_on_the_largest_paper_only_the_poster_is_large(prints_root: Path) -> None:
    job = ask(published_stage(8), BLANKS, RULES, Chosen("llave", (("stage", 1),)), size="A3")

    print_job_make(job.pk, BASE)

    *others, poster = (sorted(map(round, page.mediabox[2:])) for page in read(job, prints_root).pages)
    assert poster == [842, 1191]
    assert all(other == [595, 842] for other in others)


@pytest.mark.django_db
def test_in_a_zip_the_acta_of_a_draw_carries_its_file_and_bound_it_says_where_that_is(
    prints_root: Path, tmp_path: Path
) -> None:
    stage = published_stage(6)
    acta = Chosen("acta-sorteo", (("stage", 1),))
    alone, bound = ask(stage, acta, output="zip", size="A5"), ask(stage, acta, RULES)
    print_job_make(alone.pk, BASE)
    print_job_make(bound.pk, BASE)

    archive, out = ZipFile(file_of(alone, prints_root)), StringIO()
    (name,) = archive.namelist()
    call_command("verificar_sorteo", archive.extract(name, tmp_path), stdout=out)
    told = " ".join(" ".join(page.extract_text() for page in read(bound, prints_root).pages).split())

    assert "El sorteo es el que dice el acta" in out.getvalue()
    own = " ".join(" ".join(page.extract_text() for page in PdfReader(tmp_path / name).pages).split())
    assert "Este PDF lleva adjunto" in own
    assert "Este PDF lleva adjunto" not in told
    assert "baje de esa página el archivo del acta" in told


@pytest.mark.django_db
def test_a_zip_has_each_planilla_under_a_name_that_says_which(prints_root: Path) -> None:
    job = ask(sealed_stage(8, 2), SEALED, RULES, output="zip")

    print_job_make(job.pk, BASE)

    archive = ZipFile(file_of(job, prints_root))
    names = archive.namelist()
    assert [name.rsplit("-entre", 1)[0] for name in names] == [
        "planillas/1-1-cuartos-de-final/partida-0001",
        "planillas/1-1-cuartos-de-final/partida-0002",
        "reglas.pdf",
    ]
    assert names[0].endswith("-v1.pdf")
    assert "Partida 2" in PdfReader(BytesIO(archive.read(names[1]))).pages[0].extract_text()
    assert all(name.isascii() for name in names)


@pytest.mark.django_db
def test_in_a_zip_each_sealed_planilla_is_the_signed_document(prints_root: Path, tmp_path: Path) -> None:
    kept = sealed_mesa()
    certified(kept.championship)
    job = ask(kept.fixture.stage, SEALED, output="zip")

    print_job_make(job.pk, BASE)

    archive = ZipFile(file_of(job, prints_root))
    (name,) = archive.namelist()
    said = pdfsig(Path(archive.extract(name, tmp_path)))
    assert "Signature is Valid." in said
    assert "Total document signed" in said
    mesa = mesas_to_print().get(public_id=kept.mesa_id)
    first = planilla_paper(mesa, base_url=BASE, now=NOW)
    assert archive.read(name) == first
    in_use = Certificate.objects.get().public_id
    certificate_end(championship=kept.championship, replaces=in_use, user=director_of(kept.championship), now=NOW)
    later = ask(kept.fixture.stage, SEALED, output="zip")
    print_job_make(later.pk, BASE)
    assert ZipFile(file_of(later, prints_root)).read(name) == first  # what was signed outlives the certificate


@pytest.mark.django_db
def test_without_a_certificate_a_zip_has_what_says_so(prints_root: Path) -> None:
    job = ask(sealed_stage(4, 1), SEALED, output="zip")

    print_job_make(job.pk, BASE)

    archive = ZipFile(file_of(job, prints_root))
    assert PdfReader(BytesIO(archive.read(archive.namelist()[0]))).pages


@pytest.mark.django_db
def test_on_both_sides_each_document_begins_on_a_sheet_of_its_own(prints_root: Path, monkeypatch) -> None:
    monkeypatch.setattr("referee.printing.pieces.sheet_pages", lambda _sheet, _size: [Page(), Page(), Page()])
    job = ask(published_stage(8), duplex=True)

    print_job_make(job.pk, BASE)

    assert len(read(job, prints_root).pages) == 16
    assert job.pages == 16


@pytest.mark.django_db
def test_progress_says_which_document_is_being_made(prints_root: Path, told: list[tuple[int, str]]) -> None:
    job = ask(published_stage(8))

    print_job_make(job.pk, BASE)

    assert list(dict.fromkeys(told)) == [(n, f"Planilla de la partida {n + 1}") for n in range(4)]
