// A page for each window: its properties, the traffic between ranks, the accessed bytes, and where the conflicts are.
"use strict";

const allWindows = report.overviews.flatMap((run, job) => run.windows.map((window) => ({ window, run, job })));
const windowOffset = (job) => report.overviews.slice(0, job).reduce((sum, run) => sum + run.windows.length, 0);
const windowPageOf = (name) => (name ? allWindows.findIndex(({ window }) => window.name === name) : -1);

function groupName(window, group) {
  const first = group * window.group, last = Math.min(window.ranks, first + window.group) - 1;
  return first === last ? `rank ${first}` : `ranks ${first} to ${last}`;
}

// Origins downwards, targets to the right; the darker, the more.
function trafficView(window) {
  const { traffic } = window;
  if (!traffic.origin.length) return null;
  const groups = Math.ceil(window.ranks / window.group);
  const cell = Math.max(6, Math.min(34, Math.floor(560 / groups))), left = 70, top = 40;
  const most = Math.max(...traffic.operations);
  const width = left + cell * groups + 20, height = top + cell * groups + 12;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Traffic: ${counted(window.operations, "operation")}, ${bytesText(window.bytes)}, between ${counted(traffic.origin.length, "pair")} of ranks` });
  const every = Math.ceil(groups / 16);
  for (let i = 0; i < groups; i += every) {
    picture.append(svg("text", { class: "byte-label", x: left - 8, y: top + cell * (i + 0.5) + 4, "text-anchor": "end" }, i * window.group),
      svg("text", { class: "byte-label", x: left + cell * (i + 0.5), y: top - 8, "text-anchor": "middle" }, i * window.group));
  }
  picture.append(svg("text", { class: "byte-label", x: left, y: 14 }, "target →"), svg("text", { class: "byte-label", x: 4, y: top - 8 }, "origin ↓"));
  for (let i = 0; i < groups; ++i) picture.append(svg("rect", { class: "memory", x: left, y: top + cell * i, width: cell * groups, height: cell - 1 }));
  traffic.origin.forEach((origin, i) => {
    const text = [`${groupName(window, origin)} to ${groupName(window, traffic.target[i])}`, `${counted(traffic.operations[i], "operation")}, ${bytesText(traffic.bytes[i])}`];
    picture.append(svg("rect", { class: "traffic", x: left + cell * traffic.target[i], y: top + cell * origin, width: cell - 1, height: cell - 1,
      "fill-opacity": (0.25 + 0.75 * (Math.log1p(traffic.operations[i]) / Math.log1p(most))).toFixed(2), onmousemove: (e) => showTip(text, e), onmouseleave: hideTip }));
  });
  return el("section", { "aria-label": "Traffic" }, el("h2", {}, "Who moves what to whom"), el("figure", { class: "picture" }, el("div", { class: "canvas", tabindex: 0, role: "group", "aria-label": "Traffic matrix" }, picture),
    el("figcaption", { class: "legend" }, `${counted(window.operations, "operation")}, ${bytesText(window.bytes)}; ranks of the window`)));
}

const kBytesRows = [["written", "puts"], ["updated", "accumulates and other atomics"], ["read", "gets"], ["local", "loads and stores"]];

// The ranks that accessed a cell: " by rank 3"; the first set of ranks stands for many.
function byWhom(window, part, name, cell) {
  const ranks = window.who[part[`${name}_by`][cell]];
  return !ranks ? "" : ranks.length ? ` by ${rankList(ranks)}` : " by many ranks";
}
// The same for all cells of a row, for users who cannot point at them.
function byWhomAtAll(window, part, name) {
  const sets = [...new Set(part[`${name}_by`].filter((_, cell) => part[name][cell] > 0))].map((set) => window.who[set]);
  if (!sets.length || sets.some((ranks) => !ranks)) return "";
  const all = [...new Set(sets.flat())].sort((x, y) => x - y);
  return all.length > 16 || sets.some((ranks) => !ranks.length) ? " by many ranks" : ` by ${rankList(all)}`;
}

// The places of the findings in the part of one rank.
function conflictsIn(window, part) {
  return report.findings.flatMap((finding, i) => finding.accesses
    .filter((access) => access.window === window.name && access.bytes.end > access.bytes.first && access.bytes.part === part.rank).map((access) => ({ i, first: access.bytes.first, end: access.bytes.end })));
}

function bytesOfPart(window, part) {
  const width = 720, left = 8, row = 12, cells = window.cells;
  const rows = kBytesRows.filter(([name]) => part[name].length);
  const conflicts = conflictsIn(window, part);
  const height = row * rows.length + 16;
  const wide = (width - 2 * left) / cells;
  const users = rows.map(([name, word]) => `${word}${byWhomAtAll(window, part, name)}`).join("; ");
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Rank ${part.rank}: ${bytesText(part.size)}, ${users}` + (conflicts.length ? `, ${counted(new Set(conflicts.map(({ i }) => i)).size, "finding")}` : "") });
  picture.append(svg("rect", { class: "memory", x: left, y: 2, width: width - 2 * left, height: row * rows.length + 2 }));
  rows.forEach(([name, word], k) => {
    const most = Math.max(...part[name]);
    for (let cell = 0; cell < part[name].length; ) {
      let end = cell + 1;
      while (end < part[name].length && part[name][end] === part[name][cell] && part[`${name}_by`][end] === part[`${name}_by`][cell]) ++end;
      if (part[name][cell]) {
        const bytes = [Math.floor((cell * part.size) / cells), Math.floor((end * part.size) / cells)];
        const text = [`bytes ${number(bytes[0])} to ${number(bytes[1] - 1)}`, `${word}: ${number(part[name][cell])}${byWhom(window, part, name, cell)}`];
        picture.append(svg("rect", { class: `cell ${name}`, x: left + cell * wide, y: 3 + row * k, width: Math.max(1, (end - cell) * wide), height: row - 2,
          "fill-opacity": (0.3 + 0.7 * (part[name][cell] / most)).toFixed(2), onmousemove: (e) => showTip(text, e), onmouseleave: hideTip }));
      }
      cell = end;
    }
  });
  for (const { i, first, end } of conflicts)
    picture.append(svg("rect", { class: "conflict-bytes", x: left + (first / part.size) * (width - 2 * left), y: 1, width: Math.max(2, ((end - first) / part.size) * (width - 2 * left)), height: row * rows.length + 4,
      onclick: () => show(i, true), onmousemove: (e) => showTip([findings[i].title, nameOf(i)], e), onmouseleave: hideTip }));
  return el("div", { class: "part" }, el("h3", {}, `Rank ${part.rank}`, el("span", { class: "rank" }, `, ${bytesText(part.size)}: ${users}`)), picture);
}

