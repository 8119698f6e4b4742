"""Reads what a test program says about itself: its header (ranks, options, expected findings) and the marks on its lines.

Corpus programs. The first comment lines of the source are a description and `key: value` lines:

    // A put and the target's load with nothing between them.
    // ranks: 2                        processes (default 2)
    // finds: race FP-RACE             one line for each expected finding: its label, and its rule id or the start of it
    // near: FP-RACE-002               rules that it almost breaks, and that are active with its options
    // options: --strict               more options of `fencepost run`
    // args: 3 x                       arguments of the program
    // flags: -pthread                 more flags of the compiler
    // sources: other.c                more sources in this folder
    // library: other.c               a shared library of the program's, in C, that our wrappers do not compile
    // mpi: mpich                      only with this MPI (give a reason)
    // not with: mpich 4.2 (why)       not with this version of an MPI, which has the fault
    // says: waits for the barrier     text that the report at the terminal must have (blanks and line ends are alike);
    //                                 `with gcc: …`, `with gcc-hooks: …`, `with clang: …`: only with that (jobs.py)
    // exit: 0                         exit status of `fencepost run`, if neither 0 (clean) nor 66 (some `finds`)
    // plain: found                    its findings need no loads and stores: they come without our compiler wrappers, too
    // native: no                      correct by the standard, but not to be run without Fencepost (give a reason)
    // KNOWN GAP: gcc inlines memcpy    Fencepost cannot do this yet: the header says what is right, the result counts as a gap;
    //                                 `with hooks: …`: only with that compiler

`FINDS(label)`, anywhere in a comment, marks a line that a finding must name. `FINDS(label:put)` also demands that the access
at that line is a put. `FINDS(a, b)` marks a line that two findings name. If the standard leaves open which of several calls
waits, mark each of them `FINDS(label|x)` with the same word x: the finding must name at least one of them. A program without
`finds` must be clean.

Example programs have variants instead: `make BUG=name`. `EXPECT(BUG=name): race` marks a line that the report must name; the
word is the label. Labels that begin with "race" mean FP-RACE. After any other label comes its rule, as in
`EXPECT(BUG=name): forgotten FP-MATCH`.
"""

import os
import re
from dataclasses import dataclass, field

COMMENT = re.compile(r"^\s*(?://|!|\*)\s?(.*)$")
KEYS = "ranks|finds|near|options|args|flags|sources|mpi|not with|says|exit|native|plain|library|KNOWN GAP"
KEY = re.compile(rf"^({KEYS}):\s*(.*)$")
# clang-format may move a short line up behind the sentence before it.
LOST_KEY = re.compile(rf"[.!?)] (?:{KEYS}):")
FINDS = re.compile(r"FINDS\(([^)]*)\)")
EXPECT = re.compile(r"EXPECT\(BUG=(\w+)\):\s*([\w-]+)(?:\s+(FP-[A-Z]+(?:-\w+)*))?")


class MarkError(Exception):
    """The program's header or marks make no sense: the test itself is wrong."""


@dataclass
class Expectation:
    """One expected finding: its rule (or the start of its id), and the places that it must name. It must name all of them and no others."""

    label: str
    rule: str
    places: dict = field(default_factory=dict)  # (file, line) -> demanded access kind, or None
    alternatives: dict = field(default_factory=dict)  # word -> places of which at least one must be named

    def __str__(self):
        lines = ", ".join(f"{os.path.basename(f)}:{n}" + (f" ({k})" if k else "") for (f, n), k in sorted(self.places.items()))
        choices = "".join(
            " and " + " or ".join(f"{os.path.basename(f)}:{n}" for f, n in sorted(places)) for _, places in sorted(self.alternatives.items())
        )
        return f"{self.label}: {self.rule} at {lines}{choices}"


@dataclass
class Program:
    path: str
    description: str = ""
    ranks: int = 2
    options: list = field(default_factory=list)
    args: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    sources: list = field(default_factory=list)
    library: str = ""
    mpis: list = field(default_factory=list)  # empty: all
    native: bool = True
    plain: bool = False
    not_with: list = field(default_factory=list)  # (MPI, beginning of its version)
    known_gaps: list = field(default_factory=list)  # why the expectations are not met yet
    exit_status: int = 0
    says: list = field(default_factory=list)
    near: list = field(default_factory=list)
    expectations: list = field(default_factory=list)

    @property
    def language(self):
        extension = os.path.splitext(self.path)[1]
        return {".c": "c", ".cpp": "c++", ".f90": "fortran"}[extension]


