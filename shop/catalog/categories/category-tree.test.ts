import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { register } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { setUpDiscount } from "../../../tests/support/discounts.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readChanges } from "../../changes/change-log.ts";
import { checkDiscount } from "../../discounts/check-discount.ts";
import { hasEligible } from "../../discounts/discount.ts";
import { validate } from "../../forms/validate.ts";
import { exportSettings, importSettings } from "../../settings-file/settings-file.ts";
import { readCategories, toMenu } from "../categories.ts";
import { countFoundProducts } from "../lists/find-products.ts";
import { readProductPage } from "../lists/read-products.ts";
import { searchProducts } from "../lists/search/search-products.ts";
import { type CategoryFields, categoryForm, toCategoryForm } from "./category-form.ts";
import { addCategory, deleteCategory, editCategory, moveCategory } from "./change-category.ts";

const actor = "olga@example.com";

function fieldsOf(changes: Partial<CategoryFields>): CategoryFields {
  const { values } = validate(categoryForm, { name: "Tea", kind: "category", ...changes });
  if (!values) throw new Error("not a valid form");
  return values;
}

forEachEngine((_, engine) => {
  /** A shop whose category Clothing has Tees and Jeans. */
  async function openShop() {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await addCategory(shop, fieldsOf({ name: "Clothing", inMenu: "on", searchWords: "apparel" }), actor);
    for (const name of ["Tees", "Jeans"])
      await addCategory(shop, fieldsOf({ name, parent: "clothing", inMenu: "on" }), actor);
    const records = ["clothing", "tees", "tees", "jeans", "beauty"].map((category, index) =>
      catalogRecord({
        id: `p${index}`,
        title: `Thing ${index}`,
        brand: undefined,
        tags: [],
        description: "",
        category,
      }),
    );
    await importRecords(db, records, { replace: true });
    const edit = async (slug: string, changes: Partial<CategoryFields>) => {
      const original = toCategoryForm((await readCategories(db)).find((category) => category.slug === slug) as never);
      await editCategory(shop, slug, { ...original, ...changes }, { original, actor });
    };
    const tree = async () =>
      (await readCategories(db))
        .slice(4)
        .flatMap(({ slug, parent, kind }) => (kind === "tag" ? [] : [parent === null ? slug : `${parent}/${slug}`]));
    return { shop, db, edit, tree };
  }

  test("a category's list, counts and searches have the products of the categories in it", async () => {
    const { db } = await openShop();
    const listOf = (filters: string[]) =>
      readProductPage(db, { filters, page: 1, choices: ["clothing", "tees", "jeans", "beauty"] });
    const { total, counts } = await listOf(["clothing"]);
    expect([total, ...counts.values()]).toEqual([4, 4, 2, 1, 1]);
    expect((await listOf(["tees"])).total).toBe(2);
    expect((await listOf(["jeans", "beauty"])).total).toBe(2);
    expect((await listOf(["clothing", "tees"])).total).toBe(4);
    for (const [words, found] of [
      ["clothing", 4],
      ["clothes", 0],
      ["apparel", 4],
      ["apparel 2", 1],
      ["tees", 2],
    ] as const)
      expect((await searchProducts(db, words)).numbers, words).toHaveLength(found);
    expect(await countFoundProducts(db, { category: "clothing" })).toBe(4);
  });

  test("a discount code for a category is also for those in it", async () => {
    const { shop, db } = await openShop();
    const userId = await register(shop);
    await setUpDiscount(shop, { category: "clothing" });
    const terms = await checkDiscount(db, "SPRING", { userId, now: new Date() });
    const isFor = (category: string) => hasEligible([{ priceCents: 100, quantity: 1, category }], terms);
    expect(["clothing", "tees", "jeans", "beauty"].map(isFor)).toEqual([true, true, true, false]);
  });

  test("categories have two levels, and only categories are in another one", async () => {
    const { shop, edit } = await openShop();
    await expect(edit("beauty", { parent: "tees" })).rejects.toThrow("Tees is in another category itself");
    await expect(edit("clothing", { parent: "beauty" })).rejects.toThrow("Other categories are in this one");
    for (const parent of ["clothing", "meat", "none", "x".repeat(60)])
      await expect(edit("clothing", { parent }), parent).rejects.toThrow("Choose a category from the list");
    await expect(edit("meat", { parent: "clothing" })).rejects.toThrow("Only categories can be in another one");
    await edit("jeans", { parent: "" });
    await edit("tees", { parent: "" });
    await expect(addCategory(shop, fieldsOf({ parent: "nothing" }), actor)).rejects.toThrow("Choose a category");
    const both = [edit("jeans", { parent: "tees" }), edit("tees", { parent: "jeans" })];
    expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("a tag can't become of a category that has others in it", async () => {
    const { edit, db } = await openShop();
    await importRecords(db, [catalogRecord({ id: "p0", category: "beauty" })]);
    await expect(edit("clothing", { kind: "tag", inMenu: "" })).rejects.toThrow("Other categories are in it");
  });

  test("those in a category follow its address, move among themselves, and stay when it is deleted", async () => {
    const { shop, edit, tree, db } = await openShop();
    await edit("clothing", { slug: "wear" });
    expect(await tree()).toEqual(["wear", "wear/tees", "wear/jeans"]);
    const log = await readChanges(db, { kind: "category", subject: "jeans", limit: 1 });
    expect(log).toMatchObject([{ action: "edited", fields: { parent: { before: "clothing", after: "wear" } } }]);
    await moveCategory(shop, "jeans", "up", actor);
    await moveCategory(shop, "jeans", "up", actor);
    expect(await tree()).toEqual(["wear", "wear/jeans", "wear/tees"]);
    for (const name of ["A", "B"]) await addCategory(shop, fieldsOf({ name, inMenu: "on" }), actor);
    await moveCategory(shop, "a", "up", actor);
    expect(await tree()).toEqual(["a", "wear", "wear/jeans", "wear/tees", "b"]);
    await addCategory(shop, fieldsOf({ name: "C", inMenu: "on" }), actor);
    await deleteCategory(shop, "wear", { moveTo: "beauty", actor });
    expect(await tree()).toEqual(["a", "jeans", "tees", "b", "c"]);
    expect(toMenu(await readCategories(db)).map(({ slug }) => slug)).toEqual([
      ...["beauty", "fragrances", "furniture", "groceries", "a", "jeans", "b", "c"],
    ]);
  });

  test("the menu has twelve places below each of its eight, and shows those of its own categories", async () => {
    const { shop, db, edit } = await openShop();
    for (let number = 3; number <= 12; number++)
      await addCategory(shop, fieldsOf({ name: `C${number}`, parent: "clothing", inMenu: "on" }), actor);
    const more = addCategory(shop, fieldsOf({ name: "More", parent: "clothing", inMenu: "on" }), actor);
    await expect(more).rejects.toThrow("The menu has room for twelve categories below another one");
    for (const name of ["A", "B", "C"]) await addCategory(shop, fieldsOf({ name, inMenu: "on" }), actor);
    await expect(edit("tees", { parent: "" })).rejects.toThrow("room for eight categories");
    const menu = toMenu(await readCategories(db));
    expect(menu.map(({ children = [] }) => children.length)).toEqual([0, 0, 0, 0, 12, 0, 0, 0]);
    await edit("clothing", { inMenu: "" });
    expect(toMenu(await readCategories(db)).flatMap(({ children = [] }) => children)).toEqual([]);
  });

  test("a settings file keeps which category is in which, in any order, and names one that can't be", async () => {
    const { shop, db } = await openShop();
    const { shop: other } = await openTestShop(engine);
    const text = await exportSettings(db);
    await importSettings(other, text, { actor });
    expect(await readCategories(other.db)).toEqual(await readCategories(db));
    const records = JSON.parse(text).categories as Record<string, string>[];
    await importSettings(shop, JSON.stringify({ categories: records.toReversed() }), { actor });
    expect((await readCategories(db)).filter(({ parent }) => parent).map(({ slug }) => slug)).toEqual([
      "jeans",
      "tees",
    ]);
    const wrong = records.map((record) => (record.slug === "beauty" ? { ...record, parent: "tees" } : record));
    const importing = importSettings(shop, JSON.stringify({ categories: wrong }), { actor });
    await expect(importing).rejects.toThrow("Beauty: Tees is in another category itself");
    const without = records.filter(({ slug }) => slug !== "clothing");
    await importRecords(db, [catalogRecord({ id: "p0", category: "beauty" })]);
    const lost = importSettings(shop, JSON.stringify({ categories: without }), { actor });
    await expect(lost).rejects.toThrow("Tees: Choose a category from the list");
  });
});
