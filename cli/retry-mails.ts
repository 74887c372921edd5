import { Command } from "@commander-js/extra-typings";
import { readUnsentMails, retryMails } from "#shop/mail/unsent-mails.ts";
import { formatTimestamp } from "#shop/values/days.ts";
import type { OpenShop } from "./command.ts";
import { printRows } from "./print.ts";

/** Lists unsent emails, newest first. */
export const mailCommand = (open: OpenShop) =>
  new Command("mail")
    .description("list unsent emails with their last error")
    .option("--retry", "retry them all now")
    .option("--json", "as one JSON array")
    .action(async ({ json, retry }) => {
      const shop = await open();
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
    });
