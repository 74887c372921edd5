import * as v from "valibot";
import { atMost, cleaned } from "../forms/form-rules.ts";
import type { LiveSettings } from "../shop.ts";

/** Texts that a customer can add to an order. Another one is added to the constants of this file; the checkout shows, checks and posts it, and the order keeps it. */

const phoneLimit = 30;
const noteLimit = 500;

/** Of any country. E.164 numbers have at most 15 digits. */
const phone = v.optional(
  v.pipe(
    v.string("Enter a valid phone number"),
    cleaned,
    atMost(phoneLimit),
    v.regex(/^(\+?(?:[ ()./-]*\d){5,15}[ ()./-]*)?$/, "Enter a valid phone number"),
    v.transform((typed) => typed || undefined),
  ),
);

const note = v.optional(
  v.pipe(
    v.string("Enter a note"),
    cleaned,
    atMost(noteLimit),
    v.transform((typed) => typed || undefined),
  ),
);

export const extraRules = { phone, note };

export type ExtraName = keyof typeof extraRules;

interface ExtraField {
  label: string;
  /** UTF-16 units, as HTML counts them. */
  limit: number;
  /** Lines of the field. */
  rows: number;
  autoComplete?: string;
  type?: "tel";
  /** Whether the shop asks for it. */
  setting: "takesPhones" | "takesNotes";
}

/** In the form's order. */
export const extraFields: Record<ExtraName, ExtraField> = {
  phone: {
    ...{ label: "Phone number for delivery", limit: phoneLimit, rows: 1, autoComplete: "tel", type: "tel" },
    setting: "takesPhones",
  },
  note: { label: "Note", limit: noteLimit, rows: 3, setting: "takesNotes" },
};

/** Where orders keep them. */
const columns = { phone: "recipientPhone", note: "customerNote" } as const satisfies Record<ExtraName, string>;

type ExtraColumns = Record<(typeof columns)[ExtraName], string | null>;

export const extraNames = Object.keys(extraFields) as ExtraName[];
export const extraColumns = Object.values(columns);

/** The fields that a shop asks for. */
export function askedExtras(settings: Pick<LiveSettings, ExtraField["setting"]>) {
  return extraNames.filter((name) => settings[extraFields[name].setting]);
}

/** What an order keeps of the fields of a checkout. */
export function keepExtras(form: { [Name in ExtraName]?: string | undefined }) {
  return Object.fromEntries(extraNames.map((name) => [columns[name], form[name] ?? null])) as ExtraColumns;
}
