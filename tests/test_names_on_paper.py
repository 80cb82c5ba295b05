"""Every name that is typed in is either asked about or refused where it has letters that our papers cannot print."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
NAMES: Final = ("El nombre", "El club", "La institución", "La familia", "El organizador", "El lugar", "La categoría")
ASKED: Final = {
    "brackets/services/accounts.py": "brackets/services/team.py",
    "brackets/services/inscription.py": "brackets/services/doubts.py",
}
"""What cleans a name that another module asks about."""
AS_SIGNED: Final = {"referee/services/transcriptions/rows.py"}
"""A signature on paper is typed as it was signed."""


def cleanings(path: Path) -> Iterator[tuple[str, bool]]:
    """Labels that a module cleans texts under, each with whether letters that cannot be printed are refused."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "text_clean":
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            label = given["label"]
            yield (label.value if isinstance(label, ast.Constant) else "El nombre"), "printable" in given


def test_every_name_is_asked_about_or_refused() -> None:
    modules = [path for app in ("brackets", "referee") for path in (ROOT / app / "services").rglob("*.py")]
    unasked = {
        str(path.relative_to(ROOT))
        for path in modules
        for label, refuses in cleanings(path)
        if label.startswith(NAMES) and not refuses
    } - AS_SIGNED
    asking = {ASKED.get(name, name) for name in unasked}

    assert "brackets/services/championships.py" in asking
    assert [name for name in sorted(asking) if "unprinted(" not in (ROOT / name).read_text(encoding="utf-8")] == []
