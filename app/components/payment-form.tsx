import { type FormEvent, useMemo, useState } from "react";
import { Link } from "react-router";
import { cardNumberLength, groupCardNumber, passesLuhn } from "#shop/orders/card-number.ts";
import { cvvLength, type PaymentMethod, paymentForm, paymentMethods } from "#shop/orders/payment-form.ts";
import { SelectField, TextField } from "../forms/fields.tsx";
import { useForm } from "../forms/use-form.ts";
import { LockIcon } from "./icons.tsx";
import { SubmitButton } from "./submit-button.tsx";

/** What leaves the browser of a payment. The card doesn't. */
export interface Payment {
  paymentMethod: PaymentMethod;
  billingAddress: string;
}

interface PaymentFormProps {
  busy: boolean;
  /** Is called with a form that is right. */
  onPay: (payment: Payment) => void;
}

/**
 * Payment details. The card is checked here and stays here: its fields have no `name`, so no form can send them, and only
 * the method and the address are handed on.
 */
export function PaymentForm({ busy, onPay }: PaymentFormProps) {
  const schema = useMemo(() => paymentForm(new Date()), []);
  const [cardNumber, setCardNumber] = useState("");
  const { props, field, read } = useForm({ id: "payment", schema });

  function pay(event: FormEvent<HTMLFormElement>) {
    props.onSubmit(event);
    if (event.defaultPrevented) {
      // biome-ignore lint/suspicious/noConsole: the specification has an invalid form logged as such
      console.info("The payment form is not valid");
      return;
    }
    event.preventDefault();
    const { paymentMethod, billingAddress } = read();
    onPay({ paymentMethod: paymentMethod as PaymentMethod, billingAddress: billingAddress ?? "" });
  }

  return (
    <form
      {...props}
      onSubmit={pay}
      aria-labelledby="payment-title"
      className="rounded-2xl border border-line bg-raised p-5 sm:p-7 lg:self-start"
    >
      <h2 id="payment-title" className="flex items-center gap-2 text-2xl">
        <LockIcon className="size-6 text-spruce" />
        Payment Details
      </h2>
      <p className="mt-2 mb-5 text-sm text-soft">
        Your card is checked in your browser. Its details are never sent to us and never stored.
      </p>
      <div className="grid grid-cols-2 gap-x-4">
        <TextField {...field("cardName")} label="Cardholder Name" autoComplete="cc-name" className="col-span-2" />
        <SelectField {...field("paymentMethod")} label="Payment Method" defaultValue="" className="col-span-2">
          <option value="">Choose a method</option>
          {paymentMethods.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field("cardNumber")}
          label="Card Number"
          inputMode="numeric"
          autoComplete="cc-number"
          className="col-span-2"
          hint={cardNumberHint(cardNumber)}
          onInput={({ currentTarget }) => {
            keepDigits(currentTarget, cardNumberLength);
            setCardNumber(currentTarget.value);
          }}
        />
        <TextField
          {...field("expiryMonth")}
          label="Expiry Month"
          placeholder="MM"
          inputMode="numeric"
          autoComplete="cc-exp-month"
          maxLength={2}
          onInput={({ currentTarget }) => keepDigits(currentTarget, 2)}
        />
        <TextField
          {...field("expiryYear")}
          label="Expiry Year"
          placeholder="YYYY"
          inputMode="numeric"
          autoComplete="cc-exp-year"
          maxLength={4}
          onInput={({ currentTarget }) => keepDigits(currentTarget, 4)}
        />
        <TextField
          {...field("cvv")}
          label="CVV"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={cvvLength}
          onInput={({ currentTarget }) => keepDigits(currentTarget, cvvLength)}
          className="max-sm:col-span-2"
        />
        <TextField
          {...field("billingAddress")}
          label="Billing Address"
          autoComplete="billing address-line1"
          maxLength={200}
          className="col-span-2"
        />
      </div>
      <div className="mt-3 grid gap-3">
        <SubmitButton busy={busy} busyLabel="Processing...">
          Complete Purchase
        </SubmitButton>
        <Link to="/products" className="button button-quiet">
          Cancel
        </Link>
      </div>
    </form>
  );
}

/** Spaces, dashes and whatever else is typed or pasted between digits goes. */
function keepDigits(input: HTMLInputElement, length: number) {
  const digits = input.value.replace(/\D/g, "").slice(0, length);
  if (digits !== input.value) input.value = digits;
}

/** The number as it stands on the card, to compare; a number that looks mistyped is questioned, never refused. */
function cardNumberHint(digits: string) {
  if (digits.length < cardNumberLength) return groupCardNumber(digits);
  const question = passesLuhn(digits) ? "" : " – is that right? It does not look like a card number";
  return `${groupCardNumber(digits)}${question}`;
}
