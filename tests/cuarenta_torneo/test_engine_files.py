"""The engine's files are found where static files are, and its rulebook is the rules as they are now."""

import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from cuarenta_torneo.engine_files import PYODIDE_FILES, STDLIB, EngineFinder, rules_packed


@pytest.fixture
def project(tmp_path, project_root, settings):
    """A project of which only two modules of rules are left, as the finder sees it."""
    rules = tmp_path / "referee" / "rules" / "naipes"
    rules.mkdir(parents=True)
    (tmp_path / "referee" / "__init__.py").touch()
    (tmp_path / "brackets").mkdir()
    (tmp_path / "brackets" / "__init__.py").touch()
    (tmp_path / "brackets" / "blank.py").touch()
    (rules.parent / "sides.py").write_text("SIDES = ('A', 'B')\n")
    (rules / "deck.py").write_text("CARDS = 40\n")
    settings.BASE_DIR = tmp_path
    return tmp_path


def test_the_package_holds_the_source_of_the_rules_and_of_what_they_import_and_nothing_else(project_root):
    with zipfile.ZipFile(BytesIO(rules_packed(project_root))) as archive:
        names = set(archive.namelist())
        bridge = archive.read("referee/rules/bridge.py")

    assert bridge == (project_root / "referee/rules/bridge.py").read_bytes()
    assert {name for name in names if not name.startswith("referee/rules/")} == {
        "brackets/__init__.py",
        "brackets/blank.py",
        "referee/__init__.py",
    }
    assert all(name.endswith(".py") for name in names)


def test_python_runs_the_rules_from_the_package_alone(project_root, tmp_path):
    """Whatever else a rule might import is not there, as it is not on a tablet."""
    package = tmp_path / "rules.zip"
    package.write_bytes(rules_packed(project_root))
    program = "from referee.rules.bridge import Bridge; import referee.rules; print(referee.rules.__file__)"

    told = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(package)!r}); {program}"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )

    assert told.stdout.startswith(str(package))


def test_the_same_source_gives_the_same_bytes(project):
    first = rules_packed(project)
    (project / "referee/rules/sides.py").touch()

    assert rules_packed(project) == first


def test_a_rule_that_changes_or_goes_is_packed_anew(project):
    def packed():
        with zipfile.ZipFile(Path(EngineFinder().find("tablet/engine/rules.zip"))) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    packed()
    (project / "referee/rules/sides.py").write_text("SIDES = ('A', 'B', 'C')\n")
    (project / "referee/rules/naipes/deck.py").unlink()

    beside = dict.fromkeys(("brackets/__init__.py", "brackets/blank.py", "referee/__init__.py"), b"")
    assert packed() == beside | {"referee/rules/sides.py": b"SIDES = ('A', 'B', 'C')\n"}


def test_of_pyodide_only_what_a_browser_loads_is_served():
    assert all(finders.find(f"vendor/pyodide/{name}") for name in (*PYODIDE_FILES, STDLIB))
    assert finders.find("vendor/pyodide/console.html") is None


def test_what_is_gathered_for_serving_is_what_is_found(project, project_root):
    listed = {f"{storage.prefix}/{name}": Path(storage.path(name)) for name, storage in EngineFinder().list(None)}

    pyodide = {f"vendor/pyodide/{name}" for name in (*PYODIDE_FILES, STDLIB)}
    assert set(listed) == {"tablet/engine/rules.zip", *pyodide}
    assert all(path.exists() for path in listed.values())


def test_pythons_library_is_the_compiled_one_where_there_is_one(tmp_path, settings):
    settings.NODE_MODULES = tmp_path
    for folder in ("pyodide", ".engine"):
        (tmp_path / folder).mkdir()
    brought, compiled = tmp_path / "pyodide" / STDLIB, tmp_path / ".engine" / STDLIB
    brought.touch()

    found = EngineFinder().find(f"vendor/pyodide/{STDLIB}")
    compiled.touch()

    assert found == str(brought)
    assert EngineFinder().find(f"vendor/pyodide/{STDLIB}") == str(compiled)


def test_what_pyodide_loads_at_once_is_compiled(project_root):
    """`make` has done it before any test; without it every start of a tablet takes three times as long."""
    with zipfile.ZipFile(project_root / "node_modules" / ".engine" / STDLIB) as archive:
        names = set(archive.namelist())

    assert {"os.pyc", "asyncio/events.pyc", "json/decoder.pyc", "dataclasses.pyc"} <= names
    assert "statistics.py" in names
