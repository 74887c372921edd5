import { randomBytes } from "node:crypto";
import type { StripeBooks } from "./stripe-books.ts";
import {
  type BalanceTransaction,
  balanceTransactionSample,
  type Coupon,
  couponSample,
  type Dispute,
  disputeSample,
  eventSample,
  type PaymentIntent,
  paymentIntentSample,
  type Refund,
  refundSample,
  type Session,
  sessionSample,
} from "./stripe-samples.ts";

/** A request's parameters as they were sent: `line_items[0][quantity]` and the like. */
export type Parameters = ReadonlyMap<string, string>;

/** What Stripe answers instead of doing what it is asked (https://docs.stripe.com/api/errors). */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: object;
  /** Whether it looked at the request long enough to give its repetition the same answer. */
  readonly isKept: boolean;

  constructor(
    message: string,
    { status = 400, type = "invalid_request_error", isKept = false, ...rest }: Refused = {},
  ) {
    super(message);
    this.status = status;
    this.body = { error: { message, type, ...rest } };
    this.isKept = isKept;
  }
}

interface Refused {
  status?: number;
  type?: string;
  isKept?: boolean;
  code?: string;
  param?: string;
}

/** How the stand-in treats what happens next. */
export interface AccountMood {
  /** What a refund is once it is made. */
  refundStatus: () => Refund["status"];
  /** When an event is sent, in milliseconds from now: as often as it has numbers. */
  deliverAfter: (type: string) => number[];
  /** Whether a bank takes days to pay, as with debits from an account. */
  paysLater: boolean;
}

/** Cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const leastAmount = 50;
const mostLines = 100;
const day = 24 * 60 * 60;

/** What Stripe does with an account's payments, in the books. Every function is one transaction of its caller. */
export function createAccount(books: StripeBooks, mood: AccountMood, pageOf: (sessionId: string) => string) {
  function tell(type: string, object: object) {
    const created = seconds();
    const event = books.save("event", { ...eventSample, id: newId("evt"), created, type, data: { object } });
    for (const delay of mood.deliverAfter(type)) books.planDelivery(event.id, Date.now() + delay);
  }

  function createCoupon(given: Parameters): Coupon {
    const id = given.get("id") ?? newId("coupon");
    if (books.find("coupon", id))
      throw new StripeRefusal("Coupon already exists.", { code: "resource_already_exists", isKept: true });
    const name = given.get("name") ?? null;
    if (name !== null && name.length > 40) throw new StripeRefusal("Invalid string", { param: "name" });
    const amount_off = Number(required(given, "amount_off"));
    const [currency, duration] = [required(given, "currency"), required(given, "duration")];
    return books.save("coupon", { ...couponSample, id, name, amount_off, currency, duration });
  }

  function amountOff(given: Parameters) {
    const id = given.get("discounts[0][coupon]");
    if (id === undefined) return 0;
    return (books.find("coupon", id) ?? missing("coupon", id)).amount_off;
  }

  function createSession(given: Parameters): Session {
    for (const name of ["mode", "success_url"]) required(given, name);
    const subtotal = amountOf(given);
    const amount = Math.max(0, subtotal - amountOff(given));
    if (amount < leastAmount) {
      const code = "amount_too_small";
      throw new StripeRefusal("The Checkout Session's total amount due must add up to at least $0.50 usd", { code });
    }
    const id = newId("cs_test");
    const created = seconds();
    return books.save("session", {
      ...sessionSample,
      id,
      created,
      expires_at: created + day,
      url: pageOf(id),
      currency: required(given, "line_items[0][price_data][currency]"),
      amount_subtotal: subtotal,
      amount_total: amount,
      client_reference_id: given.get("client_reference_id") ?? null,
      customer_email: given.get("customer_email") ?? null,
      success_url: required(given, "success_url"),
      cancel_url: given.get("cancel_url") ?? "",
      metadata: metadataOf(given, "metadata"),
    });
  }

  /** A customer opens a Payment Link of the account. Its URL may name any order, and its amount is its own. */
  function openPaymentLink(client_reference_id: string, { amount, currency }: { amount: number; currency: string }) {
    const [id, created] = [newId("cs_test"), seconds()];
    const price = { currency, amount_subtotal: amount, amount_total: amount };
    const link = { payment_link: newId("plink"), client_reference_id, url: pageOf(id) };
    return books.save("session", { ...sessionSample, id, created, expires_at: created + day, ...price, ...link });
  }

  function findSession(id: string): Session {
    return books.find("session", id) ?? missing("checkout.session", id);
  }

  function readSession(id: string, given: Parameters): Session {
    const session = findSession(id);
    if (given.get("expand[0]") !== "payment_intent" || typeof session.payment_intent !== "string") return session;
    return { ...session, payment_intent: findPaymentIntent(session.payment_intent) };
  }

  function expireSession(id: string) {
    const session = findSession(id);
    if (session.status !== "open") {
      const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}`;
      throw new StripeRefusal(message, { isKept: true });
    }
    const expired = books.save("session", { ...session, status: "expired", url: null });
    tell("checkout.session.expired", expired);
    return expired;
  }

  /** What the customer does on the payment page. @returns undefined where there is nothing to pay any more */
  function pay(id: string): Session | undefined {
    const session = findSession(id);
    if (session.status !== "open") return undefined;
    const amount = session.amount_total ?? 0;
    const isPaid = !mood.paysLater;
    const intent = books.save("paymentIntent", {
      ...paymentIntentSample,
      id: newId("pi"),
      created: seconds(),
      amount,
      currency: session.currency ?? "",
      amount_received: isPaid ? amount : 0,
      latest_charge: newId("ch"),
      metadata: session.metadata,
      status: isPaid ? "succeeded" : "processing",
    });
    const payment_status = isPaid ? "paid" : "unpaid";
    const paid = { ...session, status: "complete", payment_intent: intent.id, payment_status, url: null } as const;
    books.save("session", paid);
    if (isPaid) {
      bookCharge(intent);
      tell("payment_intent.succeeded", intent);
    }
    tell("checkout.session.completed", paid);
    return paid;
  }

  /** What a bank says of a payment that was made days ago. */
  function settlePayment(id: string, isPaid: boolean) {
    const session = findSession(id);
    const intent = findPaymentIntent(String(session.payment_intent));
    books.save("paymentIntent", {
      ...intent,
      status: isPaid ? "succeeded" : "requires_payment_method",
      amount_received: isPaid ? intent.amount : 0,
    });
    if (isPaid) bookCharge(intent);
    const settled = books.save("session", { ...session, payment_status: isPaid ? "paid" : "unpaid" });
    tell(`checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`, settled);
  }

  function findPaymentIntent(id: string): PaymentIntent {
    return books.find("paymentIntent", id) ?? missing("payment_intent", id);
  }

  /** An entry of the balance. */
  function book(given: Pick<BalanceTransaction, "type" | "amount"> & Partial<BalanceTransaction>) {
    const entry = { ...balanceTransactionSample, reporting_category: given.type, created: seconds(), ...given };
    return books.save("balanceTransaction", { ...entry, net: entry.amount - entry.fee, id: newId("txn") });
  }

  function bookCharge({ amount, latest_charge: source }: PaymentIntent) {
    book({ type: "charge", amount, fee: feeOf(amount), source });
  }

  function bookRefund({ id: source, amount, status }: Refund) {
    const isBack = status === "failed";
    book({ type: isBack ? "refund_failure" : "refund", amount: isBack ? amount : -amount, source });
  }

  /** A customer's bank questions a payment: Stripe takes the amount, and 15.00. An inquiry moves no money yet. */
  function dispute(intentId: string, { amount, ...rest }: Partial<Dispute> = {}): Dispute {
    const { id: payment_intent, latest_charge: charge, ...intent } = findPaymentIntent(intentId);
    const of = { id: newId("du"), created: seconds(), charge, payment_intent, amount: amount ?? intent.amount };
    const disputed = books.save("dispute", { ...disputeSample, ...of, ...rest });
    if (!disputed.status.startsWith("warning"))
      bookDispute("dispute", { source: disputed.id, amount: -disputed.amount, fee: 1500 });
    tell("charge.dispute.created", disputed);
    return disputed;
  }

  function closeDispute(id: string, status: "won" | "lost" | "warning_closed") {
    const closed = books.save("dispute", { ...(books.find("dispute", id) ?? missing("dispute", id)), status });
    if (status === "won") {
      bookDispute("dispute_reversal", { source: id, amount: closed.amount });
      tell("charge.dispute.funds_reinstated", closed);
    }
    tell("charge.dispute.closed", closed);
  }

  function bookDispute(
    reporting_category: string,
    entry: Pick<BalanceTransaction, "amount"> & Partial<BalanceTransaction>,
  ) {
    book({ type: "adjustment", reporting_category, ...entry });
  }

  /** What an entry is about, where it is asked for whole (https://docs.stripe.com/api/expanding_objects). */
  function findSource(source: BalanceTransaction["source"]) {
    const id = String(source);
    const intent = books.list("paymentIntent").find(({ latest_charge }) => latest_charge === id);
    const charge = intent && { object: "charge", id, payment_intent: intent.id };
    return charge ?? books.find("refund", id) ?? books.find("dispute", id) ?? source;
  }

  /** Pays an amount out to the account's bank. */
  function payOut(amount: number) {
    return book({ type: "payout", amount: -amount, source: newId("po") });
  }

  function readBalancePage(given: Parameters) {
    const [since, until] = [Number(given.get("created[gte]") ?? 0), Number(given.get("created[lt]") ?? Infinity)];
    const all = books.list("balanceTransaction").filter(({ created }) => created >= since && created < until);
    const page = pageOfList("/v1/balance_transactions", all.toReversed(), given);
    if (given.get("expand[0]") !== "data.source") return page;
    return { ...page, data: page.data.map((entry) => ({ ...entry, source: findSource(entry.source) })) };
  }

  /** The newest first, as Stripe lists them. */
  function listRefunds(given: Parameters): Refund[] {
    const intent = given.get("payment_intent");
    const since = Number(given.get("created[gte]") ?? 0);
    const refunds = books.list("refund").filter(({ created }) => created >= since);
    return refunds.filter(({ payment_intent }) => !intent || payment_intent === intent).toReversed();
  }

  function readRefundPage(given: Parameters) {
    return pageOfList("/v1/refunds", listRefunds(given), given);
  }

  function createRefund(given: Parameters): Refund {
    const intent = findPaymentIntent(required(given, "payment_intent"));
    const refunded = listRefunds(new Map([["payment_intent", intent.id]])).filter(({ status }) => status !== "failed");
    const left = intent.amount_received - refunded.reduce((sum, { amount }) => sum + amount, 0);
    const amount = Number(given.get("amount") ?? left);
    const charge = intent.latest_charge;
    if (!(amount > 0)) throw new StripeRefusal("This value must be greater than or equal to 1.", { param: "amount" });
    if (left === 0) {
      const code = "charge_already_refunded";
      throw new StripeRefusal(`Charge ${charge} has already been refunded.`, { code, isKept: true });
    }
    if (amount > left) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
      throw new StripeRefusal(message, { code: "amount_too_large", param: "amount", isKept: true });
    }
    const status = mood.refundStatus();
    const refund = books.save("refund", {
      ...refundSample,
      ...{ id: newId("re"), created: seconds(), amount, charge, payment_intent: intent.id, status },
      metadata: metadataOf(given, "metadata"),
      failure_reason: status === "failed" ? "expired_or_canceled_card" : undefined,
    });
    if (status !== "failed") bookRefund(refund);
    tell("refund.created", refund);
    tell("charge.refunded", { object: "charge", id: charge, payment_intent: intent.id });
    return refund;
  }

  /** What a bank says of a refund that waited, or was done. */
  function settleRefund(id: string, status: "succeeded" | "failed") {
    const refund = books.find("refund", id) ?? missing("refund", id);
    const failure_reason = status === "failed" ? "expired_or_canceled_card" : undefined;
    const settled = books.save("refund", { ...refund, status, failure_reason });
    if (status === "failed") bookRefund(settled);
    tell("refund.updated", settled);
    if (status === "failed") tell("refund.failed", settled);
  }

  return {
    ...{ createCoupon, createSession, openPaymentLink, findSession, readSession, expireSession, pay, settlePayment },
    ...{ findPaymentIntent, readRefundPage, createRefund, settleRefund, payOut, readBalancePage },
    ...{ book, dispute, closeDispute },
  };
}

/** A page of what is listed (https://docs.stripe.com/api/pagination). */
function pageOfList<Item extends { id: string }>(url: string, all: Item[], given: Parameters) {
  const start = all.findIndex(({ id }) => id === given.get("starting_after")) + 1;
  const end = start + Number(given.get("limit") ?? 10);
  return { object: "list", url, has_more: end < all.length, data: all.slice(start, end) };
}

/** 2.9 % and 30 cents. */
function feeOf(amount: number) {
  return Math.round(amount * 0.029) + 30;
}

function amountOf(given: Parameters) {
  let sum = 0;
  let lines = 0;
  for (const [name, text] of given) {
    const [, line] = /^line_items\[(\d+)\]\[quantity\]$/.exec(name) ?? [];
    if (line === undefined) continue;
    const price = `line_items[${line}][price_data]`;
    required(given, `${price}[currency]`);
    required(given, `${price}[product_data][name]`);
    sum += Number(text) * Number(required(given, `${price}[unit_amount]`));
    lines++;
  }
  if (lines === 0) required(given, "line_items");
  if (lines > mostLines)
    throw new StripeRefusal(`You can pass at most ${mostLines} line_items`, { param: "line_items" });
  if (!Number.isSafeInteger(sum)) throw new StripeRefusal("Invalid integer", { param: "line_items" });
  return sum;
}

function metadataOf(given: Parameters, name: string) {
  const pairs = [...given].filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(pairs.map(([key, text]) => [key.slice(name.length + 1, -1), text]));
}

function required(given: Parameters, name: string) {
  const text = given.get(name);
  if (!text) throw new StripeRefusal(`Missing required param: ${name}.`, { code: "parameter_missing", param: name });
  return text;
}

function missing(kind: string, id: string): never {
  throw new StripeRefusal(`No such ${kind}: '${id}'`, { status: 404, code: "resource_missing", param: "id" });
}

function newId(prefix: string) {
  return `${prefix}_${randomBytes(15).toString("base64url").replaceAll(/[-_]/g, "0")}`;
}

function seconds() {
  return Math.floor(Date.now() / 1000);
}
