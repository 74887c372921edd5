import * as v from "valibot";
import { atMost, cleaned } from "../forms/form-rules.ts";
import type { LiveSettings } from "../shop.ts";

/**
 * Texts that a customer can add to an order. Another one is added to the constants of this file and to `OrdersTable`: the checkout shows, checks and
 * posts it, the order keeps it, and receipts, mails, packing slips, exports and the command line show it. See docs/decisions/0194.
 */

const phoneLimit = 30;
const noteLimit = 500;
const giftMessageLimit = 300;

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

function text(message: string, limit: number) {
  return v.optional(
    v.pipe(
      v.string(message),
      cleaned,
      atMost(limit),
      v.transform((typed) => typed || undefined),
    ),
  );
}

/** UTF-16 units. */
export const companyLimit = 100;
const vatNumberLimit = 30;

/** As it is typed; `readVatNumber` reads it. */
const vatNumber = v.optional(
  v.pipe(
    v.string("Enter a valid VAT number"),
    cleaned,
    atMost(vatNumberLimit),
    v.regex(/^([A-Za-z\d+*][ ./-]?){0,20}$/, "Enter a valid VAT number"),
    v.transform((typed) => typed || undefined),
  ),
);

export const extraRules = {
  company: text("Enter a company", companyLimit),
  vatNumber,
  phone,
  note: text("Enter a note", noteLimit),
  giftMessage: text("Enter a message", giftMessageLimit),
};

export type ExtraName = keyof typeof extraRules;

/** The parts of the checkout form that have such texts. */
export type ExtraSection = "address" | "company" | "delivery";

interface ExtraField {
  label: string;
  section: ExtraSection;
  /** UTF-16 units, as HTML counts them. */
  limit: number;
  /** Lines of the field. */
  rows: number;
  autoComplete?: string;
  type?: "tel";
  /** Whether the shop asks for it. */
  setting: "takesPhones" | "takesNotes" | "takesGiftMessages" | "sellsToCompanies";
  /** The column of `orders` that keeps it. */
  column: "recipientPhone" | "customerNote" | "giftMessage" | "company" | "vatNumber";
  /** What it is called where the order is shown, in files for spreadsheets, and in JSON. */
  shown: string;
  csv: string;
  json: string;
}

/** In the form's order. */
export const extraFields: Record<ExtraName, ExtraField> = {
  company: {
    ...{ label: "Company", section: "company", limit: companyLimit, rows: 1, autoComplete: "organization" },
    ...{ setting: "sellsToCompanies", column: "company", shown: "Company", csv: "Company", json: "company" },
  },
  vatNumber: {
    ...{ label: "VAT number", section: "company", limit: vatNumberLimit, rows: 1, autoComplete: "off" },
    ...{ setting: "sellsToCompanies", column: "vatNumber", shown: "VAT number", csv: "VAT number", json: "vatNumber" },
  },
  phone: {
    ...{ label: "Phone number for delivery", limit: phoneLimit, rows: 1, autoComplete: "tel", type: "tel" },
    ...{
      section: "address",
      setting: "takesPhones",
      column: "recipientPhone",
      shown: "Phone number",
      csv: "Phone",
      json: "phone",
    },
  },
  note: {
    ...{ label: "Note", section: "delivery", limit: noteLimit, rows: 3 },
    ...{ setting: "takesNotes", column: "customerNote", shown: "Note", csv: "Note", json: "customerNote" },
  },
  giftMessage: {
    ...{ label: "Gift message", section: "delivery", limit: giftMessageLimit, rows: 3 },
    ...{
      setting: "takesGiftMessages",
      column: "giftMessage",
      shown: "Gift message",
      csv: "Gift message",
      json: "giftMessage",
    },
  },
};

/** An order's columns with them; null without one. */
export type ExtraColumns = Record<ExtraField["column"], string | null>;

export const extraNames = Object.keys(extraFields) as ExtraName[];
const fields = Object.values(extraFields);
export const extraColumns = fields.map(({ column }) => column);

type ExtraSettings = Pick<LiveSettings, ExtraField["setting"]>;

/** The settings that say which fields a shop asks for. */
export function pickExtraSettings(settings: ExtraSettings) {
  return Object.fromEntries(fields.map(({ setting }) => [setting, settings[setting]])) as unknown as ExtraSettings;
}

/** What an order keeps of the fields of a checkout. */
export function keepExtras(form: { [Name in ExtraName]?: string | undefined }) {
  return Object.fromEntries(extraNames.map((name) => [extraFields[name].column, form[name] ?? null])) as ExtraColumns;
}

/** What a customer added to an order, by its name. */
export function shownExtras(order: ExtraColumns): [name: string, text: string][] {
  return fields.flatMap(({ column, shown }): [string, string][] => {
    const text = order[column];
    return text === null ? [] : [[shown, text]];
  });
}

/** The same for JSON: every name, also of what wasn't added. */
export function extrasJson(order: ExtraColumns): Record<string, string | null> {
  return Object.fromEntries(fields.map(({ column, json }) => [json, order[column]]));
}

/** The names of their columns in files for spreadsheets. */
export const extraCsvNames = Object.fromEntries(fields.map(({ column, csv }) => [column, csv])) as Record<
  ExtraField["column"],
  string
>;
