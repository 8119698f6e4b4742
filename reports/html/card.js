// One finding: what is wrong, what to do, the accesses with their source, bytes, pictures, the rule.
"use strict";

function fact(name, ...value) {
  return value.flat().some((part) => part) ? [el("dt", {}, name), el("dd", {}, value)] : [];
}

// A place in the sources; a link to the editor if there is one.
function placeLink(place, text) {
  const shown = text || placeText(place, directory, true);
  if (!data.editor || !(place.line > 0) || !place.file.startsWith("/")) return el("span", { class: "place-link" }, shown);
  const href = data.editor.replace("{file}", encodeURI(place.file).replaceAll("#", "%23").replaceAll("?", "%3F")).replace("{line}", place.line).replace("{column}", Math.max(1, place.column));
  if (/^\s*(javascript|data|vbscript):/i.test(href)) return el("span", { class: "place-link" }, shown);
  return el("a", { class: "place-link", href, title: "Open in the editor" }, shown);
}
function byCall(call, place) {
  if (!call && !known(place)) return null;
  return [call ? el("span", { class: "place-link" }, call) : "", call && known(place) ? " at " : "", known(place) ? placeLink(place, placeText(place, directory, false)) : "", withinText(place)];
}

// The rank in the window and in MPI_COMM_WORLD, if these differ.
function targetList(targets, processes) {
  const same = processes.length !== targets.length || processes.every((process, i) => process < 0 || process === targets[i]);
  return rankList(targets) + (same ? "" : ` of the window (${rankList(processes)})`);
}
function epochFacts(epoch, window) {
  if (!epoch) return [];
  if (epoch.kind === "none") return fact("Epoch", el("span", { class: "never" }, "none for this target"));
  const kind = `${epoch.kind} epoch`;
  const completion = (text, complete) => text && el("span", { class: complete ? null : "never" }, text);
  return [fact("Epoch", kind, epoch.targets.length ? ` for ${targetList(epoch.targets, epoch.target_processes)}` : "", epoch.window && epoch.window !== window ? ` on ${epoch.window}` : ""),
    fact("Opened", byCall(epoch.opened_call, epoch.opened)),
    fact("Closed", byCall(epoch.closed_call, epoch.closed) || "still open at the end of the trace"),
    fact("Origin", completion(epoch.origin_completion, epoch.complete_at_origin)), fact("Target", completion(epoch.target_completion, epoch.complete_at_target))];
}
function windowFact(name) {
  const page = windowPageOf(name);
  return name && (page < 0 ? name : el("button", { class: "link", type: "button", onclick: () => showWindow(page, true) }, name));
}

function accessCard(group, count, snippet) {
  const { access, index, ranks } = group;
  const what = (access.call || access.kind) + (access.target >= 0 && ranks.length < 2 ? ` → ${targetList([access.target], [access.target_process])}` : "");
  const size = access.bytes.end - access.bytes.first;
  const frames = access.stack.map((frame) => el("li", {}, frame.line > 0 ? nameView(frame.function || "?") : el("span", { class: "mono" }), placeLink(frame, placeText(frame, directory, false))));
  return el("div", { class: `card side-${sideOf(index, count)}`, role: "group", "aria-label": `Access ${letterOf(index)}` },
    el("header", {}, el("span", { class: "letter", "aria-hidden": "true" }, letterOf(index)),
      el("h3", {}, what, ranks.length > 0 && el("span", { class: "rank" }, ` on ${rankList(ranks)}` + (access.thread ? `, thread ${access.thread}` : ""))),
      el("div", { class: "place" }, placeLink(access), access.line > 0 && access.function ? [" in ", nameView(access.function)] : "", withinText(access))),
    snippetView(snippet, access.file),
    el("dl", { class: "facts" }, fact("Data", access.description),
      fact("Bytes", size <= 0 ? "" : access.bytes.of && access.bytes.part < 0
        ? `${counted(size, "byte")} of ${access.bytes.of} at 0x${BigInt(access.bytes.first).toString(16)}`
        : `${number(access.bytes.first)} to ${number(access.bytes.end - 1)}` + (access.bytes.of ? ` of ${access.bytes.of}` : "")),
      fact("Window", windowFact(access.window)), epochFacts(access.epoch, access.window),
      fact("Waits for", group.waits.size ? rankList([...group.waits].sort((x, y) => x - y)) : ""),
      fact("Locks", access.locks.length ? access.locks.map((lock) => el("div", {}, lock)) : "")),
    access.stack.length > 1 && el("details", {}, el("summary", {}, `Call stack, ${access.stack.length} frames`), el("ol", { class: "stack" }, frames)));
}

// The patch that fixes it, as a diff: added and removed lines, and their place.
function diffView(lines) {
  if (!lines.length) return null;
  const kind = (line) => (/^(---|\+\+\+|@@)/.test(line) ? "where" : line[0] === "+" ? "added" : line[0] === "-" ? "gone" : null);
  return el("div", { class: "diff", tabindex: 0, role: "region", "aria-label": "Patch" },
    lines.map((line) => el("div", { class: kind(line) }, line || " ")));
}

