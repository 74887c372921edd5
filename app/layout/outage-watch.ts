import { outageMark } from "#web/outage-mark.ts";

/** Milliseconds until the shop is asked again whether its database is back, and up to as many more, so that not all ask at once. */
const askAgainMs = 3000;

let isOutage = false;
let observer: PerformanceObserver | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Whether the page, or the data of the last one that was opened, is an older one that the shop shows without its database. */
export function isShownFromMemory() {
  return isOutage;
}

/** Calls the listener when an outage begins or ends. Only in the browser. @returns how to stop */
export function watchOutage(listener: () => void) {
  listeners.add(listener);
  if (listeners.size === 1) start();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start() {
  observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isMarked)) begin();
  });
  for (const type of ["navigation", "resource"]) observer.observe({ type, buffered: true });
}

function stop() {
  observer?.disconnect();
  clearTimeout(timer);
}

/** Browsers tell of these marks over https and on localhost. */
function isMarked(entry: PerformanceEntry) {
  const { serverTiming = [] } = entry as PerformanceResourceTiming;
  return serverTiming.some(({ name }) => name === outageMark);
}

function begin() {
  clearTimeout(timer);
  timer = setTimeout(askAgain, askAgainMs * (1 + Math.random()));
  change(true);
}

/** Asks for the head of the page, which is what it would be after a reload. */
async function askAgain() {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  const isOver = answer && answer.status < 500 && !answer.headers.get("server-timing")?.includes(outageMark);
  if (isOver) change(false);
  else begin();
}

function change(now: boolean) {
  if (isOutage === now) return;
  isOutage = now;
  for (const listener of listeners) listener();
}
