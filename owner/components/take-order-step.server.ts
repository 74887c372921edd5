import type { RouterContextProvider } from "react-router";
import { formatMoment } from "#shop/days.ts";
import { centsFromTypedAmount, formatPrice } from "#shop/money.ts";
import { cancelOrder, PaymentUnderWayError } from "#shop/orders/cancel-order.ts";
import { closeRefunds } from "#shop/orders/close-refunds.ts";
import { OrderUnknownError } from "#shop/orders/order-events.ts";
import { StepRefusedError } from "#shop/orders/order-life.ts";
import { isOrderNumber } from "#shop/orders/order-number.ts";
import { markDelivered, markReturned, markSent, noteOnOrder } from "#shop/orders/order-steps.ts";
import { type OrderChange, OrderChangedError } from "#shop/orders/order-version.ts";
import { type OwnersOrder, readOwnersOrder } from "#shop/orders/read-owners-order.ts";
import { ProviderMissingError } from "#shop/orders/read-payment.ts";
import { refundInWords } from "#shop/orders/refund-in-words.ts";
import { RefundError, refundOrder } from "#shop/orders/refund-order.ts";
import { PaymentUnreachableError } from "#shop/payments/payment-provider.ts";
import type { Shop } from "#shop/shop.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { eventInWords } from "./event-in-words.ts";
import { hasSignedInRecently } from "./recent-sign-in.server.ts";
import { stepLimits } from "./step-limits.ts";

/** What a form says of a step. */
type Fields = Record<string, string>;

interface Step {
  shop: Shop;
  orderNumber: string;
  actor: string;
  fields: Fields;
}

/** A form that can't be done as it is. The message is for its owner, and stands beside the form. */
class StepError extends Error {
  override name = "StepError";
}

interface PostedStep {
  request: Request;
  context: Readonly<RouterContextProvider>;
  orderNumber: string;
  fields: Fields;
}

/** Why a step was not taken. */
export interface StepRefusal {
  refused: string;
  status: 403 | 409;
  /** What others did with the order since the form was shown, in words. */
  changes?: string[];
  /** Whether the form asks to confirm that all that is left is refunded. */
  asksToConfirm?: boolean;
}

/** Refunding all that is left has to be confirmed. */
class UnconfirmedError extends StepError {
  override name = "UnconfirmedError";
}

/**
 * Takes the step with an order that a form asks for, by its `step`. Steps that move money ask for a recent sign-in.
 *
 * @returns what was done, in words, or why it was not
 * @throws what isn't the owner's doing
 */
export async function takeStep(posted: PostedStep): Promise<{ done: string } | StepRefusal> {
  const { request, context, orderNumber, fields } = posted;
  const step = stepOf(fields.step);
  if (!step) return { refused: "There is no such step", status: 409 };
  if (moneySteps.includes(step) && !(await hasSignedInRecently(request, context))) {
    return { refused: "Sign in again to continue. You signed in more than 30 minutes ago.", status: 403 };
  }
  try {
    if (!isOrderNumber(orderNumber)) throw new OrderUnknownError(orderNumber);
    const { email: actor } = context.get(ownerContext);
    return { done: await steps[step]({ shop: context.get(shopContext), orderNumber, actor, fields }) };
  } catch (error) {
    if (error instanceof OrderChangedError) return refusalOfChanged(context, step, error);
    if (!refusals.some((Refusal) => error instanceof Refusal)) throw error;
    const asksToConfirm = error instanceof UnconfirmedError;
    return { refused: (error as Error).message, status: 409, asksToConfirm };
  }
}

function refusalOfChanged(
  context: PostedStep["context"],
  step: keyof typeof steps,
  { changes }: OrderChangedError,
): StepRefusal {
  const { email } = context.get(ownerContext);
  const { timeZone } = context.get(shopContext).settings;
  const isOwn = changes.length > 0 && changes.every(({ actor }) => actor === email);
  const cause = isOwn
    ? "You changed this order after opening this form."
    : "Someone else changed this while you were editing.";
  const undone = { cancel: "Not cancelled.", close: "Not closed." }[step as string] ?? "Not refunded.";
  return {
    refused: `${undone} ${cause} Check the order, then submit again if it's still right.`,
    status: 409,
    changes: changes.map((change) => changeInWords(change, timeZone)),
  };
}

