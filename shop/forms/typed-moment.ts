import * as v from "valibot";
import { isDay, parseMoment, whyTwoDays, yearFirst } from "../values/days.ts";
import { typedText } from "./form-rules.ts";

/** A text whose day may be typed with dots or slashes, unless that could be two. */
const dated = v.pipe(
  typedText(20),
  v.check(
    (typed) => whyTwoDays(typed) === undefined,
    ({ input }) => whyTwoDays(input) ?? "",
  ),
  v.transform(yearFirst),
);

/** An optional day, or a moment of a day. */
export const typedMoment = v.pipe(
  dated,
  v.check(
    (typed) => typed === "" || parseMoment(typed, "UTC") !== undefined,
    "Use a day such as 2026-12-24, or a time such as 2026-12-24 18:00",
  ),
);

/** A day. @param message for what isn't one, or isn't right */
export function typedDay(message: string, { isRight = () => true }: { isRight?: (day: string) => boolean } = {}) {
  return v.pipe(
    dated,
    v.check((typed) => isDay(typed) && isRight(typed), message),
  );
}

/** The same, which may be empty. */
export function optionalDay(message: string) {
  return v.pipe(
    dated,
    v.check((typed) => typed === "" || isDay(typed), message),
  );
}
