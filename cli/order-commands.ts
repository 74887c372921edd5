import { Command } from "@commander-js/extra-typings";
import { messageOf } from "#shop/errors.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import { addNote, deliverOrder, returnOrder, sendOrder } from "#shop/orders/fulfil-order.ts";
import { markPaid, remind, undoPayment } from "#shop/orders/payment/offline-payment.ts";
import type { PaymentContext } from "#shop/orders/payment/payment.ts";
import { closeRefunds, describeRefund, refundOrder } from "#shop/orders/payment/refund.ts";
import { captureNow, describeCapture } from "#shop/orders/payment/reservation.ts";
import { commandLine } from "#shop/orders/state/events.ts";
import { orderStateName } from "#shop/orders/state/state-machine.ts";
import { readAdminOrder } from "#shop/orders/views/admin.ts";
import { openPayments } from "#shop/payments/registry.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { correctOrderNumber } from "#shop/values/order-number.ts";
import { centsFromTypedAmount } from "#shop/values/typed-amount.ts";
import { CommandError, type OpenShop, UsageError } from "./command.ts";
import { terminalText } from "./print.ts";

const sendCommand = (open: OpenShop) =>
  new Command("send")
    .description("mark an order as sent and email its customer a tracking link")
    .argument("<NUMBER>", "one order number")
    .option("--carrier <NAME>", "who carries the parcel", trimmed)
    .option("--tracking <CODE>", "the carrier's number for it", trimmed)
    .action(async (typed, { carrier, tracking }) => {
      const { shop, number } = await openOrder(open, typed);
      await sendOrder(shop, number, { actor: commandLine, carrier: carrier || null, tracking: tracking || null });
      console.log(`Order ${number} marked as ${await stateWords(shop, number)}`);
    });

const deliverCommand = (open: OpenShop) =>
  new Command("deliver")
    .description("mark an order as delivered and email its customer")
    .argument("<NUMBER>", "one order number")
    .action(async (typed) => {
      const { shop, number } = await openOrder(open, typed);
      await deliverOrder(shop, number, { actor: commandLine });
      console.log(`Order ${number} marked as ${await stateWords(shop, number)}`);
    });

/** Opens the shop, and corrects the number of an order as it was typed. */
async function openOrder(open: OpenShop, typed: string) {
  const shop = await open();
  return { shop, number: await correctOrderNumber(shop.db, typed) };
}

async function stateWords({ db }: ShopDatabase, number: string) {
  return orderStateName(await readAdminOrder(db, number)).toLowerCase();
}

const payCommand = (open: OpenShop) =>
  new Command("pay")
    .description("mark an order by invoice or bank transfer as paid and email its customer")
    .argument("<NUMBER>", "one order number")
    .option("--note <TEXT>", "a note to the customer", trimmed)
    .action(async (typed, { note }) => {
      const { shop, number } = await openOrder(open, typed);
      await markPaid(shop, number, { actor: commandLine, ...(note && { note }) });
      console.log(`Order ${number} marked as paid`);
    });

const undoPaymentCommand = (open: OpenShop) =>
  new Command("undo-payment")
    .description("take back that an order was marked as paid, as long as nothing followed from it")
    .argument("<NUMBER>", "one order number")
    .action(async (typed) => {
      const { shop, number } = await openOrder(open, typed);
      const isTold = await undoPayment(shop, number, { actor: commandLine });
      console.log(`Order ${number} is no longer marked as paid${isTold ? "" : ". The customer wasn't emailed yet"}`);
    });

const remindCommand = (open: OpenShop) =>
  new Command("remind")
    .description("remind a customer by email of an unpaid invoice, at most once a day")
    .argument("<NUMBER>", "one order number")
    .action(async (typed) => {
      const { shop, number } = await openOrder(open, typed);
      await remind(shop, number, { actor: commandLine });
      console.log(`Reminder for order ${number} queued`);
    });

const captureCommand = (open: OpenShop) =>
  new Command("capture")
    .description("take the reserved payment of an order now, without waiting until it is sent")
    .argument("<NUMBER>", "one order number")
    .action(async (typed) => {
      const { shop, number } = await openOrder(open, typed);
      const outcome = await captureNow(await openPaymentContext(shop), number, { actor: commandLine });
      const text = `Order ${number}: ${describeCapture(outcome, shop.settings.locale)}`;
      if (outcome.problem !== undefined) throw new CommandError(text);
      console.log(text);
    });

