"""What was let stand on purpose together with a result, when that result is undone: it follows from the results again."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction

from brackets.draw.bracket import Key, Result
from brackets.draw.correction import check_redrawn
from brackets.models import Fixture, Stage, StageEvent, User
from brackets.selectors.stages import drawn_of, results_of, roster_of
from brackets.services.carrying import ACTION, OVERRIDE, carried_with, give_way
from brackets.services.events import event_add
from brackets.services.exits import mesas_take_up
from brackets.services.following import let_follow
from brackets.services.projection import stage_project
from brackets.services.telling import told_of_uncalled


def let_stand_with(taken: StageEvent) -> list[tuple[StageEvent, Stage]]:
    """What was let stand with this event, by stage: not where the stage was drawn anew, or something else was let stand since."""
    events = StageEvent.objects.filter(championship=taken.championship_id, kind=OVERRIDE)
    stages = Stage.objects.filter(championship=taken.championship_id, status=Stage.Status.PUBLISHED)
    found = []
    for event in carried_with(taken).filter(kind=OVERRIDE):
        stage = stages.filter(number=event.stage, events_from__lt=event.seq).select_related("championship").first()
        since = events.filter(stage=event.stage, seq__gte=event.seq)
        undone = since.filter(counts=False).values("corrects")
        standing = since.filter(counts=True).exclude(seq__in=undone).values_list("seq", flat=True)
        if stage is not None and list(standing) == [event.seq]:
            found.append((event, stage))
    return found


@transaction.atomic
def mesas_kept_again(event: StageEvent, stage: Stage, *, user: User, now: datetime, reason: str) -> tuple[Fixture, ...]:
    """Who left keeps again the mesas that it kept before, as far as nobody won them since; who is no longer called.

    DrawRefusal `in-the-way` where the rival that passed has played on.
    """
    if not (event.data["released"] or event.data["settled"]):
        return ()
    stage.refresh_from_db()
    roster, before, fixtures = roster_of(stage.championship_id), drawn_of(stage), list(stage.fixtures.all())
    results = results_of(fixtures, roster.ids)
    released = [[order, *at] for order, *at in event.data["released"] if tuple(at) not in results]
    gone = {*before.rules.left, *before.after(results).out}
    settled = [each for each in event.data["settled"] if (each["round"], each["position"]) not in results]
    settled = [each for each in settled if gone.issuperset(each["gone"])]
    mesas_take_up(stage, released, settled, by=user, now=now, reason=reason)
    after = drawn_of(stage)

    def check(results: Mapping[Key, Result], playing: Collection[Key]) -> None:
        check_redrawn(before, after, results, playing, what="No se puede deshacer")

    give_way(stage, fixtures, roster, check, None)
    uncalled = stage_project(stage, fixtures, roster)
    told_of_uncalled(uncalled, now=now)
    return uncalled


def mesas_released(event: StageEvent, stage: Stage) -> list[Fixture]:
    """Those that who left kept no longer with this."""
    keys = [at for _, *at in event.data["released"]] + [
        [each["round"], each["position"]] for each in event.data["settled"]
    ]
    return [each for each in stage.fixtures.order_by("round", "position") if [each.round, each.position] in keys]


def followed_again(event: StageEvent, stage: Stage, taken: StageEvent, *, user: User, now: datetime) -> None:
    """The stage keeps no more than before this, where it follows from the results again; what stood beside its mesas does too."""
    stage.refresh_from_db()
    after = taken.round if stage.number == taken.stage and taken.round else 0
    if not let_follow(stage, roster_of(stage.championship_id), event.data["flags"], after):
        return
    for round_, position, mark in event.data["marks"]:
        stage.fixtures.filter(round=round_, position=position).update(mark=mark)
    event_add(
        stage.championship,
        stage.number,
        kind=OVERRIDE,
        action=ACTION,
        by=user,
        now=now,
        counts=False,
        corrects=event.seq,
    )
