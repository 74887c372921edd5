import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect } from "vitest";
import { withoutTable } from "./journeys/in-database.ts";
import { importProducts, ordersOf, productOf } from "./journeys/owner.ts";
import { contactLetter } from "./support/contact-letter.ts";
import { signUpOf } from "./support/customers.ts";
import { htmlProblems } from "./support/html-problems.ts";
import { readOutbox } from "./support/open-test-shop.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { publicUrl, test } from "./support/running-shop-test.ts";

test.for([
  ["/", 200],
  ["/about", 200],
  ["/contact", 200],
  ["/products", 200],
  ["/products?page=2", 200],
  ["/products?filter=beauty&sort=lowestPrice", 200],
  ["/products/lemons", 200],
  ["/products/nothing", 404],
  ["/cart", 200],
  ["/carts/nothing", 404],
  ["/sign-in", 200],
  ["/sign-in?from=cart&link=expired", 200],
  ["/sign-in?reset", 200],
  ["/sign-up?from=profile", 200],
  ["/reset-password?token=none", 200],
  ["/reset-password/request", 200],
  ["/staff-invitation?token=none", 200],
  ["/nowhere", 404],
] as const)("%s is valid HTML for a visitor", async ([path, status], { shop }) => {
  await expectValid(await plainBrowser(shop.url).open(path), status);
});

test("a product with markup in its texts, and one without brand, texts and pictures, are valid HTML", async ({
  shop,
}) => {
  const title = `</script><b id="main">"1" & <!-- 'x'`;
  await importProducts(
    shop,
    productOf({ id: "hostile", title, price: 0.01, description: title, brand: title, category: title, tags: [title] }),
    productOf({ id: "bare", title: "Bare", price: 0.02, description: "", images: [], stock: 0 }),
  );
  const browser = plainBrowser(shop.url);
  await expectValid(await browser.open("/products/hostile"));
  await expectValid(await browser.open("/products/bare"));
  await expectValid(await browser.open("/products?sort=lowestPrice"));
});

test.for(["/contact", "/sign-in", "/sign-up", "/reset-password", "/reset-password/request"])(
  "%s is valid HTML when its form was refused",
  async (path, { shop }) => {
    await expectValid(await plainBrowser(shop.url).sendForm(path, { email: "invalid" }), 400);
  },
);

test("a sent message, a failed sign-in and an expired link answer with valid HTML", async ({ shop }) => {
  const browser = plainBrowser(shop.url);
  await expectValid(await browser.sendForm("/contact", { ...contactLetter, orderNumber: "" }));
  await expectValid(await browser.sendForm("/sign-in", { email: "ada@example.com", password: "Abcdef1?" }), 422);
  const { password, confirmPassword } = signUpOf();
  await expectValid(await browser.sendForm("/reset-password", { token: "none", password, confirmPassword }), 422);
});

test("all pages from sign-up to receipt are valid HTML", async ({ shop }) => {
  const email = "grace@example.com";
  const browser = plainBrowser(shop.url);
  await browser.sendForm("/sign-up", { ...signUpOf({ email }) });
  await expectValid(await browser.open("/"));
  await expectValid(await browser.open("/verify-email?link=expired"));
  await browser.open(await verificationPath(shop, email));
  await expectValid(await browser.open("/verify-email"));
  await expectValid(await browser.open("/profile"));
  await expectValid(await browser.open("/profile?edit="));
  await expectValid(await browser.open("/account"));
  await expectValid(await browser.sendForm("/profile", { firstname: "" }), 400);
  expect(await expectValid(await browser.open("/checkout"))).toContain("Please turn on JavaScript to pay");
  const answer = await expectValid(await browser.sendForm("/checkout", {}), 400);
  for (const message of [
    "Your order wasn&#x27;t placed",
    "Please select a payment method",
    "Billing address is required",
  ]) {
    expect(answer).toContain(message);
  }
  const filledIn = { paymentMethod: "visa", billingAddress: "Storgata 1", cardNumber: "4242424242424242" };
  const unpaid = await expectValid(await browser.sendForm("/checkout", filledIn), 400);
  expect(unpaid).toContain("Card number is required");
  expect(unpaid).not.toContain("Billing address is required");
  expect(unpaid).not.toContain("4242424242424242");

  await importProducts(shop, productOf({ id: "tea", title: "Tea", price: 9.5, brand: "Lyng" }));
  const lines = [{ id: "tea", quantity: 2, priceCents: 950 }];
  const order = { paymentMethod: "visa", billingAddress: "Storgata 1", checkoutKey: randomUUID(), lines };
  expect((await browser.sendJson("/orders", { ...order, lines: [] })).status).toBe(400);
  expect((await browser.sendJson("/orders", order)).status).toBe(200);
  const [bought] = await ordersOf(shop, email);
  await expectValid(await browser.open(`/order-confirmation/${bought?.orderNumber}`));
  await expectValid(await browser.open("/order-confirmation/NONE000000"), 404);
  await expectValid(await browser.open("/profile"));
});

test("error pages are valid HTML and noindex", async ({ shop }) => {
  const browser = plainBrowser(shop.url);
  await browser.sendForm("/sign-up", { ...signUpOf({ email: "unlucky@example.com" }) });
  await withoutTable(shop, "products", async () => {
    for (const path of ["/", "/products", "/products/lemons"]) await expectBroken(await browser.open(path));
  });
  await withoutTable(shop, "orders", async () => expectBroken(await browser.open("/order-confirmation/NONE000000")));
  await withoutTable(shop, "customers", async () => expectBroken(await browser.open("/about")));
});

async function expectBroken(answer: Response) {
  expect(await expectValid(answer, 500)).toContain('<meta name="robots" content="noindex"/>');
}

/** @returns the page */
async function expectValid(answer: Response, status = 200) {
  expect(answer.status).toBe(status);
  const html = await answer.text();
  expect(await htmlProblems(html)).toEqual([]);
  return html;
}

async function verificationPath({ dataFolder }: RunningShop, email: string) {
  const mails = await readOutbox(join(dataFolder, "outbox"));
  const mail = mails.find(({ to }) => to?.some(({ address }) => address === email));
  const [link = ""] = /https?:\S+/.exec(mail?.text ?? "") ?? [];
  return link.replace(publicUrl, "");
}
