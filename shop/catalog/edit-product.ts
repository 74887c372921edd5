import { type Database, keepWritersOut } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { changedFields, logChange } from "../owners/change-log.ts";
import { noteUse } from "../pictures/product-pictures.ts";
import type { ShopDatabase } from "../shop.ts";
import type { FieldErrors } from "../validate.ts";
import { nextPosition, readArchivedProduct } from "./archive-product.ts";
import { availabilityOf } from "./availability.ts";
import { lockProduct, readStockChange, StockError, stockAfter } from "./change-stock.ts";
import { brandSlug } from "./fold-text.ts";
import { followProduct } from "./lists/follow-product.ts";
import { addPictureSources, pictureSources } from "./picture-sources.ts";
import type { Product } from "./product.ts";
import {
  inLines,
  noPicture,
  type ProductField,
  type ProductTexts,
  productFieldNames,
  productFields,
  textsOf,
  withTexts,
} from "./product-texts.ts";
import { readProduct, toProduct } from "./read-products.ts";
import { rowOf } from "./write-products.ts";

/** There is no such product among those that are sold. */
export class ProductUnknownError extends Error {
  override name = "ProductUnknownError";
}

/** What an owner saw of a product when they opened its form, and what they wrote there. A field that isn't given isn't touched. */
export interface ProductEdit {
  saw: Partial<ProductTexts>;
  wrote: Partial<ProductTexts>;
}

/** What an owner wants of a product, whatever it is: an edit that follows from what is there. */
export type EditOf = (now: ProductTexts) => ProductEdit;

/** A field that somebody else has changed since it was seen. `wrote` is undefined where it wasn't touched. */
export interface FieldConflict {
  field: ProductField;
  saw: string;
  isNow: string;
  wrote: string | undefined;
}

export type EditOutcome =
  | { outcome: "saved"; changed: ProductField[] }
  | { outcome: "invalid"; errors: FieldErrors<ProductField | "id"> }
  /** `now` is the product as it is; `wrote` is what is to be offered again: what was written, and the rest as it is now. */
  | { outcome: "changedMeanwhile"; conflicts: FieldConflict[]; now: ProductTexts; wrote: ProductTexts };

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Changes a product as its owner wrote it, and all that shoppers see of it. Nothing is overwritten that its owner hasn't seen: where
 * somebody else has changed a field meanwhile, nothing is saved, and both are told. The stock, which orders change all the time, only
 * counts where it was written anew; a difference ("+5") is added to whatever there is.
 *
 * @param actor the email of who does it
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
    if (!before) throw new ProductUnknownError(`There is no product ${id}`);
    const product = toProduct(before);
    const texts = textsOf(product);
    const plan = planEdit(texts, typeof edit === "function" ? edit(texts) : edit);
    if (plan.conflicts.length > 0) {
      return {
        outcome: "changedMeanwhile",
        conflicts: plan.conflicts,
        now: plan.now,
        wrote: { ...plan.now, ...plan.touched },
      };
    }
    const { product: edited, errors } = withEverything(product, plan.touched);
    if (errors) return { outcome: "invalid", errors };
    const after = rowOf(edited, before.position);
    const fields = changedFields(plan.now, textsOf(edited));
    if (Object.keys(fields).length > 0) {
      await writeProduct(trx, before, after, now());
      await logChange(trx, { actor, kind: "product", subject: id, action: "edited", fields }, now());
    }
    return { outcome: "saved", changed: Object.keys(fields) as ProductField[] };
  });
}

function planEdit(now: ProductTexts, { saw, wrote }: ProductEdit) {
  const touched: Partial<ProductTexts> = {};
  const conflicts: FieldConflict[] = [];
  for (const field of productFieldNames) {
    const seen = inLines(saw[field] ?? now[field]);
    const written = inLines(wrote[field] ?? seen);
    const isTouched = written !== seen;
    if (isTouched) touched[field] = written;
    const isOrders = field === "stock" && (!isTouched || isDifference(written));
    if (seen === now[field] || written === now[field] || isOrders) continue;
    conflicts.push({ field, saw: seen, isNow: now[field], wrote: isTouched ? written : undefined });
  }
  return { now, touched, conflicts };
}

