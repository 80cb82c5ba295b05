"""Where notices reach the people of a pareja."""

from collections.abc import Iterable

from brackets.models import Pareja, Player


def addresses_of(parejas: Iterable[Pareja]) -> dict[int, list[str]]:
    """By the id of each pareja the e-mail addresses of its players, each once, none where nobody gave one: one query.

    Who took back the consent, or whose data was deleted, has no address any more: the database keeps that.
    """
    addresses: dict[int, list[str]] = {pareja.pk: [] for pareja in parejas}
    players = Player.objects.filter(pareja__in=addresses).exclude(email="").order_by("pareja", "position")
    for pareja, email in players.values_list("pareja", "email"):
        if email not in addresses[pareja]:
            addresses[pareja].append(email)
    return addresses
