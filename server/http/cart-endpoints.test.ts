import { Hono } from "hono";
import { expect, test } from "vitest";
import { signInCustomer } from "#shop/accounts/account-requests.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { getCartProducts, savedCart } from "./cart-endpoints.ts";

const tea = { id: "coffee", title: "Filter Coffee", price: 9.5, thumbnail: "/coffee.svg", quantity: 2 };

forEachEngine((_openDatabase, engine) => {
  async function openCarts() {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(), catalogRecord({ id: "tea", title: "Tea", stock: 0 })]);
    const http = new Hono().all("/cart/saved", savedCart(shop)).post("/cart/goods", getCartProducts(shop));
    async function send(path: string, body?: unknown, cookie = "") {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const answer = await http.request(path, {
        ...(body !== undefined && { method: "POST", body: text }),
        headers: { cookie, "content-type": "application/json" },
      });
      return [answer.status, await answer.json()];
    }
    return { shop, send };
  }

  test("a signed-in customer's cart is saved, and only they can read it", async () => {
    const { shop, send } = await openCarts();
    await register(shop);
    const { email, password } = signUpOf();
    const metadata = { headers: new Headers(), address: "203.0.113.7" };
    const { headers } = await signInCustomer(shop, { email, password }, metadata);
    const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect(await send("/cart/saved")).toEqual([200, null]);
    expect(await send("/cart/saved", { revision: 0, lines: [tea] })).toEqual([200, null]);
    const empty = { revision: 0, lines: [], saved: false, owner: expect.stringMatching(/^[0-9a-f]{16}$/) };
    expect(await send("/cart/saved", undefined, cookie)).toEqual([200, empty]);
    const kept = { revision: 1, lines: [{ id: "coffee", priceCents: 950, quantity: 2 }] };
    const cart = { revision: 0, lines: [tea] };
    expect(await send("/cart/saved", cart, cookie)).toMatchObject([200, { ...kept, saved: true }]);
    expect(await send("/cart/saved", cart, cookie)).toMatchObject([200, { ...kept, saved: false }]);
    for (const none of [
      "",
      "null",
      "[]",
      "{",
      "[".repeat(60_000),
      // The engine's parser crashes on the second of these two.
      `${"[1,".repeat(16_000)}[1`,
      `${"[1,".repeat(16_000)}[1\0!`,
      { revision: -1, lines: [] },
      { revision: 1, lines: {} },
    ]) {
      expect((await send("/cart/saved", none, cookie))[0]).toBe(400);
    }
    expect(await send("/cart/saved", undefined, cookie)).toMatchObject([200, kept]);
  });

  test("POST /cart/goods answers each known product once, with its current price and stock", async () => {
    const { send } = await openCarts();
    const shared = { priceCents: 950, discount: 12.5, thumbnail: "/pictures/coffee.svg", category: "groceries" };
    const goods = [
      { id: "tea", title: "Tea", stock: 0, ...shared },
      { id: "coffee", title: "Filter Coffee", stock: 40, ...shared },
    ];
    expect(await send("/cart/goods", { ids: ["tea", "nothing", "coffee", "tea"] })).toEqual([200, { goods }]);
    expect(await send("/cart/goods", { ids: [] })).toEqual([200, { goods: [] }]);
    const tooMany = Array.from({ length: 501 }, (_, id) => `${id}`);
    for (const none of [
      "",
      "null",
      { ids: "tea" },
      { ids: [1] },
      { ids: ["\0"] },
      { ids: tooMany },
      "[".repeat(60_000),
    ]) {
      expect((await send("/cart/goods", none))[0]).toBe(400);
    }
  });
});
