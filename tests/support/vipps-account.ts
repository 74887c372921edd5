import { randomUUID } from "node:crypto";
import { openProviderBooks } from "./provider-books.ts";

export interface Amount {
  currency: string;
  value: number;
}

/** A payment as the API shows it, and what the landing page needs. */
export interface VippsPayment {
  /** Its reference. */
  id: string;
  state: "CREATED" | "ABORTED" | "EXPIRED" | "AUTHORIZED" | "TERMINATED";
  amount: Amount;
  aggregate: Record<"authorizedAmount" | "cancelledAmount" | "capturedAmount" | "refundedAmount", Amount>;
  pspReference: string;
  metadata: Record<string, string> | null;
  returnUrl: string;
  captureGuaranteedUntil: string | null;
}

export interface VippsEvent {
  id: string;
  reference: string;
  pspReference: string;
  name: string;
  amount: Amount;
  timestamp: string;
  idempotencyKey: string | null;
  success: boolean;
}

interface LedgerEntry {
  id: string;
  topic: "funds" | "fees";
  pspReference: string;
  time: string;
  ledgerDate: string;
  entryType: string;
  reference: string | null;
  currency: string;
  amount: number;
}

interface Kinds {
  payment: VippsPayment;
  event: VippsEvent;
  webhook: { id: string; url: string; events: string[]; secret: string };
  token: { id: string; until: number };
  entry: LedgerEntry;
}

export type VippsBooks = ReturnType<typeof openVippsBooks>;

/** All that the stand-in for Vipps knows. */
export function openVippsBooks(file: string) {
  return openProviderBooks<Kinds>(file);
}

/** What Vipps answers instead of doing what it is asked (https://developer.vippsmobilepay.com/docs/APIs/epayment-api/api-guide/errors). */
export class VippsRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(code: string, title: string, status = 400) {
    super(title);
    this.status = status;
    this.code = code;
  }
}

/** How the stand-in treats what happens next. */
export interface VippsMood {
  /** Why the next capture is declined, if it is: 6260 says that the bank has let the money go. */
  captureRefusal: () => string | undefined;
  /** When an event is sent, in milliseconds from now: as often as it has numbers. */
  deliverAfter: (name: string) => number[];
}

const day = 24 * 60 * 60_000;
/** Visa guarantees as much. */
const guaranteedMs = 7 * day;
const leastValues: Record<string, number> = { NOK: 100, DKK: 1, EUR: 1 };

type Sums = keyof VippsPayment["aggregate"];

