import { parseArgs } from "node:util";
import type { Database } from "#database/connect.ts";
import { readContactMessages } from "#shop/contact/contact-messages.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { formatTimestamp } from "#shop/values/days.ts";
import { printRows } from "./print.ts";

/** Lists messages, newest first. */
export const messagesCommand = {
  usage: "messages [--json]",
  summary: "list the messages to the shop, newest first",
  async run({ db, settings }: ShopDatabase, args: string[]) {
    const { json } = parseArgs({ args, options: { json: { type: "boolean" } } }).values;
    const messages = await listMessages(db);
    const short = messages.map((message) => ({
      ...message,
      submittedAt: formatTimestamp(Date.parse(message.submittedAt), settings.timeZone),
    }));
    printRows(json ? messages : short, { json, empty: "No messages yet" });
  },
};

/** Reads messages for `--json`, newest first. */
export async function listMessages(db: Database) {
  const messages = await readContactMessages(db);
  return messages.map((message) => ({ ...message, submittedAt: new Date(message.submittedAt).toISOString() }));
}
