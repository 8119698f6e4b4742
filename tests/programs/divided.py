"""One trace analyzed by several numbers of workers, as threads and as ranks of an MPI job: all must report the same, to the letter."""
import os
import pathlib
import subprocess

import jobs

# Options of `fencepost run` that say what to look for, and how many words follow. (The trace knows the others.)
OF_THE_ANALYSIS = {"--strict": 0, "--predict": 0, "--enable": 1, "--disable": 1, "--severity": 1}

ANY_STATUS = range(256)


def add_options(parser, workers, ranks):
    parser.add_argument("--workers", default=workers, metavar="K,…", help=f"analyze with so many threads (default {workers or 'none'})")
    parser.add_argument("--ranks", default=ranks, metavar="K,…", help=f"analyze with so many ranks of an MPI job (default {ranks or 'none'})")


def numbers(text):
    return [int(word) for word in text.split(",") if word]


def of_the_analysis(options):
    """Those of the options of `fencepost run` that `fencepost analyze` takes as well."""
    chosen, rest = [], list(options)
    while rest:
        word = rest.pop(0)
        if word in OF_THE_ANALYSIS:
            more = OF_THE_ANALYSIS[word]
            chosen += [word, *rest[:more]]
            del rest[:more]
    return chosen


class Analyses:
    """Analyzes traces of runs with one MPI library. A shared instance is for one thread at a time."""

    def __init__(self, stage, mpi, timeout=1200):
        self.tool = os.path.join(os.path.realpath(stage), "bin", "fencepost")
        self.mpi, self.timeout = mpi, timeout

    def reports(self, trace, workers, ranks=0, options=(), with_json=True):
        """The status, the text and the JSON. (With JSON a run is divided by memory alone; advice is tried anew each time.)"""
        result = pathlib.Path(f"{trace}.workers.json")
        result.unlink(missing_ok=True)
        prefix = jobs.mpiexec(self.mpi, ranks) if ranks else []
        command = [*prefix, self.tool, "analyze", "--most", "0", "--jobs", str(workers), *options, str(trace)]
        if with_json:
            command[-1:-1] = ["--json", str(result)]
        done = subprocess.run(command, env={**jobs.environment(self.mpi), "FENCEPOST_PROGRESS": "0"}, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=self.timeout, check=False)
        return done.returncode, done.stdout, result.read_text() if result.exists() else ""

    def differences(self, trace, workers, ranks, options=(), with_json=True, statuses=(0, 66)):
        """Sentences: where the reports of so many workers, and of so many ranks, are others than those of one worker alone."""
        alone = self.reports(trace, 1, 0, options, with_json)
        if alone[0] not in statuses or with_json and not alone[-1]:
            yield f"--jobs 1 ends with status {alone[0]} and {len(alone[-1])} bytes of JSON:\n{alone[1]}"
        for number in workers:
            if self.reports(trace, number, 0, options, with_json) != alone:
                yield f"--jobs {number} reports something else than --jobs 1"
        for number in ranks:
            if self.reports(trace, 1, number, options, with_json) != alone:
                yield f"{number} ranks report something else than one process"
