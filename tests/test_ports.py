"""A port that was given out is nobody else's, also while nobody listens there."""

import subprocess
import sys
from pathlib import Path

from tests.ports import free_port

ROOT = Path(__file__).resolve().parent.parent
MANY = 40
ASK = f"from tests.ports import free_port\nprint(*(free_port() for _ in range({MANY})))\ninput()"
RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")


def test_no_process_is_given_the_port_of_another() -> None:
    asking = [
        subprocess.Popen(
            [sys.executable, "-c", ASK], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    own = [free_port() for _ in range(MANY)]
    given = [*own, *(int(port) for each in asking if each.stdout for port in each.stdout.readline().split())]
    for each in asking:
        each.communicate("\n")

    assert len(given) == len(set(given)) == 4 * MANY


def test_the_system_gives_it_to_nobody_who_asks_for_any() -> None:
    """Connections of other tests take theirs from there all the time."""
    first = int(RANGE.read_text().split()[0]) if RANGE.exists() else 49152

    assert free_port() + 1 < first


def test_a_process_that_ends_lets_go_of_its_ports() -> None:
    done = subprocess.run([sys.executable, "-c", ASK], cwd=ROOT, input="\n", capture_output=True, text=True, check=True)
    port = done.stdout.split()[0]
    again = f"from tests.ports import _claimed\nprint(_claimed({port}))"

    said = subprocess.run([sys.executable, "-c", again], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert said == "True\n"
