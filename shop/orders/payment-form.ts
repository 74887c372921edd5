import * as v from "valibot";
import { requiredText } from "../accounts/account-fields.ts";
import { digitsOf } from "./card-number.ts";
import { paymentMethods } from "./payment-methods.ts";

/**
 * The payment form's rules and messages. The card's part is checked in the browser alone:
 * the server never sees a card. What remains is checked on both sides.
 */

export const cvvLength = 3;
const yearsAhead = 10;

const paymentMethod = v.picklist(
  paymentMethods.map(({ value }) => value),
  "Please select a payment method",
);

/** Characters. A whole address on one line is longer than the 50 that its field lets somebody type. */
const billingAddressLimit = 200;
const billingAddress = requiredText("Billing address is required", billingAddressLimit);

/** What the server is told of a payment. */
export const paymentFields = { paymentMethod, billingAddress };

/** The form where the card is asked for by the payment's provider. */
export const methodForm = v.object(paymentFields);

/**
 * The whole form, as it is filled in.
 *
 * @param now the shopper's own clock: cards expire at the end of a month
 */
export function paymentForm(now: Date) {
  const year = now.getFullYear();
  const month = now.getMonth() + 1;
  return v.pipe(
    v.object({
      cardName: requiredText("Card name is required"),
      paymentMethod,
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
  return v.pipe(v.string(message), v.trim(), v.nonEmpty(message));
}
