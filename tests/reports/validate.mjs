// Reports as their consumers read them: the files of a directory (made by write_samples) are checked against the
// published schemas, and against restrictions of the big consumers that no schema contains.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { countsIn, countsOf, differences } from "./counts.mjs";

const require = createRequire(import.meta.url);
const [, , directory, ownSchema, diffSchema] = process.argv;
const here = new URL(".", import.meta.url).pathname;
if (!existsSync(join(here, "node_modules/ajv"))) {
  console.log("npm's packages are not installed (./dev setup installs them): the reports are not validated");
  process.exit(77);
}
const Ajv = require("ajv");
const failures = [];
const check = (condition, file, what) => { if (!condition) failures.push(`${file}: ${what}`); };
const read = (file) => readFileSync(join(directory, file), "utf8");

// ---- SARIF ----
const sarifSchema = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
const validSarif = new Ajv({ schemaId: "auto", meta: true, unknownFormats: "ignore" }).compile({ ...sarifSchema, $schema: undefined, $id: undefined, id: undefined });

function* placesOf(result) {
  for (const location of result.locations ?? []) yield location;
  for (const location of result.relatedLocations ?? []) yield location;
  for (const stack of result.stacks ?? []) for (const frame of stack.frames) yield frame.location;
  for (const flow of result.codeFlows ?? []) for (const thread of flow.threadFlows) for (const step of thread.locations) yield step.location;
}

