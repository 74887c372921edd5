import { expect, inject, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { readContent } from "#database/copy-tables.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { connect } from "../../tests/support/databases.ts";
import { fillShop, readShop, signAdaIn } from "../../tests/support/filled-shop.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { moveShop } from "./move-shop.ts";

const testOnPostgres = test.skipIf(!inject("postgresUrl"));
const engines: Engine[] = ["sqlite", "postgres"];

testOnPostgres.each(engines)(
  "a shop on %s moves with all its data and keeps working in the new database",
  async (engine) => {
    const { shop: old } = await openTestShop(engine);
    const { uid, browser } = await fillShop(old);
    const { shop } = await openTestShop("postgres");
    const counts = await moveShop(old, shop);
    expect(counts.get("products")).toBe(251);
    expect(await readShop(shop, browser)).toEqual(await readShop(old, browser));
    expect(await signAdaIn(shop)).toBeInstanceOf(Headers);
    expect(await tryToOrder(shop.db, uid, orderOf([["p2", 1]]))).toMatch(/^[A-Z0-9]{10}$/);
    expect(await idsOfOrders(shop.db)).toEqual([1, 2, 3]);
  },
);

testOnPostgres("a move into a database that isn't empty is refused and changes nothing", async () => {
  const { shop: old } = await openTestShop("sqlite");
  await fillShop(old);
  const { shop } = await openTestShop("postgres");
  await importRecords(shop.db, [catalogRecord()]);
  const before = await shop.db.transaction().execute(readContent);
  await expect(moveShop(old, shop)).rejects.toThrow("The new database isn't empty. Rows in table products: 1");
  expect(await shop.db.transaction().execute(readContent)).toEqual(before);
  await expect(moveShop(shop, shop)).rejects.toThrow("The shop already uses this database");
});

testOnPostgres("a move of a shop that changes during the copy is refused and asks to stop the shop first", async () => {
  const { shop: old } = await openTestShop("sqlite");
  const { uid } = await fillShop(old);
  const { shop } = await openTestShop("postgres");
  const before = await shop.db.transaction().execute(readContent);
  const shopper = connect(old.settings);
  let moving = true;
  const move = moveShop(old, shop).finally(() => {
    moving = false;
  });
  const shopping = (async () => {
    for (let number = 2; moving; number = (number % 250) + 1) {
      await tryToOrder(shopper.db, uid, orderOf([[`p${number}`, 1]]));
      // SQLite answers at once: without a pause nothing else would ever have its turn.
      await new Promise(setImmediate);
    }
  })();
  await expect(move).rejects.toThrow(/^The shop changed during the move \(.*orders.*\)\. Stop it and try again$/);
  await shopping;
  expect(await shop.db.transaction().execute(readContent)).toEqual(before);
});

async function idsOfOrders(db: Parameters<typeof readContent>[0]) {
  return (await db.selectFrom("orders").select("id").orderBy("id").execute()).map(({ id }) => id);
}
