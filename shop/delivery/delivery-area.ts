import * as v from "valibot";
import { zipCodeIn } from "../forms/account-fields.ts";
import { safeParse, type Validated, validate } from "../forms/validate.ts";
import type { Country } from "../values/countries.ts";
import { type Area, type DeliveryOption, isLimited } from "./delivery-option.ts";

/**
 * Whether country and zip code decide anything, so that checkouts have fields for them. See docs/decisions/0150.
 *
 * @param countries where the shop delivers
 */
export function dependsOnArea(options: DeliveryOption[], countries: Country[]) {
  return countries.length > 1 || options.some(isLimited);
}

/** Country and zip code of an order. @param countries those that can be chosen */
export function areaForm(countries: Country[]) {
  return v.lazy((typed) => v.object(areaEntries(countries, ((typed ?? {}) as Area).country)));
}

/** The rules of both. @param country the typed one, which decides about the zip code */
export function areaEntries(countries: Country[], country: string | undefined) {
  const codes = countries.map(({ code }) => code);
  return { country: v.picklist(codes, "Country is required"), zipCode: zipCodeIn(country) };
}

/** The area of an order. Where it decides nothing, an order needs none. */
export function validateArea(
  typed: Area,
  { options, countries }: { options: DeliveryOption[]; countries: Country[] },
): Validated<Area> {
  const { country, zipCode } = typed;
  const isNeeded = dependsOnArea(options, countries) || country !== undefined || zipCode !== undefined;
  return isNeeded ? validate(areaForm(countries), { country, zipCode }) : { values: {} };
}

/** What a form says of its area so far: the zip code counts once it is one of its country's. */
export function knownArea({ country, zipCode }: Area): Area {
  const { success, output } = safeParse(zipCodeIn(country), zipCode);
  return { country: country || undefined, zipCode: success ? output : undefined };
}
