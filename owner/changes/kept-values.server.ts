import { catalogFields } from "#shop/catalog/fields/product-fields.ts";
import { fileValueIn } from "#shop/catalog/fields/product-row.ts";
import type { KeptValue, UndoEffect } from "#shop/catalog/undo/plan-undo.ts";
import type { Change } from "#shop/changes/change-log.ts";
import { readCurrency } from "#shop/changes/read-currency.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { cutText } from "#shop/text/cut-text.ts";
import type { KeptThing, UndoneProduct } from "#shop/undo/preview-undo.ts";
import { fieldName } from "#shop/undo/record-fields.ts";
import { loggedSetting } from "#shop/undo/undoable-settings.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { typedAmount } from "#shop/values/typed-numbers.ts";
import { ownersProductAddress } from "../products-address.ts";
import { changeLabel } from "./change-labels.ts";
import { changedThing } from "./change-sentence.ts";
import { momentInWords } from "./moment-text.ts";

/** Something that an undo leaves as it is now. */
export interface ShownKept {
  id: string;
  title: string;
  /** A reason, or a field with its values. */
  what: string;
  now?: string | undefined;
  former?: string | undefined;
  /** Whether it goes back if one insists. */
  isInsistable: boolean;
}

const kindOf: Record<KeptThing["table"], Change["kind"]> = {
  products: "product",
  archivedProducts: "product",
  draftProducts: "product",
  categories: "category",
  pages: "page",
  discounts: "discount",
  discountUses: "discount",
  deliveryOptions: "delivery",
  pickupPlaces: "delivery",
  vatCountries: "vat",
  exchangeRates: "vat",
  euroRates: "vat",
  redirects: "redirect",
  settings: "settings",
};

const mostShown = 200;

/** What an undo keeps, with its values as the forms have them. */
export async function showKept(
  { db, settings }: Pick<ShopDatabase, "db" | "settings">,
  kept: KeptThing[],
): Promise<ShownKept[]> {
  const formats = { ...settings, currency: await readCurrency(db) };
  const rows = kept.flatMap(({ title, table, values }) => {
    const setting = table === "settings" ? loggedSetting(title) : undefined;
    const kind = setting?.kind ?? kindOf[table];
    const name = setting ? changedThing(setting) : title;
    return values.map((value) => ({ title: name, ...shown({ table, kind }, value, formats) }));
  });
  return rows.map((row, index) => ({ id: String(index), ...row }));
}

/** A product that an undo changes, with a field that goes back, if it has one. */
export interface ShownUndone {
  id: string;
  /** The product's screen; undefined if it isn't there yet. */
  address: string | undefined;
  title: string;
  /** A field with its values, or what becomes of the product. */
  what: string;
  now?: string | undefined;
  former?: string | undefined;
}

const effects: Record<UndoEffect, string> = {
  deleted: "Deleted",
  archived: "Archived",
  unarchived: "On sale again",
  restored: "As before",
  returned: "Back",
  nothing: "",
};

/** The products that an undo changes, with their values as the forms have them. */
export async function showUndone(
  { db, settings }: Pick<ShopDatabase, "db" | "settings">,
  products: UndoneProduct[],
): Promise<ShownUndone[]> {
  const formats = { ...settings, currency: await readCurrency(db) };
  return products.flatMap(({ id, title, effect, values }) => {
    const product = { id, title, address: effect === "returned" ? undefined : ownersProductAddress(id) };
    if (values.length === 0) return [{ ...product, what: effects[effect] }];
    return values.map((value) => {
      const { what, now, former } = shown({ table: "products", kind: "product" }, value, formats);
      return { ...product, what, now, former };
    });
  });
}

type WrittenIn = ShopDatabase["settings"] & { currency: Currency };

function shown(
  { table, kind }: { table: KeptThing["table"]; kind: Change["kind"] },
  { label, column, now, former, isInsistable = false }: KeptValue,
  formats: WrittenIn,
) {
  if (now === undefined && former === undefined) return { what: label, isInsistable };
  const field = catalogFields.find((other) => other.column === column);
  const text = (value: unknown) => {
    if (!field || !column) return cut(writtenValue(table, label, value, formats));
    if (column.endsWith("Cents") && typeof value === "number") return typedAmount(value, formats);
    if (column.endsWith("At") && typeof value === "number") return momentInWords(column, value, formats);
    const inFile = fileValueIn({ [column]: value }, field, formats.currency);
    return cut(typeof inFile === "object" && inFile !== null ? JSON.stringify(inFile) : inFile);
  };
  const what = column ? label : changeLabel(kind, fieldName(table, label));
  return { what, now: text(now), former: text(former), isInsistable: true };
}

/** A column's or a form's value in words. Of its columns, amounts are in cents, moments in milliseconds and checkboxes are 0 or 1. */
function writtenValue(table: KeptThing["table"], label: string, value: unknown, formats: WrittenIn) {
  if (label.endsWith("Cents") && typeof value === "number") return typedAmount(value, formats);
  if (label.endsWith("At") && typeof value === "number") return momentInWords(label, value, formats);
  const isChecked = checkedValues(table, label);
  if (isChecked) return isChecked.includes(value) ? "yes" : "no";
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** The values of a checkbox that is on; undefined for what is none. */
function checkedValues(table: KeptThing["table"], label: string): unknown[] | undefined {
  if (table === "deliveryOptions" && label === "isActive") return [0];
  if (/^(is|in|once|skips)[A-Z]/.test(label) || /(Shown|\.disabled)$/.test(label)) return [1, true, "on"];
  return undefined;
}

function cut(value: unknown) {
  const plain = value === null || value === undefined ? "" : String(value);
  return plain.length > mostShown ? `${cutText(plain, mostShown)} …` : plain || "empty";
}
