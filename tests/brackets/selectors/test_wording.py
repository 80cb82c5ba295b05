"""The words of a championship of single players: the table has what is said somewhere, and nothing else."""

import ast
import re
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
        for phrase in re.findall(r'{% said "([^"]+)"', template.read_text())
    }


@cache
def nodes() -> list[ast.AST]:
    """Of all modules but the table itself."""
    modules = (module for app in ("brackets", "referee") for module in (ROOT / app).rglob("*.py"))
    return [node for each in modules if each.name != "wording.py" for node in ast.walk(ast.parse(each.read_text()))]


def texts() -> set[object]:
    return {node.value for node in nodes() if isinstance(node, ast.Constant)}


def said() -> set[object]:
    calls = (node for node in nodes() if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "said")
    return {each.args[1].value for each in calls if isinstance(each.args[1], ast.Constant)}


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
