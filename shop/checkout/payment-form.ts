import * as v from "valibot";
import { billingAddress, firstname, lastname, requiredText } from "../forms/account-fields.ts";
import { cleaned } from "../forms/form-rules.ts";
import { formWithRules } from "../forms/validate.ts";
import { extraRules } from "../orders/extra-fields.ts";
import { type Card, cards } from "../orders/payment-method.ts";
import { elsewhereFields } from "./delivery-address.ts";

/** How many digits a card number has. */
export const cardNumberLength = 16;

/** A card number's digits, without the spaces and dashes that people put between its groups. */
export function digitsOf(cardNumber: string) {
  return cardNumber.replace(/[\s-]/g, "");
}

/** The number in groups of four, as printed on the card. */
export function groupCardNumber(digits: string) {
  return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** The card's method, by the first digits of its number (ISO/IEC 7812; Visa 4, Mastercard 51–55 and 2221–2720). */
export function cardBrand(digits: string): Card | undefined {
  if (digits.startsWith("4")) return "visa";
  const four = Number(digits.slice(0, 4));
  if (/^5[1-5]/.test(digits) || (four >= 2221 && four <= 2720)) return "mastercard";
  return undefined;
}

/**
 * The payment form's rules and messages. Only the browser checks the card, which the server never sees; both check the rest.
 */

export const cvvLength = 3;
const yearsAhead = 10;

export const noMethod = "Please select a payment method";

/** The rules that browser and server share. */
export const paymentFields = { paymentMethod: required(noMethod), billingAddress, ...extraRules };

/** The names of a customer whose account lacks them. */
export const nameFields = { firstname, lastname };

export const nameForm = v.object(nameFields);

/** All fields that leave the browser. Those of the card aren't among them. */
export const sentFields = [
  ...Object.keys({ ...nameFields, ...paymentFields }),
  "country",
  "zipCode",
  ...elsewhereFields,
];

/** The form without a card. */
export const methodForm = v.object(paymentFields);

/**
 * The whole form, with the card.
 *
 * @param now the shopper's own clock: cards expire at the end of a month
 */
export function paymentForm(now: Date) {
  const year = now.getFullYear();
  const month = now.getMonth() + 1;
  return formWithRules(
    v.object({
      cardName: requiredText("Card name is required"),
      paymentMethod: v.picklist(
        cards.map(({ value }) => value),
        noMethod,
      ),
      cardNumber: v.pipe(
        required("Card number is required"),
        v.transform(digitsOf),
        v.regex(/^\d{16}$/, "Enter a valid card number (16 digits)"),
      ),
      expiryMonth: v.pipe(
        required("Expiry month is required"),
        v.regex(/^(0?[1-9]|1[0-2])$/, "Enter a valid month (01-12)"),
      ),
      expiryYear: v.pipe(
        required("Expiry year is required"),
        v.transform((typed) => (/^\d\d$/.test(typed) ? `${Math.floor(year / 100)}${typed}` : typed)),
        v.regex(/^\d{4}$/, "Enter a valid year (current year to +10 years)"),
        v.check(
          (text) => Number(text) >= year && Number(text) <= year + yearsAhead,
          "Enter a valid year (current year to +10 years)",
        ),
      ),
      cvv: v.pipe(required("CVV is required"), v.regex(/^\d{3}$/, "Enter a valid CVV (3 digits)")),
      billingAddress,
      ...extraRules,
    }),
    v.forward(
      v.partialCheck(
        [["expiryMonth"], ["expiryYear"]],
        (form) => Number(form.expiryYear) !== year || Number(form.expiryMonth) >= month,
        "Card has expired",
      ),
      ["expiryMonth"],
    ),
  );
}

function required(message: string) {
  return v.pipe(v.string(message), cleaned, v.nonEmpty(message));
}
