import type { Area } from "../delivery/delivery-option.ts";
import { isInPostcodes } from "../delivery/postcode-rules.ts";

/** The members of the EU (https://european-union.europa.eu/principles-countries-history/eu-countries_en). */
export const euCountries: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** Northern Ireland, which is in the EU's VAT area for goods (Protocol on Ireland/Northern Ireland, now the Windsor Framework, Article 8). */
export const northernIreland = "XI";

/**
 * Countries whose goods are taxed as another's. Monaco: Directive 2006/112/EC, Article 7. The Isle of Man: Isle of Man Act 1979, section 6. Liechtenstein:
 * its treaty with Switzerland about VAT of 28 October 1994 (SR 0.641.295.142).
 */
const taxedAs: Record<string, string> = { MC: "FR", IM: "GB", LI: "CH" };

/**
 * Postcodes of what a country has outside its VAT area, or what others write with its name. The EU's: Directive 2006/112/EC, Article 6, and the
 * Commission's list (https://taxation-customs.ec.europa.eu/territorial-status-eu-countries-and-certain-territories_en), with the postcodes of
 * https://github.com/ibericode/vat-rates where it has them. Territories that have a country code of their own, such as Åland's AX, are other countries
 * anyway.
 */
const outside: Record<string, string[]> = {
  // Samnaun: Mehrwertsteuergesetz (SR 641.20), Article 4.
  CH: ["7562", "7563"],
  // Heligoland. Büsingen is below.
  DE: ["27498"],
  // The Faroe Islands and Greenland.
  DK: ["100-970", "3900-3992"],
  // The Canary Islands (35, 38), Ceuta and Melilla.
  ES: ["35*", "38*", "51*", "52*"],
  // Åland.
  FI: ["22*"],
  // The overseas departments and territories. 980 is Monaco, which is taxed as France.
  FR: ["971*", "972*", "973*", "974*", "975*", "976*", "977*", "978*", "984*", "986*", "987*", "988*"],
  // Jersey, Guernsey (https://www.gov.uk/hmrc-internal-manuals/vat-place-of-supply-goods/vatposg2300) and Gibraltar.
  GB: ["JE*", "GY*", "GX11*"],
  // Mount Athos.
  GR: ["63086"],
  // Livigno, Campione d'Italia, San Marino and the Vatican.
  IT: ["23041", "22061", "47890-47899", "00120"],
  // Jan Mayen and Svalbard: merverdiavgiftsloven § 1-2.
  NO: ["8099", "9170-9179"],
};

/** Büsingen is in Switzerland's VAT area (Treaty of 23 November 1964, SR 0.631.112.136, Article 2; Mehrwertsteuergesetz, Article 3). */
const busingen = { country: "DE", postcodes: ["78266"], taxedAs: "CH" };

/** Whose VAT a delivery may have. @property country undefined outside all VAT areas, such as on the Canary Islands */
export interface VatPlace {
  country: string | undefined;
  isEu: boolean;
}

/** Finds whose VAT area an address is in. @param area its country is an ISO 3166 code */
export function vatPlaceOf({ country, zipCode }: Area & { country: string }): VatPlace {
  if (zipCode && isInPostcodes(zipCode, outside[country] ?? [])) return { country: undefined, isEu: false };
  if (zipCode && country === busingen.country && isInPostcodes(zipCode, busingen.postcodes))
    return { country: busingen.taxedAs, isEu: false };
  if (country === "GB" && zipCode && /^\s*BT/i.test(zipCode)) return { country: northernIreland, isEu: true };
  const taxed = taxedAs[country] ?? country;
  return { country: taxed, isEu: isInEuVatArea(taxed) };
}

/** Whether goods there are in the EU's VAT area. @param country by `vatPlaceOf`, or a seller's own */
export function isInEuVatArea(country: string) {
  return euCountries.includes(country) || country === northernIreland;
}

/** The country whose rates apply at a place. */
export function ratesCountry(country: string) {
  return country === northernIreland ? "GB" : country;
}
