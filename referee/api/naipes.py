"""The cards: whether a levante was right, and a data followed card by card."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import bodies
from referee.api.answers import ConflictError, Error, JugadaError
from referee.api.cards import CardsAnswer, LiftAnswer, cards_answer, lift_answer
from referee.api.mesas import mesa_get
from referee.api.tablet import TabletView, device_of, user_of
from referee.rules.naipes import lift_verdict
from referee.selectors.folding import rules_of, state_of
from referee.selectors.naipes import cards_of
from referee.services.naipes import CardInput, cards_record


class LiftView(TabletView):
    """Nothing is written: the Juez asks about the cards that he has before him."""

    @extend_schema(
        operation_id="levante",
        request=bodies.LiftAsk,
        responses={200: LiftAnswer, 400: Error, 401: Error, 404: Error, 422: Error},
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        body = bodies.read(request, bodies.LiftAsk)
        rules = rules_of(mesa_get(mesa_id, device_of(request)))
        verdict = lift_verdict(
            rules, tuple(body.table), body.card, tuple(body.lifted), body.previous, redealt=body.redealt
        )
        return Response(lift_answer(verdict))


class CardsView(TabletView):
    """The cards of the data in play, kept beside the log; what they come to is proposed, never recorded by itself."""

    @extend_schema(operation_id="cards", responses={200: CardsAnswer, 401: Error, 404: Error})
    def get(self, request: Request, mesa_id: UUID) -> Response:
        return Response(_cards(mesa_id, request))

    @extend_schema(
        operation_id="cards_record",
        request=bodies.CardsSend,
        responses={200: CardsAnswer, 400: Error, 401: Error, 404: Error, 409: ConflictError, 422: JugadaError},
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        body = bodies.read(request, bodies.CardsSend)
        cards_record(
            mesa_id=mesa_id,
            device=device,
            user=user_of(request),
            lease_epoch=body.lease_epoch,
            base_seq=body.base_seq,
            cards=[CardInput(sent.client_id, sent.notation, sent.device_ts) for sent in body.cards],
            now=timezone.now(),
        )
        return Response(_cards(mesa_id, request))


def _cards(mesa_id: UUID, request: Request) -> CardsAnswer:
    mesa = mesa_get(mesa_id, device_of(request))
    return cards_answer(cards_of(mesa, state_of(mesa)))
