import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { sellAbroad } from "../../tests/support/sell-abroad.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { serveVies } from "../../tests/support/vies-stand-in.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { describeDocument } from "../documents/describe-document.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { readOrder } from "../orders/views/read-order.ts";
import { readSettings, saveSettings } from "../settings/settings.ts";
import { readVatChecks } from "../taxes/check-vat-number.ts";
import { saveTaxes } from "../taxes/save-taxes.ts";
import { readTaxForm } from "../taxes/taxes.ts";
import { quoteVatCountry } from "./check-company.ts";
import { checkOut } from "./check-out.ts";
import { vatArea } from "./delivery-address.ts";

const vatNumber = "SE 556188-8404-01";
const actor = "olga@example.com";

/** A German seller of coffee for 125.00 with 25 % VAT, who sells to companies in Sweden. */
async function openSeller(engine: Engine, changes: { uncheckedVatNumbers?: "on" } = {}) {
  const { vies, url, host } = await serveVies();
  const { shop, readMails } = await openTestShop(engine, { viesApiUrl: url, allowedPrivateHosts: [host] });
  await registerForVat(shop);
  const original = await readTaxForm(shop.db);
  await saveTaxes(shop, { ...original, registrationNumber: "DE 136695976" }, { original, actor });
  await sellAbroad(shop, { country: "DE" });
  const settings = await readSettings(shop.db);
  await saveSettings(shop, { ...settings, companies: "on", ...changes }, { original: settings, actor });
  await shop.refreshSettings();
  await importRecords(shop.db, [catalogRecord({ price: 125, stock: 90 })]);
  const uid = await registerVerified(shop);
  const customer = { userId: uid, network: "192.0.2.1", email: "ada@example.com" };
  const to = { country: "SE", zipCode: "111 20", company: "Lovelace Engines AB", vatNumber };
  const order = (cents: number, more = {}) => {
    const line = { id: "coffee", quantity: 2, priceCents: cents, ...(cents !== 12_500 && { catalogCents: 12_500 }) };
    const values = { ...orderOf([]), ...to, lines: [line], ...more };
    return checkOut(shop, customer as never, { values });
  };
  return { shop, vies, uid, order, readMails };
}

forEachEngine((_, engine) => {
  test("a company with a valid VAT number in another country of the EU pays no VAT, and its invoice says why", async () => {
    const { shop, vies, uid, order } = await openSeller(engine);
    expect(await quoteVatCountry(shop, uid, { country: "SE", vatNumber })).toBe("SE");
    const answer = await order(10_000);
    const number = (answer as { orderNumber: string }).orderNumber;
    const placed = await readOrder(shop.db, number);
    expect(placed).toMatchObject({ vatKind: "reverseCharge", vatCents: 0, totalCents: 20_000 });
    expect(placed).toMatchObject({ company: "Lovelace Engines AB", vatNumber: "SE556188840401" });
    const [invoice] = await readDocuments(shop.db, number);
    const { buyer, seller, notes } = describeDocument(invoice as never, shop.settings.locale);
    expect(buyer).toEqual(expect.arrayContaining(["Lovelace Engines AB", "VAT number SE556188840401"]));
    expect(seller).toContain("VAT number DE 136695976");
    expect(notes[0]).toMatch(/^Reverse charge/);
    expect(await readVatChecks(shop.db, placed as never)).toMatchObject([
      { answer: "valid", consultation: "WAPIAAAAZZZ", name: "Lovelace Engines AB" },
    ]);
    // Once for the quote; the order and a second one take the kept answer.
    expect(await order(10_000)).toHaveProperty("orderNumber");
    expect(vies.asked).toEqual([
      {
        ...{ countryCode: "SE", vatNumber: "556188840401" },
        ...{ requesterMemberStateCode: "DE", requesterNumber: "136695976" },
      },
    ]);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("a number without its country's letters is one of the billing address, in prices and orders", async () => {
    const { shop, uid, order } = await openSeller(engine);
    const typed = "556188-8404-01";
    const elsewhere = { deliveryAddress: "Kongens Nytorv 1", deliveryCountry: "DE", deliveryZipCode: "10115" };
    const posted = { country: "SE", zipCode: "111 20", vatNumber: typed };
    expect(await quoteVatCountry(shop, uid, vatArea({ ...posted, ...elsewhere }))).toBe("SE");
    expect(await quoteVatCountry(shop, uid, { country: "DE", vatNumber: typed })).toBeUndefined();
    const placed = await order(12_500, { ...elsewhere, recipientName: "Ada", vatNumber: typed });
    expect(await readOrder(shop.db, (placed as { orderNumber: string }).orderNumber)).toMatchObject({
      vatNumber: "SE556188840401",
    });
  });

  test("a VAT number that the register doesn't have is refused at its field", async () => {
    const { vies, order } = await openSeller(engine);
    vies.mode = "invalid";
    expect(await order(12_500)).toMatchObject({
      refusal: { reason: "invalid", errors: { vatNumber: expect.any(String) } },
    });
    const typo = await order(12_500, { vatNumber: "SE556188840402" });
    expect(typo).toMatchObject({
      refusal: { errors: { vatNumber: "Enter a valid VAT number, with its country's letters" } },
    });
    expect(vies.asked).toHaveLength(1);
  });

  test("an order that can't be checked has VAT, and the owner is told once the register answers", async () => {
    const { shop, vies, order, readMails } = await openSeller(engine);
    vies.mode = "busy";
    expect(await order(10_000)).toMatchObject({ outcome: "outdated" });
    const number = ((await order(12_500)) as { orderNumber: string }).orderNumber;
    const placed = await readOrder(shop.db, number);
    expect(placed).toMatchObject({ vatKind: null, vatCents: 5_000 });
    const checks = () => readVatChecks(shop.db, placed as never);
    expect(await checks()).toMatchObject([{ answer: "unavailable", problem: "MS_MAX_CONCURRENT_REQ" }]);
    vies.mode = "valid";
    await shop.jobs.runKey("vatChecks", number);
    expect((await checks()).at(-1)).toMatchObject({ answer: "valid", consultation: "WAPIAAAAZZZ" });
    expect((await readOrder(shop.db, number))?.events.at(-1)).toMatchObject({
      step: "noted",
      actor: { type: "system" },
    });
    await sendDueMails(shop);
    const subjects = (await readMails()).map(({ subject }) => subject);
    expect(subjects).toContain(`The VAT number of order ${number} is valid`);
  });
});

test.for(["silent", "mistaken", "page", "away", "endless"] as const)(
  "a register that is %s doesn't stop a sale, and its owner may accept the number's form",
  async (mode) => {
    const { shop, vies, order } = await openSeller("sqlite", { uncheckedVatNumbers: "on" });
    vies.mode = mode;
    const number = ((await order(10_000)) as { orderNumber: string }).orderNumber;
    expect(await readOrder(shop.db, number)).toMatchObject({ vatKind: "reverseCharge", totalCents: 20_000 });
  },
);
