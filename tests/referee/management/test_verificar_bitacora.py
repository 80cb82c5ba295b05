"""Whoever changes a log, or a table beside it, is found out; and what can be rebuilt is."""

from collections.abc import Callable, Iterator
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from brackets.models import Fixture
from referee import triggers
from referee.models import Chica, Data, Jugada, Mesa, Planilla, Signature
from referee.selectors.chain import link
from referee.services.tree import tree_sweep
from tests.factories.brackets import NOW
from tests.factories.referee import SORTEO, Keeper, keeper, keepers, kept_mesa
from tests.factories.remembered import remembered
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db


@pytest.fixture
def tampering() -> Iterator[None]:
    """An insider who has lifted the triggers."""
    triggers.remove(connection)
    yield
    triggers.install(connection)


def complaints() -> str:
    """What the command says of broken logs; it must exit with 1."""
    errors = StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)
    assert failed.value.returncode == 1
    return errors.getvalue()


@remembered
def sealed_mesa() -> Keeper:
    kept = kept_mesa(SORTEO, 'ajusta A +32 "marcador"', "segundo-reparto", "conteo A=22 B=18 mesa=0", "proclama")
    kept.seal()
    return kept


@remembered
def sealed_and_another() -> tuple[Keeper, Keeper]:
    return sealed_mesa(), kept_mesa(SORTEO)


def test_whole_logs_are_reported_as_whole() -> None:
    sealed_mesa()
    kept_mesa(SORTEO, "caida A")
    kept_mesa()
    told = StringIO()

    call_command("verificar_bitacora", stdout=told)

    *trees, summary = told.getvalue().splitlines()
    assert summary == "3 mesas, 7 jugadas, 3 etapas: la bitácora está completa y las tablas corresponden."
    assert ["sin hojas todavía" in tree for tree in trees] == [True] * 3


def rehashed(mesa: Mesa, seq: int, **changed: object) -> None:
    """Change a row and make its own hash right again."""
    row = Jugada.objects.get(mesa=mesa, seq=seq)
    for name, value in changed.items():
        setattr(row, name, value)
    row.hash = link(
        row.prev_hash, mesa=mesa.public_id, seq=row.seq, client_id=row.client_id, notation=row.notation,
        device=row.device_id, lease_epoch=row.lease_epoch, user=row.user_id, device_ts=row.device_ts,
        received_at=row.received_at,
    )  # fmt: skip
    row.save()


def rows(mesa: Mesa, seq: int) -> models.QuerySet[Jugada]:
    return Jugada.objects.filter(mesa=mesa, seq=seq)


