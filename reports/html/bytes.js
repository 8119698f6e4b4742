// The bytes of accesses within their memory: a bar for each access; the bytes that two of them share are red.
"use strict";

const bytesText = (n) => (n < 10240 ? counted(n, "byte") : n < 10485760 ? `${number(Math.round(n / 1024))} KiB` : `${number(Math.round(n / 1048576))} MiB`);

// Accesses with bytes in the same memory, in the order of the finding; [] if none can be compared or placed.
function inOneMemory(finding) {
  const all = finding.accesses.map((access, index) => ({ access, index })).filter(({ access }) => access.bytes.end > access.bytes.first && access.bytes.of);
  const first = all[0];
  return first ? all.filter(({ access }) => access.bytes.of === first.access.bytes.of).slice(0, 6) : [];
}

function bytesView(finding) {
  const parts = inOneMemory(finding);
  if (!parts.length) return null;
  const of = parts[0].access.bytes.of;
  const first = Math.min(...parts.map(({ access }) => access.bytes.first));
  const end = Math.max(...parts.map(({ access }) => access.bytes.end));
  // The whole part of the window if its size is known, otherwise the accessed bytes and a little around them.
  const size = partSize(parts[0].access);
  const inWindow = parts[0].access.bytes.part >= 0;
  const whole = inWindow && size >= end ? { first: 0, end: size } : { first: Math.max(0, first - (end - first) / 8), end: end + (end - first) / 8 };
  // The variable that contains them, if it is known: as a separate box below the accesses.
  const variable = parts.map(({ access }) => access.variable).find(Boolean) || null;
  if (variable && !(inWindow && size >= end)) Object.assign(whole, { first: Math.min(first, variable.first), end: Math.max(end, variable.end) });
  // Few bytes of a big window: their surroundings, enlarged.
  const wide = (end - first) / (whole.end - whole.first) < 0.02
    ? { first: Math.max(whole.first, first - (end - first) * 2), end: Math.min(whole.end, end + (end - first) * 2) } : whole;
  const span = Math.max(1, wide.end - wide.first);
  const width = 720, left = 34, row = 26, top = 24;
  const x = (byte) => left + ((byte - wide.first) / span) * (width - left - 8);
  const box = variable ? 22 : 0;
  const height = top + row * parts.length + box + 22;
  const label = (byte) => (inWindow ? number(Math.round(byte)) : "0x" + BigInt(Math.round(byte)).toString(16));
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": parts.map(({ access, index }) => `Access ${letterOf(index)}: bytes ${label(access.bytes.first)} to ${label(access.bytes.end - 1)} of ${of}`).join("; ") });
  picture.append(svg("rect", { class: "memory", x: x(wide.first), y: top - 4, width: x(wide.end) - x(wide.first), height: row * parts.length + 4, rx: 4 }));
  const common = parts.length > 1 ? { first: Math.max(...parts.slice(0, 2).map((p) => p.access.bytes.first)), end: Math.min(...parts.slice(0, 2).map((p) => p.access.bytes.end)) } : null;
  if (common && common.end > common.first)
    picture.append(svg("rect", { class: "common", x: x(common.first), y: top - 4, width: Math.max(2, x(common.end) - x(common.first)), height: row * parts.length + 4 }));
  parts.forEach(({ access, index }, i) => {
    const y = top + row * i;
    picture.append(svg("g", { class: "side-" + sideOf(index, finding.accesses.length) },
      svg("text", { class: "byte-letter", x: 10, y: y + 14 }, letterOf(index)),
      svg("rect", { class: "byte-range", x: x(access.bytes.first), y: y + 2, width: Math.max(2, x(access.bytes.end) - x(access.bytes.first)), height: row - 10, rx: 3 })));
  });
  if (variable) {
    const from = Math.max(left, x(variable.first)), to = Math.min(width - 8, x(variable.end)), y = top + row * parts.length + 4;
    picture.append(svg("rect", { class: "variable", x: from, y, width: Math.max(2, to - from), height: 16, rx: 3 }),
      svg("text", { class: "byte-label", x: Math.min(from + 6, width - 100), y: y + 12 }, `${variable.name}, ${bytesText(variable.end - variable.first)}`));
  }
  picture.append(svg("text", { class: "byte-label", x: left, y: height - 4 }, label(wide.first)),
    svg("text", { class: "byte-label", x: width - 8, y: height - 4, "text-anchor": "end" }, label(wide.end)));
  if (common && common.end > common.first)
    picture.append(svg("text", { class: "byte-label conflict-label", x: Math.min(width - 90, Math.max(90, (x(common.first) + x(common.end)) / 2)), y: 12 },
      `${label(common.first)} to ${label(common.end - 1)}`));
  const note = wide !== whole ? `, enlarged: ${bytesText(end - first)} of ${bytesText(whole.end)}` : inWindow && size >= end ? `, ${bytesText(size)}` : "";
  return el("section", { "aria-label": "Bytes" }, el("h2", {}, "Which bytes"),
    el("figure", { class: "picture bytes" }, el("div", { class: "canvas" }, picture), el("figcaption", { class: "legend" }, of + note)));
}
