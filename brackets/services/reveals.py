"""The screens of the hall follow the ceremony of a sorteo, step by step."""

from datetime import datetime

from django.db import transaction

from brackets.models import DrawReveal, Stage, User
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from brackets.services.draw_seen import DrawSeen, seen_of
from brackets.services.errors import BracketError


def draw_reveal(*, stage: Stage, seen: DrawSeen, step: int, user: User, now: datetime) -> None:
    """The first `step` of the draw that was looked at are public on the screens of the hall, published or not; the same again does nothing.

    Its beginning is recorded: what was revealed before the publication, somebody revealed.
    """
    with transaction.atomic():
        stage = Stage.objects.select_for_update(of=("self",)).select_related("championship").get(pk=stage.pk)
        if stage.status == Stage.Status.PLANNED or seen[:2] != seen_of(stage)[:2]:
            message = (
                "Mientras tanto se volvió a sortear o se intercambió. Vuelva al sorteo y abra la ceremonia otra vez."
            )
            raise BracketError("otro-sorteo", message)
        step = min(step, sum(slot is not None for slot in stage.slots))
        there = single(DrawReveal.objects.filter(stage=stage))
        if there is not None and (there.draw_number, there.step) == (seen.number, step):
            return
        begins = there is None or there.draw_number != seen.number
        DrawReveal.objects.update_or_create(
            stage=stage, defaults={"draw_number": seen.number, "step": step, "changed_at": now}
        )
        if begins:
            audit_record(
                championship=stage.championship,
                user=user,
                now=now,
                action="sorteo-ceremonia",
                sentence=f"Empezó a mostrar el sorteo de «{stage}» en las pantallas, uno por uno.",
                data={"stage": stage.number, "draw": seen.number},
            )
