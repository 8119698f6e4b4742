#!/usr/bin/env python3
"""Each example on the rules' pages is C that compiles with the names of pages.h.

usage: pages_test.py MPICC
"""

import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
BOOK = os.path.realpath(os.path.join(HERE, "..", "..", "rules", "book"))


def main():
    text = [f'#include "{HERE}/pages.h"\n']
    examples = 0
    for path in sorted(glob.glob(os.path.join(BOOK, "*", "*.md"))):
        with open(path, encoding="utf-8") as file:
            page = file.read()
        for block in re.finditer(r"^```c\n(.*?)^```", page, re.M | re.S):
            examples += 1
            line = page[: block.start(1)].count("\n") + 1
            text.append(f'void example{examples}(void) {{\n#line {line} "{os.path.relpath(path, BOOK)}"\n{block[1]}}}\n')
    strict = ["implicit-function-declaration", "incompatible-pointer-types", "int-conversion", "format"]
    command = [sys.argv[1], "-fsyntax-only", "-std=gnu11", *(f"-Werror={w}" for w in strict), "-x", "c", "-"]
    compiler = subprocess.run(command, input="".join(text), text=True, capture_output=True)
    print(compiler.stderr)
    print(f"{examples} examples")
    return 0 if compiler.returncode == 0 and examples >= 2 * len(glob.glob(os.path.join(BOOK, "*", "*.md"))) else 1


sys.exit(main())
