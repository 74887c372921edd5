import { openProviderBooks } from "./provider-books.ts";
import type {
  BalanceTransaction,
  Coupon,
  Dispute,
  PaymentIntent,
  Refund,
  Session,
  StripeEvent,
} from "./stripe-samples.ts";

interface Kinds {
  coupon: Coupon;
  session: Session;
  paymentIntent: PaymentIntent;
  refund: Refund;
  dispute: Dispute;
  balanceTransaction: BalanceTransaction;
  event: StripeEvent;
}

export type StripeBooks = ReturnType<typeof openStripeBooks>;

/** All that the stand-in for Stripe knows. */
export function openStripeBooks(file: string) {
  return openProviderBooks<Kinds>(file);
}
