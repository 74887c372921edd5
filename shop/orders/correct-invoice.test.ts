import fc from "fast-check";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { correctInvoice } from "./correct-invoice.ts";
import { refundOrder } from "./payment/refund.ts";
import { staff } from "./state/events.ts";
import { readAdminOrder } from "./views/admin.ts";

const actor = staff("olga@example.com");

forEachEngine((_, engine) => {
  async function openSeller() {
    const { shop, readMails } = await openTestShop(engine);
    await registerForVat(shop);
    await importRecords(shop.db, [
      catalogRecord({ id: "bread", price: 23.45, stock: 9000, vatRate: "food" }),
      catalogRecord({ id: "coffee", price: 50, stock: 9000 }),
    ]);
    const uid = await registerVerified(shop);
    const place = () => {
      const form = orderOf([
        ["bread", 3, 2345],
        ["coffee", 1, 5000],
      ]);
      return placeOrder(shop.db, uid, form, shop.now(), undefined, shop.settings);
    };
    const correct = async (number: string, name: string, more = {}) => {
      const { version } = await readAdminOrder(shop.db, number);
      const typed = {
        name,
        company: "Engines AS",
        vatNumber: "995 525 828 MVA",
        address: "Storgata 2, 0155 Oslo",
        ...more,
      };
      await correctInvoice(shop, number, { actor, reason: "Wrong name", notifyCustomer: true, typed, version });
    };
    return { shop, readMails, place, correct };
  }

  test("a corrected invoice is a credit note and a new one, which the customer gets by email", async () => {
    const { shop, readMails, place, correct } = await openSeller();
    const number = await place();
    await refundOrder(shop, number, { actor, amountCents: 1000, reason: "Crushed" });
    await correct(number, "Grace Hopper");
    await refundOrder(shop, number, { actor, amountCents: 500, reason: "Crushed too" });
    const documents = await readDocuments(shop.db, number);
    expect(
      documents.map(({ kind, buyer, grossCents, ...rest }) => [
        kind,
        buyer.name,
        grossCents,
        rest.corrects,
        rest.replaces,
      ]),
    ).toEqual([
      ["invoice", "Ada Lovelace", 12_035, undefined, undefined],
      ["creditNote", "Ada Lovelace", 1000, documents[0]?.number, undefined],
      ["creditNote", "Ada Lovelace", 11_035, documents[0]?.number, undefined],
      ["invoice", "Grace Hopper", 11_035, undefined, documents[0]?.number],
      ["creditNote", "Grace Hopper", 500, documents[3]?.number, undefined],
    ]);
    expect(documents[3]).toMatchObject({
      buyer: { company: "Engines AS", vatNumber: "NO995525828MVA" },
      creditedCents: 1000,
    });
    expect(documents[3]?.lines).toEqual(documents[0]?.lines);
    expect(await readAdminOrder(shop.db, number)).toMatchObject({ company: "Engines AS", vatNumber: "NO995525828MVA" });
    await sendDueMails(shop);
    const mail = (await readMails()).find(({ subject }) => subject?.startsWith("The corrected invoice"));
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      `invoice-${documents[3]?.number}.pdf`,
      `credit-note-${documents[2]?.number}.pdf`,
    ]);
    await expect(correct(number, "Grace Hopper")).rejects.toThrow("This is already what the invoice says");
    await expect(correct(number, "")).rejects.toThrow("Enter a name");
    await expect(correct(number, "Eve", { vatNumber: "1" })).rejects.toThrow("Enter a valid VAT number");
    await expect(correct(number, "&".repeat(500_000))).rejects.toThrow();
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("an audit has no differences after any corrections and refunds", async () => {
    const { shop, place, correct } = await openSeller();
    const step = fc.oneof(fc.constant("correct" as const), fc.integer({ min: 1, max: 6000 }));
    let names = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const number = await place();
        for (const next of steps) {
          const { refundableCents } = await readAdminOrder(shop.db, number);
          if (refundableCents === 0) {
            await expect(correct(number, "Eve")).rejects.toThrow("All of this order's invoice was credited");
            break;
          }
          names += 1;
          if (next === "correct") await correct(number, `Buyer ${names}`);
          else {
            const amountCents = Math.min(next, refundableCents);
            await refundOrder(shop, number, { actor, amountCents, reason: "Crushed" });
          }
        }
        const documents = await readDocuments(shop.db, number);
        const sum = documents.reduce(
          (cents, { kind, grossCents }) => cents + (kind === "invoice" ? grossCents : -grossCents),
          0,
        );
        expect(sum).toBe((await readAdminOrder(shop.db, number)).refundableCents);
      }),
      { numRuns: 8 },
    );
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });
});
