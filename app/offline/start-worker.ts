import { deletePages, forgetMessage } from "./kept-pages.ts";

/** Written by the build (`scripts/vite-plugins.ts`). */
const address = "/offline-worker.js";

/**
 * Starts the service worker, once the browser has nothing else to do. Only in the built shop: it would keep what is being developed. Where browsers have
 * no workers, as in some private windows and on plain http, or refuse them, there is nothing to open without a network.
 */
export function startWorker() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || window !== window.top) return;
  const wait = window.requestIdleCallback ?? setTimeout;
  wait(() => navigator.serviceWorker.register(address).catch(() => {}));
}

/**
 * Forgets a customer's kept pages after a sign-out that the worker hasn't seen, such as in a page that was reloaded past all caches. It also tells the
 * worker, which may be fetching a page for another tab.
 */
export async function forgetPagesUnseen() {
  const workers = navigator.serviceWorker;
  if (!("caches" in window) || workers?.controller) return;
  const registration = await workers?.getRegistration().catch(() => undefined);
  registration?.active?.postMessage(forgetMessage);
  await deletePages().catch(() => {});
}
