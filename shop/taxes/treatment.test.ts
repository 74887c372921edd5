import fc from "fast-check";
import { expect, test } from "vitest";
import { missingCents } from "../discounts/discount.ts";
import { addUp, calculateSums, calculateVat, withDiscounts } from "../orders/sums.ts";
import { newTaxes } from "./tax-form.ts";
import { type Taxes, type TaxesAbroad, toTaxes, type VatCountry } from "./taxes.ts";
import { type Destination, decideVat, pricesAt } from "./treatment.ts";

const day = "2026-11-26";
const britain: VatCountry = {
  ...{ isRegistered: true, registrationNumber: "GB 123 4567 89", mostCents: 160_000 },
  rates: [{ id: "", name: "", basisPoints: 2000, validFrom: "" }],
};
const germany: VatCountry = {
  ...{ isRegistered: false, registrationNumber: "", mostCents: null },
  rates: [
    { id: "", name: "", basisPoints: 1900, validFrom: "" },
    { id: "food", name: "", basisPoints: 700, validFrom: "" },
  ],
};

function sellerIn(country: string, changes: Partial<TaxesAbroad> = {}): Taxes {
  const abroad = { country, exportNote: "", usesOss: false, pricesFollow: false, countries: new Map(), ...changes };
  const food = { name2: "Food", percent2: "15", validFrom2: "2012-01-01" };
  return { ...toTaxes({ ...newTaxes, ...food, registered: "on" }), abroad };
}

const countries = new Map([["DE", germany]]);
const registered = new Map([["GB", britain]]);
const ioss = { number: "IM5780000000", mostCents: 187_500 };

test.each<
  [seller: string, changes: Partial<TaxesAbroad>, to: Destination, kind: unknown, scheme: unknown, rates: number[]]
>([
  ["NO", {}, {}, null, null, [2500, 1500]],
  ["NO", {}, { country: "NO", zipCode: "0155" }, null, null, [2500, 1500]],
  ["NO", {}, { country: "NO", zipCode: "9170" }, "export", null, [0, 0]],
  ["NO", {}, { country: "SJ", zipCode: "9170" }, "export", null, [0, 0]],
  ["NO", {}, { country: "SE", zipCode: "111 20" }, "export", null, [0, 0]],
  ["NO", {}, { country: "SE", isPickup: true }, null, null, [2500, 1500]],
  ["NO", { usesOss: true }, { country: "SE" }, "export", null, [0, 0]],
  ["NO", { ioss }, { country: "SE", goodsCents: 187_500 }, "destination", "ioss", [2500, 2500]],
  ["NO", { ioss, countries }, { country: "DE" }, "destination", "ioss", [1900, 700]],
  ["NO", { ioss }, { country: "SE", goodsCents: 187_501 }, "export", null, [0, 0]],
  ["NO", { ioss }, { country: "FI", zipCode: "22100" }, "export", null, [0, 0]],
  ["NO", { ioss }, { country: "US" }, "export", null, [0, 0]],
  ["NO", { countries: registered }, { country: "GB", zipCode: "SW1A 1AA" }, "destination", "local", [2000, 2000]],
  ["NO", { countries: registered }, { country: "IM" }, "destination", "local", [2000, 2000]],
  ["NO", { countries: registered }, { country: "GB", goodsCents: 160_001 }, "export", null, [0, 0]],
  ["NO", { countries: registered }, { country: "GB", zipCode: "BT1 5GS" }, "export", null, [0, 0]],
  ["SE", {}, { country: "DE" }, null, null, [2500, 1500]],
  ["SE", { usesOss: true }, { country: "DE" }, "destination", "oss", [1900, 1900]],
  ["SE", { usesOss: true, countries }, { country: "DE" }, "destination", "oss", [1900, 700]],
  ["SE", { usesOss: true, countries }, { country: "DE", zipCode: "78266" }, "export", null, [0, 0]],
  ["SE", { usesOss: true }, { country: "ES", zipCode: "35001" }, "export", null, [0, 0]],
  ["SE", { usesOss: true }, { country: "IT", zipCode: "23041" }, "export", null, [0, 0]],
  ["SE", { usesOss: true }, { country: "MC" }, "destination", "oss", [2000, 2000]],
  [
    "SE",
    { usesOss: true, countries: registered },
    { country: "GB", zipCode: "bt15gs" },
    "destination",
    "oss",
    [2000, 2000],
  ],
  ["SE", {}, { country: "GB", zipCode: "BT1 5GS" }, null, null, [2500, 1500]],
  ["SE", {}, { country: "GB", zipCode: "SW1A 1AA" }, "export", null, [0, 0]],
  ["SE", {}, { country: "NO" }, "export", null, [0, 0]],
  ["DE", { usesOss: true }, { country: "DE", zipCode: "78266" }, "export", null, [0, 0]],
  ["FR", { usesOss: true }, { country: "MC" }, null, null, [2500, 1500]],
  ["GB", {}, { country: "GB", zipCode: "BT1 5GS" }, null, null, [2500, 1500]],
  ["GB", {}, { country: "IE" }, "export", null, [0, 0]],
  ["XI", {}, { country: "GB", zipCode: "BT1 5GS" }, null, null, [2500, 1500]],
  ["XI", { usesOss: true }, { country: "GB", zipCode: "SW1A 1AA" }, null, null, [2500, 1500]],
  ["XI", { usesOss: true }, { country: "IM" }, null, null, [2500, 1500]],
  ["XI", { usesOss: true, countries }, { country: "DE" }, "destination", "oss", [1900, 700]],
  ["XI", {}, { country: "IE" }, null, null, [2500, 1500]],
  ["XI", {}, { country: "IE", vatCountry: "XI" }, null, null, [2500, 1500]],
  ["XI", { ioss }, { country: "NO" }, "export", null, [0, 0]],
])("a seller in %s with %o who sends to %o", (seller, changes, to, kind, scheme, rates) => {
  const taxes = sellerIn(seller, changes);
  const treatment = decideVat(taxes, to);
  expect(treatment).toMatchObject({ kind, scheme });
  const priceOf = pricesAt(taxes, treatment, day);
  const prices = [null, "food"].map((vatRate) => priceOf({ priceCents: 10_000, vatRate }));
  expect(prices.map(({ vatBasisPoints }) => vatBasisPoints)).toEqual(rates);
  expect(prices.map(({ priceCents }) => priceCents)).toEqual([10_000, 10_000]);
});

