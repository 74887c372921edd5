import { join } from "node:path";
import { test as base, expect, onTestFinished } from "vitest";
import { addDays, dayOf, formatDay } from "#shop/values/days.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signInCookies, signUpOf } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { readOutbox } from "./support/open-test-shop.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";
import { runShopCommand } from "./support/server-process.ts";

// 26 hours apart: it is never the same day in both.
const [east, west] = ["Pacific/Kiritimati", "Etc/GMT+12"] as const;

/** A shop whose clock is in one time zone, while the machine's is in another. */
const test = base.extend<{ $file: { shop: RunningShop } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
    async ({}, use) => {
      const { shop, close } = await openRunningShop("sqlite", { SHOP_TIME_ZONE: east, TZ: west });
      await use(shop);
      await close();
    },
    { scope: "file" },
  ],
});

test("a customer who turns 18 today in the shop's time zone can sign up, whatever the machine's day", async ({
  shop,
}) => {
  const answer = await signUpOnBirthday(shop);
  expect(answer.status).toBe(302);
});

test("a customer who turns 18 tomorrow in the shop's time zone can't sign up, even if the machine is a day ahead", async () => {
  const { shop, close } = await openRunningShop("sqlite", { SHOP_TIME_ZONE: west, TZ: east });
  onTestFinished(close);
  const answer = await signUpOnBirthday(shop);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("You must be at least 18 years old to register.");
});

/** Signs up with an 18th birthday today in the easternmost time zone. */
function signUpOnBirthday({ url }: RunningShop) {
  const adult = dayOf(Date.now(), east).replace(/^\d+/, (year) => String(Number(year) - 18));
  const form = signUpOf({ email: "grace@example.com", dateOfBirth: adult });
  return plainBrowser(url).sendForm("/sign-up", { ...form });
}

test("the cached sign-up page contains the time zone and no date", async ({ shop }) => {
  const page = await (await plainBrowser(shop.url).open("/sign-up")).text();
  expect(page).toContain(east);
  for (const zone of [east, west]) expect(page).not.toContain(dayOf(Date.now(), zone));
});

test("receipt, email, profile and the owner's list use the shop's time zone", async ({ shop }) => {
  const inside = await shop.inside();
  await importRecords(inside.db, [catalogRecord({ stock: 10 })]);
  await registerVerified(inside);
  const browser = plainBrowser(shop.url, await signInCookies(inside));
  const orderNumber = await orderOverWeb(browser, orderOf([["coffee", 1]]));
  const today = dayOf(Date.now(), east);
  const [ordered, delivered] = [formatDay(today, "en"), formatDay(addDays(today, 3), "en")];
  const receipt = await (await browser.open(`/order-confirmation/${orderNumber}`)).text();
  expect(receipt).toContain(`>${ordered}<`);
  expect(receipt).toContain(`>${delivered}<`);
  expect(await (await browser.open("/profile")).text()).toContain(`>${ordered}<`);
  const [mail] = await eventually(async () => {
    const mails = await readOutbox(join(shop.dataFolder, "outbox"));
    const confirmations = mails.filter(({ subject }) => subject?.includes(orderNumber ?? ""));
    expect(confirmations).toHaveLength(1);
    return confirmations;
  });
  expect(mail?.text).toContain(`Date: ${ordered}`);
  expect(mail?.text).toContain(`Estimated delivery: ${delivered}`);
  expect(await runShopCommand(shop.environment, "orders")).toContain(`${today} `);
});
