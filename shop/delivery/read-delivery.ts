import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { DeliveryOptionsTable, PickupPlacesTable } from "#database/schema.ts";
import { countryOf, parseCountryCodes } from "../values/countries.ts";
import type { DeliveryOption } from "./delivery-option.ts";
import type { PickupPlace } from "./pickup-place.ts";
import { parsePostcodes } from "./postcode-rules.ts";

/** An option as it is stored. */
export type DeliveryRow = Selectable<DeliveryOptionsTable>;

/** A place as it is stored. */
export type PlaceRow = Selectable<PickupPlacesTable>;

const selectOptions = prepared<Record<never, never>>()((db) =>
  db.selectFrom("deliveryOptions").selectAll().orderBy("position").orderBy("id"),
);

const selectPlaces = prepared<Record<never, never>>()((db) =>
  db.selectFrom("pickupPlaces").selectAll().orderBy("deliveryOptionId").orderBy("position").orderBy("id"),
);

/** All places of all options, in their order. */
export async function readPlaceRows(db: Database): Promise<PlaceRow[]> {
  return selectPlaces(db, {});
}

/** All options in their order, disabled ones too; for the shop's owner. */
export async function readDeliveryRows(db: Database): Promise<DeliveryRow[]> {
  return selectOptions(db, {});
}

/** The options that customers can choose, in their order. There is always one. */
export async function readDeliveryOptions(db: Database): Promise<DeliveryOption[]> {
  const rows = (await readDeliveryRows(db)).filter(({ isActive }) => isActive);
  const places = await readPlacesOf(db, rows);
  return rows.map((row) => toOption(row, places));
}

/** An option, also a disabled one; undefined when it was deleted. */
export async function readDeliveryOption(db: Database, id: number): Promise<DeliveryOption | undefined> {
  const row = (await readDeliveryRows(db)).find((option) => option.id === id);
  return row && toOption(row, await readPlacesOf(db, [row]));
}

/** The places of options, by the options' ids. Only pickups have any. */
async function readPlacesOf(db: Database, rows: DeliveryRow[]) {
  const places = rows.some(({ isPickup }) => isPickup) ? await readPlaceRows(db) : [];
  return Map.groupBy(places, ({ deliveryOptionId }) => deliveryOptionId);
}

function toOption(row: DeliveryRow, allPlaces: Map<number, PlaceRow[]>): DeliveryOption {
  const { id, name, priceCents, freeFromCents, days, daysFrom, skipsWeekends, countries, postcodes, isPickup } = row;
  const places = isPickup ? allPlaces.get(id)?.map(toPlace) : undefined;
  return {
    // Free from 0 means always free.
    ...{ id, name, priceCents: freeFromCents === 0 ? 0 : priceCents, freeFromCents, days },
    ...(daysFrom !== null && { daysFrom }),
    ...(skipsWeekends === 1 && { skipsWeekends: true }),
    countries: parseCountryCodes(countries).flatMap((code) => countryOf(code) ?? []),
    postcodes: parsePostcodes(postcodes),
    isPickup: isPickup === 1,
    ...(places && { places }),
  };
}

function toPlace({ deliveryOptionId: _, position: __, ...place }: PlaceRow): PickupPlace {
  return place;
}
