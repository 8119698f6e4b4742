// The page in Chromium, as people use it: its contents, filters, the keyboard, printing, accessibility, its size and
// speed, and pictures of it compared with stored ones. page_test.mjs SAMPLES [--keep]
import { readFileSync, writeFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { randomBytes } from "node:crypto";
import { constants, deflateRawSync } from "node:zlib";
import { countsOf, differences } from "./counts.mjs";

const here = new URL(".", import.meta.url).pathname;
const [, , samples, option] = process.argv;
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (!existsSync(join(here, "node_modules/puppeteer-core")) || !chromium) {
  console.log("Chromium or npm's packages are not installed (./dev setup installs them): the page is not tested");
  process.exit(77);
}
const require = createRequire(import.meta.url);
const puppeteer = (await import("puppeteer-core")).default;
const { PNG } = require("pngjs");
const pixelmatch = (await import("pixelmatch")).default;
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const failures = [];
let where = "";
const check = (condition, what) => { if (!condition) failures.push(`${where}: ${what}`); };
const equal = (given, wanted, what) => check(JSON.stringify(given) === JSON.stringify(wanted), `${what}: ${JSON.stringify(given)}, not ${JSON.stringify(wanted)}`);

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"], protocolTimeout: 180000 });
async function open(file, { hash = "", width = 1400, height = 900, theme = "light" } = {}) {
  const page = await browser.newPage();
  where = `${file}${hash} at ${width} in ${theme}`;
  const at = where;
  page.on("pageerror", (error) => failures.push(`${at}: script error: ${error.message}`));
  page.on("request", (request) => { if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) failures.push(`${at}: loads ${request.url()}`); });
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }, { name: "prefers-reduced-motion", value: "reduce" }]);
  // What an earlier test has chosen stays in the browser.
  await page.evaluateOnNewDocument(() => { try { localStorage.removeItem("fencepost-theme"); } catch { /* none */ } });
  const session = await page.createCDPSession();
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(`file://${join(samples, file)}${hash}`);
  // Processor time until the page is there: a busy machine does not change it.
  const { metrics } = await session.send("Performance.getMetrics");
  page.seconds = metrics.find((one) => one.name === "TaskDuration").value;
  return page;
}
const text = (page, selector) => page.$eval(selector, (node) => node.textContent);
const chips = (page) => page.$$eval(".chip .count", (nodes) => nodes.map((node) => Number(node.textContent)));
const items = (page) => page.$$eval(".item[data-index]", (nodes) => nodes.length);

async function testSaysHowItEnded() {
  for (const [file, sentences] of [["interrupted.html", ["Incomplete: interrupted by SIGTERM; the analysis was cut short"]],
    ["killed.html", ["fencepost run was killed", "Incomplete: interrupted by SIGTERM; the analysis was cut short"]], ["clean.html", []]]) {
    const page = await open(file);
    equal((await page.$$eval(".verdict .ended", (nodes) => nodes.map((node) => node.textContent))).join("|"), sentences.join("|"), "how it ended");
    await page.close();
  }
}

async function testRenders() {
  for (const [file, word] of [["sample.html", "4 findings"], ["clean.html", "No findings"], ["failed.html", "No verdict"], ["interrupted.html", "No findings so far"], ["killed.html", "No verdict"], ["jobs.html", "3 findings"], ["hostile.html", "8 findings"]]) {
    for (const width of [1400, 520]) {
      const page = await open(file, { width });
      equal(await text(page, ".verdict h1"), word, "the verdict");
      check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "fits its window");
      check(!(await page.evaluate(() => window.hacked)), "no text of the program runs");
      equal(await page.evaluate(() => performance.getEntriesByType("resource").length), 0, "nothing is loaded");
      equal(await page.$$eval("script", (nodes) => nodes.length), 2, "no script was added by text of the program");
      check(!(await page.$("img, iframe, object, embed, link[rel=stylesheet], a[href^=http], a[href^=javascript]")), "no foreign elements");
      const count = await page.evaluate(() => findings.length);
      for (let i = 0; i < count; ++i) {
        await page.evaluate((k) => show(k, true), i);
        equal(await text(page, "#detail h1"), await page.evaluate((k) => findings[k].title, i), `the title of finding ${i}`);
        check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `finding ${i} fits its window`);
      }
      await page.close();
    }
  }
}

