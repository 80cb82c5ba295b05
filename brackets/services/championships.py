"""The life of a championship: in preparation, open, closed."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from brackets.draw.plural import listed
from brackets.hours.play_days import ENDS, LATEST
from brackets.models import Championship, Fixture, PodiumPlace, Role, Stage, User
from brackets.selectors.audit import CLOSED
from brackets.selectors.podium import podium_reached
from brackets.selectors.stages import rounds_left_in
from brackets.services.audit import addresses_forget, audit_record
from brackets.services.doubts import require_told, unprinted
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.names import text_clean
from brackets.services.signals import championship_closed

TEXTS: Final = {
    # field: (label, longest, required)
    "name": ("El nombre", 100, True),
    "organiser": ("El organizador", 120, False),
    "place": ("El lugar", 120, True),
    "identification": ("El documento de identificación", 80, True),
}
RULEBOOK: Final = frozenset(
    {
        "reglamento",
        "reglamento_version",
        "rule_settings",
        "players_per_pareja",
        "appeal_minutes",
        "correction_minutes",
        "grace_minutes",
        "walkover_call",
        "identification",
        "loser_signature",
    }
)
EDITABLE: Final = RULEBOOK | {
    "frozen_mesas",
    "live_visibility",
    "jueces_public",
    "night_ends",
    "name",
    "edition",
    "organiser",
    "place",
    "starts_on",
    "ends_on",
}


@transaction.atomic
def championship_create(
    *,
    user: User,
    now: datetime,
    name: str,
    edition: int | None,
    organiser: str,
    place: str,
    starts_on: date,
    ends_on: date,
    reglamento: str,
    rule_settings: Mapping[str, str],
    appeal_minutes: int | None,
    grace_minutes: int,
    identification: str,
    loser_signature: str,
    reglamento_version: int = 1,
    players_per_pareja: int = 2,
    correction_minutes: int | None = None,
    walkover_call: int = 1,
    live_visibility: str = Championship.LiveVisibility.ALL,
    jueces_public: bool = False,
    night_ends: int = ENDS,
    told: str = "",
) -> Championship:
    """Prepare a championship, with `user` as its Director.

    The caller checks that the reglamento and its settings exist and allow so many players: `brackets` knows no rules. Raises
    Doubtful for letters that papers cannot print, unless `told` is its seal.
    """
    championship = Championship(
        name=name,
        edition=edition,
        organiser=organiser,
        place=place,
        starts_on=starts_on,
        ends_on=ends_on,
        reglamento=reglamento,
        reglamento_version=reglamento_version,
        rule_settings=dict(rule_settings),
        players_per_pareja=players_per_pareja,
        appeal_minutes=appeal_minutes,
        correction_minutes=correction_minutes,
        grace_minutes=grace_minutes,
        walkover_call=walkover_call,
        identification=identification,
        loser_signature=loser_signature,
        live_visibility=live_visibility,
        jueces_public=jueces_public,
        night_ends=night_ends,
        created_at=now,
    )
    _clean(championship)
    _require_printable(championship, TEXTS, told)
    championship.slug = _free_slug(str(championship))
    championship.save()
    Role.objects.create(championship=championship, user=user, kind=Role.Kind.DIRECTOR)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="campeonato-crear",
        sentence=f"Creó el campeonato «{championship}».",
    )
    return championship


@transaction.atomic
def championship_update(
    *, championship: Championship, user: User, now: datetime, told: str = "", **fields: object
) -> Championship:
    """Change what is given; the rulebook and its settings only while in preparation. The address stays.

    The number of players cannot change after the first inscription. Raises Doubtful as `championship_create` does, for fields
    that change.
    """
    if unknown := fields.keys() - EDITABLE:
        raise TypeError(f"not fields of a championship: {sorted(unknown)}")
    championship = championship_lock(championship)
    require_not_closed(championship)
    before = {field: getattr(championship, field) for field in fields}
    for field, value in fields.items():
        setattr(championship, field, value)
    _clean(championship)
    changed = {field: getattr(championship, field) for field in fields if getattr(championship, field) != before[field]}
    if not changed:
        return championship
    _require_printable(championship, changed, told)
    if championship.status != Championship.Status.DRAFT and changed.keys() & RULEBOOK:
        raise BracketError(
            "reglamento-fijado",
            "El campeonato ya está abierto: el reglamento y sus ajustes no se pueden cambiar hasta el final.",
        )
    if "players_per_pareja" in changed:
        _require_nobody_registered(championship)
    championship.save(update_fields=changed.keys())
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="campeonato-ajustar",
        sentence="Cambió los datos del campeonato.",
        data={field: {"before": _plain(before[field]), "after": _plain(value)} for field, value in changed.items()},
    )
    return championship


@transaction.atomic
def championship_open(*, championship: Championship, user: User, now: datetime) -> Championship:
    """Open it to the public and to the draw, which fixes the rulebook. Opening an open one does nothing."""
    championship = championship_lock(championship)
    if championship.status == Championship.Status.OPEN:
        return championship
    if championship.status == Championship.Status.CLOSED:
        raise BracketError("campeonato-terminado", "El campeonato ya terminó y no se vuelve a abrir.")
    if not championship.appeal_minutes:
        raise BracketError(
            "falta-plazo-apelacion",
            "Ningún reglamento dice cuánto es el tiempo para apelar: lo fija el organizador. "
            "Escriba en Ajustes cuántos minutos hay para apelar y vuelva a abrir el campeonato.",
        )
    championship.status = Championship.Status.OPEN
    championship.opened_at = now
    championship.save(update_fields=("status", "opened_at"))
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="campeonato-abrir",
        sentence="Abrió el campeonato.",
        data={
            "reglamento": championship.reglamento,
            "version": championship.reglamento_version,
            "ajustes": championship.rule_settings,
            "jugadores": championship.players_per_pareja,
        },
    )
    return championship


@transaction.atomic
def championship_close(*, championship: Championship, user: User, now: datetime) -> Championship:
    """End it once every fixture is final; from then on nothing of it changes. Repeating it does nothing."""
    championship = championship_lock(championship)
    if championship.status == Championship.Status.CLOSED:
        return championship
    require_over(stages_lock(championship))
    championship.status = Championship.Status.CLOSED
    championship.save(update_fields=("status",))
    _podium_keep(championship)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=CLOSED,
        sentence="Cerró el campeonato.",
    )
    addresses_forget(championship)
    championship_closed.send(sender=Championship, championship=championship, user=user, now=now)
    return championship


def require_over(stages: Sequence[Stage]) -> None:
    """Refuse to end a championship with these stages while a partida or a round is still to be played."""
    published = [stage for stage in stages if stage.status == Stage.Status.PUBLISHED]
    undecided = Fixture.objects.filter(stage__in=published).exclude(status=Fixture.Status.FINAL)
    if not published or undecided.exists():
        raise BracketError(
            "faltan-resultados",
            "Todavía hay partidas sin resultado final. Termínelas antes de cerrar el campeonato.",
        )
    if ahead := [f"«{stage}»" for stage in stages if stage not in published or rounds_left_in(stage)]:
        raise BracketError(
            "etapas-por-jugar",
            f"Todavía falta jugar {listed(ahead)}. Termine antes de cerrar el campeonato; una etapa sin publicar se puede "
            "quitar.",
        )


def _podium_keep(championship: Championship) -> None:
    """Write down who came first, second and third: from now on it is read for years, and never computed again."""
    PodiumPlace.objects.bulk_create(
        PodiumPlace(championship=championship, place=each.place, pareja=each.pareja, fixture=each.fixture)
        for each in podium_reached(championship)
    )


def championship_lock(championship: Championship) -> Championship:
    """The row as it is now, held until the transaction ends: one change of a championship at a time."""
    return Championship.objects.select_for_update(no_key=True).get(pk=championship.pk)


def stages_lock(championship: Championship) -> list[Stage]:
    """All its stages as they are now, by number, held until the transaction ends."""
    stages = championship.stages.select_for_update(of=("self",), no_key=True).select_related("championship")
    return list(stages.order_by("number"))


def require_open(championship: Championship) -> None:
    """Refuse what only an open championship can do."""
    if championship.status == Championship.Status.DRAFT:
        raise BracketError("campeonato-en-preparacion", "El campeonato todavía está en preparación. Ábralo primero.")
    require_not_closed(championship)


def require_not_closed(championship: Championship) -> None:
    """Refuse to touch a championship that has ended."""
    if championship.status == Championship.Status.CLOSED:
        raise BracketError("campeonato-terminado", "El campeonato ya terminó: no se puede cambiar nada en él.")


def _require_nobody_registered(championship: Championship) -> None:
    if registered := championship.parejas.count():
        raise InvalidValue(
            "ya-hay-inscritos",
            f"Ya hay inscripciones ({registered}, con las retiradas): no se puede cambiar si se juega en parejas o mano "
            "a mano. Si hace falta, cree otro campeonato.",
            field="players_per_pareja",
        )


def _clean(championship: Championship) -> None:
    for field, (label, longest, required) in TEXTS.items():
        text = text_clean(getattr(championship, field), field=field, label=label, longest=longest, required=required)
        setattr(championship, field, text)
    if championship.ends_on < championship.starts_on:
        raise InvalidValue("fechas", "El último día no puede ser anterior al primero.", field="ends_on")
    if championship.appeal_minutes is not None and championship.appeal_minutes < 1:
        raise InvalidValue("plazo-apelacion", "El tiempo para apelar es de al menos un minuto.", field="appeal_minutes")
    if championship.correction_minutes is not None and championship.correction_minutes < 1:
        message = "El tiempo para corregir es de al menos un minuto; déjelo vacío si no hay límite."
        raise InvalidValue("plazo-correccion", message, field="correction_minutes")
    if not 0 <= championship.night_ends <= LATEST:
        message = f"El día de juego termina entre las 00:00 y las {LATEST}:00: elija una hora en punto."
        raise InvalidValue("fin-del-dia", message, field="night_ends")
    if championship.players_per_pareja not in (1, 2):
        raise InvalidValue("jugadores", "Se juega en parejas de dos o mano a mano.", field="players_per_pareja")
    try:
        championship.full_clean(exclude=("slug",), validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise InvalidValue("valor-invalido", messages[0], field=field) from error


def _require_printable(championship: Championship, fields: Iterable[str], told: str) -> None:
    asked = ((field, TEXTS[field][0], getattr(championship, field)) for field in fields if field in TEXTS)
    require_told(unprinted(asked), told)


def _free_slug(title: str) -> str:
    stem = slugify(title)[:50].strip("-") or "campeonato"
    taken = set(Championship.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value