/** What Vipps does with a sales unit's payments, in the books. Every function is one transaction of its caller. */
export function createVippsAccount(books: VippsBooks, mood: VippsMood) {
  function tell(
    name: string,
    payment: VippsPayment,
    { value = payment.amount.value, idempotencyKey = null }: Told = {},
  ) {
    const amount = { ...payment.amount, value };
    const pspReference = randomUUID();
    const timestamp = new Date().toISOString();
    const of = { reference: payment.id, pspReference, name, amount, timestamp, idempotencyKey, success: true };
    const event = books.save("event", { id: pspReference, ...of });
    for (const delay of mood.deliverAfter(name)) books.planDelivery(event.id, Date.now() + delay);
    return event;
  }

  function find(reference: string) {
    const payment = books.find("payment", reference);
    if (!payment) throw new VippsRefusal("5090", "Reference not found", 404);
    return payment;
  }

  function create(body: CreateBody) {
    const { reference, amount, returnUrl, userFlow, paymentMethod, metadata = null } = body;
    if (!/^[a-zA-Z0-9-]{8,64}$/.test(reference)) throw new VippsRefusal("", "Bad Request");
    if (userFlow !== "WEB_REDIRECT" || paymentMethod?.type !== "WALLET")
      throw new VippsRefusal("4140", "Missing required parameter");
    // Vipps wants https. The shops of tests have no certificate.
    if (!/^(https:\/\/|http:\/\/localhost)/.test(returnUrl)) throw new VippsRefusal("4090", "Invalid URL");
    const least = leastValues[amount.currency];
    if (least === undefined) throw new VippsRefusal("5040", "Invalid currency for merchant");
    if (!Number.isSafeInteger(amount.value)) throw new VippsRefusal("4040", "Invalid amount");
    if (amount.value < least) throw new VippsRefusal("6010", "Amount too small");
    if (books.find("payment", reference)) throw new VippsRefusal("4150", "Reference exists", 409);
    const none = { ...amount, value: 0 };
    const payment = books.save("payment", {
      id: reference,
      state: "CREATED",
      amount,
      aggregate: { authorizedAmount: none, cancelledAmount: none, capturedAmount: none, refundedAmount: none },
      pspReference: randomUUID(),
      metadata,
      returnUrl,
      captureGuaranteedUntil: null,
    });
    tell("CREATED", payment);
    return payment;
  }

  function end(reference: string, state: "ABORTED" | "EXPIRED" | "TERMINATED") {
    const payment = find(reference);
    if (payment.state !== "CREATED") return undefined;
    const ended = books.save("payment", { ...payment, state });
    tell(state, ended);
    return ended;
  }

  /** The customer confirms in the app. @returns undefined where there is nothing to confirm any more */
  function approve(reference: string) {
    const payment = find(reference);
    if (payment.state !== "CREATED") return undefined;
    const approved = books.save("payment", {
      ...payment,
      state: "AUTHORIZED",
      aggregate: { ...payment.aggregate, authorizedAmount: payment.amount },
      captureGuaranteedUntil: new Date(Date.now() + guaranteedMs).toISOString(),
    });
    tell("AUTHORIZED", approved);
    return approved;
  }

  function heldOf({ aggregate }: VippsPayment) {
    return aggregate.authorizedAmount.value - aggregate.capturedAmount.value - aggregate.cancelledAmount.value;
  }

  function add(payment: VippsPayment, name: Sums, value: number) {
    const sum = { ...payment.amount, value: payment.aggregate[name].value + value };
    return books.save("payment", { ...payment, aggregate: { ...payment.aggregate, [name]: sum } });
  }

  function capture(reference: string, value: number, idempotencyKey: string | null = null) {
    const payment = find(reference);
    const refusal = mood.captureRefusal();
    if (payment.state !== "AUTHORIZED") throw new VippsRefusal("6080", "Cannot capture before reservation");
    if (refusal) throw new VippsRefusal(refusal, "Funds unavailable");
    if (payment.aggregate.capturedAmount.value === payment.amount.value)
      throw new VippsRefusal("6170", "Payment already captured");
    if (heldOf(payment) === 0) throw new VippsRefusal("6070", "Cannot capture a cancelled payment");
    if (!(value > 0 && value <= heldOf(payment))) throw new VippsRefusal("6090", "Capture amount too high");
    const captured = add(payment, "capturedAmount", value);
    const { pspReference } = tell("CAPTURED", captured, { value, idempotencyKey });
    book("funds", "capture", { pspReference, reference, value, currency: payment.amount.currency });
    // 1.75 %, and 1 krone.
    const fee = -(Math.round(value * 0.0175) + 100);
    book("fees", "capture-fee", { pspReference, reference, value: fee, currency: payment.amount.currency });
    return captured;
  }

  function cancel(reference: string, { cancelTransactionOnly = false } = {}) {
    const payment = find(reference);
    if (payment.state === "CREATED") return end(reference, "TERMINATED") ?? payment;
    if (payment.state !== "AUTHORIZED") throw new VippsRefusal("6190", "Payment cannot be cancelled");
    if (cancelTransactionOnly) throw new VippsRefusal("6060", "Cannot cancel authorized payment");
    const value = heldOf(payment);
    if (value === 0) throw new VippsRefusal("6040", "Cannot cancel a captured payment");
    const cancelled = add(payment, "cancelledAmount", value);
    tell("CANCELLED", cancelled, { value });
    return cancelled;
  }

  function refund(reference: string, value: number, idempotencyKey: string | null = null) {
    const payment = find(reference);
    const { capturedAmount, refundedAmount } = payment.aggregate;
    if (!(value > 0 && value <= capturedAmount.value - refundedAmount.value))
      throw new VippsRefusal("6150", "Not enough refundable");
    const refunded = add(payment, "refundedAmount", value);
    const { pspReference } = tell("REFUNDED", refunded, { value, idempotencyKey });
    book("funds", "refund", { pspReference, reference, value: -value, currency: payment.amount.currency });
    return refunded;
  }

  function book(topic: LedgerEntry["topic"], entryType: string, { value, reference = null, ...of }: Booked) {
    const time = new Date().toISOString();
    const { pspReference = randomUUID(), currency } = of;
    const entry = { topic, pspReference, time, ledgerDate: time.slice(0, 10), entryType, reference, currency };
    return books.save("entry", { id: randomUUID(), ...entry, amount: value });
  }

  function register({ url, events }: { url: string; events: string[] }) {
    if (!/^(https:\/\/|http:\/\/localhost)/.test(url)) throw new VippsRefusal("4090", "Invalid URL");
    return books.save("webhook", { id: randomUUID(), url, events, secret: randomUUID() });
  }

  return { create, find, end, approve, capture, cancel, refund, book, register };
}

interface Told {
  value?: number;
  idempotencyKey?: string | null;
}

interface Booked {
  value: number;
  currency: string;
  pspReference?: string;
  reference?: string | null;
}

export interface CreateBody {
  reference: string;
  amount: Amount;
  returnUrl: string;
  userFlow: string;
  paymentMethod?: { type: string };
  metadata?: Record<string, string>;
}
