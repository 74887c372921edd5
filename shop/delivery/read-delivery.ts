import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { DeliveryOptionsTable } from "#database/schema.ts";
import { countryOf, parseCountryCodes } from "../values/countries.ts";
import type { DeliveryOption } from "./delivery-option.ts";
import { parsePostcodes } from "./postcode-rules.ts";

/** An option as it is stored. */
export type DeliveryRow = Selectable<DeliveryOptionsTable>;

const selectOptions = prepared<Record<never, never>>()((db) =>
  db.selectFrom("deliveryOptions").selectAll().orderBy("position").orderBy("id"),
);

/** All options in their order, disabled ones too; for the shop's owner. */
export async function readDeliveryRows(db: Database): Promise<DeliveryRow[]> {
  return selectOptions(db, {});
}

/** The options that customers can choose, in their order. There is always one. */
export async function readDeliveryOptions(db: Database): Promise<DeliveryOption[]> {
  const rows = await readDeliveryRows(db);
  return rows.filter(({ isActive }) => isActive).map(toOption);
}

/** An option, also a disabled one; undefined when it was deleted. */
export async function readDeliveryOption(db: Database, id: number): Promise<DeliveryOption | undefined> {
  const row = (await readDeliveryRows(db)).find((option) => option.id === id);
  return row && toOption(row);
}

function toOption({
  id,
  name,
  priceCents,
  freeFromCents,
  days,
  daysFrom,
  skipsWeekends,
  countries,
  postcodes,
  isPickup,
  pickupPlace,
}: DeliveryRow): DeliveryOption {
  return {
    // Free from 0 means always free.
    ...{ id, name, priceCents: freeFromCents === 0 ? 0 : priceCents, freeFromCents, days },
    ...(daysFrom !== null && { daysFrom }),
    ...(skipsWeekends === 1 && { skipsWeekends: true }),
    countries: parseCountryCodes(countries).flatMap((code) => countryOf(code) ?? []),
    postcodes: parsePostcodes(postcodes),
    isPickup: isPickup === 1,
    ...(isPickup === 1 && pickupPlace !== "" && { pickupPlace }),
  };
}
