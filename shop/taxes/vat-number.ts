import { createRequire } from "node:module";
import type { Area } from "../delivery/delivery-option.ts";
import { countryOf } from "../values/countries.ts";
import { euCountries, isInEuVatArea, northernIreland, vatPlaceOf } from "./vat-area.ts";

// Node can't see jsvat-next's named exports, and bundlers don't take its default one.
const load = createRequire(import.meta.url);

/** Which prefixes VAT numbers of a country may have, where it isn't the country's code. Monaco and the Isle of Man have their neighbours'. */
const prefixes: Record<string, string[]> = {
  GR: ["EL"],
  GB: ["GB", northernIreland],
  IM: ["GB"],
  MC: ["FR"],
  CH: ["CHE"],
  LI: ["CHE"],
};

const checkedCountries = [...euCountries, "GB", "CH", "NO"];

/** Why a VAT number can't be used, for the customer. */
export type VatNumberProblem = { error: string };

/**
 * Reads a VAT number as people write it: with or without its country's prefix, with spaces, dots and dashes. Its check digits are verified. See docs/decisions/0299.
 *
 * @param area the buyer's; without a country any country's number is taken
 * @returns the number in one form, such as "DE136695976", "NO995525828MVA" or "CHE107787577"
 */
export function readVatNumber(typed: string, { country, zipCode }: Area): { number: string } | VatNumberProblem {
  const compact = typed.toUpperCase().replace(/[\s./-]/g, "");
  const expected = country === undefined ? [] : prefixesOf(country, zipCode);
  const numbers = [compact, ...expected.map((prefix) => prefix + compact)].map(inOneForm);
  const number = numbers.find(hasCheckDigits);
  if (number === undefined) return { error: invalid };
  if (country === undefined || expected.some((prefix) => number.startsWith(prefix))) return { number };
  // It may be another country's by chance, as nine digits can be.
  const own = numbers.slice(1).find(hasCheckDigits);
  if (own !== undefined) return { number: own };
  return { error: `This isn't a VAT number of ${countryOf(country)?.name ?? country}` };
}

const invalid = "Enter a valid VAT number, with its country's letters";

function prefixesOf(country: string, zipCode: string | undefined) {
  const known = prefixes[country] ?? [country];
  return vatPlaceOf({ country, zipCode }).country === northernIreland ? known.toReversed() : known;
}

function inOneForm(compact: string) {
  const [, norwegian] = /^(?:NO)?(\d{9})(?:MVA)?$/.exec(compact) ?? [];
  if (norwegian !== undefined && /[A-Z]/.test(compact)) return `NO${norwegian}MVA`;
  return compact.replace(/^(CHE\d{9})(MWST|TVA|IVA)$/, "$1").replace(/^GR(?=\d)/, "EL");
}

function hasCheckDigits(number: string) {
  if (!/^(?:[A-Z]{2}|CHE)[A-Z\d+*]{2,14}$/.test(number)) return false;
  // Of Norwegian numbers it wants the digits, and of those of Northern Ireland the British prefix.
  const known = number.replace(/^NO/, "").replace(new RegExp(`^${northernIreland}`), "GB");
  // Loaded with the first number: most processes never see one.
  const { checkVAT, countries }: typeof import("jsvat-next") = load("jsvat-next");
  const checked = countries.filter(({ codes: [code = ""] }) => checkedCountries.includes(code));
  const { isValid, country } = checkVAT(known, checked);
  return isValid && country !== undefined && (country.isoCode.short === "NO") === number.startsWith("NO");
}

/** Whose number it is, and the number as the country's register has it. @param number by `readVatNumber` */
export function splitVatNumber(number: string) {
  const prefix = /^CHE/.test(number) ? "CHE" : number.slice(0, 2);
  return { prefix, rest: number.slice(prefix.length) };
}

/** The country whose VAT number it is, as `vatPlaceOf` names it. */
export function vatNumberCountry(number: string) {
  const { prefix } = splitVatNumber(number);
  return prefix === "EL" ? "GR" : prefix === "CHE" ? "CH" : prefix;
}

/** Whether VIES, the EU's register, knows numbers of its kind. */
export function isInVies(number: string) {
  return isInEuVatArea(vatNumberCountry(number));
}
