/** What an order's payment is about. */
export interface Purchase {
  orderNumber: string;
  totalCents: number;
  /** What of the total is for delivery. */
  deliveryCents: number;
  /** The customer's. */
  email: string;
  lines: { title: string; priceCents: number; quantity: number }[];
  /** Where the customer comes back to, paid or not. */
  orderUrl: string;
  /** Where the customer comes back to who would rather not pay. */
  checkoutUrl: string;
}

/** A payment as the shop knows it: by the provider's own names. */
export interface BegunPayment {
  orderNumber: string;
  externalId: string;
  /** The money that was taken, once it was. */
  reference: string | null;
}

/** What a payment asks for. */
export interface PaymentTerms {
  amountCents: number;
  /** The ISO 4217 code, in small letters. */
  currency: string;
  /** Whether its money is real. */
  mode: "live" | "test";
}

/** What has become of a payment. `open` may still be paid; `ended` never. */
export type PaymentOutcome =
  | { state: "open" | "ended" }
  /** @param reference the provider's name for the money, by which it is paid back */
  | { state: "paid"; reference: string };

/** A payment as its provider has it. */
export interface PaymentResult extends PaymentTerms {
  /** The provider's name for it. */
  externalId: string;
  /** The order that the shop began it for; undefined when somebody else began it. */
  begunFor: string | undefined;
  outcome: PaymentOutcome;
}

/** A refund that was written down; its id is the same however often it is asked for. */
export interface WantedRefund {
  id: string;
  orderNumber: string;
  reference: string;
  amountCents: number;
  /** Whether it may have been asked for before. */
  isRepeated: boolean;
}

/** What has become of a refund; one that waits is asked about again. */
export interface RefundOutcome {
  state: "waiting" | "done" | "failed";
  externalId: string;
  /** Why it failed. */
  error?: string;
}

/** What a provider tells the shop by itself. */
export type PaymentEvent =
  /** @param orderNumber the order that the payment names, which others' may do, too */
  | { about: "payment"; orderNumber: string; result: PaymentResult }
  | ({ about: "refund"; orderNumber: string } & ProviderRefund);

/** A refund as its provider has it. */
export interface ProviderRefund {
  /** The shop's; undefined when somebody paid money back at the provider's. */
  id: string | undefined;
  /** The money that it is of, by the provider's name. */
  reference: string;
  amountCents: number;
  outcome: RefundOutcome;
}

/**
 * Who takes payments. One that is `hosted` takes them on a page of its own, so that no card comes near the shop; its verbs may be
 * repeated at any time and do nothing twice. Each throws PaymentUnreachableError while the provider can't be asked.
 */
export type PaymentProvider = ShopPayments | HostedPayments;

/** Orders are paid as they are placed. */
export interface ShopPayments {
  readonly name: string;
  readonly hosted: false;
}

export interface HostedPayments {
  /** As payments name it; events arrive at `/payments/<name>`. */
  readonly name: string;
  readonly hosted: true;
  /**
   * Begins a payment. The same order gets the same one, with the same address.
   *
   * @returns the provider's name for it, what it asks for, and where the customer pays
   * @throws PaymentRefusedError when this purchase can't be paid there; PaymentUnreachableError
   */
  begin(purchase: Purchase): Promise<PaymentTerms & { externalId: string; url: string }>;
  /** Takes what the customer has agreed to pay, and tells what has become of the payment. */
  capture(payment: BegunPayment): Promise<PaymentResult>;
  /** Ends a payment, so that nobody can pay it any more, unless it is paid. */
  cancel(payment: BegunPayment): Promise<PaymentResult>;
  /** Pays money back. */
  refund(refund: WantedRefund): Promise<RefundOutcome>;
  /** The refunds of a payment, also those that were made at the provider's. @param reference the provider's name for its money */
  refundsOf(reference: string): Promise<ProviderRefund[]>;
  /** All refunds that were made since a moment, of any payment. */
  refundsSince(since: Date): AsyncIterable<ProviderRefund>;
  /**
   * Reads what was posted to the shop in the provider's name.
   *
   * @param body as it came, since its signature is over every byte
   * @returns undefined for what doesn't concern the shop
   * @throws ForgedEventError unless the provider signed it, lately; PaymentUnreachableError
   */
  readEvent(body: string, headers: Headers): Promise<PaymentEvent | undefined>;
}

/** The provider will not take this payment, however often it is asked. */
export class PaymentRefusedError extends Error {
  override name = "PaymentRefusedError";
}

/** The provider can't be asked for now. Whoever asked tries again later. */
export class PaymentUnreachableError extends Error {
  override name = "PaymentUnreachableError";
}

/** An event that the provider did not sign, or not lately: long ago, or in the future. */
export class ForgedEventError extends Error {
  override name = "ForgedEventError";
}
