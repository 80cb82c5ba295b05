"""What is gathered for serving is small: without comments, beside its gzip, whatever else is installed."""

import gzip
from pathlib import Path

from cuarenta_torneo.static_storage import SmallStaticFilesStorage

SCRIPT = (
    "// the same again and again\n" * 100
    + "import { t } from './texts.js';\nexport const said = (word) => t(word);\n"
    + f"export const told = '{'tell ' * 100}';\n"
)


def gathered(folder: Path, *names: str) -> None:
    storage = SmallStaticFilesStorage(location=str(folder), base_url="/static/")
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SCRIPT)
    list(storage.post_process({name: (storage, name) for name in names}))


def test_a_file_is_gathered_beside_its_gzip(tmp_path: Path) -> None:
    gathered(tmp_path, "site/page.js")

    assert sorted(path.name for path in (tmp_path / "site").iterdir()) == ["page.js", "page.js.gz"]
    assert (tmp_path / "site/page.js").read_text() == SCRIPT
    assert gzip.decompress((tmp_path / "site/page.js.gz").read_bytes()).decode() == SCRIPT


def test_the_tablet_s_modules_lose_their_comments_and_stay_modules_by_their_names(tmp_path: Path) -> None:
    gathered(tmp_path, "tablet/a.js", "tablet/screens/a.js")

    for name in ("tablet/a.js", "tablet/screens/a.js"):
        small = (tmp_path / name).read_text()
        assert "again" not in small
        assert 'from"./texts.js"' in small
        assert "export const said=" in small
        assert gzip.decompress((tmp_path / f"{name}.gz").read_bytes()).decode() == small
