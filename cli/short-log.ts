import { messageOf } from "#shop/error-message.ts";
import type { Shop } from "#shop/shop.ts";
import { terminalText } from "./terminal-text.ts";

/** A shop that tells what went wrong on the way in one line. */
export function withShortLog(shop: Shop): Shop {
  return { ...shop, log: (message, error) => console.error(terminalText(`${message}: ${messageOf(error)}`)) };
}
