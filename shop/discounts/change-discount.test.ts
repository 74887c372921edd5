import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { discountFields, setUpDiscount } from "../../tests/support/discounts.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { toCategoryForm } from "../catalog/categories/category-form.ts";
import { deleteCategory, editCategory } from "../catalog/categories/change-category.ts";
import { readCategories } from "../catalog/categories.ts";
import { readChanges } from "../changes/change-log.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { ChangedMeanwhileError } from "../forms/form-errors.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { staff } from "../orders/state/events.ts";
import { exportSettings, importSettings } from "../settings-file/settings-file.ts";
import type { Shop } from "../shop.ts";
import { deleteDiscount, editDiscount } from "./change-discount.ts";
import { toDiscountForm } from "./discount-form.ts";
import { findDiscounts, readDiscount } from "./read-discounts.ts";

const actor = "olga@example.com";

async function allOf({ db }: Shop) {
  return findDiscounts(db, { text: "", after: "", limit: 100 });
}

async function onlyDiscount(shop: Shop) {
  const [discount] = await allOf(shop);
  if (!discount) throw new Error("The shop has no code");
  return discount;
}

forEachEngine((_, engine) => {
  test("codes are added, found, edited and deleted, and every change is logged", async () => {
    const { shop } = await openTestShop(engine);
    for (const code of ["spring 1", "spring2", "fall"]) await setUpDiscount(shop, { code });
    await expect(setUpDiscount(shop, { code: "Fall" })).rejects.toThrow("There is already a code FALL");
    await expect(setUpDiscount(shop, { code: "x", category: "nothing" })).rejects.toThrow("Choose a category");
    const found = await findDiscounts(shop.db, { text: "spring", after: "SPRING1", limit: 9 });
    expect(found.map(({ code }) => code)).toEqual(["SPRING2"]);
    await setUpDiscount(shop, { code: "café-d’or" });
    for (const text of ["cafe-dor", "É-D'O"]) {
      const [cafe] = await findDiscounts(shop.db, { text, after: "", limit: 9 });
      expect(cafe?.code, text).toMatch(/^CAFÉ/);
    }
    const id = found[0]?.id ?? 0;
    const original = discountFields({ code: "spring2" });
    const edit = (changes: object) => editDiscount(shop, id, { ...original, ...changes }, { original, actor });
    await edit({ value: "25" });
    await expect(edit({ value: "30" })).rejects.toBeInstanceOf(ChangedMeanwhileError);
    expect(await readDiscount(shop.db, id)).toMatchObject({ value: 2500 });
    await deleteDiscount(shop, id, actor);
    await expect(deleteDiscount(shop, id, actor)).rejects.toThrow();
    const log = await readChanges(shop.db, { kind: "discount", subject: "SPRING2", limit: 9 });
    expect(log.map(({ action }) => action)).toEqual(["deleted", "edited", "added"]);
    expect(Object.keys(log[2]?.fields ?? {})).toEqual(["code", "kind", "value"]);
    expect(log[1]?.fields).toEqual({ value: { before: "10", after: "25" } });
  });

  test("an order keeps its discount when its code is deleted, also when it is cancelled afterwards", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord()]);
    await setUpDiscount(shop);
    const form = { ...orderOf([["coffee", 1]]), discountCode: "SPRING", discountCents: 95 };
    const orderNumber = await placeOrder(shop.db, userId, form, shop.now());
    await deleteDiscount(shop, (await onlyDiscount(shop)).id, actor);
    await cancelOrder(shop, orderNumber, { actor: staff(actor) });
    const orders = await shop.db.selectFrom("orders").select(["discountCode", "discountCents"]).execute();
    expect(orders).toEqual([{ discountCode: "SPRING", discountCents: 95 }]);
  });

  test("a code follows its category to another address, and keeps it from being deleted", async () => {
    const { shop } = await openTestShop(engine);
    await setUpDiscount(shop, { category: "beauty" });
    const beauty = (await readCategories(shop.db)).find(({ slug }) => slug === "beauty");
    if (!beauty) throw new Error("No such category");
    const original = toCategoryForm(beauty);
    await editCategory(shop, "beauty", { ...original, slug: "care" }, { original, actor });
    expect(await onlyDiscount(shop)).toMatchObject({ category: "care" });
    await expect(deleteCategory(shop, "care", { moveTo: "groceries", actor })).rejects.toThrow(
      "The discount code SPRING is only for this category",
    );
  });

  test("a settings file brings codes to another shop, and a code that is there keeps its uses", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord()]);
    for (const code of ["spring", "fall"]) await setUpDiscount(shop, { code, uses: "5", ends: "2030-01-01" });
    const form = { ...orderOf([["coffee", 1]]), discountCode: "SPRING", discountCents: 95 };
    await placeOrder(shop.db, userId, form, shop.now());
    const file = await exportSettings(shop.db);
    const { shop: other } = await openTestShop(engine);
    await importSettings(other, file, { actor });
    const forms = async (shop: Shop) =>
      (await allOf(shop)).map((discount) => toDiscountForm(discount, { currency: "USD" }));
    expect(await forms(other)).toEqual(await forms(shop));
    const { discounts, ...rest } = JSON.parse(file);
    const changed = discounts.slice(1).map((discount: object) => ({ ...discount, uses: "9" }));
    await importSettings(shop, JSON.stringify({ ...rest, discounts: changed }), { actor });
    expect(await allOf(shop)).toMatchObject([{ code: "SPRING", uses: 1, usesLimit: 9 }]);
  });
});
