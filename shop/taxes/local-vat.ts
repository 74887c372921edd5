import type { Currency } from "../values/currencies.ts";
import { convertCents } from "./convert-cents.ts";
import { type VatGroup, vatCentsOf } from "./vat.ts";

/** By what a document's VAT is in another currency: one of `base` is worth both. Rates are decimal numbers with a point. */
export interface ExchangeRate {
  base: Currency;
  /** In the document's currency. */
  documentRate: string;
  /** In the currency of the VAT's country. */
  vatRate: string;
  /** The day from which it is valid, or on which it was published, `YYYY-MM-DD`. */
  validFrom: string;
  source: "ecb" | "typed";
}

/** The currency of the country whose VAT a document has. @property rate undefined while the shop has none */
export interface VatCurrency {
  currency: Currency;
  rate?: ExchangeRate;
}

/** A document's VAT in the currency of its country. See docs/decisions/0360. */
export interface LocalVat extends VatCurrency {
  /** One for each rate of VAT; none without an exchange rate. */
  vat: VatGroup[];
  vatCents: number;
}

/** What a document's VAT is made from. */
interface Taxed {
  currency: Currency;
  vat: VatGroup[];
}

/** A part of a sale that was credited before. */
export type CreditedPart = Pick<Taxed, "vat"> & { localVat?: LocalVat };

/**
 * A document's VAT in the currency of its country. The parts of a sale are rounded together, so that all credit notes of an invoice add up to it.
 *
 * @param earlier what was credited of the same sale before
 */
export function localVatOf({ currency, vat }: Taxed, vatCurrency: VatCurrency, earlier: CreditedPart[] = []): LocalVat {
  const { rate } = vatCurrency;
  if (!rate) return { currency: vatCurrency.currency, vat: [], vatCents: 0 };
  const convert = (cents: number) =>
    convertCents(cents, { currency, rate: rate.documentRate }, { currency: vatCurrency.currency, rate: rate.vatRate });
  const groups = vat.map(({ basisPoints, ...group }) => {
    const next = (amount: "netCents" | "vatCents") => {
      const parts = earlier.map((part) => amountsAt(part, { basisPoints, amount, convert }));
      const before = parts.reduce((sum, { cents }) => sum + cents, 0);
      return convert(before + group[amount]) - parts.reduce((sum, { localCents }) => sum + localCents, 0);
    };
    const [netCents, vatCents] = [next("netCents"), next("vatCents")];
    return { basisPoints, grossCents: netCents + vatCents, netCents, vatCents };
  });
  return { currency: vatCurrency.currency, rate, vat: groups, vatCents: vatCentsOf(groups) };
}

/** An amount of an earlier part at a rate, in both currencies. Parts without an exchange rate have the one that is known now. */
function amountsAt(
  { vat, localVat }: CreditedPart,
  {
    basisPoints,
    amount,
    convert,
  }: {
    basisPoints: number;
    amount: "netCents" | "vatCents";
    convert: (cents: number) => number;
  },
) {
  const inGroups = (groups: VatGroup[]) => groups.find((group) => group.basisPoints === basisPoints)?.[amount] ?? 0;
  const cents = inGroups(vat);
  return { cents, localCents: localVat?.rate ? inGroups(localVat.vat) : convert(cents) };
}
