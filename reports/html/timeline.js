// The whole run: ranks as lanes, time to the right. Drawn on a canvas, from the slots of time that the analyzer has
// filled; single operations and epochs if the run had few enough or the picture is enlarged.
"use strict";

const kEpochKinds = ["fence epochs", "access epochs (start to complete)", "exposure epochs", "shared locks", "exclusive locks", "lock_all epochs"];

const duration = (ns) => (ns >= 1e9 ? (ns / 1e9).toFixed(ns >= 1e10 ? 1 : 2) + " s" : ns >= 1e6 ? (ns / 1e6).toFixed(ns >= 1e8 ? 0 : 1) + " ms" : (ns / 1e3).toFixed(ns >= 1e5 ? 0 : 1) + " µs");

// The places of the red marks for findings of this run.
function marksOf(run, job) {
  const marks = [];
  const laneOf = (rank) => run.lanes.findIndex((lane) => rank >= lane.first && rank <= lane.last);
  report.findings.forEach((finding, i) => {
    if (finding.jobs.length && !finding.jobs.includes(job + 1)) return;
    const seen = new Set();
    for (const access of finding.accesses) {
      const lane = laneOf(access.rank);
      if (lane < 0 || !access.time || seen.has(lane)) continue;
      seen.add(lane);
      marks.push({ lane, time: Math.min(access.time, run.nanoseconds), index: i });
    }
  });
  return marks.sort((x, y) => x.time - y.time);
}

class RunTimeline {
  constructor(run, job) {
    this.run = run;
    this.marks = marksOf(run, job);
    this.whole = Math.max(1, run.nanoseconds * 1.02);
    this.showActive();
    this.top = 0;                 // first lane in view
    this.rows = run.lanes.length; // lanes in view
    this.mark = -1;
    this.canvas = el("canvas", { class: "timeline", tabindex: 0, role: "application", "aria-roledescription": "timeline",
      "aria-label": `Timeline of ${counted(run.lanes.length, "lane")} over ${duration(run.nanoseconds)}, ${counted(this.marks.length, "mark")} of findings. Arrow keys move, plus and minus zoom, n goes to the next finding.` });
    this.status = el("p", { class: "timeline-status", role: "status", "aria-live": "polite" });
    this.canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    this.canvas.addEventListener("pointerdown", (e) => this.grab(e));
    this.canvas.addEventListener("pointermove", (e) => this.hover(e));
    this.canvas.addEventListener("pointerleave", hideTip);
    this.canvas.addEventListener("keydown", (e) => this.key(e));
    this.canvas.addEventListener("click", (e) => this.click(e));
  }

  // At first, the time between the first and the last operation or epoch: starting MPI may take most of the run.
  showActive() {
    let first = Infinity, last = 0;
    for (const lane of this.run.lanes) {
      for (const column of [lane.operations, lane.epochs]) {
        const begin = column.findIndex((n) => n > 0);
        if (begin < 0) continue;
        first = Math.min(first, begin * this.run.slot);
        last = Math.max(last, column.length * this.run.slot);
      }
    }
    if (first === Infinity) { first = 0; last = this.whole; }
    const around = Math.max((last - first) * 0.04, this.run.slot);
    this.from = Math.max(0, first - around);
    this.span = Math.min(this.whole - this.from, last - first + 2 * around);
  }

  element() {
    const button = (word, label, act) => el("button", { type: "button", class: "small", "aria-label": label, onclick: act }, word);
    const kinds = new Set(this.run.bars.kind);
    for (const lane of this.run.lanes) for (const bits of lane.epochs) kEpochKinds.forEach((_, k) => { if (bits & (1 << k)) kinds.add(k); });
    return el("figure", { class: "picture run-picture" },
      el("div", { class: "timeline-tools" }, button("+", "Zoom in", () => this.zoom(0.5, 0.5)), button("−", "Zoom out", () => this.zoom(2, 0.5)),
        button("←", "Earlier", () => this.pan(-0.3)), button("→", "Later", () => this.pan(0.3)),
        this.run.lanes.length > 8 && [button("Taller", "Fewer lanes", () => this.lanes(0.5)), button("Lower", "More lanes", () => this.lanes(2))],
        button("Whole run", "Whole run", () => this.reset()), this.marks.length > 0 && button("Next finding", "Next finding", () => this.next(1)), this.status),
      this.canvas,
      el("figcaption", { class: "legend" }, [...kinds].sort().map((k) => el("span", {}, el("span", { class: `swatch epoch-${k}` }), kEpochKinds[k])),
        el("span", {}, el("span", { class: "swatch operations" }), "operations"), this.run.lines.time.length > 0 && el("span", {}, el("span", { class: "swatch line" }), "barriers and other collective calls"),
        this.marks.length > 0 && el("span", {}, el("span", { class: "swatch mark" }), "findings")));
  }

