"""Who answers on a frozen Planilla, and how; the Juez signs last, which seals it (16, A-30)."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast
from uuid import UUID

from brackets.models import Championship, Player, User
from brackets.selectors.single import single
from brackets.selectors.wording import numbered
from brackets.services.names import text_clean
from referee.models import LONGEST_NAME, Device, Mesa, Planilla, Signature
from referee.rules import changes_result
from referee.selectors.folding import state_of
from referee.selectors.mesas import planilla_standing
from referee.services.awaiting import require_no_appeal
from referee.services.errors import LogConflict, PlanillaClosed, RefereeError
from referee.services.ink import Ink, ink_check
from referee.services.locking import counts_require, lease_require, mesa_lock
from referee.services.outcomes import outcome_report
from referee.services.planillas import digest_require
from referee.services.signing import planilla_seal, signature_append
from referee.services.tablet_hours import hour_of
from referee.services.tree import sealed
from referee.services.writing import one_writer

PAREJAS = {Signature.Party.A: "pareja_a", Signature.Party.B: "pareja_b"}


class NothingToSign(LogConflict):
    """The result is not frozen: what was shown to whoever signs no longer stands."""

    def __init__(self) -> None:
        message = "El resultado se reabrió y esa huella ya no vale: congélelo, muéstrelo y firme de nuevo."
        super().__init__("sin-congelar", message)


def signature_add(
    *,
    planilla: Planilla,
    party: str,
    outcome: str,
    name: str,
    ink: Ink,
    reason: str,
    witness: str,
    contested: Sequence[int],
    client_id: UUID,
    device: Device,
    now: datetime,
    user: User | None = None,
    digest: str | None = None,
    at: datetime | None = None,
) -> Signature:
    """Record one party's answer, bound to the digest it was shown; sending it again does nothing.

    A player of the pareja answers for it: `firma`, `bajo-protesta` with a reason and the rows contested, or
    `no-firma` with a reason (and, for the winner, a witness). The Juez signs last and with his account's name;
    his signature seals the Planilla and makes the result final.

    `user` answers for the Juez, the one at the tablet if not told; `digest` is what was shown, `at` when, by the
    tablet's clock. Raises DigestDiffers where another result was shown.
    """
    user = user or cast("User", device.user)
    juez = party == Signature.Party.JUEZ
    signature = Signature(
        planilla=planilla,
        party=party,
        outcome=outcome,
        name=Signature.name_of(user) if juez else name,
        ink=[list(stroke) for stroke in ink],
        reason=text_clean(reason, field="reason", label="El motivo", longest=300),
        witness=text_clean(witness, field="witness", label="El testigo", longest=LONGEST_NAME),
        contested=sorted(set(contested)),
        digest=planilla.digest,
        client_id=client_id,
        signed_at=hour_of(at, since=planilla.frozen_at, now=now),
        received_at=now,
        user=user if juez else None,
        device=device.public_id,
        holder=device.user.public_id if device.user else None,
    )
    with one_writer():
        mesa = mesa_lock(mesa_id=planilla.mesa.public_id, device=device, user=user)
        again = single(Signature.objects.filter(client_id=client_id))
        if again is not None:
            _require_same(again, signature)
            return again
        _require_signable(mesa, planilla)
        digest_require(planilla, digest)
        lease_require(mesa=mesa, device=device)
        _check(mesa, signature)
        if signature.outcome == Signature.Outcome.PROTEST:
            signature.changes_result = changes_result(state_of(mesa), signature.contested)
        signature_append(signature)
        if juez:
            _seal(mesa, planilla, signature, user, now)
    return signature


def _seal(mesa: Mesa, planilla: Planilla, signature: Signature, user: User, now: datetime) -> None:
    planilla_seal(planilla, signature.signed_at)
    outcome_report(mesa=mesa, state=state_of(mesa), final=True, user=user, now=now)
    sealed(mesa.fixture.stage.championship_id)


def _check(mesa: Mesa, signature: Signature) -> None:
    """Raise unless this party may give this answer now."""
    if signature.planilla.signatures.filter(party=signature.party).exists():
        who = signature.get_party_display() if signature.party == Signature.Party.JUEZ else signature.party
        raise RefereeError("ya-firmo", f"{who} ya respondió en esta Planilla. Para cambiarlo, reábrala.", article="16")
    _check_answer(mesa, signature)
    if signature.party == Signature.Party.JUEZ:
        _check_juez(mesa, signature)
    else:
        _check_pareja(mesa, signature)


def _check_answer(mesa: Mesa, signature: Signature) -> None:
    """The parts of the answer fit its outcome."""
    refused = signature.outcome == Signature.Outcome.REFUSED
    if signature.outcome != Signature.Outcome.SIGNED and not signature.reason:
        raise RefereeError("falta-motivo", "Anote el motivo.", article="16")
    if signature.outcome == Signature.Outcome.SIGNED and (signature.reason or signature.contested):
        message = "Una firma sin protesta no lleva motivo ni jugadas: elija «Firmo bajo protesta»."
        raise RefereeError("motivo-de-mas", message, article="16")
    if refused and signature.ink:
        raise RefereeError("trazo-de-mas", "Quien no firma no deja trazo: borre el recuadro.", article="16")
    if not refused:
        ink_check(signature.ink)
    if signature.contested and not 1 <= signature.contested[0] <= signature.contested[-1] <= mesa.head_seq:
        raise RefereeError("jugada-inexistente", "Una de las jugadas protestadas no existe.", article="17")


def _check_juez(mesa: Mesa, signature: Signature) -> None:
    if signature.outcome != Signature.Outcome.SIGNED:
        message = "El Juez firma la Planilla; si algo no está bien, reábrala y corríjalo."
        raise RefereeError("juez-debe-firmar", message, article="16")
    require_no_appeal(mesa)
    answered = set(signature.planilla.signatures.values_list("party", flat=True))
    missing = [party for party in _required(mesa, signature.planilla) if party not in answered]
    if missing:
        told = numbered(
            (f"de {party}" for party in missing),
            "Antes del Juez falta la respuesta {}.",
            "Antes del Juez faltan las respuestas {}.",
        )
        raise RefereeError("faltan-firmas", told, article="16")


def _check_pareja(mesa: Mesa, signature: Signature) -> None:
    pareja_id = getattr(mesa, f"{PAREJAS[Signature.Party(signature.party)]}_id")
    names = list(Player.objects.filter(pareja=pareja_id).values_list("name", flat=True))
    if signature.name not in names:
        message = f"Aquí firma {' o '.join(names)}."
        raise RefereeError("firmante-desconocido", message, article="16")
    refused = signature.outcome == Signature.Outcome.REFUSED
    if refused and signature.party == mesa.winner and not signature.witness:
        message = "Si quien ganó no firma, anote el nombre de un testigo."
        raise RefereeError("falta-testigo", message, article="16")


def _required(mesa: Mesa, planilla: Planilla) -> list[str]:
    """The parejas that must have answered before the Juez: the winner, and the loser where it was so settled.

    Nobody, where the Director noted why they are not asked again for this version.
    """
    if mesa.planillas.filter(version=planilla.version - 1).exclude(unsigned="").exists():
        return []
    championship = mesa.fixture.stage.championship
    both = championship.loser_signature == Championship.LoserSignature.REQUIRED
    return ["A", "B"] if both else [mesa.winner]


def _require_signable(mesa: Mesa, planilla: Planilla) -> None:
    standing = planilla_standing(mesa)
    if standing is not None and standing.status == Planilla.Status.SEALED:
        raise PlanillaClosed(sealed=True)
    if standing is None or standing.pk != planilla.pk:
        raise NothingToSign
    counts_require(mesa)


def planilla_to_sign(mesa: Mesa, client_id: UUID) -> Planilla:
    """The version that this signature is, or was, given on; raises NothingToSign."""
    given = single(Signature.objects.select_related("planilla__mesa").filter(client_id=client_id, planilla__mesa=mesa))
    planilla = given.planilla if given else planilla_standing(mesa)
    if planilla is None:
        raise NothingToSign
    return planilla


SENT = ("planilla_id", "party", "outcome", "name", "ink", "reason", "witness", "contested")


def _require_same(recorded: Signature, sent: Signature) -> None:
    if any(getattr(recorded, field) != getattr(sent, field) for field in SENT):
        message = "Con ese identificador ya se registró otra firma: la tablet debe darle uno nuevo."
        raise RefereeError("client-id-repetido", message)
