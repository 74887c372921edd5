import { randomBytes } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { changeSettings, type StoredForm, saveStoredForm } from "../changes/change-settings.ts";
import { parse } from "../forms/validate.ts";
import type { ShopDatabase } from "../shop.ts";
import { type FeedFields, type FeedSettings, feedForm } from "./feed-access.ts";

/** In the table `settings`. */
const formKey = "feeds";
const keyKey = "feedKey";

/** Who may read the feeds. */
export async function readFeedForm(db: Database): Promise<FeedFields> {
  return parseForm(await readRow(db, formKey));
}

/** Who may read the feeds, and the key of their addresses. */
export async function readFeedSettings(db: Database): Promise<FeedSettings> {
  const [form, key] = [await readRow(db, formKey), await readRow(db, keyKey)];
  return { ...parseForm(form), ...(key !== undefined && { key }) };
}

/** Who may read the feeds. The first choice of a key makes one. */
export const storedFeeds: StoredForm<FeedFields> = {
  ...{ key: formKey, kind: "settings", subject: "feeds", read: readFeedForm },
  async prepare(transaction, _before, { access }) {
    if (access === "key" && (await readRow(transaction, keyKey)) === undefined) await writeKey(transaction);
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

async function readRow(db: Database, key: string) {
  const row = await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value;
}

async function writeKey(transaction: Database) {
  const value = randomBytes(16).toString("hex");
  await transaction
    .insertInto("settings")
    .values({ key: keyKey, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
