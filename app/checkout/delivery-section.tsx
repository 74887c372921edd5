import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import type { FormFields } from "../forms/use-form.ts";
import { CheckoutSection } from "./checkout-section.tsx";
import { DeliveryOptions } from "./delivery-options.tsx";
import { asksFor, ExtraFields } from "./extra-field-inputs.tsx";
import type { Checkout } from "./use-checkout.ts";

interface DeliverySectionProps {
  checkout: Checkout;
  terms: CheckoutTerms;
  field: FormFields;
}

/** How the order reaches the customer, and what they say about it; nothing where there is nothing to choose or say. */
export function DeliverySection({ checkout, terms, field }: DeliverySectionProps) {
  if (!checkout.options && !asksFor(terms, "delivery")) return null;
  return (
    <CheckoutSection title="Delivery" titleId="delivery-title">
      <DeliveryOptions checkout={checkout} today={terms.places} error={field("delivery").error} />
      <ExtraFields section="delivery" field={field} terms={terms} />
    </CheckoutSection>
  );
}
