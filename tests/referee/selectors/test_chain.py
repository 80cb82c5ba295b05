"""The chain can be checked by anyone with what `docs/bitacora.md` says, and nothing else."""

import re
from datetime import UTC
from pathlib import Path

import pytest

from referee.models import Jugada, Mesa
from tests.factories.referee import SORTEO, kept_mesa

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def moment(at: object) -> str | None:
    return None if at is None else at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f+00:00")


def exported(mesa: Mesa) -> tuple[dict[str, object], list[dict[str, object]]]:
    header = {
        "mesa": str(mesa.public_id),
        "reglamento": mesa.reglamento,
        "version": mesa.reglamento_version,
        "ajustes": mesa.rule_settings,
        "asientos": mesa.seats,
    }
    rows = [
        {
            "mesa": str(mesa.public_id),
            "seq": row.seq,
            "client_id": str(row.client_id),
            "notation": row.notation,
            "device": row.device_id,
            "lease_epoch": row.lease_epoch,
            "user": row.user_id,
            "device_ts": moment(row.device_ts),
            "received_at": moment(row.received_at),
        }
        for row in Jugada.objects.filter(mesa=mesa).order_by("seq")
    ]
    return header, rows


@pytest.mark.django_db
def test_the_published_recipe_gives_the_head_of_a_log(project_root: Path) -> None:
    recipe: dict[str, object] = {}
    exec(BLOCK.search((project_root / "docs" / "bitacora.md").read_text()).group(1), recipe)  # noqa: S102
    kept = kept_mesa(SORTEO, 'suspension "se fue la luz: «¡apagón!»"', "reanudacion", "caida B1")

    header, rows = exported(kept.mesa)

    assert recipe["head"](header, rows) == kept.mesa.head_hash
    assert recipe["head"](header | {"asientos": ["A1", "B2", "A2", "B1"]}, rows) != kept.mesa.head_hash
    assert recipe["head"](header, [*rows[:-1], rows[-1] | {"notation": "caida A1"}]) != kept.mesa.head_hash
