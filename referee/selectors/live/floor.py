"""Where a partida is followed live."""

from typing import Final

from brackets.models import Fixture

ON_THE_FLOOR: Final = (Fixture.Status.CALLED, Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL)
