"""What a tablet loads to show a mesa, as it is served; Pyodide and the rules apart.

Counted are the page, all styles, and every module that `main.js` reaches by `import … from`. What is imported later, when it
is asked for, is kept on the tablet from the beginning but loads nothing before.
"""

import gzip
import re
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.staticfiles.finders import find
from django.test import Client

from cuarenta_torneo.static_storage import WRITTEN, make_small
from referee.selectors.shell import VENDOR_IMPORTS

LIMIT = 60 * 1024
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*["']([^"'\s]+)["']""")


@dataclass(frozen=True)
class Weight:
    """Bytes of gzip: of all files as one stream, and each by itself as they travel."""

    files: dict[str, bytes]

    @property
    def stream(self) -> int:
        return len(gzip.compress(b"".join(self.files[name] for name in sorted(self.files)), 9))

    @property
    def by_file(self) -> int:
        return sum(len(gzip.compress(text, 9)) for text in self.files.values())


def weigh(folder: Path) -> Weight:
    """Gather what the page loads into this folder, made small as collectstatic does."""
    page = Client().get("/tablet/").content
    styles = re.findall(r'href="/static/([^"]+\.css)"', page.decode())
    loaded = {"tablet/": page} | _small(styles, folder)
    wanted = ["tablet/main.js"]
    while wanted:
        modules = _small(wanted, folder)
        loaded |= modules
        reached = {_named(target, name) for name, text in modules.items() for target in IMPORTED.findall(text.decode())}
        wanted = sorted(reached - set(loaded))
    return Weight(loaded)


def _small(names: list[str], folder: Path) -> dict[str, bytes]:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(Path(str(find(name))).read_bytes())
    if written := [name for name in names if name.startswith(WRITTEN)]:
        make_small(folder, written)
    return {name: (folder / name).read_bytes() for name in names}


def _named(target: str, importer: str) -> str:
    if target.startswith("."):
        return normpath(join(dirname(importer), target))
    return next(
        place + target.removeprefix(bare)
        for bare, place in VENDOR_IMPORTS.items()
        if target == bare or (bare.endswith("/") and target.startswith(bare))
    )
