from pathlib import Path

import pytest

from bench.weight import LIMIT, weigh


@pytest.mark.django_db
def test_what_a_tablet_loads_to_show_a_mesa_weighs_at_most_60_kb(tmp_path: Path) -> None:
    weight = weigh(tmp_path)

    assert {
        "tablet/",
        "tablet/css/play.css",
        "tablet/screens/play.js",
        "tablet/table.js",
        "vendor/idb/index.js",
        "vendor/lit-html/lit-html.js",
    } <= set(weight.files)
    assert weight.stream <= LIMIT
