import { textLines } from "../forms/validate.ts";
import { foldText } from "../text/fold-text.ts";
import { countryOf } from "../values/countries.ts";

/** An order's address: a text, and the fields that decide about its delivery. */
export interface OrderAddress {
  billingAddress: string;
  /** ISO 3166 code */
  country: string | null;
  zipCode: string | null;
}

/** An address with its zip code and country, as people read it: each on a line of its own, unless the text has it. */
export function fullAddress({ billingAddress, country, zipCode }: OrderAddress) {
  const [street = "", ...parts] = billingAddress.split(/[,\n]/).map(fold);
  const name = country === null ? undefined : (countryOf(country)?.name ?? country);
  // A number in the first part is the house's.
  const hasZipCode = zipCode === null || parts.some((part) => ` ${part} `.includes(` ${fold(zipCode)} `));
  const hasName = name === undefined || (parts.at(-1) ?? street) === fold(name);
  return [billingAddress, hasZipCode ? "" : zipCode, hasName ? "" : name].filter(Boolean).join("\n");
}

/** The same on one line. */
export function addressOnOneLine(address: OrderAddress) {
  return textLines(fullAddress(address)).join(", ");
}

/** An order's address, with its folded form. */
export function addressColumns(billingAddress: string) {
  return { billingAddress, addressKey: foldText(billingAddress) };
}

export function isSameAddress(one: OrderAddress, other: OrderAddress) {
  return one.billingAddress === other.billingAddress && one.country === other.country && one.zipCode === other.zipCode;
}

function fold(text: string) {
  return text.trim().replaceAll(/\s+/g, " ").toLowerCase();
}
