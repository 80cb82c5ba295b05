"""A published stage is cleared of what stands in the way of its reopening, on purpose."""

from brackets.models import Stage
from brackets.selectors.reopening import reopening_obstacles
from brackets.selectors.stages import roster_of
from brackets.services.carrying import Carry, require_not_playing
from brackets.services.effects import Effects
from brackets.services.errors import BracketError
from brackets.services.following import counting, follow, keep_nothing
from brackets.services.projection import published_after, stage_project


def stage_clear(stage: Stage, carry: Carry | None) -> Effects:
    """Refuse what stands in the way; with `carry` its results are left without effect and its mesas marked.

    Answers what else is taken back by that. What was kept of it on purpose is kept no longer.

    BracketError `in-the-way` names what was played, and each other code of `Obstacle` what is to be undone first, on purpose
    too. DrawRefusal `being-played`: nobody is interrupted.
    """
    unkept = keep_nothing(stage)
    obstacles, roster = reopening_obstacles(stage), roster_of(stage.championship_id)
    for obstacle in obstacles:
        if carry is None or obstacle.code != "in-the-way":
            raise BracketError(obstacle.code, obstacle.message)
    if carry is None or not obstacles:
        return unkept + follow(stage, roster)
    concerned = [fixture for obstacle in obstacles for fixture in obstacle.fixtures]
    require_not_playing(concerned)
    later = published_after(stage)
    counted = counting(later)
    for fixture in concerned:
        carry.reopen(fixture)
    cleared = stage_project(stage, stage.fixtures.all(), roster, carry=carry)
    return unkept + cleared + follow(stage, roster, carry=carry, later=later, counted=counted)
