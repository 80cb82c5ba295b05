"""A typed day is one of this century, in every form that asks for one."""

import re
from datetime import date
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from brackets.forms.days import DayField

BIRTHS = "brackets/forms/inscription.py"
"""Who was born in another century is inscribed too."""


@pytest.mark.parametrize("typed", ["0026-11-28", "0001-01-01", "1999-12-31", "9999-12-31"])
def test_a_year_typed_in_haste_is_asked_for_again(typed: str) -> None:
    with pytest.raises(ValidationError, match="cuatro cifras"):
        DayField().clean(typed)


def test_a_day_of_this_century_is_taken() -> None:
    assert DayField().clean("2026-11-28") == date(2026, 11, 28)
    assert DayField(required=False).clean("") is None


def test_no_form_asks_for_a_day_in_another_way(project_root: Path) -> None:
    asking = {
        str(path.relative_to(project_root))
        for app in ("brackets", "referee")
        for path in (project_root / app).rglob("*.py")
        if re.search(r"forms\.DateField\(", path.read_text())
    }

    assert asking == {BIRTHS}
