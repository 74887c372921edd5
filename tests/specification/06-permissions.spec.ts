import { openPage } from "../journeys/open-page.ts";
import { importProducts, ordersOf, productOf } from "../journeys/owner.ts";
import { orderFor, signUp, signUpVerified } from "../journeys/shopper.ts";
import { expect, test } from "./trouble-test.ts";

const rug = productOf({ id: "rug", title: "Wool Rug" });

const open = {
  "/": "Good things, gathered at Torg",
  "/products": "Products",
  "/products/rug": "Wool Rug",
  "/cart": "Cart",
  "/about": "About Torg",
  "/contact": "Contact",
};

test("browse, product detail, cart, About, Contact, sign in/up: anonymous and signed-in", async ({ page, shop }) => {
  await importProducts(shop, rug);
  const expectOpen = async (pages: Record<string, string>) => {
    for (const [path, title] of Object.entries(pages)) {
      const answer = await page.request.get(path, { maxRedirects: 0 });
      expect(answer.status(), path).toBe(200);
      const [, heading = ""] = /<h1[^>]*>(.*?)<\/h1>/s.exec(await answer.text()) ?? [];
      expect(heading.replaceAll(/<[^>]*>/g, ""), path).toBe(title);
    }
  };
  await expectOpen({ ...open, "/sign-in": "Sign in", "/sign-up": "Sign up" });
  await signUp(page);
  await expectOpen(open);
});

test("profile, order confirmation, verify email: anonymous visitors are sent to /sign-in, signed-in users are let in", async ({
  page,
  shop,
}) => {
  const pages = ["/profile", "/order-confirmation/ABCDEFGHIJ", "/verify-email"];
  for (const path of [...pages, "/checkout"]) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect(answer.headers().location, path).toMatch(/^\/sign-in(\?from=(cart|profile|order-ABCDEFGHIJ))?$/);
    const data = await page.request.get(`${path}.data`);
    expect(await data.text(), `the data of ${path}`).toContain("/sign-in");
  }
  for (const signUpSomebody of [() => signUp(page), () => signUpVerified(page, shop)]) {
    await signUpSomebody();
    expect((await page.request.get("/profile")).status()).toBe(200);
    expect((await page.request.get("/verify-email")).status()).toBe(200);
    expect((await page.request.get("/order-confirmation/ABCDEFGHIJ")).status(), "let in, but it is no order").toBe(404);
  }
});

test("checkout: only with verified email; anonymous visitors are sent to /sign-in, unverified users to /verify-email", async ({
  page,
  shop,
}) => {
  await importProducts(shop, rug);
  const order = {
    paymentMethod: "visa",
    billingAddress: "Storgata 1, 0155 Oslo",
    checkoutKey: crypto.randomUUID(),
    lines: [{ id: "rug", quantity: 1, priceCents: 1000 }],
  };
  const visit = async () => (await page.request.get("/checkout", { maxRedirects: 0 })).headers().location;
  const purchase = () => page.request.post("/orders", { data: order });

  expect(await visit()).toBe("/sign-in?from=cart");
  expect((await purchase()).status(), "bought by request").toBe(401);
  const unverified = await signUp(page);
  expect(await visit()).toBe("/verify-email?from=cart");
  expect((await purchase()).status(), "bought by request").toBe(403);
  expect(await ordersOf(shop, unverified)).toEqual([]);
  const verified = await signUpVerified(page, shop);
  expect(await visit()).toBeUndefined();
  expect((await purchase()).status()).toBe(200);
  expect(await ordersOf(shop, verified)).toMatchObject([{ totalPrice: "10.00" }]);
});

// Security: 4.1.1, 4.2.1, 13.1.4
test("a user reads only their own orders, and changes only their own profile", async ({
  page,
  shop,
  anotherBrowser,
  problems,
}) => {
  await importProducts(shop, rug);
  const owner = await signUpVerified(page, shop);
  const orderNumber = await orderFor(shop, owner, rug);
  const elsewhere = await anotherBrowser();
  const other = await signUpVerified(elsewhere, shop);
  problems.expect(/^404 GET \/order-confirmation\//);
  await openPage(elsewhere, `/order-confirmation/${orderNumber}`);
  await expect(elsewhere.getByRole("heading", { name: "Order Not Found" })).toBeVisible();
  await expect(elsewhere.getByText(rug.title)).toHaveCount(0);
  const data = await elsewhere.request.get(`/order-confirmation/${orderNumber}.data`);
  expect(data.status()).toBe(404);
  expect(await data.text()).not.toContain(rug.title);
  expect((await ordersOf(shop, owner)).map((order) => order.orderNumber)).toEqual([orderNumber]);
  expect(await ordersOf(shop, other)).toEqual([]);

  const form = { firstname: "Eve", lastname: "Other", street: "Nygata 2", city: "Oslo", zipCode: "0155" };
  const claimed = { ...form, country: "Norway", uid: owner, email: owner };
  expect((await elsewhere.request.post("/profile", { form: claimed })).status()).toBe(200);
  await openPage(page, "/profile");
  await expect(page.getByText("Ada Lovelace")).toBeVisible();
  await openPage(elsewhere, "/profile");
  await expect(elsewhere.getByText("Eve Other")).toBeVisible();
  await expect(elsewhere.getByText(other).first()).toBeVisible();
});

// Security: 2.5.4, 4.1.3
test("no administrator role exists: no request shows another customer's data", async ({ page, problems }) => {
  await signUp(page);
  problems.expect(/^404 GET \/admin$/);
  await openPage(page, "/admin");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  for (const path of ["/users", "/customers", "/api/auth/list-users", "/contactMessages"]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});
