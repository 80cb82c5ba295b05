"""What import-linter cannot see: who writes, how long a module is, and what it is called."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps

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


def locked_with(path: Path) -> Iterator[tuple[str, str]]:
    """Each relation that is read in the same statement that locks a row, with the model of the row."""
    for call in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "select_related":
            source = ast.unparse(call.func.value)
            if found := re.match(r"(\w+)\.objects\b.*\.select_for_update\(", source):
                yield from ((found[1], ast.literal_eval(each).split("__")[0]) for each in call.args)


def test_what_a_row_may_come_to_name_is_not_read_with_its_lock() -> None:
    """PostgreSQL waits for the row and reads it anew, but not what was joined: a tablet that was let in meanwhile looked like none."""
    models = {model.__name__: model for model in apps.get_models()}
    read = [(path, model, name) for path in MODULES for model, name in locked_with(path)]

    assert len(read) > 10
    assert [each for each in read if models[each[1]]._meta.get_field(each[2]).null] == []
