// Builds the page. Text of the checked program gets into it only as text nodes and attribute values, never as markup.
"use strict";

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  return fill(node, attributes, children);
}
function svg(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false && child !== "") node.append(child);
  }
  return node;
}

const kGrouped = new Intl.NumberFormat("en-US");  // toLocaleString() would make one each time
const number = (n) => kGrouped.format(Number(n));
const counted = (n, noun) => `${number(n)} ${noun}${Number(n) === 1 ? "" : "s"}`;

// [0, 1, 2, 5] → "ranks 0–2 and 5"
function rankList(ranks) {
  const parts = [];
  for (let i = 0; i < ranks.length; ) {
    let end = i + 1;
    while (end < ranks.length && ranks[end] === ranks[end - 1] + 1) ++end;
    if (end - i > 2) parts.push(`${ranks[i]}–${ranks[end - 1]}`);
    else parts.push(...ranks.slice(i, end).map(String));
    i = end;
  }
  const last = parts.pop();
  return (ranks.length === 1 ? "rank " : "ranks ") + (parts.length ? `${parts.join(", ")} and ${last}` : last);
}

// Paths are shown relative to the directory in which the program ran.
function shorten(path, directory) {
  const prefix = directory.endsWith("/") ? directory : directory + "/";
  return directory && path.startsWith(prefix) ? path.slice(prefix.length) : path;
}
function placeText(place, directory, column) {
  if (!place) return "";
  if (place.line > 0) {
    return `${shorten(place.file, directory)}:${place.line}${column && place.column > 0 ? ":" + place.column : ""}`;
  }
  const module = shorten(place.module || "", directory);
  const address = "0x" + BigInt(place.address || 0).toString(16);
  if (module) return place.function ? `${place.function} (${module}+${address})` : `${module}+${address}`;
  return place.function || (place.address ? `address ${address}` : "an unknown place");
}
const withinText = (place) => (place && place.called ? `, in a call of ${place.called}` : "");
const known = (place) => Boolean(place && (place.line > 0 || place.function));
