"""Championships of every size for documents: empty, with one pareja, of the longest names, of single players."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

from brackets.draw.formats import Format, Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import Championship, Fixture, Stage
from brackets.services.callups import absence_record, callup_present, callup_walkover
from brackets.services.fixtures import fixture_call, fixture_record
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.rules import Measure
from referee.services.appeals.ruling import appeal_rule
from referee.services.conduct import Reported, incident_settle, incident_write
from referee.services.paper import paper_result_record
from tests.factories.appeals import admitted
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    RoleFactory,
    TableFactory,
    UserFactory,
    director_of,
    published_stage,
)
from tests.factories.consultas import asked, resolved
from tests.factories.referee import ZAPATERIA, keepers

LONG_CHAMPIONSHIP = (
    "Campeonato Interprovincial de Cuarenta de las Fiestas de Quito «Maximiliano Wenceslao» de Chillogallo"
)[:100]
ORDER = ("mesas", "directo", "chicas", "puntos", "zapaterias", "sorteo")
LONG_REASON = ("Avisaron por teléfono, desde la carretera y con testigos, que un derrumbe no los deja llegar. " * 4)[
    :300
]
LONG_PERSON = "Maximiliana {} Wenceslada Hermenegilda Chiriboga Villavicencio"
LONG_PAREJA = "Los {} Inolvidables Caballeros y Damas del Cuarenta de Guano"
LONG_CLUB = "Liga {} Deportiva Barrial y Parroquial Unidos de Chillogallo"


def long_championship(**fields: Any) -> Championship:
    return ChampionshipFactory(
        name=LONG_CHAMPIONSHIP,
        organiser=("Comité Permanente de Festividades Populares, Deportes y Recreación del Barrio " * 2)[:120].strip(),
        place=("Coliseo Mayor Parroquial Profesor Julio César Hidalgo, calle Pichincha y avenida " * 2)[:120].strip(),
        **fields,
    )


def long_names(parejas: int, *, format_: Format | None = None, **fields: Any) -> Championship:
    """All names as long as they may be, with tables and jueces, and some results."""
    championship = long_championship(**fields)
    for number in range(1, 3):
        TableFactory(championship=championship, number=number)
        RoleFactory(championship=championship, user=UserFactory(display_name=LONG_PERSON.format(number)[:60]))
    alone = championship.players_per_pareja == 1
    for number in range(1, parejas + 1):
        names = {f"player_{place}__name": LONG_PERSON.format(number * 2 + place)[:60] for place in (1, 2)}
        ParejaFactory(
            championship=championship,
            number=number,
            name=LONG_PAREJA.format(number)[:60] if number % 2 else "",
            club=LONG_CLUB.format(number)[:60],
            **({"player_1__name": names["player_1__name"]} if alone else names),
        )
    if format_ is not None:
        plan = StagePlan(name="Series de la primera noche", format=format_, entry=(Everybody(),), criteria=ORDER)
        stages_plan(championship=championship, plans=(plan,), user=director_of(championship), now=NOW)
    stage = _drawn(championship)
    stage_publish(stage=stage, user=director_of(championship), now=NOW)
    _assigned(championship)
    return championship


def _drawn(championship: Championship) -> Stage:
    return draw_rehearsed(
        championship=championship, user=director_of(championship), now=NOW, public_seed="x", apart=True
    )


def _assigned(championship: Championship) -> None:
    """Some partidas with table and Juez."""
    tables = list(championship.tables.all())
    jueces = [role.user for role in championship.roles.filter(kind="juez")]
    fixtures = Fixture.objects.filter(stage__championship=championship, status=Fixture.Status.READY)[:2]
    for fixture, table, juez in zip(fixtures, tables, jueces, strict=False):
        fixture.table, fixture.juez = table, juez
        fixture.save(update_fields=("table", "juez"))


def empty() -> Championship:
    return ChampionshipFactory()


def alone() -> Championship:
    championship = long_championship()
    ParejaFactory(championship=championship, number=1)
    return championship


def many() -> Championship:
    return published_stage(96, tables=4, jueces=4).championship


def finished(*, parejas: int = 5, **fields: Any) -> Championship:
    """Played to its end, with zapaterías and an absence, long names, a precedent, and a sanction that is final."""
    championship = long_names(parejas, **fields)
    director = director_of(championship)
    stage = championship.stages.get()
    for number in range(32):
        fixture = stage.fixtures.filter(status=Fixture.Status.READY).order_by("round", "position").first()
        if fixture is None:
            break
        now = NOW + timedelta(minutes=number)
        if number == 1:
            fixture_record(
                fixture=fixture,
                how="walkover",
                winner="A",
                chicas=[],
                zapateria=False,
                user=director,
                now=now,
                reason="",
            )
        else:
            chicas = [(40, 8)] if number == 0 else [(40, 22), (18, 40), (40, 30)]
            paper_result_record(fixture=fixture, chicas=chicas, user=director, now=now)
    resolved(asked(championship, question="¿Cuenta el naipe caído? " * 20), text="Sí, para quien lo levanta. " * 30)
    pareja = championship.parejas.get(number=1)
    reported = Reported(pareja=pareja, kind="ofensa", grade="falta-grave", text="Secreto de la mesa")
    incident = incident_write(championship=championship, reported=reported, client_id=uuid4(), user=director, now=NOW)
    incident_settle(incident=incident, user=director, now=NOW)
    return championship


def contested() -> Championship:
    """Of the longest names: a W.O. declared on its convocatoria, one recorded without, and an appeal ruled, with reasons as long as they may be."""
    championship = long_names(8)
    director = director_of(championship)
    played, called, uncalled = championship.stages.get().fixtures.order_by("number")[:3]
    (kept,) = keepers([played])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    appeal = admitted(kept)
    appeal_rule(
        appeal=appeal, measure=Measure("ajusta", "B", 12), grounds=LONG_REASON * 3, user=director, now=kept.tick()
    )
    who = {"user": director, "now": NOW}
    fixture_call(fixture=called, **who)
    callup_present(fixture=called, side="B", position=None, **who)
    later = NOW + timedelta(minutes=championship.grace_minutes)
    callup_walkover(fixture=called, absent="A", user=director, now=later, reason=LONG_REASON)
    absence_record(fixture=uncalled, how="double-no-show", winner=None, reason=LONG_REASON, **who)
    return championship


WORLDS: Mapping[str, Callable[[], Championship]] = {
    "empty": empty,
    "one": alone,
    "two": lambda: long_names(2),
    "long": lambda: long_names(13),
    "singles": lambda: long_names(6, players_per_pareja=1),
    "finished": finished,
    "finished singles": lambda: finished(players_per_pareja=1),
    "contested": contested,
    "series": lambda: long_names(9, format_=Series(size=3)),
    "many": many,
}