TAMPERINGS: dict[str, tuple[Callable[[Mesa], object], str]] = {
    "another line": (lambda m: rows(m, 2).update(notation="caida A"), "fila 2: la jugada 2 «caida A» no es la que"),
    "another hour": (lambda m: rows(m, 3).update(received_at=m.opened_at), "fila 3: la jugada 3"),
    "another tablet": (lambda m: rows(m, 3).update(device=None), "fila 3: la jugada 3"),
    "another identifier": (lambda m: rows(m, 4).update(client_id=uuid4()), "fila 4: la jugada 4"),
    "a row rewritten with its hash": (
        lambda m: rehashed(m, 3, notation="conteo A=24 B=16 mesa=0"),
        "fila 4: la jugada 4 no continúa la cadena",
    ),
    "the last row rewritten with its hash": (
        lambda m: rehashed(m, 5, lease_epoch=7),
        "fila 5: la mesa dice tener 5 jugadas",
    ),
    "a row gone": (lambda m: rows(m, 2).delete(), "fila 2: falta la jugada 2: le sigue la 3"),
    "the last row gone": (lambda m: rows(m, 5).delete(), "fila 4: la mesa dice tener 5 jugadas y la bitácora llega a la 4"),
    "other seats": (
        lambda m: Mesa.objects.filter(pk=m.pk).update(seats=["A1", "B2", "A2", "B1"]),
        "fila 1: la jugada 1 no continúa la cadena",
    ),
    "another rule": (
        lambda m: Mesa.objects.filter(pk=m.pk).update(rule_settings={"mayoria-bajo-20": "literal"}),
        "fila 1: la jugada 1 no continúa la cadena",
    ),
    "another score": (lambda m: Mesa.objects.filter(pk=m.pk).update(points_b=12), "proyección: points_b es 12 y de la bitácora resulta 0"),
    "another chica": (lambda m: Chica.objects.filter(mesa=m).update(points_b=12), "proyección: chicas guarda 1 fila"),
    "a data gone": (lambda m: Data.objects.filter(mesa=m).delete(), "proyección: datas guarda 0 filas"),
    "another digest": (lambda m: Planilla.objects.filter(mesa=m).update(digest="0" * 64), "fila 5: la Planilla v1 (0000-0000-0000-0000)"),
    "another place in the chain": (lambda m: Planilla.objects.filter(mesa=m).update(chain_hash="0" * 64), "fila 5: la Planilla v1"),
    "a signature from elsewhere": (
        lambda m: Signature.objects.filter(planilla__mesa=m, party="A").update(digest="0" * 64),
        "fila 5: la Planilla v1",
    ),
    "a Planilla of less": (
        lambda m: Planilla.objects.filter(mesa=m).update(head_seq=4, **dict.fromkeys(("digest", "chain_hash"), rows(m, 4).get().hash)),
        "fila 5: hay jugadas después de cerrar la Planilla v1",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("tamper", "said"), TAMPERINGS.values(), ids=TAMPERINGS)
@pytest.mark.usefixtures("tampering")
def test_the_first_place_that_was_tampered_with_is_named(tamper: Callable[[Mesa], object], said: str) -> None:
    kept, untouched = sealed_and_another()
    tamper(kept.mesa)

    told = complaints()

    assert told.startswith(f"Mesa {kept.mesa_id}: {said}")
    assert str(untouched.mesa_id) not in told
    call_command("verificar_bitacora", mesa=untouched.mesa_id, stdout=StringIO())


@pytest.mark.usefixtures("tampering")
def test_a_jugada_that_the_rules_refuse_is_found_although_its_chain_is_whole() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    rehashed(kept.mesa, 2, notation="proclama")
    Mesa.objects.update(head_hash=rows(kept.mesa, 2).get().hash)

    assert f"Mesa {kept.mesa_id}: fila 2: el reglamento no admite la jugada 2" in complaints()


def test_rebuilding_writes_the_projections_anew() -> None:
    kept = sealed_mesa()
    good = kept_mesa(SORTEO, "caida B")
    Mesa.objects.filter(public_id=kept.mesa_id).update(points_a=2, chicas_a=0, state={})
    Chica.objects.update(points_a=2)
    Data.objects.all().delete()
    told = StringIO()

    call_command("verificar_bitacora", reconstruir=True, stdout=told)

    assert f"Mesa {kept.mesa_id}: reconstruida" in told.getvalue()
    assert str(good.mesa_id) not in told.getvalue()
    assert_projection_equals_replay(kept.mesa)


def test_the_tree_of_a_championship_is_read_once_however_many_mesas_are_rebuilt() -> None:
    stage = keeper(parejas=8)
    for each in keepers(list(stage.fixture.stage.fixtures.filter(status="ready"))[:3]):
        each.open()
        each.record(SORTEO)
    tree_sweep(championship=stage.championship, now=NOW)
    reads = []
    for broken in (1, 3):
        Mesa.objects.filter(pk__in=Mesa.objects.order_by("pk")[:broken]).update(points_a=2)
        with CaptureQueriesContext(connection) as queries:
            call_command("verificar_bitacora", reconstruir=True, stdout=StringIO())
        reads.append(sum('FROM "referee_checkpoint"' in each["sql"] for each in queries))

    assert reads[0] == reads[1]


@pytest.mark.usefixtures("tampering")
def test_nothing_is_rebuilt_from_a_broken_log() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    rows(kept.mesa, 2).update(notation="caida B")

    with pytest.raises(CommandError):
        call_command("verificar_bitacora", reconstruir=True, stdout=StringIO(), stderr=StringIO())

    assert kept.mesa.points_b == 0


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (
            lambda kept: Fixture.objects.filter(pk=kept.fixture.pk).update(number=99),
            "de sus hechos no resultan las partidas: {(1, 0)",
        ),
        (
            lambda kept: kept.championship.stages.update(left=[{"pareja": 1, "order": 1, "playing": []}]),
            "de sus hechos no resultan quienes salieron: ",
        ),
        (lambda kept: kept.championship.stages.update(late=[{"pareja": 1}]), "algo de ella no se puede leer ("),
    ],
    ids=["a fixture", "a departure", "what is none"],
)
def test_a_stage_that_is_not_what_its_events_come_to_is_named(tamper: Callable[[Keeper], object], said: str) -> None:
    kept = kept_mesa(SORTEO)
    tamper(kept)
    untouched = kept_mesa(SORTEO)

    told = complaints()

    assert told.startswith(f"Etapa «{kept.fixture.stage}» de {kept.championship.slug}: {said}")
    assert untouched.championship.slug not in told
    call_command("verificar_bitacora", mesa=kept.mesa_id, stdout=StringIO())


def test_a_mesa_that_does_not_exist_is_said_to_be_so() -> None:
    with pytest.raises(CommandError, match="No existe la mesa"):
        call_command("verificar_bitacora", mesa=uuid4())