// The first thing on the page, also on narrow screens.
async function testBeginsWithTheRun() {
  for (const [width, hash] of [[1400, ""], [400, ""], [400, "#run"]]) {
    const page = await open("sample.html", { width, hash });
    equal(await page.evaluate(() => scrollY), 0, "nothing is scrolled away");
    const box = await page.$eval(".verdict", (node) => { const { top, height } = node.getBoundingClientRect(); return [top, height]; });
    check(box[1] > 0 && box[0] < 260, `the verdict is seen first: ${box}`);
    equal(await text(page, ".verdict p"), "4 kinds of mistakes in 2 files. 1 finding comes with a patch. The check fails.", "the verdict in a sentence");
    if (width === 400) {
      await page.click(".back");
      check(await page.$eval(".item", (node) => node.getBoundingClientRect().height > 0), "the list is one step away");
    }
    await page.close();
  }
}

// A collective call of some ranks draws no line through the lanes of the others.
async function testLinesOfSomeRanks() {
  const page = await open("sample.html", { hash: "#run" });
  const told = await page.evaluate(() => {
    const timeline = timelines[0], time = timeline.run.lines.time[1];
    return [0, 1, 2, 3].map((lane) => timeline.words(lane, time).includes("MPI_Barrier"));
  });
  equal(told, [true, false, true, false], "who is at the second barrier");
  equal(await page.evaluate(() => timelines[0].piecesOf([0, 0, 2, 3]).length), 2, "its line has a gap");
  await page.close();
}

// What the page counts, at each place where it does, is what the other formats count (validate.mjs).
async function testCounts() {
  for (const name of ["sample", "suppressed", "jobs", "mixed", "hostile"]) {
    const truth = countsOf(JSON.parse(readFileSync(join(samples, `${name}.json`), "utf8")));
    const page = await open(`${name}.html`);
    const words = (given) => ({ own: Number((given.match(/(\d+) findings?/) ?? [0, 0])[1]), consequences: Number((given.match(/(\d+) consequences?/) ?? [0, 0])[1]) });
    const bySeverity = await page.$$eval(".chip", (nodes) => Object.fromEntries(nodes.map((node) => [node.dataset.severity, Number(node.querySelector(".count").textContent)])));
    for (const severity of Object.keys(truth.bySeverity)) bySeverity[severity] ??= await page.evaluate((one) => findings.filter((finding, i) => finding.severity === one && causes[i] < 0 && !isSuppressed(i)).length, severity);
    const told = [["the list", words(await text(page, "#shown"))], ["the head", { own: words(await text(page, ".verdict h1")).own }], ["the title", { own: words(await page.title()).own }],
      ["the severities", { bySeverity: Object.fromEntries(Object.keys(truth.bySeverity).map((one) => [one, bySeverity[one]])) }],
      ["what was suppressed", { suppressed: await page.evaluate(() => findings.filter((_, i) => isSuppressed(i)).length) }]];
    for (const [what, counts] of told) for (const sentence of differences(counts, truth)) check(false, `${what}: ${sentence}`);
    await page.close();
  }
}

async function testFilters() {
  const page = await open("jobs.html");
  equal(await text(page, "#shown"), "3 findings, 1 consequence", "all are counted as in the verdict");
  await page.evaluate(() => show(0, false));
  await page.type("#search", "order chance");
  equal(await items(page), 1, "the text filters");
  equal(await text(page, "#shown"), "1 consequence (of 3 findings, 1 consequence)", "and says how many");
  equal((await chips(page)).reduce((sum, n) => sum + n, 0), 0, "a consequence is no finding of a severity");
  await page.$eval("#search", (node) => { node.value = "FP-EPOCH"; node.dispatchEvent(new Event("input")); });
  equal(await text(page, "#shown"), "1 finding (of 3 findings, 1 consequence)", "a finding");
  equal((await chips(page)).reduce((sum, n) => sum + n, 0), 1, "the severities count the same");
  check(await page.evaluate(() => document.querySelector('.item[aria-current="true"]') !== null), "what is shown is in the list");
  await page.$eval("#search", (node) => { node.value = "no such thing"; node.dispatchEvent(new Event("input")); });
  equal(await text(page, "#detail"), "No finding fits the filter.", "the right side belongs to the list");
  await page.$eval("#search", (node) => { node.value = ""; node.dispatchEvent(new Event("input")); });
  equal(await items(page), 4, "all are back");
  for (const label of ["All rules", "All ranks", "All files", "All functions", "All jobs"]) {
    const values = await page.$eval(`select[aria-label="${label}"]`, (node) => [...node.options].slice(1).map((one) => one.value));
    check(values.length > 1, `${label} can be picked from`);
    for (const value of values.slice(0, 3)) {
      await page.select(`select[aria-label="${label}"]`, value);
      const left = await items(page);
      check(left >= 1 && left <= 4, `${label}, ${value}: ${left} are left`);
    }
    await page.select(`select[aria-label="${label}"]`, "");
  }
  const before = await items(page);
  await page.click('.chip[data-severity="error"]');
  check((await items(page)) < before, "a severity can be hidden");
  await page.close();
  const known = await open("suppressed.html");
  equal(await items(known), 3, "what the baseline knew is not in the list");
  await known.select('select[aria-label="Suppressed or not"]', "suppressed");
  equal(await items(known), 1, "but can be looked at");
  equal((await chips(known)).reduce((sum, n) => sum + n, 0), 1, "and counted");
  await known.evaluate(() => showOverview(true));
  check((await text(known, "section[aria-label='What was suppressed']")).includes("1 finding (1 occurrence) by the baseline known.json"), "by what is told");
  await known.close();
}

