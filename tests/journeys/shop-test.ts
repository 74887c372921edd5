import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type TestInfo,
} from "@playwright/test";
import { type Engine, openRunningShop, type RunningShop } from "../support/running-shop.ts";
import { undoImports } from "./owner.ts";
import { createProblems } from "./problems.ts";

export { expect };

interface WorkerFixtures {
  engine: Engine;
  /** The real server, one for each worker. */
  shop: RunningShop;
}

interface TestFixtures {
  /** What may go wrong in a test; anything else fails it. */
  problems: ReturnType<typeof createProblems>;
  /** A page of another browser, that shares nothing with the test's own `page`. */
  anotherBrowser: (options?: BrowserContextOptions) => Promise<Page>;
}

const shops = new WeakMap<BrowserContext, RunningShop>();

/** The shop that a test's pages visit. */
export function shopOf(page: Page) {
  const shop = shops.get(page.context());
  if (!shop) throw new Error("The page is none of the test's browsers");
  return shop;
}

/** Playwright's own `only-on-failure` takes a picture after every test, in case that it still fails. */
async function attachPages(context: BrowserContext, testInfo: TestInfo) {
  for (const [index, page] of context.pages().entries()) {
    const path = testInfo.outputPath(`page-${index + 1}.png`);
    const taken = await page.screenshot({ path }).catch(() => undefined);
    if (taken) testInfo.attachments.push({ name: "screenshot", path, contentType: "image/png" });
  }
}

const alarming = /^\s+at |error|exception|warning|not (sent|saved)/i;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ["sqlite", { option: true, scope: "worker" }],

  shop: [
    async ({ engine }, use) => {
      const { shop, close } = await openRunningShop(engine);
      await use(shop);
      await close();
    },
    { scope: "worker" },
  ],

  baseURL: ({ shop }, use) => use(shop.url),

  problems: [
    async ({ shop }, use) => {
      const problems = createProblems();
      const before = shop.printed().length;
      await use(problems);
      for (const line of shop.printed().slice(before).split("\n")) {
        // Links in mails are random text; of how requests were answered the browser tells, and at once.
        if (alarming.test(line) && !/^ {2}http|"msg":"request"/.test(line)) problems.note(`server: ${line}`);
      }
      expect(problems.unexpected(), "problems in the pages and in what the server printed").toEqual([]);
      expect(problems.missing(), "problems that were expected, but did not come").toEqual([]);
    },
    { auto: true },
  ],

  context: async ({ context, problems, shop }, use, testInfo) => {
    problems.watch(context);
    shops.set(context, shop);
    await undoImports(shop);
    await use(context);
    if (testInfo.error) await attachPages(context, testInfo);
  },

  anotherBrowser: async ({ browser, problems, shop }, use) => {
    const opened: Page[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      problems.watch(context);
      shops.set(context, shop);
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});
