// What is wider than the page says that it scrolls; on a phone its rows are lists, each value with its column's name.
"use strict";

(() => {
  const WRAPS = ".md-typeset__scrollwrap, .chart, .formula > span, .formula-wide";
  const WIDE = 4; // columns from which on a phone shows no table
  for (const table of document.querySelectorAll("article table:not([class])")) {
    const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
    if (heads.length < WIDE || heads.includes("")) continue;
    table.dataset.stack = "";
    for (const row of table.tBodies[0].rows) [...row.cells].forEach((cell, k) => (cell.dataset.label = heads[k]));
  }

  const told = (wrap) => {
    const wide = wrap.scrollWidth > wrap.clientWidth + 1;
    wrap.classList.toggle("scrolls", wide);
    if (wide) wrap.tabIndex = 0;
    else wrap.removeAttribute("tabindex");
    if (wrap.matches("span")) return; // within a sentence the dashed edge alone says it
    const hint = wrap.previousElementSibling;
    if (hint && hint.className === "scroll-hint") hint.hidden = !wide;
    else if (wide) {
      const said = '<p class="scroll-hint">This goes on to the right: scroll it.</p>';
      wrap.insertAdjacentHTML("beforebegin", said);
    }
  };
  const watch = new ResizeObserver((seen) => seen.forEach(({ target }) => told(target)));
  // The theme lays its frame around tables when the page is complete.
  addEventListener("load", () =>
    document.querySelectorAll(WRAPS).forEach((wrap) => watch.observe(wrap)),
  );
})();
