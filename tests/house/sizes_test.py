#!/usr/bin/env python3
"""No function has more than 80 lines, and no class more than 25 fields.

It reads the text, without a parser: what a function or class has in unbalanced branches of the preprocessor it takes from the first branch.
Prints what is too large, and exits with status 1 if there is any.

usage: sizes_test.py SOURCE_ROOT
"""
import os
import re
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from compiled_together_test import ROOTS, TYPE, head_of, is_function, statements, without_texts  # noqa: E402

MOST = {"function": 80, "class": 25}
OTHER_BRANCHES = re.compile(r"^[ \t]*#[ \t]*(?:else|elif)\b(?:(?!^[ \t]*#[ \t]*(?:if|endif)).)*", re.M | re.S)
ACCESS = re.compile(r"^(?:\s*(?:public|protected|private)\s*:)+")


def body_of(text):
    """What stands between the first { and its }."""
    begin = at = text.index("{") + 1
    depth = 1
    while depth > 0:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return text[begin : at - 1]


def fields_of(statement):
    """How many fields one declaration in a class makes."""
    text = head_of(ACCESS.sub("", statement))
    if not text or "operator" in text or re.match(r"(friend|using|static|static_assert|typedef|enum|template|constexpr|explicit|virtual|~)\b", text):
        return 0
    plain = re.sub(r"<[^<>]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>]*)*>", "", re.sub(r"\{[^{}]*\}", "", text.split("=")[0] if "(" in text.split("=")[0] or "=" not in text else text))
    head = re.split(r"[={]", plain)[0]
    if "(" in head or TYPE.match(text):
        return 0
    return 1 + re.sub(r"=[^,]*", "", plain).count(",")


def walk(code, place=""):
    """(kind, name, number) of each function and class, those in classes as well."""
    for _, statement in statements(code):
        text = ACCESS.sub("", statement).strip()
        head = head_of(text)
        if is_function(text):
            if "{" in text:
                yield "function", place + re.search(r"([\w:~]+|operator[^\w\s(]+|operator [\w\s:]+[&*]?)\s*\(", head).group(1), text[text.index("{"):].count("\n") + 1
        elif TYPE.match(head) and "{" in text and not re.match(r"(?:template.*?>\s*)?enum", head, re.S):
            name = place + TYPE.match(head).group(1)
            body = body_of(text)
            yield "class", name, sum(fields_of(inner) for _, inner in statements(body))
            yield from walk(body, name + "::")


# A text, and the sizes that are read from it.
SAMPLES = [
    ("namespace a { int f() {\n  if (x) {\n  }\n  return 1;\n}\n}", [("function", "f", 5)]),
    ("struct A {\n  int a = 1, b;\n  std::map<int, B> c{};\n  static int d;\n  int e() const {\n    return a;\n  }\n private:\n  C c_;\n};",
     [("class", "A", 4), ("function", "A::e", 3)]),
    ("A::A() : a_(1) {\n}\nenum class E { kOne, kTwo };", [("function", "A::A", 2)]),
]


def sizes_in(path):
    with open(path, encoding="utf-8") as opened:
        text = OTHER_BRANCHES.sub(lambda branch: "\n" * branch.group(0).count("\n"), opened.read())
    return list(walk(without_texts(text)))


def main():
    root = sys.argv[1]
    wrong = 0
    for text, sizes in SAMPLES:
        if list(walk(text)) != sizes:
            wrong += 1
            print(f"a sample is not read as it should be: {text}: {list(walk(text))}")
    for top in ROOTS:
        for folder, _, files in os.walk(os.path.join(root, top)):
            for file in sorted(files):
                if not file.endswith((".h", ".cpp", ".c")):
                    continue
                path = os.path.join(folder, file)
                for kind, name, size in sizes_in(path):
                    if size > MOST[kind]:
                        wrong += 1
                        print(f"{os.path.relpath(path, root)}: {kind} {name} has {size} {'lines' if kind == 'function' else 'fields'}; {MOST[kind]} are the most")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
