import { expect } from "vitest";
import { readSavedCart, saveCart } from "#shop/cart/saved-cart.ts";
import { importProducts, productOf } from "./journeys/owner.ts";
import { registerVerified, signInCookies, signUpOf } from "./support/customers.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

const name = "__Host-torg.cart";
const lemons = "lemons";
const honey = "haldera-wildflower-honey";

test("a visitor without scripts adds, changes and removes on pages of their own, and others' pages stay the same", async ({
  shop,
}) => {
  const paths = ["/", "/products", `/products/${lemons}`, "/cart", "/cart.data"];
  const before = await Promise.all(paths.map((path) => readPage(shop, path)));
  const needsScripts = "Turn on JavaScript to add these items";
  expect(before[3]?.body).not.toContain(needsScripts);
  expect((await readPage(shop, `/cart?add=${lemons}:2`)).body).toContain(needsScripts);
  const browser = plainBrowser(shop.url);
  const added = await browser.sendForm("/cart", { add: lemons, quantity: "2" });
  expect([added.status, added.headers.get("location")]).toEqual([303, `/cart?changed=${lemons}`]);
  const [cookie = ""] = added.headers.getSetCookie();
  expect(cookie).toBe(`${name}=lemons%3A2; Max-Age=2592000; Path=/; Secure; SameSite=Lax`);
  // Adding again with an old cookie, as two presses at once do, counts once.
  const twice = plainBrowser(shop.url, new Map(browser.cookies));
  const both = await Promise.all([1, 2].map(() => twice.sendForm("/cart", { add: honey, quantity: "1" })));
  for (const { headers } of both) expect(headers.getSetCookie().join()).toContain(`${name}=lemons%3A2%2C${honey}%3A1;`);

  for (let time = 0; time < 2; time++) {
    for (const [index, path] of paths.entries()) {
      const own = await browser.open(path);
      expect(own.headers.get("cache-control"), path).toBe("no-store");
      const html = await own.text();
      if (!path.endsWith(".data")) expect(html, path).toContain('aria-label="Cart, 2 items"');
      expect(await readPage(shop, path), path).toEqual(before[index]);
    }
  }
  for (const query of [`changed=${lemons}`, "changed=x", `changed=${honey}&removed=0`]) {
    const asked = await fetch(`${shop.url}/cart?${query}`);
    expect(asked.headers.get("cache-control"), "is no page to keep").toBe("no-store");
    expect(await asked.text()).not.toMatch(/Added to Cart|Removed from cart/);
  }
  const page = await (await browser.open(`/cart?changed=${lemons}`)).text();
  expect(page).toMatch(/role="status"[^>]*>.*Lemons has been added to your cart!/);

  const fewer = { set: lemons, quantity: "1" };
  for (let time = 0; time < 2; time++) expect(await change(browser, fewer)).toEqual([303, "/cart"]);
  expect(await (await browser.open("/cart")).text()).toContain('aria-label="Cart, 1 item"');
  await browser.sendForm("/cart", { add: honey, quantity: "1" });
  await browser.sendForm("/cart", { set: lemons, quantity: "0" });
  const removedAt = `/cart?changed=${lemons}&removed=2`;
  expect(await (await browser.open(removedAt)).text()).toContain("Removed from cart: ");
  for (let time = 0; time < 2; time++) await browser.sendForm("/cart", { set: lemons, quantity: "2" });
  const undone = await (await browser.open(removedAt)).text();
  expect(undone, "an undo pressed twice").toContain('aria-label="Cart, 3 items"');
  expect(undone, "opened again").not.toContain("Removed from cart: ");
  await browser.sendForm("/cart", { set: lemons, quantity: "0" });
  const removed = await browser.sendForm("/cart", { set: honey, quantity: "0" });
  expect(removed.headers.getSetCookie().join()).toMatch(new RegExp(`^${name}=; Max-Age=0;`));
  browser.cookies.delete(name);
  const emptied = await browser.open(removed.headers.get("location") ?? "");
  expect(emptied.headers.get("cache-control")).toBe("no-store");
  expect(await emptied.text(), "the last line").toMatch(/Removed from cart: .*name="set" value="haldera.*Undo/);
  expect(await change(browser, { set: honey, quantity: "1" })).toEqual([303, `/cart?changed=${honey}`]);
});

test("only a POST changes the cart without scripts", async ({ shop }) => {
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const body = new URLSearchParams({ add: lemons, quantity: "1" });
    const answer = await fetch(`${shop.url}/cart`, { method, body, redirect: "manual" });
    const { status, headers } = answer;
    expect([status, headers.get("allow"), headers.getSetCookie()], method).toEqual([405, "GET, HEAD, POST", []]);
  }
});

