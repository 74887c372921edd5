import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { writeSettingsRow } from "#database/settings-rows.ts";
import { ChangedMeanwhileError } from "../forms/form-errors.ts";
import type { ShopDatabase } from "../shop.ts";
import { inAct } from "./acts.ts";
import { bumpCatalogVersion } from "./catalog-version.ts";
import { changedFields, isSameRecord, logChanges, type NewChange } from "./change-log.ts";

const versionKey = "settingsVersion";

export type SettingsLock = (transaction: Database) => Promise<void>;

/**
 * Changes something that owners set up: settings, categories, pages, the shop's appearance. Changes happen one at a time, are logged, and every
 * process follows them within 250 ms: cached pages depend on the catalog's version, and `LiveSettings` on the settings' version.
 *
 * @param change makes the change in the transaction it is given; what it throws undoes everything
 *   and returns the changes to log
 * @param lock locks tables first, if the change needs more than the two versions
 */
export async function changeSettings(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  change: (transaction: Database) => Promise<NewChange[]>,
  lock?: SettingsLock,
) {
  await inAct(db, async (trx) => {
    await lock?.(trx);
    // Both versions are one row each, so updating them makes concurrent changes wait.
    await bumpSettingsVersion(trx);
    await logChanges(trx, await change(trx), now());
  });
}

/**
 * Refuses a form if someone else has saved since it was opened.
 *
 * @param original the values when the form was opened
 * @param before the saved ones
 * @throws ChangedMeanwhileError
 */
export function refuseConflict(original: Record<string, string>, before: Record<string, string>) {
  if (!isSameRecord(original, before)) throw new ChangedMeanwhileError(before);
}

/** A form of which a shop has one: a row of `settings`. */
export interface StoredForm<Fields> extends Pick<NewChange, "kind" | "subject"> {
  key: string;
  read(db: Database): Promise<Fields>;
  /** Runs before a change is written. What it throws undoes the change. */
  prepare?(transaction: Database, before: Fields, next: Fields, now: Date): Promise<void>;
}

/**
 * Saves a form of which a shop has one.
 *
 * @param original the values when the form was opened; missing ones count as the saved ones
 * @param lock as of `changeSettings`
 * @throws ChangedMeanwhileError, and what `prepare` throws
 */
export async function saveStoredForm<Fields extends Record<string, string>>(
  context: Pick<ShopDatabase, "db" | "now">,
  form: StoredForm<Fields>,
  next: Fields,
  { original, actor, lock }: { original: Partial<Fields>; actor: string; lock?: SettingsLock | undefined },
) {
  await changeSettings(
    context,
    async (trx) => {
      const before = await form.read(trx);
      refuseConflict({ ...before, ...original }, before);
      // Saving the defaults unchanged confirms them, as the setup guide asks.
      if (isSameRecord(before, next)) await writeSettingsRow(trx, form.key, JSON.stringify(next));
      return replaceStoredForm(trx, form, next, { actor, now: context.now() }, before);
    },
    lock,
  );
}

/** Replaces such a form in the transaction of a change (`changeSettings`). @returns what to log @throws what `prepare` throws */
export async function replaceStoredForm<Fields extends Record<string, string>>(
  transaction: Database,
  { key, kind, subject, read, prepare }: StoredForm<Fields>,
  next: Fields,
  { actor, now }: { actor: string; now: Date },
  saved?: Fields,
): Promise<NewChange[]> {
  const before = saved ?? (await read(transaction));
  if (isSameRecord(before, next)) return [];
  await prepare?.(transaction, before, next, now);
  await writeSettingsRow(transaction, key, JSON.stringify(next));
  return [{ actor, kind, subject, action: "changed", fields: changedFields(before, next) }];
}

/** For changes of what owners set up that happen in a larger transaction, such as an import's new categories. */
export async function bumpSettingsVersion(transaction: Database) {
  await bumpCatalogVersion(transaction);
  await transaction
    .insertInto("settings")
    .values({ key: versionKey, value: "1" })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ value: sql`cast(cast(settings.value as bigint) + 1 as text)` }),
    )
    .execute();
}

/** Changes whenever something that owners set up has changed, or a backup was restored. */
export async function readSettingsVersion(db: Database) {
  const { version } = await db
    .selectNoFrom(
      sql<string>`coalesce((select epoch from "catalogEpoch"), '') || ':' ||
        coalesce((select value from settings where key = ${sql.lit(versionKey)}), '0')`.as("version"),
    )
    .executeTakeFirstOrThrow();
  return version;
}
