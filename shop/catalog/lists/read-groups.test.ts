import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { clothes } from "../../../tests/support/clothes.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { findIdentified } from "../products/find-identified.ts";
import { findFeatured, keptOf, numbersOf, readGroupPage, readGroupsOf } from "./read-groups.ts";

const page = { filters: [], page: 1, perPage: 3, mostVariants: 5 };
const now = new Date("2026-11-26T12:00:00Z");
const shopUrl = "https://shop.example";

forEachEngine((openDatabase) => {
  test("a page has groups with some variants, and prices of all that the list has", async () => {
    const { db } = await openDatabase();
    await importRecords(db, clothes.slice(0, 40));
    const { groups, total, hasMore } = await readGroupPage(db, { ...page, price: { min: 2500, max: 2600 } });
    expect({ total, hasMore }).toEqual({ total: 2, hasMore: false });
    expect(groups.map(({ variants, prices }) => [variants.map(({ id }) => id), prices])).toEqual([
      [
        ["style-0-blue-s", "style-0-blue-m", "style-0-blue-l", "style-0-blue-xl"],
        [2500, 2500],
      ],
      [
        ["style-1-blue-s", "style-1-blue-m", "style-1-blue-l", "style-1-blue-xl"],
        [2600, 2600],
      ],
    ]);
    const all = await readGroupPage(db, page);
    expect(all).toMatchObject({ total: 5, hasMore: true });
    expect(all.groups[0]).toMatchObject({ prices: [2000, 2500], options: [{ name: "Size" }, { name: "Colour" }] });
    expect(all.groups[0]?.variants).toHaveLength(5);
    expect(await readGroupPage(db, { ...page, page: 3 })).toMatchObject({ groups: [], total: 5, hasMore: false });
  });

  test("identifiers name variants and groups, and a group's first variant that can be bought stands for it", async () => {
    const { db } = await openDatabase();
    const soldOut = { stock: 0, availabilityStatus: "Out of Stock" };
    await importRecords(db, [
      ...clothes.slice(0, 8).map((record, place) => (place === 0 ? { ...record, ...soldOut } : record)),
      catalogRecord({ id: "honey", address: "wild-honey" }),
    ]);
    const identifiers = [
      "group:style-0",
      "style-0-blue-m",
      "wild-honey",
      `${shopUrl}/products/honey`,
      "x",
      "group:x",
      "\0",
    ];
    const found = await findIdentified(db, { identifiers, shopUrl, now });
    expect(found.map(({ identifier, id, isGroup }) => [identifier, id, isGroup])).toEqual([
      ["group:style-0", "style-0-black-s", true],
      ["style-0-blue-m", "style-0-blue-m", false],
      ["wild-honey", "honey", false],
      [`${shopUrl}/products/honey`, "honey", false],
    ]);
    const number = found[0]?.number ?? 0;
    const idOf = async (featured: number | undefined) => {
      const [group] = await readGroupsOf(db, [featured === undefined ? [] : [featured]]);
      return group?.variants[0].id;
    };
    expect(await idOf(await findFeatured(db, number, { filters: [] }))).toBe("style-0-black-m");
    expect(await idOf(await findFeatured(db, number, { filters: [], price: { min: 2500 } }))).toBe("style-0-blue-s");
    expect(await findFeatured(db, number, { filters: [], price: { max: 1 } })).toBeUndefined();
    const numbers = await numbersOf(db, ["honey", "style-0-blue-m", "x"]);
    expect(numbers).toHaveLength(2);
    expect([...(await keptOf(db, numbers, { filters: [], price: { min: 2500 } }))]).toEqual([numbers[1]]);
  });
});
