"""Whether a championship has ended is what its audit says, and where a mesa gave a result it stays: what hangs on either is bound by it."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from brackets.models import AuditEntry, Championship, Fixture, PodiumPlace, StageEvent
from referee.models import Mesa
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.selectors.verification import genesis_of
from tests.attacks.test_derived import LATER, confirmed, of_rounds, under_way
from tests.attacks.test_rivals import podium_follows
from tests.attacks.test_verifier import tool
from tests.factories.archives import written
from tests.factories.brackets import ChampionshipFactory
from tests.factories.insider import triggers_lifted

pytestmark = pytest.mark.django_db


def opened(championship: Championship) -> None:
    Championship.objects.filter(pk=championship.pk).update(status="open")
    PodiumPlace.objects.filter(championship=championship).delete()


def brought(championship: Championship) -> None:
    Championship.objects.filter(pk=championship.pk).update(imported_at=LATER, imported_unfinished=True)
    PodiumPlace.objects.filter(championship=championship).delete()


def closed(championship: Championship) -> None:
    Championship.objects.filter(pk=championship.pk).update(status="closed")
    podium_follows(championship)


def closed_elsewhere(championship: Championship) -> None:
    Championship.objects.filter(pk=championship.pk).update(status="closed", imported_at=LATER, imported_unfinished=True)


def said_by_command() -> str:
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)
    return errors.getvalue()


@pytest.mark.parametrize(
    ("make", "rewrite", "told"),
    [
        (of_rounds, opened, "el registro tiene su cierre"),
        (of_rounds, brought, "no es lo que dicen el registro y su archivo"),
        (under_way, closed, "no tiene su cierre"),
        (under_way, closed_elsewhere, "no es lo que dicen el registro y su archivo"),
    ],
)
def test_a_championship_has_ended_where_its_audit_says_so_and_nowhere_else(
    tmp_path: Path,
    make: Callable[[], Championship],
    rewrite: Callable[[Championship], None],
    told: str,
) -> None:
    championship, path = make(), tmp_path / "a.json"
    with triggers_lifted():
        rewrite(championship)
    written(path, championship, Included(ink=True))

    assert told in said_by_command()
    if rewrite in (opened, closed):  # the others say nothing of it in an archive
        with pytest.raises(Refused, match=told):
            archive_check(Reader(path, NAMES))
        assert ("ended",) in tool().Archive(path).check()


def test_a_mesa_stays_at_the_partida_that_it_gave_a_result(tmp_path: Path) -> None:
    championship, path = confirmed(), tmp_path / "a.json"
    spare = Fixture.objects.filter(mesa__isnull=True, pareja_a__isnull=False, pareja_b__isnull=False).first()
    with triggers_lifted():
        Mesa.objects.update(fixture=spare)
    written(path, championship, Included(ink=True))

    assert "que dio un resultado, no está en ella" in said_by_command()
    with pytest.raises(Refused, match="que dio un resultado, no está en ella"):
        archive_check(Reader(path, NAMES))


def test_no_other_mesa_stands_where_one_gave_a_result(tmp_path: Path) -> None:
    championship, path = confirmed(), tmp_path / "a.json"
    spare = Fixture.objects.filter(mesa__isnull=True, pareja_a__isnull=False, pareja_b__isnull=False).first()
    there = Mesa.objects.get()
    empty = Mesa(
        fixture=there.fixture, pareja_a=there.pareja_a, pareja_b=there.pareja_b, opened_at=there.opened_at,
        reglamento=there.reglamento, reglamento_version=there.reglamento_version, rule_settings=there.rule_settings, seats=there.seats,
    )  # fmt: skip
    numbers = {each.pk: each.number for each in (there.pareja_a, there.pareja_b)}
    empty.head_hash = genesis_of(empty, numbers)
    with triggers_lifted():
        Mesa.objects.update(fixture=spare)
        empty.save()
    written(path, championship, Included(ink=True))

    assert "la mesa no es la que dio el resultado de esta partida" in said_by_command()
    with pytest.raises(Refused, match="la mesa no es la que dio el resultado"):
        archive_check(Reader(path, NAMES))


@pytest.mark.parametrize(
    ("model", "action"),
    [(AuditEntry, "pareja-retirar"), (AuditEntry, "campeonato-cerrar"), (StageEvent, "")],
)
def test_no_row_is_moved_to_another_championship(model: type[AuditEntry | StageEvent], action: str) -> None:
    championship, other = of_rounds(), ChampionshipFactory()
    rows = model.objects.filter(championship=championship).order_by("-pk")
    row = rows.filter(action=action).first() if action else rows.filter(kind="override").first()
    assert row is not None
    with triggers_lifted():
        model.objects.filter(pk=row.pk).update(championship=other)

    assert "tiene hoja y ya no está" in said_by_command()
