"""Every table is in a document, in it with the personal data alone, or out of it with the reason; and its schema is the published one."""

import json
from pathlib import Path

from django.apps import apps

from referee.selectors.archive.parts import ELSEWHERE, LEFT_OUT, PARTS
from referee.selectors.archive.schema import schema

DOCS = Path(__file__).resolve().parents[4] / "docs"


def test_every_model_is_decided_on_once() -> None:
    own = {model for app in ("brackets", "referee") for model in apps.get_app_config(app).get_models()}
    decided = [*(part.model for part in PARTS), *ELSEWHERE, *LEFT_OUT]

    assert {model.__name__ for model in own.symmetric_difference(decided)} == set()
    assert len(decided) == len(set(decided))
    assert all(LEFT_OUT.values())


def test_what_a_row_refers_to_stands_before_it() -> None:
    seen = {*ELSEWHERE}
    for part in PARTS:
        seen.add(part.model)
        assert {column.refers for column in part.columns if column.refers} <= seen, part.name


def test_what_may_be_missing_is_referred_to_by_nothing_that_is_always_there() -> None:
    private = {part.model for part in PARTS if part.private}
    assert [
        part.name for part in PARTS if not part.private and private & {column.refers for column in part.columns}
    ] == []


def test_the_published_schema_is_that_of_version_1() -> None:
    """Another one is another version: `manage.py archivar --esquema`, and what reads version 1 stays."""
    assert json.loads((DOCS / "archivo.schema.json").read_text()) == json.loads(json.dumps(schema()))


def test_every_part_is_told_in_the_docs() -> None:
    told = (DOCS / "archivo.md").read_text()
    grouped = ("apelaciones_", "conductas_")
    assert [part.name for part in PARTS if f"`{part.name}`" not in told and not part.name.startswith(grouped)] == []
