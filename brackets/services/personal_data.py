"""Taking back the consent, and deleting what is kept of people: the name stays in the results, the rest goes.

The law: Ley Orgánica de Protección de Datos Personales. While a championship is played its people have to be known by their
cédula, so what is deleted then is what only the consent allows: how to reach them. The rest is due at the end.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.module_loading import import_string

from brackets.draw.acta_seal import without_name
from brackets.models import (
    AuditAddress,
    AuditEntry,
    Championship,
    Delivery,
    Entry,
    EntryPerson,
    Fixture,
    PersonalData,
    Player,
    Stage,
    StageEvent,
    User,
)
from brackets.models.with_data import Values
from brackets.selectors.inscription import UNANSWERED, people_with_data
from brackets.selectors.personal import kept_of, people_of, same_person
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock
from brackets.services.contacts import email_clean, phone_clean
from brackets.services.entries import entry_withdraw
from brackets.services.errors import BracketError
from brackets.services.exports import copy_called
from brackets.services.persons import names_forget
from brackets.services.redaction import everything, hidden
from brackets.services.vault import personal_forget, personal_keep

CLOSED: Final = Championship.Status.CLOSED
NOT_YET: Final = (
    "El campeonato todavía no termina: la cédula hace falta para saber quién juega. Ahora se puede retirar el consentimiento: el "
    "correo y el teléfono se borran enseguida, y lo demás al terminar el campeonato."
)


@transaction.atomic
def contact_set(*, player: Player, email: str, phone: str, user: User, now: datetime) -> Player:
    """How to reach a player; the same again does nothing. Refused for who took the consent back, or is erased."""
    championship = championship_lock(player.championship)
    player = Player.objects.select_related("personal").get(pk=player.pk)
    email, phone = email_clean(email, field="email"), phone_clean(phone, field="phone")
    if (player.email, player.phone) == (email, phone):
        return player
    if player.erased_at or player.consent_withdrawn_at:
        raise BracketError("sin-consentimiento", "Esta persona retiró su consentimiento: no se guarda cómo avisarle.")
    personal_keep([(player, Values(player.cedula, email, phone))])
    _record(championship, user, now, "contacto-fijar", f"Cambió cómo se avisa a {player.name}.", player)
    return player


@transaction.atomic
def consent_withdraw(*, player: Player, user: User | None, now: datetime) -> Player:
    """From now on he gets no notices and nothing says how to reach him; the rest is deleted at the end, or now if it has ended.

    Repeating it does nothing. `consent_restore` takes it back; what was deleted has to be typed again.
    """
    championship = championship_lock(player.championship)
    player = Player.objects.select_related("pareja", "personal").get(pk=player.pk)
    if player.consent_withdrawn_at is None and player.erased_at is None:
        _silence(player, now)
        asked = kept_of(player).asked
        personal_keep((person, Values(person.cedula)) for person in (player, asked) if person)
        player.consent_withdrawn_at = now
        player.save(update_fields=("consent_withdrawn_at",))
        _record(
            championship, user, now, "consentimiento-retirar", f"Se retiró el consentimiento de {player.name}.", player
        )
        _unprint(championship, now)
    return _erase(player, user, now) if championship.status == CLOSED else player


@transaction.atomic
def consent_restore(*, player: Player, user: User, now: datetime) -> Player:
    """It was a mistake, or he consents again; repeating it does nothing."""
    championship = championship_lock(player.championship)
    player = Player.objects.get(pk=player.pk)
    if player.erased_at:
        raise BracketError("datos-borrados", "Sus datos ya se borraron: no queda nada a lo que consentir.")
    if player.consent_withdrawn_at is not None:
        player.consent_withdrawn_at = None
        player.save(update_fields=("consent_withdrawn_at",))
        _record(championship, user, now, "consentimiento-volver", f"{player.name} vuelve a consentir.", player)
    return player


@transaction.atomic
def player_erase(*, player: Player, user: User | None, now: datetime) -> Player:
    """Leave only the name; `campeonato-en-curso` before the end, with what can be done then. Repeating it does nothing."""
    championship = championship_lock(player.championship)
    player = Player.objects.select_related("pareja", "personal").get(pk=player.pk)
    if championship.status != CLOSED:
        raise BracketError("campeonato-en-curso", NOT_YET)
    return _erase(player, user, now)


@transaction.atomic
def entry_erase(*, entry: Entry, user: User | None, now: datetime) -> str:
    """Delete the people of a request, and say what was done; repeating it does nothing more.

    One that became no pareja is withdrawn and nothing is left of its people. The players of a confirmed one are erased once the
    championship has ended; before, their consent is taken back.
    """
    championship = championship_lock(entry.championship)
    entry = Entry.objects.select_related("pareja").prefetch_related(people_with_data()).get(pk=entry.pk)
    if entry.pareja is None:
        if entry.state in (*UNANSWERED, Entry.State.JOINED):
            entry_withdraw(entry=entry, now=now, user=user)
        if _empty(entry.people.all(), now):
            Entry.objects.filter(pk=entry.pk).update(name="", club="")
            _forget(championship, entry.people.all(), user, now)
            _record_entry(entry, user, now)
            _unlocate(entry)
        return "Sus datos se borraron y la solicitud está retirada."
    there = entry.pareja.players.select_related("personal")
    players = [each for each in there if same_person(each, entry.people.all())]
    for player in players:
        consent_withdraw(player=player, user=user, now=now)
    gone = [each for each in entry.people.all() if not any(same_person(player, [each]) for player in players)]
    if _empty(gone, now):
        _forget(championship, gone, user, now)
    if championship.status == CLOSED:
        return "Sus datos se borraron: quedan su nombre y sus resultados."
    return "Su consentimiento está retirado: se borraron correos y teléfonos, y ya no recibe avisos. Lo demás se borra al terminar el campeonato."


@transaction.atomic
def everyone_erase(*, championship: Championship, user: User | None, now: datetime, due: bool = False) -> int:
    """Erase all people of a championship that has ended, with `due` only those who took back the consent; how many."""
    championship = championship_lock(championship)
    if championship.status != CLOSED:
        raise BracketError("campeonato-en-curso", NOT_YET)
    erased = 0
    for kept in people_of(championship):
        if kept.player.erased_at is None and (kept.player.consent_withdrawn_at or not due):
            _erase(kept.player, user, now)
            erased += 1
    if not due:
        left = EntryPerson.objects.filter(championship=championship, erased_at__isnull=True)
        erased += _empty(left, now)
        _undraw(championship)
        _unprint(championship, now)
        championship.entries.update(name="")
        _redact(championship, everything)
    if erased:
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="datos-borrar",
            sentence=f"Se borraron los datos personales de {erased} {'persona' if erased == 1 else 'personas'}.",
            data={"people": erased, "due": due},
        )
    return erased


def _erase(player: Player, user: User | None, now: datetime) -> Player:
    """Whoever calls holds the championship."""
    if player.erased_at is not None:
        return player
    asked = kept_of(player).asked
    _silence(player, now)
    player.check_ins.all().delete()
    personal_keep([(player, Values())])
    player.erased_at = now
    player.save(update_fields=("erased_at",))
    if asked:
        _empty([asked], now)
    if not player.pareja.players.filter(erased_at__isnull=True).exists():
        player.pareja.family = player.pareja.province = ""
        player.pareja.save(update_fields=("family", "province"))
    _redact(player.championship, lambda data: hidden(data, player))
    _unprint(player.championship, now)
    _record(
        player.championship, user, now, "datos-borrar", f"Se borraron los datos personales de {player.name}.", player
    )
    return player


def _empty(people: Collection[EntryPerson] | Any, now: datetime) -> int:
    """Leave nothing of these people of requests; how many there were."""
    personal_forget([each for each in people if each.erased_at is None])
    left = EntryPerson.objects.filter(pk__in=[each.pk for each in people], erased_at__isnull=True)
    return left.update(name="", birth_date=None, sex="", active=False, erased_at=now)


def _forget(
    championship: Championship, people: Collection[EntryPerson] | Any, user: User | None, now: datetime
) -> None:
    """What is kept of people who asked and do not play: in numbers that they had and left unplayed, and in e-mails.

    What they were is still in these rows, which the database has no more. A number was theirs where it was of nobody else: one cédula
    that a stranger typed empties no pareja of its owner.
    """
    matches = {each.cedula_match for each in people} - {""}
    known = PersonalData.objects.filter(championship=championship, player__isnull=False)
    others = known.exclude(cedula_match__in=[*matches, ""]).values("player__pareja")
    left = Player.objects.filter(championship=championship, active=False, erased_at=None)
    left = left.filter(personal__cedula_match__in=matches).exclude(pareja__in=others)
    for player in left.select_related("pareja", "championship", "personal"):
        played = Q(pareja_a=player.pareja_id) | Q(pareja_b=player.pareja_id)
        if not Fixture.objects.filter(played).exists():
            _erase(player, user, now)
    used = {*known.exclude(email_match="").values_list("email_match", flat=True)}
    emails = {each.email_match for each in people} - used - {""}
    sent = Delivery.objects.filter(notice__championship=championship, personal__email_match__in=emails)
    _unaddress(sent, now)
    _undraw(championship, {each.name for each in people})
    _unprint(championship, now)


def _unlocate(entry: Entry) -> None:
    """Nor is it told from which network they asked, took their copy and had it deleted; what the desk did keeps its own until the end."""
    of_it = Q(entry__data__entry=entry.pk) | Q(entry__data__file=copy_called(entry))
    AuditAddress.objects.filter(of_it, entry__championship=entry.championship_id, entry__user=None).delete()


def _undraw(championship: Championship, names: Collection[str] | None = None) -> None:
    """Remove from the actas, and from what binds them, `names`, by default all, of players who no longer play in the drawn pareja; their digests stay.

    Names of players who still play stay, as in the results.
    """
    plays = set(Player.objects.filter(championship=championship).values_list("pareja__number", "name"))
    for stage in Stage.objects.filter(championship=championship).exclude(drawn_record={}):
        for entrant in stage.drawn_record["inscritas"]:
            entrant["jugadores"] = [
                without_name(each)
                if "nombre" in each
                and (names is None or each["nombre"] in names)
                and (entrant["numero"], each["nombre"]) not in plays
                else each
                for each in entrant["jugadores"]
            ]
        stage.save(update_fields=("drawn_record",))
    names_forget(championship, names)


def _unprint(championship: Championship, now: datetime) -> None:
    """What was printed or archived and is still kept may say of them what was deleted: all of it goes, and can be made again."""
    import_string(settings.FILES_FORGET)(championship, now)


def _silence(player: Player, now: datetime) -> None:
    """No e-mail to him goes out any more, and none that went says where; those to the address of the other player stay."""
    others = PersonalData.objects.filter(player__pareja=player.pareja_id).exclude(player=player)
    own = Delivery.objects.filter(notice__pareja=player.pareja_id, personal__isnull=False)
    _unaddress(own.exclude(personal__email_match__in=others.values("email_match")), now)


def _unaddress(deliveries: QuerySet[Delivery], now: datetime) -> None:
    """None of these goes out any more, and none that went says where."""
    gone = list(deliveries.select_for_update(of=("self",)))
    personal_forget(gone)
    for delivery in gone:
        delivery.error = ""
        if delivery.state == Delivery.State.PENDING:
            delivery.state, delivery.ended_at = Delivery.State.ABANDONED, now
        delivery.save(update_fields=("error", "state", "ended_at"))


def _redact(championship: Championship, hide: Callable[[Mapping[str, Any]], dict[str, Any]]) -> None:
    """Apply `hide` to the data of the audit and of stage events: the values go, the record of the action stays.

    Only after the end of the championship: until then triggers keep both.
    """
    if championship.status != CLOSED:
        return
    entries = AuditEntry.objects.filter(championship=championship).exclude(data={}).select_for_update(of=("self",))
    events = StageEvent.objects.filter(championship=championship).select_for_update(of=("self",))
    for model, rows in ((AuditEntry, entries), (StageEvent, events)):
        changed = []
        for row in rows:
            redacted = hide(row.data)
            if redacted != row.data:
                model._default_manager.filter(pk=row.pk).update(data=redacted)  # noqa: SLF001
                changed.append(row.pk)
        if changed:
            import_string(settings.SALTS_FORGET)(model=model, rows=changed)


def _record(
    championship: Championship, user: User | None, now: datetime, action: str, sentence: str, player: Player
) -> None:
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=action,
        sentence=sentence,
        data={"pareja": player.pareja.number, "position": player.position},
    )


def _record_entry(entry: Entry, user: User | None, now: datetime) -> None:
    audit_record(
        championship=entry.championship,
        user=user,
        now=now,
        action="datos-borrar",
        sentence=f"Se borraron los datos personales de la solicitud {entry.pk}.",
        data={"entry": entry.pk},
    )
