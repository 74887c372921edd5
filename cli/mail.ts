import { parseArgs } from "node:util";
import { formatMoment } from "#shop/days.ts";
import { readUnsentMails, retryMails } from "#shop/mail/mail-queue.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { printRows } from "./table.ts";

/** Lists the mails that wait, and those that were given up, newest first. */
export const mailCommand = {
  usage: "mail [--retry] [--json]",
  summary: "list the mails that wait or were given up, and why; --retry tries them all now",
  async run(shop: ShopDatabase, args: string[]) {
    const options = { json: { type: "boolean" }, retry: { type: "boolean" } } as const;
    const { json, retry } = parseArgs({ args, options }).values;
    if (retry) await retryMails(shop, { actor: "command line" });
    const mails = await readUnsentMails(shop.db);
    const { timeZone } = shop.settings;
    const tell = (moment: number | null) =>
      moment && (json ? new Date(moment).toISOString() : formatMoment(moment, timeZone));
    const rows = mails.map(({ kind, recipient, orderNumber, createdAt, attempts, dueAt, lastError, givenUpAt }) => ({
      recipient,
      kind,
      orderNumber,
      createdAt: tell(createdAt),
      attempts,
      nextTry: tell(dueAt),
      givenUpAt: tell(givenUpAt),
      lastError,
    }));
    const short = rows.map(({ recipient, kind, createdAt, attempts, nextTry, lastError }) => ({
      recipient,
      kind,
      since: createdAt,
      attempts,
      nextTry: nextTry ?? "given up",
      lastError,
    }));
    printRows(json ? rows : short, { json, empty: "No mail waits" });
  },
};
