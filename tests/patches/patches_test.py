#!/usr/bin/env python3
"""Each patch that a report offers fixes its finding and breaks nothing.

Takes programs of the corpus that have a finding, and applies each offered patch to a copy, one at a time. The copy must compile. It runs
in three schedules, and must end with the right result each time. The patched finding must be gone, and no new one may come.
A change without a patch must say that it was tried: whatever nothing has shown to be right is only told as a condition.

--count only counts the programs that have a patch. Without FOLDER: all of the corpus.

usage: patches_test.py STAGE BUILD MPI [--every N] [--schedule WORD] [--reasons] [--count] [FOLDER…]
"""

import argparse
import collections
import dataclasses
import json
import os
import re
import shutil
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
import jobs  # noqa: E402
import marks  # noqa: E402

SCHEDULES = ("eager", "lazy", "random:7")


def what(finding):
    """The text of a finding without line numbers, which a patch changes."""
    return finding["rule"], tuple(sorted(access["call"] + access["kind"] for access in finding["accesses"]))


def compiled(program, source, beside, folder, settings, mpi):
    program.path = source
    binary = os.path.join(folder, "program")
    if os.path.exists(binary):
        os.remove(binary)
    # (The headers of all the corpus lie there.)
    command = jobs.compile_command(program, mpi, settings, binary) + ["-I" + beside]
    outcome = jobs.execute(command, 120, env=jobs.environment(mpi), directory=folder)
    return binary if outcome.status == 0 else None, outcome.output


def patches_of(report):
    """The different patches that a report offers: the first one of each finding, with the finding that it fixes."""
    offered = {}
    for finding in report["findings"]:
        patch = next((fix["patch"] for fix in finding["fixes"] if fix["patch"]), None)
        if patch and not finding["consequence_of"]:
            offered.setdefault(json.dumps(patch, sort_keys=True), (patch, []))[1].append(what(finding))
    return list(offered.values())


def unproven(report):
    """The first change that is offered although it was not tried and has no patch; "": none."""
    for finding in report["findings"]:
        for fix in finding["fixes"]:
            if fix["kind"] != "must-hold" and not fix["tried"] and not fix["patch"]:
                return f"{finding['rule']}: {fix['text']}"
    return ""


def apply(patch, original, source):
    """Writes `original` with the patch to `source`, and the headers that the patch changes next to it. Returns what is wrong, and these headers."""
    headers = []
    for file in sorted({edit["file"] for edit in patch} | {source}):
        of_program = os.path.basename(file) == os.path.basename(source)
        with open(original if of_program else file, encoding="utf-8") as text:
            lines = text.read().split("\n")
        edits = [edit for edit in patch if os.path.basename(edit["file"]) == os.path.basename(file)]
        # From the end; of those before one line the last one first.
        for edit in reversed(sorted(edits, key=lambda edit: (edit["line"], len(edit["removed"])))):
            first, end = edit["line"] - 1, edit["line"] - 1 + len(edit["removed"])
            if lines[first:end] != edit["removed"]:
                return f"wants to remove lines that are not there: {edit}", headers
            lines[first:end] = edit["added"]
        target = os.path.join(os.path.dirname(source), os.path.basename(file))
        with open(target, "w", encoding="utf-8") as text:
            text.write("\n".join(lines))
        if not of_program:
            headers.append(target)
    return "", headers


def complaint_after(program, binary, before, mends, mpi, settings, result):
    """What is wrong with a patched program that was compiled; "": nothing."""
    known = [what(finding) for finding in before]  # of the same run without the patch
    for schedule in SCHEDULES:
        one = dataclasses.replace(settings, schedule=schedule)
        outcome, report = jobs.run_checked(binary, program.args, program.ranks, mpi, one, program.options, result)
        if outcome.status is None or report is None:
            return f"leads to a program that does not end, or cannot be checked ({schedule})"
        after = report["findings"]
        new = [finding for finding in after if what(finding) not in known]
        if new:
            return f"is followed by {new[0]['rule']}: {new[0]['message']} ({schedule})"
        # (How many pairs of a race there are, depends on how its accesses are recorded.)
        grown = [finding for finding in after
                 if finding["family"] != "RACE" and what(finding) not in mends and occurrences(after, finding) > occurrences(before, finding)]
        if grown:
            return f"lets {grown[0]['rule']} occur more often than before ({schedule})"
        told = [what(finding) for finding in after]
        left = [one for one in mends if told.count(one) >= known.count(one)]
        if left:
            return f"mends nothing: {left[0][0]} is still there ({schedule})"
        if not after and outcome.status not in (0, program.exit_status):
            return f"lets the program end with status {outcome.status} ({schedule})"
    return ""


