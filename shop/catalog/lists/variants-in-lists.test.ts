import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { clothes, pictureOf, sizes } from "../../../tests/support/clothes.ts";
import { connect, forEachEngine } from "../../../tests/support/databases.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import type { Product } from "../product.ts";
import { archiveProduct } from "../products/archive-product.ts";
import { readAddressedProducts } from "../products/product-ids.ts";
import { changeStock } from "../stock/change-stock.ts";
import { findProducts } from "./find-products.ts";
import { readProduct, readProductPage, readSuggestions, readTrending } from "./read-products.ts";
import { readRelated } from "./read-related.ts";

forEachEngine((openDatabase, engine) => {
  async function openClothing() {
    const { db } = await openDatabase();
    await importRecords(db, clothes);
    return db;
  }

  test("a shop of thirty products in eight variants lists and counts thirty cards", async () => {
    const db = await openClothing();
    const choices = ["clothing", "inStock", "brand-lyng", "under10", "10to50", "option-size--m"];
    const page = await readProductPage(db, { page: 1, choices });
    expect(page).toMatchObject({
      total: 30,
      pages: 2,
      counts: new Map(choices.map((choice, at) => [choice, [30, 30, 15, 0, 30, 30][at]])),
    });
    expect(new Set(page.products.map(({ title }) => title)).size).toBe(24);
    expect(page.products[0]).toMatchObject({
      id: "style-0-black-s",
      priceCents: 2000,
      variants: {
        isFrom: true,
        hasChoice: true,
        summary: [{ label: "4 sizes" }, { label: "2 colours", colors: ["#16161a", "#2f5fb3"] }],
      },
    });
    expect(page.options).toEqual(
      [
        {
          label: "Colour",
          choices: [
            { value: "option-colour--black", label: "Black", count: 30, color: "#16161a" },
            { value: "option-colour--blue", label: "Blue", count: 30, color: "#2f5fb3" },
          ],
        },
        {
          label: "Size",
          choices: sizes.map((label) => ({ value: `option-size--${label.toLowerCase()}`, label, count: 30 })),
        },
      ].toReversed(),
    );
  });

  test("with a filter of a color, its variants lead, and a card has the price of what passes", async () => {
    const db = await openClothing();
    const blue = await readProductPage(db, { page: 1, filters: ["option-colour--blue"] });
    expect(blue.products[0]).toMatchObject({
      id: "style-0-blue-s",
      thumbnail: pictureOf("Blue"),
      priceCents: 2500,
      variants: { isFrom: false, hasChoice: true },
    });
    const one = await readProductPage(db, { page: 1, filters: ["option-colour--blue", "option-size--m"] });
    expect(one.total).toBe(30);
    expect(one.products[0]).toMatchObject({
      id: "style-0-blue-m",
      variants: { hasChoice: false, summary: [{ label: "M" }, { label: "Blue" }] },
    });
    const cheapest = await readProductPage(db, { page: 1, sort: "lowestPrice", filters: ["option-colour--blue"] });
    expect(cheapest.products.map(({ priceCents }) => priceCents).slice(0, 3)).toEqual([2500, 2600, 2700]);
  });

  test("a search for a color and a size leads with that variant, and a code finds its own", async () => {
    const db = await openClothing();
    expect((await readSuggestions(db, "soft tee 4 blue xl", 3)).map(({ id }) => id)[0]).toBe("style-4-blue-xl");
    const tees = await readProductPage(db, { q: "soft tee", page: 1 });
    expect([tees.total, tees.products[0]?.id]).toEqual([10, "style-1-black-s"]);
    const blue = await readProductPage(db, { q: "blue tee", page: 1 });
    expect([blue.total, blue.products[0]?.id]).toEqual([10, "style-1-blue-s"]);
    for (const code of ["ST-4-BL-M", "st 4 bl m", "7038010000411", "7038010-000411"]) {
      const found = await readProductPage(db, { q: code, page: 1 });
      expect(found.products[0], code).toMatchObject({
        id: code.startsWith("7") ? "style-4-blue-m" : "style-4-black-m",
      });
      expect(found.search?.correctedQuery).toBeUndefined();
    }
    expect((await readProductPage(db, { q: "7038010000411", page: 1 })).total).toBe(1);
  });

  test("owners find each variant", async () => {
    const db = await openClothing();
    const { products } = await findProducts(db, { text: "soft tee 4", sort: "catalog", limit: 50 });
    expect(products).toHaveLength(8);
  });

  test("trending products, related ones and the sitemap have one of each group", async () => {
    const db = await openClothing();
    expect((await readTrending(db)).map(({ title }) => title)).toEqual([
      "Soft tee 7",
      "Rain jacket 0",
      "Rain jacket 12",
      "Rain jacket 15",
    ]);
    const { ofBrand, alike } = await readRelated(db, (await readProduct(db, "style-7-blue-m")) as Product);
    const groups = [...ofBrand, ...alike].map(({ title }) => title);
    expect(groups).toHaveLength(8);
    expect(new Set(groups).size).toBe(8);
    expect(groups).not.toContain("Soft tee 7");
    const addressed = [];
    for await (const products of readAddressedProducts(db, { skip: 0, limit: 1000 })) addressed.push(...products);
    expect(addressed.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, style) => `style-${style}-black-s`));
  });

  test("cards follow stock, archiving and imports, also in another process", async () => {
    const { shop } = await openTestShop(engine);
    const elsewhere = connect(shop.settings).db;
    const tee = clothes.filter(({ group }) => group === "style-1");
    await importRecords(shop.db, tee);
    const seen = async (...leaders: string[]) => {
      for (const db of [shop.db, elsewhere]) {
        await eventually(async () => {
          const { total, products } = await readProductPage(db as Database, { page: 1 });
          expect(products.map(({ id }) => id)).toEqual(leaders);
          expect(total).toBe(leaders.length);
        });
      }
    };
    await seen("style-1-black-s");
    await changeStock(shop, "style-1-black-s", { to: 0 }, "ada@example.com");
    await seen("style-1-black-m");
    await archiveProduct(shop, "style-1-black-m", "ada@example.com");
    await seen("style-1-black-l");
    await importRecords(
      shop.db,
      tee.filter(({ id }) => id === "style-1-blue-l").map((record) => ({ ...record, group: null })),
    );
    await seen("style-1-black-l", "style-1-blue-l");
    await importRecords(
      shop.db,
      tee.filter(({ id }) => id === "style-1-blue-l"),
    );
    await seen("style-1-black-l");
  });

  test("more than six hundred variants that a search finds are fewer cards, all of them shown", async () => {
    const { db } = await openDatabase();
    const shades = Array.from({ length: 640 }, (_, shade) =>
      catalogRecord({
        id: `shade-${shade}`,
        title: "Paint",
        group: `paint-${shade % 2}`,
        options: { Shade: `N${shade}` },
      }),
    );
    await importRecords(db, [...shades, catalogRecord({ id: "brush", title: "Paint brush" })]);
    const { total, search, products } = await readProductPage(db, { q: "paint", page: 1 });
    expect([total, search?.isCapped, products.map(({ id }) => id)]).toEqual([
      3,
      false,
      ["shade-0", "shade-1", "brush"],
    ]);
  });
});
