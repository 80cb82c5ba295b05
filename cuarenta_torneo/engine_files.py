"""What the tablet's engine is made of, among the static files: Pyodide, and the rulebook packed from its source.

The package is made anew whenever it is looked for, so that it is never older than the rules; the same source gives
the same bytes. Python's own library is served as `bin/stdlib` compiled it; where it did not, as npm brought it.
"""

import zipfile
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

PYODIDE: Final = "vendor/pyodide"
# Of everything in the npm package, what a browser loads.
PYODIDE_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
)
STDLIB: Final = "python_stdlib.zip"
ENGINE: Final = "tablet/engine"
RULES: Final = "rules.zip"

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


def rules_packed(root: Path) -> bytes:
    """A zip that Python imports `referee.rules` from: its source and what it imports, nothing else, the same bytes every time."""
    blank = [root / "brackets" / "__init__.py", root / "brackets" / "blank.py"]
    sources = [*blank, root / "referee" / "__init__.py", *sorted((root / "referee" / "rules").rglob("*.py"))]
    return _zipped(root, tuple((source, source.stat().st_mtime_ns) for source in sources))


@lru_cache(maxsize=1)
def _zipped(root: Path, sources: tuple[tuple[Path, int], ...]) -> bytes:
    """These files in one zip, made anew once one of them was written; the numbers are when each was, in nanoseconds."""
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for source, _ in sources:
            entry = zipfile.ZipInfo(source.relative_to(root).as_posix(), _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, source.read_bytes())
    return whole.getvalue()


class EngineFinder(BaseFinder):
    """Finds the files of the engine."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        self._pyodide = _prefixed(settings.NODE_MODULES / "pyodide", PYODIDE)
        self._stdlib = self._pyodide
        compiled = settings.NODE_MODULES / ".engine"
        if (compiled / STDLIB).exists():
            self._stdlib = _prefixed(compiled, PYODIDE)
        self._rules = _prefixed(settings.BASE_DIR / "var" / ".engine", ENGINE)

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:  # noqa: FBT001, FBT002 (Django's)
        folder, _, name = path.rpartition("/")
        found: list[str] = []
        if folder == PYODIDE and name in PYODIDE_FILES:
            found = [self._pyodide.path(name)]
        elif path == f"{PYODIDE}/{STDLIB}":
            found = [self._stdlib.path(STDLIB)]
        elif path == f"{ENGINE}/{RULES}":
            found = [str(self._pack())]
        return found if find_all else found[0] if found else []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in PYODIDE_FILES:
            yield name, self._pyodide
        yield STDLIB, self._stdlib
        self._pack()
        yield RULES, self._rules

    def _pack(self) -> Path:
        """Write the package where it is not there or is another one; whole or not at all, for several may pack."""
        target = Path(self._rules.path(RULES))
        packed = rules_packed(settings.BASE_DIR)
        if not target.exists() or target.read_bytes() != packed:
            target.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=target.parent, delete=False) as draft:
                draft.write(packed)
            Path(draft.name).chmod(0o644)
            Path(draft.name).replace(target)
        return target


def _prefixed(folder: Path, prefix: str) -> FileSystemStorage:
    storage = FileSystemStorage(location=str(folder))
    storage.prefix = prefix  # type: ignore[attr-defined]  # what collectstatic and WhiteNoise read
    return storage
