import { type Database, engineOf } from "#database/connect.ts";
import { readCategories } from "../catalog/categories.ts";
import { isSameRecord, type NewChange, recordChange } from "../changes/change-log.ts";
import { changeSettings, refuseConflict } from "../changes/change-settings.ts";
import { readCurrency } from "../changes/read-currency.ts";
import { unusedId } from "../changes/unused-id.ts";
import { FormRefusedError, RecordUnknownError } from "../forms/form-errors.ts";
import type { ShopDatabase } from "../shop.ts";
import { type Discount, type DiscountFields, toDiscountColumns, toDiscountForm } from "./discount-form.ts";

type Context = Pick<ShopDatabase, "db" | "now" | "settings">;

const mostDiscounts = 1000;

/** @returns its id @throws FormRefusedError */
export async function addDiscount(context: Context, fields: DiscountFields, actor: string) {
  const { timeZone } = context.settings;
  let id = 0;
  await changeSettings(context, async (trx) => {
    const regional = { timeZone, currency: await readCurrency(trx) };
    const columns = toDiscountColumns(fields, regional);
    await refuse(trx, columns);
    const { count } = await trx
      .selectFrom("discounts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostDiscounts) throw new FormRefusedError({ code: "A shop has room for 1,000 codes" });
    const added = trx
      .insertInto("discounts")
      .values({ ...columns, ...unusedId(trx, "discounts") })
      .returning("id");
    ({ id } = await added.executeTakeFirstOrThrow());
    return [logged(actor, undefined, toDiscountForm(columns, regional))];
  });
  return id;
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
    const regional = { timeZone, currency: await readCurrency(trx) };
    const before = toDiscountForm(await requireDiscount(trx, id), regional);
    refuseConflict(original, before);
    const columns = toDiscountColumns(next, regional);
    const after = toDiscountForm(columns, regional);
    if (isSameRecord(before, after)) return [];
    await refuse(trx, columns, id);
    await trx.updateTable("discounts").set(columns).where("id", "=", id).execute();
    return [logged(actor, before, after)];
  });
}

/** Deletes a code. Orders keep it. @throws RecordUnknownError */
export async function deleteDiscount(context: Context, id: number, actor: string) {
  await changeSettings(context, async (trx) => {
    const before = await requireDiscount(trx, id);
    await removeDiscount(trx, id);
    const regional = { timeZone: context.settings.timeZone, currency: await readCurrency(trx) };
    return [logged(actor, toDiscountForm(before, regional), undefined)];
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
  const currency = await readCurrency(transaction);
  const changes: NewChange[] = [];
  for (const gone of all) {
    if (next.some((fields) => fields.code === gone.code)) continue;
    await requireDiscount(transaction, gone.id);
    await removeDiscount(transaction, gone.id);
    changes.push(logged(actor, toDiscountForm(gone, { currency }), undefined));
  }
  for (const fields of next) {
    const columns = toDiscountColumns(fields, { timeZone: "UTC", currency });
    const known = before.get(columns.code);
    const [old, after] = [known && toDiscountForm(known, { currency }), toDiscountForm(columns, { currency })];
    if (old && isSameRecord(old, after)) continue;
    await refuse(transaction, columns, known?.id);
    if (known) await transaction.updateTable("discounts").set(columns).where("id", "=", known.id).execute();
    else
      await transaction
        .insertInto("discounts")
        .values({ ...columns, ...unusedId(transaction, "discounts") })
        .execute();
    changes.push(logged(actor, old, after));
  }
  return changes;
}

function logged(actor: string, before: DiscountFields | undefined, after: DiscountFields | undefined) {
  const subject = (after ?? before)?.code ?? "";
  return recordChange({ actor, kind: "discount", subject }, before && filled(before), after && filled(after));
}

/** The fields that say something: the log leaves out the others. */
function filled(fields: DiscountFields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}
