// Printing prints everything: the run, then every finding that the filter shows, with all that is folded opened.
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
  for (const i of visible()) {
    const article = articleOf(i);
    box.append(article);
    redraw();
  }
  for (const details of box.querySelectorAll("details")) if (!details.classList.contains("rule")) details.open = true;
  redraw = before;
}
addEventListener("beforeprint", fillPrint);
addEventListener("afterprint", () => { at("print").replaceChildren(); setTheme(themeBefore); if (state.page === "run") showOverview(false); });
