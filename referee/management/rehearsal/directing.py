"""What the Director of a rehearsal does between partidas: he pairs the next Swiss round and draws the next stage."""

from brackets.draw.formats import Swiss
from brackets.models import Fixture, Stage
from brackets.selectors.stages import format_of, sources_of, stages_of
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.management.rehearsal.fairness import stage_fair
from referee.management.rehearsal.hall import Hall


def go_on(hall: Hall) -> None:
    """Pair and draw all that can be by now; what has ended is looked through once more."""
    stages = {stage.number: stage for stage in stages_of(hall.founded.championship)}
    for stage in stages.values():
        if stage.status == Stage.Status.PUBLISHED:
            _round(hall, stage)
        elif all(_over(hall, stages[source]) for source in sources_of(stage)):
            _draw(hall, stage)


def begin(hall: Hall) -> None:
    """Pair the first round of a Swiss stage."""
    _round(hall, Stage.objects.get(pk=hall.founded.stage.pk))


def _round(hall: Hall, stage: Stage) -> None:
    form = format_of(stage)
    if isinstance(form, Swiss) and len(stage.pairings) < form.rounds and not _unfinished(stage):
        round_pair(stage=stage, user=hall.founded.director, now=hall.now)
        hall.step(bracket=True)


def _draw(hall: Hall, stage: Stage) -> None:
    founded, now = hall.founded, hall.now
    lots_seed = f"{hall.options.name} · {stage.name}"
    drawn = draw_rehearsed(
        championship=founded.championship, user=founded.director, now=now, public_seed=lots_seed, number=stage.number
    )
    _round(hall, stage_publish(stage=drawn, user=founded.director, now=now))
    hall.step(bracket=True)


def _over(hall: Hall, stage: Stage) -> bool:
    """Whether nothing is left to play in it; found so for the first time, it must have been fair."""
    if stage.pk in hall.ended:
        return True
    form = format_of(stage)
    paired = not isinstance(form, Swiss) or len(stage.pairings) == form.rounds
    if stage.status != Stage.Status.PUBLISHED or not paired or _unfinished(stage):
        return False
    stage_fair(stage)
    hall.ended.add(stage.pk)
    return True


def _unfinished(stage: Stage) -> bool:
    return stage.fixtures.exclude(status=Fixture.Status.FINAL).exists()