  colours() {
    const style = getComputedStyle(document.documentElement);
    const get = (name) => style.getPropertyValue(name).trim();
    return { ink: get("--ink"), soft: get("--soft"), line: get("--line"), paper: get("--paper"), code: get("--code"), operations: get("--operations"), error: get("--error"), sans: "12px " + get("--sans"),
      epochs: kEpochKinds.map((_, k) => get(`--epoch-${k}`)) };
  }

  draw() {
    const width = Math.max(280, this.canvas.parentElement ? this.canvas.parentElement.clientWidth : 800);
    const lanes = this.run.lanes.length;
    this.rows = Math.max(1, Math.min(lanes, this.rows));
    this.top = Math.max(0, Math.min(lanes - this.rows, this.top));
    this.row = Math.max(0.4, Math.min(30, 460 / this.rows));
    this.left = 74;
    this.axis = 26;
    this.width = width;
    const height = this.axis + this.row * this.rows + 10;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.style.height = height + "px";
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const c = this.canvas.getContext("2d");
    c.scale(ratio, ratio);
    this.paint(c, this.colours(), height);
  }

  x(time) { return this.left + ((time - this.from) / this.span) * (this.width - this.left - 8); }
  timeAt(x) { return this.from + ((x - this.left) / (this.width - this.left - 8)) * this.span; }
  y(lane) { return this.axis + (lane - this.top) * this.row; }
  inView(lane) { return lane >= this.top && lane < this.top + this.rows; }

  paint(c, colours, height) {
    const { run } = this;
    c.clearRect(0, 0, this.width, height);
    c.font = colours.sans;
    c.textBaseline = "middle";
    this.paintAxis(c, colours, height);
    c.save();
    c.beginPath();
    c.rect(this.left, 0, this.width - this.left - 8, height);
    c.clip();
    this.paintSlots(c, colours);
    this.paintBars(c, colours);
    this.paintTicks(c, colours);
    this.paintLines(c, colours);
    this.paintMarks(c, colours);
    c.restore();
    this.status.textContent = `${duration(Math.max(0, this.from))} to ${duration(Math.min(this.whole, this.from + this.span))}` + (this.rows < run.lanes.length ? `, lanes ${this.top + 1} to ${this.top + this.rows} of ${run.lanes.length}` : "");
  }

  paintAxis(c, colours, height) {
    const step = [1, 2, 5].flatMap((m) => [...Array(13).keys()].map((e) => m * 10 ** e)).sort((x, y) => x - y).find((s) => this.span / s <= Math.max(2, this.width / 110)) || this.span;
    c.fillStyle = colours.soft;
    for (let time = Math.ceil(this.from / step) * step; time <= this.from + this.span; time += step) {
      const x = this.x(time);
      if (x < this.left - 1) continue;
      if (x < this.width - 64) c.fillText(duration(time), x + 3, 10);
      c.fillRect(x, 4, 1, this.axis - 8);
    }
    const every = Math.max(1, Math.ceil(14 / this.row));
    for (let i = 0; i < this.rows; ++i) {
      const lane = this.run.lanes[this.top + i];
      const y = this.axis + i * this.row;
      if (this.row >= 3) { c.fillStyle = colours.line; c.fillRect(this.left, y + this.row - 0.5, this.width - this.left - 8, 0.5); }
      if (i % every) continue;
      c.fillStyle = colours.ink;
      c.fillText(lane.first === lane.last ? `rank ${lane.first}` : `${lane.first}–${lane.last}`, 8, y + Math.max(this.row, 10) / 2);
    }
  }

