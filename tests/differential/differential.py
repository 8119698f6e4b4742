#!/usr/bin/env python3
"""Runs random correct RMA programs and checks that the memory at their end is what the standard says.

  differential.py --seeds 1:60 --mpi mpich [--schedule lazy] [--transport messages] [--threads] [--ranks 3]
  differential.py --seeds 7 --mpi mpich …           one program again
  differential.py --seeds 1:60 --mpi mpich --native --ranks 2
                                                     the MPI library itself, without what it gets wrong (faults.py). Needs a
                                                     processor for each rank, as native ranks wait busily
  differential.py --show 7                           the program

Exit status: 0 all is right; 1 some memory is wrong (it prints the seeds, each with the command to repeat it); 2 something could not run.
"""
import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "programs"))

import faults  # noqa: E402
import jobs  # noqa: E402
import model  # noqa: E402
from generate import generate  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.environ.get("FENCEPOST_BUILD", "build/dev"), help="where Fencepost was built")
    parser.add_argument("--mpi", default="mpich", choices=["mpich", "openmpi"])
    parser.add_argument("--seeds", default="1:60", help="first:last, or one")
    parser.add_argument("--schedule", default="eager")
    parser.add_argument("--transport", default="auto")
    parser.add_argument("--ranks", type=int, default=3)
    parser.add_argument("--threads", action="store_true", help="programs with several threads")
    parser.add_argument("--native", action="store_true", help="without Fencepost")
    parser.add_argument("--avoid", default="", help="constructs to leave out besides, separated by commas (faults.py, generate.py)")
    parser.add_argument("--include", default="", help="natively: constructs to play although faults.py leaves them out, separated by commas")
    parser.add_argument("--sanitizer", choices=["address", "thread"], help="the build is one with it (see ./dev sanitize)")
    parser.add_argument("--deny-copying", action="store_true", help="the kernel lets no process copy another's memory")
    parser.add_argument("--batch", type=int, default=100, help="programs per run")
    parser.add_argument("--show", type=int)
    return parser.parse_args()


def names(text):
    return set(filter(None, text.split(",")))


def repeat_command(options, seed):
    words = ["python3", os.path.relpath(__file__), "--seeds", str(seed), "--mpi", options.mpi, "--ranks", str(options.ranks)]
    if options.native:
        words += ["--native"]
    else:
        words += ["--build", options.build, "--schedule", options.schedule, "--transport", options.transport]
    words += ["--avoid", options.avoid] if options.avoid else []
    words += ["--include", options.include] if options.include else []
    words += ["--threads"] if options.threads else []
    return shlex.join(words + (["--deny-copying"] if options.deny_copying else []))


def sanitizer_environment(options):
    """Loads the sanitizer's library before the MPI library, because the program itself is built without it."""
    name = {"address": "libasan.so", "thread": "libtsan.so"}[options.sanitizer]
    library = subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
    # What is not ours (the MPI library) is not looked at. Memory that lives as long as the process is no leak. The hooks of
    # UCX run when a thread is gone for ThreadSanitizer.
    return library, {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1",
                     "UCX_MEM_EVENTS": "no",
                     "TSAN_OPTIONS": f"ignore_noninstrumented_modules=1 suppressions={HERE}/tsan.supp"}


REPORTS = ("WARNING: ThreadSanitizer", "ERROR: AddressSanitizer", "runtime error:")


