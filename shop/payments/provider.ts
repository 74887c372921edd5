import type * as v from "valibot";
import type { OrderMoney } from "../orders/sums.ts";
import type { Currency } from "../values/currencies.ts";

/** What a provider needs to know of an order. */
export interface Purchase extends OrderMoney {
  orderNumber: string;
  /** The customer's. */
  email: string;
  /** The code that its discount is from. */
  discountCode: string | null;
  /** The delivery option's, where the shop offers several. */
  deliveryName: string | null;
  lines: { title: string; priceCents: number; quantity: number }[];
  /** Where the provider sends the customer afterwards, paid or not. */
  orderUrl: string;
  /** Where the provider sends a customer who cancels the payment. */
  checkoutUrl: string;
  /** Where a provider with one address for both sends the customer: to the order or, if they didn't pay, on to the checkout. */
  returnUrl: string;
}

/** The provider's own names for a payment. */
export interface PaymentRef {
  orderNumber: string;
  externalId: string;
}

/** What a payment asks for. */
export interface PaymentTerms {
  amountCents: number;
  /** The ISO 4217 code, in lower case. */
  currency: string;
  /** Whether its money is real. */
  mode: "live" | "test";
}

/** A page where the customer pays. */
export interface Checkout extends PaymentTerms {
  /** The provider's name for the payment. */
  externalId: string;
  url: string;
}

/** The state of a payment at its provider. A failed one can never be paid. */
export type PaymentOutcome =
  /** @param isProcessing the customer has paid, and their bank hasn't confirmed it yet */
  | { state: "pending"; isProcessing: boolean }
  /** @param isByCustomer they cancelled it, and know that */
  | { state: "failed"; isByCustomer?: boolean }
  /** @param reference the provider's name for the money, which refunds need */
  | { state: "settled"; reference: string; reservation?: Reservation };

/** Money that the customer's bank holds for the shop, until the shop captures or releases it. */
export interface Reservation {
  /** What was taken of it so far. */
  capturedCents: number;
  /** What the bank doesn't hold any more, and the shop hasn't taken. */
  releasedCents: number;
  /** Until when it can certainly be captured, in milliseconds since 1970 (UTC); undefined where the provider doesn't say. */
  until: number | undefined;
  /** Whether the shop takes it at once, and not when it sends the order. */
  isTakenAtOnce: boolean;
}

/** A payment as its provider has it. */
export interface PaymentResult extends PaymentTerms {
  /** The provider's name for it. */
  externalId: string;
  /** The order that the shop created it for; undefined when others created it. */
  createdFor: string | undefined;
  outcome: PaymentOutcome;
}

/** Reserved money to be taken. */
export interface CaptureRequest extends PaymentRef {
  /** What is taken in addition to what was captured before. */
  amountCents: number;
  /** The ISO 4217 code, in lower case. */
  currency: string;
  /** How often the provider has declined before: the next request is another one, not a repetition. */
  refusals: number;
}

/** A refund to be made. The same id is refunded once, however often it is asked for. */
export interface RefundRequest {
  id: string;
  orderNumber: string;
  /** The provider's name for the money. */
  reference: string;
  amountCents: number;
  /** The ISO 4217 code, in lower case. */
  currency: string;
  /** Whether it may have been asked for before. */
  isRetry: boolean;
}

/** The state of a refund at its provider. */
export interface RefundResult {
  state: "pending" | "settled" | "failed";
  /** The provider's name for it. */
  externalId: string;
  /** Why it failed. */
  error?: string;
}

/** A refund as its provider has it. */
export interface ProviderRefund {
  /** The shop's id; undefined for a refund made in the provider's dashboard. */
  id: string | undefined;
  /** The provider's name for the money that was refunded. */
  reference: string;
  amountCents: number;
  result: RefundResult;
}

/** What changed the shop's balance at a provider: a sale, a refund, a fee, a payout, a dispute, or anything else. */
export interface BalanceChange {
  /** Milliseconds since 1970 (UTC). */
  at: number;
  /** In the provider's words: "Fee", "Payout", "Dispute". */
  type: string;
  /** How the shop's balance at the provider changed: negative for money that left it. */
  amountCents: number;
  /** The ISO 4217 code, in capitals: that of the shop's account there. */
  currency: string;
  /** The provider's name for what it is about. */
  reference: string;
  /** The provider's name for the customer's money that it is about, as payments have it; undefined for fees, payouts and the like. */
  payment: string | undefined;
  /** Whether the customer paid, or was refunded: the shop books this by itself if the payment is an order's. */
  isSaleOrRefund: boolean;
}

/** A payment that the customer's bank questions. */
export interface ProviderDispute {
  /** The provider's name for it. */
  externalId: string;
  /** The provider's name for the money that is disputed. */
  reference: string;
  amountCents: number;
  /** What the customer says, in the provider's words: "product not received". */
  reason: string;
  /** A closed one was neither won nor lost, such as a bank's question that became no dispute. */
  state: "open" | "won" | "lost" | "closed";
}

/** An event that a provider sends to the shop. */
export type PaymentEvent =
  /** @param orderNumber the order that the payment names; anyone's payment may name it */
  | { about: "payment"; orderNumber: string; result: PaymentResult }
  | ({ about: "refund"; orderNumber: string } & ProviderRefund)
  | ({ about: "dispute"; orderNumber: string } & ProviderDispute);

