import { randomBytes } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { readSettingsRow, writeSettingsRow } from "#database/settings-rows.ts";
import { changeSettings, type StoredForm, saveStoredForm } from "../changes/change-settings.ts";
import { parse } from "../forms/validate.ts";
import type { ShopDatabase } from "../shop.ts";
import { type FeedFields, type FeedSettings, feedForm } from "./feed-access.ts";

/** The keys in `settings` of the form and of the key in the feeds' addresses. */
export const feedsKey = "feeds";
export const feedsAccessKey = "feedKey";

/** Who may read the feeds. */
export async function readFeedForm(db: Database): Promise<FeedFields> {
  return parseForm(await readSettingsRow(db, feedsKey));
}

/** Who may read the feeds, and the key of their addresses. */
export async function readFeedSettings(db: Database): Promise<FeedSettings> {
  const [form, key] = [await readSettingsRow(db, feedsKey), await readSettingsRow(db, feedsAccessKey)];
  return { ...parseForm(form), ...(key !== undefined && { key }) };
}

/** Who may read the feeds. The first choice of a key makes one. */
export const storedFeeds: StoredForm<FeedFields> = {
  ...{ key: feedsKey, kind: "settings", subject: "feeds", read: readFeedForm },
  async prepare(transaction, _before, { access }) {
    if (access === "key" && (await readSettingsRow(transaction, feedsAccessKey)) === undefined)
      await writeKey(transaction);
  },
};

/** Saves who may read the feeds. @throws ChangedMeanwhileError */
export function saveFeeds(
  context: Pick<ShopDatabase, "db" | "now">,
  next: FeedFields,
  by: { original: Partial<FeedFields>; actor: string },
) {
  return saveStoredForm(context, storedFeeds, next, by);
}

/** Gives the feeds' addresses another key: the former one opens nothing any more. */
export function renewFeedKey(context: Pick<ShopDatabase, "db" | "now">, actor: string) {
  return changeSettings(context, async (trx) => {
    await writeKey(trx);
    return [{ actor, kind: "settings", subject: "feeds", action: "given a new key" }];
  });
}

function parseForm(saved: string | undefined) {
  return parse(feedForm, saved ? JSON.parse(saved) : {});
}

async function writeKey(transaction: Database) {
  await writeSettingsRow(transaction, feedsAccessKey, randomBytes(16).toString("hex"));
}
