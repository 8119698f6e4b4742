// The page: the list with its filters, the finding that is shown, the keyboard.
"use strict";

const kSeverities = ["error", "undefined", "portability", "performance", "note"];
const kSeverityWords = { error: "Error", undefined: "Undefined outcome", portability: "Portability", performance: "Performance", note: "Note" };
const data = JSON.parse(document.getElementById("data").textContent);
const report = data.report;
const directory = report.program.directory;
const findings = report.findings;
const at = (id) => document.getElementById(id);
// Which finding another one follows from; -1: none, or one that was suppressed.
const causes = findings.map((finding) => (finding.consequence_of
  ? findings.findIndex((other) => !other.consequence_of && other.fingerprint === finding.consequence_of) : -1));

const state = { hidden: new Set(), family: "", rank: "", text: "", current: -1 };

// ---- theme ----
const kThemes = { light: "dark", dark: "light" };
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  at("theme").textContent = theme === "dark" ? "Light" : "Dark";
}
function remembered() {
  try { return localStorage.getItem("fencepost-theme"); } catch { return null; }
}
function toggleTheme() {
  const theme = kThemes[document.documentElement.dataset.theme];
  setTheme(theme);
  try { localStorage.setItem("fencepost-theme", theme); } catch { /* a file opened without storage */ }
}
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
setTheme(kThemes[remembered()] ? remembered() : prefersDark.matches ? "dark" : "light");
prefersDark.addEventListener("change", () => { if (!kThemes[remembered()]) setTheme(prefersDark.matches ? "dark" : "light"); });

// ---- tip ----
function showTip(lines, event) {
  const tip = at("tip");
  tip.replaceChildren(...lines.filter(Boolean).map((line, i) => el("div", { class: i === 1 ? "mono" : null }, line)));
  tip.hidden = false;
  const box = event.type === "focus" ? event.currentTarget.getBoundingClientRect() : { left: event.clientX, bottom: event.clientY };
  const size = tip.getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(box.left + 12, innerWidth - size.width - 8)) + "px";
  tip.style.top = Math.max(8, Math.min(box.bottom + 14, innerHeight - size.height - 8)) + "px";
}
function hideTip() { at("tip").hidden = true; }

// ---- list and filters ----
const ranksOf = (finding) => (finding.ranks.length ? finding.ranks : finding.accesses.map((access) => access.rank).filter((rank) => rank >= 0));
const haystack = findings.map((finding) => [finding.rule, finding.family, finding.title, finding.message, finding.suggestion,
  ...finding.accesses.flatMap((access) => [access.call, access.kind, access.file, access.function, access.window])].join("\n").toLowerCase());

function visible() {
  const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  return findings.map((_, i) => i).filter((i) => {
    const finding = findings[i];
    return !state.hidden.has(finding.severity) && (!state.family || finding.family === state.family) &&
      (state.rank === "" || ranksOf(finding).includes(Number(state.rank))) && words.every((word) => haystack[i].includes(word));
  });
}

function picker(label, values, change) {
  return el("select", { "aria-label": label, onchange: (e) => { change(e.target.value); update(); } },
    el("option", { value: "" }, label), values.map(([value, text]) => el("option", { value }, text)));
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
    } }, el("span", { class: "dot" }), kSeverityWords[severity], el("span", {}, findings.filter((f) => f.severity === severity).length)));
  const families = [...new Set(findings.map((finding) => finding.family))].sort();
  const ranks = [...new Set(findings.flatMap(ranksOf))].sort((x, y) => x - y);
  fill(at("filters"), {}, [el("div", { class: "search" }, search, el("kbd", { "aria-hidden": "true" }, "/")),
    present.length > 1 && el("div", { class: "chips", role: "group", "aria-label": "Severities" }, chips),
    (families.length > 1 || ranks.length > 1) && el("div", { class: "picks" },
      picker("All families", families.map((family) => [family, family]), (value) => { state.family = value; }),
      ranks.length > 0 && picker("All ranks", ranks.map((rank) => [rank, `rank ${rank}`]), (value) => { state.rank = value; }))]);
}