function isDifference(stock: string) {
  return /^\s*[+-]/.test(stock);
}

/** With the stock, which may be written as a difference, and what the shop says of it. */
function withEverything(product: Product, touched: Partial<ProductTexts>) {
  const read = withTexts(product, touched);
  if (touched.stock === undefined) return read;
  const stock = readStock(product, touched.stock);
  if (typeof stock === "string") return { errors: { ...read.errors, stock } };
  return read.errors ? read : { product: { ...read.product, stock, availabilityStatus: availabilityOf(stock) } };
}

/** @returns the stock, or why it can't be so */
function readStock(product: { id: string; stock: number }, text: string) {
  const change = readStockChange(text) ?? readStockChange(`=${text.trim()}`);
  if (!change) return `${productFields.stock.label} must be a whole number, or such as +5, -2`;
  try {
    return stockAfter(product, change);
  } catch (error) {
    if (error instanceof StockError) return error.message;
    throw error;
  }
}

async function writeProduct(db: Database, before: ProductsTable, after: ProductsTable, now: Date) {
  const { id, position: _, ...columns } = after;
  await db.updateTable("products").set(columns).where("id", "=", id).execute();
  await addPictureSources(db, pictureSources(toProduct(after)));
  await noteUse(db, addressesOf(toProduct(before)), addressesOf(toProduct(after)), now);
  await followProduct(db, before, after);
}

function addressesOf({ thumbnail, images }: Pick<Product, "thumbnail" | "images">) {
  return [thumbnail, ...images];
}

const longestMadeId = 60;

/** A product as it is before anything is known of it. */
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

const nothing = Object.fromEntries(productFieldNames.map((field) => [field, ""])) as ProductTexts;

/** What a form for a new product says at first. */
export const newProductTexts: ProductTexts = {
  ...textsOf({ id: "", ...newProduct }),
  price: "",
  stock: "",
  thumbnail: "",
};

/**
 * Adds a product at the catalog's end.
 *
 * @param id any text; a word made of the title where it is empty
 * @returns the product's id, or what is wrong with which field
 */
export async function addProduct(
  { db, now }: Context,
  { id: wanted, ...typed }: ProductTexts & { id: string },
  actor: string,
): Promise<{ id: string; errors?: undefined } | { id?: undefined; errors: FieldErrors<ProductField | "id"> }> {
  const given = wanted.trim();
  const { product, errors } = withEverything({ ...newProduct, id: given || "new" }, typed);
  if (errors) return { errors };
  return db.transaction().execute(async (trx) => {
    await keepWritersOut(trx, "products");
    const id = given ? product.id : await freeId(trx, brandSlug(product.title).slice(0, longestMadeId));
    const taken = await whyTaken(trx, id);
    if (taken) return { errors: { id: taken } };
    const row = rowOf({ ...product, id }, await nextPosition(trx));
    await trx.insertInto("products").values(row).execute();
    await addPictureSources(trx, pictureSources(product));
    await noteUse(trx, [], addressesOf(product), now());
    await followProduct(trx, undefined, row);
    const fields = changedFields(nothing, textsOf(product));
    await logChange(trx, { actor, kind: "product", subject: id, action: "added", fields }, now());
    return { id };
  });
}

/** @returns why an id can't be given to a new product; undefined where it can */
async function whyTaken(db: Database, id: string) {
  if (await readProduct(db, id)) return "Another product has this id";
  if (await readArchivedProduct(db, id)) return "A product that is no longer sold has this id: put that one back";
  return undefined;
}

async function freeId(db: Database, word: string) {
  for (let number = 1; ; number++) {
    const id = number === 1 ? word : `${word}-${number}`;
    if (!(await whyTaken(db, id))) return id;
  }
}