  // The lanes from which a lane's slots are drawn: its own, or those of several ranks together where these show more.
  slotsInView() {
    const { run } = this;
    const coarse = { slot: run.slot, lanes: run.lanes, of: (lane) => lane };
    if (!run.fine_lanes.length || (run.slot / this.span) * (this.width - this.left) < 8) return coarse;
    const ranks = run.fine_lanes[0].last - run.fine_lanes[0].first + 1;
    return { slot: run.fine_slot, lanes: run.fine_lanes, of: (lane) => Math.min(run.fine_lanes.length - 1, Math.floor(run.lanes[lane].first / ranks)) };
  }

  // The contents of the slots: epochs faintly below, the density of operations above. Slots on one pixel are added up.
  paintSlots(c, colours) {
    const { slot: size, lanes, of } = this.slotsInView();
    const first = Math.max(0, Math.floor(this.from / size)), last = Math.floor((this.from + this.span) / size);
    const step = Math.max(1, Math.floor((last - first + 1) / (this.width - this.left)));
    const wide = Math.max(1, ((step * size) / this.span) * (this.width - this.left - 8) + 0.5);
    const single = this.ticksInView() !== null;
    let most = 1;
    const sums = new Map();
    const sumsOf = (lane) => {
      const own = [];
      for (let slot = first; slot <= last && slot < Math.max(lane.operations.length, lane.epochs.length); slot += step) {
        let operations = 0, epochs = 0;
        for (let k = slot; k < slot + step; ++k) { operations += lane.operations[k] || 0; epochs |= lane.epochs[k] || 0; }
        if (operations || epochs) own.push([slot, operations, epochs]);
        most = Math.max(most, operations);
      }
      return own;
    };
    for (let i = 0; i < this.rows; ++i) {
      const lane = of(this.top + i);
      if (!sums.has(lane)) sums.set(lane, sumsOf(lanes[lane]));
    }
    const high = Math.max(0.4, this.row - (this.row > 4 ? 2 : 0));
    for (let i = 0; i < this.rows; ++i) {
      const y = this.axis + i * this.row;
      for (const [slot, operations, epochs] of sums.get(of(this.top + i))) {
        const x = this.x(slot * size);
        if (epochs) {
          c.globalAlpha = 0.35;
          c.fillStyle = colours.epochs[31 - Math.clz32(epochs)];
          c.fillRect(x, y, wide, high);
        }
        if (operations && !single) {
          const weight = Math.log1p(operations) / Math.log1p(most);
          c.globalAlpha = 0.35 + 0.65 * weight;
          c.fillStyle = colours.operations;
          c.fillRect(x, y + high * 0.75 * (1 - weight), wide, high * (0.25 + 0.75 * weight));
        }
      }
    }
    c.globalAlpha = 1;
  }

  // Collective calls, over the lanes of the participants.
  paintLines(c, colours) {
    const { lines } = this.run;
    const seen = [];
    lines.time.forEach((time, i) => { if (time >= this.from && time <= this.from + this.span) seen.push(i); });
    c.fillStyle = colours.soft;
    c.globalAlpha = Math.max(0.06, Math.min(0.55, 60 / (seen.length + 1)));
    const pieces = this.run.groups.map(() => null);
    for (const i of seen) {
      const group = lines.group[i] ?? -1;
      pieces[group] ??= this.piecesOf(this.lanesOf(i));
      for (const [from, to] of pieces[group]) c.fillRect(this.x(lines.time[i]), from, 1, to - from);
    }
    c.globalAlpha = 1;
  }

  // First and last lane of each group of neighbours that took part in a collective call.
  lanesOf(line) {
    return this.run.groups[this.run.lines.group[line]] ?? [0, this.run.lanes.length - 1];
  }
  // Their top and bottom; gaps that are too small to see are closed.
  piecesOf(lanes) {
    const pieces = [];
    for (let k = 0; k < lanes.length; k += 2) {
      const first = Math.max(lanes[k], this.top), last = Math.min(lanes[k + 1], this.top + this.rows - 1);
      if (first > last) continue;
      const from = this.y(first) - (first === 0 ? 4 : 0), to = this.y(last + 1), before = pieces[pieces.length - 1];
      if (before && from - before[1] < 2) before[1] = to;
      else pieces.push([from, to]);
    }
    return pieces;
  }