function nameOf(i) {
  const [access] = findings[i].accesses;
  return findings[i].rule + (access ? ` at ${placeText(access, directory, false)}` : "");
}
function linkTo(i, text) {
  return el("button", { class: "link", type: "button", onclick: () => show(i, true) }, text);
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
      el("div", { class: "more" }, el("span", {}, finding.rule), finding.count > 1 && el("span", {}, number(finding.count) + " times"),
        finding.ranks.length > 0 && el("span", {}, rankList(finding.ranks))))));
}

function update() {
  const indices = visible();
  at("list").replaceChildren(...indices.map(itemFor));
  at("shown").textContent = indices.length === findings.length ? counted(findings.length, "finding")
    : `${number(indices.length)} of ${counted(findings.length, "finding")}`;
  if (!indices.length && findings.length) at("list").append(el("li", { class: "empty" }, "No finding fits the filter."));
  return indices;
}

function move(by) {
  const indices = visible();
  if (!indices.length) return;
  const now = indices.indexOf(state.current);
  const next = now < 0 ? 0 : Math.max(0, Math.min(indices.length - 1, now + by));
  show(indices[next], false);
  const item = document.querySelector(`.item[data-index="${indices[next]}"]`);
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: "nearest" });
}

// ---- one finding ----
function fact(name, ...value) {
  return value.flat().some((part) => part) ? [el("dt", {}, name), el("dd", {}, value)] : [];
}
const code = (text) => el("span", { class: "place-link" }, text);
function byCall(call, place) {
  if (!call && !known(place)) return null;
  return [call ? code(call) : "", call && known(place) ? " at " : "", known(place) ? code(placeText(place, directory, false)) : "", withinText(place)];
}

// Where ranks of the window and of MPI_COMM_WORLD differ, both.
function targetList(targets, processes) {
  const same = processes.length !== targets.length || processes.every((process, i) => process < 0 || process === targets[i]);
  return rankList(targets) + (same ? "" : ` of the window (${rankList(processes)})`);
}
function epochFacts(epoch, window) {
  if (!epoch) return [];
  if (epoch.kind === "none") return fact("Epoch", el("span", { class: "never" }, "none for this target"));
  const kind = epoch.kind && !epoch.kind.endsWith("epoch") ? epoch.kind + " epoch" : epoch.kind || "epoch";
  const completion = (text) => text && el("span", { class: /never|pending|not complete/.test(text) ? "never" : null }, text);
  return [fact("Epoch", kind, epoch.targets.length ? ` for ${targetList(epoch.targets, epoch.target_processes)}` : "", epoch.window && epoch.window !== window ? ` on ${epoch.window}` : ""),
    fact("Opened", byCall(epoch.opened_call, epoch.opened)),
    fact("Closed", byCall(epoch.closed_call, epoch.closed) || "still open at the end of the trace"),
    fact("Origin", completion(epoch.origin_completion)), fact("Target", completion(epoch.target_completion))];
}

function accessCard(access, i, count, snippet) {
  const what = (access.call || access.kind || "access") + (access.target >= 0 ? ` → ${targetList([access.target], [access.target_process])}` : "");
  const size = access.bytes.end - access.bytes.first;
  const frames = access.stack.map((frame) => el("li", {}, el("span", { class: "mono" }, frame.line > 0 ? frame.function || "?" : ""),
    el("span", { class: "mono" }, placeText(frame, directory, false))));
  return el("div", { class: `card side-${sideOf(i, count)}`, role: "group", "aria-label": `Access ${letterOf(i)}` },
    el("header", {}, el("span", { class: "letter", "aria-hidden": "true" }, letterOf(i)),
      el("h3", {}, what, access.rank >= 0 && el("span", { class: "rank" }, ` on rank ${access.rank}` + (access.thread ? `, thread ${access.thread}` : ""))),
      el("div", { class: "place" }, code(placeText(access, directory, true)), access.line > 0 && access.function ? ` in ${access.function}` : "", withinText(access))),
    snippetView(snippet, access.file),
    el("dl", { class: "facts" }, fact("Data", access.description),
      fact("Bytes", size <= 0 ? "" : access.bytes.of && !access.bytes.of.startsWith("window memory")
        ? `${counted(size, "byte")} of ${access.bytes.of} at 0x${BigInt(access.bytes.first).toString(16)}`
        : `${number(access.bytes.first)} to ${number(access.bytes.end - 1)}` + (access.bytes.of ? ` of ${access.bytes.of}` : "")),
      fact("Window", access.window), epochFacts(access.epoch, access.window),
      fact("Locks", access.locks.length ? access.locks.map((lock) => el("div", {}, lock)) : "")),
    access.stack.length > 1 && el("details", {}, el("summary", {}, `Call stack, ${access.stack.length} frames`), el("ol", { class: "stack" }, frames)));
}