function bytesMap(window) {
  if (window.flavor === "dynamic") return el("p", { class: "seen" }, "The memory of a dynamic window comes and goes, so it has no map of its bytes; the findings show theirs.");
  if (!window.parts.length) return null;
  const present = kBytesRows.filter(([name]) => window.parts.some((part) => part[name].length));
  return el("section", { "aria-label": "Bytes" }, el("h2", {}, "Which bytes"), el("figure", { class: "picture" }, el("div", { class: "canvas parts", tabindex: 0, role: "group", "aria-label": "Byte map" }, window.parts.map((part) => bytesOfPart(window, part))),
    el("figcaption", { class: "legend" }, present.map(([name, word]) => el("span", {}, el("span", { class: `swatch ${name}` }), word)), el("span", {}, el("span", { class: "swatch mark" }), "findings"))),
    window.parts.length < window.ranks && el("p", { class: "seen" }, `The memory of ${counted(window.parts.length, "rank")} of ${number(window.ranks)} is shown: of those that were accessed, the first 64.`));
}

// Its lifetime, over the time of the run.
function lifeBar(window, run) {
  const width = 240, x = (time) => (Math.min(time, run.nanoseconds) / Math.max(1, run.nanoseconds)) * width;
  const end = x(window.freed || run.nanoseconds), begin = x(window.created);
  return svg("svg", { class: "life", viewBox: `0 0 ${width} 8`, width, height: 8, "aria-hidden": "true" }, svg("rect", { class: "memory", x: 0, y: 2, width, height: 4 }),
    svg("rect", { class: "traffic", x: begin, y: 0, width: Math.max(2, end - begin), height: 8, rx: 2 }));
}

function windowArticle(i) {
  const { window, run } = allWindows[i];
  const sizes = window.smallest === window.largest ? `${bytesText(window.largest)} on each rank` : `${bytesText(window.smallest)} to ${bytesText(window.largest)}`;
  const locks = [[window.shared_locks, "shared lock"], [window.exclusive_locks, "exclusive lock"], [window.lock_alls, "lock_all"], [window.flushes, "flush"]].filter(([n]) => n > 0)
    .map(([n, word]) => (word === "flush" ? `${number(n)} flush${n === 1 ? "" : "es"}` : counted(n, word)));
  const active = [[window.fences, "fence"], [window.starts, "start"]].filter(([n]) => n > 0).map(([n, word]) => counted(n, word));
  const own = report.findings.map((_, k) => k).filter((k) => windowsOf(report.findings[k]).includes(window.name));
  return el("article", { class: "overview" }, el("button", { class: "back", type: "button", onclick: () => view("list") }, "← All findings"), el("div", { class: "eyebrow" }, el("span", {}, "Window")), el("h1", {}, window.name),
    el("dl", { class: "facts wide" }, fact("Kind", `${window.flavor}, ${window.model} memory model`), fact("Ranks", number(window.ranks)), fact("Memory", window.flavor === "dynamic" ? "attached by each rank" : sizes, window.memory && [", ", el("code", {}, window.memory)]),
      fact("Unit", counted(window.displacement_unit, "byte")), fact("Life", lifeBar(window, run), `made at ${duration(window.created)}, ${window.freed ? `freed at ${duration(window.freed)}` : "never freed"}, in a run of ${duration(run.nanoseconds)}`),
      fact("Locks", locks.join(", ")), fact("Active", active.join(", "))),
    own.length > 0 && el("section", {}, el("h2", {}, counted(own.filter((k) => causes[k] < 0).length, "finding")), el("ul", { class: "links" }, own.slice(0, 30).map((k) => el("li", {}, linkTo(k, `${findings[k].title}, ${nameOf(k)}`))), own.length > 30 && el("li", {}, `and ${number(own.length - 30)} more`))),
    bytesMap(window), trafficView(window));
}

function showWindow(i, byUser) {
  state.current = -1;
  state.page = `window-${i}`;
  markCurrent();
  at("detail").replaceChildren(windowArticle(i));
  redraw = () => {};
  history.replaceState(null, "", `#window-${i + 1}`);
  if (byUser) view("detail");
}
