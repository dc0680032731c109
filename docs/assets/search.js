// A number in a query is that number: 20 finds Lemma 20 and neither 200 nor the year 2005.
"use strict";

(() => {
  const QUERY = 2; // the kind of message that asks the theme's worker
  const exact = (query) =>
    query.includes('"')
      ? query
      : (query.match(/[\p{L}\p{N}]+/gu) || []).map((word) => (/^\d+$/.test(word) ? `+${word}` : word)).join(" ");

  window.Worker = class extends window.Worker {
    postMessage(message, ...rest) {
      const asked = message.type === QUERY ? { ...message, data: exact(message.data) } : message;
      super.postMessage(asked, ...rest);
    }
  };
})();
