import re
from datetime import date
from pathlib import Path

import pytest
from django.template import Context, Template

from brackets.models import Fixture
from brackets.templatetags.site import counters, days, icon, state
from referee.selectors.live import estado


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [
        (date(2026, 12, 3), date(2026, 12, 3), "3 de diciembre de 2026"),
        (date(2026, 12, 1), date(2026, 12, 3), "1 al 3 de diciembre de 2026"),
        (date(2026, 11, 28), date(2026, 12, 4), "28 de noviembre al 4 de diciembre de 2026"),
        (date(2026, 12, 30), date(2027, 1, 2), "30 de diciembre de 2026 al 2 de enero de 2027"),
    ],
)
def test_days_are_told_without_repeating_the_month_or_the_year(first: date, last: date, told: str) -> None:
    assert days(first, last) == told


@pytest.mark.parametrize(("points", "perros", "tantos"), [(0, 0, 0), (8, 0, 4), (24, 2, 2), (38, 3, 4), (40, 4, 0)])
def test_points_lie_as_perros_and_tantos(points: int, perros: int, tantos: int) -> None:
    shown = counters(points)

    assert (len(shown["perros"]), len(shown["tantos"])) == (perros, tantos)


@pytest.mark.parametrize("status", Fixture.Status)
def test_each_state_has_a_word_and_a_shape_of_its_own(status: Fixture.Status) -> None:
    shown = state(Fixture(status=status))

    assert f"icons.svg#{status}" in shown
    assert f"<span>{status.label}</span>" in shown


def test_every_icon_named_in_the_templates_is_drawn(project_root: Path) -> None:
    drawn = set(
        re.findall(r'<symbol id="([^"]+)"', (project_root / "cuarenta_torneo/static/site/icons.svg").read_text())
    )
    named = {
        name
        for template in (project_root / "templates").rglob("*.html")
        for name in re.findall(r'{% icon "([^"]+)" %}', template.read_text())
    }

    named |= {*Fixture.Status.values, *(each.icon for each in vars(estado).values() if isinstance(each, estado.Estado))}
    assert named <= drawn
    assert drawn <= named


def test_an_icon_is_silent() -> None:
    assert 'aria-hidden="true"' in icon("final")


def test_points_are_counted_for_the_eye_only() -> None:
    assert 'aria-hidden="true"' in Template("{% load site %}{% counters 24 %}").render(Context())
