import { type FormEvent, useMemo } from "react";
import { href } from "react-router";
import * as v from "valibot";
import { elsewhereForm } from "#shop/checkout/delivery-address.ts";
import { methodForm, nameForm, paymentForm, sentFields } from "#shop/checkout/payment-form.ts";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { companyForm, shownFields } from "#shop/checkout/revealed-fields.ts";
import { areaForm } from "#shop/delivery/delivery-area.ts";
import { Button } from "#ui/button.tsx";
import { LegalLink } from "../forms/legal-link.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { AddressSection } from "./address-section.tsx";
import { FormNotes } from "./checkout-notes.tsx";
import { ContractNote, GuaranteeNote } from "./contract-note.tsx";
import { DeliverySection } from "./delivery-section.tsx";
import { askForBuyer, BuyerForm, EmailSection } from "./email-section.tsx";
import { keepInput, useTypedBefore } from "./keep-fields.ts";
import { PaymentSection } from "./payment-section.tsx";
import { OrderSums } from "./summary.tsx";
import type { Checkout, FormOrder } from "./use-checkout.ts";

/** The order's form: address, delivery, payment and the sums. See docs/decisions/0279. */
export function CheckoutForm({ checkout, terms }: { checkout: Checkout; terms: CheckoutTerms }) {
  const { answer, buyer, kept, setArea } = checkout;
  const schema = useMemo(() => formFor(terms), [terms]);
  const pick = (typed: Record<string, string>) => shownFields(typed, terms);
  const { props, field, read } = useForm({ id: "payment", schema, answer: { typed: kept.typed, ...answer }, pick });
  useTypedBefore(props.ref, kept.typed, () => setArea(read()));

  function keep(event: FormEvent<HTMLFormElement>) {
    props.onInput(event);
    keepInput(event.target, terms.buyer);
  }

  function order(event: FormEvent<HTMLFormElement>) {
    props.onSubmit(event);
    if (terms.isVisitor) {
      event.preventDefault();
      askForBuyer();
    }
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
    <>
      {buyer.isAsked && <BuyerForm buyer={buyer} />}
      {/* Wide windows lay its two parts out in the page's columns. */}
      <form
        {...props}
        method="post"
        onInput={keep}
        onSubmit={order}
        aria-labelledby="payment-title"
        className="checkout-form"
      >
        <div className="checkout-parts">
          {buyer.isAsked && <EmailSection buyer={buyer} />}
          <AddressSection checkout={checkout} terms={terms} field={field} onArea={() => setArea(read())} />
          <DeliverySection checkout={checkout} terms={terms} field={field} />
          <PaymentSection payment={terms.payment} field={field} />
        </div>
        <FormEnd checkout={checkout} terms={terms} />
      </form>
    </>
  );
}

/** The sums, and the buttons. It stays in sight next to a longer form. */
function FormEnd({ checkout, terms }: { checkout: Checkout; terms: CheckoutTerms }) {
  const { seller } = terms;
  return (
    <div className="checkout-end grid grid-cols-1 gap-3">
      {checkout.lines && <OrderSums checkout={checkout} terms={terms} />}
      <div id="payment-notes" className="payment-notes">
        <FormNotes checkout={checkout} />
      </div>
      <LegalLink slug="terms" before="By completing your purchase you agree to our" />
      <SubmitButton
        busy={checkout.isBusy}
        busyLabel="Processing..."
        describedBy={seller ? "payment-notes contract-note" : "payment-notes"}
      >
        Complete Purchase
      </SubmitButton>
      {seller && <ContractNote id="contract-note" seller={seller} />}
      <GuaranteeNote />
      <Button to={href("/products")} aria-describedby="cancel-hint" look="quiet">
        Cancel
      </Button>
      <p id="cancel-hint" className="text-center text-sm text-soft">
        Cancel takes you back to the products. Your cart is kept.
      </p>
    </div>
  );
}

function formFor(terms: CheckoutTerms) {
  const form = terms.payment.asksForCard ? paymentForm(new Date()) : methodForm;
  const { area, elsewhere, asksForName, company } = terms;
  const further = [
    ...(area ? [areaForm(area.countries)] : []),
    ...(elsewhere ? [elsewhereForm(area?.countries)] : []),
    ...(asksForName ? [nameForm] : []),
    ...(company ? [companyForm] : []),
  ];
  return further.length > 0 ? v.intersect([form, ...further]) : form;
}
