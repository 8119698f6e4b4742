#!/usr/bin/env python3
"""The files that documents and comments name exist.

It looks at each path in a document or comment that has a folder and an ending of a source file. It must be the end of the path of a file in the
tree, as it is stored or as it is included. Prints each path that is not, and exits with status 1 if there is one.

usage: paths_test.py SOURCE_ROOT
"""
import os
import re
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from circles_test import components  # noqa: E402

PATH = re.compile(r"(?<![\w/.<$~-])(?:\.\./)*([\w-]+(?:/[\w.+-]+)*/[\w.+-]+\.(?:h|cpp|c|cc|S|def|py|md|mjs|cmake|txt|f90))(?![\w/])")
COMMENTS = {".h": r"//[^\n]*|/\*.*?\*/", ".py": r'#[^\n]*|"""(?:.*?)"""', ".cmake": r"#[^\n]*", ".mjs": r"//[^\n]*"}
COMMENTS |= dict.fromkeys((".cpp", ".c", ".cc", ".def", ".S"), COMMENTS[".h"])
SKIPPED_FOLDERS = {"build", "node_modules"}
HISTORY = {"CHANGELOG.md"}
# Made by the build, or examples.
NOT_HERE = {"docs/rules-map.md", "registry/rule_ids.h", "NAME/header.h", "packages/fencepost/package.py", "a/b.c", "a/c.c", "rc/halo.c",
            "corpus/epoch/put_without_epoch.c"}


def comments_of(path):
    with open(path, encoding="utf-8", errors="replace") as opened:
        text = opened.read()
    ending = ".cmake" if path.endswith("CMakeLists.txt") else os.path.splitext(path)[1]
    if ending == ".md":
        return [text]
    return re.findall(COMMENTS[ending], text, re.S) if ending in COMMENTS else []


def files_of(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith(".") and f not in SKIPPED_FOLDERS]
        for file in files:
            yield os.path.relpath(os.path.join(folder, file), root)


def main():
    root = sys.argv[1]
    files = list(files_of(root))
    ends = set(NOT_HERE)
    for file in files:
        parts = file.split("/")
        ends.update("/".join(parts[i:]) for i in range(len(parts)))
    for name, directory in components(root).items():
        ends.update(name + file.removeprefix(directory) for file in files if file.startswith(directory + "/"))
    bad = 0
    for file in files:
        if file in HISTORY or file.startswith("tests/corpus/") and not file.endswith(".md"):
            continue
        for path in (p for text in comments_of(os.path.join(root, file)) for p in PATH.findall(text)):
            if path not in ends:
                bad += 1
                print(f"{file}: there is no {path}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
