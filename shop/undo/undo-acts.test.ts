import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { seededRandom } from "../../tests/soak/seeded-random.ts";
import { catalogRecord, catalogRecords, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { runDue } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { actAtRandom, actor } from "../../tests/support/random-acts.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { isThorough } from "../../tests/support/thorough.ts";
import { resumeImports } from "../catalog/batches/staged-import.ts";
import { toCategoryForm } from "../catalog/categories/category-form.ts";
import { addCategory, deleteCategory, editCategory } from "../catalog/categories/change-category.ts";
import { readCategories } from "../catalog/categories.ts";
import { exportCatalog } from "../catalog/files/export-catalog.ts";
import { readProduct } from "../catalog/lists/read-products.ts";
import { archiveProduct } from "../catalog/products/archive-product.ts";
import { applyBulkChange, previewBulkChange } from "../catalog/products/bulk-products.ts";
import { editProduct } from "../catalog/products/change-product.ts";
import { readChanges } from "../changes/change-log.ts";
import { changeSettings } from "../changes/change-settings.ts";
import { addDiscount, deleteDiscount, editDiscount } from "../discounts/change-discount.ts";
import { deleteRedirects, replaceRedirects, saveRedirect } from "../redirects/redirects.ts";
import { readSettings } from "../settings/settings.ts";
import { exportSettings } from "../settings-file/settings-file.ts";
import { previewUndo } from "./preview-undo.ts";
import { undoAct } from "./undo-act.ts";

/** All that owners can undo, and what they download of it. */
async function contentOf(db: Database) {
  const file = async (format: "csv" | "json") => {
    let text = "";
    for await (const part of exportCatalog(db, format)) text += part;
    return text;
  };
  const drafts = await db.selectFrom("draftProducts").selectAll().orderBy("id").execute();
  const archived = await db.selectFrom("archivedProducts").selectAll().orderBy("id").execute();
  const settings = JSON.parse(await exportSettings(db));
  return {
    ...{ csv: await file("csv"), json: await file("json"), drafts },
    archived: archived.map(({ version: _, archivedAt: __, position: ___, formerCents: ____, ...row }) => row),
    settings: {
      ...settings,
      // The address that a product had in between leads on.
      redirects: settings.redirects.filter(({ from }: { from: string }) => !/^\/products\//.test(from)),
    },
  };
}

const records = [
  ...Array.from({ length: 4 }, (_, n) =>
    catalogRecord({ id: `p${n + 1}`, title: `P ${n + 1}`, stock: 9000, category: "tea" }),
  ),
  ...["S", "M"].map((size) =>
    catalogRecord({ id: `shirt-${size}`, title: "Shirt", stock: 9000, group: "Shirts", options: { Size: size } }),
  ),
];

async function stocksOf(db: Database) {
  return db.selectFrom("products").select(["id", "stock"]).orderBy("position").execute();
}

async function halvePrices(shop: Parameters<typeof undoAct>[0]) {
  const selection = { isArchived: false, criteria: {} };
  const half = { kind: "price", hundredths: -5000, rounding: "cents" } as const;
  const { seen } = await previewBulkChange(shop.db, selection, half);
  return applyBulkChange(shop, selection, half, { seen, actor });
}

async function teaForm(db: Database) {
  const tea = (await readCategories(db)).find(({ slug }) => slug === "tea");
  if (!tea) throw new Error("There is no category");
  return toCategoryForm(tea);
}

/** The acts that can be undone, newest first. */
async function undoable(db: Database) {
  const rows = await db.selectFrom("acts").select("id").where("undoneAt", "is", null).execute();
  const ids = new Set(rows.map(({ id }) => id));
  const changes = await db.selectFrom("changes").select("act").orderBy("id", "desc").execute();
  return [...new Set(changes.flatMap(({ act }) => (act !== null && ids.has(act) ? [act] : [])))];
}

forEachEngine((_, engine) => {
  /** Which acts go together is the same on both engines: `npm run soak:properties` tries as many on PostgreSQL, which takes three times as long. */
  const share = isThorough || engine === "sqlite" ? 1 : 0.5;

  test("an owner's acts in any order, undone in reverse, leave everything as it was; their undos, too", async () => {
    const { shop } = await openTestShop(engine);
    const random = seededRandom(4711);
    await importRecords(shop.db, records);
    const before = await contentOf(shop.db);
    for (let step = 0; step < 150 * share; step++) await actAtRandom(shop, random);
    await halvePrices(shop);
    const [bulk = ""] = await undoable(shop.db);
    const { id } = await shop.db.selectFrom("products").select("id").orderBy("position").executeTakeFirstOrThrow();
    await editProduct(shop, id, { original: {}, submitted: { price: "11.11", compareAtPrice: "" } }, actor);
    await undoAct(shop, bulk, actor);
    const [inPart = "", ...acts] = await undoable(shop.db);
    expect(acts.length).toBeGreaterThan(70 * share);
    expect(acts).toContain(bulk);
    await undoAct(shop, inPart, actor);
    const after = await contentOf(shop.db);
    const [back = ""] = await undoable(shop.db);
    // What the undo had taken back is the change's again, and goes with what it had left.
    for (const act of acts.flatMap((act) => (act === bulk ? [back, bulk] : [act])))
      expect(await undoAct(shop, act, actor)).toBe(true);
    expect(await contentOf(shop.db)).toEqual(before);
    for (const act of await undoable(shop.db)) await undoAct(shop, act, actor);
    expect(await contentOf(shop.db)).toEqual(after);
  });

  test("with sales in between, only stocks differ, by exactly what was sold", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const random = seededRandom(1147);
    const uid = await registerVerified(shop);
    await importRecords(db, records);
    const before = await stocksOf(db);
    const sold = new Map<string, number>();
    const ids = before.map(({ id }) => id);
    for (let step = 0; step < 100 * share; step++) {
      // Undoing takes no stock below 0, and archives what was new or removed in between, and then sold.
      await actAtRandom(shop, random, { leastStock: 200, removes: false });
      const lasting = db.selectFrom("products").select(["id", "priceCents"]).where("id", "in", ids);
      const products = lasting.orderBy("number").limit(3);
      const { id, priceCents } = (await products.execute()).at(step % 3) ?? { id: "none", priceCents: 0 };
      const number = await tryToOrder(db, uid, orderOf([[id, 2, priceCents]]));
      if (typeof number === "string") sold.set(id, (sold.get(id) ?? 0) + 2);
    }
    expect([...sold.values()].reduce((sum, pieces) => sum + pieces, 0)).toBeGreaterThan(50 * share);
    for (const act of await undoable(db)) await undoAct(shop, act, actor);
    expect(await stocksOf(db)).toEqual(before.map(({ id, stock }) => ({ id, stock: stock - (sold.get(id) ?? 0) })));
  });

  test("what was changed since stays and is shown, unless one insists; two presses at once undo once", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, records);
    const price = { original: {}, submitted: { title: "Green tea", brand: "Nord" } };
    await editProduct(shop, "p1", price, actor);
    await editProduct(shop, "p1", { original: {}, submitted: { title: "Black tea" } }, actor);
    const [, act = ""] = await undoable(db);
    const acted = await db.selectFrom("acts").selectAll().where("id", "=", act).executeTakeFirstOrThrow();
    const preview = await previewUndo(db, acted);
    expect(preview.counts).toMatchObject({ restored: 1 });
    expect(preview.kept).toMatchObject([{ id: "p1", values: [{ label: "Title", now: "Black tea", former: "P 1" }] }]);
    const presses = await Promise.allSettled([undoAct(shop, act, actor), undoAct(shop, act, actor)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await readProduct(db, "p1")).toMatchObject({ title: "Black tea", brand: "Bakklandet" });
    const [undo = ""] = await undoable(db);
    await undoAct(shop, undo, actor);
    expect(await readProduct(db, "p1")).toMatchObject({ title: "Black tea", brand: "Nord" });
    const [log] = await readChanges(db, { limit: 1 });
    expect(log).toMatchObject({ subject: "p1", action: "change undone" });
    expect(Object.keys(log?.fields ?? {})).toEqual(["brand"]);
    await setSettings(shop, { sellerEmail: "one@example.com", sellerPhone: "+47 22 33 44 55" });
    await setSettings(shop, { sellerEmail: "two@example.com" });
    const [, settings = ""] = await undoable(db);
    await undoAct(shop, settings, actor);
    expect(await readSettings(db), "the first save of a form").toMatchObject({
      ...{ sellerEmail: "two@example.com", sellerPhone: "" },
    });
    await undoAct(shop, settings, actor, { insists: true });
    expect(await readSettings(db)).toMatchObject({ sellerEmail: "", sellerPhone: "" });
  });

  test("a change in bulk is undone without what was changed since, and the log says what it was", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, records.slice(0, 2));
    await halvePrices(shop);
    await editProduct(shop, "p1", { original: {}, submitted: { price: "11.11" } }, actor);
    const [, bulk = ""] = await undoable(db);
    const prices = async () => [(await readProduct(db, "p1"))?.priceCents, (await readProduct(db, "p2"))?.priceCents];
    await undoAct(shop, bulk, actor);
    expect(await prices()).toEqual([1111, 950]);
    const [undo = ""] = await undoable(db);
    await undoAct(shop, undo, actor);
    expect(await prices()).toEqual([1111, 475]);
    const log = (await readChanges(db, { limit: 9, wholeActs: true })).filter(({ action }) => /bulk/.test(action));
    const fields = { what: { before: null, after: "price −50%" } };
    expect(log).toMatchObject([
      { subject: "2", action: "bulk change undone", fields },
      { subject: "2", action: "bulk change undone", fields },
      { subject: "2", action: "changed in bulk", fields },
    ]);
  });

  test("what an undo left can be undone later, and undoing an undo takes just that one back", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, records.slice(0, 3));
    const before = await contentOf(db);
    await halvePrices(shop);
    await editProduct(shop, "p1", { original: {}, submitted: { price: "11.11" } }, actor);
    const [edited = "", bulk = ""] = await undoable(db);
    const prices = async () =>
      (await db.selectFrom("products").select("priceCents").orderBy("id").execute()).map(
        ({ priceCents }) => priceCents,
      );
    const left = async () => {
      const act = await db.selectFrom("acts").selectAll().where("id", "=", bulk).executeTakeFirstOrThrow();
      return { isUndone: act.undoneAt !== null, kept: (await previewUndo(db, act)).kept.map(({ id }) => id) };
    };
    await undoAct(shop, bulk, actor);
    expect(await prices()).toEqual([1111, 950, 950]);
    expect(await left()).toEqual({ isUndone: false, kept: ["p1"] });
    await expect(undoAct(shop, bulk, actor)).rejects.toThrow("what is left was changed since");
    const [first = ""] = await undoable(db);
    await undoAct(shop, bulk, actor, { insists: true });
    expect(await prices()).toEqual([950, 950, 950]);
    expect((await left()).isUndone).toBe(true);
    const [second = ""] = await undoable(db);
    const log = await readChanges(db, { act: second, limit: 9 });
    expect(log.map(({ subject, fields }) => [subject, Object.keys(fields)])).toEqual([
      ["p1", ["price"]],
      ["3", ["what"]],
    ]);
    await undoAct(shop, first, actor);
    expect(await prices()).toEqual([950, 475, 475]);
    const [firstBack = ""] = await undoable(db);
    await undoAct(shop, second, actor);
    expect(await prices()).toEqual([1111, 475, 475]);
    for (const act of [(await undoable(db))[0] ?? "", firstBack]) await undoAct(shop, act, actor);
    expect(await contentOf(db)).toEqual(before);
    // What was changed since may also go back by itself.
    await halvePrices(shop);
    await editProduct(shop, "p1", { original: {}, submitted: { price: "11.11" } }, actor);
    const [again = "", half = ""] = await undoable(db);
    expect([again, half]).not.toContain(edited);
    for (const act of [half, again, half]) await undoAct(shop, act, actor);
    expect(await contentOf(db)).toEqual(before);
  });

  test("fields of a form, an address and a new category that stay are left to undo, too", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, records.slice(0, 2));
    const undoLatest = async (options = {}) => {
      const [act = ""] = await undoable(db);
      await undoAct(shop, act, actor, options);
      return act;
    };
    await setSettings(shop, { sellerEmail: "" });
    await setSettings(shop, { sellerEmail: "one@example.com", sellerPhone: "+47 22 33 44 55" });
    const [saved = ""] = await undoable(db);
    await setSettings(shop, { sellerEmail: "two@example.com" });
    await undoAct(shop, saved, actor);
    expect(await readSettings(db)).toMatchObject({ sellerEmail: "two@example.com", sellerPhone: "" });
    await undoAct(shop, saved, actor, { insists: true });
    expect(await readSettings(db)).toMatchObject({ sellerEmail: "", sellerPhone: "" });
    await undoLatest();
    expect(await readSettings(db)).toMatchObject({ sellerEmail: "two@example.com", sellerPhone: "" });
    const edit = (submitted: object) => editProduct(shop, "p1", { original: {}, submitted }, actor);
    await edit({ address: "one", title: "One" });
    const [named = ""] = await undoable(db);
    await edit({ address: "two" });
    await undoAct(shop, named, actor);
    expect(await readProduct(db, "p1")).toMatchObject({ address: "two", title: "P 1" });
    const act = await db.selectFrom("acts").selectAll().where("id", "=", named).executeTakeFirstOrThrow();
    expect((await previewUndo(db, act)).kept).toMatchObject([{ id: "p1", values: [{ label: "Address", now: "two" }] }]);
    await undoAct(shop, named, actor, { insists: true });
    expect((await readProduct(db, "p1"))?.address ?? null).toBeNull();
    await addCategory(shop, { ...(await teaForm(db)), name: "Sencha", slug: "sencha" }, actor);
    const [added = ""] = await undoable(db);
    await edit({ category: "sencha" });
    await expect(undoAct(shop, added, actor)).resolves.toBe(true);
    expect((await readCategories(db)).map(({ slug }) => slug)).toContain("sencha");
    const moved = await undoable(db);
    await undoAct(shop, moved.find((id) => id !== added) ?? "", actor);
    await undoAct(shop, added, actor);
    expect((await readCategories(db)).map(({ slug }) => slug)).not.toContain("sencha");
  });

  test("the preview of deleting a category again counts the products and categories that leave it first", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, records.slice(0, 2));
    await archiveProduct(shop, "p1", actor);
    const tea = await teaForm(db);
    for (const slug of ["coffee", "sencha"])
      await addCategory(shop, { ...tea, name: slug, slug, parent: slug === "sencha" ? "tea" : "" }, actor);
    await deleteCategory(shop, "tea", { moveTo: "coffee", actor });
    const [deleted = ""] = await undoable(db);
    await undoAct(shop, deleted, actor);
    const [again = ""] = await undoable(db);
    const act = await db.selectFrom("acts").selectAll().where("id", "=", again).executeTakeFirstOrThrow();
    expect(await previewUndo(db, act)).toMatchObject({ kept: [], counts: { restored: 2 } });
    await undoAct(shop, again, actor);
    expect((await readCategories(db)).map(({ slug }) => slug)).not.toContain("tea");
  });

  test("a change in bulk that is undone while it runs stops", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, catalogRecords(600));
    const whole = await db.selectFrom("products").select(["id", "priceCents"]).orderBy("id").execute();
    const changing = halvePrices(shop);
    let bulk: string | undefined;
    for (; bulk === undefined; await sleep(1)) [bulk] = await undoable(db);
    await undoAct(shop, bulk, actor);
    expect(await changing).toMatchObject({ outcome: "applied", isStopped: true });
    expect(await db.selectFrom("products").select(["id", "priceCents"]).orderBy("id").execute()).toEqual(whole);
  });

  test("a large undo that a rule refuses isn't begun; if the rule comes later, it ends with what it could", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(
      db,
      catalogRecords(1100, () => ({ category: "Tea" })),
    );
    const tea = await teaForm(db);
    const next = { ...tea, name: "Green tea", slug: "green-tea" };
    await editCategory(shop, "tea", next, { original: tea, actor });
    await resumeImports(db);
    const [renamed = ""] = await undoable(db);
    await addCategory(shop, { ...tea, name: "Sencha", slug: "sencha", parent: "green-tea" }, actor);
    await expect(undoAct(shop, renamed, actor)).rejects.toThrow("Category Sencha: ");
    await deleteCategory(shop, "sencha", { moveTo: "", actor });
    expect(await undoAct(shop, renamed, actor)).toBe(false);
    const [going = ""] = await undoable(db);
    await expect(undoAct(shop, going, actor)).rejects.toThrow("The undo isn't done yet.");
    await runDue(shop, "importUndos");
    expect(await readProduct(db, "p1100")).toMatchObject({ category: "tea" });
    const redirects = Array.from({ length: 1100 }, (_, n) => ({ from: `/old${n}`, to: `/new${n}` }));
    await changeSettings(shop, (trx) => replaceRedirects(trx, redirects, actor));
    await deleteRedirects(
      shop,
      redirects.map(({ from }) => from),
      actor,
    );
    expect(await undoAct(shop, (await undoable(db))[0] ?? "", actor)).toBe(false);
    await saveRedirect(shop, { from: "/new7", to: "/old7" }, actor);
    await runDue(shop, "importUndos");
    expect(await db.selectFrom("jobs").select("id").where("kind", "=", "importUndos").execute()).toEqual([]);
    const [log] = await readChanges(db, { limit: 1 });
    expect(log).toMatchObject({ kind: "redirect", action: "undone in part", actor });
    expect(log?.fields.reason?.after).toContain("A redirect can't come back");
  });

  test("a code that orders used is only turned off, and a deleted one comes back with its uses", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const uid = await registerVerified(shop);
    await importRecords(db, records);
    const code = { code: "SPRING", kind: "percent", value: "10", minimum: "", uses: "", starts: "", ends: "" } as const;
    await addDiscount(shop, { ...code, category: "", oncePerCustomer: "on", disabled: "" }, actor);
    const [added = ""] = await undoable(db);
    const { id } = await db.selectFrom("discounts").select("id").executeTakeFirstOrThrow();
    const order = { ...orderOf([["p1", 2]]), discountCode: "SPRING", discountCents: 190 };
    expect(await tryToOrder(db, uid, order)).toEqual(expect.any(String));
    await addDiscount(shop, { ...code, code: "OTHER", category: "", oncePerCustomer: "", disabled: "" }, actor);
    await deleteDiscount(shop, id, actor);
    const [deleted = ""] = await undoable(db);
    await addDiscount(shop, { ...code, category: "", oncePerCustomer: "", disabled: "" }, actor);
    await expect(undoAct(shop, deleted, actor)).rejects.toThrow("Something else has the same name or code by now.");
    await undoAct(shop, (await undoable(db))[0] ?? "", actor);
    await undoAct(shop, deleted, actor);
    const codes = db.selectFrom("discounts").select(["code", "uses", "isDisabled"]).where("code", "=", "SPRING");
    expect(await codes.execute()).toEqual([{ code: "SPRING", uses: 1, isDisabled: 0 }]);
    expect(await db.selectFrom("discountUses").select("onlyUserId").execute()).toEqual([{ onlyUserId: uid }]);
    await undoAct(shop, added, actor);
    expect(await codes.execute()).toEqual([{ code: "SPRING", uses: 1, isDisabled: 1 }]);
    const [log] = await readChanges(db, { limit: 1 });
    expect(log).toMatchObject({ subject: "SPRING", action: "turned off by an undo" });
  });

  test("a new code isn't taken for a deleted one, even if one insists", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const code = { code: "OLD", kind: "percent", value: "10", minimum: "", uses: "", starts: "", ends: "" } as const;
    const fields = { ...code, category: "", oncePerCustomer: "", disabled: "" } as const;
    const id = await addDiscount(shop, fields, actor);
    await editDiscount(shop, id, { ...fields, value: "20" }, { original: fields, actor });
    const [edited = ""] = await undoable(db);
    await deleteDiscount(shop, id, actor);
    await addDiscount(shop, { ...fields, code: "NEW", value: "30" }, actor);
    await undoAct(shop, edited, actor, { insists: true });
    const codes = await db.selectFrom("discounts").select(["code", "value"]).execute();
    expect(codes).toEqual([{ code: "NEW", value: 3000 }]);
  });
});
