"""The chain, and the digest that is signed, can be checked by anyone with what `docs/bitacora.md` says, and nothing else."""

import re
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.tablet_keys import is_signed_by
from referee.models import Jugada, Mesa
from referee.rules import canonical
from referee.selectors.chain import link
from tests.factories.devices import key_keeper
from tests.factories.referee import SORTEO, ZAPATERIA, kept_mesa

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def moment(at: object) -> str | None:
    return None if at is None else at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f+00:00")


def exported(mesa: Mesa) -> tuple[dict[str, object], list[dict[str, object]]]:
    header = {
        "mesa": str(mesa.public_id),
        "parejas": [mesa.pareja_a.number, mesa.pareja_b.number],
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
            "device": None if row.device_id is None else str(row.device_id),
            "lease_epoch": row.lease_epoch,
            "user": str(row.user_id),
            "device_ts": moment(row.device_ts),
            "received_at": moment(row.received_at),
            "signed": row.signed or None,
        }
        for row in Jugada.objects.filter(mesa=mesa).order_by("seq")
    ]
    return header, rows


def published(project_root: Path) -> dict[str, object]:
    recipe: dict[str, object] = {}
    for block in BLOCK.findall((project_root / "docs" / "bitacora.md").read_text()):
        exec(block, recipe)  # noqa: S102
    return recipe


@pytest.mark.django_db
def test_the_published_recipe_gives_what_was_signed(project_root: Path) -> None:
    kept = kept_mesa(*ZAPATERIA)

    header, rows = exported(kept.mesa)
    del header["parejas"]

    assert published(project_root)["digest"](header, rows) == kept.freeze().digest


@pytest.mark.django_db
def test_the_published_recipe_gives_the_head_of_a_log(project_root: Path) -> None:
    recipe = published(project_root)
    kept = kept_mesa(SORTEO, 'suspension "se fue la luz: «¡apagón!»"', "reanudacion", "caida B1")

    mesa = kept.mesa
    header, rows = exported(mesa)

    assert recipe["head"](header, rows) == kept.mesa.head_hash
    other = [mesa.pareja_b.number, mesa.pareja_a.number]
    assert recipe["head"](header | {"parejas": other}, rows) != kept.mesa.head_hash
    assert recipe["head"](header | {"asientos": ["A1", "B2", "A2", "B1"]}, rows) != kept.mesa.head_hash
    assert recipe["head"](header, [*rows[:-1], rows[-1] | {"notation": "caida A1"}]) != kept.mesa.head_hash


@pytest.mark.django_db
def test_the_published_recipe_gives_what_a_tablet_signed(project_root: Path) -> None:
    kept = key_keeper(SORTEO, "caida B1")

    _, rows = exported(kept.mesa)

    first, second = map(published(project_root)["statement"], rows)
    assert is_signed_by(kept.key.public, second, rows[1]["signed"].split(".")[3])
    assert rows[1]["signed"].split(".")[1] == sha256(first).hexdigest()


@given(
    st.text(st.characters(codec="utf-8")),
    st.none() | st.uuids(),
    st.none() | st.datetimes(datetime(2000, 1, 2), timezones=st.timezones()),  # noqa: DTZ001 (the zone is drawn too)
    st.datetimes(datetime(2000, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    st.none() | st.text("0123456789abcdef.", min_size=1),
)
def test_a_link_is_the_hash_of_the_canonical_row(
    notation: str, device: UUID | None, device_ts: datetime | None, received_at: datetime, signed: str | None
) -> None:
    mesa, client_id, user = uuid4(), uuid4(), uuid4()
    row = {
        "mesa": str(mesa),
        "seq": 40,
        "client_id": str(client_id),
        "notation": notation,
        "device": None if device is None else str(device),
        "lease_epoch": 3,
        "user": str(user),
        "device_ts": moment(device_ts),
        "received_at": moment(received_at),
        "signed": signed,
    }

    linked = link(
        "previous", mesa=mesa, seq=40, client_id=client_id, notation=notation, device=device, lease_epoch=3, user=user,
        device_ts=device_ts, received_at=received_at, signed=signed or "",
    )  # fmt: skip

    assert linked == sha256(b"previous" + canonical(row)).hexdigest()
