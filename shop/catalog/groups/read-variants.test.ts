import { expect, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { chooseVariant } from "./choose-variant.ts";
import { readVariants } from "./read-variants.ts";

const now = new Date("2026-11-26T12:00:00Z");

forEachEngine((_, engine) => {
  test("a group's products are read in the catalog's order, with what is sold out by its number or its status", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [
      catalogRecord({ id: "b", group: "tee", options: { Size: "L" }, address: "large" }),
      catalogRecord({ id: "x" }),
      catalogRecord({ id: "a", group: "tee", options: { Size: "M" }, stock: 0 }),
      catalogRecord({ id: "c", group: "tee", availabilityStatus: "Out of Stock" }),
      catalogRecord({ id: "y", group: "Tee" }),
      catalogRecord({ id: "soon", group: "tee", publishAt: "2026-11-27T12:00:00Z" }),
      catalogRecord({ id: "over", group: "tee", unpublishAt: "2026-11-25T12:00:00Z" }),
    ]);
    const variants = await readVariants(shop.db, { id: "a", group: "tee" }, now);
    expect(variants.map(({ id, address, options, isSoldOut }) => [id, address, options, isSoldOut])).toEqual([
      ["b", "large", { Size: "L" }, false],
      ["a", null, { Size: "M" }, true],
      ["c", null, null, true],
    ]);
    expect(await readVariants(shop.db, { id: "y", group: "Tee" }, now), "a group of one").toEqual([]);
    expect(await readVariants(shop.db, { id: "x", group: null }, now)).toEqual([]);
  });

  test("a group that is too large shows its beginning, and the product that is looked at", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(
      shop.db,
      catalogRecords(1010, (number) => ({ group: "everything", options: { Number: String(number) } })),
    );
    const variants = await readVariants(shop.db, { id: "p1009", group: "everything" }, now);
    expect([variants.length, variants.at(-1)?.id]).toEqual([1001, "p1009"]);
    const { options } = chooseVariant("p1009", variants);
    expect(options.map(({ values }) => values.length)).toEqual([1001]);
  });
});