let redraw = () => {};
function pictureOf(finding) {
  if (!finding.timeline.events.length) return null;
  const canvas = el("div", { class: "canvas", tabindex: -1 });
  redraw = () => {
    const drawn = diagram(finding, directory, canvas.clientWidth || 800, showTip, hideTip);
    canvas.replaceChildren(drawn);
  };
  return el("section", { "aria-label": "Space-time diagram" }, el("h2", {}, finding.family === "RACE" ? "Why nothing orders them" : "What happened"),
    el("figure", { class: "picture" }, canvas, legend(finding)));
}

function show(i, byUser) {
  state.current = i;
  for (const item of document.querySelectorAll(".item")) {
    if (Number(item.dataset.index) === i) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
  const finding = findings[i];
  const rule = data.rules[finding.rule];
  const effects = causes.map((cause, k) => (cause === i ? k : -1)).filter((k) => k >= 0);
  const cards = finding.accesses.map((access, k) => accessCard(access, k, finding.accesses.length, data.snippets[i][k]));
  const picture = pictureOf(finding);
  const why = finding.why.length > 0 && el("ol", { class: "why" }, finding.why.map((sentence) => el("li", {}, sentence)));
  const seen = finding.count === 1 ? "Seen once" : `Seen ${number(finding.count)} times`;
  redraw = picture ? redraw : () => {};
  const calls = finding.accesses.every((access) => access.role === "call");
  const heading = cards.length === 1 ? "The call" : cards.length > 2 ? "The calls" : calls ? "The two calls" : "The two accesses";
  at("detail").replaceChildren(el("article", { "data-severity": finding.severity },
    el("button", { class: "back", type: "button", onclick: () => view("list") }, "← All findings"),
    el("div", { class: "eyebrow" }, el("span", { class: "badge" }, el("span", { class: "dot" }), kSeverityWords[finding.severity]),
      el("code", {}, finding.rule), el("span", {}, finding.section)),
    el("h1", {}, finding.title),
    causes[i] >= 0 && el("p", { class: "seen" }, "Follows from ", linkTo(causes[i], nameOf(causes[i])), ": mend that first."),
    el("p", { class: "lead" }, finding.message),
    !report.program.files && el("p", { class: "seen" }, seen + (finding.ranks.length ? ` on ${rankList(finding.ranks)}` : "") +
      (data.jobs[i] ? ` of ${data.jobs[i]}` : "")),
    finding.suggestion && el("section", { class: "fix" }, el("h2", {}, "What to do"), el("p", {}, finding.suggestion)),
    cards.length > 0 && el("section", {}, el("h2", {}, heading),
      el("div", { class: cards.length === 1 ? "pair single" : "pair" }, cards)),
    effects.length > 0 && el("section", { "aria-label": "Consequences" }, el("h2", {}, "What follows from it"),
      el("ul", {}, effects.map((k) => el("li", {}, linkTo(k, `${findings[k].title}, ${nameOf(k)}`))))),
    picture, why && el("section", { style: picture ? "margin-top:18px" : null }, picture ? null : el("h2", {}, "Why"), why),
    rule && rule.page && el("section", {}, el("details", { class: "rule" }, el("summary", {}, `The rule ${finding.rule}: ${rule.title}`),
      el("div", { class: "prose" }, markdown(rule.page))))));
  redraw();
  history.replaceState(null, "", "#" + (i + 1));
  if (byUser) view("detail");
}

function view(name) {
  document.body.dataset.view = name;
  redraw();
  if (matchMedia("(max-width: 860px)").matches) scrollTo(0, 0);
}

// ---- the rest ----
function buildAside() {
  const s = report.statistics;
  const parts = [];
  if (report.blind_spots.length) {
    parts.push(el("h2", {}, "What could not be seen"), el("ul", {}, report.blind_spots.map((sentence) => el("li", {}, sentence))));
  }
  if (data.suppressed.length) {
    parts.push(el("h2", {}, "What was suppressed"), el("ul", {}, data.suppressed.map((sentence) => el("li", {}, sentence))));
  }
  const files = report.program.files;
  parts.push(el("h2", {}, files ? "These files" : "This run"), el("div", {}, files ? `${counted(files, "file")}, ${counted(s.operations, "RMA call")}` :
    `${counted(s.operations, "RMA operation")}, ${number(s.memory_accesses)} loads and stores, ${counted(s.events, "event")}`));
  at("aside").append(...parts);
}
function buildHead() {
  const p = report.program;
  const ranks = report.jobs.length ? `${counted(report.jobs.length, "job")} of up to ${counted(p.ranks, "rank")}` : counted(p.ranks, "rank");
  at("run").append(...[p.command && el("code", { title: p.command }, p.command), p.ranks > 0 && el("span", {}, ranks),
    p.mpi_library && el("span", {}, p.mpi_library), p.schedule && el("span", {}, `schedule ${p.schedule}`),
    p.rma === "native" && el("span", {}, "native RMA"), p.started && el("span", {}, p.started.replace("T", " ").replace("Z", " UTC"))].filter(Boolean));
}
const kKeys = [["j, ↓", "next finding"], ["k, ↑", "previous finding"], ["Enter", "go to the finding"], ["/", "filter"], ["Esc", "back to the list"], ["t", "light or dark"], ["?", "this list"]];
function help() {
  const dialog = at("help");
  if (!dialog.childNodes.length) {
    dialog.append(el("h2", {}, "Keyboard"), el("dl", {}, kKeys.map(([key, text]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)])),
      el("button", { type: "button", onclick: () => dialog.close() }, "Close"));
  }
  if (!dialog.open) dialog.showModal();
}
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || at("help").open) return;
  const typing = event.target.matches("input, select, textarea");
  const inList = !typing || event.target.id === "search";
  if (event.key === "Escape") {
    if (typing) event.target.blur();
    else { view("list"); (document.querySelector('.item[aria-current="true"]') || document.body).focus(); }
    hideTip();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const scrolls = event.target.closest("#detail");
    if (!inList || scrolls) return;
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter") {
    if (event.target.closest(".item") || event.target.id === "search") {
      if (event.target.id === "search") move(0);
      else show(Number(event.target.closest(".item").dataset.index), true);
      at("detail").focus();
    } else return;
  } else if (typing) {
    return;
  } else if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if (event.key === "/") { view("list"); at("search").focus(); }
  else if (event.key === "t") toggleTheme();
  else if (event.key === "?") help();
  else return;
  event.preventDefault();
}

buildHead();
buildFilters();
buildAside();
update();
document.addEventListener("keydown", onKey);
at("theme").addEventListener("click", toggleTheme);
at("keys").addEventListener("click", help);
let resizing = 0;
addEventListener("resize", () => { cancelAnimationFrame(resizing); resizing = requestAnimationFrame(() => redraw()); });
document.body.dataset.view = "list";
if (findings.length) {
  const wanted = Number(location.hash.slice(1)) - 1;
  show(findings[wanted] ? wanted : 0, Boolean(findings[wanted]));
} else {
  at("filters").hidden = true;
  document.body.dataset.view = "detail";
  const failed = report.status === "failed";
  at("detail").append(el("div", { class: "clean" }, el("h1", {}, failed ? "The check failed" : "No findings"),
    el("p", {}, failed ? "The run could not be checked; see the messages of the command."
      : report.suppressed.length ? `Nothing but what is suppressed (${counted(report.suppressed.length, "finding")}).` : "Every access that was seen is ordered, and every call obeys the rules.")));
}
