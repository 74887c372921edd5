import type { Selectable } from "kysely";
import type { PickupPlacesTable } from "#database/schema.ts";
import { countryOf } from "../values/countries.ts";
import { parseHours, weekdays } from "./opening-hours.ts";

/** Where orders are collected. Empty texts are left out when it is shown. */
export type PickupPlace = Omit<Selectable<PickupPlacesTable>, "deliveryOptionId" | "position">;

/** A place as an order keeps it. See docs/decisions/0322. */
export type KeptPlace = Omit<PickupPlace, "id">;

/** What an order keeps of its place. */
export function placeColumns(place: PickupPlace | undefined) {
  if (!place) return { pickupPlaceId: null, pickup: null };
  const { id, name, street, zipCode, city, country, hours, note } = place;
  const kept: KeptPlace = { name, street, zipCode, city, country, hours, note };
  return { pickupPlaceId: id, pickup: JSON.stringify(kept) };
}

/** The place that an order keeps; undefined where it has none. */
export function keptPlace({ pickup }: { pickup: string | null }): KeptPlace | undefined {
  return pickup === null ? undefined : JSON.parse(pickup);
}

/** The lines of a place's address. */
export function placeAddress({ street, zipCode, city, country }: Omit<KeptPlace, "hours" | "note" | "name">) {
  const known = country === "" ? "" : (countryOf(country)?.name ?? country);
  return [street, [zipCode, city].filter(Boolean).join(" "), known].filter(Boolean);
}

/** Name and address on one line. */
export function placeLine(place: Omit<KeptPlace, "hours" | "note">) {
  return [place.name, ...placeAddress(place)].join(", ");
}

/** All that customers are told about a place, in lines. */
export function placeText(place: KeptPlace) {
  return [place.name, ...placeAddress(place), place.hours, place.note].filter(Boolean).join("\n");
}

/** What an order shows of its place; null where it has none. */
export function pickupText(order: { pickup: string | null }) {
  const place = keptPlace(order);
  return place ? placeText(place) : null;
}

/** Name and address of an order's place on one line; null where it has none. */
export function pickupLine(order: { pickup: string | null }) {
  const place = keptPlace(order);
  return place ? placeLine(place) : null;
}

/** A place as programs read it. */
export function placeJson({ hours, ...place }: KeptPlace) {
  const { days, holidays } = parseHours(hours);
  const openingHours = hours === "" ? null : Object.fromEntries(weekdays.map((name, day) => [name, days[day] ?? []]));
  return { ...place, openingHours, holidayHours: hours === "" || holidays === "open" ? null : holidays };
}
