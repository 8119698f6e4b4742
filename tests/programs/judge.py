"""Compares the findings of a run (fencepost-findings/1) with what the program's marks expect."""

import os
import re


def place_of(access):
    file = access.get("file") or ""
    return (os.path.realpath(file) if file else "", int(access.get("line") or 0))


def describe(finding):
    places = ", ".join(
        f"{os.path.basename(access.get('file') or '') or '?'}:{access.get('line')} ({access.get('kind')}, rank {access.get('rank')})"
        for access in finding.get("accesses", [])
    )
    return f"{finding.get('rule')} [{finding.get('severity')}] {finding.get('message') or finding.get('title')} — at {places}"


def matches(finding, expectation):
    rule = finding.get("rule", "")
    if rule != expectation.rule and not rule.startswith(expectation.rule + "-"):
        return False
    accesses = finding.get("accesses", [])
    places = {place_of(access) for access in accesses}
    for choices in expectation.alternatives.values():
        if not places & choices:
            return False
        places -= choices
    if places != set(expectation.places):
        return False
    for place, kind in expectation.places.items():
        if kind and kind not in {access.get("kind") for access in accesses if place_of(access) == place}:
            return False
    return True


POSITION = re.compile(r"\b(MPI_\w+ |the (?:\w+ )?(?:load|store) (?:of rank \d+ )?)(?:of rank \d+ )?at (\S+\.\w+):(\d+)")
THING = re.compile(r"(?:of|on) the (?:window|communicator) of \S+ at \S+:\d+")


def missing_in_pictures(findings):
    """Complaints about calls, loads and stores that the text of a finding names but its picture lacks."""
    complaints = []
    for finding in findings.get("findings", []):
        events = finding.get("timeline", {}).get("events", [])
        drawn = {(os.path.basename(event.get("file") or ""), event.get("line")) for event in events}
        for sentence in [finding.get("message", "")] + finding.get("why", []) if events else []:
            for name, file, line in POSITION.findall(THING.sub("", sentence)):
                if (os.path.basename(file), int(line)) not in drawn:
                    complaints.append(f"the picture of {finding['rule']} lacks {name.strip()} at {file}:{line}: {sentence}")
    return complaints


def missing_texts(output, texts):
    """Complaints about texts that a report lacks."""
    words = " ".join(output.split())
    return [f"the report does not say: {text}" for text in texts if text not in words]


def judge(findings, expectations, may_miss=False, may_fail=False):
    """Complaints, as sentences; empty if the findings are exactly the expected ones (may_miss: or some of them).

    may_fail: the tool may say that it could not check all.
    """
    complaints = []
    if findings.get("schema") != "fencepost-findings/1":
        complaints.append(f"unknown schema {findings.get('schema')!r}")
    found = findings.get("findings", [])
    status = findings.get("status")
    if status == "failed" and not may_fail:
        complaints.append("the tool says that it failed: " + "; ".join(findings.get("blind_spots", [])))
    if status == "clean" and any(f.get("severity") in ("error", "undefined") for f in found):
        complaints.append("status is clean although there are findings")
    for expectation in expectations:
        if not may_miss and not any(matches(finding, expectation) for finding in found):
            complaints.append(f"missing {expectation}")
    seen = set()
    for finding in found:
        if not any(matches(finding, expectation) for expectation in expectations):
            complaints.append(f"unexpected {describe(finding)}")
        identity = (finding.get("rule"), tuple(sorted((place_of(a), str(a.get("kind"))) for a in finding.get("accesses", []))))
        if identity in seen:
            complaints.append(f"reported twice: {describe(finding)}")
        seen.add(identity)
    return complaints
