import type { Page } from "@playwright/test";
import { inDatabase } from "../journeys/in-database.ts";
import { test as base, expect } from "../journeys/shop-test.ts";
import { password } from "../journeys/shopper.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { freePort, startServer } from "../support/server-process.ts";

export { expect };

interface Fixtures {
  /** One more server on the shop's database, with settings of its own. What it prints is for the test to look at. */
  anotherServer: (settings?: Record<string, string>) => Promise<RunningShop>;
  /** What the server has printed since the test began. A table that a test takes away is missed there. */
  logged: () => string;
  /** All tests come from one address, and would soon be too many for it. */
  freshAddress: undefined;
}

export const test = base.extend<Fixtures>({
  anotherServer: async ({ shop }, use) => {
    const servers: ReturnType<typeof startServer>[] = [];
    await use(async (settings) => {
      const environment = { ...shop.environment, PORT: await freePort(), ...settings };
      const server = startServer(environment);
      servers.push(server);
      return { ...shop, environment, url: await server.opened(), printed: () => server.printed.both };
    });
    for (const server of servers) expect(await server.stop()).toBe(0);
  },

  logged: async ({ shop, problems }, use) => {
    problems.allow(/^server: .*no such table/);
    const before = shop.printed().length;
    await use(() => shop.printed().slice(before));
  },

  freshAddress: [
    async ({ shop }, use) => {
      inDatabase(shop, `delete from "attempts" where "key" like '%ByAddress %'`);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Looks for a toast with a title and a text, and puts it away, so that the next one can't be mistaken for it. */
export async function expectToast(page: Page, title: string, text: string | RegExp) {
  const toast = page
    .getByRole("region", { name: "Notifications" })
    .locator("> div")
    .filter({ has: page.getByText(title, { exact: true }), hasText: text });
  await toast.getByRole("button", { name: "Dismiss" }).click({ timeout: 10_000 });
  await expect(toast).toHaveCount(0);
}

/** Tries to sign in by the shortest way. @returns the answer: 302 when it worked */
export function trySignIn(page: Page, email: string, tried = password, headers: Record<string, string> = {}) {
  const form = { email, password: tried };
  return page.request.post("/sign-in", { form, headers: { accept: "text/html", ...headers }, maxRedirects: 0 });
}
