import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { addDays, dayOf, formatDay } from "#shop/days.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { openTestShop, readOutbox } from "./support/open-test-shop.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { freePort, runShopCommand, startServer } from "./support/server-process.ts";

// 26 hours apart: it is never the same day in both.
const [east, west] = ["Pacific/Kiritimati", "Etc/GMT+12"] as const;

/** A shop with ten coffees whose clock is in one time zone, while the machine's is in another. */
async function openShopIn(SHOP_TIME_ZONE: string, TZ: string) {
  const { shop } = await openTestShop("sqlite");
  await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
  await registerVerified(shop);
  const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET } = shop.settings;
  const environment = { PORT: await freePort(), DATA_DIR, AUTH_SECRET, SHOP_TIME_ZONE, TZ };
  const server = startServer(environment);
  onTestFinished(async () => void (await server.stop()));
  const url = await server.opened();
  return { url, environment, readMails: () => readOutbox(join(DATA_DIR, "outbox")) };
}

test.each([
  [east, west, 302],
  [west, east, 400],
])(
  "who turns 18 today in %s may sign up there, whatever day the machine has in %s: %d",
  async (zone, machine, status) => {
    const { url } = await openShopIn(zone, machine);
    const adult = dayOf(Date.now(), east).replace(/^\d+/, (year) => String(Number(year) - 18));
    const form = signUpOf({ email: "grace@example.com", dateOfBirth: adult });
    const answer = await plainBrowser(url).sendForm("/sign-up", { ...form });
    expect(answer.status).toBe(status);
    expect((await answer.text()).includes("You must be at least 18 years old to register.")).toBe(status === 400);
  },
);

test("the sign-up page, which is cached, brings the zone for its rules, and no date", async () => {
  const { url } = await openShopIn(east, west);
  const page = await (await plainBrowser(url).open("/sign-up")).text();
  expect(page).toContain(east);
  for (const zone of [east, west]) expect(page).not.toContain(dayOf(Date.now(), zone));
});

test("an order's receipt, its mail, the profile and the owner's list have the day of the shop's clock", async () => {
  const { url, environment, readMails } = await openShopIn(east, west);
  const browser = plainBrowser(url);
  const { email, password } = signUpOf();
  await browser.sendForm("/sign-in", { email, password });
  const orderNumber = await orderOverWeb(browser, orderOf([["coffee", 1]]));
  const today = dayOf(Date.now(), east);
  const [ordered, delivered] = [formatDay(today), formatDay(addDays(today, 3))];
  const receipt = await (await browser.open(`/order-confirmation/${orderNumber}`)).text();
  expect(receipt).toContain(`>${ordered}<`);
  expect(receipt).toContain(`>${delivered}<`);
  expect(await (await browser.open("/profile")).text()).toContain(`>${ordered}<`);
  const [mail] = await vi.waitFor(async () => {
    const mails = await readMails();
    expect(mails).toHaveLength(1);
    return mails;
  });
  expect(mail?.text).toContain(`Date: ${ordered}`);
  expect(mail?.text).toContain(`Estimated delivery: ${delivered}`);
  expect(await runShopCommand(environment, "orders")).toContain(`${today} `);
});
