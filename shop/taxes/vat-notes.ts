import type { VatKind, VatScheme } from "#database/schema.ts";
import { countryOf } from "../values/countries.ts";
import type { Taxes } from "./taxes.ts";
import { northernIreland, vatPlaceOf } from "./vat-area.ts";

/** What of an order decides what its invoice says about its VAT. */
export interface VatFacts {
  vatKind: VatKind | null;
  vatScheme: VatScheme | null;
  country: string | null;
  zipCode: string | null;
}

const zeroRated = "Export, zero-rated: section 30(6) of the Value Added Tax Act 1994";
const exportReasons: Record<string, string> = {
  NO: "Export, exempt from VAT: merverdiavgiftsloven § 6-21",
  CH: "Export, exempt from VAT: Article 23 of the Swiss VAT Act (MWSTG)",
  LI: "Export, exempt from VAT: Article 23 of the Liechtenstein VAT Act (MWSTG)",
  GB: zeroRated,
  [northernIreland]: zeroRated,
  IM: zeroRated,
};
/** The Canary Islands and other parts of members are outside the area too. */
const exportFromEu = "Export outside the EU's VAT area: Article 146 of Directive 2006/112/EC";
/** The words that Article 226 (11a) of the directive asks for, and the exemption. */
const reverseChargeNote = "Reverse charge: intra-Community supply, Article 138 of Directive 2006/112/EC";
const exportFromElsewhere = "Export, exempt from VAT";

/** What an invoice says about VAT that isn't the seller's own: whose it is and how it is declared, or why there is none. */
export function vatNotesOf({ abroad }: Taxes, { vatKind, vatScheme, country, zipCode }: VatFacts): string[] {
  if (vatKind === "export") return [abroad?.exportNote || usualExportReason(abroad?.country)];
  if (vatKind === "reverseCharge") return [reverseChargeNote];
  if (vatKind !== "destination" || country === null) return [];
  const { country: taxed = country } = vatPlaceOf({ country, zipCode: zipCode ?? undefined });
  const name = nameOf(taxed);
  const number = abroad?.countries.get(taxed)?.registrationNumber;
  const ways: Record<VatScheme, string> = {
    oss: ", One Stop Shop (Union scheme)",
    ioss: `, Import One Stop Shop${abroad?.ioss ? ` ${abroad.ioss.number}` : ""}`,
    local: number ? `, VAT number ${number}` : "",
  };
  return [`VAT of ${name}${vatScheme ? ways[vatScheme] : ""}`];
}

/** Why a seller's exports have no VAT. @param country the seller's */
export function usualExportReason(country: string | undefined) {
  if (!country) return exportFromElsewhere;
  return exportReasons[country] ?? (vatPlaceOf({ country }).isEu ? exportFromEu : exportFromElsewhere);
}

/** A country's name, as documents and bookkeeping have it. */
export function nameOf(country: string) {
  return country === northernIreland ? "Northern Ireland" : (countryOf(country)?.name ?? country);
}

/** Sorts countries as lists that show their names do. */
export function compareCountries(one: string, other: string) {
  return nameOf(one).localeCompare(nameOf(other), "en");
}
