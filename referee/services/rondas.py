"""A ronda that is still to be verified (3.e): asked for at the mesa, decided by its Juez or by an Inspector."""

from datetime import datetime
from uuid import UUID

from brackets.models import User
from brackets.services.audit import audit_record
from referee.models import Mesa, RondaClaim
from referee.rules import card_name
from referee.selectors.calls import rondas_closing
from referee.selectors.folding import rules_of
from referee.services.errors import RefereeError
from referee.services.writing import one_writer


class AlreadyDecided(RefereeError):
    """Somebody else was quicker; what he decided stands."""

    http_status = 409

    def __init__(self, claim: RondaClaim) -> None:
        super().__init__(
            "ronda-decidida",
            f"{claim.decided_by} ya decidió esta ronda: {claim.get_outcome_display().lower()}. Vuelva a mirar la lista.",
        )


def ronda_claim(
    *,
    mesa: Mesa,
    client_id: UUID,
    jugada: str,
    subject: str,
    claimed_at: datetime,
    now: datetime,
    closes: bool = False,
) -> RondaClaim:
    """Record that a ronda awaits a look at the cards; the same `client_id` again returns its state.

    `closes`: on the tablet it would reach forty by now; the server may have fewer jugadas.
    """
    with one_writer():
        claim, _ = RondaClaim.objects.get_or_create(
            client_id=client_id,
            defaults={
                "mesa": mesa,
                "jugada": jugada,
                "subject": subject,
                "closes": closes,
                "claimed_at": claimed_at,
                "received_at": now,
            },
        )
    if claim.mesa_id != mesa.pk:
        raise RefereeError("ronda-ajena", "Ese pedido es de otra mesa. Vuelva a pedir la verificación desde esta.")
    if claim.closes != closes and not claim.outcome:
        with one_writer():
            claim.closes = closes
            claim.save(update_fields=("closes",))
    return claim


def ronda_decide(
    *, claim: RondaClaim, outcome: str, rank: str, by: User, now: datetime, at_mesa: bool = True
) -> RondaClaim:
    """Record what the cards were. The same again does nothing; raises AlreadyDecided after a different answer.

    A ronda that would reach forty by now is decided only by the Juez of the mesa: `ronda-del-juez` for an Inspector.
    """
    verified = outcome == RondaClaim.Outcome.VERIFIED
    if verified != bool(rank):
        message = "Diga de qué carta es la ronda que vio." if verified else "Si no procede, no lleva carta."
        raise RefereeError("ronda-sin-carta", message, article="3.e")
    with one_writer():
        held = Mesa.objects.select_for_update(of=("self",)).get(pk=claim.mesa_id)  # one ronda of a mesa at a time
        if not at_mesa:
            claim.refresh_from_db(fields=("outcome", "rank", "closes", "decided_at", "decided_by"))
            claim.mesa = held
            _require_below_forty(claim)
        decided = RondaClaim.objects.filter(pk=claim.pk, outcome="").update(
            outcome=outcome, rank=rank, decided_at=now, decided_by=by
        )
        claim.refresh_from_db()
        if decided:
            _record(claim, by, now)
    if (claim.outcome, claim.rank) != (outcome, rank):
        raise AlreadyDecided(claim)
    return claim


def _require_below_forty(claim: RondaClaim) -> None:
    if not claim.outcome and rondas_closing([claim]):
        message = "Con esta ronda la pareja llegaría a 40: la verifica el Juez de la mesa, no el Inspector."
        raise RefereeError("ronda-del-juez", message, article="8")


def _record(claim: RondaClaim, by: User, now: datetime) -> None:
    fixture = claim.mesa.fixture
    seen = f" ({card_name(rules_of(claim.mesa), claim.rank)})" if claim.rank else ""
    audit_record(
        championship=fixture.stage.championship,
        user=by,
        now=now,
        action="ronda-decidir",
        sentence=f"Verificó la ronda de {claim.subject} en la {fixture.name}: {claim.get_outcome_display().lower()}{seen}.",
        data={"claim": claim.pk, "fixture": fixture.pk, "before": "", "after": claim.outcome, "rank": claim.rank},
    )
