import * as v from "valibot";
import { zipCodeLimit } from "../forms/account-fields.ts";
import { typedText } from "../forms/form-rules.ts";
import { countryOf } from "../values/countries.ts";
import { formatHours, OpeningHoursError, openingHoursLimit, parseHours } from "./opening-hours.ts";
import type { KeptPlace } from "./pickup-place.ts";

/** Characters. A name may be as long as the text that a pickup had before it had places. */
export const placeLimits = {
  name: 500,
  street: 200,
  zipCode: zipCodeLimit,
  city: 100,
  hours: openingHoursLimit,
  note: 500,
};

/** The form of a pickup place. Hours are written as they were understood. */
export const placeForm = v.object({
  name: v.pipe(typedText(placeLimits.name), v.nonEmpty("Enter a name")),
  street: typedText(placeLimits.street),
  zipCode: typedText(placeLimits.zipCode),
  city: typedText(placeLimits.city),
  country: v.pipe(
    typedText(2),
    v.toUpperCase(),
    v.check((code) => code === "" || countryOf(code) !== undefined, "Choose a country"),
  ),
  hours: v.pipe(typedText(placeLimits.hours), v.rawTransform(readHours)),
  note: typedText(placeLimits.note),
});

export type PlaceFields = v.InferOutput<typeof placeForm>;
export type PlaceField = keyof PlaceFields;

function readHours({ dataset, addIssue, NEVER }: Parameters<Parameters<typeof v.rawTransform<string, string>>[0]>[0]) {
  try {
    return dataset.value === "" ? "" : formatHours(parseHours(dataset.value));
  } catch (error) {
    if (!(error instanceof OpeningHoursError)) throw error;
    addIssue({ message: error.message });
    return NEVER;
  }
}

/** A stored place as its form shows it. */
export function toPlaceForm({ name, street, zipCode, city, country, hours, note }: KeptPlace): PlaceFields {
  return { name, street, zipCode, city, country, hours, note };
}

/** The place that a text of several lines describes: the first one names it. */
export function placeOfText(text: string): PlaceFields {
  const [name = "", ...others] = text.split("\n");
  return { name, street: "", zipCode: "", city: "", country: "", hours: "", note: others.join("\n") };
}
