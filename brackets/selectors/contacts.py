"""Where notices reach the people of a pareja."""

from collections.abc import Iterable

from brackets.models import Pareja, PersonalData


def addresses_of(parejas: Iterable[Pareja]) -> dict[int, list[str]]:
    """By the id of each pareja the e-mail addresses of its players, each once, none where nobody gave one: one query.

    Who took back the consent, or whose data was deleted, has no address any more: the database keeps that.
    """
    addresses: dict[int, list[str]] = {pareja.pk: [] for pareja in parejas}
    kept = PersonalData.objects.filter(player__pareja__in=addresses).exclude(email_match="")
    seen = set()
    for each in kept.select_related("player").order_by("player__pareja", "player__position"):
        assert each.player is not None  # noqa: S101
        if (where := (each.player.pareja_id, each.email_match)) not in seen:
            seen.add(where)
            addresses[each.player.pareja_id].append(each.values.email)
    return addresses
