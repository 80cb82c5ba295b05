"""The shares from which the public seed of a draw comes: a pareja promises one by its hash, and shows it when the promises are closed."""

from datetime import datetime

from django.db import transaction
from django.utils.timezone import localtime

from brackets.draw.shares import PROMISE, SHARE, share_promise
from brackets.draw.sources import SHARES
from brackets.models import Championship, Pareja, ShareEvent, Stage, User
from brackets.selectors.commitments import commitment_in_force
from brackets.selectors.draws_made import hour_for
from brackets.selectors.shares import Shares, shares_in_force
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.draw_seen import DrawSeen, require_seen
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.projection import stage_lock

Kind = ShareEvent.Kind


@transaction.atomic
def share_make_promise(*, pareja: Pareja, commitment: str, promise: str, now: datetime) -> Shares:
    """Record what the pareja promises for the draw of `commitment`, by its SHA-256; the same again does nothing.

    Refused: `aporte-tarde` once the promises are closed, `aporte-otro` where it has promised another one, `aporte-sin-sorteo` where this commitment
    is not in force, `aporte-no-entra` where the pareja does not enter its draw.
    """
    stage, shares = _shares_lock(pareja.championship, commitment)
    if not PROMISE.fullmatch(promise):
        raise InvalidValue("aporte-forma", "Eso no es la huella de un aporte: recargue la página.", field="promise")
    before = shares.of(pareja.number)
    if before is not None and before.promise == promise:
        return shares
    if before is not None:
        raise BracketError(
            "aporte-otro",
            "Ya se prometió un aporte desde esta página, quizás con otro teléfono: vale ese, y no se cambia.",
        )
    if pareja.number not in shares.entrants:
        raise BracketError("aporte-no-entra", "De esta página nadie entra en ese sorteo.")
    if closed := shares.closed_at(now):
        raise BracketError(
            "aporte-tarde",
            f"Las promesas se cerraron a las {localtime(closed):%H:%M:%S}: el sorteo se hace con los aportes de los demás.",
        )
    return _kept(stage, shares, Kind.PROMISED, now, pareja=pareja.number, value=promise)


@transaction.atomic
def share_show(*, pareja: Pareja, commitment: str, share: str, now: datetime) -> Shares:
    """Record the share that the pareja promised, as it shows it; the same again does nothing.

    Refused: `aporte-temprano` while promises are made, `aporte-sin-promesa` and `aporte-distinto` for what it did not promise,
    `aporte-tarde` once the draw is made.
    """
    stage, shares = _shares_lock(pareja.championship, commitment)
    promised = shares.of(pareja.number)
    if promised is None:
        raise BracketError("aporte-sin-promesa", "Desde esta página no se prometió ningún aporte para este sorteo.")
    if not SHARE.fullmatch(share) or share_promise(commitment, pareja.number, share) != promised.promise:
        raise BracketError(
            "aporte-distinto", "Ese aporte no es el que se prometió: abra la página en el teléfono que lo prometió."
        )
    if promised.share:
        return shares
    if shares.closed_at(now) is None:
        raise BracketError("aporte-temprano", "Todavía se prometen aportes: el suyo se muestra después del cierre.")
    if stage.commitments[-1]["draw"]:
        raise BracketError("aporte-tarde", "El sorteo ya se hizo, sin este aporte: el acta dice que no se mostró.")
    return _kept(stage, shares, Kind.SHOWN, now, pareja=pareja.number, value=share)


@transaction.atomic
def shares_close(*, stage: Stage, user: User, now: datetime, seen: DrawSeen | None = None) -> Shares:
    """Close the promises before their hour, for good; where they are closed already nothing is done.

    `aportes-pocos` where fewer were promised than must be shown.
    """
    championship = championship_lock(stage.championship)
    stage = stage_lock(stage)
    require_open(championship)
    require_seen(stage, seen)
    shares = shares_in_force(stage)
    if shares is None:
        raise BracketError("aporte-sin-sorteo", "Ningún sorteo espera aportes ahora.")
    if shares.closed_at(now):
        return shares
    if len(shares.each) < shares.least:
        raise BracketError(
            "aportes-pocos",
            f"Promesas: {len(shares.each)}; hacen falta al menos {shares.least}. Espere, o anule el compromiso y haga otro con dados.",
        )
    after = _kept(stage, shares, Kind.CLOSED, now, by=user)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="aportes-cerrar",
        sentence=f"Cerró las promesas de aportes para el sorteo de «{stage}»: {len(shares.each)}.",
        data={"stage": stage.number, "sha256": shares.commitment, "promised": [each.pareja for each in shares.each]},
    )
    return after


def _shares_lock(championship: Championship, commitment: str) -> tuple[Stage, Shares]:
    """The stage that has this commitment in force, and its shares, held until the transaction ends."""
    championship = championship_lock(championship)
    require_open(championship)
    for stage in championship.stages.exclude(status=Stage.Status.PUBLISHED).exclude(commitments=[]):
        last = commitment_in_force(stage)
        if last is None or last["source"] != SHARES or last["sha256"] != commitment:
            continue
        if shares := shares_in_force(stage):
            return stage, shares
    raise BracketError(
        "aporte-sin-sorteo",
        "Ese sorteo ya no espera aportes: se publicó, o se anuló su compromiso. Recargue la página.",
    )


def _kept(
    stage: Stage,
    before: Shares,
    kind: Kind,
    now: datetime,
    *,
    pareja: int = 0,
    value: str = "",
    by: User | None = None,
) -> Shares:
    """Write the row, not before those that there are; the shares with it."""
    ShareEvent.objects.create(
        championship_id=stage.championship_id,
        stage=stage.number,
        commitment=before.commitment,
        kind=kind,
        pareja=pareja,
        value=value,
        at=hour_for(stage, now, before),
        by=by,
    )
    shares = shares_in_force(stage)
    assert shares is not None  # noqa: S101 (its commitment is in force)
    return shares
