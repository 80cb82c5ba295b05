"""Which article a conduct usually offends, by rulebook."""

import pytest

from referee.models import Incident
from referee.rules import reglamento_get, usual_articles
from referee.rules.conduct import KINDS


@pytest.mark.parametrize(
    ("key", "snatch", "signs"),
    [
        ("riobamba", "art. 16", "art. 16, 18"),
        ("juez-de-aguas", "art. 1", "art. 1"),  # there the partner and then the rival take what is forgotten
        ("pagat", "", ""),
        ("quito", "", ""),
    ],
)
def test_what_is_cited_is_what_the_rulebook_has(key: str, snatch: str, signs: str) -> None:
    usual = usual_articles(reglamento_get(key, {}))
    assert (usual["arranche"], usual["senas"], usual["ofensa"]) == (snatch, signs, signs)


def test_every_kind_that_can_be_written_has_its_article() -> None:
    assert set(KINDS) == set(Incident.Kind.values)
