// Which ranks wait for which at the end of a run that hangs: ranks in the same call at the same place are one box.
"use strict";

// Merges accesses that differ only in the rank (and in the ranks that they wait for); in their order.
function groupsOf(finding) {
  const groups = new Map();
  finding.accesses.forEach((access, index) => {
    const key = finding.accesses.length < 3 ? index : JSON.stringify([access.thread, access.role, access.kind, access.call, access.file, access.line, access.column,
      access.function, access.module, access.window, access.description, access.epoch && access.epoch.kind, access.epoch && access.epoch.opened, access.locks, access.role === "call" ? 0 : access.bytes]);
    if (!groups.has(key)) groups.set(key, { access, index, ranks: [], waits: new Set() });
    const group = groups.get(key);
    if (access.rank >= 0) group.ranks.push(access.rank);
    (access.waits_for || []).forEach((rank) => group.waits.add(rank));
  });
  return [...groups.values()].map((group) => ({ ...group, ranks: [...new Set(group.ranks)].sort((x, y) => x - y) }));
}

const kMostNodes = 12;
function waitsView(finding) {
  const groups = groupsOf(finding);
  if (!groups.some((group) => group.waits.size)) return null;
  const nodes = groups.slice(0, kMostNodes).map((group) => ({ ranks: group.ranks, waits: group.waits, call: group.access.call || group.access.kind, place: placeText(group.access, directory, false) }));
  const inNodes = new Set(nodes.flatMap((node) => node.ranks));
  const others = [...new Set(nodes.flatMap((node) => [...node.waits]))].filter((rank) => !inNodes.has(rank)).sort((x, y) => x - y);
  if (others.length) nodes.push({ ranks: others, waits: new Set(), call: "does not wait", place: "" });
  const wide = 230, high = 62, gapX = 110, gapY = 46, columns = Math.min(3, nodes.length);
  const rows = Math.ceil(nodes.length / columns);
  const at = (i) => ({ x: 20 + (i % columns) * (wide + gapX), y: 20 + Math.floor(i / columns) * (high + gapY) });
  const width = 40 + columns * wide + (columns - 1) * gapX, height = 40 + rows * high + (rows - 1) * gapY + 20;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "Who waits for whom: " +
    nodes.filter((node) => node.waits.size).map((node) => `${rankList(node.ranks)} in ${node.call} for ${rankList([...node.waits].sort((x, y) => x - y))}`).join("; ") });
  picture.append(svg("defs", {}, svg("marker", { id: "waits-head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, svg("path", { class: "arrow", d: "M0 0.8 8 4 0 7.2Z" }))));
  nodes.forEach((node, i) => nodes.forEach((other, k) => {
    const waited = other.ranks.filter((rank) => node.waits.has(rank));
    if (!waited.length) return;
    const from = at(i), to = at(k);
    let d;
    if (i === k) {
      d = `M${from.x + wide} ${from.y + 18}C${from.x + wide + 46} ${from.y + 6} ${from.x + wide + 46} ${from.y + high - 6} ${from.x + wide + 3} ${from.y + high - 18}`;
    } else {
      const sign = Math.sign(to.x - from.x), down = Math.sign(to.y - from.y);
      const x1 = sign > 0 ? from.x + wide : sign < 0 ? from.x : from.x + wide / 2, x2 = sign > 0 ? to.x - 3 : sign < 0 ? to.x + wide + 3 : to.x + wide / 2;
      const back = i > k ? 12 : -12;
      const y1 = sign ? from.y + high / 2 + back : from.y + (down > 0 ? high : 0), y2 = sign ? to.y + high / 2 + back : to.y + (down > 0 ? -3 : high + 3);
      d = `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`;
    }
    picture.append(svg("path", { class: "edge", d, "marker-end": "url(#waits-head)" }, svg("title", {}, `waits for ${rankList(waited)}`)));
  }));
  const cut = (text) => ([...text].length > 32 ? "…" + [...text].slice(-31).join("") : text);
  nodes.forEach((node, i) => {
    const { x, y } = at(i);
    picture.append(svg("g", {}, svg("rect", { class: node.waits.size ? "wait-node" : "wait-node free", x, y, width: wide, height: high, rx: 9 }),
      svg("text", { class: "lane-name", x: x + 12, y: y + 20 }, cut(rankList(node.ranks))), svg("text", { x: x + 12, y: y + 37 }, cut(node.call)),
      svg("text", { class: "label quiet", x: x + 12, y: y + 53 }, cut(node.place))));
  });
  return el("section", { "aria-label": "Who waits for whom" }, el("h2", {}, "Who waits for whom"),
    groups.length > kMostNodes && el("p", { class: "seen" }, `The first ${kMostNodes} of ${number(groups.length)} groups of ranks; all of them are below.`),
    el("figure", { class: "picture" }, el("div", { class: "canvas", tabindex: 0, role: "group", "aria-label": "Wait-for graph" }, picture)));
}
