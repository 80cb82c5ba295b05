"""Programs of others that tests ask for a second opinion."""

import shutil
import subprocess
from pathlib import Path


def run(package: str, program: str, *arguments: str | Path, must: bool = True) -> str:
    """What `program` says; where it is not installed the test fails, with the Debian `package` that brings it."""
    path = shutil.which(program)
    assert path, f"{program} is not installed: apt-get install {package}"
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False)
    assert not (must and done.returncode), done.stderr
    return done.stdout


def pdfsig(path: Path) -> str:
    """Poppler's opinion on the signatures of a PDF."""
    return run("poppler-utils", "pdfsig", path, must=False)


def openssl(*arguments: str | Path, must: bool = True) -> str:
    return run("openssl", "openssl", *arguments, must=must)
