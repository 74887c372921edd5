import { expect, test } from "vitest";
import { buildCreditNote, buildInvoice, buildReversal } from "../documents/build-document.ts";
import type { DocumentContent } from "../documents/document.ts";
import { type AuditedDocument, checkDocuments } from "./check-documents.ts";
import type { AuditedOrder } from "./check-order.ts";

const seller = { name: "Brygga", address: "", organisationNumber: "999", vatNumber: "999 MVA", email: "", phone: "" };
const buyer = { name: "Kari Nordmann", email: "kari@example.com", address: "Storgata 5, 0155 Oslo" };
const day = "2026-11-23";
const order = {
  orderNumber: "ABCDEFGHIJ",
  currency: "NOK",
  lines: [{ title: "Tea", quantity: 1, priceCents: 1000, vatBasisPoints: 2500, discountCents: 0 }],
  discountCents: 0,
  discountCode: null,
  deliveryCents: 0,
  deliveryName: null,
};
const invoice = buildInvoice(
  { ...order, orderedOn: day, seller, buyer, discountCode: undefined, deliveryName: undefined },
  day,
);
const correction = { issuedOn: day, corrects: "2026-1", reason: null };

/** Credit notes of these amounts, with the VAT that a version of the shop computed. */
function audit(notes: [grossCents: number, vatCents: number][], failed?: number) {
  const credits = notes.map(([grossCents, vatCents]) => {
    const vat = [{ basisPoints: 2500, grossCents, vatCents, netCents: grossCents - vatCents }];
    const note = buildCreditNote(invoice, [], { ...correction, amountCents: grossCents });
    return { ...note, vat, vatCents, netCents: grossCents - vatCents };
  });
  const contents: DocumentContent[] = [
    { ...invoice, kind: "invoice", number: "2026-1" },
    ...credits.map((note, index) => ({ ...note, kind: "creditNote" as const, number: `C2026-${index + 1}` })),
  ];
  const taken = failed === undefined ? undefined : credits[failed];
  if (taken) {
    const reversal = buildReversal(invoice, taken, { ...correction, corrects: `C2026-${Number(failed) + 1}` });
    contents.push({ ...reversal, kind: "invoice", number: "2026-2" });
  }
  const documents = contents.map(
    (content, index): AuditedDocument => ({ content, orderEvent: index + 1, grossCents: content.grossCents }),
  );
  const events = documents.map(({ orderEvent, content }) => ({
    position: orderEvent,
    step: content.kind === "creditNote" ? "refundedInPart" : orderEvent === 1 ? "paid" : "refundFailed",
    amountCents: content.grossCents,
    wasSettled: content.kind === "invoice" && orderEvent > 1 ? 1 : null,
  }));
  const audited = { order, events, payment: undefined, refunds: [], discountUses: 0 } as unknown as AuditedOrder;
  return checkDocuments(audited, documents).map(({ where, what, expected, found }) => [where, what, expected, found]);
}

test("credit notes that take back an invoice's VAT have no differences, in any parts and after a failed refund", () => {
  expect(
    audit([
      [333, 67],
      [333, 66],
      [334, 67],
    ]),
  ).toEqual([]);
  expect(
    audit(
      [
        [333, 67],
        [333, 66],
      ],
      0,
    ),
  ).toEqual([]);
});

test("credit notes whose VAT was rounded alone differ once the whole invoice is credited", () => {
  expect(
    audit([
      [333, 67],
      [333, 67],
    ]),
  ).toEqual([]);
  expect(
    audit([
      [333, 67],
      [333, 67],
      [334, 67],
    ]),
  ).toEqual([["Order ABCDEFGHIJ", "Credited VAT at 25%", "2.00", "2.01"]]);
});

test("a credit note's VAT that follows from no rounding differs", () => {
  expect(audit([[333, 60]])).toEqual([["Credit note C2026-1", "VAT at 25%", "0.67", "0.60"]]);
});
