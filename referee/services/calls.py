"""A Juez calls the Mesa de Control; whoever goes says so. Neither writes to the log."""

from datetime import datetime
from uuid import UUID

from brackets.models import User
from brackets.services.audit import audit_record
from referee.models import Call, Device, Mesa
from referee.services.errors import RefereeError
from referee.services.writing import one_writer


def call_make(
    *, mesa: Mesa, device: Device, user: User, client_id: UUID, reason: str, called_at: datetime, now: datetime
) -> Call:
    """Tell the desk that somebody is wanted at this mesa; the same `client_id` again tells how it stands."""
    with one_writer():
        call, _ = Call.objects.get_or_create(
            client_id=client_id,
            defaults={
                "mesa": mesa,
                "device": device,
                "user": user,
                "reason": reason,
                "called_at": called_at,
                "received_at": now,
            },
        )
    if call.mesa_id != mesa.pk:
        raise RefereeError("llamada-ajena", "Esa llamada es de otra mesa. Vuelva a llamar desde esta.")
    return call


def call_withdraw(*, call: Call, now: datetime) -> Call:
    """Nobody needs to come any more. Once somebody came, or withdrawn already, it stays as it is."""
    with one_writer():
        Call.objects.filter(pk=call.pk, attended_at=None, withdrawn_at=None).update(withdrawn_at=now)
    call.refresh_from_db()
    return call


def call_attend(*, call: Call, by: User, now: datetime) -> Call:
    """Somebody goes; the first to say so is kept."""
    with one_writer():
        if Call.objects.filter(pk=call.pk, attended_at=None).update(attended_at=now, attended_by=by):
            fixture = call.mesa.fixture
            audit_record(
                championship=fixture.stage.championship,
                user=by,
                now=now,
                action="llamada-atender",
                sentence=f"Atendió la llamada «{call.get_reason_display()}» de la {fixture.name}.",
                data={"call": call.pk, "fixture": fixture.pk},
            )
    call.refresh_from_db()
    return call


def call_unattend(*, call: Call, by: User, now: datetime) -> Call:
    """Who said so does not go after all: it waits again. Only he takes it back; once it waits, nothing is done."""
    with one_writer():
        call = Call.objects.select_related("mesa__fixture__stage__championship", "attended_by").get(pk=call.pk)
        if call.attended_at is None:
            return call
        if call.attended_by_id != by.pk:
            message = f"A esa llamada va {call.attended_by}: solo esa persona puede deshacerlo. Nada cambió."
            raise RefereeError("llamada-de-otro", message)
        Call.objects.filter(pk=call.pk, attended_by=by).update(attended_at=None, attended_by=None)
        fixture = call.mesa.fixture
        audit_record(
            championship=fixture.stage.championship,
            user=by,
            now=now,
            action="llamada-deshacer",
            sentence=f"Deshizo «Voy yo»: la llamada «{call.get_reason_display()}» de la {fixture.name} espera otra vez.",
            data={"call": call.pk, "fixture": fixture.pk},
        )
    call.refresh_from_db()
    return call
