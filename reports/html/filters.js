// The list of findings and its filters.
"use strict";

const state = { hidden: new Set(), text: "", status: "open", picks: {}, current: -1, page: "", shown: 0 };
const at = (id) => document.getElementById(id);
const kAlphabet = new Intl.Collator();
const kAtOnce = 200;  // entries of the list that are made at a time

const haystack = [];
function textOf(i) {
  if (haystack[i] === undefined) {
    const finding = findings[i];
    haystack[i] = [finding.rule, finding.family, finding.title, finding.message, finding.suggestion, finding.fingerprint,
      ...finding.accesses.flatMap((access) => [access.call, access.kind, access.file, access.function, access.window])].join("\n").toLowerCase();
  }
  return haystack[i];
}

// The choices of a filter: a name, the word for all, and the value of a finding.
const kPicks = [
  { name: "rule", all: "All rules", of: (finding) => [finding.rule] },
  { name: "rank", all: "All ranks", of: ranksOf, word: (rank) => `rank ${rank}` },
  { name: "window", all: "All windows", of: windowsOf },
  { name: "file", all: "All files", of: filesOf },
  { name: "function", all: "All functions", of: functionsOf, word: foldedName },
  { name: "job", all: "All jobs", of: (finding) => finding.jobs, word: (job) => `job ${job}: ${(report.jobs[job - 1] || {}).command || ""}` },
];
const kStatus = [["open", hasBaseline ? "New ones" : "Not suppressed"], ["suppressed", hasBaseline ? "Known or suppressed" : "Suppressed"], ["all", "All"]];

// The findings that pass all filters except that of severities.
function chosen() {
  const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  const result = [];
  for (let i = 0; i < findings.length; ++i) {
    const finding = findings[i];
    if (state.status !== "all" && isSuppressed(i) !== (state.status === "suppressed")) continue;
    if (!kPicks.every((pick) => !state.picks[pick.name] || pick.of(finding).map(String).includes(state.picks[pick.name]))) continue;
    if (words.every((word) => textOf(i).includes(word))) result.push(i);
  }
  return result;
}
const visible = () => chosen().filter((i) => !state.hidden.has(findings[i].severity));

// Removes all filters; suppressed findings are shown only if `status` says so.
function clearFilters(status) {
  Object.assign(state, { text: "", picks: {}, status });
  state.hidden.clear();
  at("filters").replaceChildren();
  buildFilters();
  update();
}

function select(label, options, change) {
  return el("select", { "aria-label": label, onchange: (e) => { change(e.target.value); update(); } }, options.map(([value, text]) => el("option", { value }, text)));
}

function statusSelect() {
  const box = select("Suppressed or not", kStatus, (value) => { state.status = value; });
  box.value = state.status;
  return box;
}

function buildFilters() {
  const search = el("input", { type: "search", id: "search", placeholder: "Filter findings", "aria-label": "Filter findings", autocomplete: "off", spellcheck: "false",
    oninput: (e) => { state.text = e.target.value; update(); } });
  const present = kSeverities.filter((severity) => findings.some((finding) => finding.severity === severity));
  const chips = present.map((severity) => el("button", { class: "chip", type: "button", "data-severity": severity, "aria-pressed": "true",
    onclick: (e) => {
      const chip = e.currentTarget;
      const off = !state.hidden.has(severity);
      state.hidden[off ? "add" : "delete"](severity);
      chip.setAttribute("aria-pressed", String(!off));
      update();
    } }, el("span", { class: "dot" }), kSeverityWords[severity], el("span", { class: "count" })));
  const picks = [];
  for (const pick of kPicks) {
    const values = new Set();
    for (const finding of findings) pick.of(finding).forEach((value) => values.add(value));
    if (values.size < 2) continue;
    const sorted = [...values].sort((x, y) => (typeof x === "number" ? x - y : kAlphabet.compare(String(x), String(y)))).slice(0, 500);
    picks.push(select(pick.all, [["", pick.all], ...sorted.map((value) => [String(value), pick.word ? pick.word(value) : String(value)])], (value) => { state.picks[pick.name] = value; }));
  }
  if (report.suppressed.length) picks.push(statusSelect());
  fill(at("filters"), {}, [el("div", { class: "search" }, search, el("kbd", { "aria-hidden": "true" }, "/")),
    present.length > 1 && el("div", { class: "chips", role: "group", "aria-label": "Severities" }, chips),
    picks.length > 0 && el("div", { class: "picks" }, picks)]);
}

