// The run at a glance: its result, what was checked and what was not, the timeline, the windows.
"use strict";

function verdict() {
  if (report.status === "failed" && !report.findings.length) return ["failed", "No verdict"];
  if (!report.findings.length) return report.incomplete.length ? ["mild", "No findings so far"] : ["clean", "No findings"];
  const consequences = causes.filter((cause) => cause >= 0).length;
  return [report.findings.some((finding) => finding.severity === "error" || finding.severity === "undefined") ? "bad" : "mild", counted(openCount - consequences, "finding")];
}

function verdictSentence() {
  if (report.status === "failed") return "The run could not be checked as a whole; see the messages of the command.";
  if (!report.findings.length) {
    if (report.suppressed.length) return `Nothing but what is suppressed (${counted(report.suppressed.length, "finding")}).`;
    if (!report.program.files && !report.statistics.operations) return "This program made no one-sided MPI call that was seen: there was nothing to check.";
    if (report.incomplete.length) return "In what was done before the end, every access that was seen is ordered, and every call obeys the rules.";
    return "Every access that was seen is ordered, and every call obeys the rules.";
  }
  const own = report.findings.filter((_, i) => causes[i] < 0);
  const files = distinct(own.map((finding) => filesOf(finding)[0])).length;
  const patches = report.findings.filter((_, i) => causes[i] < 0 && data.diffs[i].length).length;
  return [`${counted(new Set(own.map((finding) => finding.rule)).size, "kind")} of mistakes${files ? ` in ${counted(files, "file")}` : ""}.`,
    patches > 0 && (patches === own.length ? (patches === 1 ? "It comes with a patch." : "All come with a patch.") : `${counted(patches, "finding")} ${patches === 1 ? "comes" : "come"} with a patch.`),
    report.status === "findings" ? "The check fails." : "None of them fails the check."].filter(Boolean).join(" ");
}

// The reasons why not the whole run was checked.
function howItEnded() {
  return [report.failure, report.incomplete.length > 0 && `Incomplete: ${report.incomplete.join("; ")}`].filter(Boolean).map((text) => el("p", { class: "ended" }, text));
}

function lookedAt() {
  const s = report.statistics, p = report.program;
  if (p.files) return [["Files", number(p.files)], ["RMA calls", number(s.operations)], p.files_not_read > 0 && ["Not read", number(p.files_not_read)]];
  const windows = report.overviews.reduce((sum, run) => sum + run.windows.filter((window) => window.name).length + run.windows_left_out, 0);
  const time = p.milliseconds ? duration(p.milliseconds * 1e6) : "";
  return [report.jobs.length ? ["Jobs", number(report.jobs.length)] : p.ranks > 0 && ["Ranks", number(p.ranks)], windows > 0 && ["Windows", number(windows)], ["RMA operations", number(s.operations)],
    ["Loads and stores", number(s.memory_accesses)], ["Events", number(s.events)], time && ["Time", time],
    p.exit_status !== null && ["Exit status", String(p.exit_status)]];
}

function bySeverity() {
  const own = report.findings.map((finding, i) => [finding, i]).filter(([, i]) => causes[i] < 0);
  const rows = new Map();
  for (const [finding, i] of own) {
    if (!rows.has(finding.rule)) rows.set(finding.rule, { finding, count: 0, first: i });
    ++rows.get(finding.rule).count;
  }
  return [...rows.values()].sort((x, y) => kSeverities.indexOf(x.finding.severity) - kSeverities.indexOf(y.finding.severity) || y.count - x.count);
}

function windowList(run, job) {
  const named = run.windows.map((window, i) => ({ window, i })).filter(({ window }) => window.name);
  if (!named.length) return null;
  const offset = windowOffset(job);
  return el("section", { "aria-label": "Windows" }, el("h2", {}, "Windows"), el("div", { class: "table" }, el("table", {},
    el("thead", {}, el("tr", {}, ["Window", "Kind", "Ranks", "Memory", "Operations", "Moved"].map((word, k) => el("th", { scope: "col", class: k > 1 ? "right" : null }, word)))),
    el("tbody", {}, named.map(({ window, i }) => el("tr", {}, el("td", {}, el("button", { class: "link", type: "button", onclick: () => showWindow(offset + i, true) }, window.name)),
      el("td", {}, window.flavor), el("td", { class: "right" }, number(window.ranks)), el("td", { class: "right" }, bytesText(window.total)),
      el("td", { class: "right" }, number(window.operations)), el("td", { class: "right" }, bytesText(window.bytes))))))),
    run.windows_left_out > 0 && el("p", { class: "seen" }, `and ${number(run.windows_left_out)} more`));
}

