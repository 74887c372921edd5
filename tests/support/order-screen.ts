import type { PlainBrowser } from "./plain-browser.ts";

/** The order version in its screen's forms. */
export function versionOf(screen: string) {
  return /name="version" value="([^"]+)"/.exec(screen)?.[1] ?? "";
}

/** Opens an order's screen and sends one of its forms. @param path of the screen, without a query */
export async function sendOrderForm(browser: PlainBrowser, path: string, form: Record<string, string>) {
  const version = versionOf(await (await browser.open(path)).text());
  return browser.sendForm(path, { version, ...form });
}
