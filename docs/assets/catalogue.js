// The table of the catalogue shows the rows that fit what is typed and chosen; the address keeps the choice.
"use strict";

(() => {
  const form = document.getElementById("filter");
  if (!form) return;
  const rows = [...document.querySelectorAll("#catalogue tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const count = document.getElementById("count");
  const choices = [...form.querySelectorAll("select")];
  const text = form.elements.namedItem("text");

  // Each word must occur; one that ends in a digit must not go on with another: "lemma 8" is not Lemma 81.
  const pattern = (word) => {
    const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp((/^\d/.test(word) ? "(?<!\\d)" : "") + plain + (/\d$/.test(word) ? "(?!\\d)" : ""));
  };

  const show = () => {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean).map(pattern);
    let shown = 0;
    rows.forEach((row, k) => {
      const fits =
        choices.every((choice) => !choice.value || row.dataset[choice.name] === choice.value) &&
        words.every((word) => word.test(texts[k]));
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    count.textContent = shown === rows.length ? `${shown} statements` : `${shown} of ${rows.length} statements`;
  };

  const keep = () => {
    const kept = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    history.replaceState(null, "", `#${kept}`);
  };

  const restore = () => {
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      const field = form.elements.namedItem(name);
      if (field) field.value = value;
    }
    show();
  };

  form.addEventListener("input", () => (show(), keep()));
  // Emptied here and not by the browser, which does it after this event: rows and fields change at one time.
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    for (const field of [text, ...choices]) field.value = "";
    show();
    keep();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", restore);
  restore();
})();
