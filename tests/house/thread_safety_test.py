#!/usr/bin/env python3
"""What is guarded by a mutex is used with it: clang's -Wthread-safety over all sources that have annotations
(runtime/record/mutex.h), as errors. No object is written.

usage: thread_safety_test.py CLANG++ BUILD-FOLDER
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
# What gcc alone knows, and what makes an object.
NOT_FOR_CLANG = re.compile(r"-W.*|-fno-tree-.*|-o|-c|-MD|-M[TFQ]|-fno-var-tracking.*|-fconcepts.*|-O\d|-g\d?")


def annotated(root):
    """Sources that include record/mutex.h, or a header that does."""
    headers = {"record/mutex.h"}
    for header in [*root.glob("analyzer/**/*.h"), *root.glob("runtime/**/*.h"), *root.glob("interposer/**/*.h")]:
        if "record/mutex.h" in INCLUDE.findall(header.read_text()):
            headers.add(f"{header.parent.name}/{header.name}")
    for folder in ("analyzer", "runtime", "interposer"):
        for source in root.glob(f"{folder}/**/*.cpp"):
            if headers.intersection(INCLUDE.findall(source.read_text())):
                yield source


def check(clang, entry):
    words = shlex.split(entry["command"])
    words = words[next(i for i, word in enumerate(words) if re.search(r"(g\+\+|c\+\+)[-\d]*$", word)) + 1 :]
    kept, skip = [], False
    for word in words:
        if not skip and not NOT_FOR_CLANG.fullmatch(word):
            kept.append(word)
        skip = word in ("-o", "-MT", "-MF", "-MQ")
    command = [clang, "-fsyntax-only", "-Wno-everything", "-Wthread-safety", "-Werror=thread-safety", *kept]
    result = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True)
    return entry["file"], result.returncode, result.stderr


def main():
    clang, build = sys.argv[1], pathlib.Path(sys.argv[2])
    root = pathlib.Path(__file__).resolve().parents[2]
    commands = {os.path.realpath(one["file"]): one for one in json.loads((build / "compile_commands.json").read_text())}
    sources = [source for source in annotated(root) if str(source) in commands]
    if not sources:
        print("no source with annotations is built")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        bad = 0
        for file, status, text in pool.map(lambda source: check(clang, commands[str(source)]), sources):
            if status != 0:
                bad += 1
                print(f"{file}:\n{text}")
    print(f"{len(sources) - bad} of {len(sources)} sources use what is guarded with its mutex")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
