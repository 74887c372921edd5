import type { Database } from "#database/connect.ts";
import { isSameRecord, type NewChange, readChanges, recordChange } from "../changes/change-log.ts";
import { changeSettings, refuseConflict } from "../changes/change-settings.ts";
import { readCurrency } from "../changes/read-currency.ts";
import { compareRecords, replacedRecords } from "../changes/settings-section.ts";
import { unusedId } from "../changes/unused-id.ts";
import { FormRefusedError, RecordUnknownError } from "../forms/form-errors.ts";
import type { ShopDatabase } from "../shop.ts";
import { setPlaceText } from "./change-places.ts";
import { type DeliveryColumns, type DeliveryFields, toDeliveryColumns, toDeliveryForm } from "./delivery-form.ts";
import { moveRow, nextPosition } from "./positions.ts";
import { type DeliveryRow, readDeliveryRows } from "./read-delivery.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

const kind = "delivery";
const mostOptions = 50;

/** Adds an option after all others. @returns its id @throws FormRefusedError */
export async function addDelivery(context: Context, fields: DeliveryFields, actor: string) {
  let id = 0;
  await changeSettings(context, async (trx) => {
    const rows = await readDeliveryRows(trx);
    const { toForm, toColumns } = await formsOf(trx);
    refuse([...rows.map(toForm), fields]);
    id = await insertOption(trx, { ...toColumns(fields), position: nextPosition(rows) });
    const added = toForm(toColumns(fields));
    return [
      recordChange({ actor, kind, subject: fields.name }, undefined, added),
      ...(await setPlaceText(trx, fields.name, fields.pickupPlace, actor)),
    ];
  });
  return id;
}

/**
 * Saves an option's form. Placed orders keep what it was.
 *
 * @param original the values when the form was opened
 * @throws RecordUnknownError, ChangedMeanwhileError, FormRefusedError
 */
export async function editDelivery(
  context: Context,
  id: number,
  next: DeliveryFields,
  { original, actor }: { original: DeliveryFields; actor: string },
) {
  await changeSettings(context, async (trx) => {
    const rows = await readDeliveryRows(trx);
    const { toForm, toColumns } = await formsOf(trx);
    const before = toForm(findOption(rows, id));
    refuseConflict(original, before);
    const columns = toColumns(next);
    const after = toForm(columns);
    refuse(rows.map((row) => (row.id === id ? next : toForm(row))));
    await trx.updateTable("deliveryOptions").set(columns).where("id", "=", id).execute();
    return [
      ...(isSameRecord(before, after)
        ? await firstConfirmation(trx, next.name, actor)
        : [recordChange({ actor, kind, subject: next.name }, before, after)]),
      ...(await setPlaceText(trx, next.name, next.pickupPlace, actor)),
    ];
  });
}

/** Saving a new shop's delivery unchanged confirms it, as the setup guide asks. */
async function firstConfirmation(transaction: Database, subject: string, actor: string): Promise<NewChange[]> {
  const known = await readChanges(transaction, { kind, limit: 1 });
  return known.length === 0 ? [{ actor, kind, subject, action: "confirmed" }] : [];
}

/** Moves an option before or after its neighbor. At the end of the list it stays. @throws RecordUnknownError */
export async function moveDelivery(context: Context, id: number, direction: "up" | "down", actor: string) {
  await changeSettings(context, async (trx) => {
    const rows = await readDeliveryRows(trx);
    const option = findOption(rows, id);
    const moved = moveRow(rows, option, direction);
    if (!moved) return [];
    for (const [position, { id }] of moved.rows.entries())
      await trx.updateTable("deliveryOptions").set({ position }).where("id", "=", id).execute();
    return [{ actor, kind, subject: option.name, ...moved.logged }];
  });
}

/** Deletes an option. Orders keep it. @throws RecordUnknownError, FormRefusedError for the last one */
export async function deleteDelivery(context: Context, id: number, actor: string) {
  await changeSettings(context, async (trx) => {
    const rows = await readDeliveryRows(trx);
    const { toForm } = await formsOf(trx);
    const before = toForm(findOption(rows, id));
    refuse(rows.filter((row) => row.id !== id).map(toForm));
    await deleteOptions(trx, [id]);
    return [recordChange({ actor, kind, subject: before.name }, before, undefined)];
  });
}

/**
 * Replaces all options in the transaction of a change (`changeSettings`). An option that keeps its name stays the same one.
 *
 * @returns what to log
 * @throws FormRefusedError
 */
export async function replaceDelivery(
  transaction: Database,
  next: DeliveryFields[],
  actor: string,
): Promise<NewChange[]> {
  const rows = await readDeliveryRows(transaction);
  const { toForm, toColumns } = await formsOf(transaction);
  const wanted = next.map((fields) => toForm(toColumns(fields)));
  refuse(wanted);
  const compared = compareRecords(rows.map(toForm), wanted, "name");
  const removed = new Set(compared.removed.map(({ name }) => name));
  await deleteOptions(
    transaction,
    rows.filter(({ name }) => removed.has(name)).map(({ id }) => id),
  );
  for (const [position, fields] of wanted.entries()) {
    const columns = { ...toColumns(fields), position };
    if (compared.added.includes(fields)) await insertOption(transaction, columns);
    else await transaction.updateTable("deliveryOptions").set(columns).where("name", "=", fields.name).execute();
  }
  const changes = replacedRecords(compared, { actor, kind, key: "name" });
  for (const { name, pickupPlace } of next)
    changes.push(...(await setPlaceText(transaction, name, pickupPlace, actor)));
  return changes;
}

/** Options as forms and as columns, in the currency that the shop has in a transaction. */
async function formsOf(transaction: Database) {
  const currency = await readCurrency(transaction);
  return {
    toForm: (row: DeliveryColumns) => toDeliveryForm(row, currency),
    toColumns: (fields: DeliveryFields) => toDeliveryColumns(fields, currency),
  };
}

async function insertOption(transaction: Database, option: DeliveryColumns & Pick<DeliveryRow, "position">) {
  const inserted = transaction
    .insertInto("deliveryOptions")
    .values({ ...option, ...unusedId(transaction, "deliveryOptions") })
    .returning("id");
  return (await inserted.executeTakeFirstOrThrow()).id;
}

/** Deletes options with their places. */
async function deleteOptions(transaction: Database, ids: number[]) {
  if (ids.length === 0) return;
  await transaction.deleteFrom("pickupPlaces").where("deliveryOptionId", "in", ids).execute();
  await transaction.deleteFrom("deliveryOptions").where("id", "in", ids).execute();
}

function findOption(rows: DeliveryRow[], id: number) {
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw new RecordUnknownError(String(id));
  return row;
}

/** Checks all options as they would be after a change. */
/** Checks all saved options, as their forms do. @throws FormRefusedError */
export async function checkDelivery(db: Database) {
  const { toForm } = await formsOf(db);
  refuse((await readDeliveryRows(db)).map(toForm));
}

function refuse(options: DeliveryFields[]) {
  if (options.length > mostOptions) throw new FormRefusedError({ name: `A shop has room for ${mostOptions} options` });
  const names = options.map(({ name }) => name.toLowerCase());
  const twice = options.find((_, index) => names.indexOf(names[index] ?? "") < index);
  if (twice) throw new FormRefusedError({ name: `There is already an option ${twice.name}` });
  if (options.every(({ disabled }) => disabled))
    throw new FormRefusedError({ disabled: "The shop needs at least one delivery option that isn't disabled" });
}