// The page's own reader of deflated data, against another one's writer: blocks that are stored, of the fixed code, of codes
// of their own.
async function testUnpacking() {
  const page = await open("clean.html");
  const random = randomBytes(70000), words = Buffer.from(Array.from({ length: 40000 }, (_, i) => `word ${(i * i) % 977}`).join(", "));
  for (const [bytes, options] of [[random, {}], [words, {}], [words, { level: 1 }], [words, { strategy: constants.Z_FIXED }], [Buffer.from("a"), {}], [Buffer.alloc(0), {}], [Buffer.alloc(100000, 7), { level: 9 }]]) {
    const packed = deflateRawSync(bytes, options).toString("base64");
    const again = await page.evaluate((text, size) => {
      const node = document.createElement("script");
      Object.assign(node, { type: "text/plain", textContent: text });
      node.dataset.size = size;
      const input = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      return btoa(Array.from(new Inflater(input, size).all(), (byte) => String.fromCharCode(byte)).join("")) + (readData(node).length > size ? "!" : "");
    }, packed, bytes.length);
    equal(again === bytes.toString("base64"), true, `${bytes.length} bytes come back as they were (${JSON.stringify(options)})`);
  }
  const refused = await page.evaluate(() => { try { new Inflater(new Uint8Array([5, 0, 17]), 9).all(); return ""; } catch (error) { return error.message; } });
  equal(refused, "This file is not whole.", "a cut file ends in an error, not in a loop");
  await page.close();
}

