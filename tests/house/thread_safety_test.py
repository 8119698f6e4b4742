#!/usr/bin/env python3
"""Checks each component that has annotated mutexes. Data that a mutex guards is only used under that mutex (clang's -Wthread-safety,
runtime/record/mutex.h). Nothing is used after a move, and nothing outlives the data that it points to (clang-tidy). `./dev tidy` has many more
checks, for all components.

Reading the headers takes most of the time. So the test reads several sources of a component together if they have no names of their own in
common. If they do not compile together, it reads each of them alone. It writes no object file.

usage: thread_safety_test.py CLANG-TIDY BUILD-FOLDER [PATTERN of sources]
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from compiled_together_test import names_in  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("analyzer", "interposer", "reports", "rules", "runtime")
OURS = re.compile(rf"({'|'.join(FOLDERS)})/.*\.(?:cpp|c)")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
MOST_AT_ONCE = 24
CHECKS = [
    "clang-diagnostic-thread-safety*",
    "bugprone-dangling-handle",
    "bugprone-use-after-move",
]
# What gcc alone knows, and what makes an object.
NOT_FOR_CLANG = re.compile(r"-W.*|--param=.*|-fno-tree-.*|-o|-c|-MD|-M[TFQ]|-fno-var-tracking.*|-fconcepts.*|-O\d|-g\d?")


def options_of(entry):
    """The compiler's options for a source, without its name; and the target that it belongs to."""
    words = shlex.split(entry["command"])
    words = words[next(i for i, word in enumerate(words) if re.search(r"(g\+\+|c\+\+|gcc|/cc)[-\d]*$", word)) + 1 :]
    kept, skip, target = [], False, ""
    for word, following in zip(words, [*words[1:], ""]):
        if word == "-o":
            target = following.partition(".dir/")[0]
        if not skip and word != entry["file"] and not NOT_FOR_CLANG.fullmatch(word):
            kept.append(word)
        skip = word in ("-o", "-MT", "-MF", "-MQ")
    return target, tuple(kept)


def annotated():
    """Sources that include record/mutex.h, or a header that does; those of C include record/thread_safety.h."""
    headers = {"record/mutex.h", "record/thread_safety.h"}
    for folder in FOLDERS:
        for header in ROOT.glob(f"{folder}/**/*.h"):
            if "record/mutex.h" in INCLUDE.findall(header.read_text(encoding="utf-8")):
                headers.add(f"{header.parent.name}/{header.name}")
    for folder in FOLDERS:
        for source in ROOT.glob(f"{folder}/**/*.c*"):
            if source.suffix in (".c", ".cpp") and headers.intersection(INCLUDE.findall(source.read_text(encoding="utf-8"))):
                yield source


def apart():
    """Sources under APART in their components."""
    for folder in FOLDERS:
        for cmake in ROOT.glob(f"{folder}/**/CMakeLists.txt"):
            for words in re.findall(r"\bAPART((?:\s+[\w/]+\.cpp)+)", cmake.read_text(encoding="utf-8")):
                yield from (cmake.parent / word for word in words.split())


def together(sources, alone):
    """Lists of sources that can be read as one."""
    lists = [([source], {}) for source in sources if source in alone]
    for source in sources:
        if source in alone:
            continue
        names = names_in(source.read_text(encoding="utf-8"))
        for files, taken in lists:
            clash = any(key in taken and (alias is None or taken[key] != alias) for key, alias in names.items())
            if len(files) < MOST_AT_ONCE and files[0] not in alone and not clash:
                files.append(source)
                taken.update(names)
                break
        else:
            lists.append(([source], dict(names)))
    return [files for files, _ in lists]


def work_of(build, wanted):
    """(options, sources) for each run of clang-tidy. A source that is compiled for several MPI libraries is read for one of them."""
    targets, seen = {}, set()
    alone = set(apart())
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        source = pathlib.Path(os.path.realpath(entry["file"]))
        name = os.path.relpath(source, ROOT)
        if source in seen or not OURS.fullmatch(name) or not wanted.search(name):
            continue
        seen.add(source)
        targets.setdefault(options_of(entry), []).append(source)
    locks = set(annotated())
    for (_, options), sources in targets.items():
        if locks.isdisjoint(sources):
            continue
        for files in together(sorted(sources), alone):
            yield options, files


def tidied(tidy, build, folder, options, sources):
    """The exit status of clang-tidy, and its output."""
    joined = pathlib.Path(folder) / f"{'-'.join(sources[0].parts[-2:])}-{len(sources)}{sources[0].suffix}"
    joined.write_text("".join(f'#include "{source}"\n' for source in sources), encoding="utf-8")
    command = [tidy, "--quiet", "--config={}", f"--checks=-*,{','.join(CHECKS)}", "--warnings-as-errors=*", f"--header-filter=({ROOT}|{folder})/.*",
               str(joined), "--", "-Wno-everything", "-Wthread-safety", *options]
    result = subprocess.run(command, cwd=build, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout + (result.stderr if result.returncode != 0 else "")


def check(tidy, build, folder, options, sources):
    status, text = tidied(tidy, build, folder, options, sources)
    if "[clang-diagnostic-error]" not in text or len(sources) == 1:
        return status, text
    named = set(re.findall(r"^([^:\n]+):\d+:\d+: error: .*\[clang-diagnostic-error\]", text, re.M))
    apart = [source for source in sources if str(source) in named] or sources
    rest = [source for source in sources if source not in apart]
    found = [tidied(tidy, build, folder, options, [source]) for source in apart]
    if rest:
        found.append(check(tidy, build, folder, options, rest))
    return max(status for status, _ in found), "".join(text for status, text in found if status != 0)


SAMPLE = """#include <string>
#include <utility>
#include "record/mutex.h"
struct Sample {
  fencepost::Mutex mutex;
  int guarded FENCEPOST_GUARDED_BY(mutex) = 0;
  int unlocked() { return guarded; }
  std::size_t moved(std::string text) {
    const std::string other = std::move(text);
    return other.size() + text.size();
  }
};
"""


def sees_its_sample(tidy, build, folder):
    sample = pathlib.Path(folder) / "sample.cpp"
    sample.write_text(SAMPLE, encoding="utf-8")
    status, text = tidied(tidy, build, folder, ["-std=c++20", f"-I{ROOT}/runtime"], [sample])
    missed = [kind for kind in ("clang-diagnostic-thread-safety-analysis", "bugprone-use-after-move") if kind not in text]
    if missed:
        print(f"not seen in the sample (status {status}): {', '.join(missed)}\n{text}")
    return not missed


def main():
    tidy, build = sys.argv[1], pathlib.Path(sys.argv[2])
    work = list(work_of(build, re.compile(sys.argv[3] if len(sys.argv) > 3 else "")))
    # Those that take longest first.
    work.sort(key=lambda one: -sum(source.stat().st_size for source in one[1]))
    bad = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        if not sees_its_sample(tidy, build, folder):
            return 1
        results = [pool.submit(check, tidy, build, folder, *one) for one in work]
        for result in results:
            status, text = result.result()
            if status != 0:
                bad += 1
                print(text)
    print(f"{sum(len(sources) for _, sources in work)} sources in {len(work)} pieces, {bad} of them with mistakes")
    return 1 if bad or not work else 0


if __name__ == "__main__":
    sys.exit(main())
