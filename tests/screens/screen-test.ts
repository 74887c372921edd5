import type { BrowserContextOptions, Page } from "@playwright/test";
import { test as base, expect } from "../journeys/shop-test.ts";
import { honey, lemons, orderFor, signUpVerified } from "../journeys/shopper.ts";
import type { Screen } from "./screens.ts";

export { expect };

interface ScreenFixtures {
  /** Opens a screen in a browser of its own. @returns its page, and the number of an order when somebody is signed in */
  openScreen: (screen: Screen, options: BrowserContextOptions) => Promise<{ page: Page; orderNumber: string }>;
}

export const test = base.extend<ScreenFixtures>({
  openScreen: ({ anotherBrowser, shop, problems }, use) =>
    use(async (screen, options) => {
      const page = await anotherBrowser(options);
      const orderNumber = screen.signedIn ? await orderFor(shop, await signUpVerified(page, shop), honey, lemons) : "";
      await screen.open({ page, problems, orderNumber });
      return { page, orderNumber };
    }),
});
