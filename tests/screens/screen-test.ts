import type { BrowserContextOptions, Page } from "@playwright/test";
import { test as base, expect } from "../journeys/shop-test.ts";
import { addToCart, buy, signUpVerified } from "../journeys/shopper.ts";
import { honey, lemons, type Screen } from "./screens.ts";

export { expect };

interface Customer {
  /** The cookies of somebody who is signed in and verified. */
  storageState: Exclude<BrowserContextOptions["storageState"], string | undefined>;
  orderNumber: string;
}

interface ScreenFixtures {
  /** Opens a screen in a browser of its own. @returns its page */
  openScreen: (screen: Screen, options: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<ScreenFixtures, { customer: Customer }>({
  customer: [
    async ({ browser, shop }, use) => {
      const context = await browser.newContext({ baseURL: shop.url });
      const page = await context.newPage();
      await signUpVerified(page, shop);
      await addToCart(page, honey);
      await addToCart(page, lemons);
      const orderNumber = await buy(page);
      await use({ storageState: await context.storageState(), orderNumber });
      await context.close();
    },
    { scope: "worker" },
  ],

  openScreen: ({ anotherBrowser, customer, problems }, use) =>
    use(async (screen, options) => {
      const storageState = screen.signedIn ? customer.storageState : undefined;
      const page = await anotherBrowser({ ...options, storageState });
      await screen.open({ page, problems, orderNumber: customer.orderNumber });
      return page;
    }),
});
