"""Drawing and publishing a single elimination."""

from datetime import datetime

from django.db import transaction

from brackets.draw.elimination import draw
from brackets.draw.entries import check_size
from brackets.models import Championship, Stage, User
from brackets.selectors.draws import draw_check, entrants, entries
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.errors import BracketError
from brackets.services.names import text_clean
from brackets.services.projection import fixtures_create, stage_lock


@transaction.atomic
def stage_draw(*, championship: Championship, user: User, now: datetime, lots_seed: str, apart: bool = True) -> Stage:
    """Draw, or draw again while it is not published. The lots come from `lots_seed` alone.

    What a new draw replaces stays in the audit.
    """
    championship = championship_lock(championship)
    require_open(championship)
    lots_seed = text_clean(lots_seed, field="lots_seed", label="La semilla del sorteo", longest=80, required=True)
    stage = championship.stages.filter(number=1).first() or Stage(championship=championship, draw_number=0)
    if stage.status == Stage.Status.PUBLISHED:
        raise BracketError("sorteo-publicado", "El sorteo ya está publicado y no se puede repetir.")
    listed = entrants(championship)
    check_size(len(listed))
    drawn = draw(entries(listed), lots_seed, apart=apart)
    before = {"lots_seed": stage.lots_seed, "apart": stage.apart, "slots": stage.slots} if stage.pk else None
    clubs = dict(championship.parejas.values_list("number", "club"))
    stage.slots = list(drawn.slots)
    stage.entrants = listed
    stage.lots_seed = lots_seed
    stage.apart = apart
    stage.unavoidable = [
        {"position": met.position, "club": clubs[met.a], "a": met.a, "b": met.b} for met in drawn.unavoidable
    ]
    stage.draw_number += 1
    stage.drawn_at = now
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
        data={"draw_number": stage.draw_number, "lots_seed": lots_seed, "apart": apart, "replaced": before},
    )
    return stage


@transaction.atomic
def stage_publish(*, stage: Stage, user: User, now: datetime) -> Stage:
    """Make the bracket public and playable, for good. Repeating it does nothing.

    `sorteo-por-repetir` when the draw is no longer that of the inscribed parejas, or breaks a promise.
    """
    championship_lock(stage.championship)
    stage = stage_lock(stage)
    require_open(stage.championship)
    if stage.status == Stage.Status.PUBLISHED:
        return stage
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
        data={"draw_number": stage.draw_number, "lots_seed": stage.lots_seed},
    )
    return stage
