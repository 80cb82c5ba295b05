from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def prints_root(settings: Settings, tmp_path: Path) -> Path:
    settings.PRINTS_ROOT = tmp_path / "prints"
    return settings.PRINTS_ROOT