  paintBars(c, colours) {
    const { bars } = this.run;
    for (let i = 0; i < bars.lane.length; ++i) {
      if (!this.inView(bars.lane[i]) || bars.end[i] < this.from || bars.begin[i] > this.from + this.span) continue;
      const x = this.x(bars.begin[i]), wide = this.x(bars.end[i]) - x;
      if (wide < 1.5) continue;
      const y = this.y(bars.lane[i]);
      c.fillStyle = colours.epochs[bars.kind[i]];
      c.globalAlpha = 0.8;
      c.fillRect(x, y + this.row * 0.62, wide, Math.max(0.4, this.row * 0.26));
    }
    c.globalAlpha = 1;
  }

  // Indices of the single operations in view; null: there are too many, or they are not recorded.
  ticksInView() {
    const { ticks } = this.run;
    if (!ticks.lane.length) return null;
    const seen = [];
    for (let i = 0; i < ticks.lane.length; ++i)
      if (ticks.time[i] >= this.from && ticks.time[i] <= this.from + this.span && this.inView(ticks.lane[i])) seen.push(i);
    return seen.length <= Math.max(1500, this.rows * this.width / 12) ? seen : null;
  }

  paintTicks(c, colours) {
    const seen = this.ticksInView();
    if (seen === null) return;
    c.fillStyle = colours.operations;
    for (const i of seen) c.fillRect(this.x(this.run.ticks.time[i]), this.y(this.run.ticks.lane[i]) + 1, 1.5, Math.max(0.5, this.row * 0.55));
  }

  paintMarks(c, colours) {
    c.fillStyle = colours.error;
    this.marks.forEach((mark, k) => {
      if (!this.inView(mark.lane)) return;
      const x = this.x(mark.time), y = this.y(mark.lane) + this.row / 2, r = Math.max(2.5, Math.min(6, this.row / 2)) * (k === this.mark ? 1.6 : 1);
      c.beginPath();
      c.moveTo(x, y - r); c.lineTo(x + r, y); c.lineTo(x, y + r); c.lineTo(x - r, y);
      c.fill();
    });
  }

  clamp() {
    this.span = Math.min(this.whole, Math.max(Math.min(1000, this.whole), this.span));
    this.from = Math.max(0, Math.min(this.whole - this.span, this.from));
    this.draw();
  }
  zoom(by, where) {
    const fixed = this.from + this.span * where;
    this.span *= by;
    this.span = Math.min(this.whole, this.span);
    this.from = fixed - this.span * where;
    this.clamp();
  }
  pan(by) { this.from += this.span * by; this.clamp(); }
  lanes(by) { this.rows = Math.max(4, Math.round(this.rows * by)); this.clamp(); }
  reset() { this.from = 0; this.span = this.whole; this.top = 0; this.rows = this.run.lanes.length; this.clamp(); }
  next(by) {
    if (!this.marks.length) return;
    this.mark = (this.mark + by + this.marks.length) % this.marks.length;
    const mark = this.marks[this.mark];
    this.span = Math.min(this.span, this.whole / 20);
    this.from = mark.time - this.span / 2;
    if (!this.inView(mark.lane)) this.top = Math.round(mark.lane - this.rows / 2);
    this.clamp();
    this.status.textContent += `: ${findings[mark.index].title}`;
  }

