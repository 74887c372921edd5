import * as v from "valibot";
import { typedText } from "../forms/form-rules.ts";
import { optionalDay } from "../forms/typed-moment.ts";
import { addDays, dayOf, startOfDay } from "../values/days.ts";
import { type Scope, scopes } from "./scopes.ts";

export const nameLimit = 60;

/** The form of a new token. @param now a last day before today's is refused @param timeZone the shop's: it says when a day ends */
export function tokenForm({ now, timeZone }: { now: Date; timeZone: string }) {
  return v.object({
    name: v.pipe(typedText(nameLimit), v.nonEmpty("Enter a name")),
    scopes: v.pipe(
      v.optional(v.array(v.string()), []),
      v.maxLength(scopes.length, "Choose scopes from the list"),
      v.transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
      v.nonEmpty("Choose at least one scope"),
    ),
    /** Its last day; "" for no end. */
    expires: v.pipe(
      optionalDay("Use a day such as 2027-12-31, or leave it empty for no end"),
      v.check((typed) => typed === "" || endOf(typed, timeZone) > now.getTime(), "Choose today or a later day"),
    ),
  });
}

export interface TokenFields {
  name: string;
  scopes: Scope[];
  expires: string;
}

/** When a token with this last day expires. */
export function endOf(lastDay: string, timeZone: string) {
  return startOfDay(addDays(lastDay, 1), timeZone);
}

export function lastDayOf(expiresAt: number, timeZone: string) {
  return dayOf(expiresAt - 1, timeZone);
}
