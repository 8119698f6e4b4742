"""What tests of jobs that hang, or seem to hang, have in common: their options, how they run a job, and how they work through a table."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))

import jobs  # noqa: E402

TIMEOUT = 2  # seconds


def options_of(text, programs, numbers=None, switches=()):
    """The command's options, with the absolute paths of its programs: (name, help). numbers: further options and their defaults."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--mpi", required=True, choices=jobs.MPIS)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=4)
    for name, value in (numbers or {}).items():
        parser.add_argument(name, type=int, default=value)
    for name in switches:
        parser.add_argument(name, action="store_true")
    for name, about in programs:
        parser.add_argument(name, help=about, type=os.path.abspath)
    options = parser.parse_args()
    options.stage = os.path.abspath(options.stage)
    return options


def run(options, program, arguments, folder, schedule="eager", hang_timeout=TIMEOUT, ranks=2, transport="auto"):
    """The outcome of a job, with how many events its traces have, and its findings; None: no report was written."""
    result = folder / "result.json"
    command = [f"{options.stage}/bin/fencepost", "run", "--quiet", "--no-html", "--hang-timeout", str(hang_timeout),
               "--schedule", schedule, "--transport", transport, "--json", str(result), "--",
               *jobs.mpiexec(options.mpi, ranks), program, *arguments]
    outcome = jobs.execute(command, 120, jobs.environment(options.mpi), str(folder))
    report = json.loads(result.read_text()) if result.exists() else None
    outcome.events = report["statistics"]["events"] if report else 0
    return outcome, report["findings"] if report else None


def of_hangs(findings):
    return [finding for finding in findings or [] if finding["rule"].startswith("FP-MATCH")]


def walk(options, table):
    """Each row is a check and a tuple of words. check(options, row, folder) returns what is wrong. Returns the status of the test."""
    table = [(check, row) for check, row in table if options.only in " ".join((check.__name__, *row[:3]))]

    def one(entry):
        check, row = entry
        with tempfile.TemporaryDirectory(prefix="polls-") as name:
            return check.__name__, row, check(options, row, pathlib.Path(name))

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for check, row, problems in pool.map(one, table):
            for problem in problems:
                print(f"{check} {' '.join(row[:3])}: {problem}")
            bad += bool(problems)
    print(f"{len(table) - bad} of {len(table)} jobs as they should be")
    return 1 if bad else 0
