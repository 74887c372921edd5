import type { Currency } from "./currencies.ts";
import { byText } from "./locale.ts";

/** The countries of each currency that shares its sign with others (ISO 4217; https://cldr.unicode.org). */
const countriesOf: Record<Currency, string> = {
  ...{ NOK: "NO SJ BV", SEK: "SE", DKK: "DK FO GL", ISK: "IS" },
  USD: "US AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI",
  ...{ CAD: "CA", AUD: "AU CC CX HM KI NF NR TV", NZD: "NZ CK NU PN TK", SGD: "SG", HKD: "HK", TWD: "TW", BND: "BN" },
  ...{ MXN: "MX", ARS: "AR", CLP: "CL", COP: "CO", UYU: "UY", DOP: "DO", CUP: "CU", GYD: "GY", SRD: "SR" },
  ...{ BBD: "BB", BMD: "BM", BSD: "BS", BZD: "BZ", JMD: "JM", KYD: "KY", TTD: "TT", XCD: "AG AI DM GD KN LC MS VC" },
  ...{ FJD: "FJ", SBD: "SB", LRD: "LR", NAD: "NA" },
  ...{ GBP: "GB GG IM JE", FKP: "FK", GIP: "GI", SHP: "SH", SSP: "SS" },
  ...{ JPY: "JP", CNY: "CN" },
  ...{ LKR: "LK", MUR: "MU", NPR: "NP", PKR: "PK" },
};

/** Whether people in a country would mistake an amount for their own money, a different currency with the same sign. */
export function isMistakable(currency: Currency, country: string) {
  const theirs = Object.keys(countriesOf).find((code) => countriesOf[code]?.split(" ").includes(country));
  return theirs !== undefined && theirs !== currency && signOf(theirs) === signOf(currency);
}

const signOf = byText((currency) => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  return format.formatToParts(0).find(({ type }) => type === "currency")?.value;
});
