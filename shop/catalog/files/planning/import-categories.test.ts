import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, catalogRecords, importRecords } from "../../../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../../../tests/support/databases.ts";
import { readSettingsVersion } from "../../../changes/change-settings.ts";
import { addCategory } from "../../categories/change-category.ts";
import { readCategories } from "../../categories.ts";
import { readProduct, readProductPage } from "../../lists/read-products.ts";
import { exportCatalog } from "../export-catalog.ts";

async function fileOf(db: Database) {
  let file = "";
  for await (const part of exportCatalog(db, "json")) file += part;
  return file;
}

const by = { actor: "ada@example.com", name: "catalog.json", at: new Date() };

forEnginesInTurns((openDatabase) => {
  test("an import creates the categories that it names, the first of them in the menu, and logs them", async () => {
    const { db } = await openDatabase();
    const names = ["beauty", "Men's Shirts", "mens-shirts", "Skin Care", "laptops", "tops", "vehicle"];
    const version = await readSettingsVersion(db);
    await importRecords(
      db,
      catalogRecords(7, (number) => ({ category: names[number - 1] })),
      { by },
    );
    const created = (await readCategories(db)).slice(8);
    expect(created.map(({ slug, name, kind, inMenu }) => [slug, name, kind, inMenu])).toEqual([
      ["mens-shirts", "Men's Shirts", "category", true],
      ["skin-care", "Skin Care", "category", true],
      ["laptops", "Laptops", "category", true],
      ["tops", "Tops", "category", true],
      ["vehicle", "Vehicle", "category", false],
    ]);
    expect(await readSettingsVersion(db)).not.toBe(version);
    expect((await readProductPage(db, { filters: ["mens-shirts"], page: 1 })).total).toBe(2);
    const log = await db
      .selectFrom("changes")
      .select(["subject", "actor"])
      .where("kind", "=", "category")
      .orderBy("id")
      .execute();
    expect(log.map(({ subject, actor }) => [subject, actor])).toEqual(created.map(({ slug }) => [slug, by.actor]));

    const exported = JSON.parse(await fileOf(db));
    expect(exported.map(({ category }: { category: string }) => category)).toContain("mens-shirts");
    const settled = await readSettingsVersion(db);
    await importRecords(db, exported, { by });
    expect([(await readCategories(db)).length, await readSettingsVersion(db)]).toEqual([13, settled]);
  });

  test("a file with more categories than a shop can have is refused, and so is one more by hand", async () => {
    const { db } = await openDatabase();
    const named = (count: number) => catalogRecords(count, (number) => ({ category: `category-${number}` }));
    await expect(importRecords(db, named(2493))).rejects.toThrow(
      "The file has 2,493 new categories, and a shop can have up to 2,500",
    );
    expect(await readCategories(db)).toHaveLength(8);
    await importRecords(db, named(2492));
    await importRecords(db, named(2492));
    const fields = {
      name: "Tea",
      slug: "tea",
      description: "",
      picture: "",
      color: "",
      parent: "",
      searchWords: "",
      withdrawalException: "",
      inMenu: "",
    } as const;
    const add = addCategory({ db, now: () => new Date() }, { ...fields, kind: "tag" }, by.actor);
    await expect(add).rejects.toThrow("A shop can have up to 2,500 categories and tags");
    expect(await readCategories(db)).toHaveLength(2500);
  });

  test("where a file replaces the catalog, categories that it leaves empty make room in the menu", async () => {
    const { db } = await openDatabase();
    const names = ["groceries", "tea", "cups", "pots", "tins", "jugs", "mugs"];
    const records = catalogRecords(7, (number) => ({ category: names[number - 1] }));
    await importRecords(db, records, { replace: true, freesMenu: true, by });
    const inMenu = (await readCategories(db)).filter((category) => category.inMenu).map(({ slug }) => slug);
    expect(inMenu).toEqual(["beauty", "groceries", "tea", "cups", "pots", "tins", "jugs", "mugs"]);
    const edited = db.selectFrom("changes").select(["subject", "fields"]).where("action", "=", "edited");
    const log = await edited.orderBy("id").execute();
    expect(log.map(({ subject }) => subject)).toEqual(["fragrances", "furniture"]);
  });

  test("a large import creates them too, and a tag that is a category's address becomes the category", async () => {
    const { db } = await openDatabase();
    await importRecords(
      db,
      catalogRecords(1100, (number) => ({ category: number % 2 ? "Fruits" : "onSale" })),
    );
    const all = await readCategories(db);
    expect(all.find(({ slug }) => slug === "fruits")).toMatchObject({ kind: "category", name: "Fruit", inMenu: true });
    expect(all.at(-1)).toMatchObject({ slug: "category-onsale", name: "onSale", inMenu: true });
    const { total } = await readProductPage(db, { filters: ["fruits"], page: 1 });
    expect([total, (await readProduct(db, "p2"))?.category]).toEqual([550, "category-onsale"]);
  });

  test("a path creates a category in another one, and finds it again; its name may be in several", async () => {
    const { db } = await openDatabase();
    const paths = [
      ...[
        "Clothing > Tees",
        "clothing",
        "Clothing > Tees",
        "Clothing > Outdoor > Warm > Jackets",
        "Beauty > Women > Shoes",
      ],
      ...["Men > Shoes", "Men > Shoes", "Groceries > Beauty", "Tees > Long", "Cups > Cups", "Meat > Beef"],
    ];
    const records = catalogRecords(paths.length, (number) => ({ category: paths[number - 1] }));
    const categoriesOf = async () => {
      const rows = await db.selectFrom("products").select("category").orderBy("position").execute();
      return rows.map(({ category }) => category);
    };
    await importRecords(db, records, { by });
    const slugs = [
      "tees",
      "clothing",
      "tees",
      "jackets",
      "shoes",
      "men-shoes",
      "men-shoes",
      "groceries-beauty",
      "long",
    ];
    expect(await categoriesOf()).toEqual([...slugs, "cups", "beef"]);
    const all = await readCategories(db);
    expect(all.filter(({ parent }) => parent !== null).map(({ slug, parent, name }) => [parent, slug, name])).toEqual([
      ["beauty", "shoes", "Shoes"],
      ["groceries", "groceries-beauty", "Beauty"],
      ["meat", "beef", "Beef"],
      ["clothing", "tees", "Tees"],
      ["clothing", "jackets", "Jackets"],
      ["clothing", "long", "Long"],
      ["men", "men-shoes", "Shoes"],
    ]);
    const settled = await readSettingsVersion(db);
    await importRecords(db, records.toReversed(), { by });
    expect(await categoriesOf()).toEqual([...slugs, "cups", "beef"].toReversed());
    expect([await readSettingsVersion(db), await readCategories(db)]).toEqual([settled, all]);
  });

  test("a file that is refused creates no categories", async () => {
    const { db } = await openDatabase();
    const records = [catalogRecord({ category: "laptops" }), catalogRecord({ id: "x", price: -1 })];
    await expect(importRecords(db, records)).rejects.toThrow("price");
    expect(await readCategories(db)).toHaveLength(8);
  });
});
