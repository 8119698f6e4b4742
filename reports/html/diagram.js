// The space-time picture of a finding: a lane for each process (and thread, if there are several), time downwards,
// events as points, happens-before as arrows, the two accesses with the time in which they may take effect.
"use strict";

const kSides = ["a", "b"];
const sideOf = (index, count) => (count <= 2 && index < 2 ? kSides[index] : "other");
const letterOf = (index) => String.fromCharCode(65 + (index % 26));

// The row of each event: below all that happened before it, else as high as possible. So events that may have happened
// at the same time are side by side. The ends of a meeting (barrier, fence: the same call on both sides) share a row.
function rowsOf(events, edges, laneOf) {
  const merged = events.map((_, i) => i);
  const find = (i) => (merged[i] === i ? i : (merged[i] = find(merged[i])));
  const meets = (edge) => events[edge.from].label === events[edge.to].label && laneOf(events[edge.from]) !== laneOf(events[edge.to]);
  const taken = new Set();
  for (const edge of edges.filter(meets)) {
    // At most one meeting of an event with each lane: a second one would merge different calls.
    const ends = [`${edge.from}|${laneOf(events[edge.to])}`, `${edge.to}|${laneOf(events[edge.from])}`];
    if (ends.some((end) => taken.has(end))) continue;
    ends.forEach((end) => taken.add(end));
    merged[find(edge.from)] = find(edge.to);
  }
  const below = events.map(() => new Set());
  const add = (from, to) => { if (find(from) !== find(to)) below[find(from)].add(find(to)); };
  const lastOf = new Map();
  for (const i of events.map((_, k) => k).sort((p, q) => events[p].order - events[q].order)) {
    const lane = laneOf(events[i]);
    if (lastOf.has(lane)) add(lastOf.get(lane), i);
    lastOf.set(lane, i);
  }
  for (const edge of edges) add(edge.from, edge.to);
  // The longest path to each event; if there is a circle (in a damaged file), the rows keep the given order.
  const level = events.map(() => 0);
  const open = events.map(() => 0);
  below.forEach((set) => set.forEach((to) => { ++open[to]; }));
  const ready = events.map((_, i) => i).filter((i) => find(i) === i && open[i] === 0);
  let done = 0;
  while (ready.length) {
    const i = ready.pop();
    ++done;
    for (const to of below[i]) {
      level[to] = Math.max(level[to], level[i] + 1);
      if (--open[to] === 0) ready.push(to);
    }
  }
  if (done < events.filter((_, i) => find(i) === i).length) {
    const orders = [...new Set(events.map((event) => event.order))].sort((x, y) => x - y);
    return events.map((event) => orders.indexOf(event.order));
  }
  return events.map((_, i) => level[find(i)]);
}

