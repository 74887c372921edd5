import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../tests/support/catalogs.ts";
import { forEachEngine } from "../tests/support/databases.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop } from "../tests/support/run-on-shop.ts";

forEachEngine((_, engine) => {
  test("stock increases, decreases and sets a product's stock, and prints the result", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ stock: 20 })]);
    const stock = (...args: string[]) => runOnShop(shop, "stock", ...args);
    expect(await stock("coffee", "-2")).toBe("Stock of coffee: 20 → 18\n");
    expect(await stock("coffee", "--", "-2")).toBe("Stock of coffee: 18 → 16\n");
    expect(await stock("coffee", "+5")).toBe("Stock of coffee: 16 → 21\n");
    expect(await stock("--", "coffee", "=10")).toBe("Stock of coffee: 21 → 10\n");
    expect(await stock("coffee", "12")).toBe("Stock of coffee: 10 → 12\n");
    expect(await stock("coffee", "-2")).toBe("Stock of coffee: 12 → 10\n");
    await expect(stock("coffee", "-11")).rejects.toThrow("Only 10 of coffee in stock");
    await expect(stock("coffee", `+${"9".repeat(400)}`)).rejects.toThrow("Stock of coffee can't exceed 1000000000");
    await expect(stock("tea", "+1")).rejects.toThrow("Product tea not found");
    expect(await stock("coffee", "-10")).toBe("Stock of coffee: 10 → 0\n");
  });
});

test.each([
  [[]],
  [["coffee"]],
  [["coffee", "five"]],
  [["coffee", "+"]],
  [["coffee", "+1.5"]],
  [["coffee", "-2", "-2"]],
  [["coffee", "--", "--"]],
])("stock %j is explained", async (args) => {
  const { shop } = await openTestShop("sqlite");
  await expect(runOnShop(shop, "stock", ...args)).rejects.toThrow("stock expects a product ID and +5, -2 or =10");
});
