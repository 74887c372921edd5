import { type Database, lockTable } from "#database/connect.ts";
import { inAct } from "../../changes/acts.ts";
import { changedFields, logChange, logChanges, type NewChange } from "../../changes/change-log.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import type { FieldErrors } from "../../forms/validate.ts";
import type { ShopDatabase } from "../../shop.ts";
import { cutText } from "../../text/cut-text.ts";
import { defaultCurrency } from "../../values/currencies.ts";
import { type ProductField, productFieldList, productFields } from "../fields/product-fields.ts";
import { newProduct } from "../fields/product-row.ts";
import type { Publication } from "../fields/publication.ts";
import type { Product } from "../product.ts";
import { applyDraftFields, applyFields, ProductUnknownError, withCategory } from "./change-product.ts";
import { insertDraft, lockDraft } from "./draft-products.ts";
import { findProductAt } from "./find-product-at.ts";
import { makeId, whyTaken } from "./free-id.ts";
import { type ProductFormValues, productFieldNames, toForm } from "./product-form.ts";
import { readAnyProduct } from "./read-any-product.ts";
import { insertProducts } from "./write-rows.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/** What a draft lacks to be published. */
export type Missing = "price" | "category";

export type AddOutcome =
  | ({ id: string; newCategory: string | undefined; missing?: Missing[]; errors?: undefined } & Publication)
  | {
      id?: undefined;
      newCategory?: undefined;
      missing?: undefined;
      publishAt?: undefined;
      errors: FieldErrors<ProductField | "id">;
    };

const nothing = Object.fromEntries(productFieldNames.map((field) => [field, ""])) as ProductFormValues;

/** The initial values of the form for a new product. */
export const newProductForm: ProductFormValues = {
  ...toForm(newProduct, defaultCurrency),
  price: "",
  stock: "",
  thumbnail: "",
};

/**
 * Adds a product at the catalog's end, or as a draft, which shoppers don't see. What lacks a price becomes a draft, too.
 *
 * @param id any text; if empty, the ID is made from the title
 * @returns the product's ID and, for what became a draft unasked, what is missing; or the errors by field
 */
export async function addProduct(
  { db, now }: Context,
  { id: wanted, address: _, ...typed }: ProductFormValues & { id: string },
  actor: string,
  { asDraft = false } = {},
): Promise<AddOutcome> {
  const given = wanted.trim();
  const apply = asDraft ? applyDraftFields : applyFields;
  const read = apply({ ...newProduct, id: given || "new" }, typed, await readCurrency(db));
  if (read.errors) return { errors: read.errors };
  return inAct(db, async (trx) => {
    await lockTable(trx, "products");
    const id = given ? read.product.id : await makeId(trx, read.product.title);
    const taken = await whyTaken(trx, id);
    if (taken) return { errors: { id: taken } };
    const missing = missingIn(read.product);
    if (asDraft || missing.length > 0) {
      await addDraft(trx, { ...read.product, id }, { actor, now: now() });
      return { id, newCategory: undefined, ...(!asDraft && { missing }) };
    }
    const { product, newCategory, errors } = await withCategory(trx, read.product, { actor, now: now() });
    if (errors) return { errors };
    await insertProducts(trx, [{ ...product, id }], now());
    await logChanges(trx, await changesOfAdded(trx, [{ ...product, id }], { actor, asDraft: false }), now());
    return { id, newCategory, publishAt: product.publishAt ?? undefined };
  });
}

/**
 * Puts a draft on sale, at the catalog's end. Its ID then stays.
 *
 * @returns the errors by field if something is missing: it then stays a draft
 * @throws ProductUnknownError
 */
export async function publishDraft({ db, now }: Context, asked: string, actor: string): Promise<AddOutcome> {
  return inAct(db, async (trx) => {
    await lockTable(trx, "products");
    const outcome = await publishLocked(trx, asked, { actor, now: now() });
    if (!outcome) throw new ProductUnknownError(`Draft ${asked} not found`);
    if (!outcome.errors) await logChange(trx, { ...published(outcome.id), actor }, now());
    return outcome;
  });
}

/**
 * Puts several drafts on sale as one act, with one entry for them all in the log. One that lacks something keeps none of the others back.
 *
 * @returns those that were published, and the reasons against the others by their IDs
 */
