"""Print jobs as an organiser asks for them, and the files that come of them."""

from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

from brackets.models import Stage
from referee.models import PrintJob
from referee.printing.offers import documents_in, offers_of, places_of
from referee.selectors.prints.facts import facts_of
from referee.selectors.prints.selection import Chosen
from referee.services.prints import print_job_create
from tests.factories.brackets import NOW, director_of

BASE = "https://torneo.example.ec"
BLANKS = Chosen("planillas-en-blanco", (("stage", 1), ("round", 1)))
SEALED = Chosen("planillas", (("stage", 1), ("round", 1)))
RULES = Chosen("reglas")


def ask(stage: Stage, *selection: Chosen, output: str = "pdf", size: str = "A4", duplex: bool = False) -> PrintJob:
    places = places_of(offers_of(facts_of(stage.championship, NOW)))
    selection = tuple(places[each].chosen for each in selection or (BLANKS,))
    return print_job_create(
        championship=stage.championship, selection=selection, documents=documents_in(selection, places), size=size,
        output=output, duplex=duplex, user=director_of(stage.championship), now=NOW,
    )  # fmt: skip


def file_of(job: PrintJob, root: Path) -> BytesIO:
    job.refresh_from_db()
    assert (job.status, job.error) == ("done", "")
    content = (root / job.file).read_bytes()
    assert job.bytes == len(content)
    return BytesIO(content)


def read(job: PrintJob, root: Path) -> PdfReader:
    return PdfReader(file_of(job, root))
