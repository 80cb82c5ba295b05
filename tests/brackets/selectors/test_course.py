"""A championship over all its stages: in which of them something counts."""

import pytest

from brackets.selectors.course import course_of
from brackets.services.fixtures import fixture_record
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


def test_a_knock_out_has_not_begun_with_who_passes_free() -> None:
    stage = published_stage(5)
    assert stage.fixtures.filter(how="bye").exists()
    assert course_of(stage.championship).begun == frozenset()

    fixture = stage.fixtures.filter(status="ready").earliest("number")
    fixture_record(
        fixture=fixture, how="played", winner="A", chicas=[[40, 22], [40, 16]], zapateria=False,
        user=director_of(stage.championship), now=NOW, reason="",
    )  # fmt: skip

    assert course_of(stage.championship).begun == {stage.number}
