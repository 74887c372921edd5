import * as v from "valibot";
import { cleanText } from "../text/clean-text.ts";
import { normalizeNewlines } from "./validate.ts";

/** Invisible characters and spaces that a field takes beyond its limit before it drops them. */
const mostDropped = 5000;

/** An optional text of a form without invisible characters, trimmed. @param limit UTF-16 units, as HTML counts them */
export function typedText(limit: number) {
  return v.pipe(
    v.optional(v.string(), ""),
    v.maxLength(limit + mostDropped, tooLong(limit)),
    v.transform(normalizeNewlines),
    cleaned,
    atMost(limit),
  );
}

/** The same for a number with decimals, which owners type and read as their locale writes it (docs/decisions/0318). */
export function typedDecimal(limit: number) {
  return v.pipe(typedText(limit), v.metadata({ isDecimal: true }));
}

/** The names of a form's numbers with decimals. */
export function decimalsIn(form: v.GenericSchema): string[] {
  const entries = "entries" in form ? (form.entries as Record<string, v.GenericSchema>) : {};
  return Object.keys(entries).filter((name) => v.getMetadata(entries[name] as v.GenericSchema).isDecimal);
}

/** Removes the invisible characters that copied texts bring along, and spaces at both ends. */
export const cleaned = v.transform(cleanText);

/** @param limit UTF-16 units, as HTML counts them */
export function atMost(limit: number) {
  return v.maxLength<string, number, string>(limit, tooLong(limit));
}

function tooLong(limit: number) {
  return `Use at most ${limit.toLocaleString("en")} characters`;
}

const mustBeAddress = "must be a URL such as https://shop.example.com";

/** An address on the web, in full. Its message follows the name of a field. */
export const webAddress = v.pipe(v.string(), v.regex(/^https?:\/\//, mustBeAddress), v.url(mustBeAddress));

/** A typed whole number; "" for none. @param of what it counts, in messages: "days" */
export function wholeNumber(least: number, most: number, of: string) {
  const fits = (typed: string) => /^(?:0|[1-9]\d*)$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
  return v.pipe(
    typedText(10),
    v.check((typed) => typed === "" || fits(typed), `Use a number of ${of}, from ${least} to ${most}`),
  );
}

/** "on" or "". Browsers leave out a box that isn't checked. */
export const checkbox = v.pipe(
  v.optional(v.string(), ""),
  v.transform((checked) => (checked ? "on" : "")),
);
