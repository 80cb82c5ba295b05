"""The docs are true: links lead somewhere, pictures are there, variables and commands are written down."""

import ast
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
COMMANDS = sorted(path.stem for path in ROOT.glob("*/management/commands/[!_]*.py"))
MOST_BYTES = 4_000_000

LINK = re.compile(r"\]\(([^)\s]+)\)|<(?:img|a)\s[^>]*(?:src|href)=\"([^\"]+)\"")
EXTERNAL = ("http://", "https://", "mailto:")


@cache
def text_of(page: Path) -> str:
    """A page without what is only quoted in it: blocks of code and code in the line."""
    return re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


@cache
def links(page: Path) -> list[str]:
    found = [unquote(markdown or html) for markdown, html in LINK.findall(text_of(page))]
    return [link for link in found if not link.startswith(EXTERNAL)]


@cache
def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in a link, as GitHub does it."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def is_broken(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    return not target.exists() or bool(anchor and target.suffix == ".md" and anchor not in anchors(target))


def variables() -> set[str]:
    """Read by the settings as `env.kind("NAME")`, by what `bin/serve` starts as `given("NAME", …)`."""
    calls = (
        node
        for node in ast.walk(ast.parse((ROOT / "cuarenta_torneo" / "settings.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
    )
    read = {
        call.args[0].value
        for call in calls
        if isinstance(call.func.value, ast.Name)
        and call.func.value.id == "env"
        and isinstance(call.args[0], ast.Constant)
    }
    serving = "".join(each.read_text(encoding="utf-8") for each in (ROOT / "cuarenta_torneo" / "serving").glob("*.py"))
    return read | set(re.findall(r"given\(\"([A-Z_]+)", serving))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert [link for link in links(page) if is_broken(page, link)] == []


def test_every_picture_is_shown_and_together_they_stay_light() -> None:
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    taken = set(PICTURES.glob("*.png"))

    assert taken
    assert sorted(each.name for each in taken - shown) == []
    assert sum(each.stat().st_size for each in taken) < MOST_BYTES


@pytest.mark.parametrize("variable", sorted(variables()))
def test_every_variable_that_is_read_is_written_down(variable: str) -> None:
    rows = [line for line in (DOCS / "operacion.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]

    assert any(re.search(rf"`{variable}(=[^`]*)?`", row.split("|")[1]) for row in rows)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_written_down(command: str) -> None:
    assert any(re.search(rf"`[^`\n]*manage\.py {command}\b", page.read_text(encoding="utf-8")) for page in PAGES)


def test_every_entry_of_the_changelog_ends_with_its_sentence_and_is_there_once() -> None:
    entries = re.split(r"\n- |\n## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").rstrip())[2:]

    assert [each for each in entries if each.rstrip()[-1] not in ".:" or "\\n" in each or entries.count(each) > 1] == []
