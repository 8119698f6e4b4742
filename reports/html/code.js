// Source lines with their words coloured. Each line is parsed alone: a comment over several lines is seen only where it begins.
"use strict";

const kWords = new Set(("if else for while do switch case default break continue return goto struct class union enum typedef static " +
  "const constexpr volatile inline extern sizeof auto void int long short char float double unsigned signed bool true false nullptr " +
  "NULL new delete template typename namespace using public private protected virtual override try catch throw restrict size_t " +
  "program module subroutine function end call use implicit none integer real logical character complex allocatable dimension " +
  "intent in out inout then elseif enddo endif endsubroutine endfunction endprogram contains type contiguous pointer target " +
  "asynchronous allocate deallocate where forall select parameter only").split(" "));

function isFortran(file) {
  return /\.(f|for|f\d\d|fpp|ftn)$/i.test(file);
}

function codeLine(text, file) {
  const fortran = isFortran(file);
  const pattern = fortran
    ? /(![^\n]*)|("[^"]*"?|'[^']*'?)|([A-Za-z_]\w*)/g
    : /(\/\/[^\n]*|\/\*.*?(?:\*\/|$)|^\s*\*\s[^\n]*|^\s*#\s*\w+)|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|([A-Za-z_]\w*)/g;
  const nodes = [];
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    let kind = "";
    if (match[1]) kind = match[1].trimStart().startsWith("#") ? "tw" : "tc";
    else if (match[2]) kind = "tt";
    else if (/^MPIX?_/i.test(match[3])) kind = "tm";
    else if (kWords.has(fortran ? match[3].toLowerCase() : match[3])) kind = "tw";
    if (!kind) continue;
    nodes.push(text.slice(done, match.index), el("span", { class: kind }, match[0]));
    done = match.index + match[0].length;
  }
  nodes.push(text.slice(done));
  return nodes;
}

// The marked line, with the access highlighted: from its column to the end of the name there.
function markedLine(text, file, column) {
  const characters = [...text];
  if (!(column > 0) || column > characters.length) return codeLine(text, file);
  const before = characters.slice(0, column - 1).join(""), rest = characters.slice(column - 1).join("");
  const name = rest.match(/^[A-Za-z_]\w*|^[^\s\w]+|^\d+|^./);
  return [codeLine(before, file), el("mark", {}, codeLine(name ? name[0] : "", file)), codeLine(rest.slice(name ? name[0].length : 0), file)];
}

// A snippet {first_line, marked_line, column, lines, note}; its marked line has the colour of the access.
function snippetView(snippet, file) {
  const parts = [];
  if (snippet.lines.length) {
    const lines = snippet.lines.map((line, i) => {
      const n = snippet.first_line + i;
      const marked = n === snippet.marked_line;
      return el("li", { class: marked ? "marked" : null, "aria-current": marked ? "location" : null },
        el("span", { class: "number" }, n), el("span", {}, marked ? markedLine(line, file, snippet.column) : codeLine(line, file)));
    });
    parts.push(el("div", { class: "snippet", tabindex: 0, role: "region", "aria-label": `Source, line ${snippet.marked_line} marked` },
      el("ol", {}, lines)));
  }
  if (snippet.note) parts.push(el("p", { class: "missing" }, snippet.note));
  return parts;
}

// The small part of Markdown that rules use: headings, paragraphs, lists, fenced code, `code`.
function markdown(text) {
  const nodes = [];
  const inline = (line) => line.split(/(`[^`]+`)/).map((part) =>
    part.length > 2 && part.startsWith("`") ? el("code", {}, part.slice(1, -1)) : part);
  let paragraph = [];
  let list = null;
  const flush = () => {
    if (paragraph.length) nodes.push(el("p", {}, inline(paragraph.join(" "))));
    paragraph = [];
  };
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i];
    const fence = line.match(/^```(\w*)/);
    const heading = line.match(/^#+\s+(.*)/);
    const item = line.match(/^[-*]\s+(.*)/);
    if (!item) list = null;
    if (fence) {
      flush();
      const code = [];
      while (++i < lines.length && !lines[i].startsWith("```")) code.push(lines[i]);
      const name = fence[1].startsWith("f") ? "a.f90" : "a.c";
      nodes.push(el("pre", { tabindex: 0 }, el("code", {}, code.map((row) => [codeLine(row, name), "\n"]))));
    } else if (heading) {
      flush();
      nodes.push(el("h3", {}, inline(heading[1])));
    } else if (item) {
      flush();
      if (!list) nodes.push((list = el("ul", {})));
      list.append(el("li", {}, inline(item[1])));
    } else if (line.trim() === "") {
      flush();
    } else {
      paragraph.push(line.trim());
    }
  }
  flush();
  return nodes;
}
