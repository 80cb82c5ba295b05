"""What was played as one digest: the same seed and options give it, on any database, by services or by the API.

The heads of the logs' chains also hold the public ids of tablets and accounts and the hours of the server: others in each run.
"""

from hashlib import sha256

from brackets.models import Championship, Fixture
from referee.management.rehearsal.hall import Hall
from referee.models import Jugada, Signature
from referee.rules import canonical


def fingerprint(hall: Hall) -> str:
    """Draw, results, every jugada with its hour on the tablet, every signature; not the identities of rows."""
    championship = hall.founded.championship
    told = {
        "reglamento": championship.reglamento,
        "ajustes": championship.rule_settings,
        "sorteo": list(championship.stages.order_by("number").values_list("slots", "pairings")),
        "partidas": _partidas(championship),
        "jugadas": _jugadas(championship, hall),
        "firmas": _signatures(championship),
    }
    return sha256(canonical(told)).hexdigest()


def _partidas(championship: Championship) -> list[object]:
    fixtures = Fixture.objects.filter(stage__championship=championship)
    fixtures = fixtures.order_by("stage__number", "round", "position")
    values = (
        "stage__number",
        "round",
        "position",
        "pareja_a__number",
        "pareja_b__number",
        "how",
        "winner__number",
        "chicas",
    )
    return [list(row) for row in fixtures.values_list(*values)]


def _jugadas(championship: Championship, hall: Hall) -> list[object]:
    start = hall.options.start
    rows = Jugada.objects.filter(mesa__fixture__stage__championship=championship)
    ordered = rows.order_by("mesa__fixture__stage__number", "mesa__fixture__round", "mesa__fixture__position", "seq")
    return [
        [notation, round((at - start).total_seconds()) if at else None]
        for notation, at in ordered.values_list("notation", "device_ts")
    ]


def _signatures(championship: Championship) -> list[object]:
    given = Signature.objects.filter(planilla__mesa__fixture__stage__championship=championship)
    of = "planilla__mesa__fixture__"
    ordered = given.order_by(f"{of}stage__number", f"{of}round", f"{of}position", "id")
    return [list(map(str, row)) for row in ordered.values_list("party", "outcome", "name", "ink")]
