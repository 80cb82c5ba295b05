"""The check-in of players: they came, they showed a document, and either undone."""

from datetime import datetime
from typing import Final

from django.db import transaction

from brackets.models import CheckIn, Pareja, Player, User
from brackets.selectors.presence import awaited
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.errors import BracketError, InvalidValue

NO_DOCUMENT: Final = ""


@transaction.atomic
def player_check_in(*, player: Player, user: User, now: datetime, document: str = NO_DOCUMENT) -> CheckIn:
    """He has come today, and with `document` he was identified by it; the same again does nothing.

    Coming keeps its first hour. Another document takes the place of the one noted; none leaves it.
    BracketError `pareja-retirada`, `campeonato-en-preparacion`, `campeonato-terminado`; InvalidValue `documento`.
    """
    if document and document not in CheckIn.Document.values:
        raise InvalidValue("documento", "Elija en la lista qué documento vio.", field="document")
    player = _locked(player)
    day = player.championship.play_days.of(now)
    check_in, fresh = CheckIn.objects.get_or_create(player=player, day=day, defaults={"at": now, "by": user})
    seen = bool(document) and check_in.document != document
    if seen:
        check_in.document, check_in.identified_at, check_in.identified_by = document, now, user
        check_in.save(update_fields=("document", "identified_at", "identified_by"))
    if fresh or seen:
        came = f"Llegó {player.name}" if fresh else f"Identificó a {player.name}"
        shown = " Mostró un documento." if seen and fresh else ""
        told = f"{came} ({player.pareja.number}).{shown}"
        _record(player, user, now, "llegar" if fresh else "identificar", told, document if seen else "")
    return check_in


@transaction.atomic
def pareja_check_in(*, pareja: Pareja, user: User, now: datetime, document: str = NO_DOCUMENT) -> None:
    """All its players have come, as `player_check_in` of each."""
    for player in pareja.players.order_by("position"):
        player_check_in(player=player, user=user, now=now, document=document)


@transaction.atomic
def check_in_undo(*, player: Player, user: User, now: datetime) -> None:
    """He has not come today after all, nor shown anything; repeating it does nothing."""
    player = _locked(player)
    gone, _ = CheckIn.objects.filter(player=player, day=player.championship.play_days.of(now)).delete()
    if gone:
        _record(player, user, now, "llegada-deshacer", f"Deshizo la llegada de {player.name} ({player.pareja.number}).")


@transaction.atomic
def identification_undo(*, player: Player, user: User, now: datetime) -> None:
    """He came, and no document of his was seen; repeating it does nothing."""
    player = _locked(player)
    noted = CheckIn.objects.filter(player=player, day=player.championship.play_days.of(now)).exclude(document="")
    if noted.update(document="", identified_at=None, identified_by=None):
        told = f"Deshizo la identificación de {player.name} ({player.pareja.number})."
        _record(player, user, now, "identificacion-deshacer", told)


def _locked(player: Player) -> Player:
    """The player as he is now, of a pareja that is awaited in a championship under way."""
    championship = championship_lock(player.championship)
    require_open(championship)
    player = Player.objects.select_related("pareja", "championship").get(pk=player.pk)
    if not Pareja.objects.filter(awaited(), pk=player.pareja_id).exists():
        told = said(championship.players_per_pareja, "La pareja {} salió del campeonato: ya no se la espera.")
        raise BracketError("pareja-retirada", told.format(player.pareja.number))
    return player


def _record(player: Player, user: User, now: datetime, action: str, sentence: str, document: str = "") -> None:
    """Which document stands in the data alone, since a sentence is never taken back when somebody's data is deleted."""
    data = {
        "number": player.pareja.number,
        "position": player.position,
        "day": player.championship.play_days.of(now).isoformat(),
    }
    data |= {"document": document} if document else {}
    audit_record(championship=player.championship, user=user, now=now, action=action, sentence=sentence, data=data)