  wheel(e) {
    e.preventDefault();
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) this.pan((e.deltaX || e.deltaY) / 800);
    else this.zoom(e.deltaY > 0 ? 1.25 : 0.8, Math.max(0, Math.min(1, (e.offsetX - this.left) / (this.width - this.left - 8))));
  }
  grab(e) {
    const begin = { x: e.clientX, y: e.clientY, from: this.from, top: this.top };
    this.dragged = false;
    const drag = (move) => {
      if (Math.abs(move.clientX - begin.x) + Math.abs(move.clientY - begin.y) > 4) this.dragged = true;
      this.from = begin.from - ((move.clientX - begin.x) / (this.width - this.left)) * this.span;
      this.top = Math.round(begin.top - (move.clientY - begin.y) / this.row);
      this.clamp();
    };
    const end = () => { removeEventListener("pointermove", drag); removeEventListener("pointerup", end); };
    addEventListener("pointermove", drag);
    addEventListener("pointerup", end);
  }
  markAt(e) {
    return this.marks.findIndex((mark) => this.inView(mark.lane) && Math.hypot(this.x(mark.time) - e.offsetX, this.y(mark.lane) + this.row / 2 - e.offsetY) < 8);
  }
  click(e) {
    const mark = this.markAt(e);
    if (mark >= 0 && !this.dragged) show(this.marks[mark].index, true);
  }
  hover(e) {
    const mark = this.markAt(e);
    this.canvas.style.cursor = mark >= 0 ? "pointer" : "crosshair";
    const lane = this.top + Math.floor((e.offsetY - this.axis) / this.row);
    if (mark >= 0) return showTip([findings[this.marks[mark].index].title, nameOf(this.marks[mark].index)], e);
    if (e.offsetX < this.left || lane < this.top || !this.inView(lane) || !this.run.lanes[lane]) return hideTip();
    return showTip(this.words(lane, this.timeAt(e.offsetX)), e);
  }
  // Describes a lane at a time in words.
  words(lane, time) {
    const { run } = this;
    const near = (4 / (this.width - this.left)) * this.span;
    const one = run.lanes[lane];
    const lines = [(one.first === one.last ? `rank ${one.first}` : `ranks ${one.first} to ${one.last}`) + ` at ${duration(time)}`];
    const windowName = (i) => (run.windows[i] && run.windows[i].name ? ` on ${run.windows[i].name}` : "");
    for (let i = 0; i < run.bars.lane.length && lines.length < 5; ++i)
      if (run.bars.lane[i] === lane && run.bars.begin[i] <= time && run.bars.end[i] >= time) lines.push(`${kEpochKinds[run.bars.kind[i]]}${windowName(run.bars.window[i])}, ${duration(run.bars.end[i] - run.bars.begin[i])}`);
    for (let i = 0; i < run.ticks.lane.length && lines.length < 7; ++i)
      if (run.ticks.lane[i] === lane && Math.abs(run.ticks.time[i] - time) < near) lines.push(`${run.names[run.ticks.kind[i]]} to rank ${run.lanes[run.ticks.target[i]].first}${windowName(run.ticks.window[i])}`);
    const { slot, lanes, of } = this.slotsInView();
    const operations = lanes[of(lane)].operations[Math.floor(time / slot)];
    const group = lanes[of(lane)];
    if (!run.ticks.lane.length && operations) lines.push(`${counted(operations, "operation")} in ${duration(slot)}` + (group.last - group.first > one.last - one.first ? `, of ranks ${group.first} to ${group.last}` : ""));
    const line = run.lines.time.findIndex((at, i) => Math.abs(at - time) < near && this.lanesOf(i).some((first, k, lanes) => k % 2 === 0 && first <= lane && lane <= lanes[k + 1]));
    if (line >= 0) lines.push(run.names[run.lines.name[line]]);
    return lines;
  }
  key(e) {
    const acts = { ArrowLeft: () => this.pan(-0.15), ArrowRight: () => this.pan(0.15), "+": () => this.zoom(0.5, 0.5), "=": () => this.zoom(0.5, 0.5), "-": () => this.zoom(2, 0.5),
      ArrowUp: () => { this.top -= Math.max(1, Math.round(this.rows / 8)); this.clamp(); }, ArrowDown: () => { this.top += Math.max(1, Math.round(this.rows / 8)); this.clamp(); },
      Home: () => this.reset(), n: () => this.next(1), p: () => this.next(-1), Enter: () => { if (this.mark >= 0) show(this.marks[this.mark].index, true); } };
    if (!acts[e.key] || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    acts[e.key]();
  }
}
