import { chromium, type Response as PageResponse } from "@playwright/test";
import config from "../../tests/playwright.config.ts";
import { gzipped } from "../../tests/support/page-files.ts";

/** After the network is idle: scripts that wait for the first pictures have come by then. */
const patienceMs = 2500;

/** The scripts that a browser loads for a page, all told: how many files, their kilobytes as gzip packs them and as they were sent. */
export async function readPageScripts(url: string) {
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await browser.newPage();
    const arriving: ReturnType<typeof readScript>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script" || !response.ok()) return;
      arriving.push(readScript(response));
    });
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForTimeout(patienceMs);
    const scripts = (await Promise.all(arriving)).filter((script) => script !== undefined);
    const files = new Map(scripts.map((script) => [script.path, script]));
    const bodies = [...files.values()].map(({ body }) => body);
    const sent = [...files.values()].reduce((sum, script) => sum + script.sent, 0);
    return { files: files.size, gzipKilobytes: gzipped(bodies) / 1000, sentKilobytes: sent / 1000 };
  } finally {
    await browser.close();
  }
}

/** A redirect, for example, has no body. */
async function readScript(response: PageResponse) {
  const body = await response.body().catch(() => undefined);
  if (!body) return undefined;
  const { responseBodySize } = await response.request().sizes();
  return { path: new URL(response.url()).pathname, body, sent: responseBodySize };
}
