import type { Locator, Page } from "@playwright/test";

/** Opens a page by its address, and waits until it is alive. */
export async function openPage(page: Page, path: string) {
  await page.goto(path);
  await untilAlive(page);
}

export async function reloadPage(page: Page) {
  await page.reload();
  await untilAlive(page);
}

/** Points at a link, and waits until the data of the page that it leads to has been fetched ahead. */
export async function pointAt(page: Page, link: Locator) {
  const data = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(".data"));
  await link.dispatchEvent("touchstart");
  await link.hover();
  await (await data).finished();
}

/** Takes the network away, once what the page fetches ahead has come. */
export async function goOffline(page: Page) {
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
}

/** A page is shown before its scripts have run; only buttons remember what happens to them until then. React marks what it has taken over. */
async function untilAlive(page: Page) {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("__reactContainer")));
}
