"""The matrix that people read is the one that the code asks."""

from pathlib import Path

import pytest
from django.urls import reverse

from brackets.models import Role
from brackets.selectors.access import ACTIONS, GRANTS
from brackets.selectors.functions import SENTENCES, action_lines, grant_lines
from tests.factories.brackets import ChampionshipFactory, RoleFactory


def test_every_action_has_its_sentence_and_no_sentence_is_of_nothing() -> None:
    assert sorted(SENTENCES) == sorted(ACTIONS)
    assert len(set(SENTENCES.values())) == len(SENTENCES)


def test_the_lines_are_the_table() -> None:
    lines = dict(zip(ACTIONS, action_lines(), strict=True))

    for action, allowed in ACTIONS.items():
        assert {kind for kind, may in lines[action].cells if may} == {kind for kind in Role.Kind if kind in allowed}
    for kind, line in zip(Role.Kind, grant_lines(), strict=True):
        assert {giver for giver, may in line.cells if may} == {giver for giver in GRANTS if kind in GRANTS[giver]}


def test_the_manual_prints_the_same_table(project_root: Path) -> None:
    manual = (project_root / "docs" / "manual.md").read_text(encoding="utf-8")

    assert table() in manual


def table() -> str:
    """As it stands in the manual; print it when it changes: `python -c "from tests…test_functions import table"`."""
    heads = ["qué", *(str(kind.label) for kind in Role.Kind)]
    rows = [[line.sentence, *("sí" if may else "" for may in line.marks)] for line in action_lines()]
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |") for cells in lines)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["director", "control", "inscription"])
def test_whoever_gets_into_the_panel_reads_it(kind: str, client, django_assert_num_queries) -> None:
    championship = ChampionshipFactory()
    client.force_login(RoleFactory(championship=championship, kind=kind).user)

    page = client.get(reverse("brackets:functions", args=[championship.slug])).content.decode()

    assert all(sentence in page for sentence in SENTENCES.values())