export async function publishDrafts({ db, now }: Context, ids: string[], actor: string) {
  return inAct(db, async (trx) => {
    await lockTable(trx, "products");
    const done: (Publication & { id: string })[] = [];
    const refused = new Map<string, string[]>();
    for (const id of ids) {
      const outcome = await publishLocked(trx, id, { actor, now: now() });
      if (!outcome) refused.set(id, ["Someone else published or deleted it"]);
      else if (outcome.errors) refused.set(id, Object.values(outcome.errors));
      else done.push(outcome);
    }
    const isOne = done.length === 1;
    const entries = done.map(({ id }): NewChange => ({ ...published(id), actor, isPart: !isOne }));
    const whole: NewChange = { actor, kind: "product", subject: String(done.length), action: "drafts published" };
    await logChanges(trx, done.length > 1 ? [...entries, whole] : entries, now());
    return { published: done, refused };
  });
}

function published(id: string) {
  return { kind: "product", subject: id, action: "published" } as const;
}

/** @returns undefined if there is no such draft */
async function publishLocked(
  transaction: Database,
  asked: string,
  by: { actor: string; now: Date },
): Promise<AddOutcome | undefined> {
  const draft = await lockDraft(transaction, asked);
  if (!draft) return undefined;
  const { id } = draft;
  const missing = missingIn(draft);
  if (missing.length > 0) return { errors: missingErrors(missing) };
  if (await findProductAt(transaction, id)) return { errors: { id: "Another product already uses this ID" } };
  const { product, newCategory, errors } = await withCategory(transaction, draft, by);
  if (errors) return { errors };
  await transaction.deleteFrom("draftProducts").where("id", "=", id).execute();
  await insertProducts(transaction, [product], by.now);
  return { id, newCategory, publishAt: product.publishAt ?? undefined };
}

/**
 * Copies an active or archived product, or a draft, as a draft without stock, rating, sale and compare-at price. Its ID follows its title until it is
 * published.
 *
 * @returns the copy's ID
 * @throws ProductUnknownError
 */
export async function duplicateProduct({ db, now }: Context, id: string, actor: string) {
  return inAct(db, async (trx) => {
    await lockTable(trx, "products");
    const found = await readAnyProduct(trx, id);
    if (!found) throw new ProductUnknownError(`Product ${id} not found`);
    const title = cutText(`Copy of ${found.product.title}`, productFields.title.limit);
    const copy: Product = { ...copyOf(found.product), title, id: await makeId(trx, title) };
    await addDraft(trx, copy, { actor, now: now(), madeIds: [copy.id] });
    return copy.id;
  });
}

/** A product without what is its own, such as its stock and its codes. */
export function copyOf(product: Product): Product {
  const own = productFieldList
    .filter(({ isOwn }) => isOwn)
    .map(({ column, initial }) => [column, initial ?? undefined]);
  return { ...product, formerCents: undefined, ...Object.fromEntries(own) };
}

/** What a product lacks to be on sale. */
export function missingIn({ priceCents, category }: Product): Missing[] {
  return [...(priceCents > 0 ? [] : ["price" as const]), ...(category ? [] : ["category" as const])];
}

function missingErrors(missing: Missing[]) {
  const texts = { price: "Price must be more than 0 to publish", category: "Category is needed to publish" };
  return Object.fromEntries(missing.map((field) => [field, texts[field]]));
}

/** What to log of new products: all that they have. */
export async function changesOfAdded(
  transaction: Database,
  products: Product[],
  { actor, asDraft }: { actor: string; asDraft: boolean },
) {
  const currency = await readCurrency(transaction);
  const action = asDraft ? "added as a draft" : "added";
  return products.map((product): NewChange => {
    const fields = changedFields(nothing, toForm(product, currency));
    return { actor, kind: "product", subject: product.id, action, fields };
  });
}

/** Adds a draft, and logs it. */
async function addDraft(
  transaction: Database,
  draft: Product,
  { actor, now, madeIds }: { actor: string; now: Date; madeIds?: string[] },
) {
  await insertDraft(transaction, draft, { now, madeIds });
  await logChanges(transaction, await changesOfAdded(transaction, [draft], { actor, asDraft: true }), now);
}