/** Where a provider sends its events, as it knows it. */
export interface EventAddress {
  /** The provider's name for it. */
  id: string;
  url: string;
}

/** How the shop itself tells a provider where to send events. */
export interface EventAddresses {
  /** All that the shop's account has, also those of others. */
  list(): Promise<EventAddress[]>;
  /** @returns its name, and the secret that its events are signed with, which the provider never shows again */
  add(url: string): Promise<{ id: string; secret: string }>;
  remove(id: string): Promise<void>;
}

/** What events are verified by, where the shop itself has told the provider its address. */
export interface EventKey {
  /** The address that the provider sends them to. */
  url: string;
  secret: string;
}

/** What the shop knows of a provider whose settings it hasn't read. */
export interface ProviderSetup {
  /** What customers choose it by, and what receipts name: "Card". */
  label: string;
  /** What the checkout says about paying with it. */
  checkoutNote: string;
  /** How the customer of a cancelled order gets their money back. */
  refundNote: string;
  /** Whether it takes Visa and Mastercard. Orders of earlier versions name these instead of a provider. */
  takesCards: boolean;
  /** How owners know it, what it is good for, and where they open an account. */
  account: { name: string; offers: string; signUp: string };
  /** The environment variables without which it isn't set up. */
  requiredVariables: [string, ...string[]];
  /** Reads its settings from its environment variables; undefined while it isn't set up. Messages follow a variable's name. */
  environment: v.GenericSchema & { entries: v.ObjectEntries };
  /** Whether it only works with a shop that has an `https://` address. */
  needsHttps?: boolean;
  /** Whether its keys take real money. @param settings what `environment` read */
  modeOf(settings: never): PaymentTerms["mode"];
  /** @param settings what `environment` read */
  open(settings: never): Promise<PaymentProvider>;
}

/**
 * Customers pay on the provider's page, so that no card comes near the shop. Every call can be repeated at any time without doing anything
 * twice. Each throws PaymentUnreachableError while the provider can't be reached.
 */
export interface PaymentProvider {
  /** As payments name it; its events arrive at `/payments/<name>`. */
  readonly name: string;
  /** The least that a customer can pay, in cents of a currency; 0 where the provider names none, undefined where it doesn't take the currency. */
  leastCents(currency: Currency): number | undefined;
  /** Of how many cents an amount must be a multiple, where not any can be paid. */
  stepCents?(currency: Currency): number;
  /** The same order always gets the same checkout. @throws PaymentRefusedError when the provider will never take this purchase */
  createCheckout(purchase: Purchase): Promise<Checkout>;
  readPayment(payment: PaymentRef): Promise<PaymentResult>;
  /**
   * Takes reserved money. The same request is done once, however often it is made. Missing where money is taken as customers pay.
   *
   * @throws PaymentRefusedError when the provider declines, which may change
   */
  capture?(request: CaptureRequest): Promise<PaymentResult>;
  /** Releases all reserved money that wasn't captured. */
  release?(payment: PaymentRef): Promise<PaymentResult>;
  /** Expires an unpaid checkout: it takes no more payments. @returns the payment's state */
  expireCheckout(payment: PaymentRef): Promise<PaymentResult>;
  refund(refund: RefundRequest): Promise<RefundResult>;
  /** All refunds of a payment, also those made in the provider's dashboard. @param reference the provider's name for its money */
  listRefunds(reference: string): Promise<ProviderRefund[]>;
  /** All refunds since a moment, of any payment. Missing where the provider only lists those of a payment. */
  listRefundsSince?(since: Date): AsyncIterable<ProviderRefund>;
  /**
   * All that changed the shop's balance at the provider in a period, the newest first. They add up to what it changed by.
   *
   * @param until the first moment after the period
   */
  listBalanceChanges(from: Date, until: Date): AsyncIterable<BalanceChange>;
  /** Missing where the owner enters the address, and the secret of its events, by hand. */
  readonly eventAddresses?: EventAddresses;
  /**
   * Reads what was posted to the shop in the provider's name.
   *
   * @param body the exact text, since the signature covers every byte
   * @param now by the database's clock: this machine's may be wrong
   * @param key where the provider has `eventAddresses`
   * @returns undefined for what doesn't concern the shop
   * @throws ForgedEventError unless the provider signed it, recently enough that a repetition changes nothing; PaymentUnreachableError
   */
  readEvent(body: string, headers: Headers, now: Date, key?: EventKey): Promise<PaymentEvent | undefined>;
}

/** The provider will not take this payment, however often it is asked. */
export class PaymentRefusedError extends Error {
  override name = "PaymentRefusedError";
}

/** The provider can't be reached right now. Callers try again later. */
export class PaymentUnreachableError extends Error {
  override name = "PaymentUnreachableError";
}

/** An event that the provider did not sign, or signed too long ago or in the future. */
export class ForgedEventError extends Error {
  override name = "ForgedEventError";
}

/**
 * The provider of payments that the shop's owner takes and refunds outside the shop. No money moves here: refunds are settled as they are
 * created, and so are payments where the checkout checks cards.
 */
export const manualProvider = "manual";
