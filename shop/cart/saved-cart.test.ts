import { expect, test } from "vitest";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import { readSavedCart, saveCart } from "./saved-cart.ts";

const tea = { id: "tea", title: "Tea", price: 4.5, thumbnail: "/tea.svg", quantity: 2 };
const now = new Date("2026-11-22T10:00:00Z");

forEachEngine((_openDatabase, engine) => {
  test("a customer's cart is theirs, and of two that save at once the second learns of the first", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const ada = await register(shop);
    const bo = await register(shop, { email: "bo@example.com" });
    expect(await readSavedCart(db, ada, "USD")).toEqual({ revision: 0, lines: [] });
    const first = { revision: 0, lines: [tea, { ...tea, id: "broken", quantity: -1 }, null] };
    const saves = await Promise.all([
      saveCart(db, ada, first, { now, currency: "USD" }),
      saveCart(db, ada, first, { now, currency: "USD" }),
    ]);
    expect(saves.toSorted()).toEqual([false, true]);
    const { price: _, ...line } = tea;
    expect(await readSavedCart(db, ada, "USD")).toEqual({ revision: 1, lines: [{ ...line, priceCents: 450 }] });
    expect(await saveCart(db, ada, { revision: 0, lines: [] }, { now, currency: "USD" })).toBe(false);
    expect(await saveCart(db, ada, { revision: 1, lines: [] }, { now, currency: "USD" })).toBe(true);
    expect(await readSavedCart(db, ada, "USD")).toEqual({ revision: 2, lines: [] });
    expect(await readSavedCart(db, bo, "USD")).toEqual({ revision: 0, lines: [] });
    await deleteAccount(shop, ada);
    expect(await readSavedCart(db, ada, "USD")).toBeUndefined();
  });
});
