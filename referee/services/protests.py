"""A Director says that he knows of a protest."""

from datetime import datetime

from brackets.models import User
from brackets.services.audit import audit_record
from referee.models import ProtestSeen, Signature
from referee.services.writing import one_writer


def protest_see(*, signature: Signature, by: User, now: datetime) -> ProtestSeen:
    """Take this protest off what waits; the first to say so is kept. It decides nothing, and is no appeal."""
    with one_writer():
        seen, fresh = ProtestSeen.objects.get_or_create(signature=signature, defaults={"by": by, "at": now})
        if fresh:
            fixture = signature.planilla.mesa.fixture
            audit_record(
                championship=fixture.stage.championship,
                user=by,
                now=now,
                action="protesta-ver",
                sentence=f"Vio la firma bajo protesta de {signature.name} en la {fixture.name}.",
                data={"signature": signature.pk, "fixture": fixture.pk, "party": signature.party},
            )
    return seen


def protest_unsee(*, signature: Signature, by: User, now: datetime) -> None:
    """Said by mistake: it waits for a Director again. Nothing is done where it does."""
    with one_writer():
        if ProtestSeen.objects.filter(signature=signature).delete()[0]:
            fixture = signature.planilla.mesa.fixture
            audit_record(
                championship=fixture.stage.championship,
                user=by,
                now=now,
                action="protesta-por-ver",
                sentence=f"Deshizo «Vista»: la firma bajo protesta de {signature.name} en la {fixture.name} espera otra vez.",
                data={"signature": signature.pk, "fixture": fixture.pk, "party": signature.party},
            )
