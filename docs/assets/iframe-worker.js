// The search runs in a worker, which browsers refuse to pages opened from a folder: there a hidden frame does its work,
// from the moment when somebody turns to the search.
"use strict";

if (location.protocol === "file:") {
  const wanted = new Promise((done) => {
    document.addEventListener("focusin", (event) => event.target.matches(".md-search__input") && done());
  });

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.inside = wanted.then(() => this.start(url));
    }

    start(url) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => {
        const message = new MessageEvent("message", { data });
        this.dispatchEvent(message);
        if (this.onmessage) this.onmessage(message);
        if (!this.asked) this.ask();
      };
      inside.importScripts = () => undefined;
      const script = inside.document.createElement("script");
      script.src = url;
      const loaded = new Promise((done) => script.addEventListener("load", () => done(inside)));
      inside.document.body.append(script);
      return loaded;
    }

    // What was typed before the first answer is asked for again, as if a key had just been let go.
    ask() {
      this.asked = true;
      setTimeout(() => document.querySelector(".md-search__input").dispatchEvent(new Event("keyup")), 100);
    }

    postMessage(data) {
      this.inside.then((inside) => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }

    terminate() {
      if (this.frame) this.frame.remove();
    }
  };
}
