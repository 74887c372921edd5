import { type FormEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { href, Link } from "react-router";
import { textLimit } from "#shop/accounts/account-fields.ts";
import { cardBrand, cardNumberLength, digitsOf, groupCardNumber, passesLuhn } from "#shop/orders/card-number.ts";
import { cvvLength, methodForm, paymentForm } from "#shop/orders/payment-form.ts";
import { type PaymentMethod, paymentMethods } from "#shop/orders/payment-methods.ts";
import { Icon, type IconProps } from "../components/icons.tsx";
import { SelectField, TextField } from "../forms/fields.tsx";
import { keepDigits } from "../forms/keep-text.ts";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";

/** What leaves the browser of a payment. The card doesn't. */
export interface Payment {
  paymentMethod: PaymentMethod;
  billingAddress: string;
}

interface PaymentFormProps {
  busy: boolean;
  /** What the server answered. */
  answer: object | undefined;
  /** The shopper's own, which they may change. */
  billingAddress: string;
  /** Whether the card is asked for on the payment provider's own page, not here. */
  paysElsewhere: boolean;
  /** What stands beside the button, and is read with it. */
  children?: ReactNode;
  /** Is called with a form that is right. */
  onPay: (payment: Payment) => void;
}

/**
 * Payment details. The card is checked here and stays here: its fields have no `name`, so no form can send them, and only
 * the method and the address are handed on.
 */
export function PaymentForm({ busy, answer, billingAddress, paysElsewhere, children, onPay }: PaymentFormProps) {
  const schema = useMemo(() => (paysElsewhere ? methodForm : paymentForm(new Date())), [paysElsewhere]);
  const [cardNumber, setCardNumber] = useState("");
  const [method, setMethod] = useState("");
  /** The method that the card's number chose, until the shopper chooses one. */
  const chosenByNumber = useRef("");
  const { props, field, read } = useForm({ id: "payment", schema, answer });

  /** The number says whose card it is. What the shopper chose is questioned, never changed. */
  function readNumber(input: HTMLInputElement) {
    const digits = digitsOf(input.value);
    setCardNumber(digits);
    const select = input.form?.querySelector<HTMLSelectElement>("[data-field=paymentMethod]");
    const brand = cardBrand(digits);
    if (!select || !brand || select.value !== chosenByNumber.current) return;
    chosenByNumber.current = brand;
    select.value = brand;
    setMethod(brand);
  }

  function pay(event: FormEvent<HTMLFormElement>) {
    props.onSubmit(event);
    if (event.defaultPrevented) {
      // biome-ignore lint/suspicious/noConsole: shoppers who ask for help can read out why nothing happened
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
      method="post"
      onSubmit={pay}
      aria-labelledby="payment-title"
      className="rounded-2xl border border-line bg-raised p-[min(1.25rem,6vw)] sm:p-7 lg:self-start"
    >
      <h2 id="payment-title" className="flex flex-wrap items-center gap-x-2 text-2xl">
        <LockIcon className="size-6 text-spruce" />
        Payment Details
      </h2>
      <p className="mt-2 mb-5 text-sm text-soft">
        {paysElsewhere
          ? "You pay on the next page, with the company that takes our payments. Your card's details never come to us."
          : "Your card is checked in your browser. Its details are never sent to us and never stored."}
      </p>
      <div className="grid grid-cols-2 gap-x-4">
        {!paysElsewhere && (
          <TextField
            {...field("cardName")}
            label="Cardholder Name"
            autoComplete="cc-name"
            maxLength={textLimit}
            className="col-span-2"
          />
        )}
        <SelectField
          {...field("paymentMethod", "")}
          label="Payment Method"
          className="col-span-2"
          hint={methodHint(method, cardNumber)}
          onChange={({ currentTarget }) => {
            chosenByNumber.current = "";
            setMethod(currentTarget.value);
          }}
        >
          <option value="">Choose a method</option>
          {paymentMethods.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {!paysElsewhere && (
          <>
            <TextField
              {...field("cardNumber")}
              label="Card Number"
              inputMode="numeric"
              autoComplete="cc-number"
              className="col-span-2"
              hint={cardNumberHint(cardNumber)}
              badge={paymentMethods.find(({ value }) => value === cardBrand(cardNumber))?.label ?? ""}
              keep={keepCardNumber}
              onInput={({ currentTarget }) => readNumber(currentTarget)}
            />
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
              className="max-sm:col-span-2"
            />
          </>
        )}
        <TextField
          {...field("billingAddress", billingAddress)}
          label="Billing Address"
          hint="Your parcel goes to this address, too."
          autoComplete="billing address-line1"
          maxLength={textLimit}
          className="col-span-2"
        />
      </div>
      <div className="mt-3 grid gap-3">
        <div id="payment-notes" className="grid gap-3 empty:hidden">
          {children}
        </div>
        <SubmitButton busy={busy} busyLabel="Processing..." describedBy="payment-notes">
          Complete Purchase
        </SubmitButton>
        <Link to={href("/products")} className="button button-quiet">
          Cancel
        </Link>
      </div>
    </form>
  );
}

/** Spaces every four digits, as on the card. */
function keepCardNumber(typed: string) {
  return groupCardNumber(keepDigits(cardNumberLength)(typed));
}

/** A method that isn't the card's own. */
function methodHint(method: string, digits: string) {
  const brand = cardBrand(digits);
  const label = paymentMethods.find(({ value }) => value === brand)?.label;
  return label && method !== "" && method !== brand
    ? `Is that right? Your card number looks like a ${label}`
    : undefined;
}

/** A number that looks mistyped is questioned, never refused. */
function cardNumberHint(digits: string) {
  const mistyped = digits.length === cardNumberLength && !passesLuhn(digits);
  return mistyped ? "Is that right? It does not look like a card number" : undefined;
}

function LockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2" />
    </Icon>
  );
}
