import * as v from "valibot";
import { type CategoryFields, categoryForm, toCategoryForm } from "#shop/catalog/categories/category-form.ts";
import { addCategory, deleteCategory, editCategory, moveCategory } from "#shop/catalog/categories/change-category.ts";
import { readCategories, type ShopCategory } from "#shop/catalog/categories.ts";
import { validate } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { withdrawalExceptions } from "#shop/values/withdrawal.ts";
import { cutPage, pageOf, pageQuery } from "./list-page.ts";
import { invalidFields, Problem } from "./problems.ts";
import { type Resource, route } from "./route.ts";
import { readOnly, yesOrNo, yesOrNoText } from "./shared-fields.ts";

const { name, slug, description, searchWords, picture, kind, withdrawalException } = categoryForm.entries;

const notes = {
  slug: "Used in addresses. Products have a category's slug in `category`, and their tags' slugs in `tags`",
  parent: "The slug of its parent category, which has no parent itself",
  picture: "The address of an uploaded picture",
  inMenu: "Whether the shop's menu shows it",
  searchWords: "Words by which shoppers also find its products, comma-separated",
  color: "Set in the back office",
  withdrawalException: `Why consumers can't withdraw from buying its products: ${Object.keys(withdrawalExceptions).join(", ")}; empty if they can`,
};

const category = v.strictObject({
  slug: v.pipe(v.string(), v.description(notes.slug)),
  kind: v.picklist(["category", "tag"]),
  name: v.string(),
  description: v.string(),
  parent: v.pipe(v.nullable(v.string()), v.description(notes.parent)),
  picture: v.pipe(v.nullable(v.string()), v.description(notes.picture)),
  color: v.pipe(v.nullable(v.string()), v.description(notes.color)),
  inMenu: v.pipe(v.boolean(), v.description(notes.inMenu)),
  searchWords: v.pipe(v.string(), v.description(notes.searchWords)),
  withdrawalException: v.pipe(v.string(), v.description(notes.withdrawalException)),
});

const changes = {
  name: v.optional(name),
  description: v.optional(v.nullable(description)),
  slug: v.optional(v.pipe(slug, v.description(notes.slug))),
  parent: v.optional(v.pipe(v.nullable(slug), v.description(notes.parent))),
  picture: v.optional(v.pipe(v.nullable(picture), v.description(notes.picture), v.examples([null]))),
  inMenu: v.optional(v.pipe(yesOrNo, v.description(notes.inMenu))),
  searchWords: v.optional(
    v.pipe(v.nullable(searchWords), v.description(notes.searchWords), v.examples(["jumper, pullover"])),
  ),
  withdrawalException: v.optional(
    v.pipe(v.nullable(withdrawalException), v.description(notes.withdrawalException), v.examples(["perishable"])),
  ),
  kind: v.optional(kind),
  color: readOnly,
};

const params = v.object({ slug: v.pipe(v.string(), v.description("The category's or tag's slug")) });

/** The form's fields. Those that weren't sent stay as they were. */
function toForm(before: Partial<CategoryFields>, { inMenu, color: _, ...texts }: Partial<ChangedFields>) {
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  const typed = Object.fromEntries(given.map(([field, value]) => [field, value ?? ""]));
  const menu = inMenu === undefined ? {} : { inMenu: inMenu ? "on" : "" };
  const { values, errors } = validate(categoryForm, { ...before, ...typed, ...menu });
  if (errors) throw invalidFields(errors);
  return values;
}

type ChangedFields = { inMenu: boolean | undefined; color: unknown } & Record<string, unknown>;

/** @throws Problem */
async function readCategory({ db }: Pick<Shop, "db">, wanted: string): Promise<ShopCategory> {
  const found = (await readCategories(db)).find((each) => each.slug === wanted);
  if (!found) throw new Problem("not-found");
  return found;
}

export const categories: Resource = {
  name: "Categories",
  description: "Categories, and tags that shoppers can filter by.",
  schemas: { Category: category },
  routes: [
    route({
      method: "GET",
      path: "/categories",
      scope: "categories:read",
      summary: "List categories and tags",
      description: "In the shop's order. Subcategories follow their parent.",
      query: v.object({
        kind: v.optional(v.pipe(v.picklist(["category", "tag"]), v.description("Only categories, or only tags"))),
        ...pageQuery,
      }),
      answer: pageOf(category),
      run: async ({ shop, query: { kind, cursor, limit } }) => {
        const all = (await readCategories(shop.db)).filter((each) => kind === undefined || each.kind === kind);
        // After one that is gone, the list begins again.
        const start = all.findIndex((each) => each.slug === cursor) + 1;
        return cutPage(all.slice(start, start + limit + 1), limit, (each) => each.slug);
      },
    }),
    route({
      method: "POST",
      path: "/categories",
      scope: "categories:write",
      summary: "Add a category or tag",
      description: "At the end of the list. Without a slug, one is made from the name.",
      body: v.strictObject({ ...changes, name: v.nonOptional(name, "is missing"), kind: v.optional(kind, "category") }),
      answer: category,
      location: ({ slug: made }: ShopCategory) => `/categories/${encodeURIComponent(made)}`,
      run: async ({ shop, actor, body }) => {
        const fields = toForm({}, body);
        await addCategory(shop, fields, actor);
        return readCategory(shop, fields.slug);
      },
    }),
    route({
      method: "GET",
      path: "/categories/{slug}",
      scope: "categories:read",
      summary: "Read a category or tag",
      params,
      answer: category,
      run: ({ shop, params }) => readCategory(shop, params.slug),
    }),
    route({
      method: "PATCH",
      path: "/categories/{slug}",
      scope: "categories:write",
      summary: "Change a category or tag",
      description: "Its products and subcategories follow a new slug.",
      params,
      query: v.object({
        redirect: v.pipe(
          v.optional(yesOrNoText, "true"),
          v.description("Whether its old address redirects to the new one"),
        ),
      }),
      body: v.strictObject(changes),
      answer: category,
      current: async (shop, params) => ({ shown: await readCategory(shop, params.slug) }),
      run: async ({ shop, actor, params, query, body, seen }) => {
        const original = toCategoryForm(seen?.shown ?? (await readCategory(shop, params.slug)));
        const next = toForm(original, body);
        await editCategory(shop, params.slug, next, { original, actor, redirect: query.redirect === "true" });
        return readCategory(shop, next.slug);
      },
    }),
    route({
      method: "POST",
      path: "/categories/{slug}/move",
      scope: "categories:write",
      summary: "Move a category or tag",
      description: "Before or after its neighbor.",
      params,
      body: v.strictObject({ direction: v.picklist(["up", "down"], "must be up or down") }),
      answer: category,
      run: async ({ shop, actor, params, body }) => {
        await moveCategory(shop, params.slug, body.direction, actor);
        return readCategory(shop, params.slug);
      },
    }),
    route({
      method: "DELETE",
      path: "/categories/{slug}",
      scope: "categories:write",
      summary: "Delete a category or tag",
      description: "If products have the category, say where they go with `moveTo`.",
      params,
      query: v.object({
        moveTo: v.optional(v.pipe(v.string(), v.description("The slug of the category that its products move to"))),
        untag: v.optional(
          v.pipe(yesOrNoText, v.description("Whether the products lose the tag. Otherwise only the filter goes")),
        ),
      }),
      run: async ({ shop, actor, params, query: { moveTo, untag } }) => {
        await deleteCategory(shop, params.slug, { moveTo, untag: untag === "true", actor });
      },
    }),
  ],
};