// Which finding is in which of several jobs or runs.
function jobMatrix() {
  if (report.jobs.length < 2 || !report.findings.some((finding) => finding.jobs.length)) return null;
  const jobs = report.jobs.slice(0, 40);
  const own = report.findings.map((_, i) => i).filter((i) => causes[i] < 0);
  const rows = own.slice(0, 200);
  return el("section", { "aria-label": "Findings by job" }, el("h2", {}, "What was found where"), el("div", { class: "table", tabindex: 0, role: "group", "aria-label": "Findings by job" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Finding"), jobs.map((job, k) => el("th", { scope: "col", class: "right", title: job.command }, String(k + 1))))),
    el("tbody", {}, rows.map((i) => el("tr", {}, el("td", {}, linkTo(i, `${findings[i].title}, ${nameOf(i)}`)),
      jobs.map((_, k) => el("td", { class: "right" }, findings[i].jobs.includes(k + 1) ? "●" : ""))))))),
    rows.length < own.length && el("p", { class: "seen" }, `and ${number(own.length - rows.length)} more findings; each says in which jobs it was`),
    jobs.length < report.jobs.length && el("p", { class: "seen" }, `and ${number(report.jobs.length - jobs.length)} more jobs; each finding says in which it was`),
    el("ol", { class: "links numbered" }, jobs.map((job) => el("li", {}, job.command + (job.exit_status ? ` (exit status ${job.exit_status})` : "")))));
}

let timelines = [];
function overviewArticle() {
  const [kind, word] = verdict();
  const rows = bySeverity();
  timelines = [];
  const runs = report.overviews.map((run, job) => {
    if (!run.lanes.length) return null;
    const timeline = new RunTimeline(run, job);
    timelines.push(timeline);
    const name = report.jobs.length ? `Job ${job + 1}: ${report.jobs[job].command}` : "The whole run";
    return [el("section", { "aria-label": "Timeline" }, el("h2", {}, name), timeline.element(),
      run.short_epochs > 0 && el("p", { class: "seen" }, `${counted(run.short_epochs, "short epoch")} are shown as the colour of their lanes only.`)), windowList(run, job)];
  });
  const withoutTimeline = report.overviews.length ? report.jobs.length - runs.filter(Boolean).length : 0;
  return el("article", { class: "overview" },
    el("button", { class: "back", type: "button", onclick: () => view("list") }, "← All findings"),
    el("div", { class: `verdict ${kind}` }, el("h1", {}, word), el("p", {}, verdictSentence()), howItEnded()),
    el("dl", { class: "numbers" }, lookedAt().filter(Boolean).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
    rows.length > 0 && el("section", { "aria-label": "Findings by rule" }, el("h2", {}, "What was found"), el("ul", { class: "rules" }, rows.slice(0, 12).map(({ finding, count, first }) =>
      el("li", { "data-severity": finding.severity }, el("span", { class: "dot" }), el("button", { class: "link", type: "button", onclick: () => show(first, true) }, data.rules[finding.rule]?.title || finding.title),
        el("span", { class: "seen" }, `${finding.rule}, ${counted(count, "place")}`)))), rows.length > 12 && el("p", { class: "seen" }, `and ${number(rows.length - 12)} more rules`)),
    jobMatrix(), runs, withoutTimeline > 0 && el("p", { class: "seen" }, `${counted(withoutTimeline, "job")} of ${number(report.jobs.length)} without a timeline here: the report of one job has its own.`),
    report.blind_spots.length > 0 && el("section", { "aria-label": "What could not be seen" }, el("h2", {}, "What could not be seen"), el("ul", { class: "sentences" }, report.blind_spots.map((sentence) => el("li", {}, sentence)))),
    data.suppressed.length > 0 && el("section", { "aria-label": "What was suppressed" }, el("h2", {}, "What was suppressed"), el("ul", { class: "sentences" }, data.suppressed.map((sentence) => el("li", {}, sentence)))));
}

function showOverview(byUser) {
  state.current = -1;
  state.page = "run";
  markCurrent();
  at("detail").replaceChildren(overviewArticle());
  redraw = () => timelines.forEach((timeline) => timeline.draw());
  redraw();
  history.replaceState(null, "", "#run");
  if (byUser) view("detail");
}
