"""After the seal only a ruling of the Director goes on, with the next version; the sealed one stays."""

from datetime import timedelta

import pytest

from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Fixture
from brackets.selectors.events import disagreements
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_start
from referee.models import Planilla
from referee.selectors.mesas import mesa_is_sealed, planilla_corrected, planilla_standing
from referee.services.corrections import planilla_correct
from referee.services.errors import PlanillaClosed, RefereeError
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import ZAPATERIA, Keeper, keepers, kept_mesa, sealed_mesa
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db
RULING = "Fallo 3: la caída de la última data no valía"


def correct(kept: Keeper, reason: str = RULING, unsigned: str = "") -> Planilla:
    director = director_of(kept.championship)
    return planilla_correct(mesa=kept.mesa, reason=reason, unsigned=unsigned, user=director, now=kept.tick()).planilla


def test_a_ruling_opens_the_log_for_the_next_version_and_the_first_stays() -> None:
    kept = sealed_mesa()
    first = Planilla.objects.get()
    with pytest.raises(PlanillaClosed):
        kept.record('adjudica-mesa B "fallo 3"')

    assert correct(kept) == first

    assert planilla_standing(kept.mesa) is None
    assert planilla_corrected(kept.mesa) == first
    assert not mesa_is_sealed(kept.mesa)
    kept.record('adjudica-mesa B "fallo 3"')
    second = kept.freeze()
    assert (second.version, second.head_seq) == (2, 5)
    assert planilla_corrected(kept.mesa) == first
    kept.sign(second, "B")
    kept.sign(second, "juez")
    assert planilla_corrected(kept.mesa) is None
    first.refresh_from_db()
    assert (first.status, first.head_seq, first.signatures.count(), first.correction) == ("sealed", 4, 2, RULING)
    assert first.digest != planilla_standing(kept.mesa).digest
    fixture = Fixture.objects.get(pk=kept.fixture.pk)
    assert (fixture.status, fixture.winner) == ("final", fixture.pareja_b)
    assert_projection_equals_replay(kept.mesa)


def test_a_championship_may_end_the_time_for_corrections() -> None:
    kept = sealed_mesa()
    kept.championship.correction_minutes = 30
    kept.championship.save()
    planilla, director = Planilla.objects.get(), director_of(kept.championship)
    assert planilla.sealed_at is not None
    last = planilla.sealed_at + timedelta(minutes=30)

    with pytest.raises(RefereeError, match=r"terminó el \d\d/\d\d/\d{4} a las \d\d:\d\d.*30 minutos") as refused:
        planilla_correct(mesa=kept.mesa, reason=RULING, unsigned="", user=director, now=last + timedelta(seconds=1))
    assert refused.value.code == "plazo-vencido"
    assert mesa_is_sealed(kept.mesa)

    done = planilla_correct(mesa=kept.mesa, reason=RULING, unsigned="", user=director, now=last)
    assert done.planilla.corrected_at == last


def test_meanwhile_nobody_passes() -> None:
    kept = sealed_mesa()
    final = Fixture.objects.get(stage=kept.fixture.stage, round=2)
    assert final.pareja_a == kept.fixture.pareja_a

    correct(kept)

    final.refresh_from_db()
    kept.fixture.refresh_from_db()
    assert (final.pareja_a, kept.fixture.status, kept.fixture.winner) == (None, "provisional", kept.fixture.pareja_a)


def test_repeating_it_does_nothing() -> None:
    kept = sealed_mesa()

    correct(kept)
    correct(kept, reason="otro motivo")

    assert Planilla.objects.get().correction == RULING
    assert AuditEntry.objects.filter(action="planilla-corregir").count() == 1


@pytest.mark.parametrize("gone", ["A", "B"])
def test_a_planilla_is_corrected_though_a_pareja_has_gone_home_since(gone: str) -> None:
    kept = sealed_mesa()
    pareja = kept.fixture.pareja_a if gone == "A" else kept.fixture.pareja_b
    pareja_leave(pareja=pareja, user=director_of(kept.championship), now=kept.tick(), reason="Se fue a casa")

    correct(kept)
    kept.record('adjudica-mesa B "fallo 3"')
    second = kept.freeze()
    kept.sign(second, "B")
    kept.sign(second, "juez")

    kept.fixture.stage.refresh_from_db()
    fixture, final = kept.fixture.stage.fixtures.order_by("round").exclude(status=Fixture.Status.READY)
    assert (fixture.status, fixture.winner, fixture.mark) == ("final", kept.fixture.pareja_b, "")
    assert final.pareja_a_id == (kept.fixture.pareja_b_id if gone == "A" else None)
    assert disagreements(kept.fixture.stage) == []


def test_where_the_signatures_are_not_asked_again_the_juez_seals_alone() -> None:
    kept = sealed_mesa()
    correct(kept, unsigned="Los jugadores ya se habían ido")
    kept.record('adjudica-mesa B "fallo 3"')
    second = kept.freeze()

    kept.sign(second, "juez")

    second.refresh_from_db()
    assert second.status == "sealed"
    correct(kept, reason="Fallo 4")
    third = kept.freeze()
    with pytest.raises(RefereeError) as refused:
        kept.sign(third, "juez")
    assert refused.value.code == "faltan-firmas"


def test_a_frozen_planilla_is_reopened_and_not_corrected() -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.freeze()

    with pytest.raises(RefereeError) as refused:
        correct(kept)

    assert refused.value.code == "planilla-sin-sellar"
    assert Planilla.objects.get().corrected_at is None


def test_a_ruling_says_why() -> None:
    kept = sealed_mesa()

    with pytest.raises(BracketError):
        correct(kept, reason=" ")

    assert Planilla.objects.get().corrected_at is None


def test_it_is_too_late_once_the_winner_plays_on() -> None:
    kept = sealed_mesa()
    stage = kept.fixture.stage
    other = keepers(stage.fixtures.filter(round=1, status=Fixture.Status.READY))[0]
    other.open()
    other.record(*ZAPATERIA)
    other.seal()
    fixture_start(fixture=stage.fixtures.get(round=2), now=NOW)

    with pytest.raises(DrawRefusal):
        correct(kept)

    kept.fixture.refresh_from_db()
    assert (Planilla.objects.get(mesa=kept.mesa).corrected_at, kept.fixture.status) == (None, "final")
    with pytest.raises(PlanillaClosed):
        kept.record('adjudica-mesa B "fallo 3"')