async function testKeyboard() {
  const page = await open("sample.html");
  await page.keyboard.press("j");
  equal(await page.evaluate(() => state.current), 0, "j goes to the first finding");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  equal(await page.evaluate(() => state.current), 0, "k goes back");
  await page.keyboard.press("Enter");
  equal(await page.evaluate(() => document.activeElement.id), "detail", "Enter goes to the finding");
  await page.keyboard.press("r");
  equal(await page.evaluate(() => state.page), "run", "r goes to the run");
  await page.keyboard.press("/");
  equal(await page.evaluate(() => document.activeElement.id), "search", "/ goes to the filter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  check(await page.$eval("#help", (node) => node.open), "? shows the keys");
  await page.keyboard.press("Escape");
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.keyboard.press("t");
  check((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme, "t changes the theme");
  await page.evaluate(() => showOverview(true));
  await page.focus("canvas.timeline");
  await page.keyboard.press("+");
  check(await page.evaluate(() => timelines[0].span < timelines[0].whole * 0.6), "+ zooms into the timeline");
  const from = await page.evaluate(() => timelines[0].from);
  await page.keyboard.press("ArrowRight");
  check((await page.evaluate(() => timelines[0].from)) > from, "the arrow moves it");
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  check(await page.evaluate(() => state.page === "finding"), "n and Enter open a finding of the timeline");
  await page.close();
}

async function testLinks() {
  let page = await open("sample.html", { hash: "#f-b6f1c2f1a07d4e55" });
  check((await text(page, "#detail h1")).startsWith("A put and a load"), "a fingerprint leads to its finding");
  check((await page.$eval(".card a.place-link", (node) => node.href)).startsWith("vscode://file/"), "a place leads to the editor");
  check((await page.evaluate(() => findingText(state.current, true))).includes("**What to do:**"), "it can be copied as Markdown");
  equal(await page.$$eval(".snippet mark", (nodes) => nodes.length), 2, "both accesses are marked in their lines");
  check((await page.$$(".byte-range")).length === 2, "their bytes are drawn");
  check(await page.$(".bytes .variable, .picture .variable"), "over the variable that they lie in");
  await page.close();
  page = await open("sample.html", { hash: "#window-1" });
  check(await page.$("section[aria-label='Traffic'] .traffic"), "a window has its traffic");
  check(await page.$("section[aria-label='Bytes'] .cell"), "and its bytes");
  check(await page.$("section[aria-label='Bytes'] .conflict-bytes"), "with those of the finding, whose memory has a name");
  check((await text(page, "section[aria-label='Bytes'] h3")).includes("puts by ranks 1 and 3"), "who accessed them is told");
  check((await text(page, ".facts")).includes("allocated as grid->cells"), "its memory has a name");
  await page.close();
}

// The finding on the right is in the list, however it was selected.
async function testLinksToWhatAFilterHides() {
  const page = await open("jobs.html");
  const isListed = () => page.evaluate(() => document.querySelector(`.item[data-index="${state.current}"][aria-current]`) !== null);
  await page.type("#search", "order chance");
  const [shown] = await page.evaluate(() => visible());
  await page.evaluate((i) => { location.hash = "#" + hashOf(i === 0 ? 1 : 0); }, shown);
  await page.waitForFunction((i) => state.current !== i, {}, shown);
  check(await isListed(), "a permalink of a hidden finding");
  equal(await page.$eval("#search", (node) => node.value), "", "takes the filter away");
  await page.evaluate(() => { state.hidden.add(findings[1].severity); update(); show(1, true); });
  check(await isListed(), "a link to a finding whose severity is hidden");
  equal(await page.$$eval('.chip[aria-pressed="false"]', (nodes) => nodes.length), 0, "shows that severity again");
  await page.close();
  const known = await open("suppressed.html");
  await known.evaluate(() => { location.hash = "#" + hashOf(findings.length - 1); });
  await known.waitForFunction(() => state.current === findings.length - 1);
  equal(await known.$eval('select[aria-label="Suppressed or not"]', (node) => node.value), "all", "a suppressed one shows all");
  await known.close();
  const many = await open("many.html", { hash: "#4990" });
  check(await many.evaluate(() => document.querySelector('.item[aria-current="true"]').dataset.index === "4989"), "the list grows for a permalink");
  await many.close();
}

// 1,024 ranks, and more operations than a picture can show one by one.
async function testBigRun() {
  const size = statSync(join(samples, "big.html")).size;
  check(size < 5e6, `a big run takes ${size} bytes`);
  const page = await open("big.html");
  const zoomed = await page.evaluate(() => {
    const timeline = timelines[0], begin = performance.now();
    for (let i = 0; i < 10; ++i) timeline.zoom(0.7, 0.5);
    return (performance.now() - begin) / 10;
  });
  console.log(`1,024 ranks: ${size} bytes, ${page.seconds.toFixed(2)} s of processor time until they are shown, ${Math.round(zoomed)} ms for a step of the zoom`);
  check(page.seconds < 2, `a big run takes ${page.seconds.toFixed(2)} s until it is shown`);
  check(zoomed < 800, `a step of the zoom takes ${Math.round(zoomed)} ms`);
  equal(await page.evaluate(() => timelines[0].run.lanes.length), 1024, "a lane for each rank");
  const sum = (lanes) => lanes.reduce((all, lane) => all + lane.operations.reduce((x, y) => x + y, 0), 0);
  check(await page.evaluate(() => timelines[0].slotsInView().slot < timelines[0].run.slot), "who looks closer sees finer slots");
  check(await page.evaluate(() => timelines[0].words(3, timelines[0].from + timelines[0].span / 2).join(" ").includes("of ranks 0 to 15")), "and whose they are");
  const sums = await page.evaluate(`(${sum})(timelines[0].run.lanes) + " " + (${sum})(timelines[0].run.fine_lanes) + " " + timelines[0].run.operations`);
  equal(new Set(sums.split(" ")).size, 1, `each level has all operations (${sums})`);
  await page.close();
}

async function testPrinting() {
  const page = await open("sample.html");
  const pdf = await page.pdf({ format: "A4" });
  const file = join(samples, "sample.pdf");
  writeFileSync(file, pdf);
  const pages = (Buffer.from(pdf).toString("latin1").match(/\/Type\s*\/Page[^s]/g) || []).length;
  check(pages >= 4, `printing prints all of it: ${pages} pages`);
  await page.evaluate(() => fillPrint());
  equal(await page.$$eval("#print article h1", (nodes) => nodes.length), 6, "the run, each finding and the window");
  await page.type("#search", "FP-RACE");
  await page.evaluate(() => fillPrint());
  check((await text(page, "#print")).includes("the others are not printed"), "a filter is not passed over in silence");
  await page.close();
}

async function testAccessibility() {
  for (const [file, hash] of [["sample.html", "#run"], ["sample.html", "#f-b6f1c2f1a07d4e55"], ["sample.html", "#window-1"], ["clean.html", ""], ["jobs.html", "#2"]]) {
    for (const theme of ["light", "dark"]) {
      const page = await open(file, { hash, theme });
      await page.evaluate(axe);
      const result = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "best-practice"] }));
      for (const one of result.violations) failures.push(`${where}: ${one.id}: ${one.help}: ${one.nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(" | ")}`);
      await page.close();
    }
  }
}

