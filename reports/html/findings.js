// The findings of the page: those of the run, then suppressed ones, as one numbered list.
"use strict";

const data = unpack(JSON.parse(readData(document.getElementById("data"))));
const report = data.report;
const directory = data.directory;
const kSeverities = ["error", "undefined", "portability", "performance", "note"];
const kSeverityWords = { error: "Error", undefined: "Undefined outcome", portability: "Portability", performance: "Performance", note: "Note" };
const findings = [...report.findings, ...report.suppressed.map((one) => one.finding)];
const openCount = report.findings.length;
const isSuppressed = (i) => i >= openCount;
const hasBaseline = report.suppressions.some((one) => one.kind === "baseline");

// The finding from which another one follows; -1: there is none, or it was suppressed.
const causePlaces = new Map(report.findings.map((finding, i) => [finding.fingerprint, i]).filter(([, i]) => !report.findings[i].consequence_of).reverse());
const causes = findings.map((finding, i) => (finding.consequence_of && !isSuppressed(i) ? causePlaces.get(finding.consequence_of) ?? -1 : -1));
const effectsOf = (i) => causes.map((cause, k) => (cause === i ? k : -1)).filter((k) => k >= 0);

const ranksOf = (finding) => (finding.ranks.length ? finding.ranks : finding.accesses.map((access) => access.rank).filter((rank) => rank >= 0));
const distinct = (list) => [...new Set(list)].filter((value) => value !== "" && value !== null && value !== undefined);
const windowsOf = (finding) => distinct(finding.accesses.flatMap((access) => [access.window, access.epoch ? access.epoch.window : ""]));
const filesOf = (finding) => distinct(finding.accesses.map((access) => shorten(access.file, directory)));
const functionsOf = (finding) => distinct(finding.accesses.map((access) => access.function));
const firstPlace = (i) => (findings[i].accesses.length ? placeText(findings[i].accesses[0], directory, false) : "");
const nameOf = (i) => findings[i].rule + (firstPlace(i) ? ` at ${firstPlace(i)}` : "");

// "4 findings, 1 consequence": the counts of the terminal and the title.
function countedFindings(indices) {
  const consequences = indices.filter((i) => causes[i] >= 0).length, own = indices.length - consequences;
  return [(own > 0 || !consequences) && counted(own, "finding"), consequences > 0 && counted(consequences, "consequence")].filter(Boolean).join(", ");
}

// The same mistake elsewhere: the same rule with the same title and window.
const likes = new Map();
findings.forEach((finding, i) => {
  const key = [finding.rule, finding.title, windowsOf(finding)[0] || "", isSuppressed(i)].join("\n");
  if (!likes.has(key)) likes.set(key, []);
  likes.get(key).push(i);
});
const likeOf = findings.map(() => null);
for (const list of likes.values()) for (const i of list) likeOf[i] = list;

// Fingerprints identify findings, even in other reports of the same program.
function numberOf(hash) {
  const wanted = hash.replace(/^f-/, "");
  const found = findings.findIndex((finding) => finding.fingerprint === wanted);
  if (found >= 0) return found;
  return /^\d+$/.test(wanted) && findings[Number(wanted) - 1] ? Number(wanted) - 1 : -1;
}
const hashOf = (i) => {
  const own = findings[i].fingerprint;
  return own && findings.findIndex((finding) => finding.fingerprint === own) === i ? "f-" + own : String(i + 1);
};

// The size of the part that contains an access of window memory; 0: not known.
function partSize(access) {
  const windows = report.overviews.flatMap((run) => run.windows).filter((window) => window.name === access.window);
  for (const window of windows) {
    const part = window.parts.find((one) => one.rank === access.bytes.part);
    if (part) return part.size;
    if (window.smallest === window.largest) return window.largest;
  }
  return 0;
}
