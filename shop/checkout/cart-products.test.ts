import * as v from "valibot";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { linesLimit } from "../cart/cart-reducer.ts";
import { savedCartForm } from "../cart/saved-cart.ts";
import { cartProductsForm, readCartProducts } from "./cart-products.ts";

forEachEngine((openDatabase) => {
  test("a cart learns of its products what the catalog says today, in the order in which it asks, once each", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [
      catalogRecord({ id: "a", title: "Tea", price: 4.5 }),
      catalogRecord({ id: "b", stock: 7, availabilityStatus: "Out of Stock" }),
      catalogRecord({ id: "c", stock: 3, discountPercentage: 0 }),
    ]);
    expect(await readCartProducts(db, [])).toEqual([]);
    const products = await readCartProducts(db, ["b", "unheard-of", "a", "b"]);
    expect(products.map(({ id, stock }) => [id, stock])).toEqual([
      ["b", 0],
      ["a", 40],
    ]);
    expect(products[1]).toEqual({
      id: "a",
      title: "Tea",
      priceCents: 450,
      thumbnail: "/pictures/coffee.svg",
      category: "groceries",
      stock: 40,
      discount: 12.5,
    });
    const [unreduced] = await readCartProducts(db, ["c"]);
    expect(unreduced).not.toHaveProperty("discount");
  });
});

test("no more is asked for, or saved, than a cart has lines", () => {
  const full = Array.from({ length: linesLimit }, (_, number) => `p${number}`);
  const asked = [full, [...full, "x"], ["tea\0"], [7], "tea"].map((ids) => v.is(cartProductsForm, { ids }));
  expect(asked).toEqual([true, false, false, false, false]);
  const saved = [full, [...full, "x"]].map((lines) => v.is(savedCartForm, { revision: 0, lines }));
  expect(saved).toEqual([true, false]);
  const revisions = [7, -1, 1.5, 2 ** 53, "1"].map((revision) => v.is(savedCartForm, { revision, lines: [] }));
  expect(revisions).toEqual([true, false, false, false, false]);
});
