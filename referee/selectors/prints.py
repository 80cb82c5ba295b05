"""What of a round can be printed, and how far each print job is."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from brackets.models import Championship, Fixture, Stage
from brackets.selectors.bracket import round_titles, within
from brackets.selectors.stages import structure_for
from referee.models import Mesa, Planilla, PrintJob

# A task gives a sign of life every few pages; one that is silent for so long is no longer running.
SILENCE: Final = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class PrintableRound:
    """A round with how many Planillas of each kind it has."""

    stage: Stage
    round: int
    name: str
    blanks: int
    sealed: int


def printable_rounds(championship: Championship) -> list[PrintableRound]:
    """The rounds that have anything to print, of every stage: two queries."""
    stages = {stage.pk: stage for stage in championship.stages.all()}
    sealed = Planilla.objects.filter(mesa__fixture=OuterRef("pk"), status=Planilla.Status.SEALED)
    counted = (
        _blank(Fixture.objects.filter(stage__in=stages))
        .annotate(is_sealed=Exists(sealed))
        .values("stage", "round")
        .annotate(blanks=Count("pk"), sealed=Count("pk", filter=Q(is_sealed=True)))
        .order_by("stage__number", "round")
    )
    return [
        PrintableRound(
            stage=stages[row["stage"]],
            round=row["round"],
            name=round_title(stages[row["stage"]], row["round"]),
            blanks=row["blanks"],
            sealed=row["sealed"],
        )
        for row in counted
    ]


def what_to_print(job: PrintJob) -> list[int]:
    """The keys of what the job prints, in the order of the partidas: mesas, or fixtures for blanks."""
    fixtures = Fixture.objects.filter(stage=job.stage_id, round=job.round)
    if job.kind == PrintJob.Kind.BLANK:
        return list(_blank(fixtures).order_by("position").values_list("pk", flat=True))
    sealed = Planilla.objects.filter(mesa=OuterRef("pk"), status=Planilla.Status.SEALED)
    mesas = Mesa.objects.filter(Exists(sealed), fixture__in=fixtures)
    return list(mesas.order_by("fixture__position").values_list("pk", flat=True))


def print_jobs(championship: Championship) -> QuerySet[PrintJob]:
    """The jobs of a championship, the latest first."""
    return PrintJob.objects.filter(stage__championship=championship).select_related("stage", "created_by")


def job_title(job: PrintJob) -> str:
    """What the job prints: `Planillas de la ronda · Octavos de final`."""
    return f"{job.get_kind_display()} · {round_title(job.stage, job.round)}"


def round_title(stage: Stage, number: int) -> str:
    """A round over all parts of its stage: `Cuartos: ronda 2`; one that a correction took back keeps its number."""
    return within(stage, round_titles(structure_for(stage)).get(number, f"Ronda {number}"))


def is_unfinished(job: PrintJob) -> bool:
    """Whether there is still something to wait for."""
    return job.status in (PrintJob.Status.QUEUED, PrintJob.Status.RUNNING)


def was_interrupted(job: PrintJob, now: datetime) -> bool:
    """Whether whoever was making it has fallen silent: the server was stopped, or no worker runs."""
    return is_unfinished(job) and now - (job.touched_at or job.created_at) > SILENCE


def _blank(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    return fixtures.filter(pareja_a__isnull=False, pareja_b__isnull=False)
