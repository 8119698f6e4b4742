// Shortens long names: the text between the brackets of templates is folded, and a click unfolds it.
"use strict";

const kLongName = 60;

// "Grid<double, 3>::put<long>" → "Grid<…>::put<…>". A name whose brackets do not match stays as it is.
function foldedName(name) {
  if (name.length <= kLongName) return name;
  let result = "", depth = 0;
  for (let i = 0; i < name.length; ++i) {
    const c = name[i];
    const isOperator = /operator[<>=-]*$/.test(name.slice(Math.max(0, i - 11), i)) || name.slice(i - 1, i + 1) === "->";
    if (c === "<" && !isOperator) {
      if (depth++ === 0) result += "<…";
    } else if (c === ">" && !isOperator) {
      if (--depth < 0) return name;
      if (depth === 0) result += ">";
    } else if (depth === 0) {
      result += c;
    }
  }
  return depth === 0 ? result : name;
}

function nameView(name) {
  const short = foldedName(name);
  if (short === name) return el("span", { class: "mono" }, name);
  const button = el("button", { type: "button", class: "fold mono", title: name, "aria-expanded": "false", onclick: () => {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    button.textContent = open ? short : name;
  } }, short);
  return button;
}
