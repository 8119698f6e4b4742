#!/usr/bin/env python3
"""Compares ROWS.md with the corpus and with the tables that it lists."""

import glob
import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
sys.dont_write_bytecode = True

import marks  # noqa: E402

CLASSES = ["ld", "st", "g", "p", "a", "r", "ob-", "ob+"]
# Every kind of edge of the race model has to have its row.
ORDERS = ["send", "Ssend", "k-th", "wildcard", "probe", "request", "all to all", "root to all", "all to root", "lower to upper",
          "neighbors", "nonblocking", "fence", "NOPRECEDE", "complete → wait", "post → complete", "unlock → grant",
          "mutual exclusion", "flush", "reads-from", "poll", "Win_sync", "create", "mutexes", "atomics of the language", "OpenMP"]


def tables():
    """Title -> rows of cells, without the header row."""
    result, title = {}, None
    with open(os.path.join(HERE, "ROWS.md"), encoding="utf-8") as page:
        for line in page:
            if line.startswith("## "):
                title = line[3:].strip()
                result[title] = []
            elif line.startswith("|") and title:
                result[title].append([cell.strip() for cell in line.strip().strip("|").split("|")])
    return {title: rows[2:] for title, rows in result.items()}


def races(name):
    """Whether the program expects a race. It may expect nothing else (but FP-INFO-005)."""
    paths = glob.glob(os.path.join(HERE, name + ".*"))
    assert len(paths) == 1, f"{name}: {len(paths)} programs of this name"
    found = [e for e in marks.parse_program(paths[0]).expectations]
    strange = [str(e) for e in found if not e.rule.startswith(("FP-RACE", "FP-INFO-005"))]
    assert not strange, f"{name} expects {strange}"
    return any(e.rule.startswith("FP-RACE") for e in found)


def conflict_table():
    """The table of the engine, from its source: (row, column) -> whether they conflict."""
    with open(os.path.join(ROOT, "rules", "standard", "conflicts.h"), encoding="utf-8") as source:
        rows = re.findall(r"/\*\s*(\S+)\s*\*/ \{\{(.*?)\}\}", source.read())
    return {(row, column): cell.strip() in ("no", "rk")
            for row, cells in rows for column, cell in zip(CLASSES, cells.split(","))}


class RowsTest(unittest.TestCase):
    def setUp(self):
        self.tables = tables()

    def test_every_row_has_a_clean_and_a_racy_program(self):
        for title in ("What orders", "What conflicts"):
            for row, clean, racy in self.tables[title]:
                with self.subTest(row=row):
                    self.assertFalse(races(clean), f"{clean} is not clean")
                    self.assertTrue(races(racy), f"{racy} is not racy")

    def test_no_row_is_missing(self):
        rows = [row for row, _, _ in self.tables["What orders"]]
        for order in ORDERS:
            self.assertTrue(any(order in row for row in rows), f"no row for {order}")
        self.assertEqual([row for row, _, _ in self.tables["What conflicts"]], CLASSES)

    def test_every_cell_has_a_program_that_decides_it(self):
        wanted = conflict_table()
        self.assertEqual(len(wanted), 64)
        rows = self.tables["What conflicts, cell by cell"]
        self.assertEqual([row[0] for row in rows], CLASSES)
        cells = 0
        for i, row in enumerate(rows):
            for j in range(i, len(CLASSES)):
                with self.subTest(row=CLASSES[i], column=CLASSES[j]):
                    self.assertEqual(races(row[1 + j]), wanted[CLASSES[i], CLASSES[j]], row[1 + j])
                    cells += 1
        self.assertEqual(cells, 36)


if __name__ == "__main__":
    unittest.main()
