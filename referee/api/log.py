"""Recording jugadas, and asking what one would do."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import answers, bodies
from referee.api.mesas import mesa_get
from referee.api.payloads import receipts_answer, recorded_answer
from referee.api.tablet import MINIMAL, TabletView, device_of, user_of
from referee.rules import parse_jugada, preview
from referee.selectors.folding import state_of
from referee.selectors.receipts import rows_of
from referee.services.log import jugadas_record


class JugadasView(TabletView):
    """The hot path: one tap of the Juez."""

    @extend_schema(
        operation_id="jugadas_record",
        parameters=[
            OpenApiParameter(
                "Prefer",
                str,
                OpenApiParameter.HEADER,
                description="`return=minimal` (RFC 7240) leaves `legal` and `log_tail` out of the answer.",
            )
        ],
        request=bodies.JugadasSend,
        responses={
            200: answers.RecordedAnswer,
            400: answers.Error,
            401: answers.Error,
            403: answers.Error,
            404: answers.Error,
            409: answers.ConflictError,
            422: answers.JugadaError,
        },
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        body = bodies.read(request, bodies.JugadasSend)
        recorded = jugadas_record(
            mesa_id=mesa_id,
            device=device,
            user=user_of(request),
            lease_epoch=body.lease_epoch,
            base_seq=body.base_seq,
            jugadas=body.jugadas,
            now=timezone.now(),
        )
        minimal = MINIMAL in request.META.get("HTTP_PREFER", "")  # not `headers`: it reads them all
        return Response(recorded_answer(recorded, body, minimal=minimal))


class ReceiptsView(TabletView):
    """All rows of a mesa, for a tablet that cannot tell by the head alone that they are those it keeps."""

    @extend_schema(
        operation_id="receipts", responses={200: answers.ReceiptsAnswer, 401: answers.Error, 404: answers.Error}
    )
    def get(self, request: Request, mesa_id: UUID) -> Response:
        mesa = mesa_get(mesa_id, device_of(request))
        return Response(answers.ReceiptsAnswer(receipts=receipts_answer(rows_of(mesa.pk))))


class PreviewView(TabletView):
    @extend_schema(
        operation_id="preview",
        request=bodies.PreviewAsk,
        responses={
            200: answers.PreviewAnswer,
            400: answers.Error,
            401: answers.Error,
            404: answers.Error,
            422: answers.Error,
        },
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        body = bodies.read(request, bodies.PreviewAsk)
        mesa = mesa_get(mesa_id, device_of(request))
        before = map(parse_jugada, body.before)
        return Response(preview(state_of(mesa), parse_jugada(body.notation), before).as_json())