def play(programs, options, folder):
    """Runs the programs. Returns the memory at each one's end ({(arena, rank): bytes}; None: it did not get there), and the output."""
    (folder / "programs").write_text("".join(p.text() for p in programs))
    for old in folder.glob("out.*"):
        old.unlink()
    environment = jobs.environment(options.mpi)
    if options.native:  # Open MPI chooses other ways for RMA with these
        for name in ("OMPI_MCA_plm", "OMPI_MCA_pml", "OMPI_MCA_btl"):
            del environment[name]
    if options.threads:
        environment["PLAYER_THREADS"] = "1"
    command = [f"mpiexec.{options.mpi}", "-n", str(options.ranks)]
    if not options.native:
        preload = f"{options.build}/stage/lib/fencepost/libfencepost.so"
        if options.sanitizer:
            library, more = sanitizer_environment(options)
            environment.update(more)
            # AddressSanitizer insists on being first. ThreadSanitizer's pthread_create has to be the inner one: it readies a
            # new thread for what our own wrapper does there.
            preload = f"{preload}:{library}" if options.sanitizer == "thread" else f"{library}:{preload}"
        command += ["env", f"FENCEPOST_TRACE_DIR={folder}/trace", f"FENCEPOST_SCHEDULE={options.schedule}",
                    f"FENCEPOST_TRANSPORT={options.transport}",
                    f"LD_PRELOAD={preload}"]
    if options.deny_copying:
        environment["OMPI_MCA_btl_vader_single_copy_mechanism"] = "none"
        command += [f"{options.build}/tests/deny", "copying"]
    command += [f"{options.build}/tests/differential/player.{options.mpi}", str(folder / "programs"), str(folder / "out")]
    if shutil.which("setpriv"):  # the launcher, and with it the players, ends with us even if we are killed
        command = ["setpriv", "--pdeathsig", "TERM", *command]
    outcome = jobs.execute(command, (30 + len(programs)) * (5 if options.sanitizer else 1), environment)
    output = outcome.output
    if outcome.status is None:
        output += "\nit did not end"
    elif outcome.status not in (0, 1):
        output += f"\nstatus {outcome.status}"
    dumps = [(folder / f"out.{r}").read_bytes() if (folder / f"out.{r}").exists() else b"" for r in range(options.ranks)]
    found, at = [], [0] * options.ranks
    for program in programs:
        parts, complete = {}, True
        for arena in program.arenas:
            for r, size in enumerate(arena.sizes):
                parts[arena.number, r] = dumps[r][at[r] : at[r] + size]
                complete = complete and len(parts[arena.number, r]) == size
                at[r] += size
        found.append(parts if complete else None)
    return found, output


def judge(programs, found, output):
    """Returns (seed, sentences) for each program whose memory is wrong."""
    bad = []
    for program, parts in zip(programs, found):
        errors = [line for line in output.splitlines() if line.startswith(f"player: seed {program.seed},")]
        if parts is None:
            bad.append((program.seed, [*errors[:8], "it did not reach its end"]))
            break
        sentences = errors[:8] + model.differences(program, model.run(program), parts)
        if sentences:
            bad.append((program.seed, sentences))
    return bad


def main():
    jobs.ended_in_order()
    options = arguments()
    options.build = str(pathlib.Path(options.build).resolve())
    avoid = set(faults.KNOWN[options.mpi] if options.native else ()) - names(options.include) | names(options.avoid)
    if options.show is not None:
        print(generate(options.show, options.ranks, options.threads, avoid).text(), end="")
        return 0
    first, _, last = options.seeds.partition(":")
    seeds = range(int(first), int(last or first) + 1)
    good, bad = 0, []
    with tempfile.TemporaryDirectory(prefix="fencepost-differential-") as name:
        folder = pathlib.Path(name)
        for start in range(0, len(seeds), options.batch):
            programs = [generate(s, options.ranks, options.threads, avoid) for s in seeds[start : start + options.batch]]
            while programs:
                found, output = play(programs, options, folder)
                worse = judge(programs, found, output)
                if any(report in output for report in REPORTS):
                    print(output[-20000:])
                    return 1
                good += len([f for f in found if f is not None]) - len([b for b in worse if b[1][-1] != "it did not reach its end"])
                bad += worse
                for seed, sentences in worse:
                    print(f"seed {seed}: " + "\n    ".join(sentences) + f"\n    again: {repeat_command(options, seed)}", flush=True)
                stopped = [i for i, f in enumerate(found) if f is None]
                if stopped:
                    print("\n".join(output.splitlines()[-8:]))
                programs = programs[stopped[0] + 1 :] if stopped else []
                if len(bad) > 20:
                    print("too many to go on")
                    return 1
    print(f"differential: {good} programs right, {len(bad)} wrong")
    return 1 if bad else 2 if not good else 0


if __name__ == "__main__":
    sys.exit(main())
