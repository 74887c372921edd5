import type { Locator, Page } from "@playwright/test";

/** Opens a page by its address, and waits until it is hydrated. */
export async function openPage(page: Page, path: string) {
  await page.goto(path);
  await untilHydrated(page);
}

export async function reloadPage(page: Page) {
  await page.reload();
  await untilHydrated(page);
}

/** Points at a link, and waits until the data of the page that it leads to has been prefetched. */
export async function pointAt(page: Page, link: Locator) {
  const data = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(".data"));
  await link.dispatchEvent("touchstart");
  await link.hover();
  await (await data).finished();
}

/** Takes the network away, once what the page prefetches has come: who is signed in prefetches how to sign out. */
export async function goOffline(page: Page) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction((signOut) => {
    const links = Array.from(document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]"), ({ href }) => href);
    const isSignedIn = document.querySelector(`form[action^="${signOut}"]`) !== null;
    const isPrefetched = links.some((href) => href.includes(`${signOut}-`));
    return isPrefetched === isSignedIn && links.every((href) => performance.getEntriesByName(href).length > 0);
  }, "/sign-out");
  await page.context().setOffline(true);
}

/** Keeps a page's scripts back: all, or those of a name (with `*` for what may stand there). @returns how to let them go */
export async function holdScripts(page: Page, name = "*") {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}.js`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * A page says so itself (`app/hydration/event-replay.ts`). Presses and choices needn't wait for it, they are replayed; what a shopper would only
 * see on a hydrated page has to: a form that is sent without leaving the page, a link's prefetch, the arrow keys of the gallery.
 */
async function untilHydrated(page: Page) {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}
