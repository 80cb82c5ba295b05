"""What is kept of a player at the tables, for that player: conduct, appeals, signatures, consultas."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from brackets.models import Player
from referee.models import Consulta, Incident, Signature
from referee.selectors.appeals import appeals_of_pareja


def data_at_the_tables(player: Player) -> Mapping[str, Any]:
    """As plain values. What is written of the pareja is of both its players, what names the other one is not."""
    return {
        "conducta": [_incident(each) for each in _incidents(player)],
        "apelaciones": _appeals(player),
        "firmas": [_signature(each) for each in _signatures(player)],
        "consultas": [
            {"numero": each.number, "hora": each.asked_at, "consulta": each.question, "respuesta": _answer(each)}
            for each in Consulta.objects.filter(pareja=player.pareja_id).select_related("end")
        ],
    }


def _incidents(player: Player) -> list[Incident]:
    of_him = Incident.objects.filter(pareja=player.pareja_id, player__in=("", player.name))
    return list(of_him.prefetch_related("decisions"))


def _incident(incident: Incident) -> Mapping[str, Any]:
    return {
        "hora": incident.at,
        "conducta": incident.get_kind_display(),
        "grado": incident.get_grade_display(),
        "articulo": incident.article,
        "que_paso": incident.text,
        "decisiones": [
            {"hora": each.at, "decision": each.get_kind_display(), "motivo": each.reason}
            for each in incident.decisions.all()
        ],
    }


def _appeals(player: Player) -> list[Mapping[str, Any]]:
    return [
        {
            "numero": told.appeal.number,
            "hora": told.appeal.filed_at,
            "fundamento": told.appeal.text,
            "estado": told.state,
            "fallo": told.ruling.grounds if told.ruling else "",
            "firma": next((each["ink"] for each in told.appeal.signatures if each["name"] == player.name), None),
        }
        for told in appeals_of_pareja(player.pareja)
    ]


def _signatures(player: Player) -> list[Signature]:
    """Of the side that his pareja had at each of its mesas, under his name."""
    sat = "planilla__mesa__pareja_"
    own = Q(party="A", **{f"{sat}a": player.pareja_id}) | Q(party="B", **{f"{sat}b": player.pareja_id})
    named = Q(name=player.name) | Q(witness=player.name)
    return list(Signature.objects.filter(own, named).select_related("planilla__mesa__fixture"))


def _signature(signature: Signature) -> Mapping[str, Any]:
    return {
        "partida": signature.planilla.mesa.fixture.name,
        "hora": signature.signed_at,
        "como": signature.get_outcome_display(),
        "motivo": signature.reason,
        "trazos": signature.ink,
    }


def _answer(consulta: Consulta) -> str:
    return consulta.end.text if hasattr(consulta, "end") else ""
