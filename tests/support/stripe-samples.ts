/**
 * Stripe's own published samples of what it answers (https://github.com/stripe/openapi, fixtures), without the fields that no payment
 * of a shop has to do with. The stand-in answers in these shapes.
 */

export const sessionSample = {
  object: "checkout.session",
  amount_subtotal: null as number | null,
  amount_total: null as number | null,
  automatic_tax: { enabled: false, liability: { type: "account" }, status: null, provider: null },
  billing_address_collection: null,
  cancel_url: "https://example.com/cancel",
  client_reference_id: null as string | null,
  client_secret: null,
  created: 1234567890,
  currency: null as string | null,
  customer: null,
  customer_email: null as string | null,
  expires_at: 1234567890,
  id: "cs_test_a1YS1URlnyQCN5fUUduORoQ7Pw41PJqDWkIVQCpJPqkfIhd6tVY8XB1OLY",
  livemode: false,
  locale: null,
  metadata: {} as Record<string, string>,
  mode: "payment",
  payment_intent: null as string | PaymentIntent | null,
  payment_link: null as string | null,
  payment_method_types: ["card"],
  payment_status: "unpaid" as "unpaid" | "paid",
  setup_intent: null,
  shipping_options: [],
  status: "open" as "open" | "complete" | "expired",
  submit_type: null,
  subscription: null,
  success_url: "https://example.com/success",
  ui_mode: null,
  url: "https://checkout.stripe.com/pay/c/cs_test_a1YS1URlnyQCN5fUUduORoQ7Pw41PJqDWkIVQCpJPqkfIhd6tVY8XB1OLY" as
    | string
    | null,
};

export type Session = typeof sessionSample;

export const couponSample = {
  object: "coupon",
  amount_off: 0,
  created: 1234567890,
  currency: "usd",
  duration: "once",
  duration_in_months: null,
  id: "cMT8eJqf",
  livemode: false,
  max_redemptions: 1,
  metadata: {} as Record<string, string>,
  name: null as string | null,
  percent_off: null,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
};

export type Coupon = typeof couponSample;

export const paymentIntentSample = {
  object: "payment_intent",
  amount: 1099,
  amount_capturable: 0,
  amount_received: 0,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: "automatic",
  confirmation_method: "automatic",
  created: 1234567890,
  currency: "usd",
  customer: null,
  description: null as string | null,
  id: "pi_1PgafyB7WZ01zgkWSjxsAJo3",
  last_payment_error: null as { type: string; code: string } | null,
  latest_charge: null as string | null,
  livemode: false,
  metadata: {} as Record<string, string>,
  next_action: null,
  payment_method: null,
  payment_method_types: ["card"],
  processing: null,
  receipt_email: null,
  status: "requires_payment_method" as "requires_payment_method" | "processing" | "succeeded",
};

export type PaymentIntent = typeof paymentIntentSample;

export const refundSample = {
  object: "refund",
  amount: 100,
  balance_transaction: null,
  charge: "ch_1PgafuB7WZ01zgkWXYmPNZs8" as string | null,
  created: 1234567890,
  currency: "usd",
  destination_details: { card: { type: "reversal" }, type: "card" },
  id: "re_1Pgc72B7WZ01zgkWqPvrRrPE",
  metadata: {} as Record<string, string>,
  payment_intent: null as string | null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: "succeeded" as "pending" | "succeeded" | "failed",
  failure_reason: undefined as string | undefined,
  transfer_reversal: null,
};

export type Refund = typeof refundSample;

export const balanceTransactionSample = {
  object: "balance_transaction",
  amount: 100,
  available_on: 1234567890,
  created: 1234567890,
  currency: "usd",
  description: null as string | null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  id: "txn_1PgafuB7WZ01zgkW1cGVlWTd",
  net: 100,
  reporting_category: "charge",
  source: null as string | object | null,
  status: "available",
  type: "charge" as string,
};

export type BalanceTransaction = typeof balanceTransactionSample;

export const disputeSample = {
  object: "dispute",
  amount: 1000,
  charge: "ch_1PgafuB7WZ01zgkWXYmPNZs8" as string | null,
  created: 1234567890,
  currency: "usd",
  id: "du_1PgafyB7WZ01zgkWyDKzR6tA",
  is_charge_refundable: false,
  livemode: false,
  metadata: {} as Record<string, string>,
  payment_intent: null as string | null,
  reason: "product_not_received",
  status: "needs_response" as "warning_needs_response" | "warning_closed" | "needs_response" | "won" | "lost",
};

export type Dispute = typeof disputeSample;

export const eventSample = {
  object: "event",
  api_version: null,
  created: 1234567890,
  data: { object: {} as object },
  id: "evt_1Pgc76B7WZ01zgkWwyRHS12y",
  livemode: false,
  pending_webhooks: 0,
  request: { id: null, idempotency_key: null },
  type: "plan.created",
};

export type StripeEvent = typeof eventSample;
