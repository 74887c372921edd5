import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { connectSqlite } from "#database/connect.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { startCheckout, syncPayment } from "#shop/orders/payment/payment.ts";
import { refundOrder } from "#shop/orders/payment/refund.ts";
import { staff } from "#shop/orders/state/events.ts";
import { catalogRecord, importRecords } from "../tests/support/catalogs.ts";
import { registerVerified } from "../tests/support/customers.ts";
import { forEnginesInTurns } from "../tests/support/databases.ts";
import { setUpDiscount } from "../tests/support/discounts.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { orderOf } from "../tests/support/orders.ts";
import { runOnShop as run } from "../tests/support/run-on-shop.ts";
import { registerForVat } from "../tests/support/set-up-invoice.ts";
import { openStripeStandIn } from "../tests/support/stripe-stand-in.ts";

const wish = { actor: staff("olga@example.com"), reason: "A dent" };

afterEach(() => {
  process.exitCode = undefined;
});

forEnginesInTurns((_, engine) => {
  test("a shop whose orders, refunds and documents add up has no differences", async () => {
    const { shop } = await openAuditedShop(engine);
    expect(await run(shop, "audit")).toBe("3 orders, 5 documents, 0 differences\n");
    expect(process.exitCode).toBeUndefined();
    const empty = { orders: 3, documents: 5, differences: [], provider: "none" };
    expect(JSON.parse(await run(shop, "audit", "--json"))).toEqual(empty);
  });

  test.each([
    ["orders", "totalCents", "Total"],
    ["orders", "vatCents", "VAT"],
    ["orders", "discountCents", "Discount"],
    ["orders", "state", "State"],
    ["payments", "paidCents", "Paid"],
    ["refunds", "amountCents", "Refunded"],
    ["orderLines", "priceCents", "Subtotal"],
    ["orderEvents", "amountCents", "Refunded"],
    ["documents", "grossCents", "Total"],
    ["discounts", "uses", "Uses"],
  ] as const)("a changed %s.%s is named, and the command fails", async (table, column, what) => {
    const { shop } = await openAuditedShop(engine);
    const changed = column === "state" ? "delivered" : 12_345;
    await shop.db
      .updateTable(table as "orders")
      .set({ [column]: changed })
      .execute();
    const printed = await run(shop, "audit");
    expect(printed).toMatch(
      new RegExp(`^(Order|Invoice|Credit note|Discount) \\S+: ${what} should be .+, is .+$`, "m"),
    );
    expect(printed).not.toMatch(/ 0 differences\n$/);
    expect(process.exitCode).toBe(1);
  });

  test("a changed byte of a document, and one that is missing, are named", async () => {
    const { shop } = await openAuditedShop(engine);
    const { db } = shop;
    const [first, second] = await db
      .selectFrom("documents")
      .selectAll()
      .where("series", "=", "invoice")
      .orderBy("sequence")
      .execute();
    if (!first || !second) throw new Error("There are no invoices");
    const content = first.content.replace("Storgata 1", "Storgata 2");
    await db.updateTable("documents").set({ content }).where("number", "=", first.number).execute();
    expect(await run(shop, "audit")).toBe(
      `Invoice ${first.number}: The series should be as it was issued, is its content was changed\n3 orders, 5 documents, 1 difference\n`,
    );
    await db.deleteFrom("documents").where("series", "=", "creditNote").execute();
    const printed = await run(shop, "audit");
    expect(printed).toMatch(/^Order [A-Z0-9]{10}: Document of event \d should be credit note, is missing$/m);
    expect(printed).toMatch(
      /^Credit note \d{4}-2: The series should be as it was issued, is the last document isn't the counter's$/m,
    );
  });

  test("payments and refunds are compared with the provider; one that can't be reached is no difference", async () => {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop } = await openTestShop(engine, { providers: { stripe: stripe.settings } });
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const number = await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now(), "stripe");
    await startCheckout(shop, number);
    stripe.account.pay(stripe.books.list("session")[0]?.id ?? "");
    await syncPayment(shop, number);
    await refundOrder(shop, number, { ...wish, amountCents: 500 });
    expect(await run(shop, "audit")).toBe(
      "Compared with the payment provider: the last 31 days\n1 order, 0 documents, 0 differences\n",
    );
    await shop.db.updateTable("refunds").set({ amountCents: 400 }).execute();
    await shop.db.updateTable("orderEvents").set({ amountCents: 400 }).where("step", "=", "refundedInPart").execute();
    expect(await run(shop, "audit")).toMatch(/^Order [A-Z0-9]{10}: Refund \S+ should be 5\.00, is 4\.00$/m);
    const providers = { stripe: { ...stripe.settings, apiUrl: "http://127.0.0.1:1" } };
    const settings = { ...shop.settings, providers };
    expect(await run({ ...shop, settings }, "audit")).toBe(
      "Not compared with the payment provider: it can't be reached\n1 order, 0 documents, 0 differences\n",
    );
  });
});

/** A shop with three paid orders, of which one used a discount code, one was refunded in part and one was cancelled. */
async function openAuditedShop(engine: Parameters<typeof openTestShop>[0]) {
  const { shop } = await openTestShop(engine);
  const uid = await registerVerified(shop);
  await registerForVat(shop);
  await importRecords(shop.db, [
    catalogRecord({ stock: 100 }),
    catalogRecord({ id: "bread", price: 23, vatRate: "Food" }),
  ]);
  await setUpDiscount(shop, { code: "SPRING", value: "10" });
  const lines = orderOf([
    ["coffee", 2],
    ["bread", 1, 2300],
  ]);
  const place = (changes = {}) =>
    placeOrder(
      shop.db,
      uid,
      { ...lines, checkoutKey: crypto.randomUUID(), ...changes },
      shop.now(),
      undefined,
      shop.settings,
    );
  await place({ discountCode: "SPRING", discountCents: 420 });
  await refundOrder(shop, await place(), { ...wish, amountCents: 1000 });
  await cancelOrder(shop, await place(), { actor: wish.actor });
  return { shop };
}

test("a damaged database file is reported in one line", async () => {
  const { shop } = await openAuditedShop("sqlite");
  const file = join(shop.settings.dataFolder, "shop.db");
  await sql`pragma wal_checkpoint(truncate)`.execute(shop.db);
  await shop.db.destroy();
  const bytes = await readFile(file);
  // The first page, with the schema, stays.
  await writeFile(file, bytes.fill(0xff, 8192));
  const connection = connectSqlite(file);
  onTestFinished(() => connection.db.destroy());
  await expect(run({ ...shop, db: connection.db, connection }, "audit")).rejects.toThrow(
    /^The database is damaged \(.+\)\. Restore a backup\.$/,
  );
});
