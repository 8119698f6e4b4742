#!/usr/bin/env python3
"""Compares SENTENCES.md with the programs of this folder: each row has a case, each case has a row, and no section is missing."""

import glob
import os
import re
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))
SECTIONS = ["12.2.1", "12.2.2", "12.2.3", "12.2.4", "12.2.5", "12.2.6", "12.2.7", "12.3", "12.3.1", "12.3.2", "12.3.4", "12.3.5",
            "12.4", "12.5", "12.5.1", "12.5.2", "12.5.3", "12.5.4", "12.5.5", "12.6", "12.7.1", "12.7.2", "12.7.3"]


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def cases():
    """"program: text" of each case of each program that CMake runs; the text without the section before it."""
    programs = re.search(r"set\(programs (.*?)\)", read("CMakeLists.txt")).group(1).split()
    on_disk = {os.path.basename(path)[:-2] for path in glob.glob(os.path.join(HERE, "*.c"))}
    assert set(programs) == on_disk, f"not run, or not there: {set(programs) ^ on_disk}"
    found = []
    for program in programs:
        for text in re.findall(r'CASE\("([^"]*)"\)', read(program + ".c")):
            found.append(f"{program}: {re.sub(r'^(MPI-4 )?[0-9.]+ ', '', text)}")
    return found


def rows():
    """(section, promise, [cases])"""
    section, result = None, []
    for line in read("SENTENCES.md").splitlines():
        if line.startswith("## "):
            section = line[3:].split()[0]
        elif line.startswith("| ") and not line.startswith("| promise"):
            promise, held = (cell.strip() for cell in line.strip("|").split(" | ", 1))
            result.append((section, promise, re.findall(r"`([^`]*)`", held)))
    return result


class SentencesTest(unittest.TestCase):
    def test_every_row_has_cases_that_exist(self):
        known = set(cases())
        for section, promise, held in rows():
            with self.subTest(section=section, promise=promise):
                self.assertTrue(held)
                self.assertEqual([case for case in held if case not in known], [])

    def test_every_case_stands_in_a_row(self):
        named = {case for _, _, held in rows() for case in held}
        self.assertEqual(sorted(set(cases()) - named), [])

    def test_every_section_has_rows(self):
        there = {section for section, _, _ in rows()}
        self.assertEqual([section for section in SECTIONS if section not in there], [])

    def test_no_two_cases_of_a_program_have_one_text(self):
        all_cases = cases()
        self.assertEqual(sorted({case for case in all_cases if all_cases.count(case) > 1}), [])


if __name__ == "__main__":
    unittest.main()
