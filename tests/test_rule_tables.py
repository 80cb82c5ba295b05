"""The tables of docs/reglamento.md and docs/reglamentos.md are those that `bin/rule-tables` makes of the declarations."""

import runpy
from pathlib import Path

import pytest

MADE = runpy.run_path(str(Path(__file__).resolve().parent.parent / "bin" / "rule-tables"))


@pytest.mark.parametrize("page", MADE["PAGES"], ids=lambda page: page.name)
def test_tables_are_up_to_date(page):
    text = page.read_text(encoding="utf-8")

    assert MADE["written_again"](text) == text, "run bin/rule-tables"


def test_every_rulebook_and_kind_of_setting_has_its_table():
    found = {block[1] for page in MADE["PAGES"] for block in MADE["BLOCK"].findall(page.read_text(encoding="utf-8"))}

    assert found == {"duda", "variante", "variants", *MADE["REGLAMENTOS"]} - {"riobamba"}
