import { aliveEvent } from "./alive.ts";

/** Milliseconds after which scripts are fetched though the page's first pictures aren't there yet. */
const longestLook = 3000;

interface LateStart {
  html: string;
  /** The script that the page now begins with, for its policy to allow; it adds to the page the one that stood there. */
  late: string;
}

/**
 * Lets a page be seen before it comes alive: its scripts are fetched when its first pictures are painted, or when its visitor does
 * something, instead of sharing a slow network and processor with them. What a visitor does before the page is alive is done again when it
 * is, so that nothing of it is lost.
 *
 * @param page as React Router renders it, its scripts last
 */
export function comeAliveWhenSeen(page: string): LateStart {
  const modules: string[] = [];
  const withoutModules = page.replace(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_link, href) => {
    modules.push(href);
    return "";
  });
  let late = "";
  const html = withoutModules.replace(
    /(<script type="module" async="">)(.*?)(?=<\/script>)/s,
    (_script, tag, start) => {
      late = `(${whenSeen})(${inScript({ aliveEvent, longestLook, modules, start })})`;
      return tag + late;
    },
  );
  return { html, late };
}

/** Text of a program that stands in a page, where nothing in it may end its element. */
function inScript(value: unknown) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Runs in the browser, as text: it can use nothing but what it is given. */
function whenSeen(given: { aliveEvent: string; longestLook: number; modules: string[]; start: string }) {
  const { aliveEvent, longestLook, modules, start } = given;
  const remembered = ["pointerdown", "keydown", "click", "input", "change"];
  const done: (() => void)[] = [];
  let begun = false;

  function begin() {
    if (begun) return;
    begun = true;
    for (const href of modules)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    const script = Object.assign(document.createElement("script"), { type: "module", textContent: start });
    document.body.append(script);
    script.remove();
  }

  /** A button that is pressed, a menu that is chosen from, a field that is written in. The browser itself sends forms. */
  function remember(event: Event) {
    begin();
    const target = event.target as Element;
    const button = event.type === "click" ? target.closest("button") : null;
    if (button && !(button.form && button.type === "submit")) {
      done.push(() => button.click());
      // React may be there already, or not yet.
      event.stopImmediatePropagation();
    }
    if (event.type === "input") done.push(() => target.dispatchEvent(new Event("input", { bubbles: true })));
    if (event.type === "change" && target instanceof HTMLSelectElement) {
      const { value } = target;
      done.push(() => {
        target.value = value;
        target.dispatchEvent(new Event("change", { bubbles: true }));
      });
      event.stopImmediatePropagation();
    }
  }

  for (const type of remembered) addEventListener(type, remember, true);
  addEventListener(
    aliveEvent,
    () => {
      for (const type of remembered) removeEventListener(type, remember, true);
      for (const doAgain of done) doAgain();
    },
    { once: true },
  );
  const first = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]');
  Promise.allSettled(Array.from(first, (picture) => picture.decode())).then(() => {
    if (document.hidden) return begin();
    // The browser's own steps, which come though the clock stands still: this one is just before a frame is painted, the next after it.
    const frames = new IntersectionObserver(() => {
      frames.disconnect();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = begin;
      port2.postMessage(undefined);
    });
    frames.observe(document.body);
  });
  setTimeout(begin, longestLook);
}
