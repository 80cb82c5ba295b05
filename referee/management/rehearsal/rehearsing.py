"""A whole rehearsal: from the first inscription to the champion."""

from collections.abc import Callable

from brackets.models import Championship, Fixture, Stage
from referee.management.rehearsal.agenda import Agenda
from referee.management.rehearsal.chance import stream
from referee.management.rehearsal.desk import Desk
from referee.management.rehearsal.directing import begin
from referee.management.rehearsal.fairness import champion, stage_fair
from referee.management.rehearsal.formats import partidas_of
from referee.management.rehearsal.founding import Plan, found, free_prefix
from referee.management.rehearsal.hall import Hall, SignIn
from referee.management.rehearsal.invariants import bracket_holds, finals_hold
from referee.management.rehearsal.options import Options
from referee.management.rehearsal.progress import Progress
from referee.rules import reglamento_get


def rehearse(
    options: Options, sign_in: Callable[[Championship], SignIn], progress: Progress, *, unchecked: bool = False
) -> Hall:
    """Play it; raises Broken at the first step after which something does not hold, `unchecked` only in the end."""
    founded = found(plan_of(options), stream(options.seed, "inscripción"), options.start)
    hall = Hall(
        options=options,
        founded=founded,
        rules=reglamento_get(options.reglamento, options.settings),
        agenda=Agenda(options.start),
        sign_in=sign_in(founded.championship),
        unchecked=unchecked,
    )
    begin(hall)
    hall.step(bracket=True)
    desk = Desk(hall, progress)
    desk.hand_out()
    hall.agenda.run()
    finals_hold(Fixture.objects.filter(stage__championship=founded.championship).select_related("stage"))
    for stage in founded.championship.stages.exclude(status=Stage.Status.PLANNED):
        bracket_holds(stage)
        if not options.one_round:
            stage_fair(stage)
    champion(founded.championship)
    desk.close()
    return hall


def plan_of(options: Options) -> Plan:
    """The championship that these options ask for."""
    return Plan(
        name=f"Ensayo {options.seed}",
        edition=None,
        organiser="Ensayo general: personas y partidas inventadas",
        place="Sala de ensayo",
        reglamento=options.reglamento,
        settings=options.settings,
        parejas=options.parejas,
        jueces=options.jueces,
        tables=options.tables,
        lots_seed=options.name,
        prefix=free_prefix("ensayo-"),
        players=1 if options.singles else 2,
        form=options.form,
    )


def partidas(options: Options) -> int:
    """How many partidas a rehearsal has at most, those of absent parejas among them."""
    if options.stages or not options.one_round:
        return partidas_of(options.stages, options.parejas)
    lines = 1 << (options.parejas - 1).bit_length()
    return options.parejas - lines // 2
