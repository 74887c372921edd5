import { expect, test } from "vitest";
import { buildCreditNote, buildInvoice } from "./build-document.ts";
import { describeDocument } from "./describe-document.ts";

const empty = { organisationNumber: "", vatNumber: "", email: "", phone: "" };
const source = {
  orderNumber: "ABCDEFGHIJ",
  orderedOn: "2026-11-22",
  seller: { ...empty, name: "Brygga", address: "Bryggen 1\nBergen", vatNumber: "999 MVA" },
  buyer: { name: "Kari Nordmann", email: "kari@example.com", address: "Storgata 5\r\n\r\nOslo" },
  currency: "NOK",
  lines: [{ title: "Coffee\r\n beans", quantity: 2, priceCents: 11_500, vatBasisPoints: 1500 }],
  ...{ discountCents: 2300, discountCode: "SPRING", deliveryCents: 0, deliveryName: "Pickup" },
};
const invoice = { kind: "invoice", number: "2026-0001", ...buildInvoice(source, "2026-11-23") } as const;

test("an invoice says who sold what to whom, with its delivery option, also a free one", () => {
  const { seller, buyer, facts, lines, sums, vat } = describeDocument(invoice, "en");
  expect(seller).toEqual(["Brygga", "Bryggen 1", "Bergen", "VAT number 999 MVA"]);
  expect(buyer).toEqual(["Kari Nordmann", "Storgata 5", "Oslo", "kari@example.com"]);
  expect(facts).toContainEqual(["Payment", "Paid"]);
  expect(lines).toEqual([
    {
      title: "Coffee beans",
      variant: "",
      quantity: "2",
      price: "kr\u00a0115.00",
      vat: "15%",
      amount: "kr\u00a0230.00",
    },
  ]);
  expect(sums).toEqual([
    ["Subtotal", "kr\u00a0230.00"],
    ["Discount (SPRING)", "−kr\u00a023.00"],
    ["Shipping (Pickup)", "kr\u00a00.00"],
    ["Net", "kr\u00a0180.00"],
    ["VAT", "kr\u00a027.00"],
    ["Total", "kr\u00a0207.00"],
  ]);
  const parcel = { ...source, deliveryCents: 11_500 };
  const sent = { ...invoice, ...buildInvoice(parcel, "2026-11-23") };
  expect(describeDocument(sent, "en").sums).toContainEqual(["Shipping (Pickup), 15% VAT", "kr\u00a0115.00"]);
  const mixed = [...source.lines, { title: "Cup", quantity: 1, priceCents: 100, vatBasisPoints: 2500 }];
  const both = { ...invoice, ...buildInvoice({ ...parcel, lines: mixed }, "2026-11-23") };
  expect(describeDocument(both, "en").sums).toContainEqual(["Shipping (Pickup), 25% and 15% VAT", "kr\u00a0115.00"]);
  expect(vat).toEqual([{ rate: "15%", net: "kr\u00a0180.00", vat: "kr\u00a027.00", gross: "kr\u00a0207.00" }]);
});

test("an invoice says whose VAT it has or why it has none, and its credit note repeats it", () => {
  const vatNotes = ["Export outside the EU:\nArticle 146"];
  const exported = {
    kind: "invoice",
    number: "2026-0002",
    ...buildInvoice({ ...source, vatNotes }, "2026-11-23"),
  } as const;
  const correction = { issuedOn: "2026-11-24", amountCents: 1150, corrects: "2026-0002", reason: null };
  const note = { kind: "creditNote", number: "C2026-0002", ...buildCreditNote(exported, [], correction) } as const;
  for (const document of [exported, note])
    expect(describeDocument(document, "en").notes).toEqual(["Export outside the EU:", "Article 146"]);
  expect(invoice).not.toHaveProperty("vatNotes");
});

test("a credit note says what it corrects and why", () => {
  const correction = {
    issuedOn: "2026-11-24",
    amountCents: 1150,
    corrects: "2026-0001",
    reason: "A dent\n and a  scratch",
  };
  const note = { kind: "creditNote", number: "C2026-0001", ...buildCreditNote(invoice, [], correction) } as const;
  const { title, facts, lines, sums } = describeDocument(note, "en");
  expect([title, lines]).toEqual(["Credit note C2026-0001", []]);
  expect(facts.slice(-2)).toEqual([
    ["Corrects", "2026-0001"],
    ["Reason", "A dent\nand a scratch"],
  ]);
  expect(sums).toEqual([
    ["Net", "kr\u00a010.00"],
    ["VAT", "kr\u00a01.50"],
    ["Total credited", "kr\u00a011.50"],
  ]);
});