test("a customer without scripts has the account's cart, which their cookie joins and which stays when they sign out", async ({
  shop,
}) => {
  const inside = await shop.inside();
  const email = "without-scripts@example.com";
  const uid = await registerVerified(inside, { email });
  const saved = async () =>
    ((await readSavedCart(inside.db, uid, "USD"))?.lines ?? []).map(({ id, quantity }) => [id, quantity]);
  const session = await signInCookies(inside, { email });
  const shared = () => plainBrowser(shop.url, new Map(session)).open("/");
  const before = await (await shared()).text();
  const browser = plainBrowser(shop.url, new Map(session));
  await browser.sendForm("/cart", { add: honey, quantity: "2" });
  expect(await saved()).toEqual([[honey, 2]]);
  expect(browser.cookies.get(name), "no items").toBe(`${name}=account%3A0`);
  const own = await browser.open("/");
  expect(own.headers.get("cache-control")).toBe("no-store");
  expect(await own.text(), "on all pages").toContain('aria-label="Cart, 2 items"');
  expect(await (await shared()).text(), "of customers with scripts").toBe(before);

  const visitor = plainBrowser(shop.url);
  await visitor.sendForm("/cart", { add: lemons, quantity: "3" });
  const other = plainBrowser(shop.url, new Map([...visitor.cookies, ...session]));
  for (const method of ["HEAD", "GET"]) {
    const page = await other.open("/cart", {}, method);
    expect(page.headers.get("cache-control")).toBe("no-store");
    if (method === "GET") expect(await page.text()).toContain('aria-label="Cart, 5 items"');
  }
  expect(await saved(), "looking changes nothing").toEqual([[honey, 2]]);
  const both = [1, 2].map(() => other.sendForm("/cart", { set: honey, quantity: "1" }));
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([303, 303]);
  expect((await saved()).sort()).toEqual([
    [honey, 1],
    [lemons, 3],
  ]);

  // What devices saved stays as they have it: at its price, and also when it is no longer sold.
  const { revision = 0, lines = [] } = (await readSavedCart(inside.db, uid, "USD")) ?? {};
  const [dearer = 0, gone] = [1_000_00, { title: "Gone", priceCents: 100, thumbnail: "/tea.svg", quantity: 1 }];
  const kept = [...lines.map((line) => ({ ...line, price: dearer / 100 })), { ...gone, id: "gone", price: 1 }];
  await saveCart(inside.db, uid, { revision, lines: kept }, { now: inside.now(), currency: "USD" });
  const problems = await (await other.open("/cart")).text();
  for (const told of ["No longer available", "Now $", "Please turn on JavaScript to check out.<"])
    expect(problems.replaceAll("<!-- -->", "")).toContain(told);
  await other.sendForm("/cart", { set: honey, quantity: "2" });
  const after = (await readSavedCart(inside.db, uid, "USD"))?.lines;
  expect(after?.find(({ id }) => id === lemons)).toMatchObject({ priceCents: dearer, quantity: 3 });
  expect((await saved()).sort()).toEqual([
    ["gone", 1],
    [honey, 2],
    [lemons, 3],
  ]);
  expect(await change(other, { set: "gone", quantity: "0" })).toEqual([303, "/cart"]);

  const last = plainBrowser(shop.url, new Map([[name, `${name}=kiwis%3A1`], ...session]));
  const meanwhile = plainBrowser(shop.url, new Map(session));
  const [left] = await Promise.all([
    last.sendForm("/sign-out", {}),
    meanwhile.sendForm("/cart", { set: honey, quantity: "4" }),
  ]);
  expect(left.headers.getSetCookie().join()).toContain(`${name}=; Max-Age=0;`);
  expect((await saved()).map(([id]) => id).sort(), "with what another device saved").toEqual([honey, "kiwis", lemons]);
  const next = await (await plainBrowser(shop.url, last.cookies).open("/cart")).text();
  expect(next).toContain("Your cart is empty.");
});

test("who signs in without scripts has the account's cart, and nothing of the customer who was signed in before", async ({
  shop,
}) => {
  const inside = await shop.inside();
  const [first, second] = ["first-at-device@example.com", "second-at-device@example.com"];
  const uid = await registerVerified(inside, { email: first });
  await registerVerified(inside, { email: second });
  const { password } = signUpOf();
  const elsewhere = plainBrowser(shop.url, new Map(await signInCookies(inside, { email: first })));
  await elsewhere.sendForm("/cart", { add: honey, quantity: "2" });

  const browser = plainBrowser(shop.url);
  await browser.sendForm("/sign-in", { email: first, password });
  expect(browser.cookies.has(name), "pages still come from memory").toBe(false);
  expect(await (await browser.open("/cart")).text()).toContain('aria-label="Cart, 2 items"');
  browser.cookies.set(name, `${name}=kiwis%3A1`);
  await browser.sendForm("/sign-in", { email: second, password });
  for (const path of ["/about", "/cart"])
    expect(await (await browser.open(path)).text(), path).toContain('aria-label="Cart"');
  const saved = (await readSavedCart(inside.db, uid, "USD"))?.lines;
  expect(saved?.map(({ id, quantity }) => [id, quantity])).toEqual([
    ["kiwis", 1],
    [honey, 2],
  ]);

  // Scripts keep the account's cart themselves.
  const headers = { accept: "*/*", cookie: [...browser.cookies.values(), `${name}=kiwis%3A1`].join("; ") };
  const body = new URLSearchParams({ email: first, password });
  const answer = await fetch(`${shop.url}/sign-in.data`, { method: "POST", headers, body });
  expect(answer.headers.getSetCookie().join()).toContain(`${name}=; Max-Age=0;`);

  const visitor = plainBrowser(shop.url);
  await visitor.sendForm("/cart", { add: lemons, quantity: "3" });
  await visitor.sendForm("/sign-in", { email: second, password });
  expect(visitor.cookies.get(name), "left to the account").toBe(`${name}=account%3A0`);
  expect(await (await visitor.open("/about")).text(), "a visitor's own").toContain('aria-label="Cart, 3 items"');
  const phone = plainBrowser(shop.url, new Map(await signInCookies(inside, { email: second })));
  expect(await (await phone.open("/cart")).text(), "on another device").toContain('aria-label="Cart, 3 items"');
});

