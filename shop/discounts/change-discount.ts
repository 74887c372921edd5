import { type Database, engineOf } from "#database/connect.ts";
import { readCategories } from "../catalog/categories.ts";
import { changedFields, type NewChange } from "../changes/change-log.ts";
import { changeSettings } from "../changes/change-settings.ts";
import { ChangedMeanwhileError, FormRefusedError, RecordUnknownError } from "../forms/form-errors.ts";
import type { ShopDatabase } from "../shop.ts";
import { type Discount, type DiscountFields, toDiscountColumns, toDiscountForm } from "./discount-form.ts";

type Context = Pick<ShopDatabase, "db" | "now" | "settings">;

const mostDiscounts = 1000;

/** @throws FormRefusedError */
export async function addDiscount(context: Context, fields: DiscountFields, actor: string) {
  const { timeZone } = context.settings;
  await changeSettings(context, async (trx) => {
    const columns = toDiscountColumns(fields, timeZone);
    await refuse(trx, columns);
    const { count } = await trx
      .selectFrom("discounts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostDiscounts) throw new FormRefusedError({ code: "A shop has room for 1,000 codes" });
    await trx.insertInto("discounts").values(columns).execute();
    return [logged("added", actor, columns.code, changedFields({}, filled(toDiscountForm(columns, timeZone))))];
  });
}

/**
 * Saves a code's form. Orders that used the code keep what it was.
 *
 * @param original the values when the form was opened
 * @throws RecordUnknownError, ChangedMeanwhileError, FormRefusedError
 */
export async function editDiscount(
  context: Context,
  id: number,
  next: DiscountFields,
  { original, actor }: { original: DiscountFields; actor: string },
) {
  const { timeZone } = context.settings;
  await changeSettings(context, async (trx) => {
    const before = toDiscountForm(await requireDiscount(trx, id), timeZone);
    if (Object.keys(changedFields(original, before)).length > 0) throw new ChangedMeanwhileError(before);
    const columns = toDiscountColumns(next, timeZone);
    const fields = changedFields(filled(before), filled(toDiscountForm(columns, timeZone)));
    if (Object.keys(fields).length === 0) return [];
    await refuse(trx, columns, id);
    await trx.updateTable("discounts").set(columns).where("id", "=", id).execute();
    return [logged("edited", actor, columns.code, fields)];
  });
}

/** Deletes a code. Orders keep it. @throws RecordUnknownError */
export async function deleteDiscount(context: Context, id: number, actor: string) {
  await changeSettings(context, async (trx) => {
    const before = await requireDiscount(trx, id);
    await removeDiscount(trx, id);
    return [
      logged(
        "deleted",
        actor,
        before.code,
        changedFields(filled(toDiscountForm(before, context.settings.timeZone)), {}),
      ),
    ];
  });
}

async function removeDiscount(transaction: Database, id: number) {
  await transaction.deleteFrom("discountUses").where("discountId", "=", id).execute();
  await transaction.deleteFrom("discounts").where("id", "=", id).execute();
}

/** Locks the code, so that no order claims or releases it until the transaction ends. */
async function requireDiscount(transaction: Database, id: number): Promise<Discount> {
  const discount = await transaction
    .selectFrom("discounts")
    .selectAll()
    .where("id", "=", id)
    .$if(engineOf(transaction) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  if (!discount) throw new RecordUnknownError(String(id));
  return discount;
}

async function refuse(db: Database, { code, category }: Pick<Discount, "code" | "category">, id = 0) {
  const same = db.selectFrom("discounts").select("id").where("code", "=", code).where("id", "<>", id);
  if (await same.executeTakeFirst()) throw new FormRefusedError({ code: `There is already a code ${code}` });
  const isKnown = (await readCategories(db)).some(({ kind, slug }) => kind === "category" && slug === category);
  if (category !== null && !isKnown) throw new FormRefusedError({ category: "Choose a category from the list" });
}

/**
 * Replaces all codes in the transaction of a change (`changeSettings`). A code that stays keeps its uses.
 *
 * @returns what to log
 * @throws FormRefusedError
 */
export async function replaceDiscounts(
  transaction: Database,
  next: DiscountFields[],
  actor: string,
): Promise<NewChange[]> {
  if (next.length > mostDiscounts) throw new FormRefusedError({ code: "A shop has room for 1,000 codes" });
  const all = await transaction.selectFrom("discounts").selectAll().execute();
  const before = new Map(all.map((discount) => [discount.code, discount]));
  const changes: NewChange[] = [];
  for (const { id, code, ...gone } of all) {
    if (next.some((fields) => fields.code === code)) continue;
    await requireDiscount(transaction, id);
    await removeDiscount(transaction, id);
    changes.push(logged("deleted", actor, code, changedFields(filled(toDiscountForm({ code, ...gone })), {})));
  }
  for (const fields of next) {
    const columns = toDiscountColumns(fields, "UTC");
    const known = before.get(columns.code);
    const differing = changedFields(filled(known && toDiscountForm(known)), filled(toDiscountForm(columns)));
    if (Object.keys(differing).length === 0) continue;
    await refuse(transaction, columns, known?.id);
    if (known) await transaction.updateTable("discounts").set(columns).where("id", "=", known.id).execute();
    else await transaction.insertInto("discounts").values(columns).execute();
    changes.push(logged(known ? "edited" : "added", actor, columns.code, differing));
  }
  return changes;
}

/** The fields that say something: the log leaves out the others. */
function filled(fields: Partial<DiscountFields> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

function logged(action: string, actor: string, subject: string, fields: NewChange["fields"] = {}): NewChange {
  return { actor, kind: "discount", subject, action, fields };
}
