"""What is known of the jueces of a championship, and whether they are there."""

from datetime import datetime
from enum import StrEnum

from django.db import transaction

from brackets.models import Away, Championship, JuezProfile, Role, User
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.doubts import require_told, unprinted
from brackets.services.errors import InvalidValue
from brackets.services.names import text_clean

TEXTS = {"club": "El club", "institution": "La institución", "family": "La familia"}


class Presence(StrEnum):
    """Where a Juez is: one touch each."""

    HERE = "aqui"
    PAUSED = "pausa"
    GONE = "fuera"


@transaction.atomic
def juez_profile_set(
    *,
    championship: Championship,
    juez: User,
    club: str,
    institution: str,
    family: str,
    available_from: datetime | None,
    available_until: datetime | None,
    by: User,
    now: datetime,
    told: str = "",
) -> JuezProfile:
    """What he belongs to and the hours he has promised; the same again does nothing. Given to him already stays his.

    Raises Doubtful for letters of changed texts that papers cannot print, unless `told` is its seal.
    """
    profile = _profile_lock(championship, juez)
    fields = {
        field: text_clean(value, field=field, label=TEXTS[field], longest=60)
        for field, value in (("club", club), ("institution", institution), ("family", family))
    } | hours_clean(available_from, available_until)
    before = {field: getattr(profile, field) for field in fields}
    if before == fields and profile.pk:
        return profile
    changed = [(field, label, str(fields[field])) for field, label in TEXTS.items() if fields[field] != before[field]]
    require_told(unprinted(changed), told)
    for field, value in fields.items():
        setattr(profile, field, value)
    profile.save()
    audit_record(
        championship=championship,
        user=by,
        now=now,
        action="juez-datos",
        sentence=f"Anotó los datos de {juez} como Juez: a quiénes no dirige y sus horas.",
        data={
            "juez": juez.pk,
            "before": {field: str(value or "") for field, value in before.items()},
            "after": {field: str(value or "") for field, value in fields.items()},
        },
    )
    return profile


@transaction.atomic
def juez_presence_set(*, championship: Championship, juez: User, to: str, by: User, now: datetime) -> JuezProfile:
    """He is there, has a pause, or has left; the same again does nothing. What he has to judge stays his until it is given to another."""
    presence = Presence(to)
    profile = _profile_lock(championship, juez)
    away = profile.away(now)
    if away == {Presence.HERE: None, Presence.PAUSED: Away.PAUSED, Presence.GONE: Away.GONE}[presence]:
        return profile
    before = {None: Presence.HERE, Away.PAUSED: Presence.PAUSED}.get(away, Presence.GONE)
    profile.paused_since = now if presence is Presence.PAUSED else None
    if presence is Presence.GONE:
        profile.available_until = now
        if profile.available_from and profile.available_from >= now:
            profile.available_from = None
    elif away in (Away.GONE, Away.NOT_YET):
        profile.available_from = None if away is Away.NOT_YET else profile.available_from
        profile.available_until = None if away is Away.GONE else profile.available_until
    profile.save()
    words = {Presence.HERE: "está", Presence.PAUSED: "está en pausa", Presence.GONE: "se fue"}[presence]
    audit_record(
        championship=championship,
        user=by,
        now=now,
        action="juez-presencia",
        sentence=f"Anotó que {juez} {words}.",
        data={"juez": juez.pk, "before": before, "after": presence},
    )
    return profile


def hours_clean(available_from: datetime | None, available_until: datetime | None) -> dict[str, datetime | None]:
    """The two as they can be stored together."""
    if available_from and available_until and available_until <= available_from:
        raise InvalidValue(
            "horas", "La hora hasta la que está tiene que ser después de la otra.", field="available_until"
        )
    return {"available_from": available_from, "available_until": available_until}


def _profile_lock(championship: Championship, juez: User) -> JuezProfile:
    """His, or one not saved yet; held with the championship until the transaction ends."""
    championship = championship_lock(championship)
    require_not_closed(championship)
    if not Role.objects.filter(championship=championship, user=juez, kind=Role.Kind.JUEZ).exists():
        raise InvalidValue("no-es-juez", f"{juez} no es Juez de este campeonato. Dele antes esa función.", field="juez")
    found = JuezProfile.objects.filter(championship=championship, user=juez).first()
    return found or JuezProfile(championship=championship, user=juez)
