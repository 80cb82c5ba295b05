"""One player of a pareja is replaced, or goes on with another partner under another number."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from brackets.models import Championship, Fixture, Pareja, User
from brackets.selectors.late import enterable_stage
from brackets.selectors.parejas import cedula_masked
from brackets.selectors.stages import UNPLAYED
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.following import PLAYED_ON
from brackets.services.inscription import PAIR, ParejaData, pareja_clean, pareja_data
from brackets.services.late_entries import LateEntry, pareja_enter_late
from brackets.services.names import text_clean
from brackets.services.parejas import check_free, is_published, pareja_add, pareja_withdraw


@transaction.atomic
def player_substitute(
    *, pareja: Pareja, position: int, name: str, cedula: str, reason: str, user: User, now: datetime
) -> Pareja:
    """Somebody else plays in this place of the pareja, which keeps its number; the same again does nothing.

    No reglamento says until when: here until the pareja begins its first mesa (`ya-jugo`), whose Planilla has the names of who
    played. Substituting back undoes it. The name of who leaves stays in the audit.
    """
    championship = championship_lock(pareja.championship)
    require_not_closed(championship)
    pareja = Pareja.objects.prefetch_related("players").get(pk=pareja.pk)
    before = pareja_data(pareja)
    changed = (
        replace(before, player_1=name, cedula_1=cedula)
        if position == 1
        else replace(before, player_2=name, cedula_2=cedula)
    )
    after = pareja_clean(changed, players=championship.players_per_pareja)
    if after == before:
        return pareja
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    if pareja.status != Pareja.Status.ACTIVE:
        raise BracketError("pareja-retirada", f"El número {pareja.number} ya no está en el campeonato.")
    if begun := begun_by(pareja):
        raise BracketError(
            "ya-jugo",
            f"El número {pareja.number} ya empezó a jugar la {begun.name}: desde ahí no cambia de jugadores. "
            "Puede retirarse, y quien queda inscribirse con otro número si hay lugar.",
        )
    check_free(championship, after, itself=pareja)
    player = pareja.players.get(position=position)
    leaves = player.name
    player.name, player.cedula = getattr(after, f"player_{position}"), getattr(after, f"cedula_{position}")
    player.save(update_fields=("name", "cedula"))
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="jugador-sustituir",
        sentence=f"En el número {pareja.number}, {player.name} juega en lugar de {leaves}.",
        data={
            "number": pareja.number,
            "position": position,
            "before": {"name": leaves, "cedula": cedula_masked(getattr(before, f"cedula_{position}"))},
            "after": {"name": player.name, "cedula": cedula_masked(player.cedula)},
            "reason": reason,
        },
    )
    return Pareja.objects.prefetch_related("players").get(pk=pareja.pk)


@transaction.atomic
def pareja_reform(
    *,
    pareja: Pareja,
    stays: int,
    partner: str,
    cedula: str,
    reason: str,
    user: User,
    now: datetime,
    place: int | None = None,
    on_purpose: bool = False,
) -> LateEntry:
    """The pareja leaves, and its player in place `stays` is inscribed with a new partner and a new number.

    Once the draw is published it needs an open `place` (see `late_entries`). The same two again do nothing. Undone by undoing the
    entry of the new one and bringing the old one back.
    """
    championship = championship_lock(pareja.championship)
    require_not_closed(championship)
    if championship.players_per_pareja != PAIR:
        raise BracketError("mano-a-mano", "En este campeonato se juega mano a mano, sin compañero.")
    pareja = Pareja.objects.prefetch_related("players").get(pk=pareja.pk)
    data = _with_partner(pareja_data(pareja), stays, partner, cedula)
    if again := _same_people(championship, data):
        return LateEntry(again, changed=False)
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    if not is_published(championship):
        pareja_withdraw(pareja=pareja, reason=reason, user=user, now=now)
        return LateEntry(pareja_add(championship=championship, data=data, user=user, now=now), changed=True)
    stage = enterable_stage(championship)
    if stage is None or place is None:
        message = "El sorteo está publicado: elija un lugar libre en que entrar. Si no queda ninguno, nadie más entra."
        raise InvalidValue("sin-lugar", message, field="place")
    left = pareja_leave(pareja=pareja, reason=reason, on_purpose=on_purpose, user=user, now=now)
    entry = pareja_enter_late(
        stage=stage, data=data, place=place, reason=reason, on_purpose=on_purpose, user=user, now=now
    )
    return replace(
        entry,
        uncalled=(*left.uncalled, *entry.uncalled),
        fallen=(*left.fallen, *entry.fallen),
        marked=(*left.marked, *entry.marked),
    )


def begun_by(pareja: Pareja) -> Fixture | None:
    """The first partida that it has begun to play."""
    fixtures = Fixture.objects.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja), status__in=PLAYED_ON)
    return fixtures.exclude(how__in=UNPLAYED).order_by("stage__number", "round").first()


def _with_partner(before: ParejaData, stays: int, partner: str, cedula: str) -> ParejaData:
    if stays not in (1, 2):
        raise InvalidValue("quien-queda", "Diga cuál de los dos sigue jugando.", field="stays")
    if not partner.strip():
        raise InvalidValue("falta", "Falta el nombre del nuevo compañero.", field="partner")
    return ParejaData(
        player_1=getattr(before, f"player_{stays}"),
        cedula_1=getattr(before, f"cedula_{stays}"),
        player_2=partner,
        cedula_2=cedula,
        club=before.club,
        category=before.category,
    )


def _same_people(championship: Championship, data: ParejaData) -> Pareja | None:
    active = championship.parejas.filter(status=Pareja.Status.ACTIVE).prefetch_related("players")
    return next((each for each in active if pareja_data(each).people == data.people), None)
