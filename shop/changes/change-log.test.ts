import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { logChanges, type NewChange, readChanges } from "./change-log.ts";
import { findChangedThings } from "./changed-things.ts";

forEachEngine((_, engine) => {
  test("the log is read by kind and by part of a person's email, newest first and in pages", async () => {
    const { db, now } = (await openTestShop(engine)).shop;
    const change = (actor: string, kind: NewChange["kind"], subject: string) => ({ actor, kind, subject, action: "x" });
    await logChanges(
      db,
      [
        change("olga@example.com", "product", "1"),
        change("Olga_B@example.com", "category", "2"),
        change("command line", "product", "3"),
        change("olga@example.com", "product", "4"),
      ],
      now(),
    );
    const read = async (query: Partial<Parameters<typeof readChanges>[1]>) =>
      (await readChanges(db, { limit: 10, ...query })).map(({ subject }) => subject);
    expect(await read({})).toEqual(["4", "3", "2", "1"]);
    expect(await read({ kind: "product" })).toEqual(["4", "3", "1"]);
    expect(await read({ actor: "OLGA" })).toEqual(["4", "2", "1"]);
    expect(await read({ actor: "olga_" })).toEqual(["2"]);
    expect(await read({ actor: "%" })).toEqual([]);
    await logChanges(db, [change("siobhán.o'brien@example.com", "role", "5")], now());
    for (const actor of ["SIOBHAN.OBRIEN", "Siobhán.O’Brien@"]) expect(await read({ actor })).toEqual(["5"]);
    expect(await read({ actor: "olga", kind: "product", limit: 1 })).toEqual(["4"]);
    const [newest] = await readChanges(db, { actor: "olga", kind: "product", limit: 1 });
    expect(await read({ actor: "olga", kind: "product", before: newest?.id ?? 0 })).toEqual(["1"]);
  });

  test("what a change names is found, but not in the count of a change of many", async () => {
    const { db } = (await openTestShop(engine)).shop;
    await importRecords(db, [catalogRecord({ id: "6", title: "Tea" })]);
    const change = (action: string) => ({ kind: "product" as const, subject: "6", action });
    const changes = ["edited", "drafts published", "drafts unpublished", "changed in bulk"].map(change);
    const thingOf = await findChangedThings(db, changes);
    const tea = { type: "product", name: "Tea", key: "6" };
    expect(changes.map(thingOf)).toEqual([tea, undefined, undefined, undefined]);
  });
});
