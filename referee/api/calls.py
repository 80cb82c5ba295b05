"""What a Juez does beside the log: he calls, has the cards of a ronda seen, and writes notes."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import answers, bodies
from referee.api.mesas import mesa_get
from referee.api.tablet import TabletView, device_of, user_of
from referee.models import Call, Note, RondaClaim
from referee.rules import deck_names
from referee.selectors.calls import may_verify, rondas_pending
from referee.selectors.consultas import rules_of
from referee.services.calls import call_make, call_withdraw
from referee.services.errors import MesaOutOfReach
from referee.services.notes import note_write
from referee.services.reviews import review_tell
from referee.services.rondas import ronda_claim, ronda_decide

REFUSED = {400: answers.Error, 401: answers.Error, 404: answers.Error, 422: answers.Error}


class CallsView(TabletView):
    """Sent again and again until it is acknowledged, and then to hear whether somebody is coming."""

    @extend_schema(operation_id="call", request=bodies.CallSend, responses={200: answers.CallAnswer, **REFUSED})
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device, now = device_of(request), timezone.now()
        body = bodies.read(request, bodies.CallSend)
        call = call_make(
            mesa=mesa_get(mesa_id, device),
            device=device,
            user=user_of(request),
            client_id=body.client_id,
            reason=body.reason,
            called_at=body.called_at,
            now=now,
        )
        return Response(_call(call_withdraw(call=call, now=now) if body.withdrawn else call))


class NotesView(TabletView):
    """Notes to the rows of the log, of this tablet and of those that kept the mesa before it."""

    @extend_schema(operation_id="notes", responses={200: answers.NoteList, 401: answers.Error, 404: answers.Error})
    def get(self, request: Request, mesa_id: UUID) -> Response:
        mesa = mesa_get(mesa_id, device_of(request))
        return Response(answers.NoteList(notes=[_note(note) for note in mesa.notes.all()]))

    @extend_schema(operation_id="note", request=bodies.NoteSend, responses={200: answers.NoteReceived, **REFUSED})
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        body = bodies.read(request, bodies.NoteSend)
        note = note_write(
            mesa=mesa_get(mesa_id, device),
            device=device,
            user=user_of(request),
            client_id=body.client_id,
            jugada=body.jugada,
            text=body.text,
            written_at=body.written_at,
            now=timezone.now(),
        )
        return Response(answers.NoteReceived(client_id=note.client_id, received_at=note.received_at))


class ReviewView(TabletView):
    """A protest is being looked into, or no more: for the boards, which say EN REVISIÓN meanwhile."""

    @extend_schema(operation_id="review", request=bodies.ReviewSend, responses={204: None, **REFUSED})
    def post(self, request: Request, mesa_id: UUID) -> Response:
        body = bodies.read(request, bodies.ReviewSend)
        mesa = mesa_get(mesa_id, device_of(request))
        review_tell(mesa=mesa, begun=body.begun, now=timezone.now())
        return Response(status=204)


class RondaClaimsView(TabletView):
    """A ronda of this mesa that waits to be verified; with `outcome`, what its Juez saw."""

    @extend_schema(
        operation_id="ronda_claim",
        request=bodies.RondaClaimSend,
        responses={200: answers.RondaClaimAnswer, 409: answers.Error, **REFUSED},
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device, now = device_of(request), timezone.now()
        body = bodies.read(request, bodies.RondaClaimSend)
        claim = ronda_claim(
            mesa=mesa_get(mesa_id, device),
            client_id=body.client_id,
            jugada=body.jugada,
            subject=body.subject,
            claimed_at=body.claimed_at,
            closes=body.closes,
            now=now,
        )
        if body.outcome:
            user = user_of(request)
            claim = ronda_decide(claim=claim, outcome=body.outcome, rank=body.rank, by=user, now=now)
        return Response(_claim(claim))


class RondasView(TabletView):
    """What waits for an Inspector, in the whole championship; nothing for whoever is none."""

    @extend_schema(operation_id="rondas", responses={200: answers.RondaList, 401: answers.Error})
    def get(self, request: Request) -> Response:
        device = device_of(request)
        user = user_of(request)
        rondas = rondas_pending(user=user, device=device)
        inspects = may_verify(user=user, device=device)
        figures = deck_names(rules_of(device.championship)) if inspects else {}
        return Response(
            answers.RondaList(inspects=inspects, rondas=[_asked(claim) for claim in rondas], figures=figures)
        )


class RondaView(TabletView):
    """The Inspector has seen the cards."""

    @extend_schema(
        operation_id="ronda_verify",
        request=bodies.RondaSeen,
        responses={200: answers.RondaClaimAnswer, 409: answers.Error, **REFUSED},
    )
    def post(self, request: Request, client_id: UUID) -> Response:
        device = device_of(request)
        body = bodies.read(request, bodies.RondaSeen)
        user = user_of(request)
        if not may_verify(user=user, device=device):
            raise MesaOutOfReach
        mine = RondaClaim.objects.filter(mesa__fixture__stage__championship=device.championship_id)
        claim = get_object_or_404(mine, client_id=client_id)
        claim = ronda_decide(
            claim=claim, outcome=body.outcome, rank=body.rank, by=user, now=timezone.now(), at_mesa=False
        )
        return Response(_claim(claim))


def _call(call: Call) -> answers.CallAnswer:
    return answers.CallAnswer(
        client_id=call.client_id,
        reason=call.reason,
        received_at=call.received_at,
        attended_at=call.attended_at,
        attended_by=str(call.attended_by) if call.attended_by else None,
        withdrawn=call.withdrawn_at is not None,
    )


def _note(note: Note) -> answers.NoteAnswer:
    return answers.NoteAnswer(
        client_id=note.client_id,
        jugada=note.jugada,
        text=note.text,
        written_at=note.written_at,
        received_at=note.received_at,
    )


def _claim(claim: RondaClaim) -> answers.RondaClaimAnswer:
    return answers.RondaClaimAnswer(
        client_id=claim.client_id,
        outcome=claim.outcome,
        rank=claim.rank,
        decided_by=str(claim.decided_by) if claim.decided_by else None,
    )


def _asked(claim: RondaClaim) -> answers.RondaAsked:
    mesa, fixture = claim.mesa, claim.mesa.fixture
    pareja = mesa.pareja_a if claim.subject[0] == "A" else mesa.pareja_b
    return answers.RondaAsked(
        client_id=claim.client_id,
        table=fixture.table.number if fixture.table else None,
        jugada=claim.jugada,
        subject=claim.subject,
        pareja=str(pareja),
        claimed_at=claim.claimed_at,
    )
