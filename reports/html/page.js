// The page: what it shows, the theme, the keyboard.
"use strict";

// ---- theme ----
const kThemes = { light: "dark", dark: "light" };
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  at("theme").textContent = theme === "dark" ? "Light" : "Dark";
  redraw();
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

// ---- what is shown ----
function view(name) {
  document.body.dataset.view = name;
  redraw();
  bringMarksIntoView(at("detail"));
  if (matchMedia("(max-width: 860px)").matches || name === "detail") scrollTo(0, 0);
}
function markCurrent() {
  for (const item of document.querySelectorAll(".item, .nav-item")) {
    const own = item.dataset.page ? item.dataset.page === state.page : Number(item.dataset.index) === state.current && state.page === "finding";
    if (own) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}
function buildNavigation() {
  const item = (page, text, act) => el("li", {}, el("button", { class: "nav-item", type: "button", "data-page": page, onclick: act }, text));
  const windows = allWindows.map((one, i) => ({ ...one, i })).filter(({ window }) => window.name);
  fill(at("nav"), {}, [item("run", "The run at a glance", () => showOverview(true)),
    windows.slice(0, 3).map(({ window, i }) => item(`window-${i}`, `Window ${window.name}`, () => showWindow(i, true))), windows.length > 3 && item("", `${number(windows.length - 3)} more`, () => showOverview(true))]);
}
function buildAside() {
  const s = report.statistics;
  const files = report.program.files;
  at("aside").append(el("h2", {}, files ? "These files" : "This run"), el("div", {}, files ? `${counted(files, "file")}, ${counted(s.operations, "RMA call")}` :
    `${counted(s.operations, "RMA operation")}, ${number(s.memory_accesses)} loads and stores, ${counted(s.events, "event")}`));
  if (report.blind_spots.length) at("aside").append(el("button", { class: "link", type: "button", onclick: () => showOverview(true) }, `${counted(report.blind_spots.length, "thing")} could not be seen`));
}
function buildHead() {
  const p = report.program;
  const ranks = report.jobs.length ? `${counted(report.jobs.length, "job")} of up to ${counted(p.ranks, "rank")}` : counted(p.ranks, "rank");
  at("head").append(...[p.command && el("code", { title: p.command }, p.command), p.ranks > 0 && el("span", {}, ranks),
    p.mpi_library && el("span", {}, p.mpi_library), p.schedule && el("span", {}, `schedule ${p.schedule}`),
    p.rma === "native" && el("span", {}, "native RMA"), p.started && el("span", {}, p.started.replace("T", " ").replace("Z", " UTC"))].filter(Boolean));
}

// ---- keyboard ----
const kKeys = [["j, ↓", "next finding"], ["k, ↑", "previous finding"], ["Enter", "go to the finding"], ["r", "the run at a glance"], ["/", "filter"], ["Esc", "back to the list"], ["t", "light or dark"],
  ["← → + −", "in the timeline: move and zoom"], ["n, p", "in the timeline: next and previous finding"], ["?", "this list"]];
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
    if (!inList || event.target.closest("#detail")) return;
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter") {
    if (event.target.id === "search") move(0);
    else if (event.target.closest(".item[data-index]")) show(Number(event.target.closest(".item").dataset.index), true);
    else return;
    at("detail").focus();
  } else if (typing) {
    return;
  } else if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if (event.key === "r") showOverview(true);
  else if (event.key === "/") { view("list"); at("search").focus(); }
  else if (event.key === "t") toggleTheme();
  else if (event.key === "?") help();
  else return;
  event.preventDefault();
}

// ---- start ----
function open(hash, byUser) {
  const window = hash.match(/^window-(\d+)$/);
  if (window && allWindows[Number(window[1]) - 1]) return showWindow(Number(window[1]) - 1, byUser);
  const wanted = hash && hash !== "run" ? numberOf(hash) : -1;
  if (wanted < 0) return showOverview(byUser && hash === "run");
  return show(wanted, byUser);
}
buildHead();
buildNavigation();
if (findings.length) buildFilters();
else at("filters").hidden = true;
buildAside();
update();
document.addEventListener("keydown", onKey);
at("theme").addEventListener("click", toggleTheme);
at("keys").addEventListener("click", help);
let resizing = 0;
addEventListener("resize", () => { cancelAnimationFrame(resizing); resizing = requestAnimationFrame(() => redraw()); });
addEventListener("hashchange", () => open(decodeURIComponent(location.hash.slice(1)), true));
document.body.dataset.view = "detail";  // on narrow screens: shows the run at a glance
open(decodeURIComponent(location.hash.slice(1)), location.hash.length > 1);
