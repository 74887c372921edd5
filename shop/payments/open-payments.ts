import type { ShopSettings } from "../shop.ts";
import { cardCheck } from "./card-check.ts";
import type { PaymentProvider } from "./payment-provider.ts";

/** The provider that the shop is configured for. Its library is only loaded when it is. */
export async function openPayments({ stripe }: Pick<ShopSettings, "stripe">): Promise<PaymentProvider> {
  if (!stripe) return cardCheck;
  const { createStripePayments } = await import("./stripe-payments.ts");
  return createStripePayments(stripe);
}
