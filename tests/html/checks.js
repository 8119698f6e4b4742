// What must hold in the page, tried in the browser as a user would: appended to a report by html_test.cpp, which reads the result.
// `expected` is the number of findings in the report.
const failures = [];
const check = (condition, what) => { if (!condition) failures.push(what); };
const press = (key, target) => (target || document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const items = () => [...document.querySelectorAll(".item")];
const current = () => document.querySelector('.item[aria-current="true"]');
window.onerror = (message) => failures.push("script error: " + message);

function checkPage(expected) {
  check(items().length === expected, `${expected} findings are listed, not ${items().length}`);
  check(performance.getEntriesByType("resource").length === 0, "nothing is loaded");
  check(!window.hacked, "no text of the program runs");
  check(document.querySelectorAll("script").length === 3, "no script was added by text of the program");
  check(!document.querySelector("img, iframe, object, embed, link[rel=stylesheet], a[href^=http], a[href^=javascript]"), "no foreign elements");
  check(document.documentElement.scrollWidth <= innerWidth, `the page fits ${innerWidth} columns, it is ${document.documentElement.scrollWidth} wide`);
  for (let i = 0; i < findings.length; ++i) {
    show(i, true);
    check(document.querySelector("h1").textContent === findings[i].title, "the title is shown as it is");
    check(document.querySelectorAll(".card").length === findings[i].accesses.length, "each access has its card");
    check(document.querySelectorAll(".picture .event").length === findings[i].timeline.events.length, "each event has its point");
    check(document.documentElement.scrollWidth <= innerWidth, `finding ${i} fits ${innerWidth} columns, it is ${document.documentElement.scrollWidth} wide`);
    for (const node of document.querySelectorAll(".picture [tabindex='0']")) check(node.getAttribute("aria-label"), "each point has a name");
  }
}

function checkUse() {
  // A race: both marked lines, letters, the interval, the arrows.
  const race = findings.findIndex((finding) => finding.family === "RACE" && finding.accesses.length === 2);
  show(race, true);
  check([...document.querySelectorAll(".marked .number")].map((node) => node.textContent).join() === findings[race].accesses.map((access) => access.line).join(), "both lines are marked");
  check([...document.querySelectorAll(".picture .mark")].map((node) => node.textContent).sort().join() === "A,B", "both accesses are in the picture");
  check(document.querySelectorAll(".picture .canvas .span").length === 1, "the put has its interval");
  check(document.querySelectorAll(".picture .edge-group").length === findings[race].timeline.edges.length, "arrows are drawn");
  check(document.querySelector(".prose h3"), "the rule's page is shown");
  const point = document.querySelector(".picture .access");
  point.focus();
  check(!document.getElementById("tip").hidden && document.getElementById("tip").textContent.includes(":" + findings[race].accesses[0].line), "focus on a point gives its line");
  point.blur();
  check(document.getElementById("tip").hidden, "the tip goes away");

  // Keyboard.
  view("list");
  show(0, false);
  press("j", document.body);
  check(current() && current().dataset.index === "1" && document.activeElement === current(), "j selects the next finding");
  press("ArrowDown");
  check(current().dataset.index === "2", "the arrow key as well");
  press("k");
  check(current().dataset.index === "1", "k goes back");
  press("Enter");
  check(document.activeElement.id === "detail", "Enter goes to the finding");
  press("/");
  check(document.activeElement.id === "search", "/ goes to the filter");
  const search = document.getElementById("search");
  search.value = "order chance"; search.dispatchEvent(new Event("input"));
  check(items().length === 1 && items()[0].textContent.includes("lock order"), "the filter filters");
  check(document.getElementById("shown").textContent === "1 of 4 findings", "and says how many");
  search.value = "no such thing"; search.dispatchEvent(new Event("input"));
  check(document.querySelector(".empty"), "an empty list says so");
  search.value = ""; search.dispatchEvent(new Event("input"));
  press("Escape", search);
  check(document.activeElement.id !== "search", "Escape leaves the filter");
  const chip = document.querySelector('.chip[data-severity="error"]');
  chip.click();
  check(items().length === 2 && chip.getAttribute("aria-pressed") === "false", "a severity can be hidden");
  chip.click();
  const [family, rank] = document.querySelectorAll(".picks select");
  family.value = "EPOCH"; family.dispatchEvent(new Event("change"));
  check(items().length === 1, "a family can be picked");
  family.value = ""; family.dispatchEvent(new Event("change"));
  rank.value = "3"; rank.dispatchEvent(new Event("change"));
  check(items().length === 2, "a rank can be picked");
  rank.value = ""; rank.dispatchEvent(new Event("change"));
  press("?", document.body);
  check(document.getElementById("help").open, "? shows the keys");
  document.querySelector("#help button").click();

  // Themes: the text must be readable on its ground in both.
  const before = document.documentElement.dataset.theme;
  press("t", document.body);
  check(document.documentElement.dataset.theme !== before, "t changes the theme");
  for (const theme of ["light", "dark"]) {
    setTheme(theme);
    show(race, true);
    document.querySelector("details.rule").open = true;
    for (const node of document.querySelectorAll("h1, .lead, .seen, .badge, dt, dd, .number, .item .where, .item .more span, .aside li, .fix p, .fix h2, .tm, .tw, .tc, .tt, .why li, .chip, .legend span, .card .place")) {
      const ratio = contrast(node);
      check(ratio >= 4.5, `${theme}: ${node.tagName}.${node.className} in ${node.parentElement.className} has a contrast of ${ratio.toFixed(2)}`);
    }
  }
}

function checkConsequence(cause, effect) {
  check([...document.querySelectorAll(".item.follows")].map((node) => node.dataset.index).join() === String(effect), "it is listed as a consequence, and nothing else is");
  show(cause, true);
  const there = document.querySelector("section[aria-label='Consequences'] .link");
  check(there && there.textContent.startsWith(findings[effect].title), "the cause names it");
  check(contrast(there) >= 4.5, "links can be read");
  there.click();
  check(document.querySelector("h1").textContent === findings[effect].title, "and leads to it");
  document.querySelector(".seen .link").click();
  check(document.querySelector("h1").textContent === findings[cause].title, "which leads back");
}

function luminance([r, g, b]) {
  const linear = [r, g, b].map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}
function contrast(node) {
  const parse = (text) => (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
  let ground = node;
  while (ground && (parse(getComputedStyle(ground).backgroundColor)[3] === 0)) ground = ground.parentElement;
  const a = luminance(parse(getComputedStyle(node).color)), b = luminance(parse(getComputedStyle(ground || document.body).backgroundColor));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function finish() {
  const result = document.createElement("pre");
  result.id = "result";
  result.textContent = failures.length ? "FAIL\n" + [...new Set(failures)].join("\n") : "PASS";
  document.body.replaceChildren(result);
}
