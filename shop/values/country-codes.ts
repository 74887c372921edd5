import * as v from "valibot";
import { countryOf, parseCountryCodes } from "./countries.ts";

/** A typed list of countries: "no, SE dk" → "NO, SE, DK". */
export const countryCodes = v.pipe(
  v.string(),
  v.transform((typed) => parseCountryCodes(typed).join(", ")),
  v.check(
    (codes) => parseCountryCodes(codes).every((code) => countryOf(code)),
    "Use ISO 3166 codes of two letters, such as NO, SE, DK",
  ),
);
