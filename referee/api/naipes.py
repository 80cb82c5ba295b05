"""The cards: whether a levante was right."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import bodies
from referee.api.answers import Error
from referee.api.cards import LiftAnswer, lift_answer
from referee.api.mesas import mesa_get
from referee.api.tablet import TabletView, device_of
from referee.rules.naipes import lift_verdict
from referee.selectors.folding import rules_of


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
