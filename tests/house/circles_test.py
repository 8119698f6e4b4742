#!/usr/bin/env python3
"""There is no circle between folders, and none between the files of one folder.

A file pair (x.h and x.cpp) is one node. Each pair has an arrow to every pair whose header it includes. Prints every circle, and exits with
status 1 if there is one.

usage: circles_test.py SOURCE_ROOT
"""
import os
import re
import sys
from collections import defaultdict

ROOTS = ["interposer", "runtime", "analyzer", "rules", "reports"]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
NAME = re.compile(r"fencepost_component\(\s*NAME\s+(\S+)\s+DIRECTORY\s+([^\s)]+)")


def components(root):
    """Name of each component's include path → its directory."""
    found = {}
    for top in ROOTS:
        for directory, _, files in os.walk(os.path.join(root, top)):
            if "CMakeLists.txt" in files:
                with open(os.path.join(directory, "CMakeLists.txt"), encoding="utf-8") as text:
                    found.update(NAME.findall(text.read()))
    return found


def pair_of(path):
    return os.path.splitext(path)[0]


def graph_of(root):
    where = components(root)
    arrows = defaultdict(set)
    for top in ROOTS:
        for directory, _, files in os.walk(os.path.join(root, top)):
            for file in files:
                if not file.endswith((".h", ".cpp", ".c")):
                    continue
                path = os.path.relpath(os.path.join(directory, file), root)
                with open(os.path.join(root, path), encoding="utf-8") as text:
                    for included in INCLUDE.findall(text.read()):
                        component, _, rest = included.partition("/")
                        candidates = [os.path.join(os.path.dirname(path), included)]
                        if component in where:
                            candidates.insert(0, os.path.join(where[component], rest))
                        for target in candidates:
                            target = os.path.normpath(target)
                            if os.path.exists(os.path.join(root, target)):
                                if pair_of(target) != pair_of(path):
                                    arrows[pair_of(path)].add(pair_of(target))
                                break
    return arrows


def circles(arrows):
    """Strongly connected components of more than one node (Tarjan, without recursion)."""
    index, low, on_stack, stack, result = {}, {}, set(), [], []
    for start in sorted(arrows):
        if start in index:
            continue
        work = [(start, iter(sorted(arrows[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(sorted(arrows.get(target, ())))))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    members = []
                    while True:
                        members.append(stack.pop())
                        on_stack.discard(members[-1])
                        if members[-1] == node:
                            break
                    if len(members) > 1:
                        result.append(sorted(members))
    return result


def folders_of(arrows, homes):
    """Between components. A file belongs to the component with the nearest directory above it."""

    def home(path):
        directory = os.path.dirname(path)
        while directory and directory not in homes:
            directory = os.path.dirname(directory)
        return directory or os.path.dirname(path)

    between = defaultdict(set)
    for source, targets in arrows.items():
        for target in targets:
            if home(source) != home(target):
                between[home(source)].add(home(target))
    return between


def main():
    arrows = graph_of(sys.argv[1])
    if len(arrows) < 100:
        sys.exit(f"only {len(arrows)} files with includes: is this the source tree?")
    wrong = [("files", c) for c in circles(arrows)] + [("folders", c) for c in circles(folders_of(arrows, set(components(sys.argv[1]).values())))]
    for kind, members in wrong:
        print(f"a circle of {len(members)} {kind}: {' '.join(members)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