def read_lines(path):
    with open(path, encoding="utf-8") as source:
        return source.read().splitlines()


def parse_program(path):
    path = os.path.realpath(path)
    program = Program(path)
    expectations = {}
    words = []
    exit_status = None
    lines = read_lines(path)
    for line in lines:  # the header: everything up to the first line that is no comment
        comment = COMMENT.match(line)
        if not comment:
            break
        key = KEY.match(comment[1])
        if not key:
            if LOST_KEY.search(comment[1]):
                raise MarkError(f"{path}: a key must begin its line: {comment[1]}")
            words.append(comment[1].strip())
            continue
        if key[1] == "KNOWN GAP":
            if not key[2].strip():
                raise MarkError(f"{path}: a known gap needs its reason")
            program.known_gaps.append(key[2].strip())
            continue
        if key[1] == "says":
            # Such a comment is taken for a suppression, which the report quotes: it would always be there.
            if key[2].strip().startswith("fencepost:"):
                raise MarkError(f"{path}: says: leave out 'fencepost:'")
            program.says.append(" ".join(key[2].split()))
            continue
        name, value = key[1], key[2].split("(")[0].strip()  # a reason in parentheses may follow
        if name == "ranks":
            program.ranks = int(value)
        elif name == "finds":
            parts = value.split()
            if len(parts) != 2 or not parts[1].startswith("FP-"):
                raise MarkError(f"{path}: expected `finds: LABEL FP-…`, not `{value}`")
            if parts[0] in expectations:
                raise MarkError(f"{path}: label {parts[0]} is declared twice")
            expectations[parts[0]] = Expectation(*parts)
        elif name == "near":
            program.near += value.split()
        elif name == "exit":
            exit_status = int(value)
        elif name == "native":
            program.native = value != "no"
        elif name == "plain":
            program.plain = value.split()[:1] == ["found"]
        elif name == "mpi":
            program.mpis = value.split()
        elif name == "not with":
            if len(value.split()) != 2 or value == key[2].strip():
                raise MarkError(f"{path}: expected `not with: MPI VERSION (reason)`, not `{key[2]}`")
            program.not_with.append(tuple(value.split()))
        elif name == "library":
            program.library = os.path.join(os.path.dirname(path), value)
        elif name == "sources":
            program.sources = [os.path.join(os.path.dirname(path), s) for s in value.split()]
        else:
            setattr(program, name, value.split())
    program.description = " ".join(w for w in words if w)
    if not program.description:
        raise MarkError(f"{path}: the first lines must say what the program shows")

    for source in [path] + program.sources:
        for number, line in enumerate(read_lines(source), 1):
            for mark in FINDS.finditer(line):
                for item in mark[1].split(","):
                    item, _, choice = item.strip().partition("|")
                    label, _, kind = item.partition(":")
                    if label not in expectations:
                        raise MarkError(f"{source}:{number}: FINDS({label}) has no `finds: {label} FP-…` in the header")
                    place = (os.path.realpath(source), number)
                    if choice:
                        expectations[label].alternatives.setdefault(choice, set()).add(place)
                    else:
                        expectations[label].places[place] = kind or None
    for expectation in expectations.values():
        if not expectation.places and not expectation.alternatives:
            raise MarkError(f"{path}: no line is marked FINDS({expectation.label})")
    program.expectations = list(expectations.values())
    for rule in program.near:
        if not re.fullmatch(r"FP-[A-Z]+-\d+", rule):
            raise MarkError(f"{path}: `near: {rule}` is no rule")
        if any(rule.startswith(expectation.rule) for expectation in program.expectations):
            raise MarkError(f"{path}: expects the rule {rule}, which it is to be a near miss of")
    program.exit_status = exit_status if exit_status is not None else (66 if expectations else 0)
    return program


def parse_example(sources):
    """The variants of an example: name -> list of Expectation, from the EXPECT marks in its sources."""
    variants = {}
    for source in sources:
        for number, line in enumerate(read_lines(source), 1):
            for mark in EXPECT.finditer(line):
                name, label, rule = mark.groups()
                if not rule:
                    if not label.startswith("race"):
                        raise MarkError(f"{source}:{number}: EXPECT label {label} needs a rule (FP-…)")
                    rule = "FP-RACE"
                expectation = variants.setdefault(name, {}).setdefault(label, Expectation(label, rule))
                if expectation.rule != rule:
                    raise MarkError(f"{source}:{number}: label {label} of BUG={name} has two rules")
                expectation.places[(os.path.realpath(source), number)] = None
    return {name: list(labels.values()) for name, labels in variants.items()}
