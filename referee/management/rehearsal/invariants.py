"""What must hold after every step of a rehearsal, whatever was done."""

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from uuid import UUID

from brackets.draw.bracket import NOBODY, Match, Side, Status
from brackets.draw.names import match_name
from brackets.models import UNDER_WAY, UNPLAYED, AuditEntry, Championship, Fixture, Pareja, Stage
from brackets.selectors.events import differing, events_at, events_of
from brackets.selectors.stages import drawn_of, results_of, roster_of
from referee.models import Chica, Data, Jugada, Mesa, Planilla, Signature
from referee.rules import Reglamento
from referee.selectors.verification import mesa_check

AWAITED = {
    Status.WAITING: {Fixture.Status.WAITING},
    Status.READY: {Fixture.Status.READY, *UNDER_WAY},
    Status.BYE: {Fixture.Status.FINAL},
    Status.DECIDED: {Fixture.Status.FINAL},
}


class Broken(Exception):
    """An invariant does not hold: a fault of ours, told in one line."""


def mesa_holds(public_id: UUID, rules: Reglamento) -> None:
    """The chain verifies, the projection equals the replay, every score is one that the rules know."""
    mesa = Mesa.objects.get(public_id=public_id)
    checked = mesa_check(mesa)
    if checked.broken is not None:
        raise Broken(f"mesa {public_id}: {checked.broken}")
    scores = [(mesa.points_a, mesa.points_b), *((row["points_a"], row["points_b"]) for row in checked.stored.chicas)]
    for points in (point for score in scores for point in score):
        if (
            not isinstance(points, int)
            or points % rules.match_points_step
            or not 0 <= points <= rules.match_target_points
        ):
            raise Broken(f"mesa {public_id}: marcador imposible {scores}")


def bracket_holds(stage: Stage) -> None:
    """Every fixture follows from the drawn lines and the final results, and these from the events."""
    roster, drawn, fixtures = roster_of(stage.championship_id), drawn_of(stage), list(stage.fixtures.all())
    if broken := differing(stage, list(events_of(stage)), fixtures, roster.ids, drawn):
        raise Broken(f"«{stage}» no es lo que resulta de sus hechos: {broken[0][:200]}")
    matches = drawn.after(results_of(fixtures, roster.ids)).matches
    places = {(fixture.round, fixture.position): fixture for fixture in fixtures}
    if len(places) != len(matches):
        raise Broken(f"la llave tiene {len(places)} partidas y del sorteo resultan {len(matches)}")
    for match in matches.values():
        fixture = places[match.round, match.position]
        if _values(fixture) != _expected(match, roster.ids) or fixture.status not in AWAITED[match.status]:
            raise Broken(f"{match_name(drawn.structure, match)} no es lo que resulta del sorteo y los resultados")


def finals_hold(fixtures: Iterable[Fixture]) -> None:
    """No fixture is final without a sealed Planilla whose result it has, or a reason that somebody gave."""
    for fixture in fixtures:
        if fixture.status != Fixture.Status.FINAL or fixture.how in UNPLAYED:
            continue
        if Planilla.objects.filter(mesa__fixture=fixture, status=Planilla.Status.SEALED).exists():
            _result_holds(fixture)
            continue
        reasons = [event.data.get("reason") for event in events_at(fixture)]
        if Mesa.objects.filter(fixture=fixture).exists() or not any(reasons):
            raise Broken(f"la {fixture.name} es final sin Planilla sellada ni motivo")


def _result_holds(fixture: Fixture) -> None:
    """The fixture says of its mesa what the mesa's log says."""
    mesa = Mesa.objects.prefetch_related("chicas").get(fixture=fixture)
    won = {"A": fixture.pareja_a_id, "B": fixture.pareja_b_id}.get(mesa.winner)
    chicas = [[chica.points_a, chica.points_b] for chica in mesa.chicas.all()]
    if (fixture.winner_id, fixture.chicas) != (won, chicas):
        raise Broken(f"la {fixture.name} no tiene el resultado de su mesa")


def unchanged(championship: Championship, work: Callable[[], object]) -> None:
    """Do `work`, and raise Broken where it changed anything of the championship."""
    before = snapshot(championship)
    work()
    if snapshot(championship) != before:
        raise Broken("una acción rehusada o repetida cambió algo")


def snapshot(championship: Championship) -> str:
    """All that is recorded of a championship, as one digest; of logs their chained heads and number of rows."""
    of_mesa = {"mesa__fixture__stage__championship": championship}
    tables = (
        Championship.objects.filter(pk=championship.pk).values_list(),
        Stage.objects.filter(championship=championship).values_list(),
        Fixture.objects.filter(stage__championship=championship).order_by("pk").values_list(),
        Pareja.objects.filter(championship=championship).order_by("pk").values_list(),
        Mesa.objects.filter(fixture__stage__championship=championship).order_by("pk").values_list(),
        Chica.objects.filter(**of_mesa).order_by("pk").values_list(),
        Data.objects.filter(**of_mesa).order_by("pk").values_list(),
        Planilla.objects.filter(**of_mesa).order_by("pk").values_list(),
        Signature.objects.filter(planilla__mesa__fixture__stage__championship=championship)
        .order_by("pk")
        .values_list("pk", "planilla", "party", "outcome", "name", "digest"),
    )
    counts = (
        Jugada.objects.filter(**of_mesa).count(),
        AuditEntry.objects.filter(championship=championship).count(),
    )
    told = json.dumps([*map(list, tables), counts], default=str, sort_keys=True)
    return sha256(told.encode()).hexdigest()


def _values(fixture: Fixture) -> tuple[object, ...]:
    return (
        fixture.number,
        fixture.pareja_a_id,
        fixture.pareja_b_id,
        fixture.nobody_a,
        fixture.nobody_b,
        fixture.winner_id if fixture.status == Fixture.Status.FINAL else None,
    )


def _expected(match: Match, ids: Mapping[int, int]) -> tuple[object, ...]:
    return (
        match.number,
        _pareja(match.a, ids),
        _pareja(match.b, ids),
        match.a is NOBODY,
        match.b is NOBODY,
        _pareja(match.advances, ids) if match.status in (Status.DECIDED, Status.BYE) else None,
    )


def _pareja(side: Side, ids: Mapping[int, int]) -> int | None:
    return ids[side] if isinstance(side, int) else None
