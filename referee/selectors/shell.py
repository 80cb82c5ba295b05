"""The tablet's app as files: what must be on a tablet so that it opens without a network, each with its digest.

The service worker is given this list inside its own text, so that one changed byte anywhere is a new version of it.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

# What modules call by a bare name: the page's import map.
VENDOR_IMPORTS = {
    "lit/": "vendor/lit/",
    "lit-html": "vendor/lit-html/lit-html.js",
    "lit-html/": "vendor/lit-html/",
    "idb": "vendor/idb/index.js",
    "signature_pad": "vendor/signature_pad/signature_pad.min.js",
    "lean-qr": "vendor/lean-qr/index.mjs",
    "lean-qr/extras/svg": "vendor/lean-qr/extras/svg.mjs",
    "qr/decode.js": "vendor/qr/decode.js",
}
TEMPLATE = "templates/tablet.html"
APP = "tablet/"
WORKER = "tablet/sw.js"
# Served under the page's own address: only there does the service worker answer for it.
RULEBOOK = "tablet/engine/worker.js"
# Large, seldom changed, and only for the rulebook's engine: the app opens before they have arrived.
ENGINE = "vendor/pyodide/"
PICTURES = ("site/favicon.svg",)
KINDS = {".js", ".mjs", ".css", ".svg", ".png", ".webmanifest", ".wasm", ".zip", ".json"}
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\s]+)["']""")


@dataclass(frozen=True)
class Shell:
    """Names of static files, each with the base64 of its SHA-256, and that of the page's template."""

    page: str
    app: dict[str, str]
    engine: dict[str, str]

    @property
    def version(self) -> str:
        """Twelve digits that differ when any byte does."""
        return sha256(json.dumps([self.page, self.app, self.engine], sort_keys=True).encode()).hexdigest()[:12]


def import_map() -> str:
    """The page's import map; the same text every time, so that the policy can name it by its digest."""
    return json.dumps({"imports": {name: settings.STATIC_URL + path for name, path in VENDOR_IMPORTS.items()}})


def import_map_source() -> str:
    """What allows that one text, and no other inline script, in a Content-Security-Policy."""
    return f"'sha256-{b64encode(sha256(import_map().encode()).digest()).decode()}'"


def shell() -> Shell:
    """What is served now: read again only where a file has changed."""
    served = _served()
    engine = {name: path for name, path in served.items() if name.startswith(ENGINE)}
    app = {name: path for name, path in served.items() if name.startswith(APP) and name != WORKER}
    wanted = [*app, *PICTURES]
    while wanted:
        name = wanted.pop()
        if name not in served:
            continue  # /salud says which
        app[name] = served[name]
        wanted += [other for other in _imported(name, served[name]) if other not in app and other not in engine]
    return Shell(page=_digest(settings.BASE_DIR / TEMPLATE), app=_digests(app), engine=_digests(engine))


def source(name: str) -> str:
    """The text of a static file."""
    return _served()[name].read_text()


def _served() -> dict[str, Path]:
    """Every file that whitenoise serves, by its name among the static files."""
    if settings.WHITENOISE_USE_FINDERS:
        listed = ((path, storage) for finder in finders.get_finders() for path, storage in finder.list([]))
        files = {_named(path, storage): Path(storage.path(path)) for path, storage in listed}
    else:
        root = Path(staticfiles_storage.path(""))
        files = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    return {name: path for name, path in sorted(files.items()) if path.suffix in KINDS}


def _named(path: str, storage: Any) -> str:
    prefix = getattr(storage, "prefix", None)
    return f"{prefix}/{path}" if prefix else path


def _digests(files: dict[str, Path]) -> dict[str, str]:
    return {name: _digest(path) for name, path in sorted(files.items())}


def _digest(path: Path) -> str:
    return _read(path, path.stat().st_mtime_ns)[0]


def _imported(name: str, path: Path) -> Iterator[str]:
    """Name the static files that a module imports, by the import map or beside it."""
    if path.suffix not in {".js", ".mjs"}:
        return
    for target in _read(path, path.stat().st_mtime_ns)[1]:
        if target.startswith("."):
            yield _resolved(PurePosixPath(name).parent / target)
            continue
        for bare, place in VENDOR_IMPORTS.items():
            if target == bare or (bare.endswith("/") and target.startswith(bare)):
                yield place + target.removeprefix(bare)


def _resolved(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


@lru_cache(maxsize=1000)
def _read(path: Path, _changed: int) -> tuple[str, tuple[str, ...]]:
    """The digest of a file and, of a module, what it imports."""
    content = path.read_bytes()
    digest = b64encode(sha256(content).digest()).decode()
    if path.suffix not in {".js", ".mjs"}:
        return digest, ()
    return digest, tuple(IMPORT.findall(content.decode()))
