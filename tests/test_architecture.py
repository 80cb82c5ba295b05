"""What import-linter cannot see: who writes, how long a module is, and what it is called."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("cuarenta_torneo", "brackets", "referee", "kernel")
MODULES = sorted(
    path.relative_to(ROOT)
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if "migrations" not in path.parts
)
# `update` is left out: dicts and sets have one.
WRITERS = {
    "save", "create", "bulk_create", "bulk_update", "delete", "get_or_create", "update_or_create",
    "acreate", "asave", "adelete", "create_user", "create_superuser", "set_password",
}  # fmt: skip
# Documents are saved too, under these names: a page of reportlab, a book of openpyxl.
DOCUMENTS = {"canvas", "workbook"}
MAY_WRITE = {"services"}
EMPTY_NAMES = {"utils", "helpers", "common", "core", "misc"}


def writes(path: Path) -> list[str]:
    calls = [node for node in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(node, ast.Call)]
    return [
        f"{path}:{call.lineno} .{call.func.attr}()"
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in WRITERS
        and not (isinstance(call.func.value, ast.Name) and call.func.value.id in DOCUMENTS)
    ]


def test_only_services_write() -> None:
    outside = [path for path in MODULES if MAY_WRITE.isdisjoint({*path.parts, path.stem})]

    assert [found for path in outside for found in writes(path)] == []


def test_modules_hold_one_subject_and_are_named_for_it() -> None:
    """A module of more than 500 lines is looked at: it is left whole only where it holds one subject."""
    long = [
        f"{path}: {lines} lines" for path in MODULES if (lines := len((ROOT / path).read_text().splitlines())) > 500
    ]

    assert long == []
    assert [path for path in MODULES if not EMPTY_NAMES.isdisjoint({*path.parts, path.stem})] == []
