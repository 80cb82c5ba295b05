"""The owner of machine, database and keys tries fifty rewrites: each is found from what a phone, a paper or a cosigner kept, and two views once they meet."""

from collections import Counter
from pathlib import Path

import pytest

from tests.attacks.night import Night, continues, is_refused, unfound
from tests.attacks.rewrites import REWRITES

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path / "copa.json")


def test_fifty_of_fifty_are_found(night: Night) -> None:
    honest = night.owner()
    assert (
        honest.found(night.first.phone, night.second.paper, night.second.cosigned, cosigners=[night.first.club]) == []
    )
    honest.remake()  # the owner makes everything anew and changes nothing: the same leaves, the same roots
    assert honest.found(night.first.phone, night.second.phone) == []
    assert continues(honest, night.first)
    assert not is_refused(night, honest)

    missed = {f"{each.how}: {each.what}": why for each in REWRITES if (why := unfound(night, each))}

    assert missed == {}
    assert len({(each.how, each.what) for each in REWRITES}) == 50
    assert min(Counter(each.how for each in REWRITES).values()) >= 3
