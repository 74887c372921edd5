import { mod97, withLuhnDigit } from "./check-digits.ts";

/** How the numbers are made that Norwegian banks know a payment by (KID), as the seller's agreement with their bank says. */
export interface KidForm {
  /** Digits that each of them begins with. */
  prefix: string;
  /** How many digits it has, with the check digit. */
  length: number;
}

/** The longest KID that Norwegian banks take, with its check digit. */
export const mostKidDigits = 25;

/**
 * A KID, whose last digit checks the others (mod 10).
 *
 * @param sequence the number in it; one with too many digits makes it longer
 */
export function createKid({ prefix, length }: KidForm, sequence: number) {
  return withLuhnDigit(prefix + String(sequence).padStart(length - prefix.length - 1, "0"));
}

/** How many numbers a KID has room for; `randomInt` takes no more than 2^48. */
export function kidNumbers({ prefix, length }: KidForm) {
  return 10 ** Math.min(length - prefix.length - 1, 14);
}

/** A structured creditor reference (ISO 11649): "RF18", with two check digits, and then the text. @param text up to 21 capitals and digits */
export function createCreditorReference(text: string) {
  return `RF${String(98 - mod97(`${text}RF00`)).padStart(2, "0")}${text}`;
}

/** What people call a reference. */
export function referenceName(reference: string) {
  return reference.startsWith("RF") ? "Payment reference" : "KID";
}
