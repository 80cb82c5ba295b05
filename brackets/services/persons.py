"""Who plays in each place of a pareja: what somebody is reached by, and the address of the private page, are no successor's."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from brackets.models import Pareja, Player


def players_rewrite(pareja: Pareja, wanted: Sequence[Player], *, now: datetime) -> bool:
    """Write who plays in its places, and whether somebody came who was not in it before.

    Whoever goes to the other place takes his contact with him. A corrected name or a corrected cédula is still the same
    person, both at once are another: `person_left` says what goes with whom he follows.
    """
    before = list(pareja.players.all())
    pareja.players.update(cedula="")  # one may get the cédula that the other had: nobody may hold it twice in between
    news = False
    for player in wanted:
        place = next(each for each in before if each.position == player.position)
        person = _person(player, place, before)
        if person is None:
            news = True
            person = Player()
        if person is not place:
            _not_seen_yet(place, now)
        pareja.players.filter(position=player.position).update(
            name=player.name,
            cedula=player.cedula,
            email=person.email,
            phone=person.phone,
            consent_withdrawn_at=person.consent_withdrawn_at,
        )
    if news:
        _address_renew(pareja)
    return news


def person_left(player: Player, *, now: datetime) -> None:
    """Somebody else has taken this place: nothing of the one before is left in it, and his address leads nowhere."""
    player.email = player.phone = ""
    player.consent_withdrawn_at = None
    player.save(update_fields=("email", "phone", "consent_withdrawn_at"))
    _not_seen_yet(player, now)
    _address_renew(player.pareja)


def _person(player: Player, place: Player, before: Sequence[Player]) -> Player | None:
    for each in (place, *before):
        if player.cedula and each.cedula == player.cedula:
            return each
    for each in (place, *before):
        if each.name == player.name:
            return each
    return place if place.cedula == player.cedula else None


def _not_seen_yet(player: Player, now: datetime) -> None:
    """Nobody has seen come whoever plays here now."""
    player.check_ins.filter(day__gte=player.championship.play_days.of(now)).delete()


def _address_renew(pareja: Pareja) -> None:
    """A page that the desk has closed stays closed."""
    if pareja.link_nonce is not None:
        pareja.link_nonce = uuid4()
        pareja.save(update_fields=("link_nonce",))
