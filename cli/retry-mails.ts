import { parseArgs } from "node:util";
import { readUnsentMails, retryMails } from "#shop/mail/unsent-mails.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { formatTimestamp } from "#shop/values/days.ts";
import { printRows } from "./print.ts";

/** Lists unsent emails, newest first. */
export const mailCommand = {
  usage: "mail [--retry] [--json]",
  summary: "list unsent emails with their last error; --retry retries them all now",
  async run(shop: ShopDatabase, args: string[]) {
    const options = { json: { type: "boolean" }, retry: { type: "boolean" } } as const;
    const { json, retry } = parseArgs({ args, options }).values;
    if (retry) await retryMails(shop, { actor: "command line" });
    const mails = await readUnsentMails(shop.db);
    const { timeZone } = shop.settings;
    const tell = (moment: number | null) =>
      moment && (json ? new Date(moment).toISOString() : formatTimestamp(moment, timeZone));
    const rows = mails.map(({ kind, recipient, orderNumber, createdAt, attempts, runAt, lastError, failedAt }) => ({
      recipient,
      kind,
      orderNumber: orderNumber ?? null,
      createdAt: tell(createdAt),
      attempts,
      nextTry: tell(runAt),
      givenUpAt: tell(failedAt),
      lastError,
    }));
    const short = rows.map(({ recipient, kind, createdAt, attempts, nextTry, lastError }) => ({
      recipient,
      kind,
      since: createdAt,
      attempts,
      nextTry: nextTry ?? "stopped",
      lastError,
    }));
    printRows(json ? rows : short, { json, empty: "No unsent emails" });
  },
};
