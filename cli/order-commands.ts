import { parseArgs } from "node:util";
import { messageOf } from "#shop/errors.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { addNote, deliverOrder, returnOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { openPayments, type PaymentContext } from "#shop/orders/payment/payment.ts";
import { closeRefunds, describeRefund, refundOrder } from "#shop/orders/payment/refund.ts";
import { commandLine } from "#shop/orders/state/events.ts";
import { orderStateName } from "#shop/orders/state/state-machine.ts";
import { readAdminOrder } from "#shop/orders/views/admin.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { correctOrderNumber } from "#shop/values/order-number.ts";
import { centsFromTypedAmount } from "#shop/values/typed-amount.ts";
import { CommandError, onlyArgument, onlyOf, UsageError } from "./arguments.ts";
import { terminalText } from "./print.ts";

export const sendCommand = {
  usage: "send NUMBER [--carrier NAME] [--tracking CODE]",
  summary: "mark an order as sent and email its customer a tracking link",
  async run(shop: ShopDatabase, args: string[]) {
    const options = { carrier: { type: "string" }, tracking: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const number = await correctOrderNumber(shop.db, onlyOf(positionals, "send expects one order number"));
    const carrier = values.carrier?.trim() || null;
    const tracking = values.tracking?.trim() || null;
    await sendOrder(shop, number, { actor: commandLine, carrier, tracking });
    console.log(`Order ${number} marked as ${await stateWords(shop, number)}`);
  },
};

export const deliverCommand = {
  usage: "deliver NUMBER",
  summary: "mark an order as delivered and email its customer",
  async run(shop: ShopDatabase, args: string[]) {
    const number = await correctOrderNumber(shop.db, onlyArgument(args, "deliver expects one order number"));
    await deliverOrder(shop, number, { actor: commandLine });
    console.log(`Order ${number} marked as ${await stateWords(shop, number)}`);
  },
};

async function stateWords({ db }: ShopDatabase, number: string) {
  return orderStateName(await readAdminOrder(db, number)).toLowerCase();
}

export const returnCommand = {
  usage: "return NUMBER",
  summary: "mark an order as returned and restock its items; refund it separately with refund",
  async run(shop: ShopDatabase, args: string[]) {
    const number = await correctOrderNumber(shop.db, onlyArgument(args, "return expects one order number"));
    await returnOrder(shop, number, { actor: commandLine });
    console.log(`Order ${number} marked as returned`);
  },
};

export const cancelCommand = {
  usage: "cancel NUMBER [--note TEXT]",
  summary: "cancel an unsent order, restock its items and refund what was paid",
  async run(shop: ShopDatabase, args: string[]) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { note: { type: "string" } } });
    const number = await correctOrderNumber(shop.db, onlyOf(positionals, "cancel expects one order number"));
    const note = values.note?.trim() || undefined;
    const refund = await cancelOrder(await openPaymentContext(shop), number, {
      actor: commandLine,
      ...(note && { note }),
    });
    const money = refund ? `. ${describeRefund(number, refund)}` : "";
    console.log(`Order ${number} cancelled${money}`);
  },
};

export const noteCommand = {
  usage: "note NUMBER TEXT",
  summary: "add an internal note to an order",
  async run(shop: ShopDatabase, args: string[]) {
    const [number, ...words] = parseArgs({ args, allowPositionals: true }).positionals;
    const note = words.join(" ").trim();
    if (!number || !note) throw new UsageError("note expects an order number and a text");
    const orderNumber = await correctOrderNumber(shop.db, number);
    await addNote(shop, orderNumber, { actor: commandLine, note });
    console.log(`Note added to order ${orderNumber}`);
  },
};

/** Refunds an order, or closes its return or failed refunds. */
export const refundCommand = {
  usage: "refund NUMBER [AMOUNT] --reason TEXT",
  summary:
    "refund AMOUNT (12.50) of an order, or all that is left; --close instead closes its return or failed refund without a further refund",
  async run(shop: ShopDatabase, args: string[]) {
    const options = { reason: { type: "string" }, close: { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [number, amount, ...others] = positionals;
    const reason = values.reason?.trim();
    if (!number || others.length > 0) throw new UsageError("refund expects an order number and optionally an amount");
    if (values.close && amount !== undefined) throw new UsageError("refund takes no amount with --close");
    if (!reason && values.close) throw new UsageError("refund takes a --reason, which stays in the shop with --close");
    if (!reason) throw new UsageError("refund expects --reason TEXT, which the customer sees");
    const orderNumber = await correctOrderNumber(shop.db, number);
    if (values.close) await close(shop, orderNumber, reason);
    else await refund(shop, orderNumber, { reason, amountCents: amount === undefined ? undefined : centsOf(amount) });
  },
};

async function close(shop: ShopDatabase, orderNumber: string, reason: string) {
  const closed = await closeRefunds(shop, orderNumber, { actor: commandLine, reason });
  const what = closed === "return" ? "the return is closed" : "the failed refund is closed";
  console.log(`Order ${orderNumber}: ${what} without a further refund`);
}

async function refund(
  shop: ShopDatabase,
  orderNumber: string,
  values: { reason: string; amountCents: number | undefined },
) {
  const result = await refundOrder(await openPaymentContext(shop), orderNumber, { ...values, actor: commandLine });
  const text = `Order ${orderNumber}: ${describeRefund(orderNumber, result)}`;
  if (result.state === "failed") throw new CommandError(text);
  console.log(text);
}

/** @throws CommandError if the amount is invalid */
function centsOf(amount: string) {
  const cents = centsFromTypedAmount(amount);
  if (cents) return cents;
  throw new CommandError(`"${amount}" isn't a valid amount. Enter an amount such as 12.50.`);
}

/** What the commands that move money need. Provider errors are printed on one line. */
async function openPaymentContext(shop: ShopDatabase): Promise<PaymentContext> {
  const log = (message: string, error: unknown) => console.error(terminalText(`${message}: ${messageOf(error)}`));
  return { ...shop, payments: await openPayments(shop.settings), log };
}
