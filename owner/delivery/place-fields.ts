import { type PlaceField, placeLimits } from "#shop/delivery/place-form.ts";
import { allCountries } from "#shop/values/countries.ts";
import type { DescribedFields } from "../forms/described-fields.tsx";

/** The fields of a pickup place. */
export function placeFields(): DescribedFields<PlaceField> {
  return {
    name: {
      label: "Name",
      maxLength: placeLimits.name,
      required: true,
      wide: true,
      hint: "As customers read it, such as Our shop in Bergen",
    },
    street: { label: "Street", maxLength: placeLimits.street, wide: true },
    zipCode: { label: "Zip code", maxLength: placeLimits.zipCode },
    city: { label: "City", maxLength: placeLimits.city },
    country: {
      label: "Country",
      as: "select",
      options: [
        { value: "", label: "Your shop's own" },
        ...allCountries().map(({ code, name }) => ({ value: code, label: name })),
      ],
      hint: "Decides VAT and public holidays",
    },
    hours: {
      label: "Opening hours",
      as: "area",
      rows: 5,
      maxLength: placeLimits.hours,
      wide: true,
      hint: "A line for some days: “Mon–Fri 10–18”, “Sat 10–14, 16–18:30”, “Holidays 12–16”. Days without a line are closed, and so are public holidays, unless you write “Holidays open”. Leave empty to show no hours.",
    },
    note: {
      label: "Note",
      as: "area",
      rows: 3,
      maxLength: placeLimits.note,
      wide: true,
      hint: "How to find it, or what to bring",
    },
  };
}
