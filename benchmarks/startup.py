"""How long the command line takes as a whole process, beside the imports it cannot do without.

    python benchmarks/startup.py [RUNS]

Every command is run in turn, RUNS times (default 40), so that a slow moment of the machine hits all of them alike;
the medians are printed, and each one's ratio to its yardstick.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HAND = ["123m456m789s22s +peng5p@right +gang中中", "--win", "3m", "--indicator", "7p", "-r", "huangshi"]
OF_81 = ["123m456p789s22s +peng5p@right", "--win", "3m", "--round", "東", "--seat", "南", "-r", "guobiao"]
READY = ["12m456m789s22s +peng5p@right +gang中中", "--indicator", "7p", "-r", "huangshi"]

SCRIPT = shutil.which("mjcalc", path=str(Path(sys.executable).parent))
MJCALC = [SCRIPT] if SCRIPT else [sys.executable, "-m", "mjcalc"]

# Name, command, what it is measured against, the most it may take of that.
COMMANDS: list[tuple[str, list[str], str, float | None]] = [
    ("python", [sys.executable, "-c", "pass"], "", None),
    ("import click", [sys.executable, "-c", "import click"], "", None),
    ("import click, yaml, tabulate", [sys.executable, "-c", "import click, yaml, tabulate"], "", None),
    ("score --json", [*MJCALC, "score", *HAND, "--json"], "import click", 1.6),
    ("score --json -r guobiao", [*MJCALC, "score", *OF_81, "--json"], "import click", 1.6),
    ("waits --json", [*MJCALC, "waits", *READY, "--json"], "import click", 1.6),
    ("score", [*MJCALC, "score", *HAND], "import click, yaml, tabulate", 1.15),
    ("waits", [*MJCALC, "waits", *READY], "import click, yaml, tabulate", None),
]


def main() -> None:
    """Measure with bytecode caches of this run's own."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    # An installed program has its bytecode; a checkout on a machine that writes none would be compiled every time.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    folder = environment["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp()
    try:
        measure(runs, environment)
    finally:
        shutil.rmtree(folder)


def measure(runs: int, environment: dict[str, str]) -> None:
    """Run every command in turn and print the table."""
    times: dict[str, list[float]] = {name: [] for name, *_ in COMMANDS}
    for number in range(runs + 2):
        for name, command, *_ in COMMANDS:
            begin = time.perf_counter()
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if number >= 2:  # the first rounds fill caches: files, bytecode, parsed rules
                times[name].append((time.perf_counter() - begin) * 1000)
    medians = {name: statistics.median(values) for name, values in times.items()}
    print(f"{' '.join(MJCALC)}; {runs} interleaved runs, medians")
    print(f"{'':32}{'ms':>8}{'ratio':>8}{'at most':>9}")
    for name, _, yardstick, most in COMMANDS:
        ratio = f"{medians[name] / medians[yardstick]:.2f}" if yardstick else ""
        print(f"{name:32}{medians[name]:8.1f}{ratio:>8}{most or '':>9}")


if __name__ == "__main__":
    main()
