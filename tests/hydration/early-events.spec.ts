import type { Page } from "@playwright/test";
import { test as base, expect } from "../journeys/shop-test.ts";
import { actEarly, earlyActions, type Moment, phaseOf } from "./early-actions.ts";
import { openPagesInHalves } from "./page-in-halves.ts";

interface Options {
  /** How many times slower the page's processor is made. */
  slowdowns: number[];
  moments: Moment[];
}

const test = base.extend<Options>({
  slowdowns: [[1], { option: true }],
  // journeys/at-once.spec.ts tests what visitors do before hydration.
  moments: [["hydrating"], { option: true }],
});

for (const [name, action] of Object.entries(earlyActions)) {
  test(`${name} while a page is hydrated is neither lost nor done twice`, async ({
    anotherBrowser,
    slowdowns,
    moments,
    baseURL,
  }) => {
    test.setTimeout(slowdowns.length * moments.length * 90_000);
    const phases: Record<string, number> = {};
    for (const slowdown of slowdowns) {
      for (const moment of moments) {
        await test.step(`${slowdown} times slower, moment: ${moment}`, async () => {
          const page = await anotherBrowser({ baseURL, viewport: action.viewport });
          const asked = countRequests(page, action.request);
          if (slowdown > 1) await slowDown(page, slowdown);
          await actEarly(page, action, moment);
          await page.goto(action.path, { waitUntil: "commit" });
          await action.expectOutcome(page);
          await expect(page.locator("html[data-hydrated]")).toBeAttached();
          // What would be done a second time has been done by the time that React has handled everything before it.
          await action.expectOutcome(page);
          if (action.request) expect(asked()).toBe(1);
          const reached = await phaseOf(page);
          if (moment === "hydrating") expect(reached).toBe("while React hydrates");
          const phase = `${slowdown}x ${reached}`;
          phases[phase] = (phases[phase] ?? 0) + 1;
          await page.context().close();
        });
      }
    }
    test.info().annotations.push({ type: "acted on", description: JSON.stringify(phases) });
  });
}

test("a product that is added while the page is still coming is in the cart once all of it is there", async ({
  anotherBrowser,
  shop,
}) => {
  const pages = await openPagesInHalves(shop.url);
  const page = await anotherBrowser();
  await page.goto(`${pages.url}/products`, { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Add to cart" }).first();
  await button.click();
  await expect(button, "it looks pressed until then").toHaveCSS("opacity", "0.65");
  pages.sendRest();
  await expect(page.locator("[data-cart-badge]")).toHaveText("1");
  await expect(button).toHaveCSS("opacity", "1");
  await page.context().close();
  await pages.close();
});

async function slowDown(page: Page, rate: number) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate });
}

function countRequests(page: Page, address: string | undefined) {
  let count = 0;
  page.on("request", (request) => {
    if (address && request.url().includes(address)) count++;
  });
  return () => count;
}
