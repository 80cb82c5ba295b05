"""Appeals, presented and admitted, through the services."""

from uuid import uuid4

from referee.models import Appeal
from referee.services.appeals.filing import Filed, Signed, appeal_file
from referee.services.appeals.qualifying import appeal_admit
from tests.factories.brackets import director_of
from tests.factories.referee import INK, Keeper


def filed_by(kept: Keeper, side: str = "B", jugada: int = 2, **told: object) -> Filed:
    """What a pareja of this mesa presents, signed by all its players."""
    given = {"text": "La carta no se jugó", "signatures": [Signed(name, INK) for name in kept.players(side)]}
    return Filed(side=side, jugada=jugada, **(given | told))  # type: ignore[arg-type]


def appealed(kept: Keeper, side: str = "B", jugada: int = 2, **told: object) -> Appeal:
    """An appeal that waits to be qualified."""
    filed = filed_by(kept, side, jugada, **told)
    return appeal_file(
        mesa=kept.mesa, filed=filed, client_id=uuid4(), device=kept.device, user=kept.juez, now=kept.tick()
    )


def admitted(kept: Keeper, side: str = "B", jugada: int = 2, *, on_purpose: bool = False) -> Appeal:
    """An appeal that waits for its ruling."""
    appeal = appealed(kept, side, jugada)
    appeal_admit(
        appeal=appeal, reason="Se presentó en tiempo", user=director_of(kept.championship), now=kept.tick(),
        on_purpose=on_purpose,
    )  # fmt: skip
    return appeal