// The limits of code scanning and the rules of viewers, one sentence each.
function checkSarif(file) {
  const text = read(file);
  const log = JSON.parse(text);
  check(validSarif(log), file, "schema: " + JSON.stringify(validSarif.errors?.slice(0, 3)));
  check(text.length <= 10e6, file, "at most 10 MB");
  const [run] = log.runs;
  check(log.runs.length === 1, file, "one run");
  check(run.results.length <= 5000, file, "at most 5,000 results");
  const { rules } = run.tool.driver;
  for (const rule of rules) {
    check(rule.shortDescription.text.length <= 1024 && rule.fullDescription.text.length <= 1024, file, `${rule.id}: descriptions of at most 1,024 characters`);
    check(rule.help ? rule.help.text && rule.help.markdown : true, file, `${rule.id}: help as text and Markdown`);
    check(new URL(rule.helpUri), file, `${rule.id}: a help page`);
    check(rule.properties.tags.length <= 20 && new Set(rule.properties.tags).size === rule.properties.tags.length, file, `${rule.id}: at most 20 tags, each once`);
    check(!rule.properties.tags.includes("security") && !("security-severity" in rule.properties), file, `${rule.id}: not a security alert`);
    check(["very-high", "high", "medium", "low"].includes(rule.properties.precision), file, `${rule.id}: a precision`);
    check(["error", "warning", "recommendation"].includes(rule.properties["problem.severity"]), file, `${rule.id}: a severity of problems`);
  }
  for (const [name, base] of Object.entries(run.originalUriBaseIds ?? {})) {
    check(/^file:\/\/\/.*\/$/.test(base.uri) && !base.uri.includes("/../"), file, `${name} is a directory`);
  }
  const states = new Set(run.results.map((result) => "baselineState" in result));
  check(states.size <= 1, file, "all results have a baseline state, or none");
  run.results.forEach((result, i) => {
    const at = `result ${i}`;
    check(rules[result.ruleIndex]?.id === result.ruleId, file, `${at}: its rule`);
    check(result.message.text.length > 0, file, `${at}: a message`);
    const place = result.locations?.[0]?.physicalLocation;
    check(place?.artifactLocation?.uri, file, `${at}: a place with a file`);
    check(place?.region?.startLine >= 1, file, `${at}: a line`);
    check(result.locations.length <= 1000 && (result.relatedLocations ?? []).length <= 1000, file, `${at}: at most 1,000 places`);
    check(result.partialFingerprints?.primaryLocationLineHash || !result.partialFingerprints, file, `${at}: a fingerprint`);
    for (const { physicalLocation } of placesOf(result)) {
      if (!physicalLocation) continue;
      const { uri, uriBaseId, index } = physicalLocation.artifactLocation;
      check(uriBaseId ? !/^[a-z]+:/i.test(uri) && !uri.startsWith("/") && !uri.startsWith("..") : /^file:\/\/\//.test(uri), file, `${at}: ${uri} is relative to a base, or absolute`);
      check(!/[\s"<>\\^`{|}]/.test(uri), file, `${at}: ${uri} is a URI`);
      if (index !== undefined) check(run.artifacts[index]?.location.uri === uri, file, `${at}: its artifact`);
      const { startLine, startColumn = 1, endLine = startLine, endColumn } = physicalLocation.region;
      check(endLine >= startLine, file, `${at}: the end is not before the beginning`);
      if (endColumn !== undefined && endLine === startLine) check(endColumn > startColumn, file, `${at}: the region is not empty`);
    }
    for (const flow of result.codeFlows ?? [])
      for (const thread of flow.threadFlows) check(thread.locations.length > 0 && thread.locations.length <= 10000, file, `${at}: steps in each thread`);
  });
}

// ---- our JSON ----
function checkerOf(schema) {
  const valid = new Ajv({ meta: true }).compile(JSON.parse(readFileSync(schema, "utf8")));
  return (file) => check(valid(JSON.parse(read(file))), file, "schema: " + JSON.stringify(valid.errors?.slice(0, 3)));
}
const checkJson = checkerOf(ownSchema), checkDiff = checkerOf(diffSchema);

// ---- GitLab code quality: what its parser takes; entries with the same fingerprint would be one ----
function checkGitLab(file) {
  const report = JSON.parse(read(file));
  check(Array.isArray(report), file, "a list");
  for (const one of report) {
    check(typeof one.description === "string" && one.description && typeof one.check_name === "string", file, "a description and the name of a check");
    check(["info", "minor", "major", "critical", "blocker"].includes(one.severity), file, "a severity that GitLab knows");
    check(Number.isInteger(one.location.lines.begin) && one.location.lines.begin >= 1, file, "a line");
    check(one.location.path && !one.location.path.startsWith("./"), file, "a path from the root of the repository");
  }
  check(new Set(report.map((one) => one.fingerprint)).size === report.length, file, "each fingerprint once");
}

// ---- JUnit: the counts that servers recompute, names that are keys ----
function attributes(tag) {
  return Object.fromEntries([...tag.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}
function checkJunit(file) {
  const text = read(file);
  check(!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text), file, "only characters that XML has");
  const suites = text.match(/<testsuite [^>]*>[\s\S]*?<\/testsuite>/g) ?? [];
  check(suites.length > 0, file, "a suite");
  const totals = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  for (const suite of suites) {
    const told = attributes(suite.slice(0, suite.indexOf(">")));
    const cases = suite.match(/<testcase [^>]*>/g) ?? [];
    const count = (tag) => (suite.match(new RegExp(`<${tag}[ />]`, "g")) ?? []).length;
    const own = { tests: cases.length, failures: count("failure"), errors: count("error"), skipped: count("skipped") };
    for (const name of Object.keys(own)) {
      check(Number(told[name]) === own[name], file, `${name} of a suite: ${told[name]}, but there are ${own[name]}`);
      totals[name] += own[name];
    }
    check(told.name && "time" in told, file, "a name and a time of a suite");
    const names = cases.map((one) => attributes(one).classname + "|" + attributes(one).name);
    check(new Set(names).size === names.length, file, "each name once");
  }
  const all = attributes(text.match(/<testsuites [^>]*>/)[0]);
  for (const name of Object.keys(totals)) check(Number(all[name]) === totals[name], file, `${name} of all suites`);
}

// ---- annotations and lines ----
function checkAnnotations(file) {
  for (const line of read(file).split("\n").filter(Boolean))
    check(/^::(error|warning|notice) ([a-zA-Z]+=[^,:]*,)*title=[^,:]*::.+$/.test(line), file, `an annotation: ${line.slice(0, 80)}`);
}
function checkLines(file) {
  for (const line of read(file).split("\n").filter(Boolean))
    check(/^(.+:\d+(:\d+)?|fencepost): (error|warning|note): .+$/.test(line), file, `a compiler's line: ${line.slice(0, 80)}`);
}

const checks = { ".sarif": checkSarif, ".json": checkJson, ".diff.json": checkDiff, ".gitlab.json": checkGitLab, ".xml": checkJunit, ".github": checkAnnotations, ".gcc": checkLines };
let files = 0;
for (const file of readdirSync(directory)) {
  const ending = Object.keys(checks).filter((one) => file.endsWith(one)).sort((a, b) => b.length - a.length)[0];
  if (!ending) continue;
  ++files;
  checks[ending](file);
}
// ---- how much was found: the same in all formats ----
let compared = 0;
for (const file of readdirSync(directory).filter((one) => /^[^.]+\.json$/.test(one))) {
  const report = JSON.parse(read(file)), name = file.replace(".json", "");
  for (const [ending, counts] of Object.entries(countsIn)) {
    for (const what of differences(counts(read(`${name}.${ending}`), report), countsOf(report))) check(false, `${name}.${ending}`, what);
    ++compared;
  }
}
check(compared >= 7 * Object.keys(countsIn).length, directory, `there are formats to compare (${compared})`);
check(existsSync(join(directory, "sample.diff.json")), directory, "there is a comparison");
check(files >= 6, directory, "there are reports to validate");
console.log(failures.length ? failures.slice(0, 40).join("\n") : `${files} reports are valid`);
process.exit(failures.length ? 1 : 0);
