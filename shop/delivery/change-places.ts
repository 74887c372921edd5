import type { Database } from "#database/connect.ts";
import { isSameRecord, type NewChange, recordChange } from "../changes/change-log.ts";
import { changeSettings, refuseConflict } from "../changes/change-settings.ts";
import { compareRecords, replacedRecords, SettingsFileError } from "../changes/settings-section.ts";
import { unusedId } from "../changes/unused-id.ts";
import { FormRefusedError, RecordUnknownError } from "../forms/form-errors.ts";
import type { ShopDatabase } from "../shop.ts";
import { type PlaceFields, placeOfText, toPlaceForm } from "./place-form.ts";
import { moveRow, nextPosition } from "./positions.ts";
import { type DeliveryRow, readDeliveryRows, readPlaceRows } from "./read-delivery.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/** A place with the name of its option, as a settings file has it. */
export type NamedPlace = PlaceFields & { option: string };

const kind = "delivery";
const mostPlaces = 50;

/** Adds a place to a pickup option, after its others. @throws RecordUnknownError, FormRefusedError */
export async function addPlace(context: Context, optionId: number, fields: PlaceFields, actor: string) {
  await changeSettings(context, async (trx) => {
    const { option, places } = await readOption(trx, optionId);
    refuse([...places, fields]);
    await insertPlace(trx, option, fields, nextPosition(places));
    return [recordChange({ actor, kind, subject: subjectOf(option, fields) }, undefined, fields)];
  });
}

/**
 * Saves a place's form. Placed orders keep what it was.
 *
 * @param original the values when the form was opened
 * @throws RecordUnknownError, ChangedMeanwhileError, FormRefusedError
 */
export async function editPlace(
  context: Context,
  key: PlaceKey,
  next: PlaceFields,
  { original, actor }: { original: PlaceFields; actor: string },
) {
  await changeSettings(context, async (trx) => {
    const { option, places, place } = await readPlace(trx, key);
    const before = toPlaceForm(place);
    refuseConflict(original, before);
    if (isSameRecord(before, next)) return [];
    refuse(places.map((other) => (other.id === place.id ? next : other)));
    await trx.updateTable("pickupPlaces").set(next).where("id", "=", place.id).execute();
    return [recordChange({ actor, kind, subject: subjectOf(option, next) }, before, next)];
  });
}

/** Moves a place before or after its neighbor. At the end of the list it stays. @throws RecordUnknownError */
export async function movePlace(context: Context, key: PlaceKey, direction: "up" | "down", actor: string) {
  await changeSettings(context, async (trx) => {
    const { option, places, place } = await readPlace(trx, key);
    const moved = moveRow(places, place, direction);
    if (!moved) return [];
    for (const [position, { id }] of moved.rows.entries())
      await trx.updateTable("pickupPlaces").set({ position }).where("id", "=", id).execute();
    return [{ actor, kind, subject: subjectOf(option, place), ...moved.logged }];
  });
}

/** Deletes a place. Orders keep it. @throws RecordUnknownError */
export async function deletePlace(context: Context, key: PlaceKey, actor: string) {
  await changeSettings(context, async (trx) => {
    const { option, place } = await readPlace(trx, key);
    await trx.deleteFrom("pickupPlaces").where("id", "=", place.id).execute();
    return [recordChange({ actor, kind, subject: subjectOf(option, place) }, toPlaceForm(place), undefined)];
  });
}

/**
 * Makes a text the only place of a pickup option, as settings files of earlier versions have it, in the transaction of a change.
 *
 * @returns what to log
 */
export async function setPlaceText(trx: Database, optionName: string, text: string, actor: string) {
  if (text === "" || !(await readPickupRows(trx)).some(({ name }) => name === optionName)) return [];
  const others = (await readNamedPlaces(trx)).filter((place) => place.option !== optionName);
  return replacePlaces(trx, [...others, { option: optionName, ...placeOfText(text) }], actor);
}