test("the badge counts what the cart's page shows", async ({ shop }) => {
  const headers = { cookie: `${name}=lemons:2,no-longer-sold:4` };
  for (const path of ["/", "/cart"])
    expect(await (await fetch(shop.url + path, { headers })).text(), path).toContain('aria-label="Cart, 2 items"');
});

test("the cart without scripts refuses what can't be added, and keeps what it has", async ({ shop }) => {
  await importProducts(
    shop,
    productOf({ id: "few", title: "Few Left", stock: 3 }),
    productOf({ id: "none", title: "None Left", stock: 0 }),
  );
  const browser = plainBrowser(shop.url);
  expect(await change(browser, { add: "few", quantity: "9" })).toEqual([303, "/cart?changed=few"]);
  expect(browser.cookies.get(name)).toBe(`${name}=few%3A3`);
  const refusals: [Record<string, string>, number, string][] = [
    [{ add: "few", quantity: "1" }, 409, "Your cart already has every Few Left we have in stock."],
    [{ add: "none", quantity: "1" }, 409, "is out of stock."],
    [{ add: "unheard-of", quantity: "1" }, 404, "This product is no longer available."],
    [{ add: "\0", quantity: "1" }, 404, "This product is no longer available."],
    [{}, 400, "Enter a whole number of 1 or more."],
  ];
  for (const quantity of ["", "0", "-1", "1.5", "1e3", "99999999"])
    refusals.push([{ add: "few", quantity }, 400, "Enter a whole number of 1 or more."]);
  for (const [form, status, text] of refusals) {
    const answer = await browser.sendForm("/cart", form);
    expect([answer.status, answer.headers.getSetCookie()], JSON.stringify(form)).toEqual([status, []]);
    const page = await answer.text();
    expect(page).toMatch(new RegExp(`role="alert"[^>]*>.*${text}`));
    expect(page).toContain('aria-label="Cart, 3 items"');
  }
});

test("a cart without scripts that doesn't fit into a cookie is full", async ({ shop }) => {
  const products = Array.from({ length: 40 }, (_, index) =>
    productOf({ id: `${index}-${"long".repeat(25)}`, title: `Product ${index}` }),
  );
  await importProducts(shop, ...products);
  const browser = plainBrowser(shop.url);
  const answers: Response[] = [];
  for (const { id } of products) answers.push(await browser.sendForm("/cart", { add: id, quantity: "1" }));
  const added = answers.filter(({ status }) => status === 303).length;
  expect(added).toBeGreaterThan(20);
  expect(answers.at(-1)?.status).toBe(409);
  expect(await answers.at(-1)?.text()).toContain("Please check out before you add more.");
  expect(browser.cookies.get(name)?.length).toBeLessThan(3600);
  expect(await (await browser.open("/cart")).text()).toContain(`aria-label="Cart, ${added} items"`);
});

test("a cookie that no cart has written shows an empty cart or what it names", async ({ shop }) => {
  for (const value of ["", "%E0%A4%A", "x".repeat(3000), "a:1,".repeat(800), "lemons:-1", "constructor:1", "%00:1"]) {
    const headers = { cookie: `${name}=${value}` };
    for (const method of ["GET", "HEAD"]) {
      const answer = await fetch(`${shop.url}/cart`, { headers, method });
      expect([answer.status, answer.headers.get("cache-control")], value).toEqual([200, "no-store"]);
      if (method === "GET") expect(await answer.text()).toContain("Your cart is empty.");
    }
  }
  const named = await fetch(`${shop.url}/cart`, { headers: { cookie: `${name}=lemons:1000001` } });
  expect(await named.text()).toContain('aria-label="Cart, 1000000 items"');
});

async function change(browser: ReturnType<typeof plainBrowser>, form: Record<string, string>) {
  const { status, headers } = await browser.sendForm("/cart", form);
  return [status, headers.get("location")];
}

async function readPage(shop: RunningShop, path: string) {
  const answer = await fetch(shop.url + path);
  return { etag: answer.headers.get("etag"), said: answer.headers.get("cache-control"), body: await answer.text() };
}
