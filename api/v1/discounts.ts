import * as v from "valibot";
import { addDiscount, deleteDiscount, editDiscount } from "#shop/discounts/change-discount.ts";
import { discountKinds } from "#shop/discounts/discount.ts";
import { type DiscountFields, discountForm, toDiscountForm } from "#shop/discounts/discount-form.ts";
import { discountNames, type SetDiscount, toDiscountFields, toDiscountJson } from "#shop/discounts/discount-json.ts";
import { findDiscounts, readDiscount } from "#shop/discounts/read-discounts.ts";
import { type FieldErrors, validate } from "#shop/forms/validate.ts";
import type { LiveSettings, Shop } from "#shop/shop.ts";
import { defaultLocale } from "#shop/values/locale.ts";
import { cutPage, pageOf, pageQuery, searchText } from "./list-page.ts";
import { invalidFields, Problem } from "./problems.ts";
import { type Resource, route } from "./route.ts";
import { moment, rowNumber, yesOrNo } from "./shared-fields.ts";

/** More than any field takes. */
const longest = 1000;

const text = v.pipe(v.string("must be text"), v.maxLength(longest, `must have at most ${longest} characters`));
const number = v.number("must be a number");
const kind = v.picklist(
  Object.keys(discountKinds) as (keyof typeof discountKinds)[],
  "must be percent, amount or freeDelivery",
);

const notes = {
  code: "What customers type, in capitals without spaces",
  value: "10 for 10 %, or an amount; null for free delivery",
  minimum: "What the items must cost at least",
  category: "The slug of the only category that it applies to",
  usesLimit: "How many orders may use it; null for any number",
  startsAt: "A moment, or a day of the shop's time zone. Null for at once",
  endsAt: "A moment, or its last day in the shop's time zone. Null for no end",
  disabled: "Whether it is switched off, so customers can't use it",
};

const discount = v.strictObject({
  id: v.number(),
  code: v.pipe(v.string(), v.description(notes.code), v.examples(["SPRING10"])),
  kind,
  value: v.pipe(v.nullable(v.number()), v.description(notes.value)),
  minimum: v.pipe(v.nullable(v.number()), v.description(notes.minimum)),
  category: v.pipe(v.nullable(v.string()), v.description(notes.category)),
  usesLimit: v.pipe(v.nullable(v.number()), v.description(notes.usesLimit)),
  uses: v.pipe(v.number(), v.description("How many orders have used it")),
  oncePerCustomer: v.boolean(),
  startsAt: v.nullable(moment),
  endsAt: v.nullable(moment),
  disabled: v.pipe(v.boolean(), v.description(notes.disabled)),
});

const settable = {
  value: v.optional(v.pipe(v.nullable(number), v.description(notes.value))),
  minimum: v.optional(v.pipe(v.nullable(number), v.description(notes.minimum))),
  category: v.optional(v.pipe(v.nullable(text), v.description(notes.category))),
  usesLimit: v.optional(v.pipe(v.nullable(number), v.description(notes.usesLimit))),
  oncePerCustomer: v.optional(yesOrNo),
  startsAt: v.optional(v.pipe(v.nullable(text), v.description(notes.startsAt))),
  endsAt: v.optional(v.pipe(v.nullable(text), v.description(notes.endsAt))),
  disabled: v.optional(v.pipe(yesOrNo, v.description(notes.disabled))),
};

const code = v.pipe(text, v.description(notes.code), v.examples(["SPRING10"]));
const params = v.object({
  id: v.pipe(rowNumber, v.description("The code's `id`")),
});

/** @throws Problem */
async function readKnown({ db }: Pick<Shop, "db">, id: number) {
  const found = await readDiscount(db, id);
  if (!found) throw new Problem("not-found");
  return found;
}

/** The form with the fields that a program sets. @throws Problem */
function formOf({ currency }: LiveSettings, before: Partial<DiscountFields>, set: SetDiscount) {
  const form = discountForm({ currency, locale: defaultLocale });
  const { values, errors } = validate(form, { ...before, ...toDiscountFields(set) });
  if (errors) throw invalidFields(named(errors));
  return values;
}

/** Errors by the fields' names in JSON. */
function named(errors: FieldErrors): FieldErrors {
  const names = new Map(Object.entries(discountNames).map(([name, field]) => [field as string, name]));
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [names.get(field) ?? field, error]));
}

export const discounts: Resource = {
  name: "Discounts",
  description: "Codes that customers enter at checkout.",
  schemas: { Discount: discount },
  routes: [
    route({
      method: "GET",
      path: "/discounts",
      scope: "discounts:read",
      summary: "List discount codes",
      description: "Sorted by code.",
      query: v.object({
        q: searchText(100, "Only those that contain this text"),
        ...pageQuery,
      }),
      answer: pageOf(discount),
      run: async ({ shop: { db, settings }, query: { q, cursor = "", limit } }) => {
        const found = await findDiscounts(db, { text: q, after: cursor, limit: limit + 1 });
        return cutPage(
          found.map((each) => toDiscountJson(each, settings.currency)),
          limit,
          ({ code }) => code,
        );
      },
    }),
    route({
      method: "POST",
      path: "/discounts",
      scope: "discounts:write",
      summary: "Add a discount code",
      body: v.strictObject({ code, kind, ...settable }),
      answer: discount,
      location: ({ id }: { id: number }) => `/discounts/${id}`,
      run: async ({ shop, actor, body }) => {
        const id = await addDiscount(shop, formOf(shop.settings, {}, body), actor);
        return toDiscountJson(await readKnown(shop, id), shop.settings.currency);
      },
    }),
    route({
      method: "GET",
      path: "/discounts/{id}",
      scope: "discounts:read",
      summary: "Read a discount code",
      params,
      answer: discount,
      run: async ({ shop, params: { id } }) => toDiscountJson(await readKnown(shop, id), shop.settings.currency),
    }),
    route({
      method: "PATCH",
      path: "/discounts/{id}",
      scope: "discounts:write",
      summary: "Change a discount code",
      description: "End it with `endsAt` or `disabled`. Orders that used it don't change.",
      params,
      body: v.strictObject({ code: v.optional(code), kind: v.optional(kind), ...settable }),
      answer: discount,
      current: async (shop, { id }) => {
        const found = await readKnown(shop, id);
        return { shown: toDiscountJson(found, shop.settings.currency), form: toDiscountForm(found, shop.settings) };
      },
      run: async ({ shop, actor, params: { id }, body, seen }) => {
        const original = seen?.form ?? toDiscountForm(await readKnown(shop, id), shop.settings);
        await editDiscount(shop, id, formOf(shop.settings, original, body), { original, actor });
        return toDiscountJson(await readKnown(shop, id), shop.settings.currency);
      },
    }),
    route({
      method: "DELETE",
      path: "/discounts/{id}",
      scope: "discounts:write",
      summary: "Delete a discount code",
      description: "Orders that used it keep it.",
      params,
      run: ({ shop, actor, params: { id } }) => deleteDiscount(shop, id, actor),
    }),
  ],
};
