import type { Page } from "@playwright/test";
import { openGateway } from "./gateway.ts";
import { expectListed } from "./kept-in-browser.ts";
import { openPage } from "./open-page.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { addToCart, fillCart, honey, lemons, lineOf, orderFor, sampleProduct, signUpVerified } from "./shopper.ts";

test.use({ serviceWorkers: "allow", timezoneId: "America/New_York" });

test.beforeEach(({ problems }) => {
  // Pages ask for the saved cart and pictures by themselves.
  problems.allow(/^net::ERR_\w+ /);
});

test("without a network, a customer's cart, products and receipts open as they were seen, and other pages say what does", async ({
  page,
  context,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  const receipt = `/order-confirmation/${await orderFor(shop, email, lemons)}`;
  const lipstick = sampleProduct("morild-velvet-lipstick");
  await fillCart(page, honey, lipstick);
  await openPage(page, "/cart");
  await expect(lineOf(page, lipstick)).toContainText("Shade: Lingonberry");
  await untilKept(page, "/cart", "/offline");
  await openPage(page, receipt);
  // Opened without leaving the page before.
  await openPage(page, "/products");
  await page.getByRole("link", { name: lemons.title }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: lemons.title })).toBeVisible();
  await untilKept(page, receipt, `/products/${lemons.id}`);
  await expectListed(page);

  await context.setOffline(true);
  await openPage(page, "/cart");
  await expect(lineOf(page, honey)).toBeVisible();
  await expect(lineOf(page, lipstick)).toContainText("Shade: Lingonberry");
  await expect(page.getByText("You're offline. Prices and stock may have changed.")).toBeVisible();
  await openPage(page, receipt);
  const keptAt = Number(await page.locator("html").getAttribute("data-kept-at"));
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Europe/Oslo" }).format(keptAt);
  await expect(
    page.getByText(new RegExp(`^You're offline\\. This receipt is as you saw it on \\d+ \\w+ \\d{4}, ${time}\\.`)),
    "by the shop's clock, not the browser's",
  ).toBeVisible();
  await expect(page.getByText(lemons.title)).toBeVisible();

  // Only one width of each picture was shown.
  const main = await page.evaluate(() => document.querySelector<HTMLImageElement>("main img")?.currentSrc ?? "");
  const shown = /(\d+)(\.\w+)$/;
  expect(main).toMatch(shown);
  for (const src of [...[400, 800, 1200].map((width) => main.replace(shown, `${width}$2`)), "/no-picture.svg"])
    expect(await page.evaluate(canShow, src), src).toBe(true);

  await openPage(page, "/offline?to=//");
  await expect(page.getByText("That page isn't saved on this device.")).toBeVisible();
  await page.goto("/about");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await page.getByRole("link", { name: lemons.title }).click();
  await expect(page.getByRole("heading", { level: 1, name: lemons.title })).toBeVisible();
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(lineOf(page, honey)).toBeVisible();
});

/** Runs in the page. */
async function canShow(src: string) {
  const image = new Image();
  image.src = src;
  return image.decode().then(
    () => true,
    () => false,
  );
}

test("after a sign-out in another tab nothing of the customer opens, nor what was asked for before and came after it", async ({
  page,
  context,
  shop,
}) => {
  await using gateway = await openGateway(shop);
  const email = await signUpVerified(page, shop);
  const receipt = `/order-confirmation/${await orderFor(shop, email, lemons)}`;
  const other = `/order-confirmation/${await orderFor(shop, email, honey)}`;
  await openPage(page, gateway.url);
  await untilKept(page, "/cart");
  await openPage(page, gateway.url + receipt);
  await untilKept(page, receipt);
  const late = gateway.hold(other);
  const lateTab = await context.newPage();
  const opened = lateTab.goto(gateway.url + other);
  await late.arrived;

  const otherTab = await context.newPage();
  await openPage(otherTab, `${gateway.url}/about`);
  const firstPage = gateway.hold("/offline");
  await otherTab.getByRole("button", { name: "Sign out" }).click();
  await expect(otherTab.getByRole("link", { name: "Sign in" }), "doesn't wait for pages to keep").toBeVisible();
  await expect(page, "leaves the open receipt").toHaveURL(/\/sign-in/);
  firstPage.release();
  late.release();
  await opened;
  await expect.poll(() => keptPaths(page)).toEqual(["/offline", "/cart"]);
  expect(await keptText(page), "the visitor's pages").not.toMatch(/Sign out|Lovelace/);

  await context.setOffline(true);
  for (const path of [receipt, other]) {
    await page.goto(gateway.url + path);
    await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Order/ })).toHaveCount(0);
  }
  await comeBack(page);

  // The next customer of the device, whose session began elsewhere, doesn't see it either.
  await signUpVerified(page, shop);
  await openPage(page, `${gateway.url}/about`);
  await expect.poll(() => keptText(page)).toContain("Sign out");
  await context.setOffline(true);
  await page.goto(gateway.url + receipt);
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
});

