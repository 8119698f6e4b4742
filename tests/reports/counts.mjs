// How much was found, according to each format: all must agree with the JSON of the same findings.
const kNouns = { error: "error", undefined: "undefined outcome", portability: "portability problem", performance: "performance problem", note: "note" };
const attribute = (tag, name) => Number(tag.match(new RegExp(`\\b${name}="(\\d+)"`))[1]);
const lines = (text, pattern) => text.split("\n").filter((line) => pattern.test(line)).length;

// The true counts: a consequence whose cause is in the report does not count as a finding; here, its severity decides
// whether a finding fails a run.
export function countsOf(report) {
  const causes = new Map(report.findings.filter((one) => !one.consequence_of).map((one) => [one.fingerprint, one]));
  const own = report.findings.filter((one) => !causes.has(one.consequence_of));
  const bad = (one) => !["performance", "note"].includes(one.severity);
  const failures = own.filter((one) => bad(one) || report.findings.some((other) => causes.get(other.consequence_of) === one && bad(other)));
  const bySeverity = Object.fromEntries(Object.keys(kNouns).map((name) => [name, own.filter((one) => one.severity === name).length]));
  return { own: own.length, consequences: report.findings.length - own.length, suppressed: report.suppressed.length, bySeverity, failures: failures.length };
}

// "2 findings (1 error, 1 note), 1 consequence, 1 suppressed in 4 ranks, …": the terminal's last line, Markdown's head.
function ofSummary(text) {
  const count = (noun) => Number((text.match(new RegExp(`([\\d,]+) ${noun}s?\\b`)) ?? [0, "0"])[1].replaceAll(",", ""));
  return { own: count("finding"), consequences: count("consequence"), suppressed: count("suppressed"),
    bySeverity: Object.fromEntries(Object.entries(kNouns).map(([name, noun]) => [name, count(noun)])) };
}

// By the ending of the file; `report`: the JSON of the same findings.
export const countsIn = {
  terminal: (text) => ofSummary(text.slice(text.lastIndexOf("fencepost: "))),
  markdown: (text) => ({ ...ofSummary(text.match(/^### Fencepost: (.*)$/m)[1].replaceAll("\\", "")), own: lines(text, /^\| (error|undefined|portability|performance|note) \|/) }),
  sarif: (text) => {
    const { results } = JSON.parse(text).runs[0];
    const open = results.filter((one) => !one.suppressions);
    const names = new Set(open.filter((one) => !one.properties.consequenceOf).map((one) => one.partialFingerprints["fencepost/v1"]));
    const own = open.filter((one) => !names.has(one.properties.consequenceOf));
    return { own: own.length, consequences: open.length - own.length, suppressed: results.length - open.length,
      bySeverity: Object.fromEntries(Object.keys(kNouns).map((name) => [name, own.filter((one) => one.properties.severity === name).length])) };
  },
  // A finding of two jobs is a case in both.
  xml: (text, report) => {
    const twice = (findings) => findings.reduce((sum, one) => sum + Math.max(1, one.jobs.length) - 1, 0);
    const suppressed = report.suppressed.map((one) => one.finding);
    if (report.findings.some((one) => one.jobs.length > 1) || twice(suppressed)) return {};
    const tag = text.match(/<testsuites [^>]*>/)[0];
    const nothing = (text.match(/ name="no findings"/g) ?? []).length;  // is a passed case
    return { own: attribute(tag, "tests") - attribute(tag, "skipped") - attribute(tag, "errors") - nothing, suppressed: attribute(tag, "skipped"), failures: attribute(tag, "failures") };
  },
  "gitlab.json": (text) => ({ own: JSON.parse(text).length }),
  github: (text) => ({ own: lines(text, /^::(error|warning|notice) (?!title=Fencepost::)/) }),
  gcc: (text) => ({ own: lines(text, /: (error|warning|note): (?!and so: ).* \[.+\]$/), consequences: lines(text, /: note: and so: /) }),
};

// Sentences about formats whose numbers differ from the true ones.
export function differences(told, truth) {
  return Object.entries(told).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(truth[name]))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}, but there are ${JSON.stringify(truth[name])}`);
}
