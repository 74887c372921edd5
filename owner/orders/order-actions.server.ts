import type { RouterContextProvider } from "react-router";
import { billingAddress } from "#shop/forms/account-fields.ts";
import { safeParse } from "#shop/forms/validate.ts";
import { keepsMails } from "#shop/mail/mail-server/keeps-mails.ts";
import { notified } from "#shop/mail/mail-server/notified.ts";
import { readUnsentOrderMails } from "#shop/mail/order-mails.ts";
import { resendMail } from "#shop/mail/sent-mails.ts";
import { retryMails } from "#shop/mail/unsent-mails.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { OrderChangedError, type OrderChangeSince, requireVersion } from "#shop/orders/change-order.ts";
import { correctInvoice } from "#shop/orders/correct-invoice.ts";
import { correctAddress, undoSent } from "#shop/orders/correct-order.ts";
import { addNote, deliverOrder, returnOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { loadOrder } from "#shop/orders/load-order.ts";
import { markPaid, remind, undoPayment } from "#shop/orders/payment/offline-payment.ts";
import { ProviderMissingError } from "#shop/orders/payment/payment.ts";
import { closeRefunds, describeRefund, refundOrder, returnItem, returnItems } from "#shop/orders/payment/refund.ts";
import { captureNow, describeCapture } from "#shop/orders/payment/reservation.ts";
import { readPieceCount } from "#shop/orders/piece-count.ts";
import { acceptReturn, declineReturn } from "#shop/orders/returns/answer-return.ts";
import { checkLabelSize, ReturnLabelError } from "#shop/orders/returns/return-label.ts";
import { type Actor, actorLabel, eventName, staff } from "#shop/orders/state/events.ts";
import {
  CaptureRefusedError,
  CorrectionRefusedError,
  OrderUnknownError,
  PaymentUnderWayError,
  RefundError,
  RefundTooLargeError,
  ReturnRefusedError,
} from "#shop/orders/state/order.ts";
import { orderStateName, TransitionRefusedError } from "#shop/orders/state/state-machine.ts";
import { readAdminOrder } from "#shop/orders/views/admin.ts";
import { MatchRefusedError } from "#shop/orders/withdrawals/match-withdrawal.ts";
import { readWithdrawalsOf } from "#shop/orders/withdrawals/read-withdrawals.ts";
import { unmatchWithdrawal } from "#shop/orders/withdrawals/unmatch-withdrawal.ts";
import { PaymentUnreachableError } from "#shop/payments/provider.ts";
import { StorageUnavailableError } from "#shop/pictures/storage/object-store.ts";
import type { Shop } from "#shop/shop.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { isOrderNumber } from "#shop/values/order-number.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import type { StepsOf } from "../access/acts.ts";
import { readNumber } from "../lists/list-query.server.ts";
import { notRetriedMessage, retriedMessage } from "../mails/shown-unsent-mail.ts";
import {
  ActionError,
  amountOf,
  centsOf,
  elsewhereOf,
  type Fields,
  noteOf,
  reasonOf,
  requireConfirmation,
  requireNotWithdrawn,
  textOf,
  typedItems,
  UnconfirmedError,
} from "./action-fields.server.ts";
import { unmatchedMessage } from "./withdrawals.tsx";

interface ActionInput {
  shop: Shop;
  orderNumber: string;
  actor: Actor;
  fields: Fields;
  file: File | undefined;
}

interface ActionRequest {
  context: Readonly<RouterContextProvider>;
  orderNumber: string;
  fields: Fields;
  /** The uploaded file of a form that has one. */
  file?: File | undefined;
}

/** The form error of a rejected action. */
export interface RejectedAction {
  formError: string;
  status: 409;
  /** What happened to the order since the form was opened. */
  changes?: string[];
  /** Whether the form asks to confirm a refund of the full remaining amount. */
  asksToConfirm?: boolean;
}

/**
 * Runs the order action that a form names in `step`.
 *
 * @returns a flash message or a form error
 * @throws unexpected errors
 */
export async function runOrderAction(posted: ActionRequest): Promise<{ done: string } | RejectedAction> {
  const { context, orderNumber, fields, file } = posted;
  const step = actionOf(fields.step);
  if (!step) return { formError: "Unknown action", status: 409 };
  try {
    if (!isOrderNumber(orderNumber)) throw new OrderUnknownError(orderNumber);
    const actor = staff(context.get(ownerContext).email);
    return { done: await actions[step]({ shop: context.get(shopContext), orderNumber, actor, fields, file }) };
  } catch (error) {
    if (error instanceof OrderChangedError) return rejectStale(context, step, error);
    if (!expectedErrors.some((ExpectedError) => error instanceof ExpectedError)) throw error;
    const asksToConfirm = error instanceof UnconfirmedError;
    return { formError: messageOf(error as Error, context), status: 409, asksToConfirm };
  }
}

function messageOf(error: Error, context: ActionRequest["context"]) {
  const { locale } = context.get(shopContext).settings;
  return error instanceof RefundTooLargeError ? error.messageIn(locale) : error.message;
}

function rejectStale(
  context: ActionRequest["context"],
  step: keyof typeof actions,
  { changes, ...shown }: OrderChangedError,
): RejectedAction {
  const { email } = context.get(ownerContext);
  const regional = context.get(shopContext).settings;
  const isOwn = changes.length > 0 && changes.every(({ actor }) => actorLabel(actor) === email);
  const cause = isOwn
    ? "You changed this order after opening this form."
    : "Someone else changed this while you were editing.";
  const undone =
    {
      cancel: "Not cancelled.",
      capture: "Not captured.",
      close: "Not closed.",
      correctAddress: "Not corrected.",
      correctInvoice: "Not corrected.",
      markPaid: "Not marked as paid.",
      undoPaid: "Not undone.",
      returnItem: "Not returned.",
      receiveReturn: "Not returned.",
      acceptReturn: "Not accepted.",
      declineReturn: "Not declined.",
    }[step as string] ?? "Not refunded.";
  return {
    formError: `${undone} ${cause} Check the order, then submit again if it's still right.`,
    status: 409,
    changes: changes.map((change) => changeInWords(change, { ...regional, ...shown })),
  };
}

function changeInWords(
  { step, actor, amountCents, createdAt }: OrderChangeSince,
  { timeZone, locale, currency, isPickup }: Pick<OrderChangedError, "currency" | "isPickup"> & Regional,
) {
  const amount = amountCents === null ? "" : ` ${formatPrice(amountCents, { currency, locale })}`;
  return `${eventName({ step, actor }, isPickup)}${amount} (${actorLabel(actor)}, ${formatMoment(createdAt, { timeZone, locale })})`;
}

function actionOf(name = "") {
  return Object.hasOwn(actions, name) ? (name as keyof typeof actions) : undefined;
}

const expectedErrors = [
  ActionError,
  TransitionRefusedError,
  OrderUnknownError,
  RefundError,
  CaptureRefusedError,
  CorrectionRefusedError,
  ReturnRefusedError,
  MatchRefusedError,
  PaymentUnderWayError,
  PaymentUnreachableError,
  ProviderMissingError,
  ReturnLabelError,
  StorageUnavailableError,
];

const actions = {
  async unmatch({ shop, orderNumber, actor, fields }: ActionInput) {
    const { isTold } = await unmatchWithdrawal(shop, fields.id ?? "", { orderNumber, actor });
    return unmatchedMessage(orderNumber, isTold, shop.settings);
  },

  async send({ shop, orderNumber, actor, fields }: ActionInput) {
    const parcel = { carrier: textOf(fields, "carrier") ?? null, tracking: textOf(fields, "tracking") ?? null };
    await requireNotWithdrawn(shop, orderNumber, fields.confirm === "withdrawn");
    await sendOrder(shop, orderNumber, { actor, ...parcel, ...noteOf(fields) });
    return `Marked as ${await stateWords(shop, orderNumber)}. ${notified(shop.settings)}`;
  },

  async markPaid({ shop, orderNumber, actor, fields }: ActionInput) {
    await markPaid(shop, orderNumber, { actor, ...noteOf(fields), version: fields.version ?? "" });
    return `Marked as paid. ${notified(shop.settings)}`;
  },

  async undoPaid({ shop, orderNumber, actor, fields }: ActionInput) {
    const isTold = await undoPayment(shop, orderNumber, { actor, version: fields.version ?? "" });
    return `No longer marked as paid. ${isTold ? notified(shop.settings) : "The customer wasn't emailed yet."}`;
  },

  async remind({ shop, orderNumber, actor }: ActionInput) {
    await remind(shop, orderNumber, { actor });
    return notified(shop.settings, { done: "reminded" });
  },

  async resendMail({ shop, orderNumber, actor, fields }: ActionInput) {
    await resendMail(shop, orderNumber, { actor, mailId: readNumber(fields.mail) });
    return keepsMails(shop.settings) ? "Email written again, and kept in the outbox" : "Email resent";
  },

  async retryMail({ shop, orderNumber, actor, fields }: ActionInput) {
    const mailId = readNumber(fields.mail);
    const withdrawals = await readWithdrawalsOf(shop.db, orderNumber);
    const isOwn = (await readUnsentOrderMails(shop.db, orderNumber, withdrawals)).some(({ id }) => id === mailId);
    const retried = isOwn ? await retryMails(shop, { actor: actor.id, mailId }) : 0;
    if (retried === 0) throw new ActionError(notRetriedMessage);
    return retriedMessage(retried);
  },

  async undoSent({ shop, orderNumber, actor }: ActionInput) {
    const isTold = await undoSent(shop, orderNumber, { actor });
    const { isPickup } = await readAdminOrder(shop.db, orderNumber);
    const sent = orderStateName({ state: "sent", isPickup }).toLowerCase();
    return `No longer marked as ${sent}. ${isTold ? notified(shop.settings) : "The customer wasn't emailed yet."}`;
  },

  async correctAddress({ shop, orderNumber, actor, fields }: ActionInput) {
    const { success, output, issues } = safeParse(billingAddress, fields.billingAddress);
    if (!success) throw new ActionError(issues[0].message);
    const area = { country: fields.country, zipCode: fields.zipCode };
    const correction = { billingAddress: output, area, ...elsewhereOf(fields) };
    await correctAddress(shop, orderNumber, { actor, ...correction, version: fields.version ?? "" });
    return `Address corrected. ${notified(shop.settings)}`;
  },

  async correctInvoice({ shop, orderNumber, actor, fields }: ActionInput) {
    const reason = reasonOf(fields, "It appears on the credit note.");
    const notifyCustomer = fields.notify === "on";
    await correctInvoice(shop, orderNumber, {
      ...{ actor, reason, notifyCustomer, typed: fields, version: fields.version ?? "" },
    });
    return `Invoice corrected.${notifyCustomer ? ` ${keepsMails(shop.settings) ? notified(shop.settings) : "The customer is emailed both documents."}` : ""}`;
  },

  async deliver({ shop, orderNumber, actor, fields }: ActionInput) {
    await deliverOrder(shop, orderNumber, { actor, ...noteOf(fields) });
    return `Marked as ${await stateWords(shop, orderNumber)}. ${notified(shop.settings)}`;
  },

  async return({ shop, orderNumber, actor, fields }: ActionInput) {
    await returnOrder(shop, orderNumber, { actor, ...noteOf(fields) });
    const { refundableCents, dueCents, currency } = await readAdminOrder(shop.db, orderNumber);
    const left = refundableCents + dueCents;
    const money =
      left > 0
        ? `Left to ${dueCents > 0 ? "credit" : "refund"}: ${formatPrice(left, { currency, locale: shop.settings.locale })}`
        : "Nothing left to refund";
    return `Marked as returned and items restocked. ${money}`;
  },

  async cancel({ shop, orderNumber, actor, fields }: ActionInput) {
    const refund = await cancelOrder(shop, orderNumber, { actor, ...noteOf(fields), version: fields.version ?? "" });
    const money = refund ? `. ${describeRefund(orderNumber, refund, shop.settings.locale)}` : "";
    return `Order cancelled and items restocked${money}`;
  },

  async refund({ shop, orderNumber, actor, fields }: ActionInput) {
    const reason = reasonOf(fields, "The customer sees it.");
    const amount = fields.amount?.trim();
    if (!amount) throw new ActionError("Enter an amount to refund");
    const order = await readAdminOrder(shop.db, orderNumber);
    const { locale } = shop.settings;
    const amountCents = centsOf(amount, { currency: order.currency, locale }, 1);
    const version = fields.version ?? "";
    requireVersion(await loadOrder(shop.db, orderNumber), version);
    requireConfirmation(order, { amountCents, confirmed: fields.confirm, locale });
    const refund = await refundOrder(shop, orderNumber, { amountCents, reason, actor, version });
    const told = describeRefund(orderNumber, refund, locale);
    if (refund.state === "failed") throw new ActionError(told);
    return told;
  },

  async capture({ shop, orderNumber, actor, fields }: ActionInput) {
    const outcome = await captureNow(shop, orderNumber, { actor, version: fields.version ?? "" });
    const told = describeCapture(outcome, shop.settings.locale);
    if (outcome.problem !== undefined) throw new ActionError(told);
    return told;
  },

  async returnItem({ shop, orderNumber, actor, fields }: ActionInput) {
    const reason = reasonOf(fields, "The customer sees it.");
    const amountCents = amountOf(fields, shop.settings);
    const item = {
      productId: fields.productId ?? "",
      quantity: readPieceCount(fields.quantity) || 0,
      isRestocked: Boolean(fields.restock),
    };
    const made = await returnItem(shop, orderNumber, {
      ...item,
      amountCents,
      reason,
      actor,
      version: fields.version ?? "",
    });
    return `Item returned${item.isRestocked ? " and restocked" : ""}. ${made ? describeRefund(orderNumber, made, shop.settings.locale) : "Nothing was refunded."}`;
  },

  async acceptReturn({ shop, orderNumber, actor, fields, file }: ActionInput) {
    const { returnId = "", version = "" } = fields;
    const items = await typedItems(shop, orderNumber, fields);
    const instructions = textOf(fields, "instructions") ?? "";
    checkLabelSize(file?.size ?? 0);
    const label = file && { name: file.name, content: await file.bytes() };
    await acceptReturn(shop, orderNumber, returnId, { actor, items, instructions, label, version });
    return `Return accepted. ${notified(shop.settings)}`;
  },

  async declineReturn({ shop, orderNumber, actor, fields }: ActionInput) {
    const { returnId = "", version = "" } = fields;
    const reason = reasonOf(fields, "The customer sees it.");
    await declineReturn(shop, orderNumber, returnId, { actor, reason, version });
    return notified(shop.settings);
  },

  async receiveReturn({ shop, orderNumber, actor, fields }: ActionInput) {
    const { returnId = "", version = "" } = fields;
    const reason = reasonOf(fields, "The customer sees it.");
    const items = (await typedItems(shop, orderNumber, fields)).filter(({ quantity }) => quantity !== 0);
    const made = await returnItems(shop, orderNumber, {
      ...{ returnId, actor, reason, version, items, amountCents: amountOf(fields, shop.settings) },
    });
    return `${returnedWords(items)} ${made ? describeRefund(orderNumber, made, shop.settings.locale) : "Nothing was refunded."}`;
  },

  async close({ shop, orderNumber, actor, fields }: ActionInput) {
    const reason = reasonOf(fields, "Only the shop sees it.");
    const closed = await closeRefunds(shop, orderNumber, { actor, reason, version: fields.version ?? "" });
    return closed === "return" ? "Return closed without a further refund" : "Failed refund closed without a new refund";
  },

  async note({ shop, orderNumber, actor, fields }: ActionInput) {
    const note = textOf(fields, "note");
    if (!note) throw new ActionError("Enter a note");
    await addNote(shop, orderNumber, { actor, note });
    return "Note saved";
  },
} satisfies Record<StepsOf<"/orders/:orderNumber">, (input: ActionInput) => Promise<string>>;

async function stateWords({ db }: Shop, orderNumber: string) {
  return orderStateName(await readAdminOrder(db, orderNumber)).toLowerCase();
}

function returnedWords(items: { isRestocked: boolean }[]) {
  const restocked = items.filter(({ isRestocked }) => isRestocked).length;
  if (restocked === 0) return "Items returned.";
  return restocked === items.length ? "Items returned and restocked." : "Items returned, some of them restocked.";
}