function diagram(finding, directory, width, showTip, hideTip) {
  const events = finding.timeline.events.map((event) => ({ ...event }));  // copies: equal events must stay distinct
  if (!events.length) return null;

  // Lanes and rows.
  const threads = new Map();
  for (const event of events) {
    if (!threads.has(event.rank)) threads.set(event.rank, new Set());
    threads.get(event.rank).add(event.thread);
  }
  const lanes = [];
  for (const rank of [...threads.keys()].sort((x, y) => x - y)) {
    for (const thread of [...threads.get(rank)].sort((x, y) => x - y)) {
      lanes.push({ rank, thread, name: `rank ${rank}` + (threads.get(rank).size > 1 ? `, thread ${thread}` : "") });
    }
  }
  const laneOf = (event) => lanes.findIndex((lane) => lane.rank === event.rank && lane.thread === event.thread);
  const rows = rowsOf(events, finding.timeline.edges, laneOf);
  const levels = Math.max(...rows) + 1;

  // Labels of the first lane are on its left, all others on the right, so the arrows between two lanes cross no text.
  const top = 58, step = 40, bottom = 34, margin = 64;
  const several = lanes.length > 1;
  const side = several ? Math.max(120, Math.min(260, width * 0.27)) : margin;
  const gaps = Math.max(1, lanes.length - 1);
  const pitch = Math.max(lanes.length > 2 ? 190 : 150, Math.min(380, (width - 2 * side) / gaps));
  const needed = several ? 2 * side + pitch * gaps : width;
  const left = side + Math.max(0, (width - needed) / 2);
  const total = { width: Math.max(width, needed), height: top + step * (levels - 1) + bottom };
  const x = (event) => left + pitch * laneOf(event);
  const y = (event) => top + step * rows[events.indexOf(event)];
  const room = (lane) => Math.floor(((lane === 0 || lane === lanes.length - 1 ? side : pitch) - 34) / 6.6);
  const cut = (text, length) => {
    for (const prefix of ["", "MPI_", "Win_"]) {
      if ([...text].length > length && text.startsWith(prefix)) text = text.slice(prefix.length);
    }
    return [...text].length > length ? [...text].slice(0, Math.max(1, length - 1)).join("") + "…" : text;
  };

  const picture = svg("svg", { width: total.width, height: total.height, viewBox: `0 0 ${total.width} ${total.height}`, role: "group",
    "aria-label": "Space-time diagram: " + lanes.map((lane) => lane.name).join(", ") });
  picture.append(svg("defs", {}, svg("marker", { id: "arrowhead", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
    svg("path", { class: "arrow", d: "M0 0.8 8 4 0 7.2Z" })),
    svg("marker", { id: "arrowhead-back", viewBox: "0 0 8 8", refX: 1, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      svg("path", { class: "arrow", d: "M8 0.8 0 4 8 7.2Z" }))));
  const end = total.height - 10;
  lanes.forEach((lane, i) => {
    const at = left + pitch * i;
    picture.append(svg("line", { class: "lane", x1: at, x2: at, y1: 36, y2: end }),
      svg("text", { class: "lane-name", x: at, y: 23, "text-anchor": "middle" }, lane.name));
  });

  // The time in which each access may take effect: from its first event to its last; open if it never completes.
  const accesses = finding.accesses.map((access, i) => {
    const own = events.filter((event) => event.access === i).sort((p, q) => rows[events.indexOf(p)] - rows[events.indexOf(q)]);
    if (!own.length) return null;
    // An operation whose completion is not in the picture lasts beyond it.
    const lasts = Boolean(access.epoch) && access.epoch.kind !== "none";
    return { index: i, first: own[0], last: own[own.length - 1], open: own.length === 1 && lasts };
  });
  for (const access of accesses) {
    if (!access || (!access.open && access.first === access.last)) continue;
    const at = x(access.first), from = y(access.first), to = access.open ? end : y(access.last);
    picture.append(svg("g", { class: "side-" + sideOf(access.index, accesses.length) },
      svg("rect", { class: "span", x: at - 9, y: from, width: 18, height: Math.max(to - from, 4), rx: 4 }),
      access.open ? null : svg("line", { class: "span-edge", x1: at - 9, x2: at + 9, y1: to, y2: to })));
  }

  // Arrows.
  for (const edge of finding.timeline.edges) {
    const from = events[edge.from], to = events[edge.to];
    if (laneOf(from) === laneOf(to)) continue;
    const sign = Math.sign(x(to) - x(from));
    const x1 = x(from) + 9 * sign, x2 = x(to) - 9 * sign, y1 = y(from), y2 = y(to);
    const level = y1 === y2;
    const bend = Math.min(60, Math.abs(x2 - x1) / 3) * sign;
    const path = `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
    const text = [edge.label || "happens before", `${from.label} on ${lanes[laneOf(from)].name} → ${to.label} on ${lanes[laneOf(to)].name}`];
    picture.append(svg("g", { class: "edge-group", onmousemove: (e) => showTip(text, e), onmouseleave: hideTip },
      svg("path", { class: "edge", d: path, "marker-end": "url(#arrowhead)", "marker-start": level ? "url(#arrowhead-back)" : null }), svg("path", { class: "edge-hit", d: path })));
  }

  // The pair that nothing orders.
  if (finding.family === "RACE" && accesses.length === 2 && accesses[0] && accesses[1]) {
    const [a, b] = accesses.map((access) => ({ x: x(access.first), y: y(access.first) }));
    if (a.x === b.x) {
      picture.append(svg("path", { class: "conflict", d: `M${a.x - 10} ${a.y}C${a.x - 44} ${a.y} ${b.x - 44} ${b.y} ${b.x - 10} ${b.y}` }));
    } else {
      const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      picture.append(svg("line", { class: "conflict", x1: a.x, y1: a.y, x2: b.x, y2: b.y }),
        svg("text", { class: "conflict-label", x: middle.x, y: middle.y + 4 }, "not ordered"));
    }
  }

  // Points and labels, on top.
  for (const event of events) {
    const colour = event.access >= 0 ? sideOf(event.access, accesses.length) : null;
    const starts = event.access >= 0 && accesses[event.access].first === event;
    const at = x(event), level = y(event);
    const tip = [event.label, placeText(event, directory, false), event.function && event.line > 0 ? `in ${event.function}` : ""];
    const point = svg("g", {
      class: starts ? `event access side-${colour}` : "event", tabindex: 0, role: "img",
      "aria-label": `${lanes[laneOf(event)].name}: ${tip.filter(Boolean).join(", ")}` + (starts ? `, access ${letterOf(event.access)}` : ""),
      onmousemove: (e) => showTip(tip, e), onmouseleave: hideTip, onfocus: (e) => showTip(tip, e), onblur: hideTip });
    const radius = starts ? 9 : 5;
    point.append(svg("circle", { class: "ring", cx: at, cy: level, r: radius + 3.5 }), svg("circle", { class: "point", cx: at, cy: level, r: radius }));
    if (starts) point.append(svg("text", { class: "mark", x: at, y: level + 3.8 }, letterOf(event.access)));
    const lane = laneOf(event);
    const before = several && lane === 0;
    point.append(svg("text", { class: starts ? "label" : "label quiet", x: before ? at - 17 : at + 17, y: level + 4.3, "text-anchor": before ? "end" : "start" },
      cut(event.label, several ? room(lane) : 60)));
    picture.append(point);
  }
  return picture;
}

function legend(finding) {
  const marks = finding.accesses.length <= 2 ? finding.accesses.map((access, i) =>
    el("span", { class: "side-" + sideOf(i, finding.accesses.length) },
      el("span", { class: "letter", style: "width:18px;height:18px;font-size:11px;border-radius:5px" }, letterOf(i)), "access " + letterOf(i))) : [];
  const icon = (shape) => svg("svg", { width: 26, height: 12, "aria-hidden": "true" }, shape);
  const spans = finding.accesses.some((access) => access.epoch && access.epoch.kind !== "none");
  return el("div", { class: "legend" }, marks,
    spans && finding.accesses.length <= 2 && el("span", { class: "side-a" }, icon(svg("rect", { class: "span", x: 4, y: 0, width: 18, height: 12, rx: 3 })), "may take effect any time here"),
    finding.timeline.edges.length > 0 && el("span", {}, icon(svg("path", { class: "edge", d: "M1 6H22", "marker-end": "url(#arrowhead)" })), "happens before"),
    finding.family === "RACE" && el("span", {}, icon(svg("path", { class: "conflict", d: "M1 6H25" })), "nothing orders these"),
    el("span", {}, "time runs downwards"));
}
