"""Who plays in each place of a pareja: what somebody is reached by, and the address of the private page, are no successor's."""

from collections.abc import Collection, Sequence
from datetime import datetime
from secrets import token_hex
from uuid import uuid4

from brackets.draw.acta_seal import person_digest
from brackets.models import Championship, NameEvent, Pareja, Player
from brackets.models.with_data import Values
from brackets.selectors.names import is_name_of, names_in, names_last
from brackets.selectors.parejas import parejas_list
from brackets.services.vault import personal_forget, personal_keep


def players_rewrite(pareja: Pareja, wanted: Sequence[tuple[Player, str]], *, now: datetime) -> bool:
    """Write who plays in its places, each with his cédula, and whether somebody came who was not in it before.

    Whoever goes to the other place takes his contact with him. A corrected name or a corrected cédula is still the same
    person, both at once are another: `person_left` says what goes with whom he follows.
    """
    before = list(pareja.players.all())
    known = {each.pk: each.values for each in before}
    personal_forget(before)  # one may get the cédula that the other had: no two hold it in between
    news = False
    kept = []
    for player, cedula in wanted:
        place = next(each for each in before if each.position == player.position)
        person = _person(player.name, cedula, place, before)
        news = news or person is None
        if person is not place:
            _not_seen_yet(place, now)
        consent_withdrawn_at = person.consent_withdrawn_at if person else None
        pareja.players.filter(position=player.position).update(
            name=player.name, consent_withdrawn_at=consent_withdrawn_at
        )
        contact = known[person.pk] if person else Values()
        kept.append((place, contact._replace(cedula=cedula)))
    personal_keep(kept, new=True)
    if news:
        _address_renew(pareja)
    return news


def person_left(player: Player, *, cedula: str, now: datetime) -> None:
    """Another with this cédula has taken the place: nothing of the one before is left in it, and his address leads nowhere."""
    player.consent_withdrawn_at = None
    player.save(update_fields=("consent_withdrawn_at",))
    personal_keep([(player, Values(cedula))])
    _not_seen_yet(player, now)
    _address_renew(player.pareja)


def names_note(championship: Championship, numbers: Collection[int], *, now: datetime) -> None:
    """Write down the names that these parejas and their players have now, as far as they are others than the last ones: four queries."""
    last = names_last(NameEvent.objects.filter(championship=championship, pareja__in=numbers))
    names = dict.fromkeys(last, "") | names_in(parejas_list(championship).filter(number__in=numbers))
    events = []
    for (pareja, position), name in sorted(names.items()):
        before = last.get((pareja, position))
        if before is None or not is_name_of(before, name):
            salt = token_hex(16)
            events.append(
                NameEvent(
                    championship=championship, pareja=pareja, position=position, number=before.number + 1 if before else 1,
                    digest=person_digest(name, salt), salt=salt, at=now,
                )
            )  # fmt: skip
    NameEvent.objects.bulk_create(events, batch_size=100)


def names_forget(championship: Championship, names: Collection[str] | None = None) -> None:
    """Of `names`, by default all, that somebody was called before, no digest tells any more; those that stand in results stay bound."""
    events = list(NameEvent.objects.filter(championship=championship))
    stay = {event.pk for event in names_last(events).values()}
    gone = [
        event.pk
        for event in events
        if event.pk not in stay and event.salt and (names is None or any(is_name_of(event, name) for name in names))
    ]
    NameEvent.objects.filter(pk__in=gone).update(salt="")


def _person(name: str, cedula: str, place: Player, before: Sequence[Player]) -> Player | None:
    for each in (place, *before):
        if cedula and each.cedula == cedula:
            return each
    for each in (place, *before):
        if each.name == name:
            return each
    return place if place.cedula == cedula else None


def _not_seen_yet(player: Player, now: datetime) -> None:
    """Nobody has seen come whoever plays here now."""
    player.check_ins.filter(day__gte=player.championship.play_days.of(now)).delete()


def _address_renew(pareja: Pareja) -> None:
    """A page that the desk has closed stays closed."""
    if pareja.link_nonce is not None:
        pareja.link_nonce = uuid4()
        pareja.save(update_fields=("link_nonce",))
