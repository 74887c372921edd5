import { parseArgs } from "node:util";
import { readContactMessages } from "#shop/contact/contact-messages.ts";
import type { Shop } from "#shop/open-shop.ts";
import { printRows } from "./table.ts";

/** Lists what people wrote to the shop, newest first. */
export const messagesCommand = {
  usage: "messages [--json]",
  summary: "list the messages to the shop, newest first",
  async run({ db }: Shop, args: string[]) {
    const { json } = parseArgs({ args, options: { json: { type: "boolean" } } }).values;
    const messages = await readContactMessages(db);
    const rows = messages.map((message) => ({ ...message, submittedAt: new Date(message.submittedAt).toISOString() }));
    printRows(rows, { json, empty: "No messages yet" });
  },
};
