import { type Database, lockTable } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { changedFields, logChange } from "../owners/change-log.ts";
import { markUsed } from "../pictures/uploaded-pictures.ts";
import type { ShopDatabase } from "../shop.ts";
import type { FieldErrors } from "../validate.ts";
import { nextPosition, readArchivedProduct } from "./archive-product.ts";
import { availabilityOf } from "./availability.ts";
import { bumpCatalogVersion } from "./catalog-version.ts";
import { lockProduct, readStockChange, StockError, stockAfter } from "./change-stock.ts";
import { chooseCategory } from "./choose-category.ts";
import { brandSlug } from "./fold-text.ts";
import { addPictureSources, pictureSources } from "./picture-sources.ts";
import { recordPrices } from "./price-history.ts";
import type { Product } from "./product.ts";
import {
  fromForm,
  noPicture,
  normalizeNewlines,
  type ProductField,
  type ProductFormValues,
  productFieldNames,
  productFields,
  toForm,
} from "./product-form.ts";
import { readProduct, toProduct } from "./read-products.ts";
import { reindexProducts } from "./search/search-index.ts";
import { nextNumber, noSale, type ProductRow, rowOf } from "./write-products.ts";

/** No active product has this ID. */
export class ProductUnknownError extends Error {
  override name = "ProductUnknownError";
}

/** A submitted product form with the values that it was opened with. A missing field is left alone. */
export interface ProductEdit {
  original: Partial<ProductFormValues>;
  submitted: Partial<ProductFormValues>;
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
  | { outcome: "saved"; changed: ProductField[]; newCategory: string | undefined }
  | { outcome: "invalid"; errors: FieldErrors<ProductField | "id"> }
  /** `now` has the current values; `submitted` has the same with this form's changes, to fill the form again. */
  | { outcome: "conflict"; conflicts: FieldConflict[]; now: ProductFormValues; submitted: ProductFormValues };

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Saves a product's form. A field that someone else changed while the form was open is a conflict, and nothing is saved. Stock conflicts
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
  return db.transaction().execute(async (trx) => {
    const before = await lockProduct(trx, id);
    if (!before) throw new ProductUnknownError(`Product ${id} not found`);
    const product = toProduct(before);
    const texts = toForm(product);
    const plan = planEdit(texts, typeof edit === "function" ? edit(texts) : edit);
    if (plan.conflicts.length > 0) {
      return {
        outcome: "conflict",
        conflicts: plan.conflicts,
        now: plan.now,
        submitted: { ...plan.now, ...plan.touched },
      };
    }
    const read = withEverything(product, plan.touched);
    if (read.errors) return { outcome: "invalid", errors: read.errors };
    const isChosen = plan.touched.category !== undefined;
    const {
      product: edited,
      newCategory,
      errors,
    } = await (isChosen ? withCategory(trx, read.product, { actor, now: now() }) : { ...read, newCategory: undefined });
    if (errors) return { outcome: "invalid", errors };
    const after = rowOf(edited, before.position);
    const fields = changedFields(plan.now, toForm(edited));
    if (Object.keys(fields).length > 0) {
      await writeProduct(trx, before, after, now());
      await logChange(trx, { actor, kind: "product", subject: id, action: "edited", fields }, now());
    }
    return { outcome: "saved", changed: Object.keys(fields) as ProductField[], newCategory };
  });
}

