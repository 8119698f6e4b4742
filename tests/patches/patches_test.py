#!/usr/bin/env python3
"""Every patch that is offered mends what it says, and breaks nothing.

Takes programs of the corpus that have a finding, runs each with --patch, applies the patch to a copy, compiles that, and runs it again:
it must end, and the patched finding must be gone, with nothing new in its place.

usage: patches_test.py STAGE BUILD MPI [--every N] [--schedule WORD] FOLDER…
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
import jobs  # noqa: E402
import marks  # noqa: E402


def what(finding):
    """What is told, without lines, which a patch moves."""
    return finding["rule"], tuple(sorted(access["call"] + access["kind"] for access in finding["accesses"]))


def compiled(program, source, folder, settings, mpi):
    program.path = source
    binary = os.path.join(folder, "program")
    if os.path.exists(binary):
        os.remove(binary)
    command = jobs.compile_command(program, mpi, settings, binary)
    outcome = jobs.execute(command, 120, env=jobs.environment(mpi), directory=folder)
    return binary if outcome.status == 0 else None, outcome.output


def complaint_of(path, folder, settings, mpi):
    """What is wrong with the patch offered for a program; "": nothing; None: none is offered."""
    program = marks.parse_program(path)
    if program.mpis and mpi not in program.mpis or program.sources or program.library or not program.expectations:
        return None
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    source = os.path.join(folder, os.path.basename(path))
    shutil.copy(path, source)
    binary, output = compiled(program, source, folder, settings, mpi)
    if binary is None:
        return "does not compile unpatched: " + output[-500:]
    patch = os.path.join(folder, "fixes.patch")
    result = os.path.join(folder, "findings.json")
    options = program.options + ["--source-root", folder, "--patch", patch]
    _, report = jobs.run_checked(binary, program.args, program.ranks, mpi, settings, options, result)
    if report is None or not os.path.exists(patch) or os.path.getsize(patch) == 0:
        return None
    before = report["findings"]
    with open(patch, encoding="utf-8") as file:
        text = file.read()
    applied = subprocess.run(["patch", "-s", "-p1", "-i", patch], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, check=False)
    if applied.returncode != 0:
        return f"does not apply: {applied.stdout}\n{text}"
    binary, output = compiled(program, source, folder, settings, mpi)
    if binary is None:
        return f"does not compile: {output[-500:]}\n{text}"
    outcome, report = jobs.run_checked(binary, program.args, program.ranks, mpi, settings, program.options, result)
    if outcome.status is None or report is None:
        return f"leads to a program that does not end, or cannot be checked\n{text}"
    after = report["findings"]
    known = [what(finding) for finding in before]
    new = [finding for finding in after if what(finding) not in known]
    if new:
        return f"is followed by {new[0]['rule']}: {new[0]['message']}\n{text}"
    if len(after) >= len(before):
        return f"mends nothing: {len(before)} findings before, {len(after)} after\n{text}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stage")
    parser.add_argument("build")
    parser.add_argument("mpi")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--schedule", default="")
    parser.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    if shutil.which("patch") is None:
        print("there is no patch command")
        return 77
    settings = jobs.Settings(stage=os.path.realpath(arguments.stage), build=os.path.realpath(arguments.build), schedule=arguments.schedule)
    paths = []
    for folder in arguments.folders:
        directory = os.path.join(jobs.CORPUS, folder)
        paths += [os.path.join(directory, name) for name in sorted(os.listdir(directory)) if re.search(r"\.(c|cpp|f90)$", name)]
    offered, wrong = 0, 0
    for path in paths[:: arguments.every]:
        complaint = complaint_of(path, os.path.join(settings.build, arguments.mpi, "patched"), settings, arguments.mpi)
        if complaint is None:
            continue
        offered += 1
        if complaint:
            wrong += 1
            print(f"{os.path.relpath(path, jobs.CORPUS)}: the patch {complaint}\n", flush=True)
    print(f"{offered} patches, {wrong} wrong")
    return 1 if wrong or offered == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
