import { catalogFields } from "#shop/catalog/fields/product-fields.ts";
import { fileValueIn } from "#shop/catalog/fields/product-row.ts";
import type { KeptValue } from "#shop/catalog/undo/plan-undo.ts";
import type { Change } from "#shop/changes/change-log.ts";
import { readCurrency } from "#shop/changes/read-currency.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { cutText } from "#shop/text/cut-text.ts";
import type { KeptThing } from "#shop/undo/preview-undo.ts";
import { fieldName } from "#shop/undo/record-fields.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { changeLabel } from "./change-labels.ts";

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
export async function showKept({ db }: Pick<ShopDatabase, "db">, kept: KeptThing[]): Promise<ShownKept[]> {
  const currency = await readCurrency(db);
  return kept.flatMap(({ id, title, table, values }) =>
    values.map((value, index) => ({ id: `${table} ${id} ${index}`, title, ...shown(table, value, currency) })),
  );
}

function shown(
  table: KeptThing["table"],
  { label, column, now, former, isInsistable = false }: KeptValue,
  currency: Currency,
) {
  if (now === undefined && former === undefined) return { what: label, isInsistable };
  const field = catalogFields.find((other) => other.column === column);
  const text = (value: unknown) => {
    const written = field && column ? fileValueIn({ [column]: value }, field, currency) : value;
    const plain =
      written === null || written === undefined
        ? ""
        : typeof written === "object"
          ? JSON.stringify(written)
          : String(written);
    return plain.length > mostShown ? `${cutText(plain, mostShown)} …` : plain || "empty";
  };
  const what = column ? label : changeLabel(kindOf[table], fieldName(table, label));
  return { what, now: text(now), former: text(former), isInsistable: true };
}