test("after a sign-out in a page that was reloaded past the worker, a receipt that was on its way isn't kept", async ({
  page,
  context,
  shop,
}) => {
  await using gateway = await openGateway(shop);
  const email = await signUpVerified(page, shop);
  const receipt = `/order-confirmation/${await orderFor(shop, email, lemons)}`;
  await openPage(page, gateway.url);
  await untilKept(page, "/cart");
  const late = gateway.hold(receipt);
  const lateTab = await context.newPage();
  const opened = lateTab.goto(gateway.url + receipt);
  await late.arrived;
  const devTools = await context.newCDPSession(page);
  await devTools.send("Page.reload", { ignoreCache: true });
  await page.waitForFunction(() => navigator.serviceWorker.controller === null);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  late.release();
  await opened;
  await expect(lateTab.getByRole("heading", { level: 1 })).toBeVisible();
  await lateTab.waitForLoadState("networkidle");
  expect(await keptPaths(page)).not.toContain(receipt);
});

test("when a sign-out is answered by nobody, nothing of the customer opens", async ({ page, context, shop }) => {
  await using gateway = await openGateway(shop);
  const email = await signUpVerified(page, shop);
  const receipt = `/order-confirmation/${await orderFor(shop, email, lemons)}`;
  await openPage(page, gateway.url);
  await untilKept(page, "/cart");
  await openPage(page, gateway.url + receipt);
  await untilKept(page, receipt);
  gateway.answer(({ method }, answer) => {
    if (method === "POST") answer.destroy();
    return method === "POST";
  });
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Sign out failed")).toBeVisible();
  expect(await keptPaths(page)).toEqual([]);
  await context.setOffline(true);
  await expect(page.goto(gateway.url + receipt)).rejects.toThrow("net::ERR_FAILED");
});

test("errors, the page of another network and half a deploy are never kept, and a whole deploy is", async ({
  page,
  context,
  shop,
  problems,
}) => {
  problems.allow(/^(500|503|404) GET /);
  problems.allow(/^console error: /);
  await using gateway = await openGateway(shop);
  const product = `/products/${lemons.id}`;
  await openPage(page, gateway.url);
  await addToCart(page, lemons, gateway.url);
  await untilKept(page, "/cart");
  await openPage(page, gateway.url + product);
  await untilKept(page, product);

  for (const [status, text] of [
    [500, "<h1>Something broke</h1>"],
    [503, "<h1>Maintenance</h1>"],
    [200, "<h1>Welcome to the hotel's network</h1>"],
    [302, ""],
  ] as const) {
    await test.step(`answered with ${status}`, async () => {
      gateway.answer(({ url }, answer) => {
        if (url === "/login")
          answer.writeHead(200, { "content-type": "text/html" }).end("<h1>Log in to the hotel</h1>");
        else
          answer
            .writeHead(status, { "content-type": "text/html", ...(status === 302 && { location: "/login" }) })
            .end(text);
        return true;
      });
      for (const path of [product, "/cart"]) await page.goto(gateway.url + path);
      await context.setOffline(true);
      await page.goto(gateway.url + product);
      await expect(page.getByRole("heading", { level: 1, name: lemons.title })).toBeVisible();
      await comeBack(page);
    });
  }
  gateway.answer(() => false);

  await test.step("half a deploy", async () => {
    await openPage(page, gateway.url);
    const old = await filesOf(page, product);
    gateway.rewrite((text) => text.replaceAll(/manifest-\w+\.js/g, "manifest-new.js"));
    gateway.answer(({ url = "" }, answer) => {
      const isList = url.includes("/manifest-");
      if (isList) answer.writeHead(404).end();
      return isList;
    });
    const honeyPath = `/products/${honey.id}`;
    await page.goto(gateway.url + honeyPath);
    await page.goto(gateway.url + product);
    await page.waitForLoadState("networkidle");
    expect(await keptPaths(page)).not.toContain(honeyPath);
    expect(await filesOf(page, product)).toEqual(old);
    await context.setOffline(true);
    await openPage(page, gateway.url + product);
    await comeBack(page);
  });

  await test.step("a whole deploy", async () => {
    await page.goto(gateway.url);
    const [list = ""] = (await filesOf(page, product)).filter((file) => file.includes("/manifest-"));
    const script = await (await fetch(shop.url + list)).text();
    gateway.answer(({ url = "" }, answer) => {
      const isList = url === "/assets/manifest-new.js";
      if (isList) answer.writeHead(200, { "content-type": "text/javascript" }).end(script);
      return isList;
    });
    await openPage(page, gateway.url + product);
    for (const path of [product, "/cart", "/offline"]) {
      await expect.poll(() => filesOf(page, path)).toContain("/assets/manifest-new.js");
    }
    await expect.poll(() => keptFiles(page)).not.toContain(list);
    await context.setOffline(true);
    for (const path of [product, "/cart"]) await openPage(page, gateway.url + path);
  });
});

