"""Whether a championship has ended is what its audit says, and where a mesa gave a result it stays: what hangs on either is bound by it."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from brackets.models import AuditEntry, Championship, Fixture, PodiumPlace, StageEvent
from brackets.services.fixtures import fixture_clear, fixture_report
from referee.models import Mesa
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.selectors.verification import genesis_of
from referee.services.archives.restoring import archive_restore
from tests.attacks.test_derived import LATER, confirmed, of_rounds, under_way
from tests.attacks.test_rivals import podium_follows
from tests.attacks.test_verifier import tool
from tests.factories.archives import archived_elsewhere, written
from tests.factories.brackets import ChampionshipFactory, director_of, published_stage
from tests.factories.insider import triggers_lifted
from tests.factories.referee import SORTEO, ZAPATERIA, keepers, kept_mesa

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


def called_unfinished(championship: Championship) -> None:
    Championship.objects.filter(pk=championship.pk).update(imported_unfinished=True)
    PodiumPlace.objects.filter(championship=championship).delete()


def called_finished(championship: Championship) -> None:
    Championship.objects.filter(pk=championship.pk).update(imported_unfinished=False)


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


@pytest.mark.parametrize(
    ("make", "rewrite"), [(of_rounds, called_unfinished), (under_way, called_finished)], ids=("ended", "unfinished")
)
def test_what_was_brought_had_ended_where_its_archive_says_so(
    tmp_path: Path, make: Callable[[], Championship], rewrite: Callable[[Championship], None]
) -> None:
    archived_elsewhere(tmp_path / "a.json", make, Included(ink=True), name=make.__name__)
    brought = archive_restore(path=tmp_path / "a.json", user=None, now=LATER, unfinished=make is under_way).championship
    call_command("verificar_bitacora", stdout=StringIO())

    with triggers_lifted():
        rewrite(brought)

    assert "que se trajera sin terminar no es lo que dice su archivo" in said_by_command()


def test_one_that_ended_here_was_not_brought_unfinished() -> None:
    championship = of_rounds()
    with triggers_lifted():
        called_unfinished(championship)

    assert "que se trajera sin terminar no es lo que dice su archivo" in said_by_command()


def test_no_two_mesas_change_their_partidas() -> None:
    """Both were played, and their results taken back: what was told of each log is of others than its mesa has now."""
    stage = published_stage(4)
    played = keepers(list(stage.fixtures.filter(status="ready")[:2]))
    for each in played:
        each.open()
        each.record(*ZAPATERIA)
        each.seal()
        fixture_clear(
            fixture=Fixture.objects.get(pk=each.fixture.pk), user=director_of(stage.championship), now=each.tick(),
            reason="Se repite",
        )  # fmt: skip
    call_command("verificar_bitacora", stdout=StringIO())
    spare = Fixture.objects.filter(mesa__isnull=True).first()
    one, other = (each.mesa for each in played)
    with triggers_lifted():
        for mesa, fixture in ((one, spare), (other, played[0].fixture), (one, played[1].fixture)):
            Mesa.objects.filter(pk=mesa.pk).update(fixture=fixture)

    assert said_by_command().count("la mesa no es la que dio el resultado de esta partida") == 2


@pytest.mark.parametrize("final", [True, False])
def test_a_log_ended_where_a_result_says_so(*, final: bool) -> None:
    kept = kept_mesa(SORTEO, "limpia A")
    fixture_report(
        fixture=kept.fixture, winner="A", how="played", chicas=[[40, 2]], zapateria=True, final=final, now=kept.tick(),
        user=kept.juez, caidas=(0, 0), zapaterias=["A"],
    )  # fmt: skip

    assert "un hecho dice que la bitácora terminó, y no ha terminado" in said_by_command()


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