function itemFor(i) {
  const finding = findings[i];
  const places = [...new Set(finding.accesses.map((access) => placeText(access, directory, false)))];
  return el("li", {}, el("button", { class: causes[i] < 0 ? "item" : "item follows", type: "button", "data-index": i, "data-severity": finding.severity,
    "aria-current": i === state.current ? "true" : null, onclick: () => show(i, true) },
    el("span", { class: "dot", title: kSeverityWords[finding.severity] }),
    el("span", {}, el("span", { class: "title" }, finding.title),
      el("div", { class: "where mono" }, places.slice(0, 3).join("  ↔  "), places.length > 3 ? " …" : ""),
      causes[i] >= 0 && el("div", { class: "where" }, `follows from ${nameOf(causes[i])}`),
      el("div", { class: "more" }, el("span", {}, finding.rule), isSuppressed(i) && el("span", {}, "suppressed"), finding.count > 1 && el("span", {}, number(finding.count) + " times"),
        finding.ranks.length > 0 && el("span", {}, rankList(finding.ranks))))));
}

// Appends the next entries; the list grows while it is scrolled.
function extend(indices) {
  const list = at("list");
  list.querySelector(".rest")?.remove();
  list.append(...indices.slice(state.shown, state.shown + kAtOnce).map(itemFor));
  state.shown = Math.min(indices.length, state.shown + kAtOnce);
  if (state.shown >= indices.length) return;
  const rest = el("li", { class: "rest" }, el("button", { class: "item", type: "button", onclick: () => extend(indices) }, el("span", {}), `${number(indices.length - state.shown)} more`));
  list.append(rest);
  if (window.IntersectionObserver) {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) { watch.disconnect(); extend(indices); }
    }, { root: at("side"), rootMargin: "600px" });
    watch.observe(rest);
  }
}

// How many findings of each severity pass the other filters, including hidden ones.
function countSeverities(indices) {
  const own = indices.filter((i) => causes[i] < 0);
  for (const chip of document.querySelectorAll(".chip"))
    chip.querySelector(".count").textContent = number(own.filter((i) => findings[i].severity === chip.dataset.severity).length);
}

// Rebuilds the list; the finding that is shown next to it is in it.
function update() {
  const indices = visible();
  countSeverities(chosen());
  at("list").replaceChildren();
  state.shown = 0;
  extend(indices);
  const all = findings.map((_, i) => i).filter((i) => state.status === "all" || isSuppressed(i) === (state.status === "suppressed"));
  at("shown").textContent = countedFindings(indices) + (indices.length === all.length ? "" : ` (of ${countedFindings(all)})`);
  if (!indices.length && findings.length) at("list").append(el("li", { class: "empty" }, "No finding fits the filter."));
  if (state.current >= 0 && !indices.includes(state.current)) {
    if (indices.length) show(indices[0], false);
    else nothingFits();
  }
  return indices;
}

function nothingFits() {
  state.current = -1;
  at("detail").replaceChildren(el("p", { class: "empty" }, "No finding fits the filter."));
}

// The list entry of a finding; the list may have to grow for it.
function bringIntoList(i) {
  const indices = visible();
  const place = indices.indexOf(i);
  while (state.shown <= place) extend(indices);
  document.querySelector(`.item[data-index="${i}"]`)?.scrollIntoView({ block: "nearest" });
}

function move(by) {
  const indices = visible();
  if (!indices.length) return;
  const now = indices.indexOf(state.current);
  const next = now < 0 ? 0 : Math.max(0, Math.min(indices.length - 1, now + by));
  show(indices[next], false);
  document.querySelector(`.item[data-index="${indices[next]}"]`).focus({ preventScroll: true });
}
