import { type FormEvent, useMemo } from "react";
import { href } from "react-router";
import * as v from "valibot";
import { methodForm, paymentForm, sentFields } from "#shop/checkout/payment-form.ts";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { areaForm } from "#shop/delivery/delivery-area.ts";
import { Button } from "#ui/button.tsx";
import { LegalLink } from "../forms/legal-link.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { BillingAddress } from "./billing-address.tsx";
import { FormNotes } from "./checkout-notes.tsx";
import { DeliveryOptions } from "./delivery-options.tsx";
import { ExtraFields } from "./extra-field-inputs.tsx";
import { PaymentFields, PaymentHeading } from "./payment-fields.tsx";
import { PlatformAddress } from "./platform-address.tsx";
import { OrderTotal } from "./summary.tsx";
import type { Checkout, FormOrder } from "./use-checkout.ts";

/** The form next to the cart: payment, address, delivery, and what else the shop asks for. */
export function CheckoutForm({ checkout, terms }: { checkout: Checkout; terms: CheckoutTerms }) {
  const { answer, isBusy, options } = checkout;
  const schema = useMemo(() => formFor(terms), [terms]);
  const { props, field, read } = useForm({ id: "payment", schema, answer });

  function order(event: FormEvent<HTMLFormElement>) {
    props.onSubmit(event);
    if (event.defaultPrevented) {
      // biome-ignore lint/suspicious/noConsole: helps customers who ask for support
      console.info("The payment form is not valid");
      return;
    }
    event.preventDefault();
    const filled = Object.entries(read()).filter(([name, value]) => sentFields.includes(name) && value !== "");
    checkout.order(Object.fromEntries(filled) as FormOrder);
  }

  return (
    <form
      {...props}
      method="post"
      onSubmit={order}
      aria-labelledby="payment-title"
      className="rounded-2xl border border-line bg-raised p-[min(1.25rem,6vw)] sm:p-7 lg:self-start"
    >
      <PaymentHeading {...terms.payment} />
      <div className="grid grid-cols-2 gap-x-4">
        <PaymentFields {...terms.payment} field={field} />
        <PlatformAddress checkout={checkout} />
        <BillingAddress
          {...terms}
          field={field}
          isShipped={!options?.isNowhere && !options?.option.isPickup}
          onArea={() => options?.setArea(read())}
        />
        <DeliveryOptions checkout={checkout} error={field("delivery").error} />
        <ExtraFields field={field} terms={terms} />
      </div>
      <div className="mt-3 grid gap-3">
        <div id="payment-notes" className="grid gap-3 empty:hidden">
          <FormNotes checkout={checkout} />
        </div>
        {checkout.lines && <OrderTotal checkout={checkout} terms={terms} />}
        <LegalLink slug="terms" before="By completing your purchase you agree to our" />
        <SubmitButton busy={isBusy} busyLabel="Processing..." describedBy="payment-notes">
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

function formFor(terms: CheckoutTerms) {
  const form = terms.payment.asksForCard ? paymentForm(new Date()) : methodForm;
  return terms.area ? v.intersect([form, areaForm(terms.area.countries)]) : form;
}
