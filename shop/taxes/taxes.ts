import type { Database } from "#database/connect.ts";
import { readSettingsRow } from "#database/settings-rows.ts";
import { slugOf } from "../text/slug.ts";
import { newTaxes, rateNumbers, type TaxFields } from "./tax-form.ts";
import type { BasisPoints } from "./vat.ts";

/** In the table `settings`. */
export const taxesKey = "taxes";

/** A VAT rate from a day on. A rate that changed has several. */
export interface VatRate {
  /** What products name it by: made from its name. */
  id: string;
  name: string;
  basisPoints: BasisPoints;
  /** YYYY-MM-DD */
  validFrom: string;
}

/** What owners have set up about VAT. */
export interface Taxes {
  /** Whether the seller is registered for VAT: only then is there any. */
  isRegistered: boolean;
  /** Whether paid orders get an invoice: always once the seller is registered. */
  issuesInvoices: boolean;
  /** "" for none */
  registrationNumber: string;
  /** In the owner's order; the first one is the standard rate. */
  rates: VatRate[];
  /** Where the seller is registered, an ISO 3166 code, or XI for Northern Ireland; undefined until they say it. */
  country?: string;
  /** Whether invoices that say their VAT in another currency have the European Central Bank's rates. */
  usesEcbRates?: boolean;
  /** undefined while all orders have the seller's own VAT. */
  abroad?: TaxesAbroad;
}

/** How sales to other countries are taxed. Amounts are cents. */
export interface TaxesAbroad {
  /** The seller's own, an ISO 3166 code, or XI for Northern Ireland. */
  country: string;
  /** Why exports have no VAT, as invoices say it; "" for the usual text. */
  exportNote: string;
  /** Whether a seller in the EU charges consumers there their own country's VAT. */
  usesOss: boolean;
  /** The registration for the VAT of goods that come into the EU. @property mostCents what the goods of an order may cost; null for any */
  ioss?: { number: string; mostCents: number | null };
  /** Whether prices keep what they are without VAT, or what they are with it. */
  pricesFollow: boolean;
  countries: ReadonlyMap<string, VatCountry>;
}

/** The VAT of another country. */
export interface VatCountry {
  /** Whether the seller is registered there. */
  isRegistered: boolean;
  registrationNumber: string;
  /** What the goods of an order may cost to have this VAT; null for any amount. */
  mostCents: number | null;
  /** For the products of each of the seller's own rates; "" is the standard rate, the first one. */
  rates: VatRate[];
}

/** What the saved form means. */
export function toTaxes(form: TaxFields): Taxes {
  const rates = rateNumbers.flatMap((number) => {
    const name = form[`name${number}`];
    if (!name) return [];
    const basisPoints = Math.round(Number(form[`percent${number}`]) * 100);
    return { id: slugOf(name), name, basisPoints, validFrom: form[`validFrom${number}`] };
  });
  const isRegistered = Boolean(form.registered);
  const issuesInvoices = isRegistered || Boolean(form.invoices);
  return { isRegistered, issuesInvoices, registrationNumber: form.registrationNumber, rates };
}

/**
 * The rate of a product on a day: the latest that is valid by then. Before its first day, a rate applies as it begins.
 *
 * @param id undefined, null or unknown: the standard rate
 * @returns null while the seller isn't registered
 */
export function rateOn({ isRegistered, rates }: Taxes, id: string | null | undefined, day: string): BasisPoints | null {
  if (!isRegistered) return null;
  const named = rates.filter((rate) => rate.id === id);
  const ofRate = named.length > 0 ? named : rates.filter((rate) => rate.id === rates[0]?.id);
  const [first, ...later] = ofRate.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1));
  return (later.findLast(({ validFrom }) => validFrom <= day) ?? first)?.basisPoints ?? null;
}

/** The rates that a product may name, each once. */
export function rateChoices({ rates }: Taxes) {
  return [...new Map(rates.map(({ id, name }) => [id, { id, name }])).values()];
}

/** Reads the saved form. */
export async function readTaxForm(db: Database): Promise<TaxFields> {
  return parseTaxForm(await readSettingsRow(db, taxesKey));
}

/** Whether the owner has set up taxes, if only to say that they aren't registered. */
export async function areTaxesSaved(db: Database) {
  return (await readSettingsRow(db, taxesKey)) !== undefined;
}

/** Parses the saved form. Fields that an older version didn't have are empty. */
export function parseTaxForm(saved: string | undefined): TaxFields {
  return saved ? { ...newTaxes, ...JSON.parse(saved) } : newTaxes;
}
