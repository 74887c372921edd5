import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import type { RunningShop } from "../support/running-shop.ts";
import { expect } from "./shop-test.ts";

/** Waits for this many emails to an address. @returns them, oldest first */
export async function mailsTo({ dataFolder }: RunningShop, address: string, count = 1) {
  let mails: Email[] = [];
  const arrived = async () => {
    const all = await readOutbox(join(dataFolder, "outbox"));
    mails = all.filter(({ to }) => to?.some((recipient) => recipient.address === address));
    return mails.length;
  };
  await expect.poll(arrived, `mails to ${address}`).toBe(count);
  return mails;
}

export async function verificationLink(shop: RunningShop, address: string) {
  const [mail] = await mailsTo(shop, address);
  return linkIn(mail);
}

/** The link in a mail. Its two forms, plain and HTML, have the same one. */
export function linkIn(mail: Email | undefined) {
  const [link = ""] = /https?:\S+/.exec(mail?.text ?? "") ?? [];
  expect(mail?.html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
  return link;
}

/** Every mail in an outbox, oldest first. None is read twice. */
async function readOutbox(outbox: string) {
  const names = await readdir(outbox).catch(() => []);
  const files = names
    .filter((name) => !name.startsWith("."))
    .toSorted()
    .map((name) => join(outbox, name));
  return Promise.all(
    files.map(async (file) => {
      const mail = parsed.get(file) ?? (await PostalMime.parse(await readFile(file)));
      parsed.set(file, mail);
      return mail;
    }),
  );
}

const parsed = new Map<string, Email>();
