import { type Country, countryOf } from "../accounts/countries.ts";

/** What a postal address on one line says about where it is. */
export interface Area {
  /** ISO 3166 code; undefined if it isn't known. */
  country: string | undefined;
  /** What may be its postcode, in capitals without spaces. */
  postcodes: string[];
}

interface KnownCountries {
  /** Those that addresses may name anywhere at their end. */
  known: Country[];
  /** That of an address which names none. */
  assumed: Country | undefined;
}

/** Longer texts are no addresses. */
const addressLimit = 500;

/** Reads country and postcode from an address: "Storgata 1, 0155 Oslo, Norway". */
export function locate(address: string, { known, assumed }: KnownCountries): Area {
  const text = address.slice(0, addressLimit).trim();
  const parts = text.split(/[,\n]/).map((part) => part.trim());
  const last = fold(parts.at(-1) ?? "");
  const isNamed = (name: string) => last === fold(name) || fold(text).endsWith(` ${fold(name)}`);
  const named =
    known.find((country) => last === fold(country.code) || namesOf(country).some(isNamed)) ?? otherCountry(last);
  return { country: (named ?? assumed)?.code, postcodes: findPostcodes(parts) };
}

/** By code: making them takes longer than all else here. */
const ownNames = new Map<string, string>();

/** A country's name in English and in its own language: Norway, Norge. */
function namesOf({ code, name }: Country) {
  let ownName = ownNames.get(code);
  if (ownName === undefined) {
    const { language } = new Intl.Locale(`und-${code}`).maximize();
    ownName = new Intl.DisplayNames([language], { type: "region" }).of(code) ?? name;
    ownNames.set(code, ownName);
  }
  return [name, ownName];
}

function fold(text: string) {
  return text.toLowerCase();
}

let countriesByName: Map<string, Country> | undefined;

/** A country that the shop doesn't name: its addresses aren't taken for those of the assumed one. */
function otherCountry(name: string) {
  if (!countriesByName) {
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const all = letters.flatMap((one) => letters.flatMap((other) => countryOf(one + other) ?? []));
    countriesByName = new Map(all.map((country) => [fold(country.name), country]));
  }
  return countriesByName.get(name);
}

/**
 * What may be the postcode: words with digits, which may be two ("NW1 6XE", "115 23"). A first part is the street, unless it is
 * all there is; then a short number at its end is the house's ("Strandveien 1200").
 */
function findPostcodes(parts: string[]) {
  const part = (parts.length > 1 ? parts.slice(1) : parts).findLast((text) => /\d/.test(text));
  const words = part?.split(/\s+/) ?? [];
  const at = words.findLastIndex((word) => /\d/.test(word));
  if (parts.length === 1 && /\p{L}{4,} [1-9]\d{0,3}$/u.test(words.join(" "))) return [];
  const [before = "", word = "", after = ""] = [words[at - 1], words[at], words[at + 1]];
  const code = withoutCountry(word);
  const found = [code, code.replace(/-.*/, "")];
  if (/\d/.test(before)) found.push(withoutCountry(before) + code);
  if (/^[a-z]{1,3}$/i.test(before)) found.push(before + code);
  if (/^[A-Z]{2}$/.test(after)) found.push(code + after);
  return [...new Set(found.map(normalizePostcode))].filter(Boolean);
}

/** "NO-0155" → "0155" */
function withoutCountry(word: string) {
  return word.replace(/^[a-z]{1,2}-(?=\d)/i, "");
}

/** A postcode as it is compared: capitals and digits only. */
function normalizePostcode(text: string) {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** A range `0001-1299`, a prefix `50*`, or a postcode. */
const postcodePattern = /^(?:([0-9]{2,10})-([0-9]{2,10})|([0-9A-Z]{1,10})(\*?))$/;

/** The postcodes in a typed list, in capitals without spaces, one after the other: "0001 - 1299, sw1*" → 0001-1299, SW1*. */
export function parsePostcodes(typed: string) {
  const all = typed.toUpperCase().split(/[,;\n]/);
  return [...new Set(all.map((text) => text.replaceAll(/\s/g, "").replace("–", "-")).filter(Boolean))];
}

/** Whether a postcode, range or prefix of a list can be read. */
export function isPostcodeRule(rule: string) {
  const [, from, to, code = "", isPrefix] = postcodePattern.exec(rule) ?? [];
  if (from && to) return from.length === to.length && from <= to;
  // A word without digits is a place, as no postcode is.
  return isPrefix ? code !== "" : /\d/.test(code);
}

/** Whether one of an address's possible postcodes is in a list. */
export function isInPostcodes(postcodes: string[], rules: string[]) {
  return rules.some((rule) => {
    const [, from, to, code = "", isPrefix] = postcodePattern.exec(rule) ?? [];
    if (from && to)
      return postcodes.some((postcode) => postcode.length === from.length && from <= postcode && postcode <= to);
    return postcodes.some((postcode) => (isPrefix ? postcode.startsWith(code) : postcode === code));
  });
}
