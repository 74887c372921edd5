import type { PaymentChoice } from "#shop/checkout/read-checkout.ts";
import { Icon, type IconProps } from "#ui/icons.tsx";
import type { FormFields } from "../forms/use-form.ts";
import { CheckoutSection } from "./checkout-section.tsx";
import { PaymentFields } from "./payment-fields.tsx";

/** How the customer pays. The form is named after it. */
export function PaymentSection({ payment, field }: { payment: PaymentChoice; field: FormFields }) {
  const { ways, asksForCard } = payment;
  return (
    <CheckoutSection
      title="Payment Details"
      titleId="payment-title"
      icon={<LockIcon className="size-6 text-spruce" />}
      note={(asksForCard || ways.length === 1) && ways[0]?.note}
    >
      <PaymentFields {...payment} field={field} />
    </CheckoutSection>
  );
}

function LockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2" />
    </Icon>
  );
}
