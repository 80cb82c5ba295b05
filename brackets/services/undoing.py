"""The mesas that who left kept no longer, because an act was carried through on purpose, when that is undone.

What else was let stand with it follows from the results again by itself (`brackets.services.following`).
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.db import transaction

from brackets.draw.bracket import Key, Result
from brackets.draw.correction import check_redrawn
from brackets.draw.refusal import DrawRefusal
from brackets.models import Fixture, Stage, StageEvent, User
from brackets.selectors.stages import drawn_of, left_of, results_of, roster_of
from brackets.services.carrying import OVERRIDE, carried_with, give_way
from brackets.services.effects import Effects
from brackets.services.exits import mesas_take_up
from brackets.services.following import GivenBack, follow
from brackets.services.projection import stage_project
from brackets.services.telling import told_of_effects


def mesas_released(taken: StageEvent) -> Iterator[tuple[StageEvent, Fixture]]:
    """Those that were released with this event; not where their stage was drawn anew since."""
    for event in carried_with(taken).filter(kind=OVERRIDE):
        settled = [(each["round"], each["position"]) for each in event.data["settled"]]
        keys = {*((round_, position) for _, round_, position in event.data["released"]), *settled}
        fixtures = Fixture.objects.filter(
            stage__championship=taken.championship_id, stage__number=event.stage, stage__events_from__lt=event.seq
        )
        for each in fixtures.select_related("stage__championship").order_by("round", "position"):
            if (each.round, each.position) in keys:
                yield event, each


@transaction.atomic
def mesa_kept_again(
    event: StageEvent,
    fixture: Fixture,
    given_back: GivenBack,
    *,
    user: User,
    now: datetime,
    reason: str,
    follows: bool = True,
) -> Effects:
    """The pareja that left keeps this mesa again, as before the event; answers what that brings about.

    DrawRefusal `in-the-way` where somebody has won it since, or the rival that passed has played on.
    """
    stage, key = (
        Stage.objects.select_related("championship").get(pk=fixture.stage_id),
        (fixture.round, fixture.position),
    )
    roster, before, fixtures = roster_of(stage.championship_id), drawn_of(stage), list(stage.fixtures.all())
    results = results_of(fixtures, roster.ids)
    if key in results:
        raise DrawRefusal("in-the-way", f"La {fixture.name} ya tiene resultado.", blocking=(key,))
    released = [[order, *at] for order, *at in event.data["released"] if tuple(at) == key]
    gone = {*left_of(stage), *before.after(results).out}
    settled = [each for each in event.data["settled"] if (each["round"], each["position"]) == key]
    settled = [each for each in settled if gone.issuperset(each["gone"])]
    mesas_take_up(stage, released, settled, by=user, now=now, reason=reason)
    after = drawn_of(stage)

    def check(results: Mapping[Key, Result], playing: Collection[Key]) -> None:
        check_redrawn(before, after, results, playing, what="No se puede deshacer")

    give_way(stage, fixtures, roster, check, None)
    effects = stage_project(stage, fixtures, roster)
    if follows:
        effects += follow(stage, roster, given_back=given_back)
    told_of_effects(effects, user=user, now=now)
    return effects
