#!/usr/bin/env python3
"""Tests the marks of test programs and their comparison with findings, on sources and findings that are made by hand."""

import copy
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True

import judge  # noqa: E402
import marks  # noqa: E402

SOURCE = """\
// A put and a load.
// ranks: 3
// finds: race FP-RACE
// finds: late FP-EPOCH-002
// options: --strict --x
// mpi: mpich (the other one has no such call)
#include <mpi.h>
put();   // FINDS(race:put)
load();  // FINDS(race)
/* FINDS(late) */ more();
"""


class MarksTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.realpath(os.path.join(self.folder.name, "p.c"))
        self.addCleanup(self.folder.cleanup)

    def parse(self, text):
        with open(self.path, "w") as file:
            file.write(text)
        return marks.parse_program(self.path)

    def findings(self, *items):
        """Each item: (rule, (line, kind), …)."""
        found = [
            {"rule": rule, "severity": "undefined", "accesses": [{"file": self.path, "line": n, "kind": k, "rank": 0} for n, k in places]}
            for rule, *places in items
        ]
        return {"schema": "fencepost-findings/1", "status": "findings" if found else "clean", "findings": found}

    def test_header_and_marks(self):
        program = self.parse(SOURCE)
        self.assertEqual((program.ranks, program.options, program.mpis), (3, ["--strict", "--x"], ["mpich"]))
        self.assertEqual(program.exit_status, 66)
        race, late = program.expectations
        self.assertEqual(race.places, {(self.path, 8): "put", (self.path, 9): None})
        self.assertEqual((late.rule, list(late.places)), ("FP-EPOCH-002", [(self.path, 10)]))

    def test_a_key_must_begin_its_line(self):
        for key in ("ranks: 3", "near: FP-RACE-002", "not with: mpich 4.2 (why)"):
            with self.assertRaises(marks.MarkError):
                self.parse(SOURCE.replace("a load.\n", f"a load. {key}\n"))

    def test_texts_are_looked_for_whatever_the_line_ends(self):
        program = self.parse(SOURCE.replace("// mpi:", "// says: rank 1 waits  (really)\n// mpi:"))
        self.assertEqual(program.says, ["rank 1 waits (really)"])
        self.assertEqual(judge.missing_texts("a: rank 1\n   waits (really) x", program.says), [])
        self.assertEqual(judge.missing_texts("rank 1 waits", program.says), ["the report does not say: rank 1 waits (really)"])

    def test_a_text_that_the_report_quotes_is_refused(self):
        with self.assertRaises(marks.MarkError):
            self.parse(SOURCE.replace("// mpi:", "// says: fencepost: 1 finding\n// mpi:"))

    def test_versions_that_a_program_is_not_for(self):
        program = self.parse(SOURCE.replace("// mpi: mpich", "// not with: mpich 4.2"))
        self.assertEqual(program.not_with, [("mpich", "4.2")])

    def test_mistakes_in_marks_are_errors(self):
        for text in (
            SOURCE.replace("FINDS(late)", ""),  # declared, never marked
            SOURCE.replace("// finds: race FP-RACE\n", ""),  # marked, never declared
            SOURCE.replace("FP-RACE", ""),  # no rule
            SOURCE.replace("// A put and a load.\n", ""),  # no description
            SOURCE.replace("// mpi: mpich", "// not with: mpich (some)"),  # which version?
            SOURCE.replace("// mpi: mpich (the other one has no such call)", "// not with: mpich 4.2"),  # why?
        ):
            with self.assertRaises(marks.MarkError):
                self.parse(text)

    def test_exact_findings_pass(self):
        program = self.parse(SOURCE)
        right = self.findings(("FP-RACE-001", (8, "put"), (9, "load")), ("FP-EPOCH-002", (10, "call")))
        self.assertEqual(judge.judge(right, program.expectations), [])

    def test_every_difference_is_a_complaint(self):
        program = self.parse(SOURCE)
        late = ("FP-EPOCH-002", (10, "call"))
        for number, items in (
            (2, [("FP-RACE-001", (8, "put"), (10, "load")), late]),  # wrong line: one missing, one unexpected
            (2, [("FP-RACE-001", (8, "get"), (9, "load")), late]),  # wrong kind
            (2, [("FP-MATCH-001", (8, "put"), (9, "load")), late]),  # wrong family
            (1, [late]),  # missing
            (1, [("FP-RACE-001", (8, "put"), (9, "load")), ("FP-RACE-001", (8, "put"), (8, "put")), late]),  # one too many
            (1, [("FP-RACE-001", (8, "put"), (9, "load"))] * 2 + [late]),  # reported twice
        ):
            self.assertEqual(len(judge.judge(self.findings(*items), program.expectations)), number, items)

    def test_one_of_several_places(self):
        program = self.parse(SOURCE.replace("FINDS(race)", "FINDS(race|w)").replace("/* FINDS(late) */", "/* FINDS(late, race|w) */"))
        late = ("FP-EPOCH-002", (10, "call"))
        for number, places in ((0, [(8, "put"), (9, "load")]), (0, [(8, "put"), (10, "load")]), (2, [(8, "put")]), (2, [(9, "load")])):
            found = self.findings(("FP-RACE-001", *places), late)
            self.assertEqual(len(judge.judge(found, program.expectations)), number, places)

    def test_known_gap_keeps_its_expectations(self):
        program = self.parse(SOURCE.replace("// ranks", "// KNOWN GAP: not (yet) seen\n// ranks"))
        self.assertEqual((program.known_gaps, len(program.expectations)), (["not (yet) seen"], 2))
        with self.assertRaises(marks.MarkError):
            self.parse("// Nothing.\n// KNOWN GAP:\n")

    def test_rule_matches_whole_words_only(self):
        program = self.parse(SOURCE.replace("FP-EPOCH-002", "FP-EPOCH-00"))
        found = self.findings(("FP-RACE-001", (8, "put"), (9, "load")), ("FP-EPOCH-002", (10, "call")))
        self.assertEqual(len(judge.judge(found, program.expectations)), 2)

    def test_clean_program(self):
        program = self.parse("// Nothing is wrong here.\nint main(void) {}\n")
        self.assertEqual((program.expectations, program.exit_status), ([], 0))
        self.assertEqual(judge.judge(self.findings(), program.expectations), [])
        self.assertEqual(len(judge.judge(self.findings(("FP-USE-001", (2, "call"))), program.expectations)), 1)

    def test_failed_tool_and_foreign_schema_are_complaints(self):
        program = self.parse("// Nothing.\n")
        failed = dict(self.findings(), status="failed")
        self.assertEqual(len(judge.judge(failed, program.expectations)), 1)
        foreign = copy.deepcopy(self.findings())
        foreign["schema"] = "fencepost-findings/9"
        self.assertEqual(len(judge.judge(foreign, program.expectations)), 1)

    def test_marks_of_examples(self):
        with open(self.path, "w") as file:
            file.write("put(); // EXPECT(BUG=a): race; EXPECT(BUG=b): lost FP-MATCH\nload(); // EXPECT(BUG=a): race\n")
        variants = marks.parse_example([self.path])
        self.assertEqual(sorted(variants), ["a", "b"])
        self.assertEqual(set(variants["a"][0].places), {(self.path, 1), (self.path, 2)})
        self.assertEqual(variants["b"][0].rule, "FP-MATCH")


if __name__ == "__main__":
    unittest.main()
