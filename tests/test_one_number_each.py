"""Pages and papers call a match by its number and by nothing else that counts: place in its stage, key of a row."""

import re
from typing import Final

import pytest
from django.db.models import F
from django.test import Client

from brackets.draw.formats import Elimination, Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.models import AuditEntry, Championship, Fixture, Stage
from brackets.services.fixtures import fixture_assign, fixture_call
from referee.printing.papers.kinds import KINDS, kind_papers
from tests.brackets.services.tournament import Tournament
from tests.factories.brackets import NOW, TableFactory, director_of
from tests.factories.insider import insider
from tests.referee.selectors.papers.told import asked, words
from tests.test_numbers_agree import pages, text_of

pytestmark = pytest.mark.django_db

FAR: Final = 400
"""So far are the numbers from places, counts and keys of rows."""
NUMBERED: Final = re.compile(r"\b[Pp]artida[ |]*(\d+)\b(?! de )")


@pytest.fixture
def championship() -> Championship:
    """Two stages with high numbers, the second one under way."""
    criteria = ("mesas", "sorteo")
    there = Tournament(
        range(1, 5),
        [
            StagePlan(name="Grupo", format=Series(size=0), entry=(Everybody(),), criteria=criteria),
            StagePlan(name="Cuadro", format=Elimination(third_place=True), entry=(FromEach(1, 4),), criteria=criteria),
        ],
    )
    there.draw_and_publish(1)
    with insider(Stage):
        Stage.objects.filter(championship=there.championship).update(first_number=FAR + 1)
    Fixture.objects.filter(stage__championship=there.championship).update(number=F("number") + FAR)
    while playable := there.playable():
        there.record(playable[0], {"how": "played", "winner": "A", "chicas": [[40, 22], [40, 18]]})
    there.draw_and_publish(2)
    table = TableFactory(championship=there.championship, number=9)
    first, second = there.playable()
    there.record(first, {"how": "played", "winner": "B", "chicas": [[22, 40], [18, 40]]})
    second = fixture_assign(fixture=second, table=table, juez=None, user=there.director, now=NOW)
    fixture_call(fixture=second, user=there.director, now=NOW)
    return there.championship


@pytest.mark.long
def test_on_pages_papers_and_in_the_audit(championship: Championship, client: Client) -> None:
    listed = {fixture.number for fixture in Fixture.objects.filter(stage__championship=championship) if fixture.number}
    assert listed == set(range(FAR + 1, FAR + 11))
    client.force_login(director_of(championship))
    texts = {address: text_of(html) for address, html in pages(client, f"/c/{championship.slug}/panel/partidas/", 60)}
    printed = [kind for kind in KINDS.values() if kind.papers is not None]
    texts |= {kind.key: words(kind_papers(kind, asked(championship))) for kind in printed}
    texts |= {entry.sentence: entry.sentence for entry in AuditEntry.objects.filter(championship=championship)}

    wrong = {
        f"{where}: {text[max(0, each.start() - 30) : each.end() + 20]}"
        for where, text in texts.items()
        for each in NUMBERED.finditer(text)
        if int(each[1]) not in listed
    }

    assert wrong == set()
    assert sum(len(NUMBERED.findall(text)) for text in texts.values()) > 40
