import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { placeOrder } from "../checkout/place-order.ts";
import type { DocumentKind, UnnumberedContent } from "./document.ts";
import { issueDocument, verifySeries } from "./number-series.ts";

const empty = { name: "", address: "", organisationNumber: "", vatNumber: "", email: "", phone: "" };
const amounts = { discountCents: 0, deliveryCents: 0, vat: [], netCents: 100, vatCents: 0, grossCents: 100 };

function contentOf(issuedOn: string): UnnumberedContent {
  const order = { orderNumber: "ABCDEFGHIJ", orderedOn: issuedOn, lines: [] };
  return { issuedOn, ...order, seller: empty, buyer: empty, currency: "USD", ...amounts };
}

forEachEngine((_, engine) => {
  /** Issues documents for the events of one order, which this test has no need of otherwise. */
  async function openSeries() {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord()]);
    await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now());
    const { id: orderId } = await shop.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    let orderEvent = 100;
    const issue = (db: Database, issuedOn = "2026-11-23", kind: DocumentKind = "invoice") =>
      issueDocument(db, { kind, orderId, orderEvent: orderEvent++, createdAt: 1, content: contentOf(issuedOn) });
    return { db: shop.db, issue };
  }

  test("numbers have no gaps and no duplicates, whatever is rolled back", async () => {
    const { db, issue } = await openSeries();
    const attempts = Array.from({ length: 140 }, (_, attempt) =>
      db.transaction().execute(async (trx) => {
        const { number } = await issue(trx);
        if (attempt % 7 === 3) throw new Error("Rolled back");
        return number;
      }),
    );
    const outcomes = await Promise.allSettled(attempts);
    const issued = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
    // On a busy machine some wait longer for the counter's lock than they may, and are rolled back, too.
    const isRolledBack = (error: unknown) =>
      error instanceof DatabaseUnavailableError || String(error) === "Error: Rolled back";
    expect(outcomes.filter((outcome) => outcome.status === "rejected" && !isRolledBack(outcome.reason))).toEqual([]);
    expect(issued.length).toBeGreaterThan(5);
    expect(issued.toSorted()).toEqual(issued.map((_, index) => `2026-${String(index + 1).padStart(4, "0")}`));
    expect(await verifySeries(db, "invoice")).toEqual({ count: issued.length, broken: [] });
  });

  test("each year and each series counts from 1, and the chain goes on over the years", async () => {
    const { db, issue } = await openSeries();
    const days = ["2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02"];
    const numbers = [];
    for (const day of days) numbers.push((await issue(db, day)).number);
    numbers.push((await issue(db, "2026-01-03", "creditNote")).number);
    expect(numbers).toEqual(["2025-0001", "2025-0002", "2026-0001", "2026-0002", "C2026-0001"]);
    expect(await verifySeries(db, "invoice")).toEqual({ count: 4, broken: [] });
    expect(await verifySeries(db, "creditNote")).toEqual({ count: 1, broken: [] });
  });

  test("a changed byte, a missing document and a missing end are named", async () => {
    const { db, issue } = await openSeries();
    for (let count = 0; count < 5; count++) await issue(db);
    const second = db.updateTable("documents").where("number", "=", "2026-0002");
    await second
      .set((eb) => ({ content: eb.fn<string>("replace", ["content", eb.val("USD"), eb.val("EUR")]) }))
      .execute();
    expect((await verifySeries(db, "invoice")).broken).toEqual([
      { number: "2026-0002", problem: "its content was changed" },
    ]);
    await db.deleteFrom("documents").where("number", "=", "2026-0004").execute();
    expect((await verifySeries(db, "invoice")).broken).toEqual([
      { number: "2026-0002", problem: "its content was changed" },
      { number: "2026-0005", problem: "follows number 3: 1 are missing" },
    ]);
    await db.deleteFrom("documents").where("number", "=", "2026-0005").execute();
    const { broken } = await verifySeries(db, "invoice");
    expect(broken.at(-1)).toEqual({ number: "Invoice 2026-5", problem: "the last document isn't the counter's" });
  });
});
