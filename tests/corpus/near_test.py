#!/usr/bin/env python3
"""If a program of the corpus is a near miss of a rule, that rule exists and is active when the program runs."""

import glob
import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.realpath(__file__))
BOOK = os.path.join(HERE, "..", "..", "rules", "book")
sys.path.insert(0, os.path.join(HERE, "..", "programs"))
sys.dont_write_bytecode = True

import marks  # noqa: E402


def when_active():
    """Rule id -> words of its page that say when it is active."""
    rules = {}
    for path in glob.glob(os.path.join(BOOK, "*", "*.md")):
        with open(path, encoding="utf-8") as page:
            rules[os.path.basename(path)[: -len(".md")]] = re.search(r"^enabled: (.*)$", page.read(), re.M)[1].split()
    return rules


def is_active(rule, words, options):
    model = options[options.index("--memory-model") + 1] if "--memory-model" in options else ""
    enabled = [options[i + 1] for i, option in enumerate(options[:-1]) if option == "--enable"]
    return (
        "always" in words
        or ("strict" in words and "--strict" in options)
        or ("separate" in words and model == "separate")
        or any(name in (rule, rule.split("-")[1]) for name in enabled)
    )


class NearTest(unittest.TestCase):
    def test_near_misses_run_with_the_rule(self):
        rules = when_active()
        seen = 0
        for path in glob.glob(os.path.join(HERE, "*", "*")):
            if not path.endswith((".c", ".cpp", ".f90")):
                continue
            try:
                program = marks.parse_program(path)
            except marks.MarkError:
                continue  # a further source of another program
            for rule in program.near:
                with self.subTest(program=os.path.relpath(path, HERE), rule=rule):
                    self.assertIn(rule, rules)
                    self.assertTrue(is_active(rule, rules[rule], program.options), "is not active in this run")
                    seen += 1
        self.assertGreater(seen, len(rules) // 2)


if __name__ == "__main__":
    unittest.main()
