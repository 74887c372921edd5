import { parseArgs } from "node:util";
import { centsFromAmount } from "#shop/money.ts";
import { refundInWords } from "#shop/orders/refund-in-words.ts";
import { refundOrder } from "#shop/orders/refund-order.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError, UsageError } from "./command-error.ts";
import { openPaying } from "./open-paying.ts";

/** Pays an order back, in part or whole. */
export const refundCommand = {
  usage: "refund NUMBER [AMOUNT] --reason TEXT",
  summary: "pay back AMOUNT dollars of an order (12.50), or all that is left of it",
  async run(shop: ShopDatabase, args: string[]) {
    const options = { reason: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [number, amount, ...others] = positionals;
    const reason = values.reason?.trim();
    if (!number || others.length > 0) throw new UsageError("refund takes the number of an order, and an amount");
    if (!reason) throw new UsageError("refund takes a --reason, which the customer is told");
    const orderNumber = number.toUpperCase();
    const amountCents = amount === undefined ? undefined : centsOf(amount);
    const refund = await refundOrder(await openPaying(shop), orderNumber, { amountCents, reason, actor: "owner" });
    const told = `Order ${orderNumber}: ${await refundInWords(shop, orderNumber, refund)}`;
    if (refund.state === "failed") throw new CommandError(told);
    console.log(told);
  },
};

/** @throws CommandError when a text is no amount that can be paid back */
function centsOf(amount: string) {
  const cents = centsFromAmount(amount);
  if (cents) return cents;
  throw new CommandError(`An amount is written in dollars, such as 12.50, and not "${amount}"`);
}