const returnCommand = (open: OpenShop) =>
  new Command("return")
    .description("mark an order as returned and restock its items; refund it separately with refund")
    .argument("<NUMBER>", "one order number")
    .action(async (typed) => {
      const { shop, number } = await openOrder(open, typed);
      await returnOrder(shop, number, { actor: commandLine });
      console.log(`Order ${number} marked as returned`);
    });

const cancelCommand = (open: OpenShop) =>
  new Command("cancel")
    .description("cancel an unsent order, restock its items and refund what was paid")
    .argument("<NUMBER>", "one order number")
    .option("--note <TEXT>", "why; the customer sees it", trimmed)
    .action(async (typed, { note }) => {
      const { shop, number } = await openOrder(open, typed);
      const details = { actor: commandLine, ...(note && { note }) };
      const refund = await cancelOrder(await openPaymentContext(shop), number, details);
      const money = refund ? `. ${describeRefund(number, refund, shop.settings.locale)}` : "";
      console.log(`Order ${number} cancelled${money}`);
    });

const noteCommand = (open: OpenShop) =>
  new Command("note")
    .description("add an internal note to an order")
    .argument("<NUMBER>", "an order number")
    .argument("<TEXT...>", "a text")
    .action(async (typed, words) => {
      const note = words.join(" ").trim();
      if (!note) throw new UsageError("note expects an order number and a text");
      const { shop, number } = await openOrder(open, typed);
      await addNote(shop, number, { actor: commandLine, note });
      console.log(`Note added to order ${number}`);
    });

/** Refunds an order, or closes its return or failed refunds. */
const refundCommand = (open: OpenShop) =>
  new Command("refund")
    .description("refund AMOUNT (12.50) of an order, or all that is left; unpaid amounts are credited")
    .argument("<NUMBER>", "an order number")
    .argument("[AMOUNT]", "optionally an amount")
    .requiredOption("--reason <TEXT>", "why; the customer sees it, except with --close", trimmed, "")
    .option("--close", "instead close its return or failed refund without a further refund")
    .action(async (typed, amount, { reason, close: isClosing }) => {
      if (isClosing && amount !== undefined) throw new UsageError("refund takes no amount with --close");
      if (!reason && isClosing) throw new UsageError("refund takes a --reason, which stays in the shop with --close");
      if (!reason) throw new UsageError("refund expects --reason TEXT, which the customer sees");
      const { shop, number } = await openOrder(open, typed);
      await (isClosing
        ? close(shop, number, reason)
        : refund(shop, number, reason, amount === undefined ? undefined : centsOf(amount, shop.settings.currency)));
    });

export const orderCommands = [
  payCommand,
  undoPaymentCommand,
  remindCommand,
  sendCommand,
  deliverCommand,
  captureCommand,
  cancelCommand,
  returnCommand,
  refundCommand,
  noteCommand,
];

export function trimmed(text: string) {
  return text.trim();
}

async function close(shop: ShopDatabase, orderNumber: string, reason: string) {
  const closed = await closeRefunds(shop, orderNumber, { actor: commandLine, reason });
  const what = closed === "return" ? "the return is closed" : "the failed refund is closed";
  console.log(`Order ${orderNumber}: ${what} without a further refund`);
}

async function refund(shop: ShopDatabase, orderNumber: string, reason: string, amountCents: number | undefined) {
  const details = { actor: commandLine, reason, amountCents };
  const result = await refundOrder(await openPaymentContext(shop), orderNumber, details);
  const text = `Order ${orderNumber}: ${describeRefund(orderNumber, result, shop.settings.locale)}`;
  if (result.state === "failed") throw new CommandError(text);
  console.log(text);
}

/** @throws CommandError if the amount is invalid */
function centsOf(amount: string, currency: Currency) {
  const cents = centsFromTypedAmount(amount, currency);
  if (cents) return cents;
  throw new CommandError(`"${amount}" isn't a valid amount. Enter an amount such as 12.50.`);
}

/** What the commands that move money need. Provider errors are printed on one line. */
export async function openPaymentContext(shop: ShopDatabase): Promise<PaymentContext> {
  const log = (message: string, error: unknown) => console.error(terminalText(`${message}: ${messageOf(error)}`));
  return { ...shop, payments: await openPayments(shop.settings.providers), log };
}