let redraw = () => {};
function pictureOf(finding) {
  if (!finding.timeline.events.length) return null;
  const canvas = el("div", { class: "canvas", tabindex: -1 });
  redraw = () => canvas.replaceChildren(diagram(finding, directory, canvas.clientWidth || 800, showTip, hideTip));
  return el("section", { "aria-label": "Space-time diagram" }, el("h2", {}, finding.family === "RACE" ? "Why nothing orders them" : "What happened"),
    el("figure", { class: "picture" }, canvas, legend(finding)));
}
function linkTo(i, text) {
  return el("button", { class: "link", type: "button", onclick: () => show(i, true) }, text);
}

function neighboursOf(i) {
  const others = likeOf[i].filter((k) => k !== i);
  if (!others.length) return null;
  return el("section", { "aria-label": "The same mistake elsewhere" }, el("details", {}, el("summary", {}, `The same mistake at ${counted(others.length, "other place")}`),
    el("ul", { class: "links" }, others.slice(0, 50).map((k) => el("li", {}, linkTo(k, nameOf(k)))), others.length > 50 && el("li", {}, `and ${number(others.length - 50)} more`))));
}

// The whole article of a finding.
function articleOf(i) {
  const finding = findings[i];
  const rule = data.rules[finding.rule];
  const effects = effectsOf(i);
  const groups = groupsOf(finding);
  const cards = groups.map((group) => accessCard(group, groups.length, data.snippets[i][group.index]));
  const picture = pictureOf(finding);
  redraw = picture ? redraw : () => {};
  const why = finding.why.length > 0 && el("ol", { class: "why" }, finding.why.map((sentence) => el("li", {}, sentence)));
  const seen = finding.count === 1 ? "Seen once" : `Seen ${number(finding.count)} times`;
  const calls = finding.accesses.every((access) => access.role === "call");
  const heading = cards.length === 1 ? "The call" : cards.length > 2 ? "The calls" : calls ? "The two calls" : "The two accesses";
  const suppressed = isSuppressed(i) && report.suppressions[report.suppressed[i - openCount].by];
  return el("article", { "data-severity": finding.severity },
    el("button", { class: "back", type: "button", onclick: () => view("list") }, "← All findings"),
    el("div", { class: "eyebrow" }, el("span", { class: "badge" }, el("span", { class: "dot" }), kSeverityWords[finding.severity]),
      el("code", {}, finding.rule), el("span", {}, finding.section)),
    el("h1", {}, finding.title),
    causes[i] >= 0 && el("p", { class: "seen" }, "Follows from ", linkTo(causes[i], nameOf(causes[i])), ": mend that first."),
    suppressed && el("p", { class: "seen" }, `Suppressed by ${suppressed.place}${suppressed.text ? ": " + suppressed.text : ""}`),
    el("p", { class: "lead" }, finding.message),
    !report.program.files && el("p", { class: "seen" }, seen + (finding.ranks.length ? ` on ${rankList(finding.ranks)}` : "") + (data.jobs[i] ? ` of ${data.jobs[i]}` : "")),
    el("div", { class: "actions" }, copyButtons(i), el("a", { class: "small", href: "#" + hashOf(i) }, "Link to this finding")),
    finding.suggestion && el("section", { class: "fix" }, el("h2", {}, "What to do"), el("p", {}, finding.suggestion), diffView(data.diffs[i])),
    waitsView(finding),
    cards.length > 0 && el("section", {}, el("h2", {}, heading), el("div", { class: cards.length === 1 ? "pair single" : "pair" }, cards)),
    effects.length > 0 && el("section", { "aria-label": "Consequences" }, el("h2", {}, "What follows from it"),
      el("ul", { class: "links" }, effects.map((k) => el("li", {}, linkTo(k, `${findings[k].title}, ${nameOf(k)}`))))),
    bytesView(finding),
    picture, why && el("section", { style: picture ? "margin-top:18px" : null }, picture ? null : el("h2", {}, "Why"), why),
    neighboursOf(i),
    rule && rule.page && el("section", {}, el("details", { class: "rule" }, el("summary", {}, `The rule ${finding.rule}: ${rule.title}`), el("div", { class: "prose" }, markdown(rule.page)))));
}

function show(i, byUser) {
  state.current = i;
  state.page = "finding";
  if (!visible().includes(i)) clearFilters(isSuppressed(i) ? "all" : "open");  // the list contains the shown finding
  bringIntoList(i);
  markCurrent();
  at("detail").replaceChildren(articleOf(i));
  redraw();
  bringMarksIntoView(at("detail"));
  history.replaceState(null, "", "#" + hashOf(i));
  if (byUser) view("detail");
}

// For a long line, the accessed column.
function bringMarksIntoView(root) {
  for (const mark of root.querySelectorAll(".snippet mark")) {
    const box = mark.closest(".snippet");
    const there = mark.getBoundingClientRect(), shown = box.getBoundingClientRect();
    if (there.right > shown.right || there.left < shown.left) box.scrollLeft += there.left - shown.left - shown.width / 3;
  }
}
