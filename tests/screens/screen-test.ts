import type { BrowserContextOptions, Page } from "@playwright/test";
import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { setRole } from "#shop/owners/owners.ts";
import type { Shop } from "#shop/shop.ts";
import { expectListed } from "../journeys/kept-in-browser.ts";
import { test as base, expect } from "../journeys/shop-test.ts";
import { honey, lemons, orderFor, signUpVerified } from "../journeys/shopper.ts";
import { contactLetter } from "../support/contact-letter.ts";
import type { Screen } from "./screens.ts";

export { expect };

interface ScreenFixtures {
  /** Opens a screen as a new visitor: in the browser of the page before, if there is one. @returns its page, and an order's number if a customer is signed in */
  openScreen: (
    screen: Screen,
    options: BrowserContextOptions,
    before?: Page,
  ) => Promise<{ page: Page; orderNumber: string }>;
}

export const test = base.extend<ScreenFixtures>({
  openScreen: ({ anotherBrowser, shop, problems }, use) =>
    use(async (screen, options, before) => {
      const page = before ? await openEmptied(before, options) : await anotherBrowser(options);
      let orderNumber = "";
      if (screen.signedIn || screen.forOwners) {
        const email = await signUpVerified(page, shop);
        orderNumber = await orderFor(shop, email, honey, lemons);
        if (screen.forOwners) await makeOwner(await shop.inside(), email);
      }
      await screen.open({ page, problems, orderNumber });
      await expectListed(page);
      return { page, orderNumber };
    }),
});

/** Closes a page, and opens one in the same browser, which keeps nothing of the shop but its files. */
async function openEmptied(before: Page, { viewport }: BrowserContextOptions) {
  const { origin } = new URL(before.url());
  const page = await before.context().newPage();
  await before.close();
  const client = await page.context().newCDPSession(page);
  await client.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await client.detach();
  if (viewport) await page.setViewportSize(viewport);
  return page;
}

/** Makes a customer an owner, and writes them a message to read. */
async function makeOwner(shop: Shop, email: string) {
  await setRole(shop, email, "owner", "command line");
  const message = "I have spread it on everything.\n\nIs there a larger jar?";
  await saveContactMessage(shop.db, { ...contactLetter, email, subject: "Wildflower honey", message }, shop.now());
}