test.each(["SE", "XI"])(
  "a seller in %s charges no VAT to a buyer who is registered in another part of the EU",
  (seller) => {
    const taxes = sellerIn(seller, { usesOss: true });
    expect(decideVat(taxes, { country: "IE", vatCountry: "IE" })).toMatchObject({
      kind: "reverseCharge",
      scheme: null,
    });
    expect(decideVat(taxes, { country: "GB", vatCountry: "IE" }).kind).toBe(seller === "XI" ? null : "export");
  },
);

test("no VAT is decided while the seller isn't registered, or taxes nothing by destination", () => {
  const { abroad, ...taxes } = sellerIn("NO");
  expect(decideVat(taxes, { country: "SE" }).kind).toBeNull();
  expect(decideVat({ ...taxes, abroad, isRegistered: false } as Taxes, { country: "SE" }).kind).toBeNull();
});

test("prices that follow the country keep what they are without VAT", () => {
  const taxes = sellerIn("NO", { ioss: { number: "IM1", mostCents: null }, countries, pricesFollow: true });
  const to = (country: string) =>
    pricesAt(taxes, decideVat(taxes, { country }), day)({ priceCents: 12_500, vatRate: null });
  expect(to("DE")).toEqual({
    priceCents: 11_900,
    vatBasisPoints: 1900,
    vatKind: "destination",
    home: { priceCents: 12_500, vatBasisPoints: 2500 },
    deliveryFactor: [11_900, 12_500],
  });
  expect(to("US")).toMatchObject({ priceCents: 10_000, vatBasisPoints: 0 });
  expect(to("SE")).toMatchObject({ priceCents: 12_500, vatBasisPoints: 2500 });
  expect(to("NO")).toEqual({ priceCents: 12_500, vatBasisPoints: 2500 });
});

