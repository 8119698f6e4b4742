// Printing prints everything: the run, every finding that passes the filter, every window, with everything unfolded.
"use strict";

let themeBefore = "";
function fillPrint() {
  const box = at("print");
  themeBefore = document.documentElement.dataset.theme;
  setTheme("light");  // paper is white
  const before = redraw;
  const articles = [overviewArticle()];
  box.replaceChildren(articles[0]);
  timelines.forEach((timeline) => timeline.draw());
  const shown = visible();
  if (shown.length < openCount) box.append(el("p", { class: "seen" }, `The filter shows ${at("shown").textContent}; the others are not printed.`));
  for (const i of shown) {
    const article = articleOf(i);
    box.append(article);
    redraw();
  }
  allWindows.forEach(({ window }, i) => { if (window.name) box.append(windowArticle(i)); });
  for (const details of box.querySelectorAll("details")) if (!details.classList.contains("rule")) details.open = true;
  redraw = before;
}
addEventListener("beforeprint", fillPrint);
addEventListener("afterprint", () => { at("print").replaceChildren(); setTheme(themeBefore); if (state.page === "run") showOverview(false); });
