"""The words of a championship of single players: the table has what is said somewhere, and nothing else."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from brackets.selectors.wording import SINGLES

ROOT = Path(__file__).resolve().parents[3]
TABLET = ROOT / "cuarenta_torneo" / "static" / "tablet" / "texts.es.js"


@cache
def in_templates() -> set[str]:
    return {
        phrase
        for template in (ROOT / "templates").rglob("*.html")
        for _, phrase in re.findall(r"""{% said (["'])(.+?)\1""", template.read_text())
    }


@cache
def modules() -> list[ast.Module]:
    """All but the table itself."""
    files = (file for app in ("brackets", "referee") for file in (ROOT / app).rglob("*.py"))
    return [ast.parse(each.read_text()) for each in files if each.name != "wording.py"]


def nodes() -> list[ast.AST]:
    return [node for module in modules() for node in ast.walk(module)]


def texts() -> set[object]:
    return {node.value for node in nodes() if isinstance(node, ast.Constant)}


def said() -> set[object]:
    """What code says, also by the name of a constant, of one value or of several; a phrase made on the spot as it is written."""
    return {phrase for module in modules() for phrase in _said_in(module)}


def _said_in(module: ast.Module) -> Iterator[object]:
    named = {
        getattr(target, "id", ""): each.value
        for each in module.body
        if isinstance(each, ast.Assign | ast.AnnAssign)
        for target in (each.targets if isinstance(each, ast.Assign) else [each.target])
    }
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "said" and len(call.args) == 2:
            yield from _phrases(call.args[1], named)


def _phrases(given: ast.expr | None, named: dict[str, ast.expr | None]) -> Iterator[object]:
    match given:
        case ast.Constant(value=phrase):
            yield phrase
        case ast.JoinedStr():
            yield ast.unparse(given)
        case ast.IfExp(body=one, orelse=other):
            yield from _phrases(one, named)
            yield from _phrases(other, named)
        case ast.Name(id=name):
            yield from _phrases(named.get(name), named)
        case ast.Subscript(value=of):
            yield from _phrases(of, named)
        case ast.Dict(values=each) | ast.Tuple(elts=each):
            for one in each:
                yield from _phrases(one, named)


def test_whatever_is_said_has_its_words() -> None:
    assert (in_templates() | said()) - SINGLES.keys() == set()


def test_no_words_are_kept_that_nobody_says() -> None:
    assert SINGLES.keys() - in_templates() - texts() == set()


def test_no_single_player_is_called_a_pareja() -> None:
    assert [words for words in SINGLES.values() if "pareja" in words.lower()] == []


def test_the_tablet_has_other_words_for_single_players_wherever_it_says_pareja() -> None:
    texts = dict(re.findall(r"^ +'?([\w.-]+)'?:\s+'(.*)',$", TABLET.read_text(), re.MULTILINE))
    paired = {key for key, text in texts.items() if re.search(r"\bparejas?\b", text, re.IGNORECASE)}

    assert "hand.start" in paired
    assert {key for key in texts if key.endswith(".alone")} == {f"{key}.alone" for key in paired}