test("delivery costs the same in a country whatever is in the cart", () => {
  const taxes = sellerIn("NO", { ioss: { number: "IM1", mostCents: null }, countries, pricesFollow: true });
  const delivery = { priceCents: 9900, freeFromCents: null, days: 3 };
  const product = fc.record({ priceCents: fc.nat({ max: 300_000 }), vatRate: fc.constantFrom(null, "food") });
  const carts = fc.array(product, { minLength: 1, maxLength: 5 });
  // 99 × 119 / 125, 99 / 125 × 100
  for (const [country, cents] of Object.entries({ NO: 9900, DE: 9425, US: 7920 })) {
    const priceOf = pricesAt(taxes, decideVat(taxes, { country }), day);
    const costOf = (cart: { priceCents: number; vatRate: string | null }[]) =>
      calculateSums(
        cart.map((each) => ({ quantity: 3, ...priceOf(each) })),
        { delivery },
      ).deliveryCents;
    fc.assert(fc.property(carts, (cart) => costOf(cart) === cents));
  }
});

test("a discount is what the customer pays less, and amounts are reached at the shop's prices or the country's", () => {
  const taxes = sellerIn("NO", {
    countries,
    usesOss: true,
    ioss: { number: "IM1", mostCents: null },
    pricesFollow: true,
  });
  const delivery = { priceCents: 6250, freeFromCents: 25_000, days: 3 };
  const amount = { code: "LESS", kind: "amount", value: 2500, minimumCents: 25_000, category: null } as const;
  const lineTo = (country: string, vatRate: string | null = null) => {
    const priceOf = pricesAt(taxes, decideVat(taxes, { country }), day);
    return { id: "mug", quantity: 2, ...priceOf({ priceCents: 12_500, vatRate }) };
  };
  expect(calculateSums([lineTo("US")], { delivery, discount: amount })).toEqual({
    ...{ subtotalCents: 20_000, discountCents: 2500, deliveryCents: 5000, vatCents: 0, totalCents: 22_500 },
  });
  expect(calculateSums([lineTo("US")], { delivery }).deliveryCents).toBe(0);
  const third = { ...amount, kind: "percent", value: 3333 } as const;
  expect(calculateSums([lineTo("US")], { discount: third }).discountCents).toBe(6666);
  // Food has 15 % VAT at home and Sweden's standard rate of 25 %: it costs 135.87 there.
  const dearer = { minimumCents: 27_000 };
  expect(missingCents([lineTo("NO", "food")], dearer)).toBe(2000);
  expect(missingCents([lineTo("SE", "food")], dearer)).toBe(0);
  expect(missingCents([lineTo("US", "food")], dearer)).toBe(2000);
});

test("in any country, sums add up, discounts are at most their lines, and what is free stays free", () => {
  const product = fc.record({
    priceCents: fc.nat({ max: 300_000 }),
    quantity: fc.integer({ min: 1, max: 30 }),
    vatRate: fc.constantFrom(null, "food"),
  });
  const value = fc.nat({ max: 10_000 });
  fc.assert(
    fc.property(
      fc.array(product, { minLength: 1, maxLength: 8 }),
      fc.constantFrom("NO", "DE", "US"),
      fc.boolean(),
      fc.constantFrom("percent" as const, "amount" as const),
      value,
      value,
      (products, country, pricesFollow, kind, off, priceCents) => {
        const taxes = sellerIn("NO", { ioss: { number: "IM1", mostCents: null }, countries, pricesFollow });
        const priceOf = pricesAt(taxes, decideVat(taxes, { country }), day);
        const lines = products.map((each, index) => ({ id: String(index), quantity: each.quantity, ...priceOf(each) }));
        const discount = { code: "X", kind, value: off, minimumCents: 0, category: null };
        const terms = { discount, delivery: { priceCents, freeFromCents: null, days: 3 } };
        const sums = calculateSums(lines, terms);
        const discounted = withDiscounts(lines, discount);
        for (const { discountCents, priceCents, quantity } of discounted) {
          expect(discountCents).toBeGreaterThanOrEqual(0);
          expect(discountCents).toBeLessThanOrEqual(priceCents * quantity);
        }
        expect(addUp(discounted, sums)).toEqual(sums);
        const groups = calculateVat(lines, terms);
        expect(groups.reduce((sum, { grossCents }) => sum + grossCents, 0)).toBe(sums.totalCents);
        if (kind === "percent" && off === 10_000) expect(sums.discountCents).toBe(sums.subtotalCents);
        if (country === "US") expect(sums.vatCents).toBe(0);
        if (!pricesFollow)
          expect(sums.totalCents).toBe(
            calculateSums(
              lines.map(({ home: _, ...line }) => line),
              terms,
            ).totalCents,
          );
      },
    ),
  );
});
