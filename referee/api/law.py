"""The law at the table: the precedents of the championship, the doubts that come up there (18), conduct."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import answers, bodies, law_bodies
from referee.api.mesas import mesa_get
from referee.api.tablet import TabletView, device_of, user_of
from referee.selectors.conduct import OnRecord
from referee.selectors.law import Law, law_at
from referee.services.conduct import Reported, incident_write
from referee.services.consultas import consulta_open, exposed_at
from referee.services.errors import MesaOutOfReach

REFUSED = {400: answers.Error, 401: answers.Error, 404: answers.Error, 422: answers.Error}


class LawView(TabletView):
    """What the Juez reads when a doubt comes up; the tablet keeps it for when there is no network."""

    @extend_schema(operation_id="law", responses={200: law_bodies.LawAnswer, 401: answers.Error, 404: answers.Error})
    def get(self, request: Request, mesa_id: UUID) -> Response:
        return Response(_law(law_at(mesa_get(mesa_id, device_of(request)))))


class ConsultasView(TabletView):
    """The Juez and the players expose a doubt to the Director; sent again, it is the same."""

    @extend_schema(
        operation_id="consulta",
        request=law_bodies.ConsultaSend,
        responses={200: law_bodies.ConsultaReceived, **REFUSED},
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        mesa = mesa_get(mesa_id, device_of(request))
        body, user = bodies.read(request, law_bodies.ConsultaSend), user_of(request)
        consulta = consulta_open(
            championship=mesa.fixture.stage.championship,
            exposed=exposed_at(
                mesa.fixture, question=body.question, article=body.article, side=body.pareja, user=user, at=body.at
            ),
            client_id=body.client_id,
            user=user,
            now=timezone.now(),
        )
        return Response(law_bodies.ConsultaReceived(client_id=consulta.client_id, number=consulta.number))


class ConductView(TabletView):
    """The Juez puts a conduct on record; sent again, it is the same."""

    @extend_schema(
        operation_id="incident",
        request=law_bodies.IncidentSend,
        responses={200: law_bodies.IncidentReceived, **REFUSED},
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        fixture = mesa_get(mesa_id, device).fixture
        body = bodies.read(request, law_bodies.IncidentSend)
        pareja = fixture.pareja_a if body.pareja == "A" else fixture.pareja_b
        if pareja is None:
            raise MesaOutOfReach
        incident = incident_write(
            championship=fixture.stage.championship,
            reported=Reported(
                pareja=pareja,
                kind=body.kind,
                grade=body.grade,
                text=body.text,
                article=body.article,
                player=body.player,
                fixture=fixture,
                at=body.at,
            ),
            client_id=body.client_id,
            user=user_of(request),
            device=device,
            now=timezone.now(),
        )
        return Response(law_bodies.IncidentReceived(client_id=incident.client_id, received_at=incident.received_at))


def _law(law: Law) -> law_bodies.LawAnswer:
    return law_bodies.LawAnswer(
        places=[law_bodies.PlaceAnswer(article=place.article, label=place.label) for place in law.places],
        articles=dict(law.articles),
        precedents=[
            law_bodies.PrecedentAnswer(
                number=told.consulta.number,
                article=told.consulta.article,
                label=told.place.label if told.place else "",
                question=told.consulta.question,
                resolution=told.end.text,
                at=told.end.at,
            )
            for told in law.precedents
            if told.end is not None
        ],
        consultas=[
            law_bodies.ConsultaAnswer(
                number=told.consulta.number,
                client_id=told.consulta.client_id,
                question=told.consulta.question,
                resolution=told.end.text if told.end else "",
                withdrawn=told.end is not None and not told.resolved,
            )
            for told in law.consultas
        ],
        conduct=[_incident(each, law.side_a) for each in law.conduct],
    )


def _incident(each: OnRecord, side_a: int | None) -> law_bodies.IncidentAnswer:
    incident = each.incident
    return law_bodies.IncidentAnswer(
        client_id=incident.client_id,
        pareja="A" if incident.pareja_id == side_a else "B",
        player=incident.player,
        kind=incident.kind,
        grade=incident.grade,
        article=incident.article,
        text=incident.text,
        at=incident.at,
        final=each.final is not None,
    )
