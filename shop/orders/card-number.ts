import type { PaymentMethod } from "./payment-methods.ts";

/** How many digits a card number has. */
export const cardNumberLength = 16;

/** A card number's digits, without the spaces and dashes that people put between its groups. */
export function digitsOf(cardNumber: string) {
  return cardNumber.replace(/[\s-]/g, "");
}

/** The number in groups of four, as it stands on the card. */
export function groupCardNumber(digits: string) {
  return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** Whose card it is, by the digits that its number begins with (ISO/IEC 7812; Visa 4, Mastercard 51–55 and 2221–2720). */
export function cardBrand(digits: string): PaymentMethod | undefined {
  if (digits.startsWith("4")) return "visa";
  const four = Number(digits.slice(0, 4));
  if (/^5[1-5]/.test(digits) || (four >= 2221 && four <= 2720)) return "mastercard";
  return undefined;
}

/** Whether the last digit fits the others (ISO/IEC 7812-1, annex B: the Luhn formula). Most typing mistakes fail it. */
export function passesLuhn(digits: string) {
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
