#!/usr/bin/env python3
"""Python code has no mistakes that one can see without running it: undefined names, unused imports, f-strings without a value.

usage: python_test.py PYFLAKES SOURCE_ROOT
"""
import os
import subprocess
import sys

SKIPPED_FOLDERS = {"build", "node_modules"}
# Its names come from `from spack.package import *`, as spack wants it.
OTHERS = {"packaging/spack/package.py"}


def is_python(path):
    if path.endswith(".py"):
        return True
    if "." in os.path.basename(path) or not os.access(path, os.X_OK):
        return False
    with open(path, "rb") as opened:
        first = opened.readline()
    return first.startswith(b"#!") and b"python" in first


def files_of(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [one for one in folders if not one.startswith(".") and one not in SKIPPED_FOLDERS]
        for file in files:
            path = os.path.join(folder, file)
            if os.path.relpath(path, root) not in OTHERS and is_python(path):
                yield path


def main():
    pyflakes, root = sys.argv[1:]
    files = sorted(files_of(root))
    if not files:
        print("no Python was found")
        return 1
    checked = subprocess.run([pyflakes, *files], check=False)
    print(f"{len(files)} files of Python")
    return checked.returncode


if __name__ == "__main__":
    sys.exit(main())
