import * as v from "valibot";
import { addProduct, newProductForm, publishDraft } from "#shop/catalog/products/add-product.ts";
import { archiveProduct, unarchiveProduct } from "#shop/catalog/products/archive-product.ts";
import {
  changeSaleByRecord,
  errorsByName,
  type FieldValues,
  toTyped,
} from "#shop/catalog/products/change-by-record.ts";
import { editProduct } from "#shop/catalog/products/change-product.ts";
import { deleteDraft } from "#shop/catalog/products/draft-products.ts";
import { freePriceQuestion, type ProductFormValues, toForm } from "#shop/catalog/products/product-form.ts";
import { findProductsJson, readProductJson } from "#shop/catalog/products/product-json.ts";
import { readAnyProduct } from "#shop/catalog/products/read-any-product.ts";
import { changeStock, stockLimit } from "#shop/catalog/stock/change-stock.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { defaultCurrency } from "#shop/values/currencies.ts";
import { cursorOfOtherList, pageOf, pageQuery, toPage } from "./list-page.ts";
import { invalidFields, missingScope, Problem } from "./problems.ts";
import { newProductFields, product, productChanges } from "./product-schema.ts";
import { type Resource, type RouteRequest, route } from "./route.ts";
import { yesOrNoText } from "./shared-fields.ts";

const params = v.object({ id: v.pipe(v.string(), v.description("The product's ID")) });
const answer = product;
const scope = "products:write";

/** @throws Problem */
async function readProduct(shop: Pick<Shop, "db">, id: string) {
  const found = await readProductJson(shop.db, id);
  if (!found) throw new Problem("not-found");
  return found;
}

function refuseInvalid(errors: FieldErrors | undefined) {
  if (errors) throw invalidFields(errors);
}

/** Who changes a product. */
type By = Pick<RouteRequest<unknown, unknown, unknown>, "actor" | "may">;

/** Refuses a change that has made a category, which is undone with it, unless the token may add categories. @throws Problem */
function refuseNewCategory(newCategory: string | undefined, { may }: Pick<By, "may">) {
  if (newCategory === undefined || may("categories:write")) return;
  throw missingScope("categories:write", `: there is no category ${newCategory} yet`);
}

/** A text of the query. An empty one would find everything. */
function text(limit: number, description: string) {
  return v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty("must not be empty"),
      v.maxLength(limit, `must have at most ${limit} characters`),
      v.description(description),
    ),
  );
}

/** Without it, a price of 0 is refused, since it may be a mistake. */
const free = v.object({
  free: v.pipe(v.optional(yesOrNoText, "false"), v.description("Confirms a price of 0")),
});

const neededToPublish = "is needed to publish, with a price above 0";
const freeProblem = "would sell this product for free. Confirm it by ?free=true";

export const products: Resource = {
  name: "Products",
  description: "What the shop sells. Fields and units are those of catalog files.",
  schemas: { Product: product },
  routes: [
    route({
      method: "GET",
      path: "/products",
      scope: "products:read",
      summary: "List products",
      description: "Active ones in the catalog's order; drafts and archived ones by title.",
      query: v.object({
        status: v.pipe(
          v.optional(v.picklist(["active", "draft", "archived"], "must be active, draft or archived"), "active"),
          v.description("The status of the products"),
        ),
        q: text(200, "Only those that a search finds, 600 at most; `group:NAME` finds the variants of a group"),
        category: text(200, "Only active or archived ones in this category, by its slug"),
        sku: text(100, "Only active ones with this SKU"),
        gtin: text(40, "Only active ones with this GTIN"),
        stock: v.optional(
          v.pipe(
            v.picklist(["low", "none"], "must be low or none"),
            v.description("Only active ones with at most 5 pieces, or with none"),
          ),
        ),
        ...pageQuery,
      }),
      answer: pageOf(product),
      run: async ({ shop, query: { cursor, q, ...query } }) => {
        const page = await findProductsJson(shop.db, { ...query, text: q?.trim(), after: cursor });
        if (!page) throw cursorOfOtherList();
        return toPage(page.products, page.next);
      },
    }),
    route({
      method: "POST",
      path: "/products",
      scope,
      summary: "Add a product",
      description: "At the end of the catalog. A product without a category or a price above 0 becomes a draft.",
      body: newProductFields(defaultCurrency),
      bodyIn: newProductFields,
      answer,
      location: ({ id }: { id: string }) => `/products/${encodeURIComponent(id)}`,
      run: async ({ shop, actor, may, body: { id: wanted = "", status, ...fields } }) => {
        const typed = {
          ...newProductForm,
          price: "0",
          stock: "0",
          ...toTyped(fields, shop.settings.currency),
          id: String(wanted),
        };
        const hasCategory = typed.category.trim() !== "";
        if (status === "active" && !hasCategory) throw invalidFields({ category: neededToPublish });
        const asDraft = status === "draft" || !hasCategory;
        const { id, errors, missing, newCategory } = await addProduct(shop, typed, actor, { asDraft });
        if (errors) throw invalidFields(errorsByName(errors));
        refuseNewCategory(newCategory, { may });
        if (status === "active" && missing) throw invalidFields({ price: neededToPublish });
        const added = await withSale(shop, { id, fields, actor });
        return fields.address ? changeProduct(shop, { id, fields: { address: fields.address }, actor, may }) : added;
      },
    }),
    route({
      method: "GET",
      path: "/products/{id}",
      scope: "products:read",
      summary: "Read a product",
      params,
      answer,
      run: ({ shop, params: { id } }) => readProduct(shop, id),
    }),
    route({
      method: "PATCH",
      path: "/products/{id}",
      scope,
      summary: "Change a product",
      description:
        "Its title, price, stock or any other field. The ID of a copy follows its title until it is published.",
      params,
      query: free,
      body: productChanges(defaultCurrency),
      bodyIn: productChanges,
      answer,
      current: async (shop, { id }) => {
        const found = await readAnyProduct(shop.db, id);
        return { shown: await readProduct(shop, id), typed: found && toForm(found.product, shop.settings.currency) };
      },
      run: async ({ shop, actor, may, params: { id }, query, body, seen }) => {
        const isFree = query.free === "true";
        return changeProduct(shop, { id, fields: body, actor, may, original: seen?.typed, isFree });
      },
    }),
    route({
      method: "DELETE",
      path: "/products/{id}",
      scope,
      summary: "Delete a draft",
      description: "For good. A product that was on sale can only be archived.",
      params,
      run: async ({ shop, actor, params: { id } }) => {
        if (await deleteDraft(shop, id, actor)) return;
        await readProduct(shop, id);
        throw new Problem("refused", { detail: "Only drafts can be deleted. Archive the product instead" });
      },
    }),
    ...stepRoutes(),
    route({
      method: "POST",
      path: "/products/{id}/stock",
      scope,
      summary: "Change a product's stock",
      description:
        "Add pieces with `by`, or set the stock with `to`. Orders also take stock, so prefer `by`, and send an Idempotency-Key.",
      params,
      body: v.union(
        [
          v.strictObject({ by: pieces(-stockLimit, "Pieces to add, or to remove if negative") }),
          v.strictObject({ to: pieces(0, "Pieces in stock from now on") }),
        ],
        'must be {"by": 5} or {"to": 5}, in whole pieces',
      ),
      answer: v.strictObject({
        id: v.string(),
        before: v.pipe(v.number(), v.integer(), v.description("The stock before the change")),
        stock: v.pipe(v.number(), v.integer(), v.description("The stock now")),
      }),
      run: async ({ shop, actor, params: { id }, body }) => {
        const { status } = await readProduct(shop, id);
        if (status !== "active") throw new Problem("refused", { detail: `The product is ${status}` });
        const { before, after } = await changeStock(shop, id, body, actor);
        return { id, before, stock: after };
      },
    }),
  ],
};

