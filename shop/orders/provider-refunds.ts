import type { ProviderRefund } from "../payments/payment-provider.ts";
import { hostOf, type Paying } from "./read-payment.ts";

/** The refunds that a provider has of a payment. None when it can't be reached: it refuses by itself to refund more than was paid. */
export async function readProviderRefunds(
  shop: Paying,
  { provider, reference }: { provider: string; reference: string },
): Promise<ProviderRefund[]> {
  try {
    return await hostOf(shop, { provider }).refundsOf(reference);
  } catch (error) {
    shop.log("Refunds not read from the payment provider", error);
    return [];
  }
}
