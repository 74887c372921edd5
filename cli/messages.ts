import { Command } from "@commander-js/extra-typings";
import type { Database } from "#database/connect.ts";
import { readContactMessages } from "#shop/contact/contact-messages.ts";
import { formatTimestamp } from "#shop/values/days.ts";
import type { OpenShop } from "./command.ts";
import { printRows } from "./print.ts";

/** Lists messages, newest first. */
export const messagesCommand = (open: OpenShop) =>
  new Command("messages")
    .description("list the messages to the shop, newest first")
    .option("--json", "as one JSON array")
    .action(async ({ json }) => {
      const { db, settings } = await open();
      const messages = await listMessages(db);
      const short = messages.map((message) => ({
        ...message,
        submittedAt: formatTimestamp(Date.parse(message.submittedAt), settings.timeZone),
      }));
      printRows(json ? messages : short, { json, empty: "No messages yet" });
    });

/** Reads messages for `--json`, newest first. */
export async function listMessages(db: Database) {
  const messages = await readContactMessages(db);
  return messages.map((message) => ({ ...message, submittedAt: new Date(message.submittedAt).toISOString() }));
}