def occurrences(findings, like):
    return sum(finding["count"] for finding in findings if what(finding) == what(like))


def why_none(report):
    """The reason why the first finding has no patch, in one word."""
    first = report["findings"][0]
    if not first["fixes"]:
        return f"{first['rule']}: a sentence"
    fix = first["fixes"][0]
    return f"{first['rule']}: {fix['kind']}, {'tried' if fix['tried'] else 'not tried'}"


def complaint_of(path, folder, settings, mpi, count):
    """(what is wrong with the patches for a program or "", why there are none). None: the program does not count. `count`: they are not
    applied."""
    program = marks.parse_program(path)
    if not jobs.is_for(program, mpi) or program.sources or program.library or not program.expectations:
        return None
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    source, original = os.path.join(folder, os.path.basename(path)), os.path.join(folder, "original")
    shutil.copy(path, source)
    shutil.copy(path, original)
    own_headers = [name for name in os.listdir(os.path.dirname(path)) if name.endswith(".h")]
    for header in own_headers:
        shutil.copy(os.path.join(os.path.dirname(path), header), folder)
    binary, output = compiled(program, source, os.path.dirname(path), folder, settings, mpi)
    if binary is None:
        return "does not compile unpatched: " + output[-500:], ""
    result = os.path.join(folder, "findings.json")
    _, report = jobs.run_checked(binary, program.args, program.ranks, mpi, settings, program.options, result)
    if report is None or not report["findings"]:
        return None
    if untried := unproven(report):
        return f"is missing, but a change is offered that was not tried: {untried}", ""
    offered = patches_of(report)
    for patch, mends in [] if count else offered:
        shown = json.dumps(patch, indent=1)
        wrong, headers = apply(patch, original, source)
        if not wrong:
            binary, output = compiled(program, source, os.path.dirname(path), folder, settings, mpi)
            if binary is None:
                wrong = f"does not compile: {output[-500:]}"
        wrong = wrong or complaint_after(program, binary, report["findings"], mends, mpi, settings, result)
        for header in headers:
            os.remove(header)
            if os.path.basename(header) in own_headers:
                shutil.copy(os.path.join(os.path.dirname(path), os.path.basename(header)), folder)
        if wrong:
            return f"{wrong}\n{shown}", ""
    return "", "" if offered else why_none(report)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stage")
    parser.add_argument("build")
    parser.add_argument("mpi")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--schedule", default="")
    parser.add_argument("--reasons", action="store_true", help="say of each program without a patch why")
    parser.add_argument("--count", action="store_true", help="only count the programs that have one")
    parser.add_argument("folders", nargs="*")
    arguments = parser.parse_intermixed_args()
    settings = jobs.Settings(stage=os.path.realpath(arguments.stage), build=os.path.realpath(arguments.build), schedule=arguments.schedule)
    paths = []
    every_folder = [name for name in sorted(os.listdir(jobs.CORPUS)) if os.path.isdir(os.path.join(jobs.CORPUS, name))]
    for folder in arguments.folders or every_folder:
        directory = os.path.join(jobs.CORPUS, folder)
        paths += [os.path.join(directory, name) for name in sorted(os.listdir(directory)) if re.search(r"\.(c|cpp|f90)$", name)]
    offered, wrong = 0, 0
    reasons = collections.Counter()
    for path in paths[:: arguments.every]:
        outcome = complaint_of(path, os.path.join(settings.build, arguments.mpi, "patched"), settings, arguments.mpi, arguments.count)
        if outcome is None:
            continue
        complaint, reason = outcome
        if reason:
            reasons[reason] += 1
            if arguments.reasons:
                print(f"{os.path.relpath(path, jobs.CORPUS)}: {reason}", flush=True)
            continue
        offered += 1
        if complaint:
            wrong += 1
            print(f"{os.path.relpath(path, jobs.CORPUS)}: the patch {complaint}\n", flush=True)
    for reason, count in reasons.most_common() if arguments.reasons else []:
        print(f"{count:4} {reason}")
    programs = offered + sum(reasons.values())
    share = f" ({100 * offered / programs:.1f} %)" if programs else ""
    tried = "" if arguments.count else f"; {wrong} are wrong"
    print(f"of {programs} programs with findings {offered} have a patch{share}{tried}")
    return 1 if wrong or offered == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
