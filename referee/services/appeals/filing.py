"""Presenting an appeal: within the time of the championship, once for each decision, with the signatures of the pareja."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max
from django.utils.timezone import localtime

from brackets.models import Championship, Pareja, User
from brackets.selectors.single import single
from brackets.selectors.wording import counted, numbered, said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.names import text_clean
from referee.models import Appeal, Device, Jugada, Mesa
from referee.rules import reglamento_get
from referee.selectors.appeal_terms import appeal_until, decision_hour, directors_rows
from referee.services.errors import RefereeError
from referee.services.ink import Ink, ink_check
from referee.services.tablet_hours import hour_of
from referee.services.writing import one_writer

LAST_DIGITS = 4
WRONG_CEDULA = "cedula-no-coincide"
SIDES: Mapping[str, str] = {"A": "pareja_a", "B": "pareja_b"}
ABOUT = frozenset(Appeal.About.values)


@dataclass(frozen=True, slots=True)
class Signed:
    """One player's signature: his name and what he drew, or the last digits of his cédula where he cannot draw."""

    name: str
    ink: Ink = ()
    cedula: str = ""


@dataclass(frozen=True, slots=True)
class Filed:
    """What is appealed, by side `A` or `B`; the two hours are the tablet's, where one presents it."""

    side: str
    jugada: int
    text: str
    signatures: Sequence[Signed]
    about: str = Appeal.About.JUGADA
    filed_at: datetime | None = None
    decided_at: datetime | None = None


def appeal_file(
    *,
    mesa: Mesa,
    filed: Filed,
    client_id: UUID,
    now: datetime,
    device: Device | None = None,
    user: User | None = None,
) -> Appeal:
    """Write the appeal down with the next number; the same `client_id` again is the same appeal.

    The minutes of the championship run from the decision to the presentation. From a tablet, both hours are its own where they
    can be, so that being without a network takes nobody's right; from the page of the pareja both are the server's. Raises
    RefereeError: `plazo-vencido`, `ya-apelada`, `fallo-inapelable`, `jugada-inexistente`, `faltan-firmas`, `firmante-desconocido`,
    `cedula-no-coincide`, what `ink_check` says, `apelacion-ajena`.
    """
    text = text_clean(filed.text, field="text", label="El fundamento", longest=1000, required=True)
    with one_writer():
        championship = championship_lock(mesa.fixture.stage.championship)
        if (there := single(Appeal.objects.filter(client_id=client_id).select_related("mesa"))) is not None:
            if there.mesa_id != mesa.pk or there.side != filed.side or there.jugada != filed.jugada:
                message = "Con ese identificador ya se presentó otra apelación: preséntela de nuevo."
                raise RefereeError("apelacion-ajena", message)
            return there
        require_open(championship)
        fixture = mesa.fixture
        pareja: Pareja = getattr(mesa, SIDES[filed.side])
        article = _article(mesa)
        row = _decided(mesa, filed, article)
        decided_at, filed_at = _hours(mesa, row, filed, device, now)
        _require_in_time(championship, decided_at, filed_at, article)
        highest = Appeal.objects.filter(championship=championship).aggregate(highest=Max("number"))["highest"] or 0
        appeal = Appeal.objects.create(
            championship=championship,
            number=highest + 1,
            client_id=client_id,
            mesa=mesa,
            pareja=pareja,
            side=filed.side,
            jugada=filed.jugada,
            about=filed.about,
            text=text,
            signatures=_signed(pareja, championship, filed.signatures, article),
            source=Appeal.Source.TABLET if device else Appeal.Source.PAREJA,
            decided_at=decided_at,
            filed_at=filed_at,
            received_at=now,
            device=device,
            user=user,
        )
        told = said(championship.players_per_pareja, "Apeló la pareja")
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="apelacion-presentar",
            sentence=f"{told} {pareja.number} en la {fixture.name}: apelación {appeal.number}.",
            data={
                "appeal": appeal.number,
                "fixture": fixture.pk,
                "jugada": filed.jugada,
                "about": filed.about,
                "decided_at": decided_at.isoformat(),
                "filed_at": filed_at.isoformat(),
            },
        )
    return appeal


