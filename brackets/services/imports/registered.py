"""The parejas there are, by what may identify them in a sheet."""

from collections.abc import Sequence

from brackets.models import Pareja
from brackets.selectors.wording import said
from brackets.services.imports.values import Parsed
from brackets.services.inscription import ParejaData, pareja_data


class Registered:
    """All parejas by what may identify them; each has so many players."""

    def __init__(self, parejas: Sequence[Pareja], *, players: int) -> None:
        self.players = players
        self.by_number = {pareja.number: pareja for pareja in parejas}
        self.data = {pareja.number: pareja_data(pareja) for pareja in parejas}
        self.active = [pareja for pareja in parejas if pareja.status == Pareja.Status.ACTIVE]
        self.by_cedulas: dict[frozenset[str], list[Pareja]] = {}
        self.by_people: dict[frozenset[str], list[Pareja]] = {}
        for pareja in parejas:
            data = self.data[pareja.number]
            if len(data.cedulas) == players:
                self.by_cedulas.setdefault(frozenset(data.cedulas), []).append(pareja)
            self.by_people.setdefault(data.people, []).append(pareja)

    def of(self, parsed: Parsed, data: ParejaData) -> Pareja | None:
        """The pareja a row is about; a row that may be about one but must not be is refused."""
        if parsed.number in self.by_number:
            return self.by_number[parsed.number]
        same = self.by_cedulas.get(frozenset(data.cedulas), []) or self.by_people.get(data.people, [])
        # Of several, the one that still plays; players of a withdrawn pareja may have registered anew.
        same = sorted(same, key=lambda pareja: pareja.status != Pareja.Status.ACTIVE)
        if not same:
            return None
        pareja = same[0]
        if parsed.number is not None:
            told = said(self.players, "Esta pareja ya está inscrita con el número {}.")
            parsed.refuse("ya-inscrita", told.format(pareja.number), "number")
        elif len([one for one in same if one.status == Pareja.Status.ACTIVE]) > 1:
            told = said(self.players, "Hay varias parejas con estos nombres: escriba el número de la que es.")
            parsed.refuse("ambigua", told)
        elif len(data.cedulas) == self.players == len(cedulas := self.data[pareja.number].cedulas) and not (
            set(data.cedulas) & set(cedulas)
        ):
            told = said(
                self.players,
                "Se llaman como la pareja {}, pero con otras cédulas. Si es esa pareja, escriba su número; si son otras "
                "personas, inscríbalas a mano.",
            )
            parsed.refuse("otras-cedulas", told.format(pareja.number))
        return pareja
