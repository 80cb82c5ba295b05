"""Fill a database with sealed Planillas of one championship, or print some of them; figures as JSON."""

import json
import resource
import time
import uuid
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import IO, Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from bench.season import NOW, fill_logs, make_mesas
from brackets.models import Championship, Stage, User
from referee import tasks
from referee.models import Mesa, Planilla, PrintJob, Signature
from referee.printing import bundles, pdf
from referee.printing.page import Page
from referee.selectors.prints.selection import Chosen
from referee.services.prints import print_job_create
from referee.services.signing import planilla_seal, signature_append

BRACKET = 64  # Planillas in the first round of each stage


class Command(BaseCommand):
    help = __doc__ or ""
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--make", type=int, default=0, help="so many Planillas")
        parser.add_argument("--run", type=int, default=0, help="print so many of them")
        parser.add_argument("--output", default="pdf")
        parser.add_argument("--how", default="streamed", choices=("streamed", "kept"))

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["make"]:
            call_command("migrate", verbosity=0)
            sealed(make_mesas(options["make"]))
        else:
            self.stdout.write(json.dumps(printed(options["run"], options["output"], options["how"])))


def sealed(mesas: list[Mesa]) -> None:
    """Sign them all, and make the brackets that they come from stages of one championship."""
    fill_logs(mesas)
    stages = list(Stage.objects.order_by("pk"))
    for number, stage in enumerate(stages, start=1):
        stage.championship, stage.number = stages[0].championship, number
    Stage.objects.bulk_update(stages, ("championship", "number"))
    planillas = Planilla.objects.bulk_create(
        Planilla(
            mesa=mesa, version=1, head_seq=mesa.head_seq, digest=mesa.head_hash, chain_hash=mesa.head_hash, frozen_at=NOW,
            frozen_by_id=mesa.fixture.juez_id,
        )
        for mesa in mesas
    )  # fmt: skip
    for planilla in planillas:
        for party in ("A", "B", "juez"):
            signature_append(
                Signature(
                    planilla=planilla, party=party, outcome="firma", name=f"Firma de {party}", ink=ink(Random(planilla.pk)),
                    digest=planilla.digest, client_id=uuid.uuid4(), signed_at=NOW, received_at=NOW,
                )
            )  # fmt: skip
        planilla_seal(planilla, NOW)


def ink(chance: Random) -> list[list[int]]:
    """Three strokes of forty points, as of a finger."""
    return [[chance.randrange(1000 if n % 2 == 0 else 375) for n in range(80)] for _ in range(3)]


def printed(count: int, output: str, how: str) -> dict[str, Any]:
    """Print, and say how long it took and how much memory the process came to hold."""
    if how == "kept":
        bundles.pdf_write = kept  # type: ignore[assignment]  # as if pages were not written one by one
    run(asked(1, "pdf"))
    before, start, cpu = peak(), time.perf_counter(), time.process_time()
    job = run(asked(count // BRACKET, output))
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    size = (Path(settings.PRINTS_ROOT) / job.file).stat().st_size
    return {
        "planillas": job.total,
        "pages": job.pages,
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu, 1),
        "per_second": round(job.total / seconds, 1),
        "before_mb": round(before, 1),
        "peak_mb": round(peak(), 1),
        "file_mb": round(size / 1e6, 1),
    }


def asked(stages: int, output: str) -> PrintJob:
    """The first rounds of so many stages."""
    championship = Championship.objects.order_by("pk")[0]
    numbers = championship.stages.order_by("number").values_list("number", flat=True)[:stages]
    return print_job_create(
        championship=championship, selection=[Chosen("planillas", (("stage", n), ("round", 1))) for n in numbers],
        documents=BRACKET * stages, size="A4", output=output, duplex=False, user=User.objects.order_by("pk")[0],
        now=timezone.now(),
    )  # fmt: skip


def run(job: PrintJob) -> PrintJob:
    """As a worker does."""
    tasks.print_job_make(job.pk, "https://torneo.example.ec")
    job.refresh_from_db()
    if job.status != PrintJob.Status.DONE:
        raise SystemExit(f"{job.status}: {job.error}")
    return job


def kept(file: IO[bytes], pages: Iterable[Page], *, title: str, lang: str = "es-EC") -> None:
    """As the PDF library is used: the document is written when it is complete."""
    canvas = pdf._canvas(file, title, lang)  # noqa: SLF001
    for page in pages:
        canvas.setPageSize(page.size)
        pdf._draw(canvas, page)  # noqa: SLF001
        canvas.showPage()
    canvas.save()


def peak() -> float:
    """The most that this process has held, in millions of bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