function changeInWords({ step, actor, amountCents, createdAt }: OrderChange, timeZone: string) {
  const amount = amountCents === null ? "" : ` ${formatPrice(amountCents)}`;
  return `${eventInWords(step)}${amount} (${actor}, ${formatMoment(createdAt, timeZone)})`;
}

function stepOf(name = "") {
  return Object.hasOwn(steps, name) ? (name as keyof typeof steps) : undefined;
}

/** An order that awaits its payment may turn out to be paid as it is cancelled, so cancelling always counts. */
const moneySteps: (keyof typeof steps)[] = ["refund", "cancel", "close"];

const refusals = [
  StepError,
  StepRefusedError,
  OrderUnknownError,
  RefundError,
  PaymentUnderWayError,
  PaymentUnreachableError,
  ProviderMissingError,
];

const steps = {
  async send({ shop, orderNumber, actor, fields }: Step) {
    const parcel = { carrier: textOf(fields, "carrier") ?? null, tracking: textOf(fields, "tracking") ?? null };
    await markSent(shop, orderNumber, { actor, ...parcel, ...noteOf(fields) });
    return "It is marked as sent, and its customer is told";
  },

  async deliver({ shop, orderNumber, actor, fields }: Step) {
    await markDelivered(shop, orderNumber, { actor, ...noteOf(fields) });
    return "It is marked as delivered, and its customer is told";
  },

  async return({ shop, orderNumber, actor, fields }: Step) {
    await markReturned(shop, orderNumber, { actor, ...noteOf(fields) });
    const { refundableCents } = await readOwnersOrder(shop.db, orderNumber);
    const money = refundableCents > 0 ? `pay back ${formatPrice(refundableCents)}` : "nothing is left to be paid back";
    return `Its goods are back on the shelf; ${money}`;
  },

  async cancel({ shop, orderNumber, actor, fields }: Step) {
    const refund = await cancelOrder(shop, orderNumber, { actor, ...noteOf(fields), version: fields.version ?? "" });
    const money = refund ? `. ${await refundInWords(shop, orderNumber, refund)}` : "";
    return `Order cancelled and items restocked${money}`;
  },

  async refund({ shop, orderNumber, actor, fields }: Step) {
    const reason = textOf(fields, "reason");
    if (!reason) throw new StepError("Enter a reason. The customer sees it.");
    const amount = fields.amount?.trim();
    if (!amount) throw new StepError("Enter an amount to refund");
    const amountCents = centsFromTypedAmount(amount);
    if (!amountCents) throw new StepError(`"${amount}" isn't a valid amount. Enter dollars, such as 12.50.`);
    const version = fields.version ?? "";
    const order = await readOwnersOrder(shop.db, orderNumber);
    if (order.version === version) requireConfirmation(order, amountCents, fields.confirm);
    const refund = await refundOrder(shop, orderNumber, { amountCents, reason, actor, version });
    const told = await refundInWords(shop, orderNumber, refund);
    if (refund.state === "failed") throw new StepError(told);
    return told;
  },

  async close({ shop, orderNumber, actor, fields }: Step) {
    const reason = textOf(fields, "reason");
    if (!reason) throw new StepError("Enter a reason. Only the shop sees it.");
    const closed = await closeRefunds(shop, orderNumber, { actor, reason, version: fields.version ?? "" });
    return closed === "return" ? "Return closed without a further refund" : "Failed refund closed without a new refund";
  },

  async note({ shop, orderNumber, actor, fields }: Step) {
    const note = textOf(fields, "note");
    if (!note) throw new StepError("There is nothing to note");
    await noteOnOrder(shop, orderNumber, { actor, note });
    return "It is noted";
  },
};

/** @throws UnconfirmedError */
function requireConfirmation({ refundableCents }: OwnersOrder, amountCents: number, confirmed: string | undefined) {
  if (amountCents !== refundableCents || confirmed === String(amountCents)) return;
  throw new UnconfirmedError(
    `This refunds all ${formatPrice(amountCents)}. Tick the box to confirm, then press Refund.`,
  );
}

function noteOf(fields: Fields) {
  const note = textOf(fields, "note");
  return note ? { note } : {};
}

/** @throws StepError when a text is longer than its field lets it be */
function textOf(fields: Fields, name: keyof typeof stepLimits) {
  const text = fields[name]?.trim();
  if (text && text.length > stepLimits[name]) throw new StepError(`At most ${stepLimits[name]} characters: ${name}`);
  return text || undefined;
}
