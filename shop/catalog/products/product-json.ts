import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import { isStorableText } from "../../forms/validate.ts";
import type { Currency } from "../../values/currencies.ts";
import type { FileValue } from "../fields/field-kinds.ts";
import { catalogFields, type FieldName, saleFieldList } from "../fields/product-fields.ts";
import { fileValueIn } from "../fields/product-row.ts";
import {
  findArchivedProducts,
  findProducts,
  formatCursor,
  type ProductCriteria,
  parseCursor,
} from "../lists/find-products.ts";
import { usualRow } from "../pricing/usual-price.ts";
import type { Product } from "../product.ts";
import { findDrafts, readDraft } from "./draft-products.ts";
import { toRecord } from "./product-form.ts";
import type { ProductStatus } from "./read-any-product.ts";

/** A product as programs read it: all fields of catalog files, in their units, null where they are empty. Prices are the usual ones, also during a sale. */
export type ProductJson = Record<FieldName, FileValue> & { status: ProductStatus };

/** A product, whatever its status; undefined when there is none with that id. */
export async function readProductJson(db: Database, id: string): Promise<ProductJson | undefined> {
  if (!isStorableText(id)) return undefined;
  const currency = await readCurrency(db);
  const active = await db.selectFrom("products").selectAll().where("id", "=", id).executeTakeFirst();
  if (active) return jsonOfRow(active, "active", currency);
  const draft = await readDraft(db, id);
  if (draft) return jsonOfDraft(draft, currency);
  const archived = await db.selectFrom("archivedProducts").selectAll().where("id", "=", id).executeTakeFirst();
  return archived && jsonOfRow(archived, "archived", currency);
}

interface JsonQuery extends ProductCriteria {
  status: ProductStatus;
  /** From the page before. */
  after: string | undefined;
  limit: number;
}

/**
 * One page of the products that a program looks for: active ones in the catalog's order, others by title.
 *
 * @returns the products, and where the next page starts; undefined for a cursor of another list
 */
export async function findProductsJson(db: Database, { status, after, limit, ...criteria }: JsonQuery) {
  if (status === "active") return findActive(db, { after, limit, ...criteria });
  if (after !== undefined && !/^\d{1,9}$/.test(after)) return undefined;
  const currency = await readCurrency(db);
  const page = { text: criteria.text, skip: Number(after ?? 0), limit };
  if (status === "draft") {
    const { products, next } = await findDrafts(db, page);
    return { products: products.map((draft) => jsonOfDraft(draft, currency)), next: next?.toString() };
  }
  const { products, next } = await findArchivedProducts(db, { ...page, category: criteria.category });
  const rows = await readRows(db, "archivedProducts", products);
  return { products: rows.map((row) => jsonOfRow(row, "archived", currency)), next: next?.toString() };
}

async function findActive(db: Database, { after, ...query }: Omit<JsonQuery, "status">) {
  const sort = "catalog";
  const cursor = parseCursor(after, sort);
  if (after !== undefined && !cursor) return undefined;
  const { products, next } = await findProducts(db, { ...query, sort, after: cursor });
  const currency = await readCurrency(db);
  const rows = await readRows(db, "products", products);
  return { products: rows.map((row) => jsonOfRow(row, "active", currency)), next: next && formatCursor(next) };
}

/** Whole rows, in the order of what was found. Those that have gone since are left out. */
async function readRows(db: Database, table: "products" | "archivedProducts", found: Pick<ProductsTable, "number">[]) {
  if (found.length === 0) return [];
  const numbers = found.map(({ number }) => number);
  const rows = await db.selectFrom(table).selectAll().where("number", "in", numbers).execute();
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

function jsonOfRow(row: ProductsTable, status: ProductStatus, currency: Currency) {
  const usual = usualRow(row);
  return toJson(
    catalogFields.map((field) => [field.name, fileValueIn(usual, field, currency)]),
    status,
  );
}

function jsonOfDraft(draft: Product, currency: Currency) {
  const record = Object.entries(toRecord(draft, currency));
  return toJson([...record, ...saleFieldList.map(({ name }) => [name, null] as const)], "draft");
}

function toJson(values: (readonly [string, FileValue])[], status: ProductStatus) {
  return { ...Object.fromEntries(values), status } as ProductJson;
}
