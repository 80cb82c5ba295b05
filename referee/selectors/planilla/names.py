"""How the Planilla calls parejas and players: by their number and by their name."""

from dataclasses import dataclass

from referee.selectors.planilla.sheet import ParejaBlock


@dataclass(frozen=True, slots=True)
class Names:
    """The parejas A and B of one mesa."""

    parejas: tuple[ParejaBlock, ParejaBlock]

    def pareja(self, subject: str) -> str:
        """`A` or `A2` → `la pareja 12`."""
        return f"la pareja {self._block(subject).number}"

    def titled(self, side: str) -> str:
        """`A` → `la pareja 12, Los Chullas`."""
        return f"{self.pareja(side)}, {self._block(side).title}"

    def player(self, key: str) -> str:
        """`A2` → `A2 Ángel Güilcapi`."""
        return next(f"{key} {seat.name}" for seat in self._block(key).players if seat.key == key)

    def subject(self, subject: str) -> str:
        """Whoever the notation names: the player if it does, else the pareja."""
        return self.player(subject) if len(subject) > 1 else self.pareja(subject)

    def rival(self, subject: str) -> str:
        """`A` → `la pareja 85`."""
        return self.pareja("B" if subject[0] == "A" else "A")

    def _block(self, subject: str) -> ParejaBlock:
        return self.parejas["AB".index(subject[0])]
