"""Beginning a transcription, going on with another's, and giving one up."""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from brackets.models import UNPLAYED, Fixture, User
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from brackets.services.championships import require_open
from brackets.services.errors import FixtureGone
from brackets.services.names import text_clean
from referee.models import Mesa, Transcription
from referee.rules import reglamento_get, start
from referee.selectors.transcription.standing import LIVE, transcription_live
from referee.services.errors import RefereeError
from referee.services.locking import counts_require
from referee.services.transcriptions.holding import entry, mesa_held, require_status, transcription_lock
from referee.services.writing import one_writer

Kind, Status = Transcription.Kind, Transcription.Status


def transcription_start(
    *, fixture: Fixture, seats: Sequence[str], tablet_left: bool, user: User, now: datetime
) -> Transcription:
    """Begin to type the paper of this partida; beginning again what one is typing gives that one.

    With nothing on a tablet it is the whole mesa, seated as `seats`; beside a log that is over it is compared with it. A
    mesa in play goes on from where its log is, once the desk says that `tablet_left` it: no tablet keeps it then. Raises
    RefereeError `transcripcion-abierta` where somebody else types it already.
    """
    with one_writer():
        now_there = single(
            Fixture.objects.select_related("stage__championship", "pareja_a", "pareja_b").filter(pk=fixture.pk)
        )
        if now_there is None:
            raise FixtureGone
        fixture = now_there
        require_open(fixture.stage.championship)
        _require_played(fixture)
        mesa = mesa_held(fixture.pk)
        if (there := transcription_live(fixture)) is not None:
            return _same(there, user)
        if mesa is not None and mesa.head_seq:
            counts_require(mesa)
        kind = _kind_of(mesa)
        if mesa is not None and kind == Kind.REST:
            _leave_tablet(mesa, tablet_left=tablet_left, user=user, now=now)
        on_log = mesa is not None and mesa.head_seq > 0
        transcription = Transcription(
            fixture=fixture,
            pareja_a=fixture.pareja_a,
            pareja_b=fixture.pareja_b,
            kind=kind,
            seats=list(mesa.seats) if mesa is not None and on_log else _seated(fixture, seats),
            base_seq=mesa.head_seq if mesa is not None and kind == Kind.REST else 0,
            base_hash=mesa.head_hash if mesa is not None and kind == Kind.REST else "",
            started_at=now,
            typed_by=user,
            typists=[user.pk],
        )
        try:
            with transaction.atomic():
                transcription.save(force_insert=True)
        except IntegrityError:  # another was quicker
            return _same(Transcription.objects.select_related("typed_by").get(fixture=fixture, status__in=LIVE), user)
        sentence = f"Empezó a transcribir la Planilla en papel de la {fixture.name}."
        audit_record(**entry(transcription, user=user, now=now, action="empezar", sentence=sentence, kind=str(kind)))
    return transcription


def transcription_take(*, transcription: Transcription, user: User, now: datetime) -> Transcription:
    """Go on with what another was typing; neither of them may confirm it then. One's own: nothing is done."""
    with one_writer():
        held = transcription_lock(transcription)
        require_status(held, LIVE)
        if held.typed_by_id == user.pk:
            return held
        before = held.typed_by
        held.typed_by, held.status, held.finished_at = user, Status.TYPING, None
        held.typists = [*dict.fromkeys((*held.typists, user.pk))]
        held.save(update_fields=("typed_by", "status", "finished_at", "typists"))
        sentence = f"Siguió la transcripción de la {held.fixture.name}, que digitaba {before}."
        audit_record(**entry(held, user=user, now=now, action="tomar", sentence=sentence))
    return held


def transcription_withdraw(*, transcription: Transcription, reason: str, user: User, now: datetime) -> Transcription:
    """It has no effect any more and is kept with the reason; again does nothing."""
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    with one_writer():
        held = transcription_lock(transcription)
        if held.status == Status.WITHDRAWN:
            return held
        require_status(held, LIVE)
        held.status, held.told = Status.WITHDRAWN, reason
        held.save(update_fields=("status", "told"))
        sentence = f"Dejó sin efecto la transcripción de la {held.fixture.name}: {reason}"
        audit_record(**entry(held, user=user, now=now, action="retirar", sentence=sentence))
    return held


def _kind_of(mesa: Mesa | None) -> Transcription.Kind:
    if mesa is None or mesa.head_seq == 0:
        return Kind.WHOLE
    return Kind.BESIDE if mesa.estado == "terminada" else Kind.REST


def _same(there: Transcription, user: User) -> Transcription:
    if there.typed_by_id == user.pk:
        return there
    message = f"La Planilla de esa partida ya la transcribe {there.typed_by}. Búsquela en «Transcripciones»."
    raise RefereeError("transcripcion-abierta", message)


def _leave_tablet(mesa: Mesa, *, tablet_left: bool, user: User, now: datetime) -> None:
    """No tablet keeps it any more; what one may still send goes to quarantine."""
    if not tablet_left:
        message = (
            "Esta mesa la lleva una tablet. Si se terminó en papel, márquelo: la tablet deja la mesa y el papel sigue "
            f"desde la jugada {mesa.head_seq}."
        )
        raise RefereeError("mesa-en-tablet", message)
    if mesa.device is None:
        return
    name = mesa.device.name
    mesa.device = None
    mesa.save(update_fields=("device",))
    there = Transcription(fixture=mesa.fixture)
    sentence = f"La tablet «{name}» dejó la {mesa.fixture.name}, que siguió en papel desde la jugada {mesa.head_seq}."
    audit_record(**entry(there, user=user, now=now, action="dejar-tablet", sentence=sentence, mesa=str(mesa.public_id)))


def _require_played(fixture: Fixture) -> None:
    if fixture.how in UNPLAYED or fixture.pareja_a_id is None or fixture.pareja_b_id is None:
        message = f"La {fixture.name} no tiene dos rivales que la hayan jugado: no hay Planilla que transcribir."
        raise RefereeError("partida-no-lista", message)


def _seated(fixture: Fixture, seats: Sequence[str]) -> list[str]:
    championship = fixture.stage.championship
    rules = reglamento_get(championship.reglamento, championship.rule_settings)
    article = rules.article("match.players_per_pair")
    try:
        start(rules, tuple(seats))
    except ValueError as error:
        raise RefereeError("asientos", f"Así no se pueden sentar: {error}.", article=article) from error
    if len(seats) != 2 * championship.players_per_pareja:
        message = "Así no se pueden sentar: en este campeonato cada lado tiene otros jugadores."
        raise RefereeError("asientos", message, article=article)
    return list(seats)
