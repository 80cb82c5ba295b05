"""How many of fifty rewrites by the owner of machine, database and keys are found.

`python -m bench.rewrites`: a championship is played and its log signed twice; each rewrite of `tests/attacks/rewrites.py` is made and its
archive checked beside what a phone, a paper and a cosigner kept. The script of an open page (`log_keeping.js`, in Node) is given the notes of
those that made everything anew, and of the second views.
"""

import json
import os
import shutil
import subprocess
import tempfile
from base64 import b64encode
from collections import Counter
from pathlib import Path
from typing import Any, Final

import django

from bench import serving

FOLDER: Final = tempfile.TemporaryDirectory()
os.environ.update(serving.environment("", Path(FOLDER.name)))
django.setup()

from django.core.management import call_command  # noqa: E402

from bench.report import results_write  # noqa: E402
from kernel.merkle import fork_shown_from  # noqa: E402
from tests.attacks.night import Night, unfound  # noqa: E402
from tests.attacks.rewrites import REWRITES, How, Rewrite  # noqa: E402

SITE: Final = serving.ROOT / "cuarenta_torneo/static/site"
JUDGE: Final = """
import { blank, judge } from "./log_keeping.js";
const alarms = [];
let text = "";
for await (const piece of process.stdin) text += piece;
for (const { vkey, seen, newer, answers } of JSON.parse(text)) {
  const ask = async (path) => answers[path] ?? null;
  try {
    const first = await judge(blank(vkey), seen, ask, "1");
    alarms.push((await judge(first, newer, ask, "2")).alarm?.why ?? "");
  } catch (error) {
    alarms.push(`${error}`);
  }
}
console.log(JSON.stringify(alarms));
"""


def main() -> None:
    """Try, print and write."""
    with FOLDER as directory:
        results_write("rewrites", _tried(Path(directory)), ("Django", "cryptography"))


def _tried(folder: Path) -> dict[str, Any]:
    call_command("migrate", verbosity=0)
    night = Night(folder / "copa.json")
    missed = {f"{each.how}: {each.what}": why for each in REWRITES if (why := unfound(night, each))}
    open_pages = [each for each in REWRITES if each.how in (How.WHOLE, How.FORK)]
    alarms = _alarms(folder, [_shown(night, each) for each in open_pages])
    return {
        "rewrites": len(REWRITES),
        "found": len(REWRITES) - len(missed),
        "by": Counter(each.how for each in REWRITES),
        "missed": missed,
        "shown_to_open_pages": len(open_pages),
        "alarms_of_open_pages": Counter(alarms),
    }


def _shown(night: Night, rewrite: Rewrite) -> dict[str, Any]:
    """What a page that has seen the honest log is given next, and all that the owner can prove of it."""
    owner = night.owner()
    rewrite.change(owner)
    seen = night.second if rewrite.how is How.FORK else night.first
    tree = owner.tree()
    answers = {"clave": "".join(f"{each['vkey']}\n" for each in owner.parts["claves_del_arbol"])}
    for older in (seen.size, fork_shown_from(seen.size)):
        proof = [b64encode(each).decode() for each in tree.consistency_proof(min(older, tree.size))]
        answers[f"{tree.size}/desde/{older}"] = json.dumps({"proof": proof})
    vkey = night.owner().parts["claves_del_arbol"][-1]["vkey"]
    return {"vkey": vkey, "seen": seen.phone, "newer": owner.parts["puntos"][-1]["note"], "answers": answers}


def _alarms(folder: Path, shown: list[dict[str, Any]]) -> list[str]:
    for name in ("log_keeping.js", "checkpoint.js"):
        shutil.copy(SITE / name, folder / name)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "judge.js").write_text(JUDGE)
    node = shutil.which("node") or "node"
    done = subprocess.run(
        [node, folder / "judge.js"], input=json.dumps(shown), capture_output=True, text=True, check=True
    )
    alarms: list[str] = json.loads(done.stdout)
    return alarms


if __name__ == "__main__":
    main()
