import { type Database, lockTable } from "#database/connect.ts";
import { inAct } from "../../changes/acts.ts";
import { changedFields, logChange } from "../../changes/change-log.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import { type FieldErrors, normalizeNewlines } from "../../forms/validate.ts";
import type { ShopDatabase } from "../../shop.ts";
import type { Currency } from "../../values/currencies.ts";
import { chooseCategory } from "../categories/choose-category.ts";
import { type ProductField, productFields } from "../fields/product-fields.ts";
import { rowOf, toProduct } from "../fields/product-row.ts";
import { readProduct } from "../lists/read-products.ts";
import { usualRow } from "../pricing/usual-price.ts";
import type { Product } from "../product.ts";
import { availabilityOf } from "../stock/availability.ts";
import { lockProduct, readStockChange, StockError, stockAfter } from "../stock/change-stock.ts";
import { redirectOldAddress, whyAddressRefused } from "./change-address.ts";
import { lockDraft, readMadeIds, updateDraft } from "./draft-products.ts";
import { makeId } from "./free-id.ts";
import { freePriceQuestion, fromForm, type ProductFormValues, productFieldNames, toForm } from "./product-form.ts";
import { saveRows } from "./write-rows.ts";

/** No active product and no draft has this ID. */
export class ProductUnknownError extends Error {
  override name = "ProductUnknownError";
}

/** A submitted product form with the values that it was opened with. A missing field is left alone. */
export interface ProductEdit {
  original: Partial<ProductFormValues>;
  submitted: Partial<ProductFormValues>;
  /** Whether the owner has confirmed that the product is sold for 0. */
  isFree?: boolean | undefined;
}

/** Computes an edit from the product's current values. */
export type EditOf = (now: ProductFormValues) => ProductEdit;

/** A field that someone else changed while the form was open. `submitted` is undefined if this form left it alone. */
export interface FieldConflict {
  field: ProductField;
  original: string;
  current: string;
  submitted: string | undefined;
}

export type EditOutcome =
  /** `id` is a new one if the ID of a copy followed its title. */
  | { outcome: "saved"; id: string; changed: ProductField[]; newCategory: string | undefined }
  | { outcome: "invalid"; errors: FieldErrors<ProductField | "id"> }
  /** `now` has the current values; `submitted` has the same with this form's changes, to fill the form again. */
  | { outcome: "conflict"; conflicts: FieldConflict[]; now: ProductFormValues; submitted: ProductFormValues };

type AppliedFields =
  | { product: Product; errors?: undefined }
  | { product?: undefined; errors: FieldErrors<ProductField | "id"> };

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Saves the form of a product or draft. A field that someone else changed while the form was open is a conflict, and nothing is saved. Stock conflicts
 * only if the form sets it, because orders change it all the time; an adjustment ("+5") applies to the current stock.
 *
 * @param actor the owner's email
 * @throws ProductUnknownError
 */
export async function editProduct(
  { db, now }: Context,
  id: string,
  edit: ProductEdit | EditOf,
  actor: string,
): Promise<EditOutcome> {
  return inAct(db, async (trx) => {
    const { product, before } = await lockEditable(trx, id, edit);
    const currency = await readCurrency(trx);
    const texts = toForm(product, currency);
    const wanted = typeof edit === "function" ? edit(texts) : edit;
    const plan = planEdit(texts, wanted);
    if (plan.conflicts.length > 0) {
      return {
        outcome: "conflict",
        conflicts: plan.conflicts,
        now: plan.now,
        submitted: { ...plan.now, ...plan.touched },
      };
    }
    const read = before
      ? applyFields(product, plan.touched, currency)
      : applyDraftFields(product, plan.touched, currency);
    if (read.errors) return { outcome: "invalid", errors: read.errors };
    const becomesFree = read.product.priceCents === 0 && product.priceCents > 0;
    if (before && becomesFree && !wanted.isFree) return { outcome: "invalid", errors: { price: freePriceQuestion } };
    const moved = { id: product.id, before: product.address ?? null, after: read.product.address ?? null };
    const address = await whyAddressRefused(trx, moved);
    if (address) return { outcome: "invalid", errors: { address } };
    const isChosen = before && plan.touched.category !== undefined;
    const {
      product: edited,
      newCategory,
      errors,
    } = await (isChosen ? withCategory(trx, read.product, { actor, now: now() }) : { ...read, newCategory: undefined });
    if (errors) return { outcome: "invalid", errors };
    const fields = changedFields(plan.now, toForm(edited, currency));
    const changed = Object.keys(fields) as ProductField[];
    if (changed.length === 0) return { outcome: "saved", id: product.id, changed, newCategory };
    if (before) await saveRows(trx, [{ before, edited: rowOf(edited, before.position) }], now());
    await redirectOldAddress(trx, moved);
    const subject = before ? product.id : await writeDraft(trx, product, edited, now());
    const logged = { ...changedFields({ id: product.id }, { id: subject }), ...fields };
    await logChange(trx, { actor, kind: "product", subject, action: "edited", fields: logged }, now());
    return { outcome: "saved", id: subject, changed, newCategory };
  });
}

