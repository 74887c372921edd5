import { expect } from "vitest";
import { ownerBrowser } from "./support/owner-browser.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { openRunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

const said = {
  shopName: "Brygga",
  timeZone: "America/New_York",
  sellerAddress: "Bryggen 1, 5003 Bergen",
  organisationNumber: "999 888 777",
  sellerEmail: "post@brygga.example",
  value1: "400",
  label1: "neighbours",
};

test("what an owner says of the shop is on its pages at once, and in the log", async ({ shop }) => {
  const [browser, shopper] = [await ownerBrowser(shop), plainBrowser(shop.url)];
  const read = async (path: string) => (await shopper.open(path)).text();
  expect(await read("/")).toContain("1M+");
  expect(await read("/contact")).not.toContain("Organisation number");
  expect((await browser.sendForm("/owner/settings", said)).status).toBe(303);
  await expect.poll(() => read("/")).toContain(">400</dd>");
  expect(await read("/")).toMatch(/>Brygga<\/a>/);
  expect(await read("/")).toContain("10K+");
  await expect.poll(() => read("/contact")).toContain("Organisation number 999 888 777");
  const screen = await (await browser.open("/owner/settings")).text();
  expect(screen).toContain('value="Brygga"');
  expect(screen).toContain("sellerEmail");
  expect(await (await browser.open("/owner/log")).text()).toContain("settings shop changed");
});

test("what can't be is refused with everything that was typed; what somebody else saved meanwhile is told", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop);
  const wrong = await browser.sendForm("/owner/settings", { timeZone: "Mars", sellerEmail: "post", shopName: "X & Y" });
  expect(wrong.status).toBe(400);
  const html = await wrong.text();
  expect(html).toContain("such as Europe/Oslo");
  expect(html).toContain("such as shop@example.com");
  expect(html).toContain('value="X &amp; Y"');
  await browser.sendForm("/owner/settings", { ...said, ...(await seenOn(browser)) });
  const seen = await seenOn(browser);
  const other = { ...said, sellerPhone: "55 00 00 00" };
  expect((await browser.sendForm("/owner/settings", { ...other, ...seen })).status).toBe(303);
  const late = await browser.sendForm("/owner/settings", { ...said, shopName: "Kaia", ...seen });
  expect(late.status).toBe(409);
  const told = await late.text();
  expect(told).toContain("55 00 00 00");
  expect(told).toContain('value="Kaia"');
});

test("staff have no settings, and the environment's word stands", async () => {
  const { shop, close } = await openRunningShop("sqlite", { SHOP_NAME: "Fixed" });
  const staff = await ownerBrowser(shop, { email: "staff@example.com", role: "staff" });
  expect((await staff.open("/owner/settings")).status).toBe(403);
  expect((await staff.sendForm("/owner/settings", said)).status).toBe(403);
  const owner = await ownerBrowser(shop);
  await owner.sendForm("/owner/settings", said);
  const screen = await (await owner.open("/owner/settings")).text();
  expect(screen).toContain("Set by SHOP_NAME");
  await shop.inside().then(({ followFacts }) => followFacts());
  expect((await shop.inside()).settings.shopName).toBe("Fixed");
  expect(await (await plainBrowser(shop.url).open("/about")).text()).toMatch(/>Fixed<\/a>/);
  await close();
});

/** What the form's hidden fields say that its owner has seen. */
async function seenOn(browser: Awaited<ReturnType<typeof ownerBrowser>>) {
  const html = await (await browser.open("/owner/settings")).text();
  const fields = html.matchAll(/name="(seen-\w+)" value="([^"]*)"/g);
  return Object.fromEntries(Array.from(fields, ([, name, value]) => [name, value]));
}
