import type { Area } from "../delivery/delivery-option.ts";
import { isInPostcodes } from "../delivery/postcode-rules.ts";

/** The members of the EU (https://european-union.europa.eu/principles-countries-history/eu-countries_en). */
export const euCountries: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** Northern Ireland, which is in the EU's VAT area for goods (Protocol on Ireland/Northern Ireland, Article 8). */
export const northernIreland = "XI";

/** Countries whose goods are taxed as another's: Directive 2006/112/EC, Article 7, and the treaty of Switzerland and Liechtenstein. */
const taxedAs: Record<string, string> = { MC: "FR", IM: "GB", LI: "CH" };

/**
 * Postcodes of what a country has outside its VAT area. The EU's: Directive 2006/112/EC, Article 6, with the postcodes of
 * https://github.com/ibericode/vat-rates and, for Åland, Posti. Norway's: merverdiavgiftsloven § 1-2, with the postcodes of Posten. Territories that
 * have a country code of their own, such as Åland's AX, are other countries anyway.
 */
const outside: Record<string, string[]> = {
  DE: ["78266", "27498"],
  ES: ["35*", "38*", "51*", "52*"],
  FI: ["22*"],
  FR: ["971*", "972*", "973*", "974*", "975*", "976*", "977*", "978*", "986*", "987*", "988*"],
  GR: ["63086"],
  IT: ["23041", "22061"],
  NO: ["8099", "9170-9179"],
};

/** Whose VAT a delivery may have. @property country undefined outside all VAT areas, such as on the Canary Islands */
export interface VatPlace {
  country: string | undefined;
  isEu: boolean;
}

/** Finds whose VAT area an address is in. @param area its country is an ISO 3166 code */
export function vatPlaceOf({ country, zipCode }: Area & { country: string }): VatPlace {
  if (zipCode && isInPostcodes(zipCode, outside[country] ?? [])) return { country: undefined, isEu: false };
  if (country === "GB" && zipCode && /^\s*BT/i.test(zipCode)) return { country: northernIreland, isEu: true };
  const taxed = taxedAs[country] ?? country;
  return { country: taxed, isEu: euCountries.includes(taxed) };
}

/** The country whose rates apply at a place. */
export function ratesCountry(country: string) {
  return country === northernIreland ? "GB" : country;
}