def _decided(mesa: Mesa, filed: Filed, article: str) -> Jugada:
    """The row of the decision; raises where there is none, or nothing of it may be appealed any more."""
    row = Jugada.objects.filter(mesa=mesa, seq=filed.jugada).first()
    if row is None or filed.about not in ABOUT:
        message = "Esa jugada no está en la bitácora de esta mesa. Elija una de la lista."
        raise RefereeError("jugada-inexistente", message, article=article)
    if filed.jugada in directors_rows(mesa):
        message = (
            "Esa jugada la escribió el Director al admitir o fallar una apelación: no se apela. Elija otra de la lista."
        )
        raise RefereeError("fallo-inapelable", message, article=article)
    there = Appeal.objects.filter(mesa=mesa, jugada=filed.jugada, about=filed.about).first()
    if there is not None:
        message = f"Esa decisión ya se apeló: es la apelación {there.number}. Nada se apela dos veces."
        raise RefereeError("ya-apelada", message, article=article)
    return row


def _hours(mesa: Mesa, row: Jugada, filed: Filed, device: Device | None, now: datetime) -> tuple[datetime, datetime]:
    decided_at = decision_hour(row, mesa)
    if device is None:
        return decided_at, now
    filed_at = hour_of(filed.filed_at, since=decided_at, now=now)
    if filed.about != Appeal.About.JUGADA:
        told = filed.decided_at
        decided_at = told if told is not None and decided_at <= told <= filed_at else decided_at
    return decided_at, filed_at


def _require_in_time(championship: Championship, decided_at: datetime, filed_at: datetime, article: str) -> None:
    until = appeal_until(decided_at, championship)
    if filed_at > until:
        message = (
            f"El plazo para apelar esa decisión venció a las {localtime(until):%H:%M:%S}: el campeonato da "
            f"{counted(championship.appeal_minutes or 0, 'minuto', 'minutos')} desde la decisión del Juez."
        )
        raise RefereeError("plazo-vencido", message, article=article)


def _signed(
    pareja: Pareja, championship: Championship, signatures: Sequence[Signed], article: str
) -> list[dict[str, object]]:
    """The signatures as they are kept; raises unless every player of the pareja signed."""
    players = pareja.players.select_related("personal").order_by("position")
    left = [(player.name, player.cedula_end) for player in players]
    theirs, names = [name for name, _ in left], [signed.name for signed in signatures]
    if strange := [name for name in names if name not in theirs]:
        message = f"{numbered(theirs, 'Aquí firma {}', 'Aquí firman {}')}, no {strange[0]}."
        raise RefereeError("firmante-desconocido", message, article=article)
    if sorted(names) != sorted(theirs):
        message = said(championship.players_per_pareja, "Faltan firmas: firman los dos jugadores de la pareja.")
        raise RefereeError("faltan-firmas", message, article=article)
    for signed in signatures:
        if signed.ink or not signed.cedula:
            ink_check(signed.ink)
            continue
        # Two of one name are told apart by their cédulas, and neither signs for both.
        digits = signed.cedula.strip()
        mine = [each for each in left if digits and each[0] == signed.name and each[1] == digits]
        if mine:
            left.remove(mine[0])
        else:
            message = f"Los últimos dígitos de la cédula de {signed.name} no coinciden. Revíselos, o firme con el dedo."
            raise RefereeError(WRONG_CEDULA, message, article=article)
    return [{"name": signed.name, "ink": [list(stroke) for stroke in signed.ink]} for signed in signatures]


def _article(mesa: Mesa) -> str:
    return reglamento_get(mesa.reglamento, mesa.rule_settings).article("appeal.to")
