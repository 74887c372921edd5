import { parseArgs } from "node:util";
import { centsFromAmount } from "#shop/money.ts";
import { closeRefunds } from "#shop/orders/close-refunds.ts";
import { refundInWords } from "#shop/orders/refund-in-words.ts";
import { refundOrder } from "#shop/orders/refund-order.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError, UsageError } from "./command-error.ts";
import { openPaying } from "./open-paying.ts";

/** Pays an order back, in part or whole, or closes what waits to be refunded. */
export const refundCommand = {
  usage: "refund NUMBER [AMOUNT] --reason TEXT",
  summary:
    "pay back AMOUNT dollars of an order (12.50), or all that is left of it; --close instead closes its return or failed refund without a further refund",
  async run(shop: ShopDatabase, args: string[]) {
    const options = { reason: { type: "string" }, close: { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [number, amount, ...others] = positionals;
    const reason = values.reason?.trim();
    if (!number || others.length > 0) throw new UsageError("refund takes the number of an order, and an amount");
    if (values.close && amount !== undefined) throw new UsageError("refund takes no amount with --close");
    if (!reason && values.close) throw new UsageError("refund takes a --reason, which stays in the shop with --close");
    if (!reason) throw new UsageError("refund takes a --reason, which the customer is told");
    const orderNumber = number.toUpperCase();
    if (values.close) await close(shop, orderNumber, reason);
    else await refund(shop, orderNumber, { reason, amountCents: amount === undefined ? undefined : centsOf(amount) });
  },
};

async function close(shop: ShopDatabase, orderNumber: string, reason: string) {
  const closed = await closeRefunds(shop, orderNumber, { actor: "owner", reason });
  const what = closed === "return" ? "the return is closed" : "the failed refund is closed";
  console.log(`Order ${orderNumber}: ${what} without a further refund`);
}

async function refund(
  shop: ShopDatabase,
  orderNumber: string,
  wish: { reason: string; amountCents: number | undefined },
) {
  const made = await refundOrder(await openPaying(shop), orderNumber, { ...wish, actor: "owner" });
  const told = `Order ${orderNumber}: ${await refundInWords(shop, orderNumber, made)}`;
  if (made.state === "failed") throw new CommandError(told);
  console.log(told);
}

/** @throws CommandError when a text is no amount that can be paid back */
function centsOf(amount: string) {
  const cents = centsFromAmount(amount);
  if (cents) return cents;
  throw new CommandError(`An amount is written in dollars, such as 12.50, and not "${amount}"`);
}
