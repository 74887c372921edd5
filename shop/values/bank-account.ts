import { mod97, passesNorwegianMod11 } from "./check-digits.ts";

/** An account that customers pay to. */
export interface BankAccount {
  /** An IBAN without spaces, or a Norwegian account's eleven digits. */
  number: string;
  /** Which bank it is (ISO 9362). */
  bic?: string;
}

/** The lengths of IBANs in Europe (SWIFT's IBAN registry, release 99). Those of other countries have 15 to 34 characters. */
const ibanLengths: Record<string, number> = {
  ...{ AD: 24, AL: 28, AT: 20, BA: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18 },
  ...{ FO: 18, FR: 27, GB: 22, GI: 23, GL: 18, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20 },
  ...{ LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19 },
  ...{ SK: 24, SM: 27, TR: 26, UA: 29, VA: 22, XK: 20 },
};

/** An account's number as it was typed, with spaces and dots between its groups. @returns undefined if its check digits are wrong */
export function parseBankAccount(typed: string) {
  const number = typed.replaceAll(/[\s.-]/g, "").toUpperCase();
  if (/^\d{11}$/.test(number)) return passesNorwegianMod11(number) ? number : undefined;
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(number)) return undefined;
  const length = ibanLengths[number.slice(0, 2)] ?? number.length;
  if (number.length !== length || mod97(number.slice(4) + number.slice(0, 4)) !== 1) return undefined;
  return number.startsWith("NO") && !passesNorwegianMod11(number.slice(4)) ? undefined : number;
}

/** An account as people read it: "DE89 3704 0044 0532 0130 00", "8601 11 17947". */
export function formatBankAccount({ number }: Pick<BankAccount, "number">) {
  if (/^\d{11}$/.test(number)) return number.replace(/(\d{4})(\d\d)(\d{5})/, "$1 $2 $3");
  return number.replaceAll(/(.{4})(?=.)/g, "$1 ");
}

/** Whether a bank in Norway has the account: only those know a KID. */
export function isNorwegianAccount({ number }: Pick<BankAccount, "number">) {
  return /^(\d{11}$|NO)/.test(number);
}

export function isBic(text: string) {
  return /^[A-Z]{4}[A-Z]{2}[A-Z\d]{2}([A-Z\d]{3})?$/.test(text);
}
