import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { href } from "react-router";
import * as v from "valibot";
import {
  cardBrand,
  cardNumberLength,
  cvvLength,
  digitsOf,
  groupCardNumber,
  methodForm,
  passesLuhn,
  paymentForm,
} from "#shop/checkout/payment-form.ts";
import { areaForm } from "#shop/delivery/delivery-area.ts";
import type { Area } from "#shop/delivery/delivery-option.ts";
import { billingAddressLimit, textLimit } from "#shop/forms/account-fields.ts";
import { extraFields } from "#shop/orders/extra-fields.ts";
import { offlineMethod, type PaymentMethod, paymentMethods } from "#shop/orders/payment-method.ts";
import type { Country } from "#shop/values/countries.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "#ui/fields.tsx";
import { Icon, type IconProps } from "#ui/icons.tsx";
import { keepDigits } from "#ui/mask-input.ts";
import { fillField } from "../forms/fill-field.ts";
import { LegalLink } from "../forms/legal-link.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { AreaFields } from "./billing-address.tsx";

/** What the browser sends of a payment. Card details stay in the browser. */
export interface Payment {
  paymentMethod: PaymentMethod;
  billingAddress: string;
  /** With the zip code, where they decide about the delivery. */
  country?: string;
  zipCode?: string;
  note?: string;
  phone?: string;
}

interface PaymentFormProps {
  busy: boolean;
  /** The server's answer to the last attempt. */
  answer: object | undefined;
  /** The customer's address, as a default. */
  billingAddress: string;
  /** Whether the customer pays on the provider's page, so that this form asks for no card. */
  paysElsewhere: boolean;
  /** The method of the customer's last order, where no card number chooses one. */
  lastMethod?: string | undefined;
  /** Whether the customer pays by invoice or bank transfer later. */
  paysOffline?: boolean;
  /** Whether the customer can write a note with the order. */
  takesNotes?: boolean;
  /** Whether the customer can give a phone number for the delivery. */
  takesPhones?: boolean;
  /** The delivery options below the address. @property error why the chosen one was refused */
  delivery?: ((error: string | undefined) => ReactNode) | undefined;
  /** Whether the order goes to the billing address. */
  isShipped: boolean;
  /** The choice of countries and the customer's area, where they decide about the delivery. */
  area?: { countries: Country[]; stored: Area } | undefined;
  /** Called with each change of the area. */
  onArea?: ((area: Area) => void) | undefined;
  /** What the order costs, next to the button. */
  total?: ReactNode;
  /** Notes above the button, read out with it. */
  children?: ReactNode;
  /** Called when the form is valid. */
  onPay: (payment: Payment) => void;
}

/** The payment form. The card's fields have no `name`, so no form can send them: only the method and the address leave the browser. */
export function PaymentForm({
  busy,
  answer,
  billingAddress,
  lastMethod = "",
  paysElsewhere,
  paysOffline,
  takesNotes,
  takesPhones,
  delivery,
  isShipped,
  area,
  onArea,
  total,
  children,
  onPay,
}: PaymentFormProps) {
  const asksForCard = !paysElsewhere && !paysOffline;
  const countries = area?.countries;
  const schema = useMemo(() => {
    const payment = asksForCard ? paymentForm(new Date()) : methodForm;
    return countries ? v.intersect([payment, areaForm(countries)]) : payment;
  }, [asksForCard, countries]);
  const [cardNumber, setCardNumber] = useState("");
  const [method, setMethod] = useState("");
  const { props, field, read } = useForm({ id: "payment", schema, answer });

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

  function pay(event: FormEvent<HTMLFormElement>) {
    props.onSubmit(event);
    if (event.defaultPrevented) {
      // biome-ignore lint/suspicious/noConsole: helps customers who ask for support
      console.info("The payment form is not valid");
      return;
    }
    event.preventDefault();
    const { paymentMethod, billingAddress = "", country, zipCode, note, phone } = read();
    const optional = {
      ...(country && { country }),
      ...(zipCode && { zipCode }),
      ...(note && { note }),
      ...(phone && { phone }),
    };
    onPay({ paymentMethod: paymentMethod as PaymentMethod, billingAddress, ...optional });
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
        {paysOffline
          ? "You'll pay by invoice or bank transfer after you order. We'll email you how."
          : paysElsewhere
            ? "You'll pay on the next page, with our payment provider. We never see your card details."
            : "We check your card in your browser. Your card details are never sent to us or stored, and no money is taken."}
      </p>
      <div className="grid grid-cols-2 gap-x-4">
        {asksForCard && (
          <TextField
            {...field("cardName")}
            label="Cardholder Name"
            autoComplete="cc-name"
            maxLength={textLimit}
            className="col-span-2"
          />
        )}
        <SelectField
          {...field("paymentMethod", paysOffline ? offlineMethod.value : lastMethod)}
          label="Payment Method"
          className="col-span-2"
          hint={methodHint(method, cardNumber)}
          onChange={({ currentTarget }) => setMethod(currentTarget.value)}
        >
          {!paysOffline && <option value="">Select a payment method</option>}
          {(paysOffline ? [offlineMethod] : paymentMethods).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {asksForCard && (
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
        <TextAreaField
          {...field("billingAddress", billingAddress)}
          label="Billing Address"
          hint={isShipped ? "We'll ship your order to this address too." : undefined}
          autoComplete="billing street-address"
          rows={2}
          maxLength={billingAddressLimit}
          className="col-span-2"
        />
        {area && <AreaFields {...area} field={field} onChange={() => onArea?.(read())} />}
        {delivery?.(field("delivery").error)}
        {takesPhones && (
          <TextField
            {...field("phone")}
            type="tel"
            label="Phone number for delivery"
            optional
            autoComplete="tel"
            maxLength={extraFields.phone.limit}
            className="col-span-2"
          />
        )}
        {takesNotes && (
          <TextAreaField
            {...field("note")}
            label="Note"
            hint="Optional"
            required={false}
            rows={3}
            maxLength={extraFields.note.limit}
            className="col-span-2"
          />
        )}
      </div>
      <div className="mt-3 grid gap-3">
        <div id="payment-notes" className="grid gap-3 empty:hidden">
          {children}
        </div>
        {total}
        <LegalLink slug="terms" before="By completing your purchase you agree to our" />
        <SubmitButton busy={busy} busyLabel="Processing..." describedBy="payment-notes">
          Complete Purchase
        </SubmitButton>
        <Button to={href("/products")} aria-describedby="cancel-hint" look="quiet">
          Cancel
        </Button>
        <p id="cancel-hint" className="text-center text-sm text-soft">
          Cancel takes you back to the products. Your cart is kept.
        </p>
      </div>
    </form>
  );
}

/** Digits in groups of four, as on the card. */
function keepCardNumber(typed: string) {
  return groupCardNumber(keepDigits(cardNumberLength)(typed));
}

/** Questions a method that doesn't match the card number. */
function methodHint(method: string, digits: string) {
  const brand = cardBrand(digits);
  const label = paymentMethods.find(({ value }) => value === brand)?.label;
  return label && method !== "" && method !== brand
    ? `Your card number looks like a ${label}. Please check your payment method`
    : undefined;
}

/** Questions a number that may contain a typo. It is never refused. */
function cardNumberHint(digits: string) {
  const mistyped = digits.length === cardNumberLength && !passesLuhn(digits);
  return mistyped ? "Please check your card number. It may contain a typo" : undefined;
}

function LockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2" />
    </Icon>
  );
}
