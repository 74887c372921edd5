import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { changeStock } from "./change-stock.ts";
import { readProduct, readProductPage } from "./read-products.ts";

forEachEngine((_, engine) => {
  test("twenty orders beside twenty pieces that are added one by one: none is lost, and lists are right", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    // One piece more or less changes what the shop says of it.
    await importRecords(shop.db, [
      catalogRecord({ stock: 6 }),
      catalogRecord({ id: "tea", stock: 3, availabilityStatus: "Low Stock" }),
    ]);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => [
        tryToOrder(shop.db, userId, orderOf([["coffee", 1]])),
        changeStock(shop, "coffee", { by: 1 }, "ada@example.com"),
      ]).flat(),
    );
    const placed = outcomes.filter((outcome) => typeof outcome === "string").length;
    expect(placed).toBeGreaterThanOrEqual(6);
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ stock: 26 - placed, availabilityStatus: "In Stock" });
    const { products } = await readProductPage(shop.db, { filters: ["inStock"], sort: "name", page: 1 });
    expect(products.map(({ id }) => id)).toEqual(["coffee"]);
  });
});
