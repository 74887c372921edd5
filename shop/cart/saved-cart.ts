import * as v from "valibot";
import { type Database, engineOf } from "#database/connect.ts";
import { isStorableText } from "../forms/validate.ts";
import type { Currency } from "../values/currencies.ts";
import { type CartLine, linesLimit } from "./cart-reducer.ts";
import { parseStoredCart, stringifyCart } from "./stored-cart.ts";

/** Bytes of a posted cart's JSON. The largest cart of ordinary products takes half of them. */
export const cartBytesLimit = 256 * 1024;

/** A customer's cart, the same on all their devices. */
export interface SavedCart {
  /** Changes with each save; 0 before the first. */
  revision: number;
  lines: CartLine[];
}

/** Posted to save a cart: the revision it replaces, and its lines as browsers keep them. */
export const savedCartForm = v.object({
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  lines: v.pipe(v.array(v.unknown()), v.maxLength(linesLimit)),
});

/** A customer's cart; undefined for an account that was just deleted, whose cart isn't an emptied one. */
export async function readSavedCart(db: Database, userId: string, currency: Currency): Promise<SavedCart | undefined> {
  const row = await db
    .selectFrom("customers")
    .leftJoin("carts", "carts.userId", "customers.uid")
    .select(["carts.revision", "carts.lines"])
    .where("customers.uid", "=", userId)
    .where("customers.deletedAt", "is", null)
    .executeTakeFirst();
  return row && { revision: Number(row.revision ?? 0), lines: parseStoredCart(row.lines, currency) };
}

/**
 * Saves a customer's cart, unless another device has saved a newer revision.
 *
 * @param posted lines as browsers keep them; invalid ones are skipped
 * @returns whether it was saved; false also for an account that was just deleted
 */
export async function saveCart(
  db: Database,
  userId: string,
  { revision, lines: posted }: v.InferOutput<typeof savedCartForm>,
  { now, currency }: { now: Date; currency: Currency },
) {
  const lines = parseStoredCart(JSON.stringify(posted), currency).filter(
    ({ title, thumbnail }) => isStorableText(title) && isStorableText(thumbnail),
  );
  const row = { revision: revision + 1, lines: stringifyCart(lines, currency), savedAt: now.getTime() };
  const saved =
    revision === 0
      ? await insertCart(db, userId, row)
      : await db
          .updateTable("carts")
          .set(row)
          .where("userId", "=", userId)
          .where("revision", "=", revision)
          .returning("revision")
          .executeTakeFirst();
  return saved !== undefined;
}

/** Nothing is saved for an account that is being deleted: it would stay. See docs/decisions/0354. */
function insertCart(db: Database, userId: string, row: { revision: number; lines: string; savedAt: number }) {
  const account = db
    .selectFrom("customers")
    .select(({ val }) => [
      "uid",
      val(row.revision).as("revision"),
      val(row.lines).as("lines"),
      val(row.savedAt).as("savedAt"),
    ])
    .where("uid", "=", userId)
    .where("deletedAt", "is", null)
    .$if(engineOf(db) === "postgres", (query) => query.forKeyShare());
  return db
    .insertInto("carts")
    .columns(["userId", "revision", "lines", "savedAt"])
    .expression(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning("revision")
    .executeTakeFirst();
}