/** The options that have places. Another one keeps those that it had, until it is a pickup again. */
async function readPickupRows(db: Database) {
  return (await readDeliveryRows(db)).filter(({ isPickup }) => isPickup);
}

/** All places with the names of their options, in their order. */
export async function readNamedPlaces(db: Database): Promise<NamedPlace[]> {
  const places = await readPlaceRows(db);
  return (await readPickupRows(db)).flatMap(({ id, name: option }) =>
    places.filter((place) => place.deliveryOptionId === id).map((place) => ({ option, ...toPlaceForm(place) })),
  );
}

/**
 * Replaces all places in the transaction of a change (`changeSettings`). A place that keeps its name and option stays the same one.
 *
 * @returns what to log
 * @throws FormRefusedError, SettingsFileError
 */
export async function replacePlaces(trx: Database, next: NamedPlace[], actor: string): Promise<NewChange[]> {
  const options = await readPickupRows(trx);
  const before = await readNamedPlaces(trx);
  const rows = await readPlaceRows(trx);
  const lost = next.find((place) => !options.some(({ name }) => name === place.option));
  if (lost) throw new SettingsFileError(`pickupPlaces: there is no pickup option “${lost.option}” for ${lost.name}`);
  for (const option of options) {
    const wanted = next.filter((place) => place.option === option.name);
    const stored = rows.filter(({ deliveryOptionId }) => deliveryOptionId === option.id);
    refuse(wanted);
    for (const { id, name } of stored)
      if (!wanted.some((place) => place.name === name))
        await trx.deleteFrom("pickupPlaces").where("id", "=", id).execute();
    for (const [position, { option: _, ...fields }] of wanted.entries()) {
      const same = stored.find(({ name }) => name === fields.name);
      if (!same) await insertPlace(trx, option, fields, position);
      else
        await trx
          .updateTable("pickupPlaces")
          .set({ ...fields, position })
          .where("id", "=", same.id)
          .execute();
    }
  }
  return replacedRecords(compareRecords(before, next, ["option", "name"]), { actor, kind, key: ["option", "name"] });
}

/** Names a place by its option, too. */
export interface PlaceKey {
  optionId: number;
  placeId: number;
}

/** @throws RecordUnknownError for an option that doesn't exist, or whose customers don't collect anything */
async function readOption(db: Database, optionId: number) {
  const option = (await readPickupRows(db)).find(({ id }) => id === optionId);
  if (!option) throw new RecordUnknownError(String(optionId));
  const places = (await readPlaceRows(db)).filter(({ deliveryOptionId }) => deliveryOptionId === optionId);
  return { option, places };
}

/** A pickup option's place, with its others. @throws RecordUnknownError */
async function readPlace(db: Database, { optionId, placeId }: PlaceKey) {
  const { option, places } = await readOption(db, optionId);
  const place = places.find(({ id }) => id === placeId);
  if (!place) throw new RecordUnknownError(String(placeId));
  return { option, places, place };
}

async function insertPlace(
  trx: Database,
  { id: deliveryOptionId }: DeliveryRow,
  fields: PlaceFields,
  position: number,
) {
  await trx
    .insertInto("pickupPlaces")
    .values({ ...fields, deliveryOptionId, position, ...unusedId(trx, "pickupPlaces") })
    .execute();
}

function subjectOf({ name }: DeliveryRow, place: Pick<PlaceFields, "name">) {
  return placeSubject(name, place.name);
}

/** What the activity log calls a place. @param option the name of its option */
export function placeSubject(option: string, name: string) {
  return `${option}, ${name}`;
}

/** Checks an option's places as they would be after a change. */
function refuse(places: Pick<PlaceFields, "name">[]) {
  if (places.length > mostPlaces) throw new FormRefusedError({ name: `An option has room for ${mostPlaces} places` });
  const names = places.map(({ name }) => name.toLowerCase());
  const twice = places.find((_, index) => names.indexOf(names[index] ?? "") < index);
  if (twice) throw new FormRefusedError({ name: `There is already a place ${twice.name}` });
}
