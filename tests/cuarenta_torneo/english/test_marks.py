"""The sentences beside a mesa are public: each has its English, whatever its kind."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from brackets.models import Fixture
from brackets.models.stages import MarkKind
from brackets.services.carrying import without_effect
from brackets.services.endings import told_of_json
from cuarenta_torneo.english.page import english_or_none

How = Fixture.How
BLANKS = {"name": "Alba Ñato", "number": "7"}


def sentences() -> Iterator[tuple[str, str]]:
    """The kinds and the sentences in each function that marks a mesa."""
    modules = [ast.parse(path.read_text()) for path in Path(settings.BASE_DIR, "brackets/services").rglob("*.py")]
    named = dict(_constants(modules))
    for module in modules:
        for function in ast.walk(module):
            if isinstance(function, ast.FunctionDef) and _marks(function):
                docstring = ast.get_docstring(function, clean=False)
                for text in {*_texts(function, named)} - {docstring}:
                    yield from ((kind, text) for kind in _kinds(function))
    for ending in endings():
        for players in (1, 2):
            yield MarkKind.WITHOUT_EFFECT.name, without_effect((2, 5), told_of_json(ending, players))


def endings() -> Iterator[dict[str, Any]]:
    """Every way in which a partida ends that two came to or did not, with the chicas that it may have."""
    for how in (How.WALKOVER, How.DOUBLE_NO_SHOW):
        yield {"how": how, "winner": 7 if how == How.WALKOVER else None, "chicas": []}
    for how in (How.PLAYED, How.RETIREMENT, How.DISQUALIFICATION):
        for chicas in ([], [[40, 22], [40, 18]]) if how != How.PLAYED else ([[40, 22], [40, 18]],):
            yield {"how": how, "winner": 7, "chicas": chicas}


def _marks(function: ast.FunctionDef) -> bool:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    names = {each.attr if isinstance(each, ast.Attribute) else ast.unparse(each) for each in calls}
    return bool(names & {"tell", "mark_add"}) and any(_kinds(function))


def _kinds(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "MarkKind":
            yield node.attr


def _constants(modules: Iterable[ast.Module]) -> Iterator[tuple[str, str]]:
    for module in modules:
        for node in module.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(text))):
                    yield name, text


def _texts(function: ast.FunctionDef, named: Mapping[str, str]) -> Iterator[str]:
    parts = {id(part) for node in ast.walk(function) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(function):
        text = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            text = node.value
        elif isinstance(node, ast.Name):
            text = named.get(node.id, "")
        elif isinstance(node, ast.JoinedStr):
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else BLANKS[ast.unparse(part.value)]
                for part in node.values
                if isinstance(part, ast.Constant | ast.FormattedValue)
            )
        if text.endswith("."):
            yield text


def test_each_sentence_beside_a_mesa_has_its_english() -> None:
    found = set(sentences())

    assert {kind for kind, _ in found} == set(MarkKind.__members__)
    assert {text for _, text in found if english_or_none(text) is None} == set()
