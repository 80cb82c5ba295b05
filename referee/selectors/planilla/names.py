"""How the Planilla calls parejas and players: by their number and by their name."""

from dataclasses import dataclass

from brackets.selectors.wording import said
from referee.selectors.planilla.sheet import ParejaBlock


@dataclass(frozen=True, slots=True)
class Names:
    """The parejas A and B of one mesa."""

    parejas: tuple[ParejaBlock, ParejaBlock]

    def pareja(self, subject: str) -> str:
        """`A` or `A2` → `la pareja 12`, or `el jugador 12` where he plays alone."""
        block = self._block(subject)
        return f"{said(len(block.players), 'la pareja')} {block.number}"

    def titled(self, side: str) -> str:
        """`A` → `la pareja 12, Los Chullas`."""
        return f"{self.pareja(side)}, {self._block(side).title}"

    def player(self, key: str) -> str:
        """`A2` → `A2 Ángel Güilcapi`."""
        return next(f"{key} {seat.name}" for seat in self._block(key).players if seat.key == key)

    def subject(self, subject: str) -> str:
        """Whoever the notation names: the player if it does, else the pareja."""
        return self.player(subject) if len(subject) > 1 else self.pareja(subject)

    def of(self, subject: str) -> str:
        """`A` → `de la pareja 12`, `A2` → `de A2 Ángel Güilcapi`, alone `del jugador 12`."""
        return f"de {self.subject(subject)}".replace("de el ", "del ", 1)

    def rival(self, subject: str) -> str:
        """`A` → `la pareja 85`."""
        return self.pareja("B" if subject[0] == "A" else "A")

    def _block(self, subject: str) -> ParejaBlock:
        return self.parejas["AB".index(subject[0])]
