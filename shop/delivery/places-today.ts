import type { Country } from "../values/countries.ts";
import { formatWeekdays, weekdayOf } from "../values/days.ts";
import type { Locale } from "../values/locale.ts";
import { arrivalOf } from "./arrival-days.ts";
import type { DeliveryOption } from "./delivery-option.ts";
import { publicHolidays } from "./holidays.ts";
import { describeHours, parseHours } from "./opening-hours.ts";
import { placeAddress } from "./pickup-place.ts";

/** What a checkout shows of a place in words that browsers can't write: country names and days differ among them. */
export interface PlaceToday {
  /** On one line. */
  address: string;
  /** "Open today 10:00–18:00" */
  hours?: string;
  /** When an order of today can be collected there, where the place has hours. */
  ready?: string;
}

/**
 * The places of options as they are today, by their ids.
 *
 * @param today in the shop's time zone
 * @param countries where the shop delivers, its own first
 */
export async function placesToday(
  options: DeliveryOption[],
  today: string,
  { countries, locale }: { countries: Country[]; locale: Locale },
) {
  const places: Record<number, PlaceToday> = {};
  const listed = options.flatMap((option) => (option.places ?? []).map((place) => ({ place, option })));
  for (const { place, option } of listed) {
    const address = placeAddress(place).join(", ");
    places[place.id] = { address };
    if (place.hours === "") continue;
    const country = place.country || (countries[0]?.code ?? "");
    const holidays = await publicHolidays(country, Number(today.slice(0, 4)));
    const hours = describeHours(parseHours(place.hours), weekdayOf(today), holidays.has(today));
    const ready = formatWeekdays(await arrivalOf(today, option, countries, place), locale);
    places[place.id] = { address, hours, ready };
  }
  return places;
}
