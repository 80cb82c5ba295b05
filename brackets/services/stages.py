"""Drawing and publishing the stages of a championship."""

from datetime import datetime

from django.db import transaction

from brackets.draw.formats import matches_of
from brackets.draw.placing import place
from brackets.models import Championship, Stage, User
from brackets.selectors.draws import draw_check, entrants, entries
from brackets.selectors.stages import format_of, spots_of
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.errors import BracketError
from brackets.services.names import text_clean
from brackets.services.projection import fixtures_create, stage_lock


@transaction.atomic
def stage_draw(
    *, championship: Championship, user: User, now: datetime, lots_seed: str, apart: bool = True, number: int = 1
) -> Stage:
    """Draw stage `number`, or draw it again while it is not published. The lots come from `lots_seed` alone.

    Without any plan the first stage is a single elimination. What a new draw replaces stays in the audit.
    """
    championship = championship_lock(championship)
    require_open(championship)
    lots_seed = text_clean(lots_seed, field="lots_seed", label="La semilla del sorteo", longest=80, required=True)
    stage = championship.stages.filter(number=number).first()
    if stage is None and number == 1:
        stage = Stage(championship=championship, draw_number=0, status=Stage.Status.PLANNED)
    if stage is None:
        raise BracketError("etapa-sin-plan", f"No hay etapa {number}. Fije primero las etapas del campeonato.")
    if stage.status == Stage.Status.PUBLISHED:
        raise BracketError("sorteo-publicado", "El sorteo ya está publicado y no se puede repetir.")
    _require_settled(stage)
    listed = entrants(stage)
    drawn = place(format_of(stage), entries(listed), lots_seed, apart=apart)
    before = {"lots_seed": stage.lots_seed, "apart": stage.apart, "slots": stage.slots} if stage.slots else None
    clubs = dict(championship.parejas.values_list("number", "club"))
    stage.slots = list(drawn.slots)
    stage.pairings = []
    stage.entrants = listed
    stage.lots_seed = lots_seed
    stage.apart = apart
    stage.unavoidable = [
        {"position": met.place, "club": clubs[met.parejas[0]], "a": met.parejas[0], "b": met.parejas[1]}
        for met in drawn.together
    ]
    stage.first_number = _first_number(stage)
    stage.draw_number += 1
    stage.drawn_at = now
    stage.status = Stage.Status.DRAWN
    stage.save()
    fixtures_create(stage)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="sorteo-hacer",
        sentence=said(championship.players_per_pareja, "Hizo el sorteo número {} con {} parejas.").format(
            stage.draw_number, len(listed)
        ),
        data={
            "stage": stage.number,
            "draw_number": stage.draw_number,
            "lots_seed": lots_seed,
            "apart": apart,
            "replaced": before,
        },
    )
    return stage


@transaction.atomic
def stage_publish(*, stage: Stage, user: User, now: datetime) -> Stage:
    """Make the draw public and the stage playable, for good. Repeating it does nothing.

    `sorteo-por-repetir` when the draw is no longer that of those who enter, or breaks a promise.
    """
    championship_lock(stage.championship)
    stage = stage_lock(stage)
    require_open(stage.championship)
    if stage.status == Stage.Status.PUBLISHED:
        return stage
    if stage.status == Stage.Status.PLANNED:
        raise BracketError("sorteo-sin-hacer", f"«{stage}» todavía no está sorteada. Sortéela primero.")
    if broken := draw_check(stage):
        raise BracketError("sorteo-por-repetir", " ".join(problem.message for problem in broken))
    stage.status = Stage.Status.PUBLISHED
    stage.published_at = now
    stage.save(update_fields=("status", "published_at"))
    audit_record(
        championship=stage.championship,
        user=user,
        now=now,
        action="sorteo-publicar",
        sentence=f"Publicó el sorteo número {stage.draw_number}.",
        data={"stage": stage.number, "draw_number": stage.draw_number, "lots_seed": stage.lots_seed},
    )
    return stage


def _require_settled(stage: Stage) -> None:
    """Refuse to draw while a stage from which somebody enters has not ended."""
    spots = spots_of(stage)
    if not all(spot.settled and spot.pareja is not None for spot in spots):
        names = {each.number: each.name for each in stage.championship.stages.all()}
        waiting = {spot.stage for spot in spots if not spot.settled and spot.stage is not None}
        waited = [f"«{names[number]}»" for number in sorted(waiting)]
        if waited:
            raise BracketError(
                "etapa-sin-terminar",
                f"Falta jugar {' y '.join(waited)}: todavía no se sabe quiénes entran en «{stage}». "
                "Termine primero esas partidas.",
            )
        raise BracketError(
            "plazas-vacias",
            f"En «{stage}» hay plazas que no llena nadie. Cambie cuántas clasifican y vuelva a sortear.",
        )


def _first_number(stage: Stage) -> int:
    """One more than the highest number that the stages before it will ever have."""
    earlier = stage.championship.stages.filter(number__lt=stage.number).exclude(status=Stage.Status.PLANNED)
    last = 0
    for each in earlier:
        numbered = (
            each.fixtures.filter(number__isnull=False).order_by("-number").values_list("number", flat=True).first()
        )
        last = max(last, numbered or 0, each.first_number + matches_of(format_of(each), len(each.entrants)) - 1)
    return last + 1