/** A product with its row, or a draft. @throws ProductUnknownError */
async function lockEditable(transaction: Database, id: string, edit: ProductEdit | EditOf) {
  // Two products could get the same address, and a copy may get another ID. Who has locked a row can't lock the table any more without deadlocks.
  if (setsAddress(edit) || !(await readProduct(transaction, id))) await lockTable(transaction, "products");
  const before = await lockProduct(transaction, id);
  const product = before ? toProduct(usualRow(before)) : await lockDraft(transaction, id);
  if (!product) throw new ProductUnknownError(`Product ${id} not found`);
  return { product, before };
}

function setsAddress(edit: ProductEdit | EditOf) {
  if (typeof edit === "function") return false;
  return edit.submitted.address !== undefined && edit.submitted.address !== edit.original.address;
}

/** Compares a submitted form with the current values: which fields it changes, and which of them someone else changed too. */
export function planEdit(now: ProductFormValues, { original, submitted }: ProductEdit) {
  const touched: Partial<ProductFormValues> = {};
  const conflicts: FieldConflict[] = [];
  for (const field of productFieldNames) {
    const seen = normalizeNewlines(original[field] ?? now[field]);
    const written = normalizeNewlines(submitted[field] ?? seen);
    const isTouched = written !== seen;
    if (isTouched) touched[field] = written;
    const isOrders = field === "stock" && (!isTouched || isDifference(written));
    if (seen === now[field] || written === now[field] || isOrders) continue;
    conflicts.push({ field, original: seen, current: now[field], submitted: isTouched ? written : undefined });
  }
  return { now, touched, conflicts };
}

function isDifference(stock: string) {
  return /^\s*[+-]/.test(stock);
}

/** Applies typed fields to a product: also the stock, and the availability that follows from it. */
export function applyFields(product: Product, touched: Partial<ProductFormValues>, currency: Currency): AppliedFields {
  const read = fromForm(product, touched, currency);
  if (touched.stock === undefined) return read;
  const stock = readStock(product, touched.stock);
  if (typeof stock === "string") return { errors: { ...read.errors, stock } };
  return read.errors ? read : { product: { ...read.product, stock, availabilityStatus: availabilityOf(stock) } };
}

/** The same for a draft, which may lack its price, stock and category. Its address is its ID. */
export function applyDraftFields(
  product: Product,
  { address: _, ...touched }: Partial<ProductFormValues>,
  currency: Currency,
): AppliedFields {
  const category = (touched.category ?? product.category).trim();
  const filled: Partial<ProductFormValues> = { ...touched, category: category || "none" };
  for (const field of ["price", "stock"] as const) if (touched[field]?.trim() === "") filled[field] = "0";
  const read = applyFields(product, filled, currency);
  return read.errors ? read : { product: { ...read.product, category } };
}

/** The product in the category whose address or name was typed; a new one is created. */
export async function withCategory(transaction: Database, product: Product, by: { actor: string; now: Date }) {
  const { slug, created, error } = await chooseCategory(transaction, product.category, by);
  if (error !== undefined) return { errors: { category: `${productFields.category.label} ${error}` } };
  return { product: { ...product, category: slug }, newCategory: created };
}

/** @returns the new stock, or the field's error */
function readStock(product: { id: string; stock: number }, text: string) {
  const change = readStockChange(text);
  if (!change) return `${productFields.stock.label} must be a whole number or an adjustment such as +5 or -2`;
  try {
    return stockAfter(product, change);
  } catch (error) {
    if (error instanceof StockError) return error.message;
    throw error;
  }
}

/** Saves a draft. The ID of a copy follows its title. @returns its ID */
async function writeDraft(transaction: Database, before: Product, after: Product, now: Date) {
  const made = await readMadeIds(transaction, before.id);
  const id = made && after.title !== before.title ? await makeId(transaction, after.title, made) : before.id;
  const madeIds = made && [...made.filter((one) => one !== id), id];
  await updateDraft(transaction, before, { ...after, id }, { now, madeIds });
  return id;
}
