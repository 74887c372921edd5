import { shortCode } from "./alpha-3.ts";

/** A country that the shop delivers to. Its name is what addresses say. */
export interface Country {
  /** ISO 3166-1 alpha-2, in capitals. */
  code: string;
  name: string;
}

/** A new shop's. */
export const defaultCountries: Country[] = [{ code: "NO", name: "Norway" }];

/** Codes that browsers name, though they are no countries of ISO 3166: groups, tests, retired ones and aliases. */
const noCountries = new Set(
  "AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ".split(" "),
);

const englishNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** Names a country in English; undefined for a code that isn't one. */
export function countryOf(code: string): Country | undefined {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return undefined;
  const name = englishNames.of(code);
  return name === undefined ? undefined : { code, name };
}

/** The country that a program names: by a code of two or three letters, or in English. */
export function countryNamed(text: string): Country | undefined {
  const typed = text.trim().toUpperCase();
  if (typed.length === 2) return countryOf(typed);
  if (typed.length === 3) return countryOf(shortCode(typed) ?? "");
  namedCountries ??= new Map(allCountries().map((country) => [country.name.toUpperCase(), country]));
  return namedCountries.get(typed);
}

/** Every country, by its English name. */
export function allCountries(): Country[] {
  const countries = letterPairs.flatMap((code) => countryOf(code) ?? []);
  return countries.sort((one, other) => one.name.localeCompare(other.name, "en"));
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const letterPairs = letters.flatMap((first) => letters.map((second) => first + second));
let namedCountries: Map<string, Country> | undefined;

/** The codes in a typed list: "no, SE dk" → NO, SE, DK. */
export function parseCountryCodes(typed: string) {
  return [...new Set(typed.toUpperCase().match(/[^\s,;]+/g))];
}

/** Countries without postcodes (Universal Postal Union, https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions). */
const withoutPostcodes = new Set(
  (
    "AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GM GQ GY HK JM KI KM KN KP LC LY ML MO MR MW NR NU " +
    "PA QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW"
  ).split(" "),
);

/** Whether addresses in a country have a postcode. */
export function hasPostcodes(code: string) {
  return !withoutPostcodes.has(code);
}