async function testManyFindings() {
  const size = statSync(join(samples, "many.html")).size;
  check(size < 5e6, `5,000 findings take ${size} bytes`);
  const page = await open("many.html");
  equal(await text(page, ".verdict h1"), "5,000 findings", "all are there");
  console.log(`5,000 findings: ${size} bytes, ${page.seconds.toFixed(2)} s of processor time until they are shown`);
  check(page.seconds < 1, `5,000 findings take ${page.seconds.toFixed(2)} s until they are shown`);
  await page.evaluate(() => { at("search").value = "exchange_17"; at("search").dispatchEvent(new Event("input")); });
  check((await items(page)) > 5, "and can be filtered");
  await page.close();
}

// Fonts differ a little from machine to machine: a picture may differ in some of its points.
async function testPictures() {
  const folder = join(here, "pictures");
  mkdirSync(folder, { recursive: true });
  const pages = [["finding", "#f-b6f1c2f1a07d4e55"], ["run", "#run"], ["window", "#window-1"]];
  for (const [what, hash] of pages) {
    for (const width of [1440, 1024, 768, 400]) {
      for (const theme of ["light", "dark"]) await testPicture(folder, what, hash, width, theme);
    }
  }
}

async function testPicture(folder, what, hash, width, theme) {
  const page = await open("sample.html", { hash, width, height: 900, theme });
  const name = `${what}-${width}-${theme}.png`;
  const given = PNG.sync.read(Buffer.from(await page.screenshot()));
  await page.close();
  const kept = join(folder, name);
  if (option === "--keep") return writeFileSync(kept, PNG.sync.write(given));
  if (!existsSync(kept)) return failures.push(`${name} is not there: page_test.mjs SAMPLES --keep makes it`);
  const wanted = PNG.sync.read(readFileSync(kept));
  if (wanted.width !== given.width || wanted.height !== given.height) return failures.push(`${name} has another size`);
  const different = pixelmatch(wanted.data, given.data, null, given.width, given.height, { threshold: 0.25 });
  const share = different / (given.width * given.height);
  if (share <= 0.06) return undefined;
  writeFileSync(join(samples, name), PNG.sync.write(given));
  return failures.push(`${name} differs in ${(100 * share).toFixed(1)} % of its points (${join(samples, name)})`);
}

for (const test of [testRenders, testBeginsWithTheRun, testLinesOfSomeRanks, testSaysHowItEnded, testCounts, testFilters, testUnpacking, testKeyboard, testLinks, testLinksToWhatAFilterHides, testBigRun, testPrinting, testAccessibility, testManyFindings, testPictures]) {
  try {
    await test();
  } catch (error) {
    failures.push(`${where}: ${test.name}: ${error.message}`);
  }
}
await browser.close();
console.log(failures.length ? [...new Set(failures)].slice(0, 60).join("\n") : "the page is as it should be");
process.exit(failures.length ? 1 : 0);
