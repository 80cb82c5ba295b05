"""An archive of 200,000 jugadas: how long it takes to be written and checked, by the product and by the verifier, and what memory.

`python -m bench.archives`; `BENCH_JUGADAS` for another number. Series of eight are played mesa by mesa through the services, signed and sealed;
each command then runs in a process of its own, once.
"""

import os
import sys
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from subprocess import check_output
from tempfile import TemporaryDirectory
from typing import Any, Final

import django

from bench import serving

FOLDER: Final = TemporaryDirectory()
ENV: Final = serving.environment("", Path(FOLDER.name))
os.environ.update(ENV)
django.setup()

from django.core.management import call_command  # noqa: E402

from bench.report import results_write  # noqa: E402
from bench.season import scripts  # noqa: E402
from brackets.draw.formats import Series  # noqa: E402
from brackets.draw.plans import StagePlan  # noqa: E402
from brackets.draw.qualification import Everybody  # noqa: E402
from brackets.models import Championship  # noqa: E402
from brackets.services.fixtures import fixture_assign  # noqa: E402
from brackets.services.inscription import ParejaData  # noqa: E402
from brackets.services.parejas import pareja_add  # noqa: E402
from brackets.services.planning import stages_plan  # noqa: E402
from brackets.services.stages import stage_publish  # noqa: E402
from referee.management.rehearsal.drawing import draw_rehearsed  # noqa: E402
from referee.models import Jugada, Mesa, TreeLeaf  # noqa: E402
from referee.services.tree import tree_sweep  # noqa: E402
from tests.brackets.services.test_formats import TABLE  # noqa: E402
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, invented_name  # noqa: E402
from tests.factories.referee import keepers  # noqa: E402
from tests.factories.sealing import certified  # noqa: E402

APART: Final = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_maxrss, used.ru_utime + used.ru_stime)
"""
"""A process of a few megabytes that starts another: what a large one starts counts as large as it."""
JUGADAS: Final = int(os.environ.get("BENCH_JUGADAS", "200000"))
SERIES: Final = StagePlan(name="Series", format=Series(size=8), entry=(Everybody(),), criteria=TABLE)


def played() -> Championship:
    """So many jugadas, in mesas that are over and sealed."""
    lines = scripts()
    series = 1 + JUGADAS // (28 * sum(map(len, lines)) // len(lines))
    championship = ChampionshipFactory()
    by: dict[str, Any] = {"user": director_of(championship), "now": NOW}
    for pareja in range(8 * series):
        data = ParejaData(player_1=invented_name(2 * pareja), player_2=invented_name(2 * pareja + 1))
        pareja_add(championship=championship, data=data, told=None, **by)
    stages_plan(championship=championship, plans=[SERIES], **by)
    stage = stage_publish(stage=draw_rehearsed(championship=championship, public_seed="banco", number=1, **by), **by)
    first, *others = stage.fixtures.order_by("number")
    (kept,) = keepers([first])
    table = kept.fixture.table
    for fixture, script in zip([kept.fixture, *others], cycle(lines), strict=False):
        if fixture != kept.fixture:
            kept.fixture = fixture_assign(fixture=fixture, table=table, juez=kept.juez, **by)
        kept.open()
        kept.record(*script)
        kept.seal()
    certified(championship)
    tree_sweep(championship=championship, now=NOW + timedelta(days=1))
    return championship


def measured(*command: str) -> dict[str, Any]:
    """Seconds of the processor, which other work beside it does not lengthen, and the most memory of a process."""
    said = check_output([sys.executable, "-c", APART, *command], cwd=serving.ROOT, env=ENV, text=True)
    memory, processor = said.split()
    return {"cpu_seconds": round(float(processor), 1), "peak_mb": int(memory) // 1024}


def main() -> None:
    """Measure, print and write."""
    call_command("migrate", verbosity=0)
    championship = played()
    manage = (sys.executable, "manage.py")
    figures: dict[str, Any] = {
        "jugadas": Jugada.objects.count(), "mesas": Mesa.objects.count(), "leaves": TreeLeaf.objects.count(),
        "verificar_bitacora": measured(*manage, "verificar_bitacora"),
    }  # fmt: skip
    for name in ("copa.json", "copa.json.gz"):
        path = Path(FOLDER.name) / name
        figures[name] = {
            "write": measured(*manage, "archivar", championship.slug, "--personales", "--tinta", "-o", str(path)),
            "bytes": path.stat().st_size,
            "check": measured(*manage, "restaurar_archivo", str(path), "--solo-verificar"),
            "verificador": measured(sys.executable, "tools/verificador.py", str(path)),
        }
    results_write("archives", figures, ("Django", "cryptography"))


if __name__ == "__main__":
    main()
