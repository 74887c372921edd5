import { useState } from "react";
import { cardBrand, cardNumberLength, cvvLength, digitsOf, groupCardNumber } from "#shop/checkout/payment-form.ts";
import type { PaymentChoice } from "#shop/checkout/read-checkout.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { cards } from "#shop/orders/payment-method.ts";
import { passesLuhn } from "#shop/values/check-digits.ts";
import { SelectField, TextField } from "#ui/fields.tsx";
import { keepDigits } from "#ui/mask-input.ts";
import { fillField } from "../forms/fill-field.ts";
import type { FormFields } from "../forms/use-form.ts";
import { FieldRow } from "./checkout-section.tsx";
import { PaymentWays } from "./payment-ways.tsx";

/** The method, and the card where the page asks for it. The card's fields have no `name`, so no form can send them. In a grid of two columns. */
export function PaymentFields({ field, ways, methods, asksForCard, chosen }: PaymentChoice & { field: FormFields }) {
  const [cardNumber, setCardNumber] = useState("");
  const [method, setMethod] = useState(field("paymentMethod", chosen).defaultValue ?? "");

  /** Preselects the card's method. A method that the customer chose is questioned, never changed. See docs/decisions/0135. */
  function readNumber(input: HTMLInputElement) {
    const digits = digitsOf(input.value);
    setCardNumber(digits);
    const select = input.form?.querySelector<HTMLSelectElement>("[data-field=paymentMethod]");
    const brand = cardBrand(digits);
    if (!select || !brand) return;
    fillField(select, brand);
    setMethod(select.value);
  }

  return (
    <>
      {asksForCard && (
        <TextField
          {...field("cardName")}
          label="Cardholder Name"
          autoComplete="cc-name"
          maxLength={textLimit}
          className="col-span-2"
        />
      )}
      {ways.length > 1 && !asksForCard ? (
        <PaymentWays {...field("paymentMethod", chosen)} ways={ways} />
      ) : (
        <SelectField
          {...field("paymentMethod", chosen)}
          label="Payment Method"
          required={chosen === ""}
          className="col-span-2"
          hint={methodHint(method, cardNumber)}
          onChange={({ currentTarget }) => setMethod(currentTarget.value)}
        >
          {chosen === "" && <option value="">Select a payment method</option>}
          {methods.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      {asksForCard && <CardFields field={field} digits={cardNumber} onNumber={readNumber} />}
    </>
  );
}

interface CardFieldsProps {
  field: FormFields;
  /** The card number so far. */
  digits: string;
  onNumber: (input: HTMLInputElement) => void;
}

function CardFields({ field, digits, onNumber }: CardFieldsProps) {
  return (
    <>
      <TextField
        {...field("cardNumber")}
        label="Card Number"
        inputMode="numeric"
        autoComplete="cc-number"
        className="col-span-2"
        hint={cardNumberHint(digits)}
        badge={brandName(digits) ?? ""}
        keep={keepCardNumber}
        onInput={({ currentTarget }) => onNumber(currentTarget)}
      />
      <FieldRow>
        <TextField
          {...field("expiryMonth")}
          label="Expiry Month"
          placeholder="MM"
          inputMode="numeric"
          autoComplete="cc-exp-month"
          keep={keepDigits(2)}
        />
        <TextField
          {...field("expiryYear")}
          label="Expiry Year"
          placeholder="YYYY"
          inputMode="numeric"
          autoComplete="cc-exp-year"
          keep={keepDigits(4)}
        />
        <TextField
          {...field("cvv")}
          label="CVV"
          inputMode="numeric"
          autoComplete="cc-csc"
          keep={keepDigits(cvvLength)}
        />
      </FieldRow>
    </>
  );
}

/** Digits in groups of four, as on the card. */
function keepCardNumber(typed: string) {
  return groupCardNumber(keepDigits(cardNumberLength)(typed));
}

function brandName(digits: string) {
  return cards.find(({ value }) => value === cardBrand(digits))?.label;
}

/** Questions a method that doesn't match the card number. */
function methodHint(method: string, digits: string) {
  const brand = brandName(digits);
  return brand && method !== "" && method !== cardBrand(digits)
    ? `Your card number looks like a ${brand}. Please check your payment method`
    : undefined;
}

/** Questions a number that may contain a typo. It is never refused. */
function cardNumberHint(digits: string) {
  const mistyped = digits.length === cardNumberLength && !passesLuhn(digits);
  return mistyped ? "Please check your card number. It may contain a typo" : undefined;
}
