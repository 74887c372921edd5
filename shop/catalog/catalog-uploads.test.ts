import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { readChanges } from "../owners/change-log.ts";
import { keepUpload, readUpload } from "./catalog-uploads.ts";
import { readProduct } from "./read-products.ts";
import { workOnUpload } from "./work-on-upload.ts";

const ada = "ada@example.com";
const day = 24 * 60 * 60_000;
const start = Date.UTC(2026, 10, 21);

async function open() {
  const { shop } = await openTestShop("sqlite");
  const keep = (actor: string, name: string, content: unknown, time = start) =>
    keepUpload({ ...shop, now: () => new Date(time) }, actor, { name, content: Buffer.from(JSON.stringify(content)) });
  const work = (step: "preview" | "import", upload: { id: string; name: string; actor: string }) =>
    workOnUpload(shop.db, { ...shop.settings, step, upload, replace: true, at: start });
  return { db: shop.db, keep, work };
}

test("a catalog file waits for the owner who sent it, until they send another one or a day has passed", async () => {
  const { db, keep } = await open();
  const first = await keep(ada, `${"long ".repeat(60)}.csv`, []);
  const eves = await keep("eve@example.com", "eve.json", []);
  expect((await readUpload(db, ada, first))?.name).toMatch(/^[long ]{196}\.csv$/);
  expect(await readUpload(db, ada, eves)).toBeUndefined();
  expect(await readUpload(db, ada, "\0")).toBeUndefined();
  const second = await keep(ada, "second.json", [], start + day);
  expect(await readUpload(db, ada, first)).toBeUndefined();
  expect(await readUpload(db, ada, second)).toEqual({ id: second, name: "second.json", actor: ada });
  expect(await readUpload(db, "eve@example.com", eves)).toBeDefined();
  await keep(ada, "third.json", [], start + day + 1);
  expect(await readUpload(db, "eve@example.com", eves)).toBeUndefined();
});

test("an owner sees what a file that waits would change, and imports it once; what is wrong is told by the file's name", async () => {
  const { db, keep, work } = await open();
  const long = "A description that is longer than what is shown of it, ";
  await importRecords(db, [
    catalogRecord({ description: `${long}once`, price: 9.5, tags: ["a", "b"] }),
    catalogRecord({ id: "gone", title: "Gone" }),
    catalogRecord({ id: "rye" }),
  ]);
  const records = [
    catalogRecord({ id: "rye" }),
    catalogRecord({ description: `${long}twice`, price: 10, tags: [], brand: undefined }),
    catalogRecord({ id: "new", title: "T".repeat(41) }),
  ];
  const upload = { id: await keep(ada, "shop.json", records), name: "shop.json", actor: ada };
  const { preview } = await work("preview", upload);
  expect(preview).toMatchObject({ counts: { new: 1, changed: 1, removed: 1, unchanged: 1 }, others: 0 });
  expect(preview?.order).toBe("rye moves from 3 to 1");
  expect(preview?.rows).toEqual(
    expect.arrayContaining([
      { id: "new", what: "new", before: "", after: `${"T".repeat(40)}…` },
      { id: "coffee", what: "price", before: "$9.50", after: "$10.00" },
      { id: "coffee", what: "tags", before: "a, b", after: "none" },
      { id: "coffee", what: "brand", before: "Bakklandet", after: "none" },
      { id: "coffee", what: "description", before: "…hown of it, once", after: "…hown of it, twice" },
      { id: "gone", what: "removed", before: "Gone", after: "" },
    ]),
  );
  expect(preview?.rows).toHaveLength(6);
  expect(await readProduct(db, "gone"), "nothing is changed yet").toBeDefined();
  expect(await work("import", upload)).toEqual({ imported: 3 });
  expect(await readProduct(db, "gone")).toBeUndefined();
  expect(await readChanges(db, { subject: "shop.json", limit: 1 })).toMatchObject([{ actor: ada, action: "imported" }]);
  expect(await work("import", upload), "it waits no longer").toEqual({});

  const wrong = { id: await keep(ada, "wrong.json", { no: "list" }), name: "wrong.json", actor: ada };
  const { refused } = await work("import", wrong);
  expect(refused?.message).toMatch(/^wrong\.json /);
  expect(await readUpload(db, ada, wrong.id), "it can be looked at again").toBeDefined();
});