test("of 120 products the last 50 are kept, with all their files; a shop without the worker removes it all", async ({
  page,
  shop,
  problems,
}) => {
  problems.allow(/^404 (GET|HEAD) \/offline-worker\.js/);
  await using gateway = await openGateway(shop);
  await openPage(page, gateway.url);
  await addToCart(page, lemons, gateway.url);
  await untilKept(page, "/cart");
  const bowls = Array.from({ length: 120 }, (_, index) => productOf({ id: `seen-${index}`, title: `Bowl ${index}` }));
  await importProducts(shop, ...bowls);
  const paths = bowls.map(({ id }) => `/products/${id}`);
  await page.evaluate(async (seen) => {
    for (const path of seen) await (await fetch(`${path}.data`)).text();
  }, paths);
  const kept = ["/offline", "/cart", ...paths.slice(-50)];
  await expect.poll(async () => (await keptPaths(page)).toSorted(), { timeout: 60_000 }).toEqual(kept.toSorted());
  const files = await keptFiles(page);
  for (const path of kept) expect(files).toEqual(expect.arrayContaining(await filesOf(page, path)));

  gateway.rewrite((text) => text);
  gateway.answer(({ url }, answer) => {
    const isPage = url === "/about";
    if (isPage) answer.writeHead(200, { "content-type": "text/html" }).end("<title>A shop without a worker</title>");
    else if (url === "/offline-worker.js") answer.writeHead(404).end();
    return isPage || url === "/offline-worker.js";
  });
  await page.goto(`${gateway.url}/about`);
  await expect
    .poll(() => page.evaluate(async () => [await caches.keys(), await navigator.serviceWorker.getRegistrations()]))
    .toEqual([[], []]);
});

/** Waits until the service worker keeps these pages, and follows what the page asks for. */
async function untilKept(page: Page, ...paths: string[]) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(paths));
}

async function keptPaths(page: Page) {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("kept-pages-"));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** Connects again, on a page that doesn't load itself then. */
async function comeBack(page: Page) {
  await page.goto("about:blank");
  await page.context().setOffline(false);
}

/** All that the kept pages say. */
async function keptText(page: Page) {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("kept-pages-"));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()));
    return (await Promise.all(kept.flat().map((answer) => answer.text()))).join("\n");
  });
}

/** The scripts and styles that a page was kept with. */
async function filesOf(page: Page, path: string) {
  return page.evaluate(async (asked) => (await caches.match(asked))?.headers.get("kept-files")?.split(" ") ?? [], path);
}

async function keptFiles(page: Page) {
  return page.evaluate(async () => {
    const kept = await (await caches.open("kept-files")).keys();
    return kept.map(({ url }) => new URL(url).pathname + new URL(url).search);
  });
}
