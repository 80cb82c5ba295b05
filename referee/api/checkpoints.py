"""What other installations send: their signatures on checkpoints."""

from typing import Annotated, Final

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import Meta, Struct
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from brackets.models import Championship
from brackets.selectors.access import is_public
from referee.api import answers, bodies
from referee.api.tablet import JsonView
from referee.services.cosigners import CosignerUnknown, cosignature_take

SLUG: Final = r"^[-a-zA-Z0-9_]+$"


class CosignatureSend(Struct, forbid_unknown_fields=True, kw_only=True):
    """`line`: the line under the note, as https://c2sp.org/tlog-cosignature has it."""

    line: Annotated[bodies.Line, Meta(min_length=1, max_length=480)]


bodies.declare(CosignatureSend)


class CosignatureKept(Struct, kw_only=True):
    """The line that is kept: the first one that this cosigner sent of this checkpoint."""

    line: str


class CosignaturesView(JsonView):
    """Taken of cosigners whom the Director named, and of nobody else."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="cosign",
        parameters=[OpenApiParameter("slug", str, OpenApiParameter.PATH, pattern=SLUG)],
        request=CosignatureSend,
        responses={200: CosignatureKept, 400: answers.Error, 404: answers.Error, 422: answers.Error},
        auth=[],
    )
    def post(self, request: Request, slug: str, size: int) -> Response:
        body = bodies.read(request, CosignatureSend)
        championship = Championship.objects.filter(slug=slug).first()
        if championship is None or not is_public(championship):
            raise CosignerUnknown
        kept = cosignature_take(championship=championship, size=size, line=body.line, now=timezone.now())
        return Response(CosignatureKept(line=kept.line))
