#!/usr/bin/env python3
"""Runs one small MPI program under the preload and compares its trace with the comments in its source.

Comments (after // or !), all optional:
  ranks: N                   how many processes; 2 by default
  only: mpich                not with the other library
  flags: -pthread            for the compiler
  environment: NAME=VALUE    for the program
  launch: alone | module     without mpiexec | as a shared object with MPI that a program loads with RTLD_LOCAL
  compiler: cc               instead of the library's wrapper
  beside: -DSECOND           the last rank runs another program: the same source, compiled with this flag
  profiler: linked | in front    a library of the same source, compiled with -DPROFILER, is linked to the program or preloaded
  exit: 0 | fails | any      the launcher's exit status; 0 by default
  says: TEXT                 the program or the tool prints TEXT; `silent`: the tool prints nothing
  no trace                   nothing is recorded
  incomplete                 the trace may end early
  trace R: Event name=value …    rank R's threads wrote this event, after those of the lines above (R: a number or *)
  never R: Event name=value …    no such event
  defines R: Event name=value …  the same among the definitions, in any order
  calls: MPI_A MPI_B …       each of these calls made an event in every rank

Values are compared as text. $name is any value, but the same one wherever that rank uses the name. ? is any value.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "programs"))
sys.dont_write_bytecode = True

import jobs  # noqa: E402

DIRECTIVE = re.compile(
    r"^\s*(?://|!)\s*(ranks|only|flags|compiler|beside|profiler|environment|launch|exit|says|trace|never|defines|calls)\b\s*([\d*]*):\s*(.*?)\s*$")
WORD = re.compile(r"^\s*(?://|!)\s*(no trace|incomplete|silent)\s*$")
FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{[^}]*\}|\S+)')


class Failure(Exception):
    pass


def lines_of(path):
    """The lines of a source, and of files in its folder that it includes."""
    with open(path, encoding="utf-8") as source:
        for line in source:
            included = re.match(r'#include "(.+)"', line)
            beside = included and os.path.join(os.path.dirname(path), included[1])
            if beside and os.path.exists(beside):
                yield from lines_of(beside)
            else:
                yield line


def parse_event(text):
    name, _, rest = text.strip().partition(" ")
    return name, dict(FIELD.findall(rest))


def matches(pattern, value, bound):
    """The names that `pattern` binds if it matches `value`, else None."""
    names = []
    regex = ""
    for part in re.split(r"(\$\w+|\?)", pattern):
        if part == "?":
            regex += r".*?"
        elif part.startswith("$"):
            name = part[1:]
            if name in bound:
                regex += re.escape(bound[name])
            elif name in names:
                regex += f"(?P={name})"
            else:
                names.append(name)
                regex += rf"(?P<{name}>[^\s\]}}]+)"
        else:
            regex += re.escape(part)
    found = re.fullmatch(regex, value)
    return found.groupdict() if found else None


def event_matches(wanted, event, bound):
    if wanted[0] != event[0]:
        return None
    result = dict(bound)
    for field, pattern in wanted[1].items():
        if field not in event[1]:
            raise Failure(f"{wanted[0]} has no field {field}")
        new = matches(pattern, event[1][field], result)
        if new is None:
            return None
        result.update(new)
    return result


class Trace:
    def __init__(self, dump):
        self.problems = []
        self.definitions = {}
        self.events = {}
        into = None
        for line in dump.splitlines():
            if line.startswith("problem:"):
                self.problems.append(line)
            elif found := re.match(r"rank (\d+), definitions", line):
                into = self.definitions.setdefault(int(found[1]), [])
            elif found := re.match(r"rank (\d+), thread (\d+)", line):
                into = self.events.setdefault(int(found[1]), [])
            elif line.startswith("  ") and into is not None:
                into.append(parse_event(line))


def check(trace, rank, directives):
    bound = {}
    position = 0
    events = trace.events.get(rank, [])
    for kind, number, text in directives:
        if kind not in ("trace", "never", "defines") or (number not in ("*", "") and int(number) != rank):
            continue
        wanted = parse_event(text)
        if kind == "trace":
            for index in range(position, len(events)):
                new = event_matches(wanted, events[index], bound)
                if new is not None:
                    bound, position = new, index + 1
                    break
            else:
                raise Failure(f"rank {rank}: no event\n    {text}\n  after event {position}, with {bound}")
        elif kind == "never":
            for event in events:
                if event_matches(wanted, event, bound) is not None:
                    raise Failure(f"rank {rank}: there is an event\n    {text}")
        elif not any((new := event_matches(wanted, each, bound)) is not None for each in trace.definitions.get(rank, [])):
            raise Failure(f"rank {rank}: no definition\n    {text}")
        else:
            bound = new


def check_keys(trace):
    """Keys of communicators are equal in all members, and differ otherwise. Holds for every program."""
    keys = {rank: [fields["key"] for name, fields in definitions if name == "Communicator"]
            for rank, definitions in trace.definitions.items()}
    for rank, definitions in trace.definitions.items():
        if len(set(keys[rank])) != len(keys[rank]):
            raise Failure(f"rank {rank}: two communicators have the same key")
        for name, fields in definitions:
            if name != "Communicator":
                continue
            for member in (fields["members"] + fields["remote_members"]).replace("][", " ").strip("[]").split():
                if fields["key"] not in keys[int(member)]:
                    raise Failure(f"rank {member} does not know communicator {fields} of rank {rank}")


def check_stacks(trace, programs):
    """A stack begins at the program's own call, not inside a wrapper or the MPI library. Holds for every program. (Signals come
    anywhere, and threads may wait in a library of their language.)"""
    for rank, definitions in trace.definitions.items():
        elsewhere = {event[1]["stack"] for event in trace.events.get(rank, []) if event[0] in ("Signal", "ThreadWaitBegin")}
        ours = [(int(fields["begin"], 16), int(fields["end"], 16)) for name, fields in definitions
                if name == "Module" and fields["path"].strip('"') in programs]
        for name, fields in definitions:
            if name != "Stack" or fields["id"] in elsewhere:
                continue
            frames = [int(frame, 16) for frame in fields["frames"].strip("[]").split()]
            if not any(begin <= frames[0] < end for begin, end in ours):
                raise Failure(f"rank {rank}: stack {fields['id']} does not begin in the program")


SKIPPED = 77


def takes_several(mpiexec, environment):
    """Whether the launcher, without Fencepost, survives a job of two programs."""
    alone = {name: value for name, value in environment.items() if name != "LD_PRELOAD"}
    return subprocess.run([mpiexec, "-n", "1", "true", ":", "-n", "1", "true"], env=alone, capture_output=True, timeout=60).returncode >= 0


def main():
    parser = argparse.ArgumentParser()
    for name in ("mpi", "compiler", "mpiexec", "preload", "dump", "loader"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("source")
    arguments = parser.parse_args()

    directives, words = [], set()
    for line in lines_of(arguments.source):
        if found := DIRECTIVE.match(line):
            directives.append(found.groups())
        elif found := WORD.match(line):
            words.add(found[1])

    def option(name, default=""):
        return next((text for kind, _, text in directives if kind == name), default)

    if option("only", arguments.mpi) != arguments.mpi:
        return 0
    ranks = int(option("ranks", "2"))
    with tempfile.TemporaryDirectory(prefix="fencepost-interposer-") as folder:
        module = option("launch") == "module"
        programs = [os.path.join(folder, name) for name in (["program", "beside"] if option("beside") else ["program"])]
        profiler, profiles = os.path.join(folder, "libprofiler.so"), option("profiler")
        if profiles:
            subprocess.run([arguments.compiler, "-g", "-w", "-shared", "-fPIC", "-DPROFILER", arguments.source, "-o",
                            profiler], check=True, cwd=folder)
        for program, flag in zip(programs, ("", option("beside"))):
            subprocess.run([option("compiler", arguments.compiler), "-g", "-w", arguments.source, "-o", program,
                            *option("flags").split(), *flag.split(), *(["-shared", "-fPIC"] if module else []),
                            *([profiler] if profiles == "linked" else [])],
                           check=True, cwd=folder)
        environment = jobs.permissive(**jobs.ON_ONE_MACHINE, FENCEPOST_TRACE_DIR=os.path.join(folder, "trace"),
                                      LD_PRELOAD=(profiler + ":" if profiles == "in front" else "") + arguments.preload)
        environment.update(text.split("=", 1) for kind, _, text in directives if kind == "environment")
        command = [arguments.loader, programs[0]] if module else [programs[0]]
        if option("launch") != "alone":
            command = [arguments.mpiexec, "-n", str(ranks - len(programs) + 1), *command]
        for program in programs[1:]:
            command += [":", "-n", "1", program]
        with open(arguments.source, encoding="utf-8") as source:
            several = len(programs) > 1 or "spawn_multiple" in source.read().lower()
        if several and not takes_several(arguments.mpiexec, environment):
            print(f"skipped: {arguments.mpiexec} crashes by itself when it is given two programs (Open MPI 5.0.7 of Debian 13 does)")
            return SKIPPED
        run = subprocess.run(command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, timeout=60, errors="replace")
        dump = subprocess.run([arguments.dump, os.path.join(folder, "trace")], stdout=subprocess.PIPE, text=True,
                              errors="replace").stdout
        shutil.rmtree(os.path.join(folder, "trace"), ignore_errors=True)
        elsewhere = glob.glob(os.path.join(folder, "fencepost-trace-*"))
        if not dump.startswith("rank") and elsewhere:  # FENCEPOST_TRACE_DIR was not set
            dump = subprocess.run([arguments.dump, elsewhere[0]], stdout=subprocess.PIPE, text=True).stdout
        left = [name for name in os.listdir(folder) if name.startswith("fencepost")]
    trace = Trace(dump)
    try:
        wanted = option("exit", "0")
        forgetful = wanted == "fails" and "mpich" in arguments.mpiexec and jobs.forgets_deaths("mpich")
        if wanted != "any" and (run.returncode != 0) != (wanted == "fails") and not forgetful:
            raise Failure(f"exit status {run.returncode}")
        for kind, _, text in directives:
            if kind == "says" and text not in run.stdout:
                raise Failure(f"it does not say: {text}")
        if "silent" in words and "fencepost" in run.stdout:
            raise Failure("the tool prints something")
        if "no trace" in words:
            if trace.events or left:
                raise Failure(f"there is a trace {left}")
            return 0
        if len(trace.events) != ranks:
            raise Failure(f"{len(trace.events)} ranks have traces")
        if trace.problems and "incomplete" not in words:
            raise Failure("the trace is not whole")
        if "incomplete" not in words:
            check_keys(trace)
        check_stacks(trace, [*programs, profiler])
        for rank in range(ranks):
            check(trace, rank, directives)
            made = {event[1].get("call") for event in trace.events[rank]}
            for kind, _, text in directives:
                if kind == "calls" and not made.issuperset(text.split()):
                    raise Failure(f"rank {rank}: no event of {sorted(set(text.split()) - made)}")
    except Failure as failure:
        shown = "\n".join(line for line in dump.splitlines() if not line.startswith(("  Module", "  Stack")))
        print(f"{arguments.mpi}: {failure}\n---- output\n{run.stdout}\n---- trace\n{shown}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
