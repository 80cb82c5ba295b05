"""Whatever is done with appeals, in whatever order: none is lost, none is without a next step, nothing begins on what waits."""

from collections.abc import Callable  # noqa: TC003 (named in a body)
from copy import deepcopy

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brackets.draw.refusal import DrawRefusal
from brackets.models import Fixture
from brackets.services.errors import BracketError
from referee.models import Appeal
from referee.rules import Measure, RuleViolation
from referee.selectors.appeal_waiting import fixtures_waiting
from referee.selectors.appeals import appeals_of_mesa
from referee.services.appeals.preview import rulings_preview
from referee.services.appeals.publishing import appeal_publish
from referee.services.appeals.qualifying import appeal_admit, appeal_reject, appeal_release
from referee.services.appeals.ruling import appeal_rule
from referee.services.errors import RefereeError
from tests.brackets.services.desk import TIMES
from tests.factories.appeals import appealed
from tests.factories.brackets import director_of
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa
from tests.referee.replaying import assert_projection_equals_replay

REFUSALS = (RefereeError, BracketError, DrawRefusal, RuleViolation)
KINDS = (
    "confirma",
    "anula",
    "repite-data",
    "repite-chica",
    "repite-mesa",
    "adjudica-chica",
    "adjudica-mesa",
    "descalifica",
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("file", "admit", "reject", "release", "rule", "publish", "play", "end", "seal", "resume")),
        st.integers(0, 7),
    ),
    max_size=9,
)


def act(kept: Keeper, step: str, number: int) -> None:
    director, appeals = director_of(kept.championship), list(Appeal.objects.filter(mesa=kept.mesa).order_by("number"))
    told = {"user": director, "now": kept.tick()}
    simple: dict[str, Callable[[], object]] = {
        "file": lambda: appealed(kept, "AB"[number % 2], number % 4 + 1),
        "play": lambda: kept.record("caida A"),
        "end": lambda: kept.record('abandono B "se retira"'),
        "seal": kept.seal,
        "resume": lambda: kept.record("reanudacion"),
    }
    if step in simple:
        simple[step]()
    elif appeals:
        appeal = appeals[number % len(appeals)]
        measure = Measure(KINDS[number], side="AB"[number % 2], numbers=(appeal.jugada,))
        {
            "admit": lambda: appeal_admit(appeal=appeal, reason="En tiempo", **told),  # type: ignore[arg-type]
            "reject": lambda: appeal_reject(appeal=appeal, reason="No procede", **told),  # type: ignore[arg-type]
            "release": lambda: appeal_release(appeal=appeal, reason="El público espera", **told),  # type: ignore[arg-type]
            "rule": lambda: appeal_rule(appeal=appeal, measure=measure, grounds="Visto", **told),  # type: ignore[arg-type]
            "publish": lambda: appeal_publish(appeal=appeal, published=number > 3, **told),  # type: ignore[arg-type]
        }[step]()


def assert_sound(kept: Keeper, filed: int) -> None:
    assert Appeal.objects.filter(mesa=kept.mesa).count() == filed
    held = fixtures_waiting(kept.championship)
    for told in appeals_of_mesa(kept.mesa):
        if told.state == "admitida":
            fixture = Fixture.objects.get(pk=kept.fixture.pk)
            assert kept.mesa.estado in ("suspendida", "terminada")
            assert told.release or fixture.status != Fixture.Status.FINAL
            (seen,) = rulings_preview(
                told.appeal, [Measure("confirma")], user=director_of(kept.championship), now=kept.tick()
            )
            assert seen.foreseen.possible, seen.foreseen.refusal
        assert not (told.published and told.waits)
    for fixture in Fixture.objects.filter(pk__in=held):
        assert None in (fixture.pareja_a_id, fixture.pareja_b_id)
        assert fixture.status == Fixture.Status.WAITING


@pytest.mark.django_db
@pytest.mark.parametrize("log", [(SORTEO, "caida A", "limpia B"), ZAPATERIA])
def test_no_order_of_actions_loses_an_appeal_or_leaves_it_without_a_next_step(log: tuple[str, ...]) -> None:
    there = kept_mesa(*log)

    @settings(max_examples=8 * TIMES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(steps=STEPS)
    def holds(steps: list[tuple[str, int]]) -> None:
        with transaction.atomic():
            kept = deepcopy(there)
            filed = 0
            for step, number in steps:
                try:
                    with transaction.atomic():
                        act(kept, step, number)
                except REFUSALS:
                    pass
                else:
                    filed += step == "file"
                assert_sound(kept, filed)
            assert_projection_equals_replay(kept.mesa)
            transaction.set_rollback(True)

    holds()
