"""Why a mesa counts no longer is told in English as it is in Spanish."""

import pytest

from brackets.models import Fixture, MarkKind
from brackets.services.marks import TURNED
from cuarenta_torneo.english import in_english
from referee.models import Mesa
from referee.selectors.mesas import why_not_counted
from tests.factories.brackets import NOW

HERE = "Abajo está lo que jugaron antes en esta mesa Rosa / Luis (A) y Ana / Eva (B), {}."
BELOW = "Below is what Rosa / Luis (A) and Ana / Eva (B) played at this table before, {}."


@pytest.mark.parametrize(
    ("rivals", "marks", "told"),
    [
        (
            (2, 1),
            [],
            "The two who sat down to this table meet now with sides A and B the other way about, since the draw was changed.",
        ),
        (
            (1, 3),
            [],
            "Those who sat down to this table do not meet in the match any more, since an earlier result or the draw was changed.",
        ),
        (
            (1, 2),
            [{"kind": MarkKind.WITHOUT_EFFECT, "text": "", "at": 1.9e9}],
            "What was played at this table is without effect by decision of the Director.",
        ),
    ],
)
def test_on_its_planilla(rivals: tuple[int, int], marks: list[dict[str, object]], told: str) -> None:
    fixture = Fixture(pareja_a_id=rivals[0], pareja_b_id=rivals[1], marks=marks)

    why = why_not_counted(Mesa(pareja_a_id=1, pareja_b_id=2, fixture=fixture, opened_at=NOW))

    assert in_english(f"{why}.") == told


@pytest.mark.parametrize(
    ("spanish", "english"),
    [
        ("que ya no son los rivales de esta partida", "who do not meet in this match any more"),
        (
            "que se encuentran ahora con los lados A y B al revés",
            "who meet now with sides A and B the other way about",
        ),
    ],
)
def test_on_the_page_of_its_partida(spanish: str, english: str) -> None:
    assert in_english(HERE.format(spanish)) == BELOW.format(english)


def test_beside_it_and_below() -> None:
    counts = "La Planilla sigue siendo lo que se jugó y se firmó, pero ya no cuenta: pregunte en la Mesa de Control."

    assert in_english(TURNED) == "What was recorded here is of the same two with sides A and B the other way about."
    assert in_english(counts).endswith("no longer counts: ask at the control desk.")
