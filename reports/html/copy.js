// A finding as text or Markdown, for a mail, an issue or a chat.
"use strict";

function findingText(i, marks) {
  const finding = findings[i];
  const code = (text) => (marks && text ? "`" + text.replaceAll("`", "'") + "`" : text);
  const lines = [marks ? `### ${code(finding.rule)} ${finding.title}` : `${finding.severity} ${finding.rule}: ${finding.title}`, "", finding.message, ""];
  for (const group of groupsOf(finding)) {
    const access = group.access;
    const who = group.ranks.length ? `${rankList(group.ranks)}: ` : "";
    lines.push(`- ${who}${access.call || access.kind}${access.target >= 0 && group.ranks.length < 2 ? ` to ${targetList([access.target], [access.target_process])}` : ""} at ${code(placeText(access, directory, true))}` +
      (access.function && access.line > 0 ? ` in ${code(foldedName(access.function))}` : ""));
  }
  if (finding.why.length) lines.push("", ...finding.why.map((sentence, k) => `${k + 1}. ${sentence}`));
  if (finding.suggestion) lines.push("", marks ? `**What to do:** ${finding.suggestion}` : `What to do: ${finding.suggestion}`);
  if (data.diffs[i].length) lines.push("", ...(marks ? ["```diff", ...data.diffs[i], "```"] : data.diffs[i]));
  lines.push("", `${finding.section ? finding.section + "; " : ""}fencepost explain ${finding.rule}; fingerprint ${finding.fingerprint}`);
  return lines.join("\n") + "\n";
}

// Not every browser gives pages from a file access to the clipboard: then the text is selected in a box.
async function copyFinding(i, marks, button) {
  const text = findingText(i, marks);
  const say = (word) => {
    const before = button.dataset.word || button.textContent;
    button.dataset.word = before;
    button.textContent = word;
    setTimeout(() => { button.textContent = before; }, 1500);
  };
  try {
    await navigator.clipboard.writeText(text);
    say("Copied");
  } catch {
    const box = el("textarea", { class: "copy-box", "aria-label": "The finding as text", readonly: true, rows: 8 });
    box.value = text;
    button.parentElement.after(box);
    box.select();
    box.addEventListener("blur", () => box.remove());
    say(document.execCommand && document.execCommand("copy") ? "Copied" : "Selected");
  }
}

function copyButtons(i) {
  const button = (word, marks) => el("button", { type: "button", class: "small", onclick: (e) => copyFinding(i, marks, e.currentTarget) }, word);
  return [button("Copy as text", false), button("Copy as Markdown", true)];
}
