import { messageOf } from "#shop/error-message.ts";
import type { Paying } from "#shop/orders/read-payment.ts";
import { openPayments } from "#shop/payments/open-payments.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { terminalText } from "./terminal-text.ts";

/** What moves money, for the commands that do. What went wrong on the way is told in one line. */
export async function openPaying(shop: ShopDatabase): Promise<Paying> {
  const log = (message: string, error: unknown) => console.error(terminalText(`${message}: ${messageOf(error)}`));
  return { ...shop, payments: await openPayments(shop.settings), log };
}