function planEdit(now: ProductFormValues, { original, submitted }: ProductEdit) {
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

/** Applies all fields, the stock and the availability that follows from it. */
function withEverything(product: Product, touched: Partial<ProductFormValues>) {
  const read = fromForm(product, touched);
  if (touched.stock === undefined) return read;
  const stock = readStock(product, touched.stock);
  if (typeof stock === "string") return { errors: { ...read.errors, stock } };
  return read.errors ? read : { product: { ...read.product, stock, availabilityStatus: availabilityOf(stock) } };
}

/** The product in the category whose address or name was typed; a new one is created. */
async function withCategory(transaction: Database, product: Product, by: { actor: string; now: Date }) {
  const { slug, created, error } = await chooseCategory(transaction, product.category, by);
  if (error !== undefined) return { errors: { category: `${productFields.category.label} ${error}` } };
  return { product: { ...product, category: slug }, newCategory: created };
}

/** @returns the new stock, or the field's error */
function readStock(product: { id: string; stock: number }, text: string) {
  const change = readStockChange(text) ?? readStockChange(`=${text.trim()}`);
  if (!change) return `${productFields.stock.label} must be a whole number or an adjustment such as +5 or -2`;
  try {
    return stockAfter(product, change);
  } catch (error) {
    if (error instanceof StockError) return error.message;
    throw error;
  }
}

async function writeProduct(db: Database, before: ProductsTable, after: ProductRow, now: Date) {
  const { number, id } = before;
  await addPictureSources(db, pictureSources(toProduct(after)));
  await markUsed(db, addressesOf(toProduct(before)), addressesOf(toProduct(after)), now);
  const version = await bumpCatalogVersion(db);
  const { position: _, ...columns } = after;
  const { compareAtCents = before.compareAtCents } = after;
  const former = await recordPrices(db, [{ before, after: { ...after, compareAtCents } }], now);
  const formerCents = former.has(id) ? (former.get(id) ?? null) : before.formerCents;
  await db
    .updateTable("products")
    .set({ ...columns, formerCents, version })
    .where("id", "=", id)
    .execute();
  await reindexProducts(db, [{ before, after: { ...after, number } }]);
}

function addressesOf({ thumbnail, images }: Pick<Product, "thumbnail" | "images">) {
  return [thumbnail, ...images];
}

const longestMadeId = 60;

/** The defaults of a new product. */
const newProduct: Omit<Product, "id"> = {
  title: "",
  description: "",
  priceCents: 0,
  rating: 0,
  thumbnail: noPicture,
  images: [],
  brand: null,
  category: "",
  tags: [],
  stock: 0,
  discountPercentage: 0,
  minimumOrderQuantity: 1,
  availabilityStatus: "Out of Stock",
};

const nothing = Object.fromEntries(productFieldNames.map((field) => [field, ""])) as ProductFormValues;

/** The initial values of the form for a new product. */
export const newProductForm: ProductFormValues = {
  ...toForm({ id: "", ...newProduct }),
  price: "",
  stock: "",
  thumbnail: "",
};

/**
 * Adds a product at the catalog's end.
 *
 * @param id any text; if empty, the ID is made from the title
 * @returns the product's ID, or the errors by field
 */
export async function addProduct(
  { db, now }: Context,
  { id: wanted, ...typed }: ProductFormValues & { id: string },
  actor: string,
): Promise<
  | { id: string; newCategory: string | undefined; errors?: undefined }
  | { id?: undefined; newCategory?: undefined; errors: FieldErrors<ProductField | "id"> }
> {
  const given = wanted.trim();
  const read = withEverything({ ...newProduct, id: given || "new" }, typed);
  if (read.errors) return { errors: read.errors };
  return db.transaction().execute(async (trx) => {
    await lockTable(trx, "products");
    const id = given ? read.product.id : await freeId(trx, brandSlug(read.product.title).slice(0, longestMadeId));
    const taken = await whyTaken(trx, id);
    if (taken) return { errors: { id: taken } };
    const { product, newCategory, errors } = await withCategory(trx, read.product, { actor, now: now() });
    if (errors) return { errors };
    await addPictureSources(trx, pictureSources(product));
    await markUsed(trx, [], addressesOf(product), now());
    const number = await nextNumber(trx);
    const version = await bumpCatalogVersion(trx);
    const added = rowOf({ ...product, id }, await nextPosition(trx));
    const { vatRate = null, compareAtCents = null } = added;
    const former = await recordPrices(trx, [{ before: undefined, after: { ...added, compareAtCents } }], now());
    const kept = { vatRate, compareAtCents, ...noSale, formerCents: former.get(id) ?? null };
    const row = { ...added, ...kept, number, version };
    await trx.insertInto("products").values(row).execute();
    await reindexProducts(trx, [{ after: row }]);
    const fields = changedFields(nothing, toForm(product));
    await logChange(trx, { actor, kind: "product", subject: id, action: "added", fields }, now());
    return { id, newCategory };
  });
}

/** @returns the error if an ID is taken */
async function whyTaken(db: Database, id: string) {
  if (await readProduct(db, id)) return "Another product already uses this ID";
  if (await readArchivedProduct(db, id)) return "An archived product uses this ID. Unarchive that product instead.";
  return undefined;
}

async function freeId(db: Database, word: string) {
  for (let number = 1; ; number++) {
    const id = number === 1 ? word : `${word}-${number}`;
    if (!(await whyTaken(db, id))) return id;
  }
}
