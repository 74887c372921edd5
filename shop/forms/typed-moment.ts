import * as v from "valibot";
import { parseMoment, yearFirst } from "../values/days.ts";
import { typedText } from "./form-rules.ts";

/** An optional day, or a moment of a day. Days may be typed with dots. */
export const typedMoment = v.pipe(
  typedText(20),
  v.transform(yearFirst),
  v.check(
    (typed) => typed === "" || parseMoment(typed, "UTC") !== undefined,
    "Use a day such as 2026-12-24, or a time such as 2026-12-24 18:00",
  ),
);
