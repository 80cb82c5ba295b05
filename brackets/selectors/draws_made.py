"""Reading every draw that was made for a stage."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Max

from brackets.draw.acta_draws import REPLACED, UNDONE
from brackets.models import DrawEvent, Stage

OF_MADE: Final = (
    "formato",
    "procedimiento",
    "separar_clubes",
    "protecciones",
    "semilla",
    "semilla_publica",
    "inscritas",
    "lineas",
    "huella",
    "compromiso",
)
"""What an acta says of an earlier draw as it was recorded."""
WORDS: Final = {REPLACED: "Se reemplazó por otro.", UNDONE: "Se deshizo: cambió la etapa, o quiénes entran en ella."}


@dataclass(frozen=True, slots=True)
class EarlierDraw:
    """A draw that does not count any more, as people read it."""

    number: int
    at: datetime
    by: str
    seed: str
    public_seed: str
    published: tuple[datetime, ...]
    end: str
    why: str


def earlier_draws(stage: Stage, ended: str) -> list[dict[str, Any]]:
    """All draws of a stage that is being drawn before this one, as its acta lists them; one query, none where it is the first.

    `ended`: what became of the last of them.
    """
    if stage.draw_number <= 1:
        return []
    rows = DrawEvent.objects.filter(championship=stage.championship_id, stage=stage.number).select_related("by")
    made = {row.number: row for row in rows if row.kind == DrawEvent.Kind.MADE}
    published: dict[int, list[str]] = {}
    for row in rows:
        if row.kind == DrawEvent.Kind.PUBLISHED:
            published.setdefault(row.number, []).append(row.at.isoformat())
    whys = {each["draw"]: each["why"] for each in stage.commitments if each["draw"]}
    ends = {number - 1: row.data["anterior"] for number, row in made.items()}
    return [
        {
            "numero": number,
            "hecho": row.at.isoformat(),
            "por": str(row.by),
            **{name: row.data[name] for name in OF_MADE},
            "publicado": published.get(number, []),
            "fin": ends.get(number, ended),
            "motivo": whys.get(number, ""),
        }
        for number, row in made.items()
        if number < stage.draw_number
    ]


def last_draw_at(stage: Stage) -> datetime | None:
    """The latest hour of the draws made for the stage; one query, none before its first."""
    if not stage.draw_number:
        return None
    made = DrawEvent.objects.filter(championship=stage.championship_id, stage=stage.number, kind=DrawEvent.Kind.MADE)
    return made.aggregate(at=Max("at"))["at"]  # type: ignore[no-any-return]


def draws_elsewhere(stage: Stage) -> list[dict[str, Any]]:
    """All draws made before this one under the numbers of other stages, whose own actas do not list them since they are not public; one query.

    A stage that gets another number would leave its draws behind.
    """
    public = Stage.objects.filter(championship=stage.championship_id, status=Stage.Status.PUBLISHED).values("number")
    made = DrawEvent.objects.filter(championship=stage.championship_id, kind=DrawEvent.Kind.MADE)
    rows = made.exclude(stage=stage.number).exclude(stage__in=public).select_related("by").order_by("pk")
    return [
        {
            "etapa": row.stage,
            "numero": row.number,
            "hecho": row.at.isoformat(),
            "por": str(row.by),
            **{name: row.data[name] for name in OF_MADE},
        }
        for row in rows
    ]


def draws_told(acta: Mapping[str, Any]) -> list[EarlierDraw]:
    """The earlier draws of an acta for its page and its paper."""
    return [
        EarlierDraw(
            number=each["numero"],
            at=datetime.fromisoformat(each["hecho"]),
            by=each["por"],
            seed=each["semilla"],
            public_seed=each["semilla_publica"],
            published=tuple(map(datetime.fromisoformat, each["publicado"])),
            end=WORDS[each["fin"]],
            why=each["motivo"],
        )
        for each in acta["sorteos_anteriores"]
    ]
