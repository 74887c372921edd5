import * as v from "valibot";
import { storableText } from "../forms/validate.ts";
import { normalizeCode } from "./normalize-code.ts";

/** Characters of a code as it may be typed. */
export const typedCodeLimit = 100;

/** A code that a customer typed, normalized; undefined if there is none. */
export const typedCode = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(typedCodeLimit, "This code isn't valid"),
    v.transform((typed) => normalizeCode(storableText(typed)) || undefined),
  ),
);