/** Changes the sale, which isn't part of the product form. @returns the product */
async function withSale(shop: Shop, { id, fields, actor }: { id: string; fields: FieldValues; actor: string }) {
  refuseInvalid(await changeSaleByRecord(shop, id, fields, actor));
  const changed = await readProduct(shop, id);
  // The address of a draft is its ID, so the form doesn't read it.
  if (changed.status === "draft" && fields.address)
    throw invalidFields({ address: "needs a product that is published" });
  return changed;
}

interface ProductChange extends By {
  id: string;
  fields: FieldValues;
  /** What the program has seen. */
  original?: Partial<ProductFormValues> | undefined;
  isFree?: boolean;
}

async function changeProduct(shop: Shop, { id, fields, actor, may, original = {}, isFree }: ProductChange) {
  const edit = { original, submitted: toTyped(fields, shop.settings.currency), isFree };
  const saved = await editProduct(shop, id, edit, actor).catch((error) => refuseArchived(shop, id, error));
  if (saved.outcome === "conflict") throw new Problem("changed");
  if (saved.outcome === "invalid") throw invalidFields(withQuestion(errorsByName(saved.errors)));
  refuseNewCategory(saved.newCategory, { may });
  return withSale(shop, { id: saved.id, fields, actor });
}

function pieces(least: number, description: string) {
  return v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(stockLimit), v.description(description));
}

function by(change: (shop: Shop, id: string, actor: string) => Promise<unknown>) {
  return (shop: Shop, id: string, { actor }: By) => change(shop, id, actor);
}

/** Steps from one status to another. A product that already has the second one stays as it is. */
function stepRoutes() {
  const steps = [
    {
      step: "publish",
      from: "draft",
      to: "active",
      summary: "Publish a draft",
      async make(shop: Shop, id: string, by: By) {
        const { errors, newCategory } = await publishDraft(shop, id, by.actor);
        refuseInvalid(errors && errorsByName(errors));
        refuseNewCategory(newCategory, by);
      },
    },
    { step: "archive", from: "active", to: "archived", summary: "Archive a product", make: by(archiveProduct) },
    {
      step: "restore",
      from: "archived",
      to: "active",
      summary: "Put an archived product back on sale",
      make: by(unarchiveProduct),
    },
  ] as const;
  return steps.map(({ step, from, to, summary, make }) =>
    route({
      method: "POST",
      path: `/products/{id}/${step}`,
      scope,
      summary,
      params,
      answer,
      run: async ({ shop, actor, may, params: { id } }) => {
        const { status } = await readProduct(shop, id);
        if (status === from) await make(shop, id, { actor, may });
        else if (status !== to) throw new Problem("refused", { detail: `The product is ${status}` });
        return readProduct(shop, id);
      },
    }),
  );
}

async function refuseArchived(shop: Shop, id: string, error: unknown): Promise<never> {
  const found = await readProductJson(shop.db, id);
  if (found?.status === "archived")
    throw new Problem("refused", { detail: "The product is archived. Restore it first" });
  throw error;
}

/** The back office asks below the field, where programs have a parameter. */
function withQuestion(errors: FieldErrors): FieldErrors {
  return errors.price === freePriceQuestion ? { ...errors, price: freeProblem } : errors;
}
