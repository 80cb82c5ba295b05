from collections.abc import Callable, Iterator
from io import BytesIO, StringIO
from pathlib import Path
from threading import Event
from threading import enumerate as threads
from time import monotonic, sleep
from zipfile import ZipFile

import pytest
from celery.contrib.testing.worker import start_worker
from django.core.management import call_command
from kombu.exceptions import OperationalError
from pypdf import PdfReader
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from brackets.models import Championship, Fixture, Stage
from referee.models import Certificate, PrintJob
from referee.printing.offers import documents_in, offers_of, places_of
from referee.printing.page import Page
from referee.sealing import planilla_paper
from referee.selectors.planilla.build import mesas_to_print
from referee.selectors.prints.facts import facts_of
from referee.selectors.prints.jobs import is_unfinished
from referee.selectors.prints.selection import Chosen
from referee.services.certificates import certificate_end
from referee.services.prints import print_job_cancel, print_job_create, print_job_progress, print_job_retry
from referee.tasks import print_job_dispatch, print_job_make
from tests.factories.brackets import NOW, director_of, published_stage
from tests.factories.referee import ZAPATERIA, keepers, kept_mesa
from tests.factories.sealing import certified
from tests.programs import pdfsig

BASE = "https://torneo.example.ec"
LONG = 120  # seconds that nobody waits in full: a slow computer is no failure
BLANKS = Chosen("planillas-en-blanco", (("stage", 1), ("round", 1)))
SEALED = Chosen("planillas", (("stage", 1), ("round", 1)))
RULES = Chosen("reglas")


@pytest.fixture(autouse=True)
def prints_root(settings: Settings, tmp_path: Path) -> Path:
    settings.PRINTS_ROOT = tmp_path / "prints"
    return settings.PRINTS_ROOT


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, str]]]:
    """Every sign of life, as soon as there is one."""
    seen: list[tuple[int, str]] = []
    monkeypatch.setattr("referee.tasks.prints.EVERY", 0.0)
    monkeypatch.setattr(
        "referee.tasks.prints.print_job_progress", lambda *, done, making, **_: seen.append((done, making))
    )
    return seen


def ask(stage: Stage, *selection: Chosen, output: str = "pdf", size: str = "A4", duplex: bool = False) -> PrintJob:
    places = places_of(offers_of(facts_of(stage.championship, NOW)))
    selection = tuple(places[each].chosen for each in selection or (BLANKS,))
    return print_job_create(
        championship=stage.championship, selection=selection, documents=documents_in(selection, places), size=size,
        output=output, duplex=duplex, user=director_of(stage.championship), now=NOW,
    )  # fmt: skip


def sealed_stage(parejas: int, sealed: int) -> Stage:
    stage = published_stage(parejas)
    for kept in keepers(stage.fixtures.filter(status=Fixture.Status.READY).order_by("position")[:sealed]):
        kept.open()
        kept.record(*ZAPATERIA)
        kept.seal()
    return stage


def file_of(job: PrintJob, root: Path) -> BytesIO:
    job.refresh_from_db()
    assert (job.status, job.error) == ("done", "")
    content = (root / job.file).read_bytes()
    assert job.bytes == len(content)
    return BytesIO(content)


def read(job: PrintJob, root: Path) -> PdfReader:
    return PdfReader(file_of(job, root))


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
    assert "Este PDF lleva adjunto" in PdfReader(tmp_path / name).pages[-1].extract_text().replace("\n", " ")
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
    kept = kept_mesa(*ZAPATERIA)
    kept.seal()
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
def test_progress_says_which_document_is_being_made(prints_root: Path, told: list[tuple[int, str]]) -> None:
    job = ask(published_stage(8))

    print_job_make(job.pk, BASE)

    assert list(dict.fromkeys(told)) == [(n, f"Planilla de la partida {n + 1}") for n in range(4)]


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
