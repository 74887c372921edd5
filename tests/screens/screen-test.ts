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
  /** Opens a screen in its own browser context. @returns its page, and an order's number if a customer is signed in */
  openScreen: (screen: Screen, options: BrowserContextOptions) => Promise<{ page: Page; orderNumber: string }>;
}

export const test = base.extend<ScreenFixtures>({
  openScreen: ({ anotherBrowser, shop, problems }, use) =>
    use(async (screen, options) => {
      const page = await anotherBrowser(options);
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

/** Makes a customer an owner, and writes them a message to read. */
async function makeOwner(shop: Shop, email: string) {
  await setRole(shop, email, "owner", "command line");
  const message = "I have spread it on everything.\n\nIs there a larger jar?";
  await saveContactMessage(shop.db, { ...contactLetter, email, subject: "Wildflower honey", message }, shop.now());
}
