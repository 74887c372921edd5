import fc from "fast-check";
import { expect, test } from "vitest";
import { sumAtRate, vatWithin } from "../taxes/vat.ts";
import { buildCreditNote, buildInvoice, buildReversal, type DocumentSource } from "./build-document.ts";

const seller = {
  name: "Brygga",
  address: "Bryggen 1",
  organisationNumber: "999",
  vatNumber: "999 MVA",
  email: "",
  phone: "",
};
const buyer = { name: "Kari Nordmann", email: "kari@example.com", address: "Storgata 5 B, Oslo, 0155, Norway" };
const head = { orderNumber: "ABCDEFGHIJ", orderedOn: "2026-11-22", seller, buyer, currency: "NOK" };
const day = "2026-11-23";
const sumOf = (cents: number[]) => cents.reduce((sum, some) => sum + some, 0);

const source = fc
  .record({
    lines: fc.array(
      fc.record({
        title: fc.string(),
        quantity: fc.integer({ min: 1, max: 20 }),
        priceCents: fc.nat({ max: 1_000_000 }),
        vatBasisPoints: fc.constantFrom(2500, 1500, 1200, 0),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    deliveryCents: fc.nat({ max: 20_000 }),
    discountPercent: fc.nat({ max: 100 }),
  })
  .map(({ discountPercent, ...order }): DocumentSource => {
    const subtotal = sumOf(order.lines.map(({ priceCents, quantity }) => priceCents * quantity));
    return { ...head, ...order, discountCents: Math.floor((subtotal * discountPercent) / 100) };
  });

test("an invoice has the lines, net, VAT per rate and gross of its order", () => {
  const lines = [
    { title: "Coffee", quantity: 2, priceCents: 11_500, vatBasisPoints: 1500 },
    { title: "Cup", quantity: 1, priceCents: 25_000, vatBasisPoints: 2500 },
  ];
  expect(
    buildInvoice({ ...head, lines, discountCents: 4800, discountCode: "SPRING", deliveryCents: 9600 }, day),
  ).toEqual({
    ...head,
    issuedOn: day,
    lines: [
      { title: "Coffee", quantity: 2, unitCents: 11_500, grossCents: 23_000, basisPoints: 1500 },
      { title: "Cup", quantity: 1, unitCents: 25_000, grossCents: 25_000, basisPoints: 2500 },
    ],
    discountCents: 4800,
    discountCode: "SPRING",
    deliveryCents: 9600,
    vat: [
      { basisPoints: 2500, grossCents: 27_500, netCents: 22_000, vatCents: 5500 },
      { basisPoints: 1500, grossCents: 25_300, netCents: 22_000, vatCents: 3300 },
    ],
    netCents: 44_000,
    vatCents: 8800,
    grossCents: 52_800,
  });
});

test("a seller who isn't registered for VAT invoices without it", () => {
  const lines = [{ title: "Coffee", quantity: 2, priceCents: 500, vatBasisPoints: null }];
  const invoice = buildInvoice({ ...head, lines, discountCents: 0, deliveryCents: 100 }, day);
  expect(invoice).toMatchObject({ vat: [], netCents: 1100, vatCents: 0, grossCents: 1100 });
  const correction = { issuedOn: day, amountCents: 300, corrects: "2026-0001", reason: "A dent" };
  expect(buildCreditNote(invoice, [], correction)).toMatchObject({
    lines: [],
    vat: [],
    netCents: 300,
    grossCents: 300,
  });
});

test("a credit note of items that came back with their delivery has what was paid for each, and the VAT that is left", () => {
  const lines = [
    { title: "Honey", quantity: 1, priceCents: 1295, vatBasisPoints: 1500 },
    { title: "Cup", quantity: 1, priceCents: 2900, vatBasisPoints: 2500 },
  ];
  const invoice = buildInvoice({ ...head, lines, discountCents: 0, deliveryCents: 9950, deliveryName: "Post" }, day);
  const correction = { issuedOn: day, amountCents: 14_145, corrects: "2026-0001", reason: null };
  const note = buildCreditNote(invoice, [], { ...correction, items: invoice.lines, deliveryCents: 9950 });
  const { lines: credited, deliveryCents, deliveryName, vat, vatCents } = invoice;
  expect(note).toMatchObject({ lines: credited, deliveryCents, deliveryName, vat, vatCents, grossCents: 14_145 });
});

/** What an order's owner does next: credits a percentage of what is left, credits an item, or learns that a refund failed. */
const step = fc.oneof(
  fc.record({ percent: fc.nat({ max: 100 }) }),
  fc.record({ line: fc.nat({ max: 11 }), percent: fc.nat({ max: 100 }) }),
  fc.record({ failed: fc.nat({ max: 9 }) }),
);

test("on every document net + VAT = gross; after any refunds, returns and failures a fully credited order is at 0 for each rate", () => {
  fc.assert(
    fc.property(source, fc.array(step, { maxLength: 12 }), (order, steps) => {
      const invoice = buildInvoice(order, day);
      const correction = { issuedOn: day, corrects: "2026-0001", reason: null };
      let notes: ReturnType<typeof buildInvoice>[] = [];
      const documents = [invoice];
      const credit = (percent: number, item?: (typeof invoice.lines)[number]) => {
        const left = invoice.grossCents - sumOf(notes.map(({ grossCents }) => grossCents));
        const amountCents = Math.floor((Math.min(left, item?.grossCents ?? left) * percent) / 100);
        const note = buildCreditNote(invoice, notes, {
          ...correction,
          amountCents,
          items: item ? [{ ...item, grossCents: amountCents }] : [],
        });
        notes = [...notes, note];
        documents.push(note);
      };
      for (const next of steps) {
        if ("failed" in next) {
          const failed = notes[next.failed];
          if (failed) documents.push(buildReversal(invoice, failed, correction));
          notes = notes.filter((note) => note !== failed);
        } else credit(next.percent, "line" in next ? invoice.lines[next.line % invoice.lines.length] : undefined);
      }
      credit(100);
      for (const document of documents) {
        expect(document.netCents + document.vatCents).toBe(document.grossCents);
        expect(sumOf(document.vat.map(({ vatCents }) => vatCents))).toBe(document.vatCents);
        expect(sumOf(document.vat.map(({ grossCents }) => grossCents))).toBe(document.grossCents);
        for (const { grossCents, netCents, vatCents } of document.vat) expect(netCents + vatCents).toBe(grossCents);
      }
      for (const { basisPoints, grossCents, vatCents } of invoice.vat) {
        expect(vatCents).toBe(vatWithin(grossCents, basisPoints));
        expect(
          sumAtRate(
            notes.flatMap(({ vat }) => vat),
            basisPoints,
          ),
        ).toEqual({ grossCents, vatCents });
      }
    }),
  );
});
