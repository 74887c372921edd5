import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readChanges } from "../../changes/change-log.ts";
import { readSiblings } from "../groups/read-group.ts";
import { countFoundProducts, findProducts } from "../lists/find-products.ts";
import { readProduct } from "../lists/read-products.ts";
import type { BulkChange } from "./bulk-change.ts";
import { applyBulkChange, type BulkSelection, countSelection, previewBulkChange } from "./bulk-products.ts";

const ada = "ada@example.com";

forEachEngine((_, engine) => {
  const openTees = async () => {
    const { shop } = await openTestShop(engine);
    const tees = ["tee", "cap"].flatMap((group) =>
      ["S", "M"].map((Size) =>
        catalogRecord({ id: `${group}-${Size}`, title: `Soft ${group}`, group, options: { Size, Colour: "Blue" } }),
      ),
    );
    await importRecords(shop.db, [...tees, catalogRecord()]);
    const selectionOf = async (ids: string[], changes: Partial<BulkSelection> = {}): Promise<BulkSelection> => {
      const rows = await shop.db.selectFrom("products").select("number").where("id", "in", ids).execute();
      return { isArchived: false, criteria: {}, numbers: rows.map(({ number }) => number), ...changes };
    };
    const apply = async (selection: BulkSelection, change: BulkChange) => {
      const preview = await previewBulkChange(shop.db, selection, change);
      return { preview, outcome: await applyBulkChange(shop, selection, change, { seen: preview.seen, actor: ada }) };
    };
    return { shop, selectionOf, apply };
  };

  test("a search finds a group, and selecting a variant offers its whole group", async () => {
    const { shop, selectionOf } = await openTees();
    const found = await findProducts(shop.db, { text: "group: tee", sort: "catalog", limit: 9 });
    expect(found.products.map(({ id, group, options }) => [id, group, options])).toEqual([
      ["tee-S", "tee", { Size: "S", Colour: "Blue" }],
      ["tee-M", "tee", { Size: "M", Colour: "Blue" }],
    ]);
    expect(await countFoundProducts(shop.db, { text: "group:nothing" })).toBe(0);
    const selection = await selectionOf(["tee-S", "coffee"]);
    expect(await countSelection(shop.db, selection)).toEqual({ selected: 2, others: 1 });
    expect(await countSelection(shop.db, { ...selection, withGroups: true })).toEqual({ selected: 3, others: 0 });
  });

  test("options are set, removed and renamed for many products, whose previews and log name them", async () => {
    const { shop, selectionOf, apply } = await openTees();
    const all = await selectionOf(["tee-S", "coffee"], { withGroups: true });
    const renamed = await apply(all, { kind: "renameOption", from: "colour", to: "Color" });
    expect(renamed.outcome).toMatchObject({ outcome: "applied", changed: 2 });
    expect(renamed.preview).toMatchObject({ changed: 2, unchanged: 1 });
    expect(renamed.preview.rows[0]).toMatchObject({
      title: "Soft tee (Size: S · Colour: Blue)",
      fields: { options: { before: "Size: S\nColour: Blue", after: "Size: S\nColor: Blue" } },
    });
    expect((await readProduct(shop.db, "cap-S"))?.options).toEqual({ Size: "S", Colour: "Blue" });
    await apply(all, { kind: "option", name: "Fit", value: "Slim" });
    expect((await readProduct(shop.db, "coffee"))?.options).toEqual({ Fit: "Slim" });
    const fourth = await apply(all, { kind: "option", name: "Sleeves", value: "Long" });
    expect(fourth.outcome).toMatchObject({ changed: 1, skipped: { count: 2 } });
    const taken = await apply(all, { kind: "renameOption", from: "Size", to: "FIT" });
    expect(taken.preview.skipped.first[0]?.reason).toBe("It already has the option Fit.");
    for (const name of ["fit", "Sleeves"]) await apply(all, { kind: "option", name, value: null });
    expect(await readProduct(shop.db, "coffee")).not.toHaveProperty("options");
    const [entry] = await readChanges(shop.db, { kind: "product", subject: "tee-S", limit: 1 });
    expect(entry?.fields).toEqual({
      options: { before: "Size: S\nColor: Blue\nFit: Slim", after: "Size: S\nColor: Blue" },
    });
  });

  test("products join a group and leave it", async () => {
    const { shop, selectionOf, apply } = await openTees();
    const some = await selectionOf(["cap-S", "cap-M"]);
    await apply(some, { kind: "group", group: "tee" });
    expect(await readSiblings(shop.db, "tee")).toHaveLength(4);
    await apply(some, { kind: "group", group: null });
    expect(await readSiblings(shop.db, "tee")).toHaveLength(2);
    expect((await readProduct(shop.db, "cap-S"))?.options).toEqual({ Size: "S", Colour: "Blue" });
  });
});
