"""Championships of any format, played as far as they are asked to be: by the hundred of parejas, in bulk."""

from brackets.models import Championship, Fixture, Pareja, Player
from brackets.selectors.course import course_of
from brackets.selectors.planning import zapateria_of
from brackets.selectors.stages import roster_of
from brackets.services.championships import championship_close
from brackets.services.planning import stages_plan
from brackets.services.projection import stage_project
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.management.rehearsal.formats import stages_of
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, invented_name

RESULT = ("status", "how", "winner", "chicas", "by_zapateria", "zapaterias", "decided_at")


def tournament(form: str, parejas: int, **championship: object) -> Championship:
    """So many parejas 1, 2, 3, …, its stages planned as `form`, one of those of `ensayo`; the first is published and can be played."""
    made = ChampionshipFactory(**championship)
    who = {"championship": made, "user": director_of(made), "now": NOW}
    added = Pareja.objects.bulk_create(
        Pareja(championship=made, number=number, club=f"Club {number % 9}") for number in range(1, parejas + 1)
    )
    Player.objects.bulk_create(
        Player(championship=made, pareja=pareja, position=position, name=invented_name(2 * pareja.number + position))
        for pareja in added
        for position in (1, 2)
    )
    if plans := stages_of(form, parejas, zapateria_of(made)):
        stages_plan(plans=plans, **who)
    stage_publish(stage=draw_rehearsed(public_seed="prueba", **who), user=who["user"], now=NOW)
    if not ready(made):
        go_on(made)  # the first round of a Swiss stage
    return made


def ready(championship: Championship) -> list[Fixture]:
    """What can be played now, in its order."""
    found = Fixture.objects.filter(stage__championship=championship, status=Fixture.Status.READY)
    return list(found.select_related("stage__championship").order_by("stage__number", "number"))


def win(fixtures: list[Fixture]) -> None:
    """All of these are won by the first pareja; with a zapatería those in which nobody can have lost before."""
    for fixture in fixtures:
        short = fixture.stage.number == fixture.round == 1
        fixture.status, fixture.how, fixture.winner_id = Fixture.Status.FINAL, Fixture.How.PLAYED, fixture.pareja_a_id
        fixture.chicas = [[40, 4]] if short else [[40, 22], [40, 30]]
        fixture.by_zapateria, fixture.zapaterias = short, ["A"] if short else []
        fixture.decided_at = NOW
    Fixture.objects.bulk_update(fixtures, RESULT, batch_size=100)
    for stage in {fixture.stage_id: fixture.stage for fixture in fixtures}.values():
        stage_project(stage, stage.fixtures.all(), roster_of(stage.championship_id))


def go_on(championship: Championship) -> bool:
    """Pair the next Swiss round, or draw and publish the next stage; whether there was any."""
    who = {"user": director_of(championship), "now": NOW}
    course = course_of(championship)
    if paired := next((run.stage for run in course.runs if run.round_to_pair), None):
        round_pair(stage=paired, **who)
    elif course.to_draw:
        number = course.to_draw.number
        drawn = draw_rehearsed(championship=championship, number=number, public_seed=f"etapa {number}", **who)
        stage_publish(stage=drawn, **who)
    else:
        return False
    return True


def play_to_the_end(championship: Championship) -> None:
    """Win all there is, round after round and stage after stage."""
    while True:
        while fixtures := ready(championship):
            win(fixtures)
        if not go_on(championship):
            return


def close(championship: Championship) -> Championship:
    return championship_close(championship=championship, user=director_of(championship), now=NOW)
