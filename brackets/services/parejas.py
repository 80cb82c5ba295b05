"""Inscription: parejas and their players, one by one."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max

from brackets.models import Championship, Pareja, Player, Stage, User
from brackets.models.with_data import Values
from brackets.people_keys import match_of
from brackets.selectors.inscription import asked_for
from brackets.selectors.parejas import players_with_data
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed, stages_lock
from brackets.services.doubts import Doubt, in_short, told_doubts
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.events import names_add
from brackets.services.exits import departure_add
from brackets.services.inscription import (
    HIGHEST_NUMBER,
    ParejaData,
    audited_changes,
    pareja_clean,
    pareja_data,
)
from brackets.services.names import text_clean
from brackets.services.persons import names_note, players_rewrite
from brackets.services.vault import cedulas_hold, personal_keep

CORRECTED: Final = "pareja-corregir"


@transaction.atomic
def pareja_add(
    *,
    championship: Championship,
    data: ParejaData,
    user: User,
    now: datetime,
    number: int | None = None,
    told: str | None = "",
) -> Pareja:
    """Register a pareja with `number`, else the next one; a number is never given twice.

    Doubtful for what has to be known about its category, the room and the names, until `told` is its seal; None for one that
    was asked for at the page of inscription, where the rules were applied.
    """
    championship = championship_lock(championship)
    require_not_closed(championship)
    players = championship.players_per_pareja
    if is_published(championship):
        raise BracketError(
            "sorteo-publicado",
            said(
                players,
                "El sorteo ya está publicado: no se pueden inscribir más parejas en esta etapa, salvo en un lugar libre.",
            ),
        )
    pareja, doubts = pareja_create(championship, data, number, told, now=now)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="pareja-inscribir",
        sentence=said(players, "Inscribió a la pareja {}, {}.").format(pareja.number, pareja.title) + in_short(doubts),
        data={"number": pareja.number, "knowing": [doubt.code for doubt in doubts]},
    )
    return pareja


def pareja_create(
    championship: Championship, data: ParejaData, number: int | None, told: str | None, *, now: datetime
) -> tuple[Pareja, list[Doubt]]:
    """The new row with its players, of a championship that is locked, and the doubts that whoever does it was told.

    What it means for a draw is for whoever calls.
    """
    data = pareja_clean(data, players=championship.players_per_pareja)
    number = check_number(championship, number) if number is not None else next_number(championship)
    check_free(championship, data, itself=None)
    doubts = told_doubts(championship, data, told)
    pareja = Pareja(championship=championship, number=number)
    pareja_fill(pareja, data)
    pareja.save()
    players_add(players_of(pareja, data))
    names_note(championship, [number], now=now)
    return pareja, doubts


@transaction.atomic
def pareja_update(*, pareja: Pareja, data: ParejaData, user: User, now: datetime, told: str = "") -> Pareja:
    """Correct what is written down about it; the same again does nothing. Who is now another person: `players_rewrite`.

    Doubtful as `pareja_add` is, about what changes.
    """
    championship = championship_lock(pareja.championship)
    require_not_closed(championship)
    pareja = Pareja.objects.prefetch_related(players_with_data()).get(pk=pareja.pk)
    players = championship.players_per_pareja
    before, data = pareja_data(pareja), pareja_clean(data, players=players)
    if data == before:
        return pareja
    if pareja.status != Pareja.Status.ACTIVE:
        told = said(players, "La pareja {} está retirada y ya no se cambia.").format(pareja.number)
        raise BracketError("pareja-retirada", told)
    if data.seed != before.seed and is_published(championship):
        raise BracketError(
            "sorteo-publicado", "El sorteo ya está publicado: las cabezas de serie no se cambian después del sorteo."
        )
    check_free(championship, data, itself=pareja)
    doubts = told_doubts(championship, data, told, before=before, number=pareja.number)
    pareja_fill(pareja, data)
    pareja.save()
    players_rewrite(pareja, players_of(pareja, data), now=now)
    names_note(championship, [pareja.number], now=now)
    names_add(stages_lock(championship), pareja.number, action=CORRECTED, before=before, after=data, by=user, now=now)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=CORRECTED,
        sentence=said(players, "Corrigió los datos de la pareja {}.").format(pareja.number) + in_short(doubts),
        data={
            "number": pareja.number,
            "changes": audited_changes(before, data),
            "knowing": [doubt.code for doubt in doubts],
        },
    )
    return Pareja.objects.prefetch_related(players_with_data()).get(pk=pareja.pk)


@transaction.atomic
def pareja_withdraw(*, pareja: Pareja, user: User | None, now: datetime, reason: str = "") -> Pareja:
    """Take it out before the bracket is published; its number is not given again. Repeating it does nothing.

    Its players may register anew with others; `departures.pareja_return` undoes it. Once the bracket is published it leaves by
    `departures.pareja_leave`, which gives its rivals what it has not played.
    """
    championship = championship_lock(pareja.championship)
    require_not_closed(championship)
    pareja = Pareja.objects.get(pk=pareja.pk)
    if pareja.status != Pareja.Status.ACTIVE:
        return pareja
    players = championship.players_per_pareja
    reason = text_clean(reason, field="reason", label="El motivo", longest=300)
    if is_published(championship):
        raise BracketError(
            "sorteo-publicado",
            said(
                players,
                "El sorteo ya está publicado: la pareja {} sale del campeonato en su página de salida, donde se ve antes "
                "qué cambia. Le toca al Director.",
            ).format(pareja.number),
        )
    pareja_set_aside(pareja)
    departure_add(championship, None, pareja, by=user, now=now, reason=reason)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="pareja-retirar",
        sentence=said(players, "Retiró a la pareja {}.").format(pareja.number),
        data={"number": pareja.number, "reason": reason},
    )
    return pareja


def pareja_set_aside(pareja: Pareja) -> None:
    """It counts as withdrawn, and its players may be inscribed anew; what it means for a draw is for whoever calls."""
    pareja.status = Pareja.Status.WITHDRAWN
    pareja.save(update_fields=("status",))
    cedulas_hold(pareja.players.all(), active=False)


def is_published(championship: Championship) -> bool:
    """Whether the bracket is public, after which nobody enters it and no seed changes."""
    return championship.stages.filter(status=Stage.Status.PUBLISHED).exists()


def next_number(championship: Championship) -> int:
    """One more than the highest ever given."""
    highest = championship.parejas.aggregate(highest=Max("number"))["highest"] or 0
    return check_number(championship, highest + 1)


def check_number(championship: Championship, number: int) -> int:
    """The number itself, when it can be given."""
    if not 1 <= number <= HIGHEST_NUMBER:
        raise InvalidValue("numero", f"El número va de 1 a {HIGHEST_NUMBER}.", field="number")
    if championship.parejas.filter(number=number).exists():
        told = said(championship.players_per_pareja, "El número {} ya es de otra pareja.").format(number)
        raise InvalidValue("numero-repetido", told, field="number")
    return number


def check_free(championship: Championship, data: ParejaData, *, itself: Pareja | None) -> None:
    """Refuse a person who is in another pareja or asks to be, and a seed that is another's."""
    others = championship.parejas.filter(status=Pareja.Status.ACTIVE)
    if itself is not None:
        others = others.exclude(pk=itself.pk)
    players = championship.players_per_pareja
    for field in ("cedula_1", "cedula_2"):
        cedula = getattr(data, field)
        if cedula and (other := others.filter(players__personal__cedula_match=match_of("cedula", cedula)).first()):
            told = said(players, "El jugador {} ya está inscrito en la pareja {}: su cédula es la misma.")
            raise InvalidValue("cedula-repetida", told.format(field[-1], other.number), field=field)
        if cedula and (asked := asked_for(championship, cedula)):
            told = (
                f"El jugador {field[-1]} está en la solicitud de inscripción {asked}: confírmela, o rechácela primero."
            )
            raise InvalidValue("cedula-pedida", told, field=field)
    if data.seed is not None and (other := others.filter(seed=data.seed).first()):
        told = said(players, "La cabeza de serie {} ya es de la pareja {}.").format(data.seed, other.number)
        raise InvalidValue("cabeza-repetida", told, field="seed")


def pareja_fill(pareja: Pareja, data: ParejaData) -> None:
    """Copy onto the row what is the pareja's own; `players_of` makes the rest."""
    pareja.name = data.name
    pareja.club = data.club
    pareja.institution = data.institution
    pareja.family = data.family
    pareja.province = data.province
    pareja.finalist = data.finalist
    pareja.category = data.category
    pareja.representative = data.representative
    pareja.uniform = data.uniform
    pareja.seed = data.seed


def players_of(pareja: Pareja, data: ParejaData) -> tuple[tuple[Player, str], ...]:
    """Its players, two or one, unsaved, each with his cédula."""
    people = ((data.player_1, data.cedula_1), (data.player_2, data.cedula_2))
    return tuple(
        (Player(championship=pareja.championship, pareja=pareja, position=position, name=name), cedula)
        for position, (name, cedula) in enumerate(people, start=1)
        if name
    )


def players_add(players: Iterable[tuple[Player, str]]) -> None:
    """Write these new players with their cédulas."""
    players = list(players)
    Player.objects.bulk_create([player for player, _ in players], batch_size=100)
    personal_keep([(player, Values(cedula)) for player, cedula in players], new=True)
